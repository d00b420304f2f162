"""Lines -> sections: which line is a heading, what stands under it, and what kind of list that is."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

MAX_HEADING = 100
LISTS = frozenset(("options", "inherited", "arguments", "commands", "environment", "topics"))

# the first kind one of whose words the title holds; order matters ("global options" before "options")
_KINDS: tuple[tuple[str, tuple[str, ...]], ...] = (
    (
        "topics",
        (
            "topic",
            "guide",
            "concept",
            "additional help",
            "further",
            "learn more",
            "see also",
            "more help",
            "interfaces",
            "file formats",
            "protocols",
        ),
    ),
    ("examples", ("example", "sample")),
    ("usage", ("usage", "synopsis")),
    ("environment", ("environment var",)),
    (
        "inherited",
        (
            "global option",
            "global flag",
            "inherited",
            "parent option",
            "common option",
            "global argument",
            "persistent flag",
        ),
    ),
    ("options", ("option", "flag", "switch", "optional argument", "keyword argument")),
    ("commands", ("command", "applet")),
    ("arguments", ("argument", "positional", "parameter", "operand", "args")),
    (
        "prose",
        (
            "description",
            "note",
            "author",
            "bugs",
            "copyright",
            "license",
            "exit status",
            "exit code",
            "files",
            "history",
            "reporting",
            "diagnostic",
            "details",
            "about",
            "version",
            "configuration",
            "documentation",
            "discussion",
            "tips",
            "security",
            "warning",
            "alias of",
        ),
    ),
)
_EXACT = {
    "aliases": "aliases",
    "alias": "aliases",
    "syntax": "usage",
    "name": "name",
    "where": "prose",
    "help": "prose",
    "environment": "environment",
    "topics": "commands",
    "verbs": "commands",
    "actions": "commands",
    "groups": "commands",
    "modes": "commands",
}
_SHORT_TITLE, _LONG_TITLE = 3, 7
_WRAPPED = 60  # columns of a line that a sentence fills before it goes on below
_ABOUT_ONE = re.compile(r"\b(?:this|that|each) command\b|\btheir commands?\b|\bcommand[- ]line\b(?!.*commands)")
_PARENTHESES = re.compile(r"\([^()]*\)")
_CAPITALS = re.compile(r"[A-Z][A-Z0-9 ,/&_-]*")
_NO_HEADING = frozenset("-<[{(|$%>•*`\"'")


@dataclass
class Section:
    """A heading (without its colon; "" before the first), its indent, its kind, and the lines under it.

    `kind` is one of the names in _KINDS, "aliases", "name", or "" where neither the title nor a title above tells.
    `own` is false where the kind comes from a title above.
    """

    title: str
    indent: int
    kind: str
    own: bool = True
    lines: list[str] = field(default_factory=list)

    def empty(self) -> bool:
        """Whether nothing stands under the heading."""
        return not any(self.lines)


def kind_of(title: str) -> str:
    """What kind of list a heading announces, by its words."""
    words = " ".join(_PARENTHESES.sub("", title.lower()).strip(" :-=*#").split())
    if words in _EXACT:
        return _EXACT[words]
    count = words.count(" ") + 1
    found = next((kind for kind, marks in _KINDS if any(mark in words for mark in marks)), "")
    if found == "commands" and _ABOUT_ONE.search(words):
        return ""
    if (found == "prose" and count > _SHORT_TITLE) or (found not in ("commands", "options") and count > _LONG_TITLE):
        return ""
    return found


def indent_of(line: str) -> int:
    """The number of leading spaces."""
    return len(line) - len(line.lstrip(" "))


def sections(lines: list[str]) -> list[Section]:
    """Cut a page into sections; every line lands in exactly one, in order."""
    after = _next_filled(lines)
    found = [Section("", -1, "")]
    above: list[Section] = []
    prose: int | None = None
    for index, line in enumerate(lines):
        if not line:
            found[-1].lines.append("")
        elif (heading := _heading(lines, index, after[index], found[-1])) is not None:
            title, rest = heading
            prose = prose if prose is not None and indent_of(line) > prose else None
            found.append(_opened(title, indent_of(line), found[-1], above))
            if prose is not None and not (title[0].isupper() and title.count(" ") < 2):
                # a sentence inside of a text that explains, which happens to end in a colon
                found[-1].kind, found[-1].own = "prose", False
            elif found[-1].kind == "prose" and prose is None:
                prose = indent_of(line)
            found[-1].lines += [rest] if rest else []
        else:
            if _closes(line, found[-1]):
                above = [s for s in above if s.indent < indent_of(line)]
                found.append(Section("", indent_of(line) - 1, ""))
            found[-1].lines.append(line)
    return [s for s in found if s.title or not s.empty()]


def _next_filled(lines: list[str]) -> list[int]:
    """For each line the index of the next line that is not blank (len(lines) where there is none)."""
    after, coming = [0] * len(lines), len(lines)
    for index in range(len(lines) - 1, -1, -1):
        after[index] = coming
        if lines[index]:
            coming = index
    return after


def _heading(lines: list[str], index: int, coming: int, last: Section) -> tuple[str, str] | None:
    """The title if this line is a heading, and what follows it on the same line, where it stood."""
    line = lines[index]
    text, indent = line.strip(), indent_of(line)
    lead, colon, rest = text.partition(":")
    if colon and lead.lower() in ("usage", "synopsis", "usages", "syntax"):
        return lead, " " * (indent + len(lead) + 1) + rest if rest.strip() else ""
    if len(text) > MAX_HEADING or coming >= len(lines):
        return None
    if text[0] in _NO_HEADING:
        bracketed = text[0] == "[" and text[-1] == "]" and text[1:-1].isalpha() and indent_of(lines[coming]) > indent
        return (text.strip("[]"), "") if bracketed and text.strip("[]") else None
    if text.startswith("#"):
        title = text.strip("# ")
        return (title, "") if title and indent == 0 and text.lstrip("#").startswith(" ") else None
    first = index == 0 or not lines[index - 1]
    deeper = indent_of(lines[coming]) - indent
    title = text.rstrip(": ")
    if not title or not _is_title(text, indent, deeper, first, lines[coming], last):
        return None
    above = "" if first else lines[index - 1]
    goes_on = text[0].islower() and len(above) >= _WRAPPED and indent_of(above) == indent
    return (f"{above.strip()} {title}" if goes_on else title), ""


def _is_title(text: str, indent: int, deeper: int, first: bool, coming: str, last: Section) -> bool:
    """Whether a line stands above a block: by its colon, its capitals, or because the block is a list.

    `deeper`: how much further the next line is indented; `first`: a blank line (or nothing) stands before;
    `last`: the section that is open, whose rows must not be taken for headings.
    """
    if "  " in text:
        return False
    row = last.kind in LISTS and indent > last.indent and not (last.empty() and deeper > 0 and text.endswith(":"))
    if text.endswith(":"):
        return not row and (deeper > 0 or (deeper == 0 and bool(kind_of(text)) and len(text) < MAX_HEADING))
    if _CAPITALS.fullmatch(text) and len(text) > 2:
        return deeper > 0 and (not row or (bool(kind_of(text)) and first))
    if indent or not first or text[-1] in ".,;!?":
        return False
    return (deeper > 0 and looks_listed(coming)) or (deeper == 0 and kind_of(text) == "commands" and _is_table(coming))


def _is_table(line: str) -> bool:
    """Whether a line is a row of single words in columns."""
    cells = [cell.strip() for cell in line.split("  ") if cell.strip()]
    return len(cells) > 2 and all(" " not in cell and cell[0].isalnum() for cell in cells)


def looks_listed(line: str) -> bool:
    """Whether a line is a row of two columns, or an option."""
    text = line.strip()
    head, gap, rest = text.partition("  ")
    return (
        (text.startswith("-") and text[1:2] not in ("", " ", "-"))
        or text.startswith("--")
        or (bool(gap) and bool(rest.strip()) and len(head.split()) <= 4 and head[-1] not in ".,;!?")
    )


def _opened(title: str, indent: int, last: Section, above: list[Section]) -> Section:
    """A new section. One whose title does not tell takes the kind of the list title that it stands under.

    `above` is the stack of list titles that are still open; a title directly over another (nothing between)
    stays open for all that follow at the same indent ("commands:" / "working with files" / …).
    """
    kind = kind_of(title)
    if last.title and last.empty() and last.kind in LISTS and last.indent <= indent and last not in above:
        above.append(last)
    while above and (above[-1].indent > indent or (kind in LISTS and above[-1].indent >= indent)):
        above.pop()
    if kind and not (kind == "prose" and above and len(title.split()) < 3):
        return Section(title, indent, kind)
    if above:
        return Section(title, indent, above[-1].kind, own=False)
    if last.title and (last.kind in LISTS or last.kind == "prose") and indent > last.indent:
        return Section(title, indent, last.kind, own=False)
    return Section(title, indent, "")


def _closes(line: str, section: Section) -> bool:
    """Whether a line ends the section: it stands at or left of the heading, and is no row of a list that does too."""
    indent = indent_of(line)
    if indent > section.indent or not section.title:
        return False
    if section.kind == "usage" and indent == section.indent and _goes_on_below(line, section):
        return False
    if section.kind == "usage":
        return not line.lstrip().startswith("or:")
    if section.kind == "options" and indent == section.indent and line.lstrip().startswith("[-"):
        return False  # `Options:`, and right below it each of them in brackets
    if section.kind in LISTS and indent == section.indent:
        return not (looks_listed(line) and (section.empty() or indent_of(_first(section)) == indent))
    return True


def _goes_on_below(line: str, section: Section) -> bool:
    """Whether a line right below `Usage:`, no further in than that, is of it: all such lines begin with one word."""
    if not section.lines:
        count = len(line.split())
        words = count < 5 and line.islower() and line[-1].isalpha()
        return count > 1 and (words or " <" in line or " [" in line)
    first, last = section.lines[0], section.lines[-1]
    return bool(last) and indent_of(first) == section.indent and first.split()[:1] == line.split()[:1]


def _first(section: Section) -> str:
    return next(line for line in section.lines if line)
