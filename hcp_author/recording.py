"""What reads really answer on the author's machine, written as fixtures in the place of invented ones."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field

from hcp_author import prove
from hcp_author.errors import FINDINGS, UserError
from hcp_author.pack import edit, secrets
from hcp_author.pack.model import Pack, Verb

LARGEST = 64 * 1024  # characters of one recorded answer; a fixture is read by people


@dataclass
class Recording:
    """The new text of each fixture that changes, by file name, and why others stay as they are."""

    texts: dict[str, str] = field(default_factory=dict)
    kept: list[tuple[str, str]] = field(default_factory=list)


def record(pack: Pack) -> Recording:
    """Call every read with the args of its fixtures, on its real Binding, and put the answers in place of the old ones.

    No write is ever called. An answer that looks as if it held a secret, fails or is very large is not taken, and
    `kept` says so. Nothing is written here. Raises UserError (1) where there is no read with a fixture.
    """
    made = Recording()
    verbs = list(reads(pack))
    if not verbs:
        raise UserError("there is no read with a fixture that could be recorded", "hcp-author new --help", FINDINGS)
    for verb in verbs:
        one(pack, verb, made)
    return made


def reads(pack: Pack) -> Iterator[Verb]:
    """The verbs that are classed read, are no health verb, and have a fixture."""
    for verb in pack.verbs:
        row = pack.row(verb.verb_key)
        if row and row.operation == "read" and not verb.builtin and verb.verb_key in pack.fixtures:
            yield verb


def one(pack: Pack, verb: Verb, made: Recording) -> None:
    """Record the answers of one verb, case by case, each in the smallest edit."""
    document = pack.fixtures[verb.verb_key]
    text = document.text
    for index, case in enumerate(document.value["cases"]):
        call = {"pack_id": pack.pack_id, "verb_key": verb.verb_key, "args": case["args"]}
        answer = prove.call(pack.root, pack.pack_id, call)
        if why := refusal(answer):
            made.kept.append((f"{document.name} case {index}", why))
            continue
        if answer["data"] != case.get("data"):
            text = edit.replace_value(text, f"/cases/{index}/data", answer["data"])
        if "invented" in case:
            text = edit.remove(text, f"/cases/{index}/invented")
    if text != document.text:
        made.texts[document.name] = text


def refusal(answer: dict[str, object]) -> str:
    """Why an answer is not taken as a fixture; empty where it is."""
    if answer["ok"] is not True:
        error = answer.get("error")
        return f"the call failed: {error.get('message') if isinstance(error, dict) else error}"
    text = json.dumps(answer.get("data"), ensure_ascii=False)
    if len(text) > LARGEST:
        return f"the answer is larger than {LARGEST:,} characters"
    found = next(secrets.find(text), None)
    return "the answer holds what looks like a secret" if found else ""
