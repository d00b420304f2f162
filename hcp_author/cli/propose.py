"""`hcp-author propose`: five to twelve named commands of a program, each with its class, its argv and its reasons."""

from __future__ import annotations

import json
import shutil
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from hcp_author.errors import FINDINGS, OK, UserError

if TYPE_CHECKING:
    from hcp_author.propose.model import Proposal, Proposed

KINDS = ("channel", "read_only", "control")
UNCUT = 100_000
LEAST_WHY = 24
SHOWN_REASONS = 5


def command(
    program: Annotated[str, typer.Argument(metavar="PROGRAM", help="a program's name or its file's path")],
    kind: Annotated[
        str, typer.Option("--kind", metavar="|".join(KINDS), help="which kind of pack it's for")
    ] = "channel",
    binding: Annotated[
        str, typer.Option("--binding", metavar="MODE", help="the Binding mode, if the guess is wrong")
    ] = "",
    land: Annotated[str, typer.Option("--land", metavar="LAND", help="personal, brain or local")] = "",
    format_: Annotated[
        str, typer.Option("--format", metavar="table|json", help="for people or for programs")
    ] = "table",
    as_json: Annotated[bool, typer.Option("--json", help="the same as --format json")] = False,
    no_sandbox: Annotated[bool, typer.Option("--no-sandbox", help="read the help without a sandbox")] = False,
    timeout: Annotated[float, typer.Option("--timeout", min=1, metavar="SECONDS", help="time to read the help")] = 45.0,
) -> int:
    """Propose 5 to 12 named commands of a program: what each would run, its class and gate, and why.

    Only the program's help is read; none of its commands is run, and nothing is written.

    Example: hcp-author propose git --kind read_only
    """
    _check(kind, binding, land, format_)
    from hcp_author.introspect.crawl import introspect
    from hcp_author.propose.select import consider, nothing

    tree = introspect(program, budget_seconds=timeout, sandbox=not no_sandbox)
    proposal = consider(tree, kind=kind, binding=binding or None, land=land or None)
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
    """The lines for a person; whatever the program said is one line each, with nothing hidden."""
    yield from columns(("VERB", "CLASS", "GATE", "RUNS", "WHY"), [row(verb, proposal) for verb in proposal.verbs])
    from hcp_author.pack.text import clean

    yield ""
    yield from map(clean, about(proposal))
    yield from left(proposal)


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
    gate = "confirm" if verb.confirm else "-"
    return [verb.verb_key, verb.effect, gate, f"{proposal.program.name} {shown(verb.exec)}", "; ".join(verb.why)]


def shown(exec_: dict[str, Any]) -> str:
    """An argv as people write a synopsis: `list --json [--limit=LIMIT] QUERY`."""
    return " ".join(_element(element) for element in exec_["argv"])


def _element(element: Any) -> str:
    if isinstance(element, str):
        return element
    if "flag" in element:
        return f"[{element['flag']}]"
    if "positional" in element:
        return f"{element.get('prefix', '')}{element['positional'].upper()}{'...' if element.get('each') else ''}"
    join = "=" if element["option"].startswith("--") else " "
    return f"[{element['option']}{join}{element['arg'].upper()}]"


def left(proposal: Proposal) -> Iterator[str]:
    """How many commands were left out, and the reasons that most of them share."""
    from hcp_author.pack.text import clean

    if not proposal.left_out:
        return
    counts = Counter(one.why[0] for one in proposal.left_out if one.why)
    yield f"left out: {len(proposal.left_out)}"
    for reason, count in counts.most_common(SHOWN_REASONS):
        names = [" ".join(one.path) or proposal.program.name for one in proposal.left_out if one.why[:1] == [reason]]
        yield f"  {count:4} {clean(reason)}: {clean(', '.join(names[:3]))}{', …' if len(names) > 3 else ''}"


def columns(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """A table whose last column takes what is left of the line; nothing is cut where the output is no terminal."""
    from hcp_author.pack.text import clean, fit, width

    cells = [[clean(cell) for cell in line] for line in rows]
    wide = [max(map(width, column)) for column in zip(heads, *cells, strict=True)]
    columns_ = shutil.get_terminal_size().columns if sys.stdout.isatty() else UNCUT
    rest = max(columns_ - sum(wide[:-1]) - 2 * len(wide), LEAST_WHY)
    for line in [list(heads), *cells]:
        padded = [cell + " " * (size - width(cell)) for cell, size in zip(line[:-1], wide, strict=False)]
        yield "  ".join([*padded, fit(line[-1], rest)]).rstrip()
