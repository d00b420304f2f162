"""L10: the Skill is one screen, names what the pack declares, and its tables are current.

L10.3 HARNESS.md is there: L10-missing-skill. It is one screen: L10-too-long.
L10.4 It teaches the declared commands: L10-no-markers, L10-markers, L10-stale-table, L2-unknown-command.
L10.5 A lead, a hot-path table, copy-paste examples, anti-patterns, pointers: L10-missing-part, L10-no-markers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from hcp_author.lint.contract import Hit, Text, in_text, on_file, rule
from hcp_author.lint.laws._letters import mixed
from hcp_author.lint.laws._sections import misfit, sections, without_place
from hcp_author.lint.laws._texts import ADDRESS, order, plain
from hcp_author.pack import markers
from hcp_author.pack.late import pattern
from hcp_author.pack.model import Pack
from hcp_author.pack.text import as_word

SCREEN = 80
COLUMNS = 120
_LINE_END = pattern(r"\r\n|\n|\r")


@rule("L10-missing-skill", "L10", "error", phase="file")
def missing_skill(pack: Pack) -> Iterator[Hit]:
    """There is no HARNESS.md.

    Why: it is what teaches the declared commands, on one screen (L10).
    Fix: `hcp-author harness PACK` writes one; put your own words around its tables.
    Bad: HARNESS.md
        absent
    Good: HARNESS.md

        Ask for what you need, and no more.
    """
    if pack.harness is None and not any(file == "HARNESS.md" for file, _ in pack.troubles):
        fix = f"{redraw(pack)} writes one; add your own words to it"
        yield on_file("HARNESS.md", "missing HARNESS.md", fix)


@rule("L10-too-long", "L10", "error", needs=("HARNESS.md",))
def too_long(pack: Pack) -> Iterator[Hit]:
    """HARNESS.md is longer than one screen (80 lines); a warning where its lines are few and very wide.

    Why: a Skill that grows into a manual stops being read, also one that stands on a few lines (L10). What is drawn
    counts by the line, the author's own prose by rows of 120 columns.
    Fix: keep lead, tables, examples, anti-patterns and pointers; move the rest to README.md.
    Bad: HARNESS.md
        {{"\\n- and\\n- so\\n- on\\n- and\\n- so\\n- on\\n- and\\n- so\\n- on\\n- and\\n- so\\n- on\\n- and\\n- so"}}
        {{"\\n- on\\n- and\\n- so\\n- on\\n- and\\n- so\\n- on\\n- and\\n- so\\n- on\\n- and\\n- so\\n- on\\n- and"}}
        {{"\\n- so\\n- on\\n- and\\n- so\\n- on\\n- and\\n- so\\n- on\\n- and\\n- so\\n- on\\n- and\\n- so\\n- on"}}
    Good: HARNESS.md
        - and so on: see README.md
    """
    text = Text("HARNESS.md", pack.harness or "")
    lines = lines_of(text.content)
    if len(lines) > SCREEN:
        message = f"HARNESS.md has {len(lines)} lines; one screen is {SCREEN}"
        yield in_text(text, *lines[SCREEN], message, "move the rest to README.md")
    elif len(text.content) > SCREEN * COLUMNS // 2:
        rows, widest = rows_of(text.content, lines)
        if rows > SCREEN:
            message = f"HARNESS.md takes {rows} rows of {COLUMNS} columns; one screen is {SCREEN}"
            yield in_text(text, *widest, message, "say it shorter, or move the rest to README.md", severity="warning")


def rows_of(text: str, lines: list[tuple[int, int]]) -> tuple[int, tuple[int, int]]:
    """How many rows of the screen the lines take, and the widest of the author's own."""
    drawn_at = [(section.start, section.end) for section in sections(text) or ()]
    own = [line for line in lines if not any(first <= line[0] < last for first, last in drawn_at)]
    rows = sum(max(1, -(-(end - start) // COLUMNS)) for start, end in own)
    return rows + len(lines) - len(own), max(own, key=lambda line: line[1] - line[0], default=(0, 0))


def lines_of(text: str) -> list[tuple[int, int]]:
    """Where each line begins and ends, without its line end."""
    starts = [0, *(match.end() for match in _LINE_END.finditer(text))]
    ends = [*starts[1:], len(text)]
    pairs = zip(starts, ends, strict=True)
    return [(start, start + len(text[start:end].rstrip("\r\n"))) for start, end in pairs if start < len(text)]


@rule("L10-markers", "L10", "error", needs=("HARNESS.md",))
def broken_markers(pack: Pack) -> Iterator[Hit]:
    """The markers in HARNESS.md do not fit together: one is missing, doubled, nested or misspelt.

    Why: the tables stand between them, and cannot be kept current where it is unclear what is table and what prose.
    Fix: each `<!-- hcp:begin hot-path -->` has its `<!-- hcp:end hot-path -->`, each on a line by itself.
    Bad: HARNESS.md

        <!-- hcp:begin examples -->
    Good: HARNESS.md

        Ask for what you need, and no more.
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
    Base: feed
    Bad: HARNESS.md
        absent
    Bad: HARNESS.md
        # feed

        Announce `run.completed`, as it is pushed.

            feed --emit
    Good: HARNESS.md
        absent
    Good: HARNESS.md
        # feed

        Announce what the builds push.

        <!-- hcp:begin triggers -->
        | Trigger | Land | Then |
        | --- | --- | --- |
        | `run.completed` | personal | the Invoker decides |
        <!-- hcp:end triggers -->

        <!-- hcp:begin examples -->
        ```sh
        feed --emit
        ```
        <!-- hcp:end examples -->

        Never poll for what is announced. See `feed --help`.
    """
    if pack.harness is None or pack.pass_through or sections(pack.harness) is None:
        return
    left_out = without_place(pack, pack.harness)
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
    Base: feed
    Bad: HARNESS.md
        absent
    Bad: HARNESS.md
        # feed

        Announce what the builds push.

        <!-- hcp:begin triggers -->
        | Trigger | Land | Then |
        | --- | --- | --- |
        | `run.completed` | brain | run `feed show` |
        <!-- hcp:end triggers -->

        <!-- hcp:begin examples -->
        ```sh
        feed --emit
        ```
        <!-- hcp:end examples -->

        Never poll for what is announced. See `feed --help`.
    Good: HARNESS.md

        What is announced is recorded, and runs nothing.
    """
    text = pack.harness or ""
    to_rewrite = {verb.verb_key for verb in pack.verbs if deceives(verb.summary)}
    stale = [
        (section, wanted)
        for section, wanted in drawn(pack, text)
        if not same_but_for(text[section.start : section.end], wanted, to_rewrite)
    ]
    if stale:
        section, wanted = stale[0]
        start, end = first_difference(text[section.start : section.end], wanted, section.start)
        names = ", ".join(f"`{one.name}`" for one, _ in stale)
        message = f"what stands under {names} is not what surface.json and policy.json say"
        yield in_text(Text("HARNESS.md", text), start, end, message, redraw(pack))


def deceives(summary: str) -> bool:
    """Whether a summary has to be rewritten, which the laws on text say: its row of the table follows then."""
    sentence = plain(summary)
    order_in_it = order(sentence) is not None or ADDRESS.search(sentence) is not None
    return order_in_it or "<!--" in summary or any(mixed(summary))


def same_but_for(found: str, wanted: str, verbs: set[str]) -> bool:
    """Whether a section is as wanted, but for the rows of these verbs."""
    if found == wanted or not verbs:
        return found == wanted
    rows = tuple(f"| `{verb}` |" for verb in verbs)
    here, there = found.splitlines(), wanted.splitlines()
    pairs = zip(here, there, strict=False)
    return len(here) == len(there) and all(one == other or other.startswith(rows) for one, other in pairs)


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
