"""Findings as a person reads them: place, what is wrong, the line with a caret, what to type."""

from __future__ import annotations

from collections.abc import Iterator

from hcp_author.lint.contract import Finding, Report
from hcp_author.pack.text import visible, width
from hcp_author.report import unchecked
from hcp_author.report.view import PLAIN, View, shown

COLOURS = {"error": "31;1", "warning": "33;1", "note": "36;1"}
BOLD, FAINT = "1", "2"
WINDOW, LEAST = 100, 20
GUTTER = 8


def render(report: Report, view: View = PLAIN) -> str:
    """Every finding in order, an empty line between packs, what to type next, then one line that counts them."""
    return "".join([*mended(report, view.colour), *blocks(report, view), *hints(report, view), summary(report), "\n"])


def blocks(report: Report, view: View) -> Iterator[str]:
    """The findings, and an empty line where another pack begins."""
    pack = report.findings[0].pack if report.findings else ""
    for finding in report.findings:
        if finding.pack != pack:
            yield "\n"
        pack = finding.pack
        yield block(finding, view.colour, view.columns)


def mended(report: Report, colour: bool) -> Iterator[str]:
    """What was mended, and what could not be, each with its place and what was to be done."""
    for finding in report.fixed or ():
        place = paint(f"{shown_file(finding.file)}:{finding.line}:{finding.column}:", BOLD, colour)
        yield f"{place} fixed {finding.rule}: {shown(finding.message)}\n"
    for finding, why in report.unfixed:
        place = paint(f"{shown_file(finding.file)}:{finding.line}:{finding.column}:", BOLD, colour)
        yield f"{place} not fixed {finding.rule}: {shown(why)}\n"


def block(finding: Finding, colour: bool, columns: int = 0) -> str:
    """One finding: a headline, the snippet where there is one, the fix where there is one."""
    place = f"{shown_file(finding.file)}:{finding.line}:{finding.column}:"
    name = paint(f"{finding.severity} {finding.rule}", COLOURS[finding.severity], colour)
    lines = [f"{paint(place, BOLD, colour)} {name}: {shown(finding.message)}"]
    lines += [paint(line, FAINT, colour) for line in snippet(finding, columns)]
    if finding.fix:
        lines.append(f"  fix: {shown(finding.fix)}")
    return "\n".join(lines) + "\n"


def shown_file(file: str) -> str:
    """The path, so that no name of a file can begin a line with a CI command (`::error`)."""
    told = shown(file)
    return f"./{told}" if told.lstrip().startswith(":") else told


def snippet(finding: Finding, columns: int = 0) -> list[str]:
    """The line that the finding stands on, and under it carets and the JSON pointer; nothing where no line helps.

    `columns` is the width of the terminal, 0 where there is none. The line is told without its indent.
    """
    line = finding.excerpt
    if not line.strip():
        return []
    start = min(finding.column - 1, len(line))
    end = finding.end_column - 1 if finding.end_line == finding.line else len(line)
    before, marked, after = window(line, start, max(end, start), max(columns - GUTTER, LEAST) if columns else WINDOW)
    text = (before + marked + after).rstrip()
    indent = len(text) - len(text.lstrip())
    gutter = f"{finding.line:>5} | "
    carets = " " * max(width(before) - indent, 0) + "^" * max(width(marked), 1)
    under = f"{' ' * (len(gutter) - 2)}| {carets}"
    pointer = f" {shown(finding.pointer)}"
    if columns and width(under + pointer) > columns:
        pointer = ""
    return [gutter + shown(text[indent:]), (under + pointer).rstrip()]


def window(line: str, start: int, end: int, columns: int) -> tuple[str, str, str]:
    """What stands before, within and after the marks, cut to so many columns of a terminal."""
    cells = [flat(char) for char in line]
    wide = [width(cell) for cell in cells]
    left = right = start
    room = columns
    # a quarter for what stands before; what the rest leaves over goes there too
    for limit, step in ((columns // 4, -1), (columns, 1), (columns, -1)):
        spent = 0
        while 0 <= (at := left - 1 if step < 0 else right) < len(cells) and wide[at] <= min(room, limit - spent):
            spent, room = spent + wide[at], room - wide[at]
            left, right = (at, right) if step < 0 else (left, at + 1)
    end = min(end, right)
    return "".join(cells[left:start]), "".join(cells[start:end]), "".join(cells[end:right])


def flat(text: str) -> str:
    """Tabs as one space, hidden characters as escapes: what is counted is what is shown."""
    return visible(text.replace("\t", " "))


def hints(report: Report, view: View) -> Iterator[str]:
    """What is held back, what `--fix` mends, and where a rule is explained; only where hints are wanted."""
    if not view.hints:
        return
    for gap in unchecked.held(report, view.rules):
        yield f"not checked: {shown_file(gap.file)}: {shown(gap.text)}\n"
    kinds = [(view.fixes or {}).get(finding.rule) for finding in report.findings]
    if report.fixed is None and (safe := kinds.count("safe")):
        yield f"hint: hcp-author lint --fix may mend {safe} of these\n"
    if suggested := kinds.count("suggested"):
        yield f"hint: hcp-author lint --fix --suggested --diff shows a change for {suggested} of these\n"
    if explained := worst(report, {rule.id for rule in view.rules}):
        yield f"hint: hcp-author rule {explained} explains\n"


def worst(report: Report, known: set[str]) -> str | None:
    """The rule of the first error, or of the first finding where there is none."""
    told = [finding for finding in report.findings if finding.rule in known]
    return next((finding.rule for finding in told if finding.severity == "error"), told[0].rule if told else None)


def summary(report: Report) -> str:
    """`1 error, 0 warnings in 1 pack`; notes are counted where there are any."""
    counts = [counted(report.count("error"), "error"), counted(report.count("warning"), "warning")]
    if report.count("note"):
        counts.append(counted(report.count("note"), "note"))
    left_out = (
        (report.suppressed, "suppressed"),
        (report.baselined, "in the baseline"),
        (len(report.fixed or ()), "fixed"),
    )
    counts += [f"{number} {word}" for number, word in left_out if number]
    return f"{', '.join(counts)} in {counted(report.packs, 'pack')}"


def counted(number: int, word: str) -> str:
    """`1 pack`, `2 packs`."""
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def paint(text: str, code: str, colour: bool) -> str:
    """The text in a colour, where colours are wanted."""
    return f"\x1b[{code}m{text}\x1b[0m" if colour else text
