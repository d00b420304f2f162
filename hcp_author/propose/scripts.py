"""The shell text inside a file: a script, a Makefile, a workflow, an image's recipe, a history, a page of text."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Callable, Iterator, Mapping
from fnmatch import fnmatchcase
from functools import cache
from itertools import takewhile
from typing import Any

from hcp_author.propose import workflows
from hcp_author.propose.vocabulary import read, reasons

Texts = Iterator[str]

_SHEBANG = re.compile(r"#![^\n]*\b(?:ba|z|da|k|a|fi)?sh\b")
_ZSH = re.compile(r": \d+:\d+;")
_NUMBERED = re.compile(r"\s*\d{1,6}\*?\s{1,4}")
_MADE = re.compile(r"^\s*(?:ONBUILD\s+)?(?:RUN|CMD|ENTRYPOINT)\s+(?:--\S+\s+)*", re.IGNORECASE)
_STEP = re.compile(r"(?:\bsh\b(?:\s*\()?|\bscript\s*:)\s*(\"\"\"|'''|\"|')")
_FENCE = re.compile(r"\s*(`{3,}|~{3,})\s*(?:\{?\.?([\w-]*))?")
_PROMPT = re.compile(r"\s*(?:\S{0,40}[$%❯]|[$%#❯])\s+")


def texts(name: str, content: str, *, given: bool = False) -> Texts:
    """The shell text in a file called `name`, piece by piece; none where its kind is not known.

    A file that was `given` by its own name is read as lines of shell where nothing else is known of it.
    """
    reader = next((READERS[kind] for pattern, kind in _kinds() if fnmatchcase(name, pattern)), None)
    if reader is None and _SHEBANG.match(content):
        reader = _whole
    if reader is None and given:
        reader = _lines
    return reader(content) if reader else iter(())


def known_name(name: str) -> bool:
    """Whether a file's name alone tells that shell text may stand in it; one without an ending may begin with `#!`."""
    return "." not in name or any(fnmatchcase(name, pattern) for pattern, _ in _kinds())


@cache
def _kinds() -> list[tuple[str, str]]:
    """(pattern of a file's name, which reader it is for), in the order of shell.json."""
    return [(pattern, group["kind"]) for group in read("shell")["files"] for pattern in group["words"]]


def _whole(content: str) -> Texts:
    yield content


def _joined(content: str) -> Texts:
    """The lines, those that end in a backslash with the next."""
    kept: list[str] = []
    for line in content.split("\n"):
        bare = line.rstrip("\r")
        kept.append(bare)
        if not bare.endswith("\\"):
            yield "\n".join(kept)
            kept = []
    yield "\n".join(kept)


def _lines(content: str) -> Texts:
    """Each line of a history by itself: an open quote in one spoils no other."""
    if re.search(r"^- cmd: ", content, re.MULTILINE):
        for line in content.split("\n"):
            if line.startswith("- cmd: "):
                yield line[7:].replace("\\n", "\n")
        return
    for line in _joined(content):
        sign = _ZSH.match(line) or _NUMBERED.match(line)
        yield line[sign.end() :] if sign else line


def _make(content: str) -> Texts:
    """The recipes, line by line, and what the functions of make run."""
    for line in _joined(content):
        if line[:1] in ("\t", " "):
            yield line.replace("\n\t", "\n").strip().lstrip("@-+ ").replace("$$", "$").replace("$(shell ", "$(")
        elif "$(shell " in line or ";" in line:
            yield line.replace("$(shell ", "$(")


def _image(content: str) -> Texts:
    """What an image's recipe runs, as text or as a JSON list of words; a heredoc goes with its line."""
    lines = content.split("\n")
    bare = "\n".join(line for line in lines if not line.lstrip().startswith("#"))
    pieces = list(_joined(bare))
    at = 0
    while at < len(pieces):
        piece = pieces[at]
        at += 1
        sign = _MADE.match(piece)
        if sign is None:
            continue
        rest = piece[sign.end() :]
        found = re.search(r"<<-?\s*[\"']?(\w+)", rest)
        if found:
            body = list(takewhile(lambda line, end=found[1]: line.strip() != end, pieces[at:]))  # type: ignore[misc]
            at += len(body)
            rest = "\n".join([rest, *body, found[1]])
        yield _spoken(rest)


def _spoken(text: str) -> str:
    """A JSON list of words as a line of shell; anything else as it is."""
    if text.startswith("["):
        words = _json(text)
        if isinstance(words, list) and all(isinstance(word, str) for word in words):
            return shlex.join(words)
    return text


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _package(content: str) -> Texts:
    """The scripts of a package.json."""
    document = _json(content)
    scripts = document.get("scripts") if isinstance(document, dict) else None
    for line in scripts.values() if isinstance(scripts, dict) else ():
        if isinstance(line, str):
            yield line


def _steps(content: str) -> Texts:
    """The quoted text that the steps of a pipeline hand to a shell: `sh 'prog list'`."""
    at = 0
    while found := _STEP.search(content, at):
        end = content.find(found[1], found.end())
        if end < 0:
            return
        yield content[found.end() : end]
        at = end + len(found[1])


def _page(content: str) -> Texts:
    """The blocks of shell in a page of Markdown; where a prompt leads lines, those lines alone."""
    block: list[str] | None = None
    fence, language = "", ""
    for line in content.split("\n"):
        sign = _FENCE.match(line)
        if block is None and sign:
            block, fence, language = [], sign[1], (sign[2] or "").lower()
        elif block is not None and sign and sign[1].startswith(fence) and not sign[2]:
            if language in reasons("shell", "fences"):
                yield from _shown(block)
            block = None
        elif block is not None:
            block.append(line)


def _shown(block: list[str]) -> Texts:
    typed = [line[sign.end() :] for line in block if (sign := _PROMPT.match(line)) and "#" not in sign[0]]
    if typed:
        yield from typed
    else:
        yield "\n".join(block)


READERS: Mapping[str, Callable[[str], Texts]] = {
    "shell": _whole,
    "history": _lines,
    "recipes": _make,
    "workflow": workflows.texts,
    "image": _image,
    "pipeline": _steps,
    "package": _package,
    "page": _page,
}
