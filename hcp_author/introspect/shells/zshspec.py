"""One spec of zsh's `_arguments`: `(-a --all)*{-n+,--num=}[text]:message:action`, `1:message:action`, `name:text`."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from hcp_author.introspect.shells.gathered import value
from hcp_author.introspect.text import clean
from hcp_author.introspect.tree import Positional, Value

_LEAD = re.compile(r"(?:\$\{?no\}?|!)?(?:\([^()]{0,2000}\))?([*]?)(?:\([^()]{0,2000}\))?([*]?)(?=[-+])")
_NAME = re.compile(r"([-+](?:\\.|[^\[:\\=])*?)(=-?|\+|(?<=[^-])-)?(?=\[|:|$)", re.DOTALL)
_POSITION = re.compile(r"(\*|\d*)(:{1,3})")
_FILES = ("_files", "_path_files", "_directories", "_absolute_command_paths")
MAX_SPEC = 20_000


@dataclass
class Spec:
    """A spec, read: an option's `names`, or an `operand`; `action` is what completes an operand's words."""

    names: list[str] = field(default_factory=list)
    summary: str = ""
    value: Value | None = None
    repeatable: bool = False
    operand: Positional | None = None
    action: str = ""


def spec(text: str) -> Spec | None:
    """Read a spec; None where it is none."""
    text = text[:MAX_SPEC]
    lead = _LEAD.match(text)
    if lead is not None:
        return _option(text[lead.end() :], bool(lead[1] or lead[2]))
    return _operand(text)


def entry(text: str) -> tuple[str, str]:
    """`name:text` of `_describe` as both; a colon in the name is escaped."""
    parts = _parts(text)
    name = parts[0].strip().split(" ")[0] if parts else ""
    return name, ":".join(parts[1:])


def _option(text: str, repeatable: bool) -> Spec | None:
    """What follows the lead of an option's spec."""
    match = _NAME.match(text)
    if text[1:2] in (":", "=", "["):
        # a sign of the specs as the option's letter
        name, sign, rest = text[:2], "", text[2:]
    elif match is not None:
        name, sign, rest = match[1].replace("\\", ""), match[2] or "", text[match.end() :]
    else:
        return None
    summary, rest = _bracketed(rest)
    takes = None
    if sign or (rest.startswith(":") and not rest.startswith(":*")):
        parts = _parts(rest)
        optional = rest.startswith("::") or (not rest.startswith(":") and sign == "=-")
        told = [p for p in parts[1:] if p] if rest.startswith("::") else parts[1:]
        takes = _value(told, optional)
    return Spec([name], summary, takes, repeatable)


def _value(parts: list[str], optional: bool) -> Value:
    """The value of `message:action`."""
    message, action = [*parts, "", ""][:2]
    return value(message, optional, _choices(action), action.strip().startswith(_FILES))


def _choices(action: str) -> list[str] | None:
    """The words of `(a b)` or `((a\\:text b\\:text))`; None for another action."""
    action = action.strip()
    if action.startswith("((") and action.endswith("))"):
        return re.findall(r"(?:^|\s)([^\s:\"'\\]+)(?=\\?:)", action[2:-2])
    if action.startswith("(") and action.endswith(")"):
        return action[1:-1].replace("\\", "").split()
    return None


def _operand(text: str) -> Spec | None:
    """A spec that begins with its place: a number, `*`, or the colon alone."""
    match = _POSITION.match(text)
    if match is None:
        return None
    message, action = [*_parts(text[match.end() :]), "", ""][:2]
    name = clean(message.split(" -- ")[0], 80)
    operand = None
    if name and " " not in name and not name.startswith("->"):
        several = match[1] == "*"
        operand = Positional(name, len(match[2]) == 1, several, _choices(action))
    return Spec(operand=operand, action=action.strip())


def _bracketed(text: str) -> tuple[str, str]:
    """The text in `[…]` that stands first, and what follows it."""
    if not text.startswith("["):
        return "", text
    at = 1
    while at < len(text) and text[at] != "]":
        at += 2 if text[at] == "\\" else 1
    return text[1:at].replace("\\", ""), text[at + 1 :]


def _parts(text: str) -> list[str]:
    """The text between colons that are not escaped; those in an action's brackets part nothing."""
    parts, current, at, depth = [], "", 0, 0
    while at < len(text):
        char = text[at]
        if char == "\\" and depth == 0:
            current += text[at + 1 : at + 2]
            at += 2
            continue
        depth += (char == "(") - (char == ")" and depth > 0)
        if char == ":" and depth == 0:
            parts.append(current)
            current = ""
        else:
            current += char
        at += 1
    return [*parts, current]
