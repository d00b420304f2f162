"""Where code stands in Markdown (CommonMark: fences and spans), for the laws that read the Skill."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from hcp_author.lint.laws._sections import sections
from hcp_author.pack.late import pattern

LINE = pattern(r"[^\n]*(?:\n|\Z)")
FENCE = pattern(r" {0,3}(?P<fence>`{3,}(?=[^`]*\Z)|~{3,})[ \t]*(?P<language>[\w-]*)")
SHELLS = frozenset(("", "sh", "bash", "shell", "zsh", "console", "shell-session"))
INLINE = pattern(r"(?<!`)(`+)(?!`)(?P<body>[^`\n]+?)(?<!`)\1(?!`)")


@lru_cache(maxsize=4)  # several rules ask
def code(text: str) -> tuple[tuple[int, int, bool], ...]:
    """Where code stands in the prose, as (start, end, whether a shell reads it); what is drawn is left out."""
    drawn = [(section.start, section.end) for section in sections(text) or ()]
    found = []
    before = 0
    for start, end, is_shell in spans(text):
        # both are in order, so a section that has ended is done with
        while before < len(drawn) and drawn[before][1] < end:
            before += 1
        if before == len(drawn) or start < drawn[before][0]:
            found.append((start, end, is_shell))
    return tuple(found)


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
