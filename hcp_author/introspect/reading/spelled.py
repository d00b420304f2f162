"""Commands that usage lines spell out: one a line, several between bars, or in the examples of a command's page."""

from __future__ import annotations

from hcp_author.introspect.page import Page
from hcp_author.introspect.reading import listing, optionrows, usage
from hcp_author.introspect.reading.operands import positionals
from hcp_author.introspect.text import clean
from hcp_author.introspect.tree import Command


def commands(page: Page, mine: list[usage.Usage], about: dict[int, str]) -> None:
    """Add the commands that stand in the usage lines: one a line (docopt), or as `{a,b,c} ...` (argparse)."""
    _literal_things(mine)
    firsts = [name for line in mine for name in line.heads]
    several = len(set(firsts)) > 1 and sum(1 for line in mine if line.heads) > 1
    # `{ add | change | delete } NAME`: a word to type, and then operands
    several = several or any(
        len(line.heads) > 2
        and len(line.elements) > len(line.heads)
        and not next(piece for piece in line.elements if piece.text == line.heads[0]).optional
        for line in mine
    )
    if several or any(c.name in firsts for c in page.commands) or _only_marked(mine):
        for line in mine:
            for name in line.heads[: listing.MAX_COMMANDS - len(page.commands)]:
                _spelled(page, line, name, about.get(id(line), ""))
        for command in page.commands:
            _alternatives(command, [line for line in mine if line.heads == [command.name]])
    for command in page.commands:
        # one line with two words tells no command below the first: the second may be a name for what is given
        if len(command.commands) == 1 and firsts.count(command.name) == 1:
            command.commands = []
    for line in mine:
        _bracketed_commands(page, line)


def _only_marked(mine: list[usage.Usage]) -> bool:
    """Whether the one usage line of a subcommand is of a command below it: `prog index versions <package>`.

    What is given is marked, right after the word and everywhere else in the line.
    """
    if len(mine) != 1 or len(mine[0].words) != 1:
        return False
    line = mine[0]
    at = next(at for at, piece in enumerate(line.elements) if piece.text == line.words[0])
    after = line.elements[at + 1 :]
    below = line.words[0] in line.text.split()[2:]
    marked = bool(after) and all(piece.text.startswith(("<", "-")) for piece in after)
    return below and marked and not line.elements[at].optional and not after[0].optional and after[0].text[0] == "<"


def _literal_things(mine: list[usage.Usage]) -> None:
    """Where several lines begin with commands, and what is given is marked (`<name>`), `dir` is a command too."""
    begun = {line.heads[0] for line in mine if line.heads}
    marked = any(piece.text.startswith("<") for line in mine for piece in line.elements)
    if len(begun) > 1 and marked:
        for line in mine:
            if line.thing:
                line.words, line.heads = [line.thing], [line.thing]


def _bracketed_commands(page: Page, line: usage.Usage) -> None:
    """The commands of `{a,b,c} ...`, below the command whose word stands before them in the line, if one does."""
    into = page.commands
    if line.words:
        above = next((c for c in page.commands if c.name == line.words[0]), None)
        into = above.commands if above is not None else []
    for piece in line.elements:
        words = piece.text.split(",")
        if piece.repeat and not piece.optional and len(words) > 1 and all(map(listing.is_name, words)):
            known = {c.name for c in into} | {a for c in into for a in c.aliases}
            into += [Command(w) for w in words if w not in known][: listing.MAX_COMMANDS]


def _spelled(page: Page, line: usage.Usage, name: str, summary: str) -> None:
    """One command that a usage line spells out, with its operands and options."""
    known = next((c for c in page.commands if c.name == name or name in c.aliases), None)
    if known is None:
        known = Command(name)
        page.commands.append(known)
    known.summary = known.summary or clean(summary, 400)
    at = next(i for i, piece in enumerate(line.elements) if piece.text == name)
    if len(line.heads) > 1:
        return
    if len(line.words) > 1:
        if all(c.name != line.words[1] for c in known.commands):
            known.commands.append(Command(line.words[1]))
        return
    rest = usage.Usage(line.text, line.elements[at + 1 :])
    known.arguments = known.arguments or positionals(rest)
    known.options = optionrows.joined(known.options, usage.options(rest))


def _alternatives(command: Command, lines: list[usage.Usage]) -> None:
    """What stands in one of a command's usage lines alone tells of one way to call it: it need not be given."""
    needed = [{n for one in usage.options(line) if one.required for n in optionrows.names_of(one)} for line in lines]
    always = set.intersection(*needed) if needed else set()
    for one in command.options:
        names = optionrows.names_of(one)
        others = [line for line in lines if not any(optionrows.names_of(o) & names for o in usage.options(line))]
        operands = {p.name for line in others for p in positionals(line)}
        if one.value is not None and one.required and one.value.name in operands:
            # `set --add <name> <url>` beside `set <name> <url>`: the name is no value
            one.value = None
        one.required = one.required and one.value is not None and bool(names & always)


def by_example(page: Page, program: str, path: tuple[str, ...]) -> None:
    """Add the commands that every example of a command begins with, what is given being marked: `prog sub add <name>`.

    Only where the page tells of no command and no operand itself.
    """
    lines = [usage.usage(text, program, path) for text in page.examples]
    formal = all(line.reached and len(line.heads) == 1 and any(c in line.text for c in "<[") for line in lines)
    several = len({line.heads[0] for line in lines}) > 1 if path and lines and formal else False
    if several and not page.commands and not page.arguments:
        for line in lines:
            _spelled(page, line, line.heads[0], "")
        page.usages, page.examples, page.acts = [*page.usages, *page.examples], [], None
