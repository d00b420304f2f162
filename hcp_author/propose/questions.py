"""The switch by which a program does without its own question, because the gate has asked it."""

from __future__ import annotations

from hcp_author.introspect.tree import Option
from hcp_author.propose import words
from hcp_author.propose.actions import names_of
from hcp_author.propose.vocabulary import read


def question_skip(options: list[Option]) -> Option | None:
    """Return the switch that only skips the program's own question, or None; of several the plainest (`--yes`).

    `--force` counts only where its text speaks of the question alone.
    """
    order: list[str] = read("args")["skips_question"]["words"]
    found = [(place, option) for option in options if (place := _place(option, order)) is not None]
    return min(found, key=lambda one: one[0])[1] if found else None


def _place(option: Option, order: list[str]) -> int | None:
    """Return where the option's name stands among those that skip a question; None where it does not, or does more."""
    rules = read("args")["skips_question"]
    named = {words.dashed(name) for name in names_of(option)} & set(order)
    if not named or option.value is not None:
        return None
    text = option.summary.lower()
    asks = any(phrase in text for phrase in rules["only_with"])
    # `--confirm` alone may ask for a question as well as answer it
    asks = asks and (named != {"confirm"} or any(phrase in text for phrase in rules["confirm_with"]))
    # a `--yes` that takes each default answers what would be asked
    asks = asks or ("yes" in named and any(phrase in text for phrase in rules["answers_with"]))
    if not asks or any(phrase in text for phrase in rules["never_with"]):
        return None
    return min(order.index(name) for name in named)
