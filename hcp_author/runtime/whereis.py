"""Where in a JSON text the trouble is; imported only once there is some."""

from __future__ import annotations

import json
import re
import unicodedata
from math import isfinite

from .strict import LARGEST

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\],:]|[^\s{}\[\],:"]+', re.DOTALL)


def trouble(text: str) -> str:
    """Name the first key given twice, or the first number no two parsers read alike, with line and pointer."""
    frames: list[_Frame] = []
    for token in _TOKEN.finditer(text):
        word = token.group()
        if word in "{[":
            frames.append(_Frame(word == "{", _pointer(frames)))
        elif word in "}]" and frames:
            frames.pop()
        elif word == "," and frames:
            frames[-1].step()
        elif word == ":" and frames:
            frames[-1].wants_key = False
        elif frames and frames[-1].wants_key and word[0] == '"':
            if frames[-1].take(json.loads(word)):
                return f"{_place(text, token.start())}: the key {word} is given twice (`{_pointer(frames)}`)"
        elif wrong := _wrong_number(word):
            return f"{_place(text, token.start())}: {wrong} (`{_pointer(frames)}`)"
    return ""


class _Frame:
    """One open object or array: its pointer, the keys seen, and where in it we are."""

    def __init__(self, is_object: bool, pointer: str) -> None:
        self.is_object = self.wants_key = is_object
        self.pointer = pointer
        self.seen: set[str] = set()
        self.at = "" if is_object else "0"

    def take(self, key: str) -> bool:
        """Note a key; True when it was there before (equal after NFC)."""
        self.at = key
        same = unicodedata.normalize("NFC", key)
        twice = same in self.seen
        self.seen.add(same)
        return twice

    def step(self) -> None:
        """Go to the next member."""
        self.wants_key = self.is_object
        if not self.is_object:
            self.at = str(int(self.at) + 1)


def _pointer(frames: list[_Frame]) -> str:
    if not frames:
        return ""
    return frames[-1].pointer + "/" + frames[-1].at.replace("~", "~0").replace("/", "~1")


def _place(text: str, offset: int) -> str:
    return f"line {text.count(chr(10), 0, offset) + 1}, column {offset - text.rfind(chr(10), 0, offset)}"


def _wrong_number(word: str) -> str:
    if word in ("NaN", "Infinity", "-Infinity"):
        return f"`{word}` is not a JSON number; use null"
    if word.lstrip("-").isdecimal():
        beyond = len(word) > 17 or abs(int(word)) > LARGEST
        return f"the number `{word[:40]}` is beyond 2^53, which parsers round; use a string" if beyond else ""
    try:
        return "" if isfinite(float(word)) else f"the number `{word[:40]}` is too large"
    except ValueError:
        return ""
