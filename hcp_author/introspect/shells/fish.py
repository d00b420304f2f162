"""fish `complete` lines -> pages by command path: the condition says which command, the flags say which option."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from hcp_author.introspect.shells.fishwords import Line, lines
from hcp_author.introspect.shells.gathered import (
    Gathered,
    Path,
    add_command,
    add_option,
    is_command,
    is_option,
    opened,
    option,
    value,
)
from hcp_author.introspect.tree import Value

MAX_LOOP, MAX_ROWS, MAX_SPENT = 200, 50_000, 20_000_000
_REGULAR = 0.9
# the flags of `complete` that take a word
_WITH_WORD = {
    "-c": "c", "--command": "c", "-p": "p", "--path": "p", "-s": "s", "--short-option": "s", "-l": "l",
    "--long-option": "l", "-o": "o", "--old-option": "o", "-a": "a", "--arguments": "a", "-d": "d",
    "--description": "d", "-n": "n", "--condition": "n", "-w": "w", "--wraps": "w", "-C": "C", "--do-complete": "C",
}  # fmt: skip
_REQUIRES = frozenset(("-r", "--require-parameter", "-x", "--exclusive"))
_VARIABLE = re.compile(r"\$\{?([A-Za-z_]\w*)\}?")
_TERM = re.compile(r"\s*(?:;\s*(?:and\s+)?|&&\s*|\band\s+)")
_SEEN = re.compile(r"__fish_seen_subcommand_from|__fish_[\w-]+_(?:using|uses)_(?:sub)?command|__fish_[\w-]+_using_sub")
_NONE = re.compile(
    r"__fish_use_subcommand|__fish_is_first_(?:arg|token)|__fish_[\w-]*_?needs?_(?:sub)?command|__fish_[\w-]+_no_subcommand"
    r"|__fish_is_nth_token\s+1|__fish_is_token_n\s+2|test \(count \(commandline -opc\)\) -eq 1"
)
_WORD_BREAK = re.compile(r"[\s,{}]+")


@dataclass
class Row:
    """One `complete` line, read: what each flag was given, and whether the option wants a value."""

    given: dict[str, list[str]] = field(default_factory=dict)
    requires: bool = False

    def first(self, key: str) -> str:
        """The first word given for a flag, or nothing."""
        return next(iter(self.given.get(key, [])), "")


def read(text: str, program: str) -> Gathered:
    """What a fish completion file says about `program`."""
    gathered = Gathered()
    variables: dict[str, list[str]] = {}
    rows = spent = 0
    for one in _looped(lines(text), variables):
        if one.words[0] == "complete":
            words = _expanded(one.words[1:], variables)
            rows, spent = rows + 1, spent + sum(map(len, words))
            if rows > MAX_ROWS or spent > MAX_SPENT:
                break
            _row(gathered, _flags(words), program)
    # frameworks write each condition first and in double quotes
    gathered.generated = rows > 2 and text.count(f'complete -c {program} -n "__fish_') > rows * _REGULAR
    return gathered


def _looped(found: list[Line], variables: dict[str, list[str]]) -> Iterator[Line]:
    """The lines in order, those of a `for` once for each of its words; `set` fills the variables on the way."""
    at = 0
    while at < len(found):
        words = found[at].words
        at += 1
        if words[0] in ("function", "for", "if", "while", "switch", "begin"):
            if words[0] == "for" and len(words) > 3:
                end = _end(found, at)
                for each in _expanded(words[3:], variables)[:MAX_LOOP]:
                    variables[words[1]] = [each]
                    yield from (line for line in found[at:end] if line.words[0] == "complete")
                at = end
            elif words[0] == "function":
                at = _end(found, at)
            continue
        if words[0] == "set":
            named = [w for w in words[1:] if not w.startswith("-")]
            if named:
                variables[named[0]] = _expanded(named[1:], variables)
            continue
        yield found[at - 1]


def _end(found: list[Line], at: int) -> int:
    """The place of the `end` that closes the block whose first line is before `at`."""
    depth = 1
    while at < len(found):
        first = found[at].words[0]
        depth += first in ("function", "for", "if", "while", "switch", "begin")
        depth -= first == "end"
        if depth == 0:
            break
        at += 1
    return at


def _expanded(words: list[str], variables: dict[str, list[str]]) -> list[str]:
    """Words with the variables that the file itself sets; one that is a variable alone becomes all of its words."""
    out: list[str] = []
    for word in words:
        whole = _VARIABLE.fullmatch(word)
        if whole is not None and whole[1] in variables:
            out += variables[whole[1]][:MAX_LOOP]
        else:
            known = {m[1]: " ".join(variables[m[1]]) for m in _VARIABLE.finditer(word) if m[1] in variables}
            out.append(opened(word, _VARIABLE, known, keep=True) if known else word)
    return out


def _flags(words: list[str]) -> Row:
    """The words after `complete`, by flag; letters may stand together (`-xa`)."""
    row = Row()
    at = 0
    while at < len(words):
        word = words[at]
        at += 1
        name, has, told = word.partition("=")
        if has and name in _WITH_WORD and name.startswith("--"):
            row.given.setdefault(_WITH_WORD[name], []).append(told)
        elif word in _WITH_WORD:
            row.given.setdefault(_WITH_WORD[word], []).append(words[at] if at < len(words) else "")
            at += 1
        elif word.startswith("--"):
            row.requires = row.requires or word in _REQUIRES
        elif word.startswith("-"):
            at += _letters(row, word[1:], words[at] if at < len(words) else "")
        else:
            # the program's name may stand alone
            row.given.setdefault("c", []).append(word)
    return row


def _letters(row: Row, letters: str, following: str) -> int:
    """Flags that stand together; the first that takes a word takes the rest, or the word after: then it gives 1."""
    for place, letter in enumerate(letters):
        if "-" + letter in _WITH_WORD:
            rest = letters[place + 1 :]
            row.given.setdefault(letter, []).append(rest or following)
            return 0 if rest else 1
        row.requires = row.requires or "-" + letter in _REQUIRES
    return 0


def _row(gathered: Gathered, row: Row, program: str) -> None:
    """Write what one `complete` line says."""
    if program not in row.given.get("c", [program]) and program not in row.first("p"):
        return
    paths, open_end, sure = _condition("; and ".join(row.given.get("n", [])), program)
    names = ["-" + s for s in row.given.get("s", [])] + ["--" + s for s in row.given.get("l", [])]
    names += ["-" + s for s in row.given.get("o", [])]
    listed = row.first("a")
    if not names and listed.startswith("-") and all(is_option(w) for w in listed.split()):
        names, listed = listed.split(), ""
    for path in paths:
        if names:
            page = gathered.page(path)
            add_option(page, option(names, row.first("d"), _value(row, listed)))
        elif open_end and sure and not _asks(listed):
            for name, summary in _choices(listed):
                add_command(gathered.page(path), name, summary or row.first("d"))


def _value(row: Row, listed: str) -> Value | None:
    """The value of an option; one that is only listed, and not asked for, may be left out."""
    choices = [] if _asks(listed) else [name for name, _ in _choices(listed)]
    if not row.requires and not listed:
        return None
    return value("", not row.requires, choices, "__fish_complete_path" in listed or "_directories" in listed)


def _asks(listed: str) -> bool:
    """Whether the words of `-a` are another program's output."""
    return listed.lstrip().startswith("(") or "$(" in listed


def _choices(listed: str) -> list[tuple[str, str]]:
    """The words of `-a`, each with its text: parted by blanks or in `{a,b}`; a tab begins the text."""
    if "\t" not in listed and "\\t" not in listed:
        return [(w, "") for w in _WORD_BREAK.split(listed) if w]
    found = []
    for part in re.split(r"\n|,(?=[^\s,]+(?:\t|\\t))", listed.replace("\\t", "\t").strip().strip("{}")):
        name, _, summary = part.strip().partition("\t")
        found += [(name.strip(), summary.strip().strip("'\""))] if name.strip() else []
    return found


def _condition(text: str, program: str) -> tuple[list[Path], bool, bool]:
    """The commands that a condition is about; whether a command may follow there; whether all was understood."""
    paths: list[Path] = [()]
    open_end, sure = not text.strip(), True
    for term in _TERM.split(text.strip())[:40]:
        words = term.split()
        if not words:
            continue
        if words[0] in ("not", "!") and len(words) > 1:
            # another condition that must not hold narrows the line down, and chooses no command
            open_end = open_end or _SEEN.fullmatch(words[1]) is not None
        elif _NONE.search(term):
            open_end = True
        elif _SEEN.fullmatch(words[0]):
            named = [w.strip("'\"") for w in words[1:] if is_command(w.strip("'\""))]
            if not named or len(paths) * len(named) > 60:
                return [], False, False
            paths = [(*path, name) for path in paths for name in named]
        else:
            sure = False
    if not sure and paths == [()] and not open_end:
        # a condition of the file's own that names no command: it is not known what the line is about
        return [], False, False
    return paths, open_end, sure
