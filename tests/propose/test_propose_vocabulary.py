"""The vocabulary is data: each word once, in the form that it is looked up by, each with a reason."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from hcp_author.propose.rank import features
from hcp_author.propose.vocabulary import FOLDER, read

FILES = sorted(file.stem for file in FOLDER.glob("*.json"))


def groups(node: Any) -> Iterator[dict[str, Any]]:
    if isinstance(node, dict):
        if "words" in node or "phrases" in node:
            yield node
        for inner in node.values():
            yield from groups(inner)
    elif isinstance(node, list):
        for inner in node:
            yield from groups(inner)


@pytest.mark.parametrize("name", FILES)
def test_every_group_of_words_has_a_reason(name: str) -> None:
    found = list(groups(json.loads((FOLDER / f"{name}.json").read_text())))
    assert found
    assert all(group.get("reason") for group in found)
    for group in found:
        repeated = [word for word, times in Counter(group.get("words", group.get("phrases"))).items() if times > 1]
        assert repeated == []


def test_no_name_speaks_for_two_effects() -> None:
    counts = Counter(word for group in read("effect")["names"] for word in group["words"])
    assert [word for word, times in counts.items() if times > 1] == []


def test_names_are_words_joined_by_dashes() -> None:
    for group in read("effect")["names"]:
        assert all(re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", word) for word in group["words"])
        assert group["strength"] in (1, 2, 3)
        assert group["part"] in ("verb", "noun", "either")


def test_every_feature_has_a_weight_and_every_weight_a_feature() -> None:
    from propose_trees import leaf, tree

    from hcp_author.propose.actions import actions, around
    from hcp_author.propose.effect import judge

    whole = tree("x", leaf("list", "List"))
    found = actions(whole)
    near = around(whole, found)
    assert features(found[0], judge(found[0], near), near).keys() == read("rank")["weights"].keys()
