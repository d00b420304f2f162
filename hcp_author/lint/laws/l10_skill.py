"""L10: the Skill is one screen, names what the pack declares, and its tables are current."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hcp_author.lint.contract import Hit, Text, in_text, on_file, rule
from hcp_author.lint.laws._sections import misfit, sections
from hcp_author.pack import markers
from hcp_author.pack.model import Pack
from hcp_author.pack.text import as_word

SCREEN = 80
_LINE_END = re.compile(r"\r\n|\n|\r")


@rule("L10-missing-skill", "L10", "error", phase="file")
def missing_skill(pack: Pack) -> Iterator[Hit]:
    """There is no HARNESS.md.

    Why: it is what teaches the declared commands, on one screen (L10).
    Fix: `hcp-author harness PACK` writes one; put your own words around its tables.
    """
    if pack.harness is None and not any(file == "HARNESS.md" for file, _ in pack.troubles):
        fix = f"{redraw(pack)} writes one; add your own words to it"
        yield on_file("HARNESS.md", "missing HARNESS.md", fix)


@rule("L10-too-long", "L10", "error", needs=("HARNESS.md",))
def too_long(pack: Pack) -> Iterator[Hit]:
    """HARNESS.md is longer than one screen (80 lines).

    Why: a Skill that grows into a manual stops being read (L10).
    Fix: keep lead, tables, examples, anti-patterns and pointers; move the rest to README.md.
    """
    text = Text("HARNESS.md", pack.harness or "")
    starts = [0, *(match.end() for match in _LINE_END.finditer(text.content))]
    count = len(starts) - (1 if starts[-1] == len(text.content) else 0)
    if count > SCREEN:
        start = starts[SCREEN]
        end = starts[SCREEN + 1] if len(starts) > SCREEN + 1 else len(text.content)
        message = f"HARNESS.md has {count} lines; one screen is {SCREEN}"
        yield in_text(text, start, start + len(text.content[start:end].rstrip()), message, "move the rest to README.md")


@rule("L10-markers", "L10", "error", needs=("HARNESS.md",))
def broken_markers(pack: Pack) -> Iterator[Hit]:
    """The markers in HARNESS.md do not fit together: one is missing, doubled, nested or misspelt.

    Why: the tables stand between them, and cannot be kept current where it is unclear what is table and what prose.
    Fix: each `<!-- hcp:begin hot-path -->` has its `<!-- hcp:end hot-path -->`, each on a line by itself.
    """
    if pack.harness is None:
        return
    wrong = misfit(pack.harness)
    if wrong:
        line, message, fix = wrong
        start, end = line_span(pack.harness, line)
        yield in_text(Text("HARNESS.md", pack.harness), start, end, message, fix)


@rule("L10-no-markers", "L10", "warning", phase="derived", needs=("HARNESS.md", "surface:/verbs/*/verb_key"))
def no_markers(pack: Pack) -> Iterator[Hit]:
    """HARNESS.md has no place for a table that the pack has something for; an error where a verb is not even named.

    Why: a table that a person keeps current drifts away from the commands (L10); one between markers is drawn.
    Fix: put both markers on lines of their own where the table belongs, and run `hcp-author harness PACK`.
    """
    if pack.harness is None or pack.pass_through or sections(pack.harness) is None:
        return
    # examples may be the author's own, as long as there are some
    own = ("examples",) if "```" in pack.harness else ()
    left_out = [name for name in markers.missing(pack, pack.harness) if name not in own]
    if left_out:
        shown = ", ".join(f"`{name}`" for name in left_out)
        fix = f"add {markers.begin(left_out[0])} and {markers.end(left_out[0])}, then {redraw(pack)}"
        silent = untaught(pack) if "hot-path" in left_out else []
        more = f", and does not mention `{silent[0]}`" if silent else ""
        message = f"HARNESS.md has no markers for {shown}{more}"
        yield on_file("HARNESS.md", message, fix, severity="error" if silent else None)


def untaught(pack: Pack) -> list[str]:
    """The verbs that HARNESS.md does not even name."""
    words = set(re.findall(r"[\w-]+", pack.harness or ""))
    return [verb.verb_key for verb in pack.verbs if verb.verb_key not in words]


@rule("L10-stale-table", "L10", "error", phase="drawn", needs=("HARNESS.md", "proof.json"))
def stale_table(pack: Pack) -> Iterator[Hit]:
    """A table or the examples in HARNESS.md are not what surface.json and policy.json say.

    Why: an agent reads the table, the gate reads the Policy; where they differ, the Skill teaches what is not so (L10).
    Fix: `hcp-author harness PACK` draws it anew and touches nothing else.
    """
    text = pack.harness or ""
    stale = [(section, wanted) for section, wanted in drawn(pack, text) if text[section.start : section.end] != wanted]
    if stale:
        section, wanted = stale[0]
        start, end = first_difference(text[section.start : section.end], wanted, section.start)
        names = ", ".join(f"`{one.name}`" for one, _ in stale)
        message = f"what stands under {names} is not what surface.json and policy.json say"
        yield in_text(Text("HARNESS.md", text), start, end, message, redraw(pack))


def drawn(pack: Pack, text: str) -> Iterator[tuple[markers.Section, str]]:
    """Each marked section, and what would be drawn there."""
    for section in sections(text) or ():
        yield section, markers.body(pack, section.name).replace("\n", section.line_end)


def redraw(pack: Pack) -> str:
    """The command that draws the tables."""
    return f"hcp-author harness {as_word(pack.root)}"


def first_difference(found: str, wanted: str, offset: int) -> tuple[int, int]:
    """The first line of `found` that is not as wanted, as offsets into the whole text; its end where one is missing."""
    at = 0
    for line, other in zip(found.splitlines(True), [*wanted.splitlines(True), ""], strict=False):
        if line != other:
            return offset + at, offset + at + len(line.rstrip("\r\n"))
        at += len(line)
    return offset + at, offset + at


def line_span(text: str, line: int) -> tuple[int, int]:
    """Where a line begins and ends, without its line end."""
    starts = [0, *(match.end() for match in _LINE_END.finditer(text))]
    start = starts[min(line, len(starts)) - 1]
    ending = _LINE_END.search(text, start)
    return start, ending.start() if ending else len(text)
