"""Word lists of a bash completion: what is written in them, and what the file's own functions would `echo` there."""

from __future__ import annotations

import re

from hcp_author.introspect.shells import lexing, script

MAX_TEXT = 20_000
_CALLED = re.compile(r"\s*([\w.:-]{1,80})\s*")


def echoes(whole: script.Script) -> dict[str, str]:
    """The functions that do nothing but `echo` a text that is written out, each with it."""
    plain: dict[str, str] = {}
    for name, body in whole.functions.items():
        if len(body) != 1 or not isinstance(body[0], script.Call) or body[0].words[0] != "echo":
            continue
        text = " ".join(lexing.plain(w) for w in body[0].words[1:] if w not in ("-e", "-n", "-en", "-ne"))
        plain[name] = text[:MAX_TEXT]
    # one may use another; what is left after that is another program's
    return {name: own(own(text, plain, keep=True), {}) for name, text in plain.items()}


def own(text: str, known: dict[str, str], keep: bool = False) -> str:
    """A text with the calls of `known` functions in it opened; what another program would print is left out or kept."""
    if "$(" not in text and "`" not in text:
        return text
    parts: list[str] = []
    at = size = 0
    while at < len(text) and size < MAX_TEXT:
        char = text[at]
        if char == "`":
            end = text.find("`", at + 1) + 1 or len(text)
            inner = text[at + 1 : end - 1]
        elif text.startswith("$(", at):
            end = lexing.balanced(text, at + 1)
            inner = text[at + 2 : end - 1]
        else:
            end, inner = at + 1, ""
        called = _CALLED.fullmatch(inner) if end > at + 1 else None
        told = known.get(called[1]) if called is not None else None
        part = char if end == at + 1 else told if told is not None else text[at:end] if keep else " "
        parts.append(part)
        size += len(part)
        at = end
    return "".join(parts)
