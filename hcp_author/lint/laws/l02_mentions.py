"""L2: HARNESS.md names only declared commands.

L2.8 The Skill names declared commands alone, in shell code and in envelopes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from hcp_author.lint.contract import Hit, Text, in_text, rule
from hcp_author.lint.laws._skill_code import code
from hcp_author.pack import names
from hcp_author.pack.late import pattern
from hcp_author.pack.model import Pack

SHOWN = 20
READ = 64 * 1024  # characters of a file
# the face's own words after the pack's name
OWN = frozenset(("help",))
VERB = pattern(r"[ \t]+(?P<verb>[^\s;&|)`]+)")
COMMAND_PLACE = pattern(r"(?:^|[;&|(]|\$ )[ \t]*(?:[\w./~-]*/)?\Z")
LEAD = 300


# README.md shows other programs too, so there only `bin/NAME` is the pack's
SHOWING = ("HARNESS.md", "README.md")
IN_BIN = pattern(r"(?:^|[\s;&|(])(?:\./)?bin/\Z")


@rule(
    "L2-unknown-command",
    "L2",
    "error",
    needs=("HARNESS.md", "surface:/verbs/*/verb_key", "surface:/pack_id"),
    over="text",
)
def unknown_command(pack: Pack, text: Text) -> Iterator[Hit]:
    """HARNESS.md or README.md shows a command that the pack does not declare.

    Why: verb_key is the command's name, and the Skill teaches the declared ones (L2, L10); an agent tries what
    it reads.
    Fix: correct the name, or take the line out.
    Bad: HARNESS.md

        Start with `mail serach tag:unread`.
    Good: HARNESS.md

        Start with `mail search tag:unread`.
    """
    # where no command is declared at all, L3 says so once
    if text.name not in SHOWING or not pack.pack_id or not (pack.verbs or pack.kind == "sense_only"):
        return
    text = Text(text.name, text.content[:READ])
    known = {verb.verb_key for verb in pack.verbs} | OWN | ({"connect"} if pack.connect is not None else set())
    # a row that is left over is told by L10-row-without-verb, once
    unknown = ((at, word) for at, word in mentions(pack, text) if word not in known and word not in pack.rows)
    for at, word in islice(unknown, SHOWN):
        fix = names.did_you_mean(word, sorted(known)) or "correct the name, or take it out"
        yield in_text(text, at, at + len(word), f"`{word}` is no command of `{pack.pack_id}`", fix)


def mentions(pack: Pack, text: Text) -> Iterator[tuple[int, str]]:
    """Each word that stands as a command of the pack in the code of a text: (offset, word)."""
    place = COMMAND_PLACE if text.name == "HARNESS.md" else IN_BIN
    for start, end, is_shell in code(text.content):
        said = text.content[start:end]
        for at, word in [*envelopes(said), *(commands(said, pack.pack_id, place) if is_shell else ())]:
            yield start + at, word


def commands(code: str, pack_id: str, place: re.Pattern[str]) -> Iterator[tuple[int, str]]:
    """Each word that stands where a verb does on the command line, after the pack's name: (offset, word)."""
    at = code.find(pack_id)
    while at >= 0:
        called = VERB.match(code, at + len(pack_id))
        line = code.rfind("\n", 0, at) + 1
        # no path is longer; where the line is, what stands before it is no place for a command
        before = code[line:at] if at - line <= LEAD else "-" + code[at - LEAD : at]
        if called and names.WORDS.fullmatch(called["verb"]) and place.search(before):
            yield called.start("verb"), called["verb"]
        at = code.find(pack_id, at + 1)


def envelopes(code: str) -> Iterator[tuple[int, str]]:
    """Each verb that an envelope names: (offset, word)."""
    for match in re.finditer(r'"verb_key"\s*:\s*"(?P<verb>[^"\n]*)"', code):
        yield match.start("verb"), match["verb"]
