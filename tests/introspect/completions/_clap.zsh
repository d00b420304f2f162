#compdef kiln

autoload -U is-at-least

_kiln() {
    typeset -A opt_args
    typeset -a _arguments_options
    local ret=1
    if is-at-least 5.2; then
        _arguments_options=(-s -S -C)
    else
        _arguments_options=(-s -C)
    fi
    local context curcontext="$curcontext" state line
    _arguments "${_arguments_options[@]}" : \
'-h[Print help]' \
'--help[Print help]' \
":: :_kiln_commands" \
"*::: :->kiln" \
&& ret=0
    case $state in
    (kiln)
        words=($line[1] "${words[@]}")
        (( CURRENT += 1 ))
        curcontext="${curcontext%:*:*}:kiln-command-$line[1]:"
        case $line[1] in
            (fire)
_arguments "${_arguments_options[@]}" : \
'*--cone=[How hot, in '\''cones'\'']:CONE:(04 6)' \
'-c+[Read this file]:FILE:_files' \
'--config=[Read this file]:FILE:_files' \
'(--watch)-q[Say less]' \
'(--watch)--quiet[Say less]' \
':load -- What to fire:_files' \
'*::witness -- Cones to watch:' \
&& ret=0
;;
(shelf)
_arguments "${_arguments_options[@]}" : \
'-h[Print help]' \
'--help[Print help]' \
":: :_kiln__subcmd__shelf_commands" \
"*::: :->shelf" \
&& ret=0
    case $state in
    (shelf)
        words=($line[1] "${words[@]}")
        case $line[1] in
            (add)
_arguments "${_arguments_options[@]}" : \
'--height=[In centimetres]:HEIGHT: ' \
&& ret=0
;;
(list-all)
_arguments "${_arguments_options[@]}" : \
'--long[With heights]' \
&& ret=0
;;
        esac
    ;;
esac
;;
        esac
    ;;
esac
}

(( $+functions[_kiln_commands] )) ||
_kiln_commands() {
    local commands; commands=(
'fire:Heat it up' \
'shelf:Move the shelves' \
'help:Print this message' \
    )
    _describe -t commands 'kiln commands' commands "$@"
}
(( $+functions[_kiln__subcmd__shelf_commands] )) ||
_kiln__subcmd__shelf_commands() {
    local commands; commands=(
'add:Put one in' \
'list-all:Show them' \
    )
    _describe -t commands 'kiln shelf commands' commands "$@"
}

if [ "$funcstack[1]" = "_kiln" ]; then
    _kiln "$@"
else
    compdef _kiln kiln
fi
