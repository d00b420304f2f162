#compdef kiln

_shtab_kiln_commands() {
  local _commands=(
    "fire:Heat it up"
    "cool:Let it cool"
  )
  _describe 'kiln commands' _commands
}

_shtab_kiln_options=(
  "(- : *)"{-h,--help}"[
        show this
        ]"
  "--cone[how hot]:cone:(low high)"
)

_shtab_kiln_fire_options=(
  "(- : *)"{-h,--help}"[show this]"
  "--load[what]:load:"
)

_shtab_kiln() {
  local context state line curcontext="$curcontext" one_or_more='(-)*' remainder='(*)'
  if ((${_shtab_kiln_options[(I)${(q)one_or_more}*]} + ${_shtab_kiln_options[(I)${(q)remainder}*]} == 0)); then
    _shtab_kiln_options+=(': :_shtab_kiln_commands' '*::: :->kiln')
  fi
  _arguments -C -s $_shtab_kiln_options
  case $state in
    kiln)
      words=($line[1] "${words[@]}")
      case $line[1] in
        fire) _arguments -C -s $_shtab_kiln_fire_options ;;
      esac
  esac
}

typeset -A opt_args
_shtab_kiln "$@"
