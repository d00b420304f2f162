"""Shell text taken apart into its simple commands: nothing is run or looked up, and no text is an error."""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass, field
from functools import cached_property

HEREDOC = "<<"  # as a word: what the command is given to read follows, as one word

_PLAIN = re.compile(r"[^\s'\"\\`$()|&;<>#]+")
_QUOTED = re.compile(r"[^\"\\`$]+")
_BLANK = re.compile(r"[^\S\n]+")
_VARIABLE = re.compile(r"\$(?:\{[^}\n]{0,200}\}|[A-Za-z_]\w*|[0-9?!#@*$-])")
_ESCAPED = re.compile(r"\$'(?:[^'\\]|\\.)*'", re.DOTALL)
_REDIRECT = re.compile(r"<<<|<<-?|<>|<&|>>|>&|>\||[<>]")
_COMMENT = re.compile(r"[^\n]*")


def commands(text: str) -> list[list[str]]:
    """The words of each simple command in `text`, those inside `$(…)`, backticks and subshells too.

    Quotes are taken off, comments and redirections left out; a variable stays as it is written. A heredoc comes
    as two words, HEREDOC and its text. Linear in the text. A quote that never closes ends with its line.
    """
    reader = _Reader(text)
    opened = reader.read()
    if opened is None:
        return reader.found
    for line in text[opened + 1 :].split("\n"):
        last = _Reader(line)
        last.read()
        reader.found += last.found
    return reader.found


@dataclass
class _Frame:
    """One level of commands within commands: what closes it, its words so far, and the parts of the word at hand.

    `filler` stands for the whole level in the word around it; `drop` says what becomes of the next word.
    """

    end: str = ""
    filler: str = ""
    words: list[str] = field(default_factory=list)
    parts: list[str] | None = None
    drop: str = ""
    quote: int | None = None  # where the double quotes that we are in began
    before: int = 0  # how many commands had been found by then

    def add(self, part: str) -> None:
        """Add to the word at hand, or begin one."""
        if self.parts is None:
            self.parts = []
        self.parts.append(part)


class _Reader:
    """The text, the place in it, the open levels, and the commands found so far."""

    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0
        self.frames = [_Frame()]
        self.found: list[list[str]] = []
        self.heredocs: list[tuple[str, list[str]]] = []

    def read(self) -> int | None:
        """Read to the end; where double quotes were left open, tell where, and forget what came after."""
        while self.at < len(self.text):
            frame, char = self.frames[-1], self.text[self.at]
            if frame.quote is not None:
                self._in_quotes(frame, char)
            elif char in "'\"\\`$":
                self._quoting(frame, char)
            elif char in "()|&;<>#\n":
                self._operator(frame, char)
            elif char.isspace():
                self._end_word(frame)
                self._skip(_BLANK)
            else:
                frame.add(self._skip(_PLAIN))
        opened = next((frame for frame in self.frames if frame.quote is not None), None)
        if opened is not None and "\n" in self.text:
            del self.found[opened.before :]
            return opened.quote
        for frame in reversed(self.frames):
            self._end_command(frame)
        return None

    def _skip(self, pattern: re.Pattern[str]) -> str:
        """Take what the pattern matches here, or one character."""
        found = pattern.match(self.text, self.at)
        taken = found[0] if found and found[0] else self.text[self.at]
        self.at += len(taken)
        return taken

    def _in_quotes(self, frame: _Frame, char: str) -> None:
        if char == '"':
            frame.quote = None
            self.at += 1
        elif char == "\\":
            frame.add(self.text[self.at + 1 : self.at + 2].replace("\n", ""))
            self.at += 2
        elif char in "`$":
            self._expansion(frame, char)
        else:
            frame.add(self._skip(_QUOTED))

    def _quoting(self, frame: _Frame, char: str) -> None:
        if char == '"':
            frame.add("")
            frame.quote, frame.before = self.at, len(self.found)
            self.at += 1
        elif char == "'":
            self._single(frame)
        elif char == "\\":
            taken = self.text[self.at + 1 : self.at + 2]
            if taken not in "\r\n":
                frame.add(taken)
            self.at += 3 if self.text.startswith("\r\n", self.at + 1) else 2
        else:
            self._expansion(frame, char)

    def _single(self, frame: _Frame) -> None:
        """Take what stands in single quotes; one that never closes is an apostrophe."""
        end = self.text.find("'", self.at + 1)
        frame.add(self.text[self.at + 1 : end] if end >= 0 else "'")
        self.at = end + 1 if end >= 0 else self.at + 1

    def _expansion(self, frame: _Frame, char: str) -> None:
        """Open a level of its own for `$(` and a backtick; take a variable as it is written."""
        if char == "`" and frame.end == "`":
            self._close(frame)
        elif char == "`" or self.text.startswith("$(", self.at):
            frame.add("")
            self.frames.append(_Frame("`" if char == "`" else ")", "$_"))
            self.at += 1 if char == "`" else 2
        elif frame.quote is None and (found := _ESCAPED.match(self.text, self.at)):
            frame.add(found[0][2:-1])
            self.at = found.end()
        else:
            frame.add(self._skip(_VARIABLE))

    def _operator(self, frame: _Frame, char: str) -> None:
        if char == "#":
            if frame.parts is None:
                self._skip(_COMMENT)
            else:
                frame.add(self._skip(_PLAIN))
        elif char == "(":
            self._open(frame)
        elif char == ")":
            self._shut(frame)
        elif char in "<>" or self.text.startswith("&>", self.at):
            self._redirect(frame, char)
        else:
            self.at += 1
            self._end_word(frame)
            if char == "\n":
                self._read_heredocs()
            self._end_command(frame)

    def _open(self, frame: _Frame) -> None:
        """A subshell, a list of an assignment, or `name()`, which begins a function."""
        if frame.parts is not None and self.text.startswith("()", self.at):
            frame.parts, frame.words = None, []
            self.at += 2
            return
        self.frames.append(_Frame(")"))
        self.at += 1

    def _shut(self, frame: _Frame) -> None:
        """The end of a level; a bracket that none opened ends a pattern of `case`, after which a command follows."""
        if frame.end == ")":
            self._close(frame)
            return
        frame.parts, frame.words = None, []
        self.at += 1

    def _close(self, frame: _Frame) -> None:
        self._end_command(frame)
        self.frames.pop()
        if frame.filler:
            self.frames[-1].add(frame.filler)
        self.at += 1

    def _redirect(self, frame: _Frame, char: str) -> None:
        """Note what becomes of the next word; `2>` is no word, and `<(` opens a level."""
        if frame.parts is not None and "".join(frame.parts).isdigit():
            frame.parts = None
        self._end_word(frame)
        self.at += char == "&"
        sign = self._skip(_REDIRECT)
        if sign in "<>" and self.text.startswith("(", self.at):
            return
        frame.drop = HEREDOC if sign in ("<<", "<<-") else ">"

    def _end_word(self, frame: _Frame) -> None:
        if frame.parts is None:
            return
        word = "".join(frame.parts)
        if frame.drop == HEREDOC:
            self.heredocs.append((word, frame.words))
        elif not frame.drop:
            frame.words.append(word)
        frame.parts, frame.drop = None, ""

    def _end_command(self, frame: _Frame) -> None:
        self._end_word(frame)
        if frame.words:
            self.found.append(frame.words)
        frame.words, frame.drop = [], ""

    def _read_heredocs(self) -> None:
        """Take the lines up to each heredoc's end as what its command reads; one without an end has none."""
        for word, owner in self.heredocs:
            places = self._lines.get(word, [])
            found = bisect_left(places, self.at)
            if word and found < len(places):
                owner += [HEREDOC, self.text[self.at : places[found]]]
                self.at = self.text.find("\n", places[found]) + 1 or len(self.text)
        self.heredocs = []

    @cached_property
    def _lines(self) -> dict[str, list[int]]:
        """Where each line begins, by its text."""
        places: dict[str, list[int]] = {}
        at = 0
        for line in self.text.split("\n"):
            places.setdefault(line.strip(), []).append(at)
            at += len(line) + 1
        return places
