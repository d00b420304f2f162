# kiln(1) completion                                       -*- shell-script -*-
_kiln_shared="--help --config="

_kiln_shelf()
{
    local cur prev words cword split
    _init_completion -s || return
    $split &&
    case "${prev}" in
        --height) return ;;
    esac
    ! $split &&
    case "${cur}" in
        -*)
            local options="--height="
            COMPREPLY=( $(compgen -W "$options" -- ${cur}) )
            ;;
        *)
            COMPREPLY=( $(compgen -W "`kiln list --no-such-option`" -- ${cur}) )
            ;;
    esac
}

_kiln()
{
    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} cmdOpts
    local commands="fire cool shelf"
    local withParam="--to|--until|-u"
    local rest="--slow"

    if [[ $prev == @($withParam) ]]; then
        return
    fi
    case $prev in
        -t|--temperature)
            COMPREPLY=( $(compgen -W "900 1200" -- "$cur") )
            return 0 ;;
        --cone)
            return 0 ;;
    esac
    cat <<END > /dev/null
case in a here-document ) is no case "
END
    case "${COMP_WORDS[1]}" in
        fire|burn)
            COMPREPLY=( $(compgen -W '-t --temperature
                --cone --watch' -- "$cur") )
            ;;
        cool)
            cmdOpts="$rest --to"
            ;;
        shelf)
            _kiln_shelf
            ;;
        -*)
            COMPREPLY=( $(compgen -W "$_kiln_shared $(kiln -z --more)" -- "$cur") )
            ;;
        *)
            COMPREPLY=( $(compgen -W "$commands $(kiln -pq --names)" -- "$cur") )
            ;;
    esac
    # take out what is there already
    cmdOpts=${cmdOpts/ --slow / }
    COMPREPLY=( $(compgen -W "$cmdOpts $_kiln_shared" -- "$cur") )
} && complete -F _kiln kiln
