complete -c kiln -n "__fish_kiln_needs_command" -s h -l help -d 'Print help'
complete -c kiln -n "__fish_kiln_needs_command" -f -a "fire" -d 'Heat it up'
complete -c kiln -n "__fish_kiln_needs_command" -f -a "shelf" -d 'Move the shelves'
complete -c kiln -n "__fish_kiln_needs_command" -f -a "help" -d 'Print this message'
complete -c kiln -n "__fish_kiln_using_subcommand fire" -l cone -d 'How hot' -r -f -a "{04	Low,6	Middle}"
complete -c kiln -n "__fish_kiln_using_subcommand fire" -s q -l quiet -d 'Say less'
complete -c kiln -n "__fish_kiln_using_subcommand shelf; and not __fish_seen_subcommand_from add list-all help" -s h -l help -d 'Print help'
complete -c kiln -n "__fish_kiln_using_subcommand shelf; and not __fish_seen_subcommand_from add list-all help" -f -a "add" -d 'Put one in'
complete -c kiln -n "__fish_kiln_using_subcommand shelf; and not __fish_seen_subcommand_from add list-all help" -f -a "list-all" -d 'Show them'
complete -c kiln -n "__fish_kiln_using_subcommand shelf; and __fish_seen_subcommand_from add" -l height -r
complete -c kiln -n "__fish_kiln_using_subcommand shelf; and __fish_seen_subcommand_from list-all" -l long -d 'With heights'
complete -c kiln -n "__fish_kiln_using_subcommand shelf; and __fish_seen_subcommand_from list-all" -s h -l help -d 'Print help'
