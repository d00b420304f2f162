"""The table of sentences is whole: every rule stands in it, every keeper exists, every law has rows."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

import pytest

from hcp_author.lint.laws import RULES
from hcp_author.lint.laws.sentences import SENTENCES, Sentence, read

ROOT = Path(__file__).parent.parent.parent
LAWS = [*(f"L{number}" for number in range(1, 13)), "S", "N", "F", "T"]
RULE_IDS = {rule.id for rule in RULES}


@pytest.mark.parametrize("sentence", SENTENCES, ids=lambda one: one.id)
def test_what_keeps_a_sentence_exists(sentence: Sentence) -> None:
    assert sentence.kept_by
    for keeper in sentence.kept_by:
        if "::" in keeper:
            file, name = keeper.split("::")
            assert f"\ndef {name}(" in (ROOT / file).read_text(encoding="utf-8"), keeper
        else:
            assert keeper in RULE_IDS or keeper == "prose", keeper


@pytest.mark.parametrize("sentence", SENTENCES, ids=lambda one: one.id)
def test_a_sentence_is_one(sentence: Sentence) -> None:
    assert re.fullmatch(rf"{sentence.law}\.[1-9][0-9]*", sentence.id)
    assert sentence.words[0].isupper() or sentence.words[0].islower()
    assert sentence.words.endswith(".")


def test_every_law_has_rows() -> None:
    assert {one.law for one in SENTENCES} == set(LAWS)


def test_each_id_stands_once_and_in_order() -> None:
    for law in LAWS:
        numbers = [int(one.id.split(".")[1]) for one in SENTENCES if one.law == law]
        assert numbers == list(range(1, len(numbers) + 1)), law


def test_every_rule_keeps_a_sentence() -> None:
    kept = {keeper for one in SENTENCES for keeper in one.kept_by}
    assert RULE_IDS - kept == set()


def test_a_module_tells_the_sentences_that_its_rules_keep() -> None:
    # of the first five laws and the format; the words are the table's own
    for rule in RULES:
        told = inspect.getmodule(rule.check).__doc__ or ""
        for one in SENTENCES:
            own = rule.id in one.kept_by and rule.law == one.law
            if own and one.law in ("L1", "L2", "L3", "L4", "L5", "F") and f"\n{one.law}." in told:
                assert f"{one.id} {one.words}" in " ".join(told.split()), (rule.id, one.id)


def test_a_table_is_read_row_by_row() -> None:
    rows = list(read("\nL1.1 One thing.\n    A-one tests/x.py::test_y\n    A-two\nL2.1 Two.\n    prose\n"))
    assert rows[0] == Sentence("L1.1", "L1", "One thing.", ("A-one", "tests/x.py::test_y", "A-two"))
    assert rows[1].kept_by == ("prose",)
