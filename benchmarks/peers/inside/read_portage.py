"""portage-mcp: its service with what its manual calls the full setting: manual page, subcommands, two levels deep."""

from __future__ import annotations

import sys

from portage import service
from portage.config import CliConfig, PortageConfig
from shape import command, operand, option, show

programs = []
register = service._register_program


def noted(cli_name, program, *more):
    programs.append(program)
    return register(cli_name, program, *more)


def options(rows):
    return [option(row.all_flags, row.takes_value, row.required) for row in rows]


def operands(rows):
    return [operand(row.name, row.required, row.variadic) for row in rows]


def node(one):
    return command(one.leaf_name, options(one.options), operands(one.positionals), map(node, one.subcommands))


service._register_program = noted
cli = CliConfig(sys.argv[1], use_man_page=True, discover_subcommands=True, subcommand_depth=2)
service.PortageService.from_config(PortageConfig(clis=(cli,)))
program = programs[0]
show(command(sys.argv[1], options(program.global_options), operands(program.positionals), map(node, program.commands)))
