#compdef kiln -p kiln-*

_kiln_command() {
  local -a kiln_commands
  kiln_commands=(
    'fire:heat it up'   # a note
    'cool:let it cool'
    'shelf\:add:one word with a colon'
  )
  if (( CURRENT == 1 )); then
    _describe -t commands 'kiln command' kiln_commands
  else
    local curcontext="$curcontext"
    cmd=$words[1]
    [[ -n $cmd ]] || { _message -e "none" ; return 1 }
    if (( $+functions[_kiln_$cmd] )); then
      _kiln_$cmd
    fi
  fi
}

_kiln_loads() {
  local -a loads
  loads=( ${(f)"$(kiln list)"} )
  _describe -t loads 'load' loads
}

(( $+functions[_kiln_fire] )) || _kiln_fire() {
  _arguments -s -S \
    {-t+,--temperature=}'[in degrees]:degrees' \
    '(-a --all)--cone=[how hot]:cone:((low\:"not very" high\:"very"))' \
    '--watch[stay (until [it] is done\]]:*:load:_kiln_loads' \
    '*:load:_kiln_loads'
}

_kiln_cool() {
  local args
  args=(
    + '(speed)'
    '--slow[overnight]'
    + glaze
    --colo{u,}r'[of the glow]'
  )
  _arguments -C : $args && ret=0
}

_kiln() {
  _arguments \
    '(* -)--help[show help]' \
    '--config=[read this]:config file:_files' \
    '--color=-[colours]::when:(always never)' \
    '*'{-v,--verbose}'[say more]' \
    $no"--no-wait[don't wait]" \
    '*::kiln commands:_kiln_command'
}

_kiln "$@"
