"""Which of a command's options a verb takes: the few that are useful, never one that is dangerous."""

from __future__ import annotations

import re
from functools import cache

from hcp_author.introspect.tree import Option
from hcp_author.propose import words
from hcp_author.propose.actions import Action, Around, callable_name, main_name, plain_name
from hcp_author.propose.effect import Judgement
from hcp_author.propose.kinds import option_kind
from hcp_author.propose.vocabulary import read, reasons

_CREDENTIAL = re.compile(
    r"(^|-)(password|passwd|passphrase|token|secret|credentials?|api-?key|private-key|access-key|app(?:lication)?-?key)($|-)"
)
FEW = 6  # options of a command that a verb takes whole
_FILTERS = re.compile(r"\b(filter|only|limit|restrict|maximum|match(es|ing)?)\b", re.IGNORECASE)


def chosen_options(options: list[Option], judged: Judgement, near: Around, room: int) -> list[Option]:
    """Return at most `room` options that are useful and harmless, in the help's order."""
    few = len(options) <= FEW
    names = {words.dashed(plain_name(option)) for option in options}
    scored = [
        (usefulness(option, judged, near, few) - _detail(option, names), -at, option)
        for at, option in enumerate(options)
    ]
    best = sorted((entry for entry in scored if entry[0] > 0), key=lambda entry: entry[:2], reverse=True)[:room]
    kept = {id(option) for _, _, option in best}
    return [option for option in options if id(option) in kept]


def usefulness(option: Option, judged: Judgement, near: Around, few: bool = False) -> float:
    """Return how useful an option is as an argument (0: it is left out).

    Where a command has `few`, each counts that nothing speaks against: of a read, such as take a number alone.
    """
    name = words.dashed(plain_name(option))
    if option.required or option.deprecated or _barred(option, name, judged, near) or not _nameable(option):
        return 0
    metavar = words.dashed(option.value.name or "") if option.value and not option.long else ""
    weight = _deed(option, name, judged) or _weight(name) or _weight(metavar)
    if _is_place(option, name):
        weight = max(weight, 4.5)
    if option.value is None:
        weight -= 1
    elif weight <= 0 and _FILTERS.search(option.summary):
        weight = 1.5
    harmless = judged.effect != "read" or (option.value is not None and option.value.type in ("integer", "number"))
    return max(weight, 0.5 if few and harmless else 0)


def _detail(option: Option, names: set[str]) -> float:
    """Return what an option loses that only tells more of another one: `--cert-type` beside `--cert`."""
    parts = words.dashed(plain_name(option)).split("-")
    return float(any("-".join(parts[:end]) in names for end in range(1, len(parts))))


def _deed(option: Option, name: str, judged: Judgement) -> float:
    """Return the weight of an option that is what a write is called for: `--add-label`, `--remove TAG`."""
    deed = name.split("-", 1)[0] in reasons("args", "deeds")
    return 4.0 if deed and option.value is not None and judged.effect != "read" else 0.0


def _barred(option: Option, name: str, judged: Judgement, near: Around) -> bool:
    place = _is_place(option, name)
    if main_name(option) in near.rooted or (main_name(option) in near.common and not place):
        return True
    kind, reads = option_kind(option), judged.effect == "read"
    if kind in ("runs", "opens", "asks") or (kind in ("writes", "stores") and reads and not place):
        return True
    harms = set(words.of_name(name)) & set(reasons("args", "harms")) and not _deed(option, name, judged)
    return name in never() or credential(name) or bool(harms) or name.startswith("no-")


def _is_place(option: Option, name: str) -> bool:
    """Tell whether an option picks what is worked on: by its name, or a `--file` that is the archive or database."""
    told = f"{option.value.name or ''} {option.summary}".lower() if option.value is not None else ""
    what = name == "file" and any(word in told for word in ("archive", "database", "mailbox"))
    what = what and not any(word in told for word in ("write", "output", "save"))
    return option.value is not None and (what or name in reasons("args", "places"))


def _nameable(option: Option) -> bool:
    if not callable_name(option):
        return False
    return option.long is not None or (option.value is not None and len(option.value.name or "") > 1)


@cache
def never() -> frozenset[str]:
    """Option names that no verb takes: about the terminal, the configuration, credentials or the output's shape."""
    return frozenset(word for group in read("args")["never"] for word in group["words"])


@cache
def _weights() -> dict[str, float]:
    return {word: group["weight"] for group in read("args")["useful"] for word in group["words"]}


def _weight(name: str) -> float:
    """Return the weight of an option name: whole, or by its first or last word."""
    if name in reasons("args", "places"):
        return 4.5
    if name in _weights():
        return _weights()[name]
    parts = name.split("-")
    if len(parts) == 1 or parts[0] == "from" or parts[-1] in ("from", "to"):
        return 0
    return max(_weights().get(parts[0], 0), _weights().get(parts[-1], 0)) - 1.5


def credential(name: str) -> bool:
    """Tell whether an option or operand of this name (words joined by `-`) carries a credential."""
    return _CREDENTIAL.search(name) is not None


def content_options(action: Action, judged: Judgement) -> list[Option]:
    """Return the options without which a write would open an editor or ask for its text."""
    wanted = reasons("args", "stands_for_editor")
    names = read("args")["stands_for_editor"]["names"]
    if judged.effect == "read" or not set(words.of_name(action.command.name)) & set(names):
        return []
    return [o for o in action.command.options if o.value is not None and words.dashed(plain_name(o)) in wanted]
