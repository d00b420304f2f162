"""What an editor makes of a generated pack's files by their schemas: it finds them, checks by them, and explains."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from hcp_author.pack import shape

pytestmark = pytest.mark.whole
PACKS = [("channel", "mail"), ("read_only", "repo"), ("control", "fleet"), ("sense_only", "feed")]
WRAPPED = ("read_only", "log", "--wrap", "git")
# a placeholder of a snippet: `${1:text}`, or `${1|one,other|}`
PLACE = re.compile(r"\$\{\d(?::([^}]*)|\|([^,|]*)[^}]*)\}")


@pytest.mark.parametrize("made", [*PACKS, WRAPPED], ids=lambda made: made[1])
def test_each_file_names_a_schema_that_lies_in_the_pack(
    made: tuple[str, ...], new: Callable[..., Path], program: Callable[[str], str]
) -> None:
    pack = new(*(program(word) if word == "git" else word for word in made))
    for name in ("surface", "policy"):
        value = json.loads((pack / f"{name}.json").read_text())
        text = (pack / f"{name}.json").parent.joinpath(value["$schema"]).read_text()
        assert text == shape.text(name)
        assert list(Draft202012Validator(json.loads(text)).iter_errors(value)) == []
    # proof.json is written by our commands alone; its schema is associated by name (README: In your editor)
    promised = json.loads((pack / "proof.json").read_text())
    assert list(Draft202012Validator(dict(shape.load("expectations"))).iter_errors(promised)) == []
    promised["verbs"] = 3
    assert list(Draft202012Validator(dict(shape.load("expectations"))).iter_errors(promised))


def parts(value: Any) -> Iterator[dict[str, Any]]:
    """Every object in a JSON value."""
    if isinstance(value, dict):
        yield value
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from parts(inner)


@pytest.mark.parametrize("name", ["surface", "policy"])
def test_each_choice_of_a_hand_written_file_is_explained(name: str) -> None:
    choices = [part for part in parts(shape.load(name)) if isinstance(part.get("enum"), list)]
    assert choices
    for part in choices:
        if len(part["enum"]) > 1 and "null" not in part["enum"] and part["enum"] != ["string", "integer"]:
            told = part.get("enumDescriptions", [])
            assert not told or len(told) == len(part["enum"]), part
    assert sum("enumDescriptions" in part for part in choices) >= 2


@pytest.mark.parametrize("name", ["surface", "policy"])
def test_what_an_editor_offers_to_write_is_right(name: str) -> None:
    schema = shape.load(name)
    offered = [part for part in parts(schema) if "defaultSnippets" in part]
    assert offered
    for part in offered:
        for snippet in part["defaultSnippets"]:
            plain = PLACE.sub(lambda found: found[1] or found[2], json.dumps(snippet["body"]))
            check = {**part, "$defs": schema["$defs"]}
            assert list(Draft202012Validator(check).iter_errors(json.loads(plain))) == [], snippet["label"]
