# bash completion for kiln
_kiln_fire()
{
    last_command="kiln_fire"

    command_aliases=()

    commands=()

    flags=()
    two_word_flags=()
    local_nonpersistent_flags=()

    flags+=("--cone=")
    two_word_flags+=("--cone")
    flags_with_completion+=("--cone")
    two_word_flags+=("-c")
    local_nonpersistent_flags+=("--cone=")
    flags+=("--quiet")
    flags+=("-q")
    local_nonpersistent_flags+=("--quiet")

    must_have_one_flag=()
    must_have_one_flag+=("--cone=")
    must_have_one_flag+=("-c")
    must_have_one_noun=()
    noun_aliases=()
}

_kiln_shelf_add-one()
{
    last_command="kiln_shelf_add-one"
    commands=()
    flags=()
    two_word_flags=()
    flags+=("--height=")
    two_word_flags+=("--height")
}

_kiln_shelf()
{
    last_command="kiln_shelf"
    commands=()
    commands+=("add-one")
    flags=()
}

_kiln_root_command()
{
    last_command="kiln"
    commands=()
    commands+=("fire")
    commands+=("shelf")
    if [[ -z "${BASH_VERSION:-}" || "${BASH_VERSINFO[0]:-}" -gt 3 ]]; then
        command_aliases+=("burn")
        aliashash["burn"]="fire"
    fi
    flags=()
    flags+=("--config=")
}

__start_kiln()
{
    local cur prev words cword split
    _kiln_root_command
}
complete -o default -F __start_kiln kiln
