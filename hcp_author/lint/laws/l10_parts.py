"""L10: the Skill has a lead, a hot-path table, copy-paste examples, anti-patterns and pointers.

L10.5 Those that are drawn have their markers: L10-no-markers. The author's own are there: L10-missing-part.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from hcp_author.lint.contract import Hit, on_file, rule
from hcp_author.lint.laws._sections import sections, without_place
from hcp_author.pack.late import pattern
from hcp_author.pack.model import Pack

# lines before the first table that say nothing yet
NO_LEAD = ("#", "<!--", "|", "```", "~~~", "---", "===", "![", "[![")
ANTI_PATTERN = pattern(
    r"^#+ .*\b(?:anti-?patterns?|pitfalls?|mistakes?|gotchas?|caveats?|limits?|warnings?|careful|not)\b"
    r"|\b(?:never|avoid|instead of|rather than|do not|don['’]t|must not|should not)\b",
    re.IGNORECASE | re.MULTILINE,
)
ENGLISH = pattern(r"\b(?:the|and|what|with|for|of|is|to)\b", re.IGNORECASE)
POINTER = pattern(r"\]\(|--help\b|https?://|\bREADME\b|\b(?:doctor|connect)\b")
HOW = {
    "lead": "a sentence before the first table: what the pack is for",
    "anti-patterns": "a line on what not to do with it, under a heading such as `## Anti-patterns`",
    "pointers": "a line on where to look further, e.g. `NAME VERB --help`",
}


@rule("L10-missing-part", "L10", "warning", needs=("HARNESS.md",))
def missing_part(pack: Pack) -> Iterator[Hit]:
    """HARNESS.md has no lead, no anti-patterns or no pointers.

    Why: the Skill is a lead, a hot-path table, copy-paste examples, anti-patterns and pointers (L10): what the pack is
    for, what not to do with it, and where to look further. A lead is a sentence before the first table; anti-patterns
    are told by a heading or by words such as "never" or "do not", in English; a pointer is a link, or `--help`.
    Fix: write a line of each in your own words.
    Base: feed
    Bad: HARNESS.md
        absent
    Bad: HARNESS.md
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
    Good: HARNESS.md

        Never poll for what is announced.
    """
    if not pack.harness or pack.pass_through or not sections(pack.harness) or without_place(pack, pack.harness):
        return  # a table that is missing is told by L10-no-markers, and comes first
    words = prose(pack.harness)
    lacking = [name for name, found in parts(pack.harness, words) if not found]
    if lacking:
        message = f"HARNESS.md has no {', no '.join(lacking)}"
        yield on_file("HARNESS.md", message, f"write {HOW[lacking[0]]}")


def prose(text: str) -> str:
    """What the author wrote: all but what is drawn."""
    found, end = [], 0
    for section in sections(text) or ():
        found.append(text[end : section.start])
        end = section.end
    return "".join([*found, text[end:]])


def parts(text: str, words: str) -> Iterator[tuple[str, bool]]:
    """Each part of the Skill that is an author's own, and whether it is there."""
    first = next((section.start for section in sections(text) or ()), len(text))
    lead = [line for line in text[:first].splitlines() if line.strip() and not line.lstrip().startswith(NO_LEAD)]
    yield "lead", bool(lead)
    yield "anti-patterns", ANTI_PATTERN.search(words) is not None or ENGLISH.search(words) is None
    yield "pointers", POINTER.search(words) is not None
