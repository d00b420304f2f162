"""One order for a pack, from its checks to its files in place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

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
        files = generate.plan(order.kind, filled.answers, filled.proposal, filled.tree)
        stop_if_told()
        if not order.dry_run:
            stage.write(root, files)
    return _made(order, root, filled, files)


def _made(order: Order, root: Path, filled: Filled, files: stage.Files) -> Made:
    shown = advice.shown(root)
    change = Change(order.name, created=list(files), dry_run=order.dry_run)
    change.notes = advice.notes(order.kind, shown, filled)
    change.next = advice.next_steps(order.kind, order.name, shown, filled)
    if not order.dry_run:
        return Made(change, filled, root)
    change.diff = diff_of_new(files)
    fixed = frozenset({*generate.fixed_files(order.name), *generate.SCHEMAS})
    where = "bin/, proof.py and the schemas in .hcp/"
    left_out = f"# {len(fixed)} files are the same in every pack and not shown: {where} (--json has them)\n"
    return Made(change, filled, root, f"{tree(files, shown)}\n{diff_of_new(files, fixed)}{left_out}")
