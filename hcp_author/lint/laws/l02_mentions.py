"""L2: HARNESS.md names only declared commands."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from hcp_author.lint.contract import Hit, Text, in_text, rule
from hcp_author.lint.laws._sections import sections
from hcp_author.pack import names
from hcp_author.pack.model import Pack

LINE = re.compile(r"[^\n]*(?:\n|\Z)")
FENCE = re.compile(r" {0,3}(?P<fence>`{3,}(?=[^`]*\Z)|~{3,})[ \t]*(?P<language>[\w-]*)")
SHELLS = frozenset(("", "sh", "bash", "shell", "zsh", "console", "shell-session"))
INLINE = re.compile(r"(?<!`)(`+)(?!`)(?P<body>[^`\n]+?)(?<!`)\1(?!`)")
SHOWN = 20
# the face's own words after the pack's name
OWN = frozenset(("help",))


@rule("L2-unknown-command", "L2", "error", needs=("HARNESS.md", "surface:/verbs/*/verb_key", "surface:/pack_id"))
def unknown_command(pack: Pack) -> Iterator[Hit]:
    """HARNESS.md shows a command that the pack does not declare.

    Why: verb_key is the command's name, and the Skill teaches the declared ones (L2, L10); an agent tries what
    it reads.
    Fix: correct the name, or take the line out.
    """
    if not pack.harness or not pack.pack_id:
        return
    text = Text("HARNESS.md", pack.harness)
    known = {verb.verb_key for verb in pack.verbs} | OWN | ({"connect"} if pack.connect is not None else set())
    # a row that is left over is told by L10-row-without-verb, once
    unknown = ((at, word) for at, word in mentions(pack) if word not in known and word not in pack.rows)
    for at, word in islice(unknown, SHOWN):
        fix = names.did_you_mean(word, sorted(known)) or "correct the name, or take it out"
        yield in_text(text, at, at + len(word), f"`{word}` is no command of `{pack.pack_id}`", fix)


def mentions(pack: Pack) -> Iterator[tuple[int, str]]:
    """Each word that stands as a command of the pack in the code of its HARNESS.md: (offset, word)."""
    text = pack.harness or ""
    for start, end, is_shell in code(text):
        said = text[start:end]
        for at, word in [*envelopes(said), *(commands(said, pack.pack_id) if is_shell else ())]:
            yield start + at, word


def code(text: str) -> Iterator[tuple[int, int, bool]]:
    """Where code stands in the prose, as (start, end, whether a shell reads it); what is drawn is left out."""
    drawn = [(section.start, section.end) for section in sections(text) or ()]
    before = 0
    for start, end, is_shell in spans(text):
        # both are in order, so a section that has ended is done with
        while before < len(drawn) and drawn[before][1] < end:
            before += 1
        if before == len(drawn) or start < drawn[before][0]:
            yield start, end, is_shell


def spans(text: str) -> Iterator[tuple[int, int, bool]]:
    """Fenced and inline code in order of place, as `code` has it; an open fence ends with the text (CommonMark)."""
    fence, is_shell, body, prose = "", False, 0, 0
    for line in LINE.finditer(text):
        if fence:
            if closes(line[0], fence):
                yield body, line.start(), is_shell
                fence, prose = "", line.end()
        elif opened := FENCE.match(line[0].rstrip("\r\n")):
            yield from ((*match.span("body"), True) for match in INLINE.finditer(text, prose, line.start()))
            fence, is_shell, body = opened["fence"], opened["language"].lower() in SHELLS, line.end()
    if fence:
        yield body, len(text), is_shell
    else:
        yield from ((*match.span("body"), True) for match in INLINE.finditer(text, prose))


def closes(line: str, fence: str) -> bool:
    """Whether a line ends the block that `fence` began: as many of its marks or more, and nothing else."""
    word = line.strip()
    return len(word) >= len(fence) and not word.strip(fence[0]) and not line.startswith(("    ", "\t"))


def commands(code: str, pack_id: str) -> Iterator[tuple[int, str]]:
    """Each word that stands where a verb does on the command line, after the pack's name: (offset, word)."""
    name = re.escape(pack_id)
    called = rf"(?:^|[;&|(]|\$ )[ \t]*(?:[\w./~-]*/)?{name}[ \t]+(?P<verb>[^\s;&|)`]+)"
    for match in re.finditer(called, code, re.MULTILINE):
        if names.WORDS.fullmatch(match["verb"]):
            yield match.start("verb"), match["verb"]


def envelopes(code: str) -> Iterator[tuple[int, str]]:
    """Each verb that an envelope names: (offset, word)."""
    for match in re.finditer(r'"verb_key"\s*:\s*"(?P<verb>[^"\n]*)"', code):
        yield match.start("verb"), match["verb"]
