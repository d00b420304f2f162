"""L12: what proof.json expects is what the pack declares.

L12.2 The proof covers lint, a read, a gated write, a live deny, and both announces with Sense: L12-proof-disagrees
      holds proof.json to every row; that the steps are run is proof.py's, whose bytes are known.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from hcp_author.lint.contract import Hit, at, rule
from hcp_author.lint.laws._runtime import bin_files, digest, our_digest, our_runtime, released
from hcp_author.pack import args
from hcp_author.pack.model import Pack, PolicyRow
from hcp_author.pack.source import pointer, split
from hcp_author.pack.text import as_word

# what proof.py reads
FORMAT = "hcp-author/proof-expectations/1"
# pointer, what proof.json says, what the pack says
Difference = tuple[str, Any, Any]


@rule("L12-proof-disagrees", "L12", "error", phase="derived", needs=("proof:",))
def proof_disagrees(pack: Pack) -> Iterator[Hit]:
    """proof.json expects another class, gate, land or Binding than the pack declares, leaves a promise out, or fails.

    Why: proof.json is what makes a changed policy.json noticed (L12); where the two disagree the proof fails.
    Fix: if the change is meant, have proof.json written anew; else undo it.
    Bad: policy.json /verbs/tag/confirm
        false
    Bad: proof.json /verbs/tag/confirm
        true
    Good: policy.json /verbs/tag/confirm
        true
    Good: proof.json /verbs/tag/confirm
        true
    """
    proof = pack.proof.value
    if not pack.proof.exists:
        return
    if not isinstance(proof, dict) or not isinstance(proof.get("verbs"), dict):
        yield at(pack.proof, "", "proof.json does not say what this pack promises", accept(pack))
        return
    if proof.get("format", FORMAT) != FORMAT:
        yield at(pack.proof, "/format", f"proof.json is none of `{FORMAT}`, which its script reads", accept(pack))
        return
    yield from refused_samples(pack, proof["verbs"])
    if is_of_another_runtime(pack, proof.get("runtime")):
        yield at(pack.proof, "/runtime", "proof.json names another runtime than bin/ holds", accept(pack))
    for where, expected, declared in told_once(differences(pack, proof)):
        redraw = f"hcp-author harness {as_word(pack.root)}"
        fix = f"undo the change, or if it is meant: {accept(pack)}; {redraw}"
        yield at(pack.proof, where, told(named(where), expected, declared), fix, key=expected is None)


def told_once(found: Iterable[Difference]) -> Iterator[Difference]:
    """Of each row the first difference: the class comes before the gate and the land, which follow from it."""
    seen: set[tuple[str, ...]] = set()
    for where, expected, declared in found:
        row = tuple(split(where)[:2])
        if row not in seen:
            seen.add(row)
            yield where, expected, declared


def refused_samples(pack: Pack, promised: Mapping[str, Any]) -> Iterator[Hit]:
    """Each sample call of the proof that its own verb would refuse."""
    for verb in pack.verbs:
        said = promised.get(verb.verb_key)
        sample = said.get("args") if isinstance(said, dict) else None
        # an empty one stands where no fixture gave any
        if not sample or not verb.args or args.flaws(verb):
            continue
        found = args.check(dict(verb.args), sample)
        if found:
            where, why = found[0]
            there = pointer("verbs", verb.verb_key, "args")
            message = f"the sample call of `{verb.verb_key}` would be refused: {why}"
            yield at(pack.proof, there + where if exists(sample, where) else there, message, accept(pack))


def exists(value: Any, where: str) -> bool:
    """Whether a pointer leads to something in a value of objects."""
    for part in split(where):
        if not isinstance(value, dict) or part not in value:
            return False
        value = value[part]
    return True


def is_of_another_runtime(pack: Pack, named_digest: Any) -> bool:
    """Whether the proof would stop at once: bin/ is of another release; L11 speaks where it is of none."""
    if not isinstance(named_digest, str):
        return False
    found = bin_files(pack)
    there = our_digest() if found == our_runtime() else digest(found)
    return there != named_digest and (found == our_runtime() or there in released("runtime"))


def accept(pack: Pack) -> str:
    """The command that writes proof.json anew."""
    return f"hcp-author prove {as_word(pack.root)} --accept"


def told(name: str, expected: Any, declared: Any) -> str:
    """What is wrong at one place."""
    if expected is None and isinstance(declared, dict):
        return f"proof.json leaves {name} out"
    if declared is None and isinstance(expected, dict):
        return f"proof.json promises {name}, and the pack has no such row"
    return f"proof.json expects {shown(expected)} for {name}, the pack has {shown(declared)}"


def named(where: str) -> str:
    """What a pointer into proof.json is about: `/verbs/tag/confirm` is `confirm` of `tag`."""
    parts = split(where)
    return f"`{parts[-1]}` of `{parts[-2]}`" if len(parts) > 2 else f"`{parts[-1]}`"


def differences(pack: Pack, proof: Mapping[str, Any]) -> Iterator[Difference]:
    """Each place where the two disagree, as (pointer, expected, declared); None is what is not there."""
    own = {"pack_id": pack.pack_id, "kind": pack.kind or None, "plane": pack.plane}
    own["binding"] = pack.binding.default if pack.binding else None
    for key, declared in own.items():
        if proof.get(key) != declared:
            yield pointer(key), proof.get(key), declared
    yield from row_differences("verbs", proof.get("verbs"), pack.rows, with_confirm=True)
    yield from row_differences("stimuli", proof.get("stimuli"), pack.stimuli, with_confirm=False)


def row_differences(
    section: str, expected: Any, rows: Mapping[str, PolicyRow], with_confirm: bool
) -> Iterator[Difference]:
    """The differences of one table; a promise that is left out, or that nothing keeps, is one difference."""
    promised = expected if isinstance(expected, dict) else {}
    for name in dict.fromkeys([*rows, *promised]):
        row, said = rows.get(name), promised.get(name)
        if row is None or not isinstance(said, dict):
            yield pointer(section, name), said, None if row is None else facts(row, with_confirm)
            continue
        for key, declared in facts(row, with_confirm).items():
            if said.get(key) != declared:
                yield pointer(section, name, key), said.get(key), declared


def facts(row: PolicyRow, with_confirm: bool) -> dict[str, Any]:
    """A Policy row as proof.json keeps it."""
    confirm = {"confirm": row.confirm} if with_confirm else {}
    return {"operation": row.operation, **confirm, "land": row.land}


def shown(value: Any) -> str:
    """A value for a message; `nothing` where there is none."""
    if value is None:
        return "nothing"
    text = json.dumps(value, ensure_ascii=False)
    return f"`{text if len(text) <= 80 else text[:79] + '…'}`"
