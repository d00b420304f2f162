"""clap: `[possible values: …]`, `[aliases: …]`, `[env: X=]` behind descriptions, `<X>...` for what may be repeated."""

from __future__ import annotations

from hcp_author.introspect.dialects import _marks
from hcp_author.introspect.page import Page
from hcp_author.introspect.reading import assemble

_MAY_FOLLOW = ("[COMMAND]", "[SUBCOMMAND]")
_HELP = ("Print help", "Prints help information", "Print this message or the help of the given subcommand")


def recognises(lines: list[str]) -> bool:
    """A usage line with `[OPTIONS]` or in capitals as its title (before 4.0), and the words of its own help option."""
    return _marks.stands(lines, *_HELP) and _marks.stands(lines, "Usage: ", "USAGE:", "Usage:")


def read(lines: list[str], program: str, path: tuple[str, ...]) -> Page:
    """Read one page of help of `program`'s command `path`."""
    page = assemble.read(lines, program, path)
    _marks.repeat(page, lines, _marks.dotted)
    if path and any(usage.endswith(_MAY_FOLLOW) for usage in page.usages):
        # a group that must be followed by a command says `<COMMAND>`; the program itself only shows its help
        page.acts = True
    return page
