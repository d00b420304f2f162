"""Over damaged packs: fixing ends, brings nothing new, widens nothing, and keeps every byte that it need not change."""

from __future__ import annotations

import copy
import json
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import lint_packs
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hcp_author.lint import engine, fixes
from hcp_author.lint.contract import PHASES
from hcp_author.lint.laws import RULES
from hcp_author.pack import files
from hcp_author.pack.model import Pack

PHASE = {rule.id: PHASES.index(rule.phase) for rule in RULES if rule.phase in PHASES}


@lru_cache
def clean(base: str) -> dict[str, tuple[bytes, int]]:
    """A clean pack's files and modes."""
    here = os.getcwd()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            root = lint_packs.make(base)
            paths = [path for path in root.rglob("*") if path.is_file()]
            return {str(path.relative_to(root)): (path.read_bytes(), path.stat().st_mode) for path in paths}
        finally:
            os.chdir(here)


def nodes(value: Any, here: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The place of every member and item."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield (*here, key)
            yield from nodes(inner, (*here, key))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield (*here, index)
            yield from nodes(inner, (*here, index))


def parent(value: Any, place: tuple[Any, ...]) -> Any:
    for part in place[:-1]:
        value = value[part]
    return value


def drop(value: Any, place: tuple[Any, ...], other: Any) -> None:
    del parent(value, place)[place[-1]]


def turn(value: Any, place: tuple[Any, ...], other: Any) -> None:
    parent(value, place)[place[-1]] = other


def misspell(value: Any, place: tuple[Any, ...], other: Any) -> None:
    inside = parent(value, place)
    if isinstance(inside, dict):
        inside[str(place[-1])[:-1] + "q"] = inside.pop(place[-1])


def shout(value: Any, place: tuple[Any, ...], other: Any) -> None:
    inside = parent(value, place)
    if isinstance(inside[place[-1]], str):
        inside[place[-1]] = inside[place[-1]].upper()
    elif isinstance(inside, dict):
        inside[str(place[-1]).upper()] = inside.pop(place[-1])


def double(value: Any, place: tuple[Any, ...], other: Any) -> None:
    inside = parent(value, place)
    if isinstance(inside, list):
        inside.append(copy.deepcopy(inside[place[-1]]))


OTHERS = st.sampled_from([None, True, False, 1, "", "read", "write", "brain", "global", "control", "mock", [], {}])
DAMAGE = st.tuples(
    st.sampled_from(["surface.json", "policy.json", "policy.json", "proof.json"]),
    st.sampled_from([drop, turn, misspell, shout, double]),
    st.integers(0, 10_000),
    OTHERS,
)
LAYOUTS: dict[str, Callable[[Any], bytes]] = {
    "two": lambda value: (json.dumps(value, indent=2, ensure_ascii=False) + "\n").encode(),
    "tabs and CRLF": lambda value: json.dumps(value, indent="\t").replace("\n", "\r\n").encode(),
    "one line": lambda value: json.dumps(value, separators=(",", ":")).encode(),
    "a mark before it": lambda value: b"\xef\xbb\xbf" + json.dumps(value, indent=1).encode(),
}


def lay(root: Path, base: str, damages: list[Any], layout: str, text: str) -> None:
    for name, (data, mode) in clean(base).items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(data)
        (root / name).chmod(mode & 0o777)
    for name, how, at, other in damages:
        value = json.loads((root / name).read_bytes().decode("utf-8-sig"))
        places = [place for place in nodes(value) if name != "proof.json" or place[0] in ("verbs", "stimuli", "plane")]
        if places:
            how(value, places[at % len(places)], copy.deepcopy(other))
        (root / name).write_bytes(LAYOUTS[layout](value))
    if text:
        path = root / "HARNESS.md"
        path.write_text(path.read_text().replace("personal", text))


def allowed(pack: Pack) -> dict[str, int]:
    """How much each verb may do without being asked: 0 waits for confirm, 1 does not say, 2 does not wait."""
    found = {}
    for verb in pack.verbs:
        row = pack.row(verb.verb_key)
        open_ = {True: 0, None: 1, False: 2}[row.confirm] if row and row.operation == "write" else 2
        found[verb.verb_key] = open_ if row and row.operation else 0
    return found


def write(root: Path, mended: fixes.Mended) -> None:
    for name, data in mended.after.items():
        assert (root / name).read_bytes() == mended.before[name] if mended.before[name] is not None else True
        (root / name).write_bytes(data)
    for name in mended.executable:
        (root / name).chmod(0o755)


@pytest.mark.parametrize("suggested", [False, True], ids=["safe", "suggested"])
@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    base=st.sampled_from(["mail", "fleet", "feed"]),
    damages=st.lists(DAMAGE, min_size=1, max_size=3),
    layout=st.sampled_from(sorted(LAYOUTS)),
    text=st.sampled_from(["", "brain"]),
)
def test_over_damaged_packs(suggested: bool, base: str, damages: list[Any], layout: str, text: str) -> None:
    folder = tempfile.mkdtemp()
    try:
        root = Path(folder) / base
        lay(root, base, damages, layout, text)
        hold(root, suggested)
    finally:
        shutil.rmtree(folder)


def hold(root: Path, suggested: bool) -> None:
    before = files.read(root)
    told = engine.check(before)
    mended = fixes.mend(root, suggested)
    write(root, mended)
    after = files.read(root)
    left = engine.check(after)
    known = {(one.rule, one.file, one.pointer, one.message) for one in told}
    first = min((PHASE[one.rule] for one in told), default=0)
    new = [one for one in left if (one.rule, one.file, one.pointer, one.message) not in known]
    assert not [one for one in new if PHASE[one.rule] <= first and one.severity != "note"]
    assert {one.rule for one in mended.fixed} <= set(fixes.FIXES)
    if not suggested:
        narrower(before, after)
    again = fixes.mend(root, suggested)
    assert (again.after, again.executable) == ({}, ())


def narrower(before: Pack, after: Pack) -> None:
    """Nothing may do more than it might; what is a builtin may be asked again."""
    was, builtins = allowed(before), {verb.verb_key for verb in before.verbs if verb.builtin}
    for key, level in allowed(after).items():
        assert level <= was.get(key, 0) or key in builtins or before.policy.value is None, key
    for key, row in after.rows.items():
        old = before.rows.get(key)
        assert old is None or before.policy.value is None or old.land == row.land
        # never a write called a read
        assert old is None or not (old.operation == "write" and row.operation == "read")
    if before.surface.value is not None:
        assert [verb.exec for verb in before.verbs] == [verb.exec for verb in after.verbs]
        assert before.binding == after.binding
        assert before.wrap == after.wrap
