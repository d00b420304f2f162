"""`hcp-author drift`: a pack's program read again, and what of the pack it does not fit any more."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hcp_author.cli._reading import TimeoutOption, ask
from hcp_author.errors import FINDINGS, OK, UserError
from hcp_author.introspect import BUDGET_SECONDS

if TYPE_CHECKING:
    from hcp_author.drift.model import Drift, Finding
    from hcp_author.pack.model import Pack

TITLES = {
    "broken": "broken: these calls fail now",
    "changed": "changed: the verb still works",
    "danger": "gained dangerous options",
    "effect": "judged otherwise now",
    "unread": "not read, so not compared",
}


def command(
    pack: Annotated[Path, typer.Argument(help="the pack's folder")] = Path(),
    as_json: Annotated[bool, typer.Option("--json", help="print hcp-author/drift/1")] = False,
    no_sandbox: Annotated[bool, typer.Option("--no-sandbox", help="read the help without a sandbox")] = False,
    timeout: TimeoutOption = BUDGET_SECONDS,
) -> int:
    """Read a pack's program again and tell which verbs broke or changed, and which new commands deserve a place.

    The program is the one that the pack runs: your link, or the first of its paths that is there. It is asked for its
    help alone, and nothing is written. Exits 1 where a verb broke, 0 where none did.

    Example: hcp-author new channel repo --wrap git --yes; hcp-author drift repo
    """
    from hcp_author.drift.compare import compare, depth, refuse
    from hcp_author.pack import files
    from hcp_author.propose.select import consider

    found = files.read(pack)
    refuse(found)
    program = program_of(found)
    tree = ask(program, depth=depth(found), budget_seconds=timeout, sandbox=not no_sandbox, refresh=True)
    drifted = compare(found, tree, consider(tree, kind=found.kind or "channel"))
    print(json.dumps(drifted.to_json(), ensure_ascii=False) if as_json else "\n".join(page(drifted, pack)))
    return FINDINGS if drifted.of("broken") else OK


def program_of(pack: Pack) -> str:
    """The file that the pack runs, told by the runtime itself; raises UserError (1) where there is none."""
    from hcp_author.runtime import calls, manifest
    from hcp_author.runtime.fault import Fault

    try:
        return calls.program(manifest.load(str(pack.root)))
    except Fault as fault:
        raise UserError(fault.message, fault.hint, FINDINGS) from None


def page(drifted: Drift, pack: Path) -> Iterator[str]:
    """The lines for a person: what was read, then what was found, the worst first, and what to type next."""
    from hcp_author.pack.text import as_word, clean, visible

    version = " -> ".join(dict.fromkeys(filter(None, (drifted.version_then, drifted.version_now))))
    same = {True: ", the same file as then", False: ", another file than then", None: ""}[drifted.same_file]
    named = f"{drifted.program} {version}".rstrip()
    yield f"{named} ({visible(drifted.path)}{same}): {drifted.verbs} verbs of {drifted.pack}"
    for kind, title in TITLES.items():
        if drifted.of(kind):
            yield f"\n{title}"
            for one in drifted.of(kind):
                yield from _finding(one, pack)
    if drifted.new:
        yield "\nnew, and worth a place"
        for verb in drifted.new:
            yield f"  {clean(' '.join([drifted.program, *verb.path]))}  ({verb.effect}) {clean(verb.summary)}"
        yield f"  try: hcp-author propose {as_word(Path(drifted.path))}"
    yield from (f"note: {note}" for note in drifted.notes)
    yield f"\n{_summary(drifted)}"
    if drifted.of("broken"):
        yield f"  try: mend surface.json, and then: hcp-author prove {as_word(pack)} --accept"


def _finding(one: Finding, pack: Path) -> Iterator[str]:
    """One finding: its place, its verb, what is different, and what mends it."""
    from hcp_author.pack.text import visible

    yield f"  {visible(str(pack / one.file))}:{one.line}:{one.column}: {one.verb}: {one.message}"
    if one.fix:
        yield f"    try: {one.fix}"


def _summary(drifted: Drift) -> str:
    """What was found, counted, in one line."""
    counts = [(len(drifted.of(kind)), kind) for kind in TITLES]
    told = [f"{count} {kind}" for count, kind in counts if count]
    told += [f"{len(drifted.new)} new"] if drifted.new else []
    return ", ".join(told) or "nothing drifted: every verb still fits its program"
