"""What was given, what a person says and what stands to reason become a whole set of answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from hcp_author.errors import USAGE, UserError
from hcp_author.introspect.tree import Tree
from hcp_author.propose.model import Proposal
from hcp_author.scaffold import answers as checked
from hcp_author.scaffold import ask, wrap
from hcp_author.scaffold.questions import Question, named, of_kind

# a program's tree; what is proposed of a tree for (kind=, binding=, land=), with `limit=` of how many verbs. With
# `bare=True` neither fails where it finds nothing: a program that cannot be read can still be passed through
Read = Callable[..., Tree]
Propose = Callable[..., Proposal]
ALL = 1000


@dataclass(frozen=True)
class Filled:
    """All answers, `pack_id` among them; with a wrapped program also what was proposed and what was read of it."""

    answers: dict[str, Any]
    proposal: Proposal | None = None
    tree: Tree | None = None


@dataclass(frozen=True)
class Wrapping:
    """A program that is being wrapped: its tree, and a way to have it proposed in view of the answers so far."""

    kind: str
    tree: Tree
    propose: Propose

    def proposal(self, known: Mapping[str, Any]) -> Proposal:
        """The verbs as proposed, or as picked where there is a `pick`; none for a pass-through."""
        if known.get("pass_through"):
            return wrap.nothing_named(self._ask(known))
        proposed = self._ask(known)
        return wrap.take(self._ask(known, limit=ALL), known["pick"]) if known.get("pick") else proposed

    def offers(self, known: Mapping[str, Any]) -> list[wrap.Offer]:
        """All that a person may pick from."""
        return wrap.offers(self._ask(known), self._ask(known, limit=ALL))

    def _ask(self, known: Mapping[str, Any], **limit: int) -> Proposal:
        how = {"kind": self.kind, "binding": known.get("binding"), "land": known.get("land"), **limit}
        return self.propose(self.tree, **how, **_bare(known))


def fill(
    kind: str,
    pack_id: str,
    file: Mapping[str, Any],
    flags: Mapping[str, Any],
    *,
    yes: bool,
    read: Read,
    propose: Propose,
) -> Filled:
    """Answer every question of the kind: by a flag, the answers file, a person, or with `yes` by its default.

    Without a terminal nobody is asked: the UserError names the flags that are missing, before anything is read.
    """
    known: dict[str, Any] = {"pack_id": pack_id, **file, **flags}
    still_open = [] if yes else checked.missing(kind, known)
    if still_open and not ask.on_a_terminal():
        raise checked.nobody_to_ask(still_open)
    if named("wrap") in still_open:
        known["wrap"], tree = _ask_for_a_program(kind, partial(read, **_bare(known)))
    else:
        tree = read(known["wrap"], **_bare(known)) if known.get("wrap") else None
    wrapping = Wrapping(kind, tree, propose) if tree else None
    _check_wrapping(known, wrapping)
    if wrapping and not (known.keys() & {"pick"} or known.get("pass_through") or yes) and ask.on_a_terminal():
        known["pick"] = ask.pick(wrapping.offers(known))
    _answer_the_rest(kind, known, still_open, wrapping)
    if "triggers" in flags and known["triggers"]:
        known["triggers"] = list(dict.fromkeys([*known["triggers"], *_health(kind, known["binding"], wrapping)]))
    answers = {name: known[name] for name in ("pack_id", *(question.name for question in of_kind(kind)))}
    return Filled(answers, wrapping.proposal(known) if wrapping else None, tree)


def _bare(known: Mapping[str, Any]) -> dict[str, bool]:
    """What is asked of `read` and `propose` for a pass-through."""
    return {"bare": True} if known.get("pass_through") else {}


def _check_wrapping(known: Mapping[str, Any], wrapping: Wrapping | None) -> None:
    """Refuse what needs a program where there is none, and to pick verbs for a pack that is to have none."""
    if wrapping is None and known.get("pick"):
        raise UserError("`--pick` chooses among a program's verbs, and there is no program", "add --wrap PROGRAM")
    if wrapping is None and known.get("pass_through"):
        raise UserError("`--pass-through` passes a program through, and there is no program", "add --wrap PROGRAM")
    if known.get("pick") and known.get("pass_through"):
        raise UserError("`--pick` names verbs, and a `--pass-through` pack has none", "give one of the two")


def _ask_for_a_program(kind: str, read: Read) -> tuple[str, Tree | None]:
    """Ask which program to wrap, again where what was named is none, and read it."""
    while True:
        program = ask.ask(named("wrap"), kind, "")
        try:
            return program, read(program) if program else None
        except UserError as error:
            if error.status != USAGE:
                raise
            ask.tell(error)


def _answer_the_rest(
    kind: str, known: dict[str, Any], still_open: Sequence[Question], wrapping: Wrapping | None
) -> None:
    """Ask or take the default, question by question: each may build on the answers before it."""
    for question in of_kind(kind):
        if question.name not in known:
            default = _default(question, kind, known, wrapping)
            known[question.name] = ask.ask(question, kind, default) if question in still_open else default


def _default(question: Question, kind: str, known: Mapping[str, Any], wrapping: Wrapping | None) -> Any:
    """A question's default in view of the answers before it and of what the program offers."""
    if question.name == "summary" and wrapping:
        proposal = wrapping.proposal(known)
        if known.get("pass_through"):
            return wrap.bare_summary(proposal.program.name)
        return wrap.summary(proposal.program.name, [verb.verb_key for verb in proposal.verbs])
    if question.name == "binding" and wrapping and kind != "control":
        return wrapping.proposal(known).binding["default"]
    if question.name == "land" and known["binding"] == "local":
        return "local"
    if question.name == "triggers":
        pushed = [] if wrapping else [ref for ref in question.defaults[kind] if ref != "binding.degraded"]
        return [*pushed, *_health(kind, known["binding"], wrapping)]
    if question.name == "secrets" and kind == "control" and not wrapping:
        # a mothership mints what a pack declares, and refuses one that declares nothing (L4)
        return [f"{known['pack_id'].upper().replace('-', '_')}_TOKEN"]
    return question.defaults[kind]


def _health(kind: str, binding: str, wrapping: Wrapping | None) -> list[str]:
    """`binding.degraded`, where there is a Binding that can go stale and a person who can mend it."""
    stale = binding in ("user", "mothership") and (wrapping is not None or kind == "channel")
    return ["binding.degraded"] if stale else []
