"""What options tell of the bare call of a program without commands: that it only prints, or waits for a person."""

from __future__ import annotations

import re

from hcp_author.introspect.tree import Option
from hcp_author.propose import words
from hcp_author.propose.actions import Action, main_name, names_of, plain_name
from hcp_author.propose.kinds import option_kind
from hcp_author.propose.vocabulary import read, reasons

_IN_PLACE = re.compile(r"\bin[- ]?place\b|\binstead of (?:\w+ ){0,3}(?:stdout|standard output)\b", re.IGNORECASE)
# such a sentence speaks of how a file is replaced, not of whether one is
_HOW = re.compile(r"\b(?:default|destination|atomic\w*|temporary|backup|rename|replacement)\b", re.IGNORECASE)
_FORCED = re.compile(r"\bforces? (?:\w+ )?interactive\b")


def waits(action: Action) -> str | None:
    """Say why a mode or the bare call waits for a person: there is another way to call it without one."""
    rules = read("effect")["bare"]
    if action.mode is not None:
        quick = f"--quick-{plain_name(action.mode)}"
        there = any(option.long == quick for option in action.command.options)
        return f"`{quick}` stands beside it, for use without a person" if there else None
    for option in action.command.options if not action.path else ():
        text = option.summary.lower()
        if set(words.tokens(text)) & set(rules["questions"]):
            continue
        if _names(option) & set(rules["batch"]) or "batch mode" in text:
            return f"takes `{main_name(option)}` for use without a person"
        if "interactive" in _names(option) and _FORCED.search(text):
            return f"`{main_name(option)}` forces what it does on a terminal anyway"
    return None


def reports(action: Action) -> bool:
    """Tell whether a program's sentence begins with what tells of a report alone: `Report disk space usage`."""
    first = words.tokens(action.command.summary)[:1]
    known = set(read("effect")["bare"]["reports"])
    return not action.path and bool(first) and not known.isdisjoint(words.bases(first[0]))


def only_prints(action: Action) -> str | None:
    """Say why the bare call only prints, its writing options left out; None where nothing tells.

    Modes and commands are judged by their names, not here.
    """
    if action.path:
        return None
    return _edits_with_a_switch(action) or _dumps_text(action)


def _edits_with_a_switch(action: Action) -> str | None:
    """A formatter or the like: a switch edits files in place and another one compares, so that neither is the rule."""
    rules = read("effect")["bare"]
    options = action.command.options
    switch = next((one for one in options if _names(one) & set(rules["in_place"]) and _says_in_place(one)), None)
    compares = any(_names(one) & set(rules["compares"]) and one.value is None for one in options)
    if switch is None or not compares or _stores_operand(action):
        return None
    if any(option_kind(one) in ("asks", "writes", "runs") for one in options if one is not switch):
        return None
    return f"`{main_name(switch)}` edits in place, so without it the result is printed"


def _says_in_place(option: Option) -> bool:
    return option.value is None and bool(_IN_PLACE.search(option.summary)) and not _HOW.search(option.summary)


def _dumps_text(action: Action) -> str | None:
    """`x_dump`: prints what it dumps as text, where an option that may be left out names the file for it."""
    parts, command = words.of_name(action.parents[0].name if action.parents else action.command.name), action.command
    texts = " ".join(option.summary for option in command.options)
    file = next((one for one in command.options if option_kind(one) == "stores"), None)
    plain = words.phrase_in(texts, reasons("effect", "bare", "as_text"))
    if len(parts) < 2 or parts[-1] != "dump" or file is None or file.required or plain is None:
        return None
    if "default" in file.summary.lower() or _stores_operand(action):
        return None
    return f"dumps `{plain}`, and to a file only with `{main_name(file)}`"


def _stores_operand(action: Action) -> bool:
    told = reasons("effect", "operands", "stores")
    return any(words.dashed(operand.name) in told for operand in action.command.arguments)


def _names(option: Option) -> set[str]:
    return {words.dashed(name) for name in names_of(option)}
