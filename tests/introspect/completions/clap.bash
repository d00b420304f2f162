_kiln() {
    local i cur prev opts cmd
    COMPREPLY=()
    cur="$2"
    prev="$3"
    cmd=""
    opts=""

    for i in "${COMP_WORDS[@]:0:COMP_CWORD}"
    do
        case "${cmd},${i}" in
            ",$1")
                cmd="kiln"
                ;;
            kiln,fire)
                cmd="kiln__subcmd__fire"
                ;;
            *)
                ;;
        esac
    done

    case "${cmd}" in
        kiln)
            opts="-h --help fire shelf help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 1 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        kiln__subcmd__fire)
            opts="-q --quiet --cone --help <LOAD> [WITNESS]..."
            case "${prev}" in
                --cone)
                    COMPREPLY=($(compgen -W "04 6" -- "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            ;;
        kiln__subcmd__shelf)
            opts="--help add list-all help"
            ;;
        kiln__subcmd__shelf__subcmd__add)
            opts="--height --help"
            ;;
        kiln__subcmd__shelf__subcmd__list__all)
            opts="--long --help"
            ;;
    esac
}

complete -F _kiln -o nosort -o bashdefault -o default kiln
