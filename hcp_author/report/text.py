"""Findings as a person reads them: place, what is wrong, the line with a caret, what to type."""

from __future__ import annotations

from hcp_author.lint.contract import Finding, Report
from hcp_author.pack.text import visible, width

COLOURS = {"error": "31;1", "warning": "33;1", "note": "36;1"}
BOLD, FAINT = "1", "2"
WINDOW = 100


def render(report: Report, colour: bool = False) -> str:
    """Every finding in order, then one line that counts them."""
    blocks = [block(finding, colour) for finding in report.findings]
    return "".join([*blocks, summary(report), "\n"])


def block(finding: Finding, colour: bool) -> str:
    """One finding: a headline, the snippet where there is one, the fix where there is one."""
    place = f"{shown_file(finding.file)}:{finding.line}:{finding.column}:"
    name = paint(f"{finding.severity} {finding.rule}", COLOURS[finding.severity], colour)
    lines = [f"{paint(place, BOLD, colour)} {name}: {visible(finding.message)}"]
    lines += [paint(line, FAINT, colour) for line in snippet(finding)]
    if finding.fix:
        lines.append(f"  fix: {visible(finding.fix)}")
    return "\n".join(lines) + "\n"


def shown_file(file: str) -> str:
    """The path, so that no name of a file can begin a line with a CI command (`::error`)."""
    shown = visible(file)
    return f"./{shown}" if shown.startswith(":") else shown


def snippet(finding: Finding) -> list[str]:
    """The line that the finding stands on, and under it carets and the JSON pointer; nothing where no line helps."""
    if not finding.excerpt.strip():
        return []
    start = finding.column - 1
    end = finding.end_column - 1 if finding.end_line == finding.line else len(finding.excerpt)
    line, start, end = window(finding.excerpt, start, max(end, start + 1))
    before, marked = flat(line[:start]), flat(line[start:end])
    text = (before + marked + flat(line[end:])).rstrip()
    indent = len(text) - len(text.lstrip())
    gutter = f"{finding.line:>5} | "
    carets = " " * (width(before) - indent) + "^" * max(width(marked), 1)
    return [gutter + text[indent:], f"{' ' * (len(gutter) - 2)}| {carets} {visible(finding.pointer)}".rstrip()]


def window(line: str, start: int, end: int) -> tuple[str, int, int]:
    """The part of a long line that holds the marked part, and the marks moved with it."""
    if len(line) <= WINDOW:
        return line, min(start, len(line)), min(end, len(line))
    left = max(0, min(start - WINDOW // 4, len(line) - WINDOW))
    cut = line[left : left + WINDOW]
    return cut, start - left, min(end - left, len(cut))


def flat(text: str) -> str:
    """Tabs as one space, hidden characters as escapes: what is counted is what is shown."""
    return visible(text.replace("\t", " "))


def summary(report: Report) -> str:
    """`1 error, 0 warnings in 1 pack`; notes are counted where there are any."""
    counts = [counted(report.count("error"), "error"), counted(report.count("warning"), "warning")]
    if report.count("note"):
        counts.append(counted(report.count("note"), "note"))
    return f"{', '.join(counts)} in {counted(report.packs, 'pack')}"


def counted(number: int, word: str) -> str:
    """`1 pack`, `2 packs`."""
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def paint(text: str, code: str, colour: bool) -> str:
    """The text in a colour, where colours are wanted."""
    return f"\x1b[{code}m{text}\x1b[0m" if colour else text
