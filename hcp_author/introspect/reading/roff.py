"""The source of a manual page (man and mdoc macros) -> the lines that `man` would print, plainly indented."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from hcp_author.introspect.reading.roffwords import MDOC, PUNCTUATION, arguments, mdoc, unescaped

BODY, STEP = 7, 7
MAX_DEPTH, MAX_LINE = 12, 8000
_CONTINUED = re.compile(r"(?<!\\)\\\n")
_FONTS = frozenset(("B", "I", "BR", "BI", "IR", "IB", "RB", "RI", "SM", "SB", "R"))
_DEEPER, _BACK = ("RS", "Bl", "Bd", "INDENT"), ("RE", "El", "Ed", "UNINDENT")


@dataclass
class _State:
    """Where the printing stands: the indents, what is printed, what the next line is."""

    lines: list[str] = field(default_factory=list)
    indent: int = BODY
    outer: list[tuple[int, bool]] = field(default_factory=list)
    tag: bool = False
    hanging: bool = False
    filled: bool = True
    name: str = ""
    going: bool = False
    section: str = ""
    open_tag: bool = False
    defining: bool = False
    bullet: int = -1

    def put(self, text: str, indent: int | None = None) -> None:
        """Print text; running text goes on in the line before where filling is on."""
        at = self.indent + (STEP if self.hanging else 0) if indent is None else indent
        if indent is None and self.filled and self.going and self.lines and 0 < len(self.lines[-1].strip()) < MAX_LINE:
            self.lines[-1] += " " + text
        else:
            self.lines.append(" " * at + text)
        self.going = indent is None and self.filled

    def blank(self) -> None:
        """End the running line, and leave one blank line."""
        if self.lines and self.lines[-1]:
            self.lines.append("")
        self.going = False


def lines(source: str) -> list[str]:
    """Lay out a page's source. Unknown macros are left out; never raises; linear in the source."""
    state = _State()
    for raw in _CONTINUED.sub("", source).split("\n"):
        if state.defining:
            # within a condition the two dots stand apart (`.  .`)
            state.defining = "".join(raw[:80].split()) not in ("..", ".TE")
        elif raw.startswith((".", "'")):
            _macro(state, raw[1:].lstrip())
        elif not raw.strip():
            state.blank()
        else:
            _text(state, unescaped(raw))
    return [line.rstrip() for line in state.lines]


def _text(state: _State, text: str) -> None:
    """A line of text: a tag where one is due, else running text."""
    if state.tag:
        state.tag = False
        state.going = False
        state.put(text.strip(), state.indent)
        state.hanging = True
        state.going = False
    else:
        state.put(text.strip() if state.filled else text.rstrip())


def _macro(state: _State, call: str) -> None:
    """One request: what the table knows; fonts and mdoc's inline macros are text; all else is left out."""
    name, _, rest = call.partition(" ")
    rest = rest.strip()
    if name in _REQUESTS:
        _REQUESTS[name](state, name, rest)
    elif name in _FONTS and rest:
        # what stands in a macro's arguments is read twice, and loses one of two backslashes the first time
        _text(state, unescaped(_font(name, rest.replace("\\\\", "\\"))))
    elif name in MDOC:
        _mdoc_line(state, name, rest)


def _define(state: _State, name: str, rest: str) -> None:
    """A definition or a table: nothing of it is printed, up to its end."""
    state.defining = True


def _tag(state: _State, name: str, rest: str) -> None:
    """`.TP`: the next line is a tag; `.TQ`: another tag for the same text."""
    if name == "TP":
        state.blank()
    state.tag, state.hanging, state.going = True, False, False


def _paragraph(state: _State, name: str, rest: str) -> None:
    """A new paragraph; a mere space stays within a hanging text."""
    state.blank()
    state.hanging = state.hanging and name == "sp"


def _filling(state: _State, name: str, rest: str) -> None:
    """Text as it stands, or filled again."""
    state.filled, state.going = name in ("fi", "EE"), False


def _break(state: _State, name: str, rest: str) -> None:
    """The running line ends here."""
    state.going = False


def _described(state: _State, name: str, rest: str) -> None:
    """`.Nd`: what stands after the name."""
    state.put("- " + unescaped(rest))


def _heading(state: _State, name: str, rest: str) -> None:
    """A section or subsection: the indents begin anew."""
    state.blank()
    state.indent, state.outer, state.hanging, state.tag, state.filled = BODY, [], False, False, True
    title = unescaped(rest).strip().strip('"').strip()
    state.section = title.upper() if name in ("SH", "Sh") else state.section
    state.put(title.upper() if name in ("SH", "Sh") else title, 0 if name in ("SH", "Sh") else 3)


def _indented(state: _State, name: str, rest: str) -> None:
    """`.IP tag width`: a tag and hanging text; without a tag an indented paragraph."""
    state.blank()
    words = arguments(rest)
    state.tag, state.hanging = False, False
    tag = unescaped(words[0]).strip() if words else ""
    item = state.lines[-2].strip() if 0 < state.bullet == len(state.lines) - 3 else ""
    if not words and item.startswith("-"):
        # an item of a list that is an option, alone on its line, and then its description
        state.lines[-3:-1] = [" " * state.indent + item]
    bullet = bool(words) and not any(map(str.isalnum, tag))
    state.bullet = len(state.lines) if bullet else -1
    if tag or bullet:
        state.put(tag or "*", state.indent)
    state.hanging, state.going = True, False


def _level(state: _State, name: str, rest: str) -> None:
    """A deeper level of indent, or back from it."""
    state.going = False
    if name in _DEEPER:
        if len(state.outer) < MAX_DEPTH:
            state.outer.append((state.indent, state.hanging))
            deeper = name == "RS" or state.hanging or (name == "INDENT" and not rest.startswith("0"))
            state.indent += 4 if deeper else 0
            state.hanging = False
    elif state.outer:
        state.indent, state.hanging = state.outer.pop()
    if name in ("Bd", "Ed"):
        state.filled = name == "Ed"


def _font(name: str, rest: str) -> str:
    """The words of a font macro: alternating fonts are glued, others stand apart."""
    words = arguments(rest)
    return ("" if len(name) == 2 and name not in ("SM", "SB") else " ").join(words)


def _item(state: _State, name: str, rest: str) -> None:
    """`.It Fl x Ar y`: a tag; one that begins with `Xo` goes on until `.Xc`."""
    state.blank()
    state.hanging = False
    state.open_tag = rest.startswith("Xo") or rest.endswith(" Xo")
    state.put(mdoc(rest.removeprefix("Xo").removesuffix("Xo").strip()), state.indent)
    state.hanging, state.going = True, False


def _mdoc_line(state: _State, name: str, rest: str) -> None:
    """A line of mdoc macros; `.Nm` in a synopsis begins a new usage line."""
    if name == "Xc":
        state.open_tag = False
    if name in ("Xo", "Xc"):
        return
    if name == "Nm":
        state.name = state.name or unescaped(rest.split(" ")[0])
        words = rest.split(" ", 1)
        rest = rest if words[0] and words[0] not in PUNCTUATION else f"{state.name} No {rest}".strip()
        state.going = state.going and state.section != "SYNOPSIS"
    text = mdoc(f"{name} {rest}".strip())
    if state.open_tag and state.lines:
        state.lines[-1] += " " + text
    else:
        state.put(text)


_REQUESTS: dict[str, Callable[[_State, str, str], None]] = {
    **dict.fromkeys(("de", "de1", "am", "ig", "TS"), _define),
    **dict.fromkeys(("SH", "SS", "Sh", "Ss"), _heading),
    **dict.fromkeys(("TP", "TQ"), _tag),
    **dict.fromkeys(("PP", "P", "LP", "HP", "Pp", "sp"), _paragraph),
    **dict.fromkeys((*_DEEPER, *_BACK), _level),
    **dict.fromkeys(("nf", "EX", "fi", "EE"), _filling),
    "IP": _indented,
    "br": _break,
    "It": _item,
    "Nd": _described,
}
