"""The register is complete, nothing of a pack is run or written, and no file makes lint fall over."""

from __future__ import annotations

import copy
import importlib
import json
import pkgutil
import random
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hcp_author.lint import engine, laws
from hcp_author.lint.contract import Rule
from hcp_author.lint.laws import RULES

PACK_ROOM = Path(laws.__file__).parents[2] / "pack"
Build = Callable[..., Path]


def test_the_register_holds_every_rule_once() -> None:
    written = [
        rule
        for module in pkgutil.iter_modules(laws.__path__)
        for rule in vars(importlib.import_module(f"{laws.__name__}.{module.name}")).values()
        if isinstance(rule, Rule)
    ]
    assert {id(rule) for rule in written} == {id(rule) for rule in RULES}
    assert len({rule.id for rule in RULES}) == len(RULES)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_a_rule_has_a_page(rule: Rule) -> None:
    assert re.fullmatch(r"(L\d+|S|N|F|T)-[a-z0-9]+(-[a-z0-9]+)*", rule.id)
    assert rule.id.startswith(f"{rule.law}-")
    what, why, fix = re.fullmatch(r"(.+?)\n\n +Why: (.+?)\n +Fix: (.+)\s*", rule.page, re.DOTALL).groups()  # type: ignore[union-attr]
    assert what.rstrip().endswith((".", ")"))
    assert why
    assert fix


def test_every_problem_of_a_file_has_its_rule() -> None:
    codes = {code for file in PACK_ROOM.glob("*.py") for code in re.findall(r'"(F-[a-z0-9-]+)"', file.read_text())}
    assert codes <= {rule.id for rule in RULES}


# what the spec gives to the letter
MESSAGES = {
    "L3-wrap-without-commands/no-verbs": "wrap requires named commands or pass_through",
    "L9-mothership-default/user": "control plane packs default Binding mothership",
    "L10-missing-skill/none": "missing HARNESS.md",
    "L10-verb-without-row/tag": "verb tag missing from policy.json",
    "L10-stimulus-without-row/new-item": "stimulus new_item missing from policy.json",
}


@pytest.mark.parametrize("case", sorted(MESSAGES))
def test_the_words_of_the_spec(case: str, build: Build) -> None:
    from lint_packs import CASES

    folder = CASES / case
    base = folder / "base.txt"
    [finding] = engine.lint([build(base.read_text().strip() if base.exists() else "mail", folder)])
    assert finding.message == MESSAGES[case]
    assert finding.severity == "error"


def test_the_laws_table_of_the_spec_is_enforced(build: Build) -> None:
    # the same words must not come out where nothing is wrong
    assert engine.lint([build("mail"), build("fleet"), build("feed")]) == []


def turned(value: Any) -> Any:
    """The value with the keys of each object the other way round."""
    if isinstance(value, dict):
        return {key: turned(value[key]) for key in reversed(value)}
    return [turned(one) for one in value] if isinstance(value, list) else value


VARIANTS: dict[str, Callable[[str], str]] = {
    "indented by four": lambda text: json.dumps(json.loads(text), indent=4),
    "on one line": lambda text: json.dumps(json.loads(text), separators=(",", ":")),
    "with CRLF": lambda text: text.replace("\n", "\r\n"),
    "keys the other way round": lambda text: json.dumps(turned(json.loads(text)), indent=2),
    "non-ASCII escaped": lambda text: json.dumps(json.loads(text), ensure_ascii=True),
}


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("base", ["mail", "fleet", "feed"])
def test_hand_edited_but_right_is_clean(variant: str, base: str, build: Build) -> None:
    root = build(base)
    for name in ("surface.json", "policy.json"):
        (root / name).write_bytes(VARIANTS[variant]((root / name).read_text()).encode())
    skill = (root / "HARNESS.md").read_text() + "\nMore words, with a [link](README.md) and `code`.\n"
    ending = "\r\n" if "CRLF" in variant else "\n"
    (root / "HARNESS.md").write_bytes(skill.replace("\n", ending).encode())
    assert engine.lint([root], strict=True) == []


TRAPS = {
    "conftest.py": "open('PROBE', 'w')\n",
    "json.py": "open('PROBE', 'w')\n",
    "jsonschema/__init__.py": "open('PROBE', 'w')\n",
    "sitecustomize.py": "open('PROBE', 'w')\n",
    "adapter.py": "open('PROBE', 'w')\n",
    "pyproject.toml": '[tool.hcp-author]\nplugins = ["adapter"]\nignore = ["L4-secret-file"]\n',
    ".hcp-author.toml": 'fail_on = "never"\n',
    ".env": "PYTHONPATH=.\n",
}


def test_nothing_of_the_pack_is_run_written_or_fetched(build: Build, tmp_path: Path) -> None:
    root = build()
    for name, content in TRAPS.items():
        (root / name).parent.mkdir(exist_ok=True)
        (root / name).write_text(content.replace("PROBE", str(tmp_path / "probe")))
    engine.lint([root])  # what lint itself imports late is imported now
    seen: list[tuple[str, Any]] = []
    active = [True]

    def hook(event: str, arguments: tuple[Any, ...]) -> None:
        if active[0] and event.split(".")[0] in ("open", "subprocess", "socket", "exec", "import", "os", "compile"):
            seen.append((event, arguments))

    sys.addaudithook(hook)
    try:
        findings = engine.lint([root])
    finally:
        active[0] = False
    # no configuration of the pack silenced anything, and that there is some is said
    assert [one.rule for one in findings if one.severity != "note"] == ["L4-secret-file"]
    assert "ignored configuration in the linted pack" in {one.message for one in findings}
    assert not (tmp_path / "probe").exists()
    assert {event for event, _ in seen} <= {"open", "os.scandir", "os.listdir"}
    written = [arguments for event, arguments in seen if event == "open" and is_writing(arguments)]
    assert written == []


def is_writing(arguments: tuple[Any, ...]) -> bool:
    _, mode, flags = arguments
    return bool(flags & 3) if isinstance(flags, int) else mode not in (None, "r", "rb")


def test_a_root_that_holds_packs(build: Build, tmp_path: Path) -> None:
    catalog = tmp_path / "catalog"
    for folder in ("a/b", "node_modules", ".git", "venv"):
        (catalog / folder).mkdir(parents=True)
    (catalog / "venv" / "pyvenv.cfg").touch()
    for place in ("a/b/mail", "node_modules/mail", ".git/mail", "venv/mail"):
        build("feed").rename(catalog / place)
    assert engine.packs_in(catalog) == [catalog / "a" / "b" / "mail"]
    (catalog / "link").symlink_to(catalog / "a")
    assert engine.packs_in(catalog) == [catalog / "a" / "b" / "mail"]


VALUES: list[Any] = [None, True, False, 0, -1, 1.5, "", "x", "--x", "\u202e", [], [[]], {}, {"x": {}}, [None], ["a", 1]]


@pytest.mark.parametrize("base", ["mail", "fleet", "feed"])
def test_any_value_in_any_place_is_a_finding_and_never_a_traceback(base: str, build: Build) -> None:
    chance = random.Random(1)
    root = build(base)
    names = [
        name for name in ("surface.json", "policy.json", "proof.json", "fixtures/search.json") if (root / name).exists()
    ]
    originals = {name: (root / name).read_text() for name in names}
    for _ in range(150):
        name = chance.choice([*names, "surface.json", "policy.json"])
        document = json.loads(originals[name])
        for _ in range(chance.randint(1, 3)):
            damage(document, chance)
        (root / name).write_text(json.dumps(document))
        for finding in engine.lint([root]):
            assert finding.line >= 1
            assert finding.column >= 1
            assert finding.message
        (root / name).write_text(originals[name])


def damage(document: Any, chance: random.Random) -> None:
    """Put a value where it does not belong, take one away, or add a key."""
    places = list(inner(document))
    if not places:
        return
    holder, key = chance.choice(places)
    act = chance.random()
    if act < 0.6:
        holder[key] = copy.deepcopy(chance.choice(VALUES))
    elif act < 0.8:
        del holder[key]
    elif isinstance(holder, dict):
        holder[chance.choice(["x", "", "verbs", "args", "tenant", "version"])] = copy.deepcopy(chance.choice(VALUES))


def inner(value: Any) -> list[tuple[Any, Any]]:
    """Every place in a value, as (what holds it, key or index)."""
    if isinstance(value, dict):
        return [(value, key) for key in value] + [place for one in value.values() for place in inner(one)]
    if isinstance(value, list):
        return [(value, index) for index in range(len(value))] + [place for one in value for place in inner(one)]
    return []
