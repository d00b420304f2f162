"""A section's lines -> rows: a head at the left, its description at the right or below."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from hcp_author.introspect.reading.layout import indent_of

MAX_HEAD = 60
_SENTENCE_END = frozenset(".!?:;,")
_NOTES = (
    "[default",
    "[env",
    "[required",
    "[possible",
    "[choices",
    "[aliases",
    "[string",
    "[number",
    "[boolean",
    "[array",
    "[count",
    "[deprecated",
)
_TYPE_WORDS = frozenset(
    (
        "TEXT",
        "INTEGER",
        "FLOAT",
        "PATH",
        "BOOLEAN",
        "FILE",
        "FILENAME",
        "DIRECTORY",
        "UUID",
        "DATETIME",
        "STRING",
        "NUMBER",
        "INTEGER RANGE",
        "FLOAT RANGE",
    )
)


@dataclass
class Row:
    """One entry: its head, its description lines, and how far it was indented.

    `beside`: the description begins on the head's own line, in a second column.
    """

    head: str
    indent: int
    text: list[str] = field(default_factory=list)
    beside: bool = False

    def summary(self) -> str:
        """The description on one line."""
        return " ".join(" ".join(self.text).split())


def is_option(text: str) -> bool:
    """Whether a stripped line begins like an option: a dash, and then no blank, dash row or digit range."""
    if not text.startswith("-") or len(text) < 2:
        return False
    if text[1] == ".":
        return text[2:3] in ("", ",")
    name = text.lstrip("-")
    return bool(name) and len(text) - len(name) <= 2 and (name[0].isalnum() or name[0] in "?@#[(<:_%*$,{")


def rows(lines: list[str]) -> list[Row]:
    """Cut a section into rows. Lines before the first row are left out."""
    column, aligned = _column(lines)
    base = min((indent_of(line) for line in lines if line), default=0)
    found: list[Row] = []
    for line in lines:
        if not line:
            continue
        if _starts(line, column, base, found):
            head, text = split(line, column if aligned else None)
            found.append(Row(head, indent_of(line), [text] if text else [], bool(text)))
        elif found:
            found[-1].text.append(line.strip())
    return found


def _starts(line: str, column: int | None, base: int, found: list[Row]) -> bool:
    """Whether a line begins a new row: it stands left of the column of descriptions."""
    indent = indent_of(line)
    if column is None:
        return indent == base
    if indent >= column:
        return False
    if not found or indent <= base or is_option(line.strip()):
        return True
    # a wrapped description may stand a little left of its column; a row has a second column or a row's indent
    return indent <= found[-1].indent or split(line, column)[1] != "" or not found[-1].text


def split(line: str, column: int | None) -> tuple[str, str]:
    """Head and description of a row's first line (stripped); the description is "" where only a head stands."""
    if column is not None and len(line) > column > 0 and line[column] != " " and line[column - 1] == " ":
        # a head that fills its column leaves one blank; one more word after it would still be the head's
        head, beside = line[:column].strip(), line[column:].strip()
        value = is_option(head) and beside[0] in "<{"
        if head and " " in beside and _gap(line[:column]) is None and not _ends_sentence(head) and not value:
            return head, beside
    at = _gap(line)
    if at is None:
        return line.strip(), ""
    return line[:at].strip(), line[at:].strip()


def _ends_sentence(head: str) -> bool:
    """Whether a head is the end of a sentence rather than a head: `…` and `NAME:` are none."""
    return head[-1] in _SENTENCE_END and head[-1] != ":" and not head.endswith("...")


def _gap(line: str) -> int | None:
    """Where the second column begins: after two blanks that follow a head. None where there is no such place.

    The head of an option may itself have gaps: between its names, and before its placeholder
    (`--port  -p  INTEGER  the port`).
    """
    start = indent_of(line)
    optional = is_option(line[start : start + 40])
    while True:
        at = line.find("  ", start)
        if at < 0:
            return None
        rest = at + indent_of(line[at:])
        if rest >= len(line):
            return None
        if optional and _goes_on(line, at, rest):
            start = rest
            continue
        return rest


def _goes_on(line: str, at: int, rest: int) -> bool:
    """Whether what follows a gap still belongs to the option's head."""
    end = line.find("  ", rest)
    chunk = line[rest:end] if end > 0 else line[rest:]
    if chunk.startswith("-") and is_option(chunk):
        return line[at - 1] in ",|" or " " not in chunk
    if chunk.startswith(("<", "[")) and chunk[-1] in ">]." and not chunk.startswith(_NOTES):
        return end > 0 and " " not in chunk.replace("> <", "><")
    return _placeholder(chunk) and (end > 0 or chunk in _TYPE_WORDS)


def _placeholder(chunk: str) -> bool:
    """Whether a chunk is one placeholder in capitals, such as `TEXT`, `INTEGER RANGE`, `KEY=VALUE`."""
    return len(chunk) > 1 and chunk.isupper() and chunk.count(" ") < 2 and chunk[-1] not in ".:;" and chunk[0].isalpha()


def _column(lines: list[str]) -> tuple[int | None, bool]:
    """The column where descriptions begin, by majority over the rows, or None where nothing speaks for one.

    The second value is true where some row has its description beside it in that column.
    """
    votes: Counter[int] = Counter()
    beside: set[int] = set()
    previous = ""
    for line in lines:
        if not line:
            previous = ""
            continue
        at = _gap(line)
        head = line[:at].strip() if at is not None else ""
        if at is not None and len(head) <= MAX_HEAD and (head[-1] not in _SENTENCE_END or " " not in head):
            votes[at] += 2
            beside.add(at)
        elif previous and indent_of(line) > indent_of(previous) and _alone(previous):
            votes[indent_of(line)] += 2 if is_option(previous.strip()) else 1
        previous = line
    if not votes:
        return None, False
    best = max(votes.values())
    column = min(column for column, count in votes.items() if count == best)
    return column, column in beside


def _alone(line: str) -> bool:
    """Whether a line holds a head and nothing else."""
    return _gap(line) is None and len(line.strip()) <= MAX_HEAD * 2
