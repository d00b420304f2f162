"""What reads really answer on the author's machine, written as fixtures in the place of invented ones."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field

from hcp_author import prove
from hcp_author.errors import FINDINGS, UserError
from hcp_author.pack import edit, named_secrets, secrets
from hcp_author.pack.model import Pack, Verb
from hcp_author.pack.text import as_word

LARGEST = 64 * 1024  # characters of one recorded answer; a fixture is read by people
# what to do about an answer with a secret
INSTEAD = "give the case args whose answer holds no secret, or write its data by hand; then --record again"


@dataclass
class Recording:
    """The new text of each fixture that changes, by file name, and why other cases stay as they are.

    `secret` is whether one of them does since its answer looks as if it held a secret.
    """

    texts: dict[str, str] = field(default_factory=dict)
    kept: list[tuple[str, str]] = field(default_factory=list)
    secret: bool = False


def record(pack: Pack) -> Recording:
    """Call every read with the args of its fixtures, on its real Binding, and put the answers in place of the old ones.

    No write is ever called. An answer that looks as if it held a secret, fails or is very large is not taken, and
    `kept` says so. Nothing is written here. Raises UserError (1) where no answer could come back.
    """
    made = Recording()
    verbs = list(reads(pack))
    if not verbs or pack.plane == "control":
        raise nothing_to_ask(pack)
    for verb in verbs:
        one(pack, verb, made)
    return made


def nothing_to_ask(pack: Pack) -> UserError:
    """Why no read of this pack can be recorded, and what can be done."""
    prove_it = f"hcp-author prove {as_word(pack.root)}"
    if pack.plane == "control":
        message = "a control pack answers operators alone, and nothing of it is recorded: its fixtures are written"
        return UserError(f"{message} by hand", prove_it, FINDINGS)
    if not pack.verbs:
        return UserError(f"`{pack.pack_id}` declares no verbs, so it has no answers to record", prove_it, FINDINGS)
    named = [verb.verb_key for verb in pack.verbs if is_read(pack, verb)]
    message = "there is no read with a fixture that could be recorded"
    case = """'{"cases": [{"args": {}, "data": null}]}'"""
    fix = f"begin a fixture, and record it: echo {case} > fixtures/{named[0]}.json" if named else prove_it
    return UserError(message, fix, FINDINGS)


def reads(pack: Pack) -> Iterator[Verb]:
    """The verbs that are classed read, are no health verb, and have a fixture."""
    return (verb for verb in pack.verbs if is_read(pack, verb) and verb.verb_key in pack.fixtures)


def is_read(pack: Pack, verb: Verb) -> bool:
    """Whether a verb is classed read and is no health verb of the runtime's own."""
    row = pack.row(verb.verb_key)
    return row is not None and row.operation == "read" and not verb.builtin


def one(pack: Pack, verb: Verb, made: Recording) -> None:
    """Record the answers of one verb, case by case, each in the smallest edit."""
    document = pack.fixtures[verb.verb_key]
    text = document.text
    for index, case in enumerate(document.value["cases"]):
        call = {"pack_id": pack.pack_id, "verb_key": verb.verb_key, "args": case["args"]}
        answer = prove.call(pack.root, pack.pack_id, call)
        why = refusal(answer)
        if not why and (why := secret(answer["data"])):
            made.secret = True
        if why:
            made.kept.append((f"{document.name} case {index}", why))
            continue
        if answer["data"] != case.get("data"):
            text = edit.replace_value(text, f"/cases/{index}/data", answer["data"])
        if "invented" in case:
            text = edit.remove(text, f"/cases/{index}/invented")
    if text != document.text:
        made.texts[document.name] = text


def refusal(answer: dict[str, object]) -> str:
    """Why an answer cannot be a fixture; empty where it can."""
    if answer["ok"] is not True:
        error = answer.get("error")
        return f"the call failed: {secrets.mask(str(error.get('message') if isinstance(error, dict) else error))}"
    if len(json.dumps(answer.get("data"), ensure_ascii=False)) > LARGEST:
        return f"the answer is larger than {LARGEST:,} characters"
    return ""


def secret(data: object) -> str:
    """Where data holds what looks like a secret, and of which kind; empty where it holds none."""
    where, kind = next(named_secrets.find(data), (None, ""))
    if where is None:
        # one that is told by key and value together, or that stands across several
        found = next(secrets.find(json.dumps(data, ensure_ascii=False)), None)
        return f"its answer holds what looks like a secret ({found.kind})" if found else ""
    return f"`/data{where}` of its answer looks like a secret ({kind})"
