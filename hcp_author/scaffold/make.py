"""One order for a pack, from its checks to its files in place."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from hcp_author.errors import FINDINGS, UserError
from hcp_author.lint import engine
from hcp_author.pack import files
from hcp_author.pack.text import clean
from hcp_author.scaffold import advice, answers, generate, names, stage
from hcp_author.scaffold.change import Change, diff_of_new, tree
from hcp_author.scaffold.fill import Filled, Propose, Read, fill
from hcp_author.scaffold.questions import check, named


@dataclass(frozen=True)
class Order:
    """What was typed: `flags` are unchecked answers by their question's name, `into` the pack's own folder."""

    kind: str
    name: str
    into: Path | None = None
    flags: Mapping[str, Any] = field(default_factory=dict)
    answers: Path | None = None
    yes: bool = False
    dry_run: bool = False


@dataclass(frozen=True)
class Made:
    """What came of an order: the change to tell, the answers, and under --dry-run the text that shows it all."""

    change: Change
    filled: Filled
    root: Path
    preview: str = ""


def make(order: Order, read: Read, propose: Propose) -> Made:
    """Check, ask, generate, and write the pack whole or not at all; under `dry_run` nothing is written.

    Names, place and flags are checked before anything is asked or read. Raises UserError, KeyboardInterrupt.
    """
    names.check_kind(order.kind)
    names.check_name(order.name, order.kind)
    root = order.into or Path(order.name)
    stage.check_free(root)
    flags = {name: check(named(name), order.kind, value) for name, value in order.flags.items()}
    file = answers.read_file(order.answers, order.kind, order.name) if order.answers else {}
    filled = fill(order.kind, order.name, file, flags, yes=order.yes, read=read, propose=propose)
    # from here to the end a signal waits for a point where it can do no harm
    with stage.held() as stop_if_told:
        planned = generate.plan(order.kind, filled.answers, filled.proposal, filled.tree)
        if filled.proposal is not None:
            _lint(planned, filled.proposal.program.name)
        stop_if_told()
        if not order.dry_run:
            stage.write(root, planned)
    return _made(order, root, filled, planned)


def _lint(planned: stage.Files, program: str) -> None:
    """Hold a wrap against the laws before it is written: what a program says of itself may be no fit for any of them.

    Raises UserError (1) with the first error.
    """
    with tempfile.TemporaryDirectory(prefix="hcp-author-") as folder:
        for name, (data, mode) in planned.items():
            path = Path(folder) / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
            path.chmod(mode)
        wrong = [one for one in engine.check(files.read(Path(folder))) if one.severity == "error"]
    if wrong:
        name = os.path.relpath(wrong[0].file, folder)
        message = f"the pack around `{program}` would not lint: {name}: {clean(wrong[0].message)} ({wrong[0].rule})"
        raise UserError(f"{message}; nothing was written", f"hcp-author propose {program}", FINDINGS)


def _made(order: Order, root: Path, filled: Filled, planned: stage.Files) -> Made:
    shown = advice.shown(root)
    change = Change(order.name, created=list(planned), dry_run=order.dry_run)
    change.notes = advice.notes(order.kind, shown, filled)
    change.next = advice.next_steps(order.kind, order.name, shown, filled)
    if not order.dry_run:
        return Made(change, filled, root)
    change.diff = diff_of_new(planned)
    fixed = frozenset({*generate.fixed_files(order.name), *generate.SCHEMAS})
    where = "bin/, proof.py and the schemas in .hcp/"
    left_out = f"# {len(fixed)} files are the same in every pack and not shown: {where} (--json has them)\n"
    return Made(change, filled, root, f"{tree(planned, shown)}\n{diff_of_new(planned, fixed)}{left_out}")
