# completion for kiln, as a person writes it
set -l prog kiln
set -l top fire cool shelf

function __fish_kiln_needs_command
    set -l words (commandline -opc)
    test (count $words) -eq 1
end

complete -c $prog -l config -d 'Read this file' -r
complete -c $prog -s q -l quiet -d 'Say less'
complete -c $prog -f -n '__fish_kiln_needs_command' -a fire -d 'Heat it up'
complete -c $prog -f -n __fish_use_subcommand -a cool -d "Let it cool; don't open"
complete -c $prog -f -n "not __fish_seen_subcommand_from $top" -a shelf -d 'Move the shelves'
complete -c $prog -f -n "not __fish_seen_subcommand_from $top" -a '(kiln secret-list)'

complete -c $prog -n '__fish_seen_subcommand_from fire' -s t -l temperature -x -d 'In degrees'
complete -c $prog -n '__fish_seen_subcommand_from fire' -l cone -xa '04 6 10'
complete -c $prog -n '__fish_seen_subcommand_from fire' -l atmosphere -r -f -a "
    oxidation\t'With air (the usual)'
    reduction\t'Without'
"
complete -c $prog -n '__fish_kiln_using_command fire' -o old -d 'One dash'
complete -c $prog -n '__fish_seen_subcommand_from cool' -l slow; complete -c $prog -n '__fish_seen_subcommand_from cool' -l to -r
complete -c $prog -n '__kiln_something_of_its_own' -l secret
complete -c $prog -f -n '__fish_seen_subcommand_from shelf; and not __fish_seen_subcommand_from add drop' -a 'add drop'
complete -c $prog -n '__fish_seen_subcommand_from shelf; and __fish_seen_subcommand_from add' -l height -r
for one in force dry-run
    complete -c $prog -n '__fish_seen_subcommand_from shelf && __fish_seen_subcommand_from drop' -l $one
end
complete -c other -l not-ours
