"""A bash or zsh script as plain statements: functions, calls, assignments and `case`; read, never run.

Conditions and loops are flattened: both branches of an `if` stand one after the other. Never raises; linear.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from hcp_author.introspect.shells import lexing
from hcp_author.introspect.shells.cursor import Cursor

MAX_DEPTH = 50
_FLAT = frozenset(("if", "then", "else", "elif", "fi", "while", "until", "do", "done", "!", "time"))
_DECLARES = frozenset(("local", "declare", "typeset", "readonly", "export", "integer"))
_ASSIGNED = re.compile(r"([A-Za-z_]\w*)(?:\[[^\]]*\])?(\+?)=")
_NAME = re.compile(r"[^\s()'\"$`;&|<>]+")


@dataclass
class Call:
    """A simple command: its words, quotes resolved."""

    words: list[str]


@dataclass
class Assign:
    """`name=value` or `name=(…)`; `more` for `+=`. `values` are one word, or an array's; `keys` those of `[key]=`."""

    name: str
    values: list[str]
    array: bool = False
    more: bool = False
    keys: dict[str, str] = field(default_factory=dict)


@dataclass
class Case:
    """`case subject in`: each arm has its patterns and its statements."""

    subject: str
    arms: list[tuple[list[str], list[Statement]]]


Statement = Call | Assign | Case


@dataclass
class Script:
    """The functions of a script by name, and what stands outside of them."""

    functions: dict[str, list[Statement]] = field(default_factory=dict)
    main: list[Statement] = field(default_factory=list)


def parse(text: str) -> Script:
    """Read a script."""
    reader = _Reader(text)
    while reader.at < len(text):
        reader.script.main += reader.block(())
        # a closing word too many: go on behind it
        reader.at += 1
    return reader.script


class _Reader(Cursor):
    """A place in a script, and the functions found so far."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.depth = 0
        self.script = Script()

    def block(self, ends: tuple[str, ...]) -> list[Statement]:
        """Statements up to one of the closing words (which is consumed), a `)`, or the end of an arm."""
        found: list[Statement] = []
        self.depth += 1
        while self.at < len(self.text) and self.depth < MAX_DEPTH:
            self.blank()
            if self.text.startswith((";;", ";&", ";|"), self.at) or self.text[self.at : self.at + 1] in (")", ""):
                break
            if self._closing(ends):
                break
            found += self._statement()
        self.depth -= 1
        return found

    def _closing(self, ends: tuple[str, ...]) -> bool:
        """Whether a closing word stands here; consumes it."""
        for end in ends:
            after = self.text[self.at + len(end) : self.at + len(end) + 1]
            if self.text.startswith(end, self.at) and (not after or after in " \t\n;&|)("):
                self.at += len(end)
                return True
        return False

    def _statement(self) -> list[Statement]:
        """One statement, or what a compound one holds."""
        text = self.text
        if text.startswith("((", self.at):
            self.at = lexing.balanced(text, self.at)
            return []
        if text[self.at] == "(":
            self.at += 1
            inner = self.block(())
            self.at += 1
            return inner
        if text[self.at] in ";&|":
            self.at += 1
            return []
        if text[self.at] in "<>":
            self.redirect()
            return []
        if self._closing(("{",)):
            return self.block(("}",))
        if self._closing(("case",)):
            return [self._case()]
        if self._closing(("function",)):
            return self._function()
        if text.startswith("[[", self.at):
            end = text.find("]]", self.at)
            self.at = len(text) if end < 0 else end + 2
            return []
        return self._command()

    def _command(self) -> list[Statement]:
        """A simple command with its assignments, or the definition of a function."""
        words: list[str] = []
        found: list[Statement] = []
        while self.at < len(self.text):
            self.spaces()
            char = self.text[self.at : self.at + 1]
            if char in ("\n", ";", "&", "|", ")", "") or (char == "}" and words and self._ends_block()):
                break
            if char in "<>":
                self.redirect()
            elif char == "(":
                end = lexing.balanced(self.text, self.at)
                if self.text[self.at + 1 : end - 1].strip() or not words:
                    self.at = end
                    continue
                self.at = end
                self._define(words)
                return found
            elif not words or words[0] in _DECLARES:
                assigned = self._assigned()
                found += [assigned] if assigned is not None else []
                if assigned is None:
                    self._word(words)
                    if words and words[-1] in _FLAT and len(words) == 1:
                        return found
            else:
                self._word(words)
        if words and words[0] not in _DECLARES:
            found.append(Call(words))
        return found

    def _ends_block(self) -> bool:
        """Whether the brace here stands alone: in zsh it closes its block without a `;` before it."""
        return self.text[self.at + 1 : self.at + 2] in ("", " ", "\t", "\n", ";", "&", "|", ")")

    def _word(self, words: list[str]) -> None:
        """Take the next word; always moves on."""
        before = self.at
        word, self.at = lexing.word(self.text, self.at)
        self.at += self.at == before
        words.append(word)

    def _assigned(self) -> Assign | None:
        """The assignment that begins here, if one does."""
        match = _ASSIGNED.match(self.text, self.at)
        if match is None:
            return None
        self.at = match.end()
        if self.text[self.at : self.at + 1] == "(":
            values, keys = self._array()
            return Assign(match[1], values, array=True, more=bool(match[2]), keys=keys)
        value, self.at = lexing.word(self.text, self.at)
        return Assign(match[1], [value], more=bool(match[2]))

    def _array(self) -> tuple[list[str], dict[str, str]]:
        """The words of `(…)`, and those that stand behind a `[key]=` by their key."""
        self.at += 1
        values: list[str] = []
        keys: dict[str, str] = {}
        while self.at < len(self.text) and self.text[self.at] != ")":
            before = self.at
            self.blank()
            if self.text[self.at : self.at + 1] in ("(", "<", ">"):
                self.at = lexing.balanced(self.text, self.at) if self.text[self.at] == "(" else self.at + 1
                continue
            word, self.at = lexing.word(self.text, self.at)
            if self.at == before:
                if self.text[self.at : self.at + 1] == ")":
                    break
                self.at += 1
                continue
            if word.startswith("[") and "]=" in word:
                key, _, word = word[1:].partition("]=")
                keys[key] = word
            if word:
                values.append(word)
        self.at += 1
        return values, keys

    def _case(self) -> Case:
        """What follows the word `case`."""
        words: list[str] = []
        self.spaces()
        while self.at < len(self.text) and self.text[self.at] not in "\n;":
            if words and self._closing(("in",)):
                break
            self._word(words)
            self.spaces()
        arms: list[tuple[list[str], list[Statement]]] = []
        while self.at < len(self.text):
            self.blank()
            if self._closing(("esac",)) or self.at >= len(self.text) or self.text[self.at] == "}":
                break
            if self.depth >= MAX_DEPTH - 1:
                self.at = len(self.text)
                break
            patterns = self._patterns()
            body = self.block(("esac",))
            arms.append((patterns, body))
            if self.text.startswith((";;", ";&", ";|"), self.at):
                self.at += 3 if self.text.startswith(";;&", self.at) else 2
            elif self.text[self.at : self.at + 1] == ")":
                self.at += 1
            else:
                break
        return Case(" ".join(words), arms)

    def _patterns(self) -> list[str]:
        """The patterns before the `)` of an arm, unquoted; glob signs stay."""
        self.at += self.text[self.at] == "("
        patterns, current, depth = [], "", 0
        while self.at < len(self.text):
            char = self.text[self.at]
            if char == ")" and depth == 0:
                break
            if char == "|" and depth == 0:
                patterns.append(current.strip())
                current = ""
            elif char in "'\"\\$`":
                word, self.at = lexing.word(self.text, self.at)
                current += lexing.plain(word)
                continue
            else:
                depth += (char == "(") - (char == ")")
                current += char
            self.at += 1
        self.at += 1
        return [p for p in [*patterns, current.strip()] if p]

    def _function(self) -> list[Statement]:
        """What follows the word `function`."""
        self.spaces()
        match = _NAME.match(self.text, self.at)
        if match is None:
            return []
        self.at = match.end()
        self.spaces()
        if self.text[self.at : self.at + 1] == "(":
            self.at = lexing.balanced(self.text, self.at)
        self._define([match.group()])
        return []

    def _define(self, names: list[str]) -> None:
        """Read a function's body and keep it under each of its names; the first definition stays."""
        self.blank()
        if self._closing(("{",)):
            body = self.block(("}",))
        elif self.text[self.at : self.at + 1] == "(":
            self.at += 1
            body = self.block(())
            self.at += 1
        else:
            body = self._statement() if self.at < len(self.text) else []
        for name in names:
            self.script.functions.setdefault(lexing.plain(name), body)
