"""What `prove` does besides proving: a proof put to the test, live answers recorded, a report in another format."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hcp_author.errors import FINDINGS, OK, UserError

if TYPE_CHECKING:
    from hcp_author.mutation import Outcome
    from hcp_author.pack.model import Pack
    from hcp_author.recording import Recording


def mutate(root: Path, as_json: bool, whole: bool = False) -> int:
    """Damage copies of the pack, kind by kind, and tell what its own proof would not notice; `whole`: who does, too."""
    from hcp_author import mutation

    outcomes = list(mutation.run(root, counting()))
    missed = [one for one in outcomes if one.noticed is None]
    if as_json:
        rows = [{"name": one.name, "law": one.law, "noticed": one.noticed, "rules": one.rules} for one in outcomes]
        print(json.dumps({"format": "hcp-author/mutation/1", "pack": str(root), "ok": not missed, "kinds": rows}))
    else:
        print("\n".join(told(outcomes, whole)))
    return FINDINGS if missed else OK


def told(outcomes: Sequence[Outcome], whole: bool = False) -> list[str]:
    """What a person reads: what goes unnoticed, then how many kinds are noticed how; `whole` names each of them."""
    missed = [one for one in outcomes if one.noticed is None]
    by_lint = [one for one in outcomes if one.noticed == "lint"]
    softly = [one for one in outcomes if (one.noticed or "").startswith("lint, as")]
    by_step = [one for one in outcomes if one.noticed and one not in by_lint and one not in softly]
    groups = {
        "fail the proof: its lint step finds an error": by_lint,
        "fail the proof: another step of it": by_step,
        "are told of as warnings or notes of its lint step, and the proof still passes": softly,
        "go unnoticed": missed,
    }
    lines = [f"  not noticed: {one.law}: {one.name}" for one in missed]
    lines.append(f"{len(outcomes)} kinds of damage, of which")
    for what, found in groups.items():
        lines.append(f"  {len(found):>3} {what}")
        lines += [f"        {one.law}: {one.name} ({by_whom(one)})" for one in found if whole and one.noticed]
    return lines if whole or not softly else [*lines, "-v names each; the warnings fail where CI runs lint --strict"]


def by_whom(one: Outcome) -> str:
    """Who notices: lint's rules where they speak, else the step of the proof."""
    how = (one.noticed or "").removeprefix("lint, ")
    return f"{how} {', '.join(one.rules)}".removeprefix("lint ") if one.rules else how


def counting() -> Any:
    """Say how far it is, on a terminal alone."""
    if not sys.stderr.isatty():
        return None

    def progress(number: int, of: int) -> None:
        print(
            f"\r  {number + 1} of {of} kinds of damage",
            end="" if number + 1 < of else "\n",
            file=sys.stderr,
            flush=True,
        )

    return progress


def record(pack: Pack, yes: bool, dry_run: bool, as_json: bool) -> int:
    """Put live answers in the place of fixtures, after a look: what came back is the author's own data."""
    from hcp_author import recording
    from hcp_author.scaffold.change import Change, diff_of

    refuse_unclean(pack)
    made = recording.record(pack)
    new = {name: text.encode() for name, text in made.texts.items()}
    diff = diff_of({name: before(pack, name) for name in new}, new)
    write = yes and not dry_run and bool(made.texts)
    if not as_json:
        show(diff, made)
        write = write or (not dry_run and bool(made.texts) and agreed(pack))
    if write:
        store(pack, made.texts)
    if as_json:
        change = Change(str(pack.root), changed=sorted(made.texts), dry_run=not write, diff=None if write else diff)
        change.kept = sorted({one for one, _ in made.kept})
        change.notes = [f"{one} was not recorded: {why}" for one, why in made.kept] + [recording.INSTEAD] * made.secret
        print(json.dumps(change.to_json(), ensure_ascii=False))
    nothing = made.kept if not made.texts else not (write or dry_run)
    return FINDINGS if nothing else OK


def refuse_unclean(pack: Pack, what: str = "nothing was called") -> None:
    """Raise UserError (1) where lint finds an error: what it does not hold for a read is not called as one."""
    from hcp_author.lint import engine
    from hcp_author.pack.text import as_word

    if wrong := [one for one in engine.check(pack) if one.severity == "error"]:
        message = f"{what}, since the pack does not lint clean: {wrong[0].message} ({wrong[0].rule})"
        raise UserError(message, f"hcp-author lint {as_word(pack.root)}", FINDINGS)


def show(diff: str, made: Recording) -> None:
    """The diff on standard output, what was not recorded on standard error."""
    from hcp_author import recording
    from hcp_author.pack.text import visible

    for line in diff.splitlines():
        print(visible(line))
    for name, why in made.kept:
        print(f"not recorded: {visible(name, 200)}: {visible(why, 400)}", file=sys.stderr)
    if made.secret:
        print(f"  try: {recording.INSTEAD}", file=sys.stderr)
    if not made.texts:
        print("every fixture is as it was", file=sys.stderr)


def agreed(pack: Pack) -> bool:
    """Whether a person at the terminal takes what came back into a pack that others will read."""
    from hcp_author.pack.text import as_word
    from hcp_author.scaffold import ask

    if not ask.on_a_terminal():
        message = "what came back is your own data, and nothing was written: look at the diff first"
        raise UserError(message, f"hcp-author prove {as_word(pack.root)} --record --yes", FINDINGS)
    return ask.yes("Write these answers into the pack?")


def store(pack: Pack, texts: dict[str, str]) -> None:
    """Write the fixtures, each whole or not at all; proof.json holds no answers, and agrees with them as before.

    Raises UserError (1), with nothing written, where somebody wrote to one of them meanwhile.
    """
    from hcp_author.pack import files
    from hcp_author.pack.text import as_word

    for name in texts:
        if files.read_bytes(pack.root, name) != before(pack, name):
            again = f"hcp-author prove {as_word(pack.root)} --record"
            raise UserError(f"`{name}` was changed meanwhile, and nothing was written", again, FINDINGS)
    for name, text in texts.items():
        files.replace(pack.root / name, text)


def before(pack: Pack, name: str) -> bytes:
    """A fixture as it was when the pack was read."""
    return pack.fixtures[name[len("fixtures/") : -len(".json")]].text.encode()


def take_on(pack: Pack, expected: dict[str, Any]) -> None:
    """Write proof.json, and say on standard error what the pack promises differently from now on.

    Raises UserError (1) where lint finds an error that stays once proof.json and the tables of HARNESS.md follow.
    """
    import difflib

    from hcp_author.pack import files
    from hcp_author.pack.text import visible
    from hcp_author.scaffold.layout import lay_out

    new = lay_out(expected)
    refuse_unclean(files.read(pack.root, {"proof.json": new, **redrawn(pack)}), "proof.json was not written")
    if new == pack.proof.text:
        print("proof.json says already what the pack promises, and stays as it is", file=sys.stderr)
        return
    files.replace(pack.root / "proof.json", new)
    for line in difflib.unified_diff(
        pack.proof.text.splitlines(), new.splitlines(), "proof.json", "proof.json", lineterm=""
    ):
        print(visible(line), file=sys.stderr)


def redrawn(pack: Pack) -> dict[str, str]:
    """HARNESS.md as `hcp-author harness` would write it; nothing where it would not."""
    from hcp_author import harness_md

    try:
        return {"HARNESS.md": harness_md.draw(pack, pack.harness)} if pack.harness else {}
    except UserError:
        return {}


def findings(came_back: Any) -> list[str]:
    """The lines of `hcp-author lint`, where what came back are its findings; none where it is anything else."""
    from hcp_author.report import json as report
    from hcp_author.report import text

    try:
        blocks = [text.block(report.from_data(one), colour=False) for one in came_back]
    except Exception:  # it is the script's word, and a trusted stranger's may be anything
        return []
    return [line for block in blocks for line in block.splitlines()]


def junit(document: dict[str, Any], file: str) -> None:
    """Write a proof as JUnit XML, whole or not at all; `-` is standard output."""
    from hcp_author.cli import _proof_junit
    from hcp_author.pack import files

    text = _proof_junit.render(document)
    if file == "-":
        sys.stdout.write(text)
        return
    if not Path(file).absolute().parent.is_dir():
        raise UserError(f"there is no folder for `{file}`", "--junit FILE in a folder that is there")
    files.replace(Path(file), text)
