"""L2: fixtures name declared verbs, with args that these accept, so that mock mode answers as the verb would.

L2.10 Fixtures name declared verbs, with args that these accept.
F.14 Fixtures are cases: args and data.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from hcp_author.lint.contract import Hit, at, rule
from hcp_author.pack import args, argv, names
from hcp_author.pack.model import Pack, Verb
from hcp_author.pack.source import Document, pointer

CASE_KEYS = ("args", "data", "invented")


@rule("L2-fixture-verb", "L2", "error", needs=("surface:/verbs/*/verb_key",))
def fixture_verb(pack: Pack) -> Iterator[Hit]:
    """A fixture answers for a verb that the pack does not declare.

    Why: mock mode must not know a command that the surface does not (L2).
    Fix: rename the file after its verb, or remove it.
    Bad: fixtures/find.json
        {"cases": [{"args": {}, "data": []}]}
    Good: fixtures/count.json
        {"cases": [{"args": {}, "data": {"text": "2"}}]}
    """
    keys = [verb.verb_key for verb in pack.verbs]
    # that there is no verb at all is told once, by L3-too-few or L3-wrap-without-commands
    for name, document in pack.fixtures.items() if keys or pack.kind == "sense_only" else ():
        # a row that is left over is told by L10-row-without-verb, once
        if name not in keys and name not in pack.rows:
            close = names.nearest(name, keys)
            fix = f"rename it to fixtures/{close}.json" if close else f"remove {document.name}"
            yield at(
                document, "", f"`{document.name}` answers for {names.shown(name)}, which is no verb of this pack", fix
            )


@rule("L2-fixture-args", "L2", "error", needs=("surface:/verbs/*",))
def fixture_args(pack: Pack) -> Iterator[Hit]:
    """A fixture's case has args that its verb does not accept, or the file is no list of cases.

    Why: a call with these args is refused before mock mode is asked, so the case never answers.
    Fix: write `{"cases": [{"args": {…}, "data": …}]}` with args that the verb's schema accepts.
    Bad: fixtures/count.json
        {"cases": [{"args": {"limit": 5}, "data": {"text": "2"}}]}
    Good: fixtures/count.json
        {"cases": [{"args": {"query": "tag:unread"}, "data": {"text": "2"}}]}
    """
    for name, document in pack.fixtures.items():
        verb = pack.verb(name)
        if verb is None or document.problems:
            continue
        cases = document.value.get("cases") if isinstance(document.value, dict) else None
        if not isinstance(cases, list) or not all(isinstance(one, dict) for one in cases):
            yield at(
                document,
                "/cases",
                f"`{document.name}` holds no list of cases",
                '{"cases": [{"args": {}, "data": null}]}',
            )
            continue
        seen: dict[str, int] = {}
        for index, case in enumerate(cases):
            wrong = list(case_keys(document, index, case, seen))
            yield from wrong or case_args(pack, document.name, verb, index, case.get("args", {}))


def case_args(pack: Pack, file: str, verb: Verb, index: int, given: object) -> Iterator[Hit]:
    """The breaches of one case."""
    schema = dict(verb.args) or {"type": "object", "properties": {}, "additionalProperties": False}
    if args.flaws(verb):
        return
    document = pack.fixtures[verb.verb_key]
    found = args.check(schema, given)
    strange = [one for one in found if one[1] == "is not an argument"]
    # what lacks may only be misspelt
    for where, message in strange or found:
        name = where.strip("/") or "args"
        said = f"`{verb.verb_key}` would refuse this case: `{name}` {message}"
        close = names.did_you_mean(name, argv.properties(verb)) if strange else None
        fix = close or "correct the case, or the verb's args"
        yield at(document, pointer("cases", index, "args") + where, said, fix, key=bool(strange))


def case_keys(document: Document, index: int, case: dict[str, Any], seen: dict[str, int]) -> Iterator[Hit]:
    """What a case lacks or has too much: it is a call's args and the data that answers it, once."""
    where = pointer("cases", index)
    for key in case:
        if key not in CASE_KEYS:
            fix = names.did_you_mean(key, CASE_KEYS) or f"the keys of a case are {', '.join(CASE_KEYS)}"
            yield at(document, where + pointer(key), f"{names.shown(key)} is no key of a case", fix, key=True)
    if "data" not in case and len(case) == len(case.keys() & set(CASE_KEYS)):
        yield at(document, where, "this case has no `data`, and so no answer", 'add "data": …')
    first = seen.setdefault(json.dumps(case.get("args", {}), sort_keys=True), index)
    if first != index:
        message = f"this case never answers: `cases[{first}]` has the same args"
        yield at(document, where, message, "remove one of the two, or change its args")
