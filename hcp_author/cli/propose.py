"""`hcp-author propose`: five to twelve named commands of a program, each with its class, its argv and its reasons."""

from __future__ import annotations

import json
import shutil
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from hcp_author.cli._reading import (
    FileArgument,
    FromOption,
    ProgramArgument,
    RefreshOption,
    TimeoutOption,
    ask,
    check,
    read,
)
from hcp_author.errors import FINDINGS, OK, UserError
from hcp_author.introspect import PROPOSAL_SECONDS

if TYPE_CHECKING:
    from hcp_author.propose.model import Proposal, Proposed

KINDS = ("channel", "read_only", "control")
UNCUT = 100_000
LEAST_WHY = 24
SHOWN_REASONS = 5


def command(
    program: ProgramArgument = "",
    file: FileArgument = "",
    from_: FromOption = "",
    kind: Annotated[
        str, typer.Option("--kind", metavar="|".join(KINDS), help="which kind of pack it's for")
    ] = "channel",
    evidence: Annotated[
        list[str] | None,
        typer.Option("--evidence", metavar="PATH", help="scripts, CI files, histories: what they call comes first"),
    ] = None,
    binding: Annotated[
        str, typer.Option("--binding", metavar="MODE", help="the Binding mode, if the guess is wrong")
    ] = "",
    land: Annotated[str, typer.Option("--land", metavar="LAND", help="personal, brain or local")] = "",
    format_: Annotated[
        str, typer.Option("--format", metavar="table|json", help="for people or for programs")
    ] = "table",
    as_json: Annotated[bool, typer.Option("--json", help="the same as --format json")] = False,
    refresh: RefreshOption = False,
    no_sandbox: Annotated[bool, typer.Option("--no-sandbox", help="read the help without a sandbox")] = False,
    timeout: TimeoutOption = PROPOSAL_SECONDS,
) -> int:
    """Propose 5 to 12 named commands of a program: what each would run, its class and gate, and why.

    Only the program's help is read; none of its commands is run, and no pack is written. With --evidence (often, if
    need be) its calls in a file, or in the files below a folder, are counted here and now: what is really used comes
    first, and no word of those files but command names is shown or kept.

    Example: hcp-author propose git --kind read_only

    Example: hcp-author propose git --evidence .
    """
    _check(kind, binding, land, format_)
    from hcp_author.propose import evidence as used
    from hcp_author.propose.select import consider, nothing

    used.check(evidence or ())

    if from_:
        tree = read(from_, program, file, "propose")
    else:
        check(program, file, "propose")
        tree = ask(program, budget_seconds=timeout, sandbox=not no_sandbox, refresh=refresh)
    if not tree.program.path:
        print("note: it was read from a document: nothing tells which file the program is", file=sys.stderr)
    found = used.gather(tree, evidence or ())
    for line in found.notes:
        print(f"note: {line}", file=sys.stderr)
    proposal = consider(tree, kind=kind, binding=binding or None, land=land or None, evidence=found.sources)
    if as_json or format_ == "json":
        print(json.dumps(proposal.to_json(), ensure_ascii=False, indent=1))
    elif proposal.verbs:
        print("\n".join(page(proposal)))
    if proposal.verbs:
        return OK
    error = nothing(proposal, kind)
    print(f"error: {error.message}\n  try: {error.fix}", file=sys.stderr)
    return FINDINGS


def _check(kind: str, binding: str, land: str, format_: str) -> None:
    """Refuse a word that is none of its option's, and name those that are; raises UserError."""
    from hcp_author.pack.model import LANDS, MODES

    known: dict[str, tuple[str, Sequence[str]]] = {
        "--kind": (kind, KINDS),
        "--binding": (binding, MODES),
        "--land": (land, LANDS),
        "--format": (format_, ("table", "json")),
    }
    for option, (word, words) in known.items():
        if word and word not in words:
            raise UserError(f"`{word}` is no value of {option}", f"{option} {', '.join(words[:-1])} or {words[-1]}")


def page(proposal: Proposal) -> Iterator[str]:
    """The lines for a person: for each verb what it runs, and below it why; nothing the program said is hidden."""
    from hcp_author.pack.text import clean

    yield from table([row(verb, proposal) for verb in proposal.verbs])
    yield ""
    yield from map(clean, about(proposal))
    yield from left(proposal)


def table(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """VERB, CLASS, GATE and RUNS beside each other, WHY below RUNS; both go on on the next line where one is full."""
    from hcp_author.pack.text import clean, width

    cells = [[clean(cell) for cell in line] for line in rows]
    heads = ("VERB", "CLASS", "GATE")
    wide = [max(map(width, column)) for column in zip(heads, *(line[:3] for line in cells), strict=True)]
    under = " " * (sum(wide) + 2 * len(wide))
    for *first, runs, why in [[*heads, "RUNS", "WHY"], *cells]:
        lead = "".join(cell + " " * (size - width(cell) + 2) for cell, size in zip(first, wide, strict=True))
        called = lines_of(runs, len(under), "    ")
        reasons = lines_of(why, len(under) + 2, "")
        yield f"{lead}{called[0]}"
        yield from (f"{under}{line}" for line in called[1:])
        yield from (f"{under}  {line}" for line in reasons)


def lines_of(text: str, taken: int, more: str) -> list[str]:
    """A text as lines for what a terminal has left of its width; `more` leads all but the first."""
    import textwrap

    return textwrap.wrap(text, max(screen() - taken, LEAST_WHY), subsequent_indent=more, break_on_hyphens=False) or [""]


def screen() -> int:
    """How many columns a line may have: nothing is broken where the output is no terminal."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else UNCUT


def about(proposal: Proposal) -> Iterator[str]:
    """The Binding and its reasons, the probe, the variables, connect, and why there are few verbs."""
    yield f"Binding {proposal.binding['default']}: {'; '.join(proposal.binding_why)}"
    for key in ("probe", "settings", "secrets"):
        if proposal.binding.get(key):
            yield f"{key}: {' '.join(proposal.binding[key])}"
    if proposal.connect:
        yield f"connect: {' '.join(proposal.connect['exec']['argv'])} ({proposal.connect['summary']})"
    if proposal.few:
        yield f"few: {proposal.few}"


def row(verb: Proposed, proposal: Proposal) -> list[str]:
    """One verb as the cells of its line."""
    from hcp_author.propose.model import synopsis

    gate = "confirm" if verb.confirm else "-"
    return [verb.verb_key, verb.effect, gate, f"{proposal.program.name} {synopsis(verb.exec)}", "; ".join(verb.why)]


def left(proposal: Proposal) -> Iterator[str]:
    """How many commands were left out, and the reasons that most of them share; --json has every one."""
    from hcp_author.pack.text import clean

    if not proposal.left_out:
        return
    counts = Counter(one.why[0] for one in proposal.left_out if one.why)
    yield f"left out: {len(proposal.left_out)} (--json names each, and why)"
    for reason, count in counts.most_common(SHOWN_REASONS):
        names = [" ".join(one.path) or proposal.program.name for one in proposal.left_out if one.why[:1] == [reason]]
        yield f"  {count:4} {clean(reason)}: {clean(', '.join(names[:3]))}{', …' if len(names) > 3 else ''}"
    if len(counts) > SHOWN_REASONS:
        others = sum(counts.values()) - sum(count for _, count in counts.most_common(SHOWN_REASONS))
        more = len(counts) - SHOWN_REASONS
        yield f"  {others:4} for {more} other reason{'s' if more != 1 else ''}"
