"""L2: HARNESS.md names only declared commands."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hcp_author.lint.contract import Hit, Text, in_text, rule
from hcp_author.lint.laws._sections import sections
from hcp_author.pack import names
from hcp_author.pack.model import Pack

FENCE = re.compile(
    r"^(?P<fence>```+|~~~+)[ \t]*(?P<language>[\w-]*)[^\n]*\n(?P<body>.*?)^(?P=fence)[ \t]*\r?$",
    re.MULTILINE | re.DOTALL,
)
SHELLS = frozenset(("", "sh", "bash", "shell", "zsh", "console", "shell-session"))
INLINE = re.compile(r"(?<!`)(`+)(?!`)(?P<body>[^`\n]+?)(?<!`)\1(?!`)")
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
    for start, end, is_shell in code(pack.harness):
        said = pack.harness[start:end]
        for at, word in [*envelopes(said), *(commands(said, pack.pack_id) if is_shell else ())]:
            # a row that is left over is told by L10-row-without-verb, once
            if word not in known and word not in pack.rows:
                fix = names.did_you_mean(word, sorted(known)) or "correct the name, or take it out"
                message = f"`{word}` is no command of `{pack.pack_id}`"
                yield in_text(text, start + at, start + at + len(word), message, fix)


def code(text: str) -> Iterator[tuple[int, int, bool]]:
    """Where code stands in the prose, as (start, end, whether a shell reads it); what is drawn is left out."""
    drawn = [(section.start, section.end) for section in sections(text) or ()]
    fences = [(*match.span("body"), match["language"].lower() in SHELLS) for match in FENCE.finditer(text)]
    inline = [(*match.span("body"), True) for match in INLINE.finditer(text)]
    outside = [one for one in inline if not any(inside(one[:2], fence[:2]) for fence in fences)]
    for start, end, is_shell in [*fences, *outside]:
        if not any(inside((start, end), section) for section in drawn):
            yield start, end, is_shell


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


def inside(span: tuple[int, int], other: tuple[int, int]) -> bool:
    """Whether a span lies within another."""
    return other[0] <= span[0] and span[1] <= other[1]
