"""What the usage lines of a page say about it: operands, options, commands, and whether it acts by itself."""

from __future__ import annotations

from hcp_author.introspect.page import Page
from hcp_author.introspect.reading import listing, optionrows, placeholders, spelled, usage
from hcp_author.introspect.reading.operands import positionals
from hcp_author.introspect.reading.rows import is_option
from hcp_author.introspect.reading.synopsis import Synopsis
from hcp_author.introspect.tree import Command, Option, Positional

_ANY = frozenset(("arg", "argument", "value", "name", "what", "word"))
_ASKING = frozenset(("help", "h", "version", "v", "?"))


def fill(page: Page, spoken: list[Synopsis]) -> None:
    """Add to a page what its usage lines say and its lists do not."""
    lines = [line for one in spoken for line in one.lines]
    page.usages = [line.text for line in lines]
    mine = [line for line in lines if line.reached]
    about = {id(line): text for one in spoken for line, text in zip(one.lines, one.summaries, strict=True)}
    spelled.commands(page, mine, about)
    names = (
        {c.name for c in page.commands}
        | {a for c in page.commands for a in c.aliases}
        | {title for c in page.commands for title in (c.heading.lower(), c.heading.lower().removesuffix("s"))}
    )
    own = [line for line in mine if not (set(line.heads) & names)]
    _options(page, own + [_before(line, names) for line in mine if line not in own])
    plain = [line for line in own if not _asks(line) and not any(one.required for one in usage.options(line))]
    page.plain = bool(plain) or not own
    page.arguments = _operands(page.arguments, _said(own, plain, names))
    page.acts = _acts(own, names) if page.commands else True
    if not own and mine:
        # every line begins with a command: `prog [list]` acts by itself
        page.acts = any(_free(line) for line in mine)
    if not page.commands:
        page.candidates = _candidates(own)
    elif any(_beside_help(line) for line in own) and "help" not in names:
        page.commands.append(Command("help"))


def _options(page: Page, own: list[usage.Usage]) -> None:
    """The options that the usage lines spell out; one that every line has unbracketed is required."""
    needed = [
        {n for one in usage.options(line) if one.required for n in optionrows.names_of(one)}
        for line in own
        if not _asks(line)
    ]
    always = set.intersection(*needed) if needed else set()
    for line in own:
        for one in usage.options(line):
            _option(page, one, always)


def _free(line: usage.Usage) -> bool:
    """Whether the command that a usage line begins with may be left out."""
    return next(piece for piece in line.elements if piece.text == line.heads[0]).optional


def _before(line: usage.Usage, names: set[str]) -> usage.Usage:
    """The pieces of a usage line that stand before the command that it begins with."""
    at = next((i for i, piece in enumerate(line.elements) if piece.text in names), 0)
    return usage.Usage(line.text, line.elements[:at])


def _said(own: list[usage.Usage], plain: list[usage.Usage], names: set[str]) -> list[Positional]:
    """The operands that the usage lines name; where a line does without any, none of them is required.

    A line that an option must stand in (`tag -d <name>`, `tag --batch`) tells of another way to call the command:
    it counts only where no line is `plain`.
    """
    group = bool(names)
    found = positionals(_fullest([*plain, *own], names), group=group) if own else []
    counted = plain or [line for line in own if not _asks(line)]
    if not all(any(p.required for p in positionals(line, group=group)) for line in counted):
        for operand in found:
            operand.required = False
    return found


def _beside_help(line: usage.Usage) -> bool:
    """Whether the word `help` may stand where the command stands: `{ COMMAND | help }`."""
    places = {
        piece.group for piece in line.elements if placeholders.stands_for_command(piece.text) and piece.alternative
    }
    return any(piece.text == "help" and piece.group in places for piece in line.elements)


def _operands(listed: list[Positional], said: list[Positional]) -> list[Positional]:
    """Operands of the list and of the usage as one: the usage has their order and which may be left out."""
    rows = {one.name.lower(): one for one in listed}
    for one in said:
        row = rows.get(one.name.lower())
        if row is None:
            continue
        row.required, row.variadic = one.required, one.variadic or row.variadic
        one.name, one.choices = row.name, one.choices or row.choices
    name = said[0].name.lower() if len(said) == 1 and not said[0].variadic else ""
    if len(listed) > 2 and name in _ANY and name not in rows:
        # the rows are what the one operand may be
        return said
    return said if len(said) >= len(listed) else listed


def _candidates(own: list[usage.Usage]) -> list[Command]:
    """Words that may be commands or the choices of an operand: the closed set that comes first in a usage line."""
    for line in own:
        pieces = [
            piece
            for at, piece in enumerate(line.elements)
            if not is_option(piece.text)
            and not placeholders.stands_for_command(piece.text)
            and not usage.is_value(line.elements, at)
        ]
        first = pieces[0] if pieces else None
        if first is None:
            continue
        words = first.text.split(",") if "," in first.text else first.text.split("|")
        if first.alternative and len(words) == 1:
            words = [p.text for p in pieces if p.group == first.group and p.alternative and placeholders.literal(p)]
        names = all(listing.is_name(w) and w == w.lower() for w in words)
        if names and len(words) > 1 and any(len(w) > 1 for w in words):
            return [Command(w) for w in words]
    return []


def places(spoken: list[Synopsis]) -> set[str]:
    """The placeholders, in lower case, that may stand for a command: words that say so, else the first operand."""
    found: set[str] = set()
    for line in (line for one in spoken for line in one.lines if line.reached):
        names = [placeholders.name_of(piece.text) for piece in line.elements if not is_option(piece.text)]
        found |= {name for name in names if placeholders.stands_for_command(name)}
        found |= set([name for name in names if name not in placeholders.OPTION_WORDS][:1])
    return found


def stands_for_command(spoken: list[Synopsis]) -> bool:
    """Whether some usage line has a placeholder that says that it is a command."""
    return any(usage.takes_command(line) is not None for one in spoken for line in one.lines if line.reached)


def _option(page: Page, one: Option, always: set[str]) -> None:
    """An option of a usage line: new where no row lists it, and required where every line has it unbracketed."""
    names = optionrows.names_of(one)
    listed = {n for o in page.options for n in optionrows.names_of(o)}
    if one.long and one.long[1] != "-" and one.value is None and {f"-{c}" for c in one.long[1:]} <= listed:
        # `-nibt` are four that the page lists
        return
    known = next((o for o in [*page.options, *page.inherited] if names & optionrows.names_of(o)), None)
    if known is None:
        one.required = False
        known = one
        page.options.append(one)
    known.required = known.required or (bool(names & always) and known.value is not None)
    known.repeatable = known.repeatable or one.repeatable


def _fullest(own: list[usage.Usage], names: set[str]) -> usage.Usage:
    """The first usage line that names operands, without what stands for the commands `names`, where there are any."""
    if not names:
        return next((line for line in own if positionals(line)), usage.Usage(""))
    for line in own:
        named = usage.takes_command(line) is not None
        stands = {e.group for e in line.elements if placeholders.stands_for_command(e.text) and e.group}
        kept = [
            e
            for e in line.elements
            if e.group not in stands
            and not (named and placeholders.name_of(e.text) in placeholders.REST_WORDS)
            and not ({*e.text.split(","), placeholders.name_of(e.text)} & names)
        ]
        if positionals(usage.Usage(line.text, kept), group=True):
            return usage.Usage(line.text, kept)
    return usage.Usage("")


def _acts(own: list[usage.Usage], names: set[str]) -> bool | None:
    """Whether some usage line does without a subcommand (lines that only ask for help or version aside)."""
    if not own:
        return None
    for line in own:
        stands = usage.takes_command(line) is not None or any(
            {*e.text.split(","), placeholders.name_of(e.text)} & names for e in line.elements
        )
        if not stands and not _asks(line):
            return True
    return False


def _asks(line: usage.Usage) -> bool:
    """Whether a usage line only asks for help or the version."""
    return 0 < len(line.elements) <= 4 and all(e.text.lstrip("-").lower() in _ASKING for e in line.elements)
