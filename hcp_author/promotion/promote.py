"""One order to promote a pack, from its checks to its files in place."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hcp_author.errors import UserError
from hcp_author.introspect.tree import Tree
from hcp_author.pack.model import Pack
from hcp_author.pack.source import parse
from hcp_author.pack.text import as_word, clean
from hcp_author.promotion import called, plan, stage, start
from hcp_author.propose import evidence
from hcp_author.propose.evidence import Gathered
from hcp_author.propose.model import Proposal
from hcp_author.scaffold import advice, ask, wrap
from hcp_author.scaffold.change import Change, diff_of

# the tree of the program at a path, or of that name; what is proposed of a tree for (kind=, binding=, land=,
# evidence=), with `limit=` of how many verbs
Read = Callable[[str], Tree]
Propose = Callable[..., Proposal]
ALL = 1000


@dataclass(frozen=True)
class Order:
    """What was typed: `picks` are verb_keys, None where nobody said; `kind`, `binding`, `land`, if other than so far.

    `evidence` are files and folders in which calls of the program are counted.
    """

    root: Path
    picks: Sequence[str] | None = None
    yes: bool = False
    kind: str | None = None
    binding: str | None = None
    land: str | None = None
    evidence: Sequence[str] = ()
    dry_run: bool = False


def promote(order: Order, read: Read, propose: Propose) -> Change:
    """Turn a pass-through into named commands, all or nothing; under `dry_run` nothing is written.

    Everything that can be refused is, before anything is written. Raises UserError, KeyboardInterrupt.
    """
    pack = start.open_pack(order.root)
    evidence.check(order.evidence)
    if order.picks is None and not order.yes and not ask.on_a_terminal():
        message = "there is no terminal to choose verbs on"
        raise UserError(message, "--yes to take what is proposed, or --pick VERBS to name them, joined by commas")
    path, lost = start.program(pack)
    tree = _read(read, path, lost, pack)
    found = _use(order, pack, tree)
    proposal = _chosen(order, pack, tree, found, propose)
    _check_gated(order, pack, proposal)
    land = proposal.verbs[0].land
    texts = plan.changes(pack, proposal, tree, land, _kind(order, pack))
    made = {name: text.encode() for name, text in texts.items()}
    old = stage.before(pack, list(made))
    stage.check(order.root, made)
    if not order.dry_run:
        stage.swap(order.root, made, old)
    change = _told(order, pack, proposal, made, old)
    change.notes = [*found.notes, *_notes(pack, proposal, lost, advice.shown(order.root))]
    return change


def _read(read: Read, path: str, lost: str, pack: Pack) -> Tree:
    """The program's tree; a name that leads nowhere either is told with where the pack itself looks."""
    try:
        return read(path)
    except UserError as error:
        if not lost or error.status == 1:
            raise
        link = f"{as_word(pack.root)}/bin/{pack.pack_id} --link /absolute/path/of/{clean(path)}"
        raise UserError(f"{lost}; {error.message}", link, 1) from None


def _chosen(order: Order, pack: Pack, tree: Tree, found: Gathered, propose: Propose) -> Proposal:
    """The proposal with the verbs that were picked, or as it is."""
    how: dict[str, Any] = {
        "kind": _kind(order, pack),
        "binding": order.binding or (pack.binding.default if pack.binding else None),
        "land": order.land or (None if order.binding else plan.land_of(pack)),
        "evidence": found.sources,
    }
    try:
        proposed = propose(tree, **how)
    except UserError as error:
        raise _nothing(error, order, how["kind"], tree) from None
    if order.picks is None and order.yes:
        return proposed
    everything = propose(tree, **how, limit=ALL)
    picks = ask.pick(wrap.offers(proposed, everything)) if order.picks is None else list(dict.fromkeys(order.picks))
    if not picks:
        raise UserError("`--pick` names no verb", f"--pick {','.join(verb.verb_key for verb in proposed.verbs[:3])}")
    return wrap.take(everything, picks)


def _nothing(error: UserError, order: Order, kind: str, tree: Tree) -> UserError:
    """The error for a program of which nothing can be a verb, with what can be done about this very pack."""
    fix = f"hcp-author propose {as_word(Path(tree.program.path))} --json"
    if kind == "read_only":
        fix = f"hcp-author promote {as_word(order.root)} --yes --kind channel"
    return UserError(f"{error.message}; the pack stays a pass-through", fix, error.status)


def _kind(order: Order, pack: Pack) -> str:
    """The kind that the pack will have; one that does not say is taken for what its plane makes of it."""
    return order.kind or pack.kind or ("control" if pack.plane == "control" else "channel")


def _check_gated(order: Order, pack: Pack, proposal: Proposal) -> None:
    """A pack that may write proves one gated write (L12); where none was taken it is another kind of pack."""
    kind = _kind(order, pack)
    if kind == "read_only" or any(verb.confirm for verb in proposal.verbs):
        return
    message = f"a `{kind}` pack proves one gated write, and none of these verbs is one"
    again = f"hcp-author promote {as_word(order.root)}"
    same = shlex.join(["--pick", ",".join(order.picks)] if order.picks else ["--yes"])
    other = f"{again} {same} --kind read_only" if kind == "channel" else f"{again} --pick VERBS, a write among them"
    raise UserError(message, other, 1)


def _use(order: Order, pack: Pack, tree: Tree) -> Gathered:
    """What is known of real use: the pass-through's own log first, then the places that were named."""
    found = evidence.gather(tree, order.evidence)
    if counts := called.counts(pack.pack_id, tree.root):
        found.sources.insert(0, evidence.Source(counts, "called {times} through the pass-through"))
    return found


def _told(order: Order, pack: Pack, proposal: Proposal, made: stage.Texts, old: stage.Before) -> Change:
    """What was done, with each verb as it is called now and as it was typed before."""
    changed = [name for name in made if old[name] is not None and old[name] != made[name]]
    created = [name for name in made if old[name] is None]
    kept = [name for name in pack.files if name not in (*changed, *created) and not name.startswith("bin/")]
    change = Change(str(order.root), created, changed, kept, dry_run=order.dry_run)
    change.diff = diff_of(old, made) if order.dry_run else None
    change.verbs = verbs(pack, proposal, made["proof.json"])
    root, us = advice.shown(order.root), advice.us()
    change.next = [f"{advice.face(pack.pack_id, root)} --help", f"{us} show {root}", f"{us} prove {root}"]
    if order.dry_run:
        change.next = [f"{us} promote {root} {shlex.join(_again(order, proposal))}"]
    return change


def _again(order: Order, proposal: Proposal) -> list[str]:
    """The options with which the very same is done."""
    others = {"--kind": order.kind, "--binding": order.binding, "--land": order.land}
    flags = [word for flag, value in others.items() if value for word in (flag, value)]
    return ["--pick", ",".join(verb.verb_key for verb in proposal.verbs), *flags]


def verbs(pack: Pack, proposal: Proposal, proof: bytes) -> list[dict[str, Any]]:
    """Each promoted verb, how it is called, and what a person typed for the same through the pass-through.

    Both run the program with one argv: that which exec builds of the verb's sample arguments.
    """
    rows = parse(proof, "proof.json").value["verbs"]
    made = []
    for verb in proposal.verbs:
        row, gated = rows[verb.verb_key], ["--confirm"] * verb.confirm
        made.append(
            {
                "verb_key": verb.verb_key,
                "effect": verb.effect,
                "confirm": verb.confirm,
                "call": shlex.join([f"bin/{pack.pack_id}", verb.verb_key, *row["typed"], *gated]),
                "pass_through": shlex.join([f"bin/{pack.pack_id}", "--confirm", "--", *row["argv"]]),
                "why": verb.why,
            }
        )
    return made


def _notes(pack: Pack, proposal: Proposal, lost: str, root: str) -> list[str]:
    """What is worth knowing about the pack as it is now."""
    face = advice.face(pack.pack_id, root)
    notes = []
    if proposal.few:
        notes.append(f"it has few verbs: {proposal.few}")
    if lost:
        link = f"{face} --link {shlex.quote(proposal.program.path)}"
        notes.append(f"{lost}; it was read at {clean(proposal.program.path)}: {link}")
    own = {*pack.binding.settings, *pack.binding.secrets} if pack.binding else set()
    settings = [name for name in proposal.binding.get("settings", []) if name not in own]
    if settings:
        notes.append(f"{', '.join(settings)} can be set: {face} --link {settings[0]}=VALUE")
    secrets = [name for name in proposal.binding.get("secrets", []) if name not in own]
    if secrets:
        notes.append(f"{', '.join(secrets)}: filled by a credential helper, {face} --link helper=/path/of/it")
    return notes
