"""A pack and its program's tree of today: what broke, what changed, what deserves a place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import takewhile

from hcp_author.drift import then as kept
from hcp_author.drift import verbs
from hcp_author.drift.model import KINDS, Drift, Finding, Newcomer
from hcp_author.drift.needs import Line, child_of, find, locate
from hcp_author.drift.raw import Raw
from hcp_author.drift.then import Then
from hcp_author.errors import FINDINGS, USAGE, UserError
from hcp_author.introspect.tree import Tree
from hcp_author.pack.argv import Element, elements
from hcp_author.pack.model import Pack, Verb
from hcp_author.pack.text import as_word, clean
from hcp_author.propose.calls import known
from hcp_author.propose.effect import Judgement
from hcp_author.propose.model import Proposal
from hcp_author.propose.select import effects
from hcp_author.scaffold import introspection

DEEPEST = 4
MODE = "-"  # what the path of a flat program's mode begins with


def refuse(pack: Pack) -> None:
    """Raise UserError for a pack that has nothing to hold against a program: no wrap, no verbs, no surface (2 or 1)."""
    shown = as_word(pack.root)
    if not isinstance(pack.surface.value, dict):
        problem = next(iter(pack.surface.problems), None)
        why = problem.message if problem else "it holds no object"
        raise UserError(f"{clean(shown)}/surface.json: {why}", f"hcp-author lint {shown}", FINDINGS)
    if pack.wrap is None:
        fix = "hcp-author new channel NAME --wrap PROGRAM makes one that does"
        raise UserError(f"the pack `{clean(pack.pack_id)}` wraps no program that could change", fix, USAGE)
    if pack.pass_through:
        message = f"the pack `{clean(pack.pack_id)}` is a pass-through: it has no verbs that could break"
        raise UserError(message, f"hcp-author promote {shown}", USAGE)


def depth(pack: Pack) -> int:
    """How many words of commands must be read: what a proposal reads, or as many as the longest verb has."""
    return min(max([2, *(len(list(_leading(verb))) for verb in pack.verbs)]), DEEPEST)


def _leading(verb: Verb) -> Iterator[Element]:
    return takewhile(lambda one: one.kind == "literal" and not one.text.startswith("-"), elements(verb))


def compare(pack: Pack, tree: Tree, proposed: Proposal) -> Drift:
    """Hold a pack against its program's tree; `proposed` is what would be proposed of it today.

    Writes nothing. What the program was like comes from .hcp/introspection.json, where the pack has it.
    """
    then = kept.read(pack)
    program = tree.program
    same = None if then is None or not then.sha256 else then.sha256 == program.sha256
    version = clean(then.version, 80) if then else ""
    found = Drift(
        clean(pack.pack_id),
        clean(program.name),
        program.path,
        version,
        clean(program.version, 80),
        same,
        len(pack.verbs),
    )
    judged = effects(tree)
    paths: set[tuple[str, ...]] = set()
    for name, verb in _calls(pack):
        argv = elements(verb) if verb.exec is not None else ()
        where = f"{verb.pointer}/exec/argv" if name != "binding.probe" else verb.pointer
        row = pack.row(name)
        differences = list(verbs.check(argv, where, verb.args, row is None or row.operation == "read", then, tree))
        path = _path(argv, tree)
        paths.add(path)
        if not any(one.kind in ("broken", "unread") for one in differences):
            differences += _effect(pack, name, path, judged.get(path), then, tree)
        found.findings += [_placed(pack, name, one) for one in differences]
    found.findings.sort(key=lambda one: KINDS.index(one.kind))
    found.new = _new(proposed, paths, then)
    found.notes = list(_notes(tree, then))
    return found


def _calls(pack: Pack) -> Iterator[tuple[str, Verb]]:
    """Everything of a pack that calls its program: each verb, `connect`, and the Binding's probe."""
    yield from ((verb.verb_key, verb) for verb in pack.verbs if verb.exec is not None and not verb.builtin)
    run = (pack.connect or {}).get("exec")
    if isinstance(run, Mapping):
        yield "connect", Verb("connect", "/connect", "", {}, (), run, False)
    if pack.binding is not None and pack.binding.probe:
        yield "binding.probe", Verb("", "/binding/probe", "", {}, (), {"argv": list(pack.binding.probe)}, False)


def _path(argv: tuple[Element, ...], tree: Tree) -> tuple[str, ...]:
    """The path of the command that an argv calls; of a program without commands the mode option that it passes."""
    found = locate(argv, tree.root)
    if tree.root.commands:
        return found.words
    modes = known(tree).modes
    return next(((modes[need.name],) for need in found.options if need.name in modes), ())


def _effect(
    pack: Pack,
    name: str,
    path: tuple[str, ...],
    judged: Judgement | None,
    then: Then | None,
    tree: Tree,
) -> Iterator[Raw]:
    """A verb whose Policy is milder than what its command is judged to do now; not where the command is as it was."""
    row = pack.row(name)
    line = _line(path, tree)
    if row is None or judged is None or line is None or name == "connect":
        return
    if then is not None and then.digests.get(path[: len(line) - 1]) == introspection.digest(line[-1]):
        return
    why = clean("; ".join(judged.why[:2]), 160)
    if row.operation == "read" and judged.effect != "read":
        message = f"the Policy calls it a read, and its command is judged {judged.effect} now: {why}"
        fix = '"operation": "write", "confirm": true'
        yield Raw("effect", "judged-otherwise", message, fix, row.pointer, "policy.json")
    elif row.operation == "write" and row.confirm is False and judged.effect == "destructive":
        message = f"it runs without confirm, and its command is judged destructive now: {why}"
        yield Raw("effect", "judged-otherwise", message, '"confirm": true', row.pointer, "policy.json")


def _line(path: tuple[str, ...], tree: Tree) -> Line | None:
    line = [tree.root]
    for word in path if tree.root.commands else ():
        child = child_of(line[-1], word)
        if child is None:
            return None
        line.append(child)
    return line


def _placed(pack: Pack, name: str, raw: Raw) -> Finding:
    """The finding at the place in the pack that one would change."""
    document = pack.surface if raw.file == "surface.json" else pack.policy
    place = document.place(raw.pointer)
    return Finding(
        raw.kind,
        raw.code,
        clean(name),
        clean(raw.message, 400),
        clean(raw.fix, 200),
        raw.file,
        place.line,
        place.column,
        place.end_line,
        place.end_column,
        raw.pointer,
    )


def _new(proposed: Proposal, paths: set[tuple[str, ...]], then: Then | None) -> list[Newcomer]:
    """The commands that would be proposed today and that were not there when the program was wrapped."""
    if then is None:
        return []
    return [
        Newcomer(list(verb.path), verb.verb_key, verb.summary, verb.effect, verb.why)
        for verb in proposed.verbs
        if tuple(verb.path) not in paths and not _was_there(tuple(verb.path), then)
    ]


def _was_there(path: tuple[str, ...], then: Then) -> bool:
    if len(path) == 1 and path[0].startswith(MODE):
        return find(path[0], [then.root]) is not None
    return path in then.digests


def _notes(tree: Tree, then: Then | None) -> Iterator[str]:
    """What a person should know of how far the look could go."""
    if then is None:
        yield f"there is no {kept.FILE}: nothing tells what the program was like, so only what is missing is told"
    if tree.coverage.partial:
        yield "the program could not be read whole in the time there was: --timeout 120 gives it more"
    for note in tree.notes[:3]:
        if not note.path:
            yield clean(note.problem, 200)
