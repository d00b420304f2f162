"""What the usage lines of a page say about it: operands, options, commands, and whether it acts by itself."""

from __future__ import annotations

from hcp_author.introspect.page import Page
from hcp_author.introspect.reading import listing, optionrows, usage
from hcp_author.introspect.reading.operands import positionals
from hcp_author.introspect.reading.rows import is_option
from hcp_author.introspect.reading.synopsis import Synopsis
from hcp_author.introspect.text import clean
from hcp_author.introspect.tree import Command, Option

_ASKING = frozenset(("help", "h", "version", "v", "?"))


def fill(page: Page, spoken: list[Synopsis]) -> None:
    """Add to a page what its usage lines say and its lists do not."""
    lines = [line for one in spoken for line in one.lines]
    page.usages = [line.text for line in lines]
    mine = [line for line in lines if line.reached]
    about = {id(line): text for one in spoken for line, text in zip(one.lines, one.summaries, strict=True)}
    _spelled_commands(page, mine, about)
    names = (
        {c.name for c in page.commands}
        | {a for c in page.commands for a in c.aliases}
        | {c.heading.lower().rstrip(":") for c in page.commands}
    )
    own = [line for line in mine if not (set(line.heads) & names)]
    for line in own:
        for one in usage.options(line):
            _option(page, one)
    spoken_of = positionals(_fullest(own, names)) if own else []
    if not all(any(p.required for p in positionals(line)) for line in own if not _asks(line)):
        # there is a way to call it without operands
        for operand in spoken_of:
            operand.required = False
    for argument in page.arguments:
        same = next((a for a in spoken_of if a.name.lower() == argument.name.lower()), None)
        if same is not None:
            argument.required, argument.variadic = same.required, same.variadic or argument.variadic
    page.arguments = page.arguments or spoken_of
    page.acts = _acts(own, names) if page.commands else True
    if not page.commands:
        page.candidates = _candidates(own)


def _candidates(own: list[usage.Usage]) -> list[Command]:
    """Words that may be commands or the choices of an operand: the closed set that comes first in a usage line."""
    for line in own:
        pieces = [
            p for p in line.elements if not is_option(p.text) and usage.name_of(p.text) not in usage.COMMAND_WORDS
        ]
        first = pieces[0] if pieces else None
        if first is None:
            continue
        words = first.text.split(",") if "," in first.text else first.text.split("|")
        if first.alternative and len(words) == 1:
            words = [p.text for p in pieces if p.group == first.group and p.alternative and usage.literal(p)]
        if len(words) > 1 and all(listing.is_name(w) and w == w.lower() for w in words):
            return [Command(w) for w in words]
    return []


def places(spoken: list[Synopsis]) -> set[str]:
    """The placeholders, in lower case, that may stand for a command: words that say so, else the first operand."""
    found: set[str] = set()
    for line in (line for one in spoken for line in one.lines if line.reached):
        names = [usage.name_of(piece.text) for piece in line.elements if not is_option(piece.text)]
        found |= {name for name in names if name in usage.COMMAND_WORDS}
        found |= set([name for name in names if name not in usage.OPTION_WORDS][:1])
    return found


def stands_for_command(spoken: list[Synopsis]) -> bool:
    """Whether some usage line has a placeholder that says that it is a command."""
    return any(usage.takes_command(line) is not None for one in spoken for line in one.lines if line.reached)


def _option(page: Page, one: Option) -> None:
    """An option of a usage line: new where no row lists it, and required where it stands there unbracketed."""
    names = optionrows.names_of(one)
    known = next((o for o in [*page.options, *page.inherited] if names & optionrows.names_of(o)), None)
    if known is None:
        one.required = one.required and one.value is not None
        page.options.append(one)
    elif one.required and known.value is not None:
        known.required = True


def _fullest(own: list[usage.Usage], names: set[str]) -> usage.Usage:
    """The first usage line that names operands, without what stands for the commands."""
    for line in own:
        stands = {e.group for e in line.elements if usage.name_of(e.text) in usage.COMMAND_WORDS and e.group}
        kept = [
            e
            for e in line.elements
            if e.group not in stands and not ({*e.text.split(","), usage.name_of(e.text)} & names)
        ]
        if positionals(usage.Usage(line.text, kept)):
            return usage.Usage(line.text, kept)
    return usage.Usage("")


def _spelled_commands(page: Page, mine: list[usage.Usage], about: dict[int, str]) -> None:
    """Commands that stand in the usage lines: one a line (docopt), or as `{a,b,c} ...` (argparse)."""
    firsts = [name for line in mine for name in line.heads]
    several = len(set(firsts)) > 1 and sum(1 for line in mine if line.heads) > 1
    # `{ add | change | delete } NAME`: a word to type, and then operands
    several = several or any(
        len(line.heads) > 2 and len(line.elements) > len(line.heads) and not line.elements[0].optional for line in mine
    )
    if several or any(c.name in firsts for c in page.commands):
        for line in mine:
            for name in line.heads[: listing.MAX_COMMANDS - len(page.commands)]:
                _spelled(page, line, name, about.get(id(line), ""))
    for command in page.commands:
        # one line with two words tells no command below the first: the second may be a name for what is given
        if len(command.commands) == 1 and firsts.count(command.name) == 1:
            command.commands = []
    for line in mine:
        for piece in line.elements:
            words = piece.text.split(",")
            if piece.repeat and not piece.optional and len(words) > 1 and all(map(listing.is_name, words)):
                known = {c.name for c in page.commands} | {a for c in page.commands for a in c.aliases}
                page.commands += [Command(w) for w in words if w not in known]


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


def _acts(own: list[usage.Usage], names: set[str]) -> bool | None:
    """Whether some usage line does without a subcommand (lines that only ask for help or version aside)."""
    if not own:
        return None
    for line in own:
        stands = usage.takes_command(line) is not None or any(
            {*e.text.split(","), usage.name_of(e.text)} & names for e in line.elements
        )
        if not stands and not _asks(line):
            return True
    return False


def _asks(line: usage.Usage) -> bool:
    """Whether a usage line only asks for help or the version."""
    return 0 < len(line.elements) <= 4 and all(e.text.lstrip("-").lower() in _ASKING for e in line.elements)
