"""Windows: options begin with a slash, `/x`, `/name:value`, `/x[:value]`, `/-Y`."""

from __future__ import annotations

import re

from hcp_author.introspect.page import Page
from hcp_author.introspect.reading import described, optionrows, rows
from hcp_author.introspect.reading.values import value_of
from hcp_author.introspect.text import clean
from hcp_author.introspect.tree import Option, Positional, Value

_ROW = re.compile(
    r"\s{0,20}(/-?[\w?]{1,40})(\[?[:=]\S{1,80}|\[[:=]\S{0,80}\]| <[^>]{1,60}>| [A-Z]{2,20}(?=\s|$))?(?=\s|$)"
)
_SPELLED = re.compile(r"(?<!\S)\[?(/-?[\w?]{1,40})(\[\[?[:=]\]?[^\s\]|]{1,80}\]|[:=][^\s\]|]{1,80})?")
_OPERAND = re.compile(r"(?<!\S)(\[)?(?:\[drive:\])?(?:\[path\]|<)?([a-z][\w-]{0,40})>?(\]| \[\.\.\.\])?(?!\S)")
MAX_ROWS = 2000


def recognises(lines: list[str]) -> bool:
    """Some rows begin with a slash and a name in capitals, as in the usage, and none with a dash."""
    slashed = [match.group(1) for line in lines if (match := _ROW.match(line)) is not None]
    plain = any("[/" in line for line in lines) or sum(1 for name in slashed if name == name.upper()) > 1
    return len(slashed) > 1 and plain and not any(rows.is_option(line.strip()) for line in lines)


def read(lines: list[str], program: str, path: tuple[str, ...]) -> Page:
    """Read one page of help of `program`: there are no subcommands in this dialect."""
    page = Page(acts=True)
    at, usage = _usage(lines, program)
    page.usages = [usage] if usage else []
    for line in lines[:at] or []:
        page.summary = page.summary or clean(line, 400)
    page.options = optionrows.joined(_rows(lines), _spelled(usage))
    page.arguments = _operands(usage)
    page.env = described.variables("\n".join(lines))
    return page


def _usage(lines: list[str], program: str) -> tuple[int, str]:
    """Where the usage line stands, and the whole of it: what goes on below is indented."""
    name = program.lower().removesuffix(".exe")
    for at, line in enumerate(lines):
        words = line.removeprefix("Usage:").split()
        if words and words[0].lower().removesuffix(".exe") == name:
            below = [line]
            for more in lines[at + 1 :]:
                if not more.startswith("  ") or _ROW.match(more) or not more.lstrip().startswith(("[", "/", "<", "{")):
                    break
                below.append(more)
            return at, clean(" ".join(below), 1000)
    return 0, ""


def _rows(lines: list[str]) -> list[Option]:
    """The options that stand at the head of a row, with what is said beside and below."""
    found: list[tuple[Option, int, list[str]]] = []
    for line in lines:
        match = _ROW.match(line)
        indent = len(line) - len(line.lstrip())
        if match is not None and len(found) < MAX_ROWS:
            found.append((_option(match.group(1), match.group(2)), indent, [line[match.end() :].strip()]))
        elif found and line and indent > found[-1][1] + 1:
            found[-1][2].append(line.strip())
        elif found and line:
            found.append((Option(), 999, []))
    for one, _, text in found:
        described.describe(one, " ".join(" ".join(text).split()))
    return optionrows.joined([], [one for one, _, _ in found if optionrows.names_of(one)])


def _spelled(usage: str) -> list[Option]:
    """The options of the usage line; one that is there with several values, `/O:N | /O:S`, has them for choices."""
    found: dict[str, Option] = {}
    values: dict[str, list[str]] = {}
    for match in _SPELLED.finditer(usage):
        found.setdefault(match.group(1), _option(match.group(1), match.group(2)))
        values.setdefault(match.group(1), []).append((match.group(2) or "")[1:])
    for name, one in found.items():
        words = [word for word in dict.fromkeys(values[name]) if word.isalnum()]
        if one.value is not None and len(words) > 1:
            one.value = Value(choices=words, type="string")
    return list(found.values())


def _option(name: str, value: str | None) -> Option:
    """`/L:metres` and `/C[:colour]`: a name of one letter is short."""
    one = Option(short=name) if len(name) == 2 else Option(long=name)
    if value:
        one.value = value_of(value.strip("[]:= "), optional=value.startswith("["))
        words = value.strip(":={}").split("|")
        if "{" in value and len(words) > 1 and all(word.isupper() or word.isdigit() for word in words):
            # what is to be typed stands in capitals here, what it stands for in small letters
            one.value.choices, one.value.type = words, "string"
    return one


def _operands(usage: str) -> list[Positional]:
    """The words in lower case of the usage line that stand for what is given."""
    rest = usage.partition(" ")[2]
    found = [Positional(m.group(2), m.group(1) is None, "..." in (m.group(3) or "")) for m in _OPERAND.finditer(rest)]
    return found[:12]
