"""`hcp-author prove`: a pack's proof script, run and shown step by step."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from hcp_author.errors import FINDINGS, OK, UserError

MARKS = {"ok": "\N{CHECK MARK}", "failed": "\N{BALLOT X}", "skipped": "\N{EN DASH}"}
PLAIN_MARKS = {"ok": "ok", "failed": "FAILED", "skipped": "-"}
FACTS = {"sent": "sent", "expected": "expected", "came_back": "came back"}
WIDEST = 2000  # characters of one fact of a failed step; --json has all of it


def command(
    pack: Annotated[Path, typer.Argument(help="the pack's folder")] = Path(),
    live: Annotated[bool, typer.Option("--live", help="fail where no live read can be had on this machine")] = False,
    without_lint: Annotated[bool, typer.Option("--without-lint", help="leave out the lint step")] = False,
    accept: Annotated[
        bool, typer.Option("--accept", help="first write proof.json anew, and show what changed")
    ] = False,
    trust: Annotated[bool, typer.Option("--trust", help="run a proof.py and bin/ that are of no release")] = False,
    junit: Annotated[
        str | None, typer.Option("--junit", metavar="FILE", help="write the steps as JUnit XML too")
    ] = None,
    mutate: Annotated[
        bool, typer.Option("--mutate", help="damage copies of the pack, and tell what its proof would not notice")
    ] = False,
    verbose: Annotated[
        bool, typer.Option("-v", "--verbose", help="with --mutate: name each kind of damage and who notices it")
    ] = False,
    record: Annotated[
        bool, typer.Option("--record", help="put live answers of reads in the place of their fixtures")
    ] = False,
    yes: Annotated[bool, typer.Option("--yes", help="with --record: write without a question")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="with --record: print the diff, write nothing")] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="print hcp-author/proof/1 (--mutate: mutation/1; --record: change/1)")
    ] = False,
) -> int:
    """Run a pack's proof script and show its steps.

    It works on a copy whose program is replaced by a recorder, so no write reaches the real one; one read is run live
    where the pack's Binding mints on this machine, never one of a control pack. What it expects stands in proof.json:
    after a change that is meant, --accept writes that anew, unless lint finds an error. --record asks the real program
    for the reads of your fixtures, and looks for secrets in what comes back. Exits 0 where the pack proves itself, 1
    where it does not.

    Example: hcp-author prove mail
    """
    from hcp_author import prove
    from hcp_author.cli import _proving
    from hcp_author.pack import files

    refuse_together({"--mutate": mutate, "--record": record, "--accept": accept, "--junit": bool(junit)})
    refuse_without({"--yes": yes, "--dry-run": dry_run}, "--record", record)
    refuse_without({"--verbose": verbose}, "--mutate", mutate)
    found = files.read(pack)
    prove.refuse_broken(found)
    unknown = prove.unknown_files(found)
    if unknown and not trust:
        raise refuse(pack, unknown)
    if mutate:
        return _proving.mutate(pack, as_json, verbose)
    if record:
        return _proving.record(found, yes, dry_run, as_json)
    if accept:
        _proving.take_on(found, prove.anew(found))
    document = proved(pack, [name for name, on in (("--live", live), ("--without-lint", without_lint)) if on])
    if junit:
        _proving.junit(document, junit)
    if junit != "-":
        print(json.dumps(document) if as_json else "\n".join(page(document)))
    return OK if document["ok"] is True else FINDINGS


def proved(pack: Path, chosen: list[str]) -> dict[str, Any]:
    """The document of the proof."""
    from hcp_author import prove

    try:
        return prove.run(pack, chosen)
    except KeyboardInterrupt:
        raise typer.Abort from None  # which the command line's boundary tells; an interrupt typer would swallow


def refuse_without(given: dict[str, bool], needed: str, there: bool) -> None:
    """Refuse an option that says something only beside another."""
    stray = [option for option, on in given.items() if on and not there]
    if stray:
        raise UserError(f"`{stray[0]}` is for {needed}", "hcp-author prove --help")


def refuse_together(asked: dict[str, bool]) -> None:
    """Raise UserError (2) where more is asked than one call does; --accept and --junit go together."""
    names = [name for name, wanted in asked.items() if wanted]
    if len(names) > 1 and names != ["--accept", "--junit"]:
        raise UserError(f"{' and '.join(names)} are not done in one call", "one after the other")


def refuse(pack: Path, unknown: list[str]) -> UserError:
    """The refusal to run a stranger's code in the name of a proof."""
    from hcp_author.pack.text import as_word

    rules = {"proof.py": "L12-unknown-proof", "bin/": "L11-runtime-modified"}
    named = " and ".join(f"`{name}` ({rules[name]})" for name in unknown)
    message = f"{named} of this pack {'is' if len(unknown) == 1 else 'are'} of no release, so no proof was run"
    return UserError(message, f"read it, and then: hcp-author prove {as_word(pack)} --trust", FINDINGS)


def page(document: dict[str, Any]) -> list[str]:
    """The lines for a person: the verdict first, then each step; a step that failed shows all that is known."""
    from hcp_author.pack.text import clean

    steps = document["steps"]
    failed = sum(not step["ok"] for step in steps)
    verdict = f"does not prove itself: {failed} of {len(steps)} steps failed" if failed else "proves itself"
    seconds = sum(step.get("seconds", 0.0) for step in steps)
    lines = [f"{clean(str(document['pack_id']))} {verdict} ({seconds:.1f} s)"]
    for step in steps:
        lines += [line(step), *(f"      {text}" for text in details(step))]
    return lines


def line(step: dict[str, Any]) -> str:
    """One step: its mark, its name, how long it took."""
    from hcp_author.pack.text import clean

    marks = MARKS if "utf" in (sys.stdout.encoding or "").lower() else PLAIN_MARKS
    mark = marks["skipped" if step["skipped"] else "ok" if step["ok"] else "failed"]
    time = "" if step["skipped"] else f"{step.get('seconds', 0.0):.2f} s"
    return f"  {mark} {clean(str(step['name'])):<46} {time}".rstrip()


def details(step: dict[str, Any]) -> list[str]:
    """Why a step was skipped, or why it failed with what was sent, expected and came back, as ASCII JSON."""
    from hcp_author.cli._proving import findings
    from hcp_author.pack.text import clean

    if step["ok"] and not step["skipped"]:
        return findings(step.get("came_back"))  # lint's warnings fail no proof, and are told
    told = [clean(str(step["reason"]))]
    if step["skipped"]:
        return told
    if found := findings(step.get("came_back")):
        return [*told, *found]
    return told + [text for key, word in FACTS.items() if step.get(key) is not None for text in fact(word, step[key])]


def fact(word: str, value: Any) -> list[str]:
    """One fact, a list item by item; each on one line, cut where it is very long."""
    texts = [json.dumps(item) for item in value] if isinstance(value, list) and value else [json.dumps(value)]
    cut = [text if len(text) <= WIDEST else f"{text[:WIDEST]} ... (--json has all of it)" for text in texts]
    return [f"{lead:<10} {text}" for lead, text in zip([word, *[""] * (len(cut) - 1)], cut, strict=True)]
