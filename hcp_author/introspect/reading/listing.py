"""Rows of a command list -> commands: names, aliases, operands and summaries, nested where a row names two words."""

from __future__ import annotations

import re
from collections import Counter

from hcp_author.introspect.reading.operands import positionals
from hcp_author.introspect.reading.placeholders import COMMAND_WORDS
from hcp_author.introspect.reading.rows import Row, is_option
from hcp_author.introspect.reading.usage import options, usage
from hcp_author.introspect.text import clean, word_set
from hcp_author.introspect.tree import Command

MAX_COMMANDS = 500
MAX_NAME = 40
MAX_SUMMARY = 400
_ALIASES = re.compile(r"[\[(](?:aliases|alias|aka)(?: of| for)?:? ?([^\])]{1,200})[\])]", re.IGNORECASE)
_SINGLE = re.compile(r" - | -- | — | – |: ")
_KEY = re.compile(r"(?:^| )(?:\^[A-Z]|ESC-|Ctrl-)")
_FUNCTION_WORDS = word_set("""
    and are or the is to of it this that by be was
""")
_OPENERS = "<[{(-|=\"'`$+@%*~/\\"


def is_name(word: str) -> bool:
    """Whether a word can be a command's name: letters, digits and `-_.:+`, not all in capitals, not long."""
    return (
        0 < len(word) <= MAX_NAME
        and (word[0].isalnum() or word[0] == "@")
        and any(map(str.isalpha, word))
        and all(c.isalnum() or c in "-_.:+@/" for c in word)
        and word[-1] not in ".:/"
        and not (word.isupper() and len(word) > 1)
        and word.isascii()
    )


def commands(rows: list[Row], program: str, path: tuple[str, ...], heading: str = "") -> list[Command]:
    """Read the rows of one command list of `program`'s command `path`; what is no command is left out."""
    read: list[tuple[list[str], Command]] = []
    several = [_several(row) for row in rows]
    table = sum(1 for found in several if found) > 1
    for at, row in enumerate(rows[1:] if table else [], 1):
        if several[at - 1] and _ends_open(rows[at - 1]):
            # the last line of a list that wraps may be short: `view, whoami`
            several[at] = several[at] or _several(row, 1)
    for row, found in zip(rows, several, strict=True):
        if len(read) >= MAX_COMMANDS:
            break
        read += (found if table or "," in row.head else []) or _one(row, program, path)
    if sum(1 for row in rows if _KEY.search(row.head)) > 1:
        # a list of keys to press, not of commands
        read = [one for one in read if len(one[1].name) > 1]
    lower = sum(1 for words, _ in read if not words[0][0].isupper())
    for _, command in read:
        command.heading = clean(heading, 80)
    # among names in lower case, one with a capital is the first word of a sentence
    return _nested([one for one in read if not one[0][0][0].isupper() or lower <= len(read) / 2])


def _ends_open(row: Row) -> bool:
    """Whether a row ends in a comma, so that the next one goes on with its list."""
    return " ".join([row.head, *row.text]).endswith(",")


def _several(row: Row, least: int = 3) -> list[tuple[list[str], Command]]:
    """A row of bare names: `add, commit, push` or three columns of them. Empty where the row is not of that kind."""
    text = " ".join([row.head, *row.text])
    words = text.replace(",", " ").split()
    if len(words) < least or not all(is_name(w) and w == w.lower() for w in words):
        return []
    commas = text.rstrip(",").count(",") >= len(words) - 1
    columns = (
        not row.head.count(" ")
        and row.text
        and row.text[0].count("  ") >= 1
        and all(" " not in part.strip() for line in row.text for part in line.split("  "))
    )
    return [([w], Command(w)) for w in words] if commas or columns else []


def _one(row: Row, program: str, path: tuple[str, ...]) -> list[tuple[list[str], Command]]:
    """A row of one command, as its words and the command; empty where it is none."""
    head, summary = row.head, row.summary()
    if row.text and row.text[0].removeprefix("$ ").startswith(program + " ") and not _leads(row, program):
        head, summary = row.text[0], head
    head = head.removeprefix("- ")
    if (match := _SINGLE.search(head)) and (not summary or match.group() == " - "):
        head, summary = head[: match.start()], f"{head[match.end() :]} {summary}".strip()
    head = _without_path(head.lstrip("$•* "), program, path)
    if not head or is_option(head):
        return []
    words, aliases, rest = _names(head)
    if not words or any(_no_command(w) for w in words):
        return []
    if _is_prose(rest, bool(summary)):
        return []
    command = Command(words[-1], aliases, clean(_ALIASES.sub("", summary), MAX_SUMMARY))
    command.aliases += [a for a in _described_aliases(summary) if a not in command.aliases]
    if rest:
        line = usage(f"{program} {rest}", program, ())
        command.arguments, command.options = positionals(line, literals=False), options(line)
    return [(words, command)]


def _leads(row: Row, program: str) -> bool:
    """Whether a row's head is the command, although what follows begins with the program's name: `topic`, and below
    it `prog supplementary help.`
    """
    return row.head.startswith(program) or (not row.beside and is_name(row.head) and row.head.islower())


def _no_command(word: str) -> bool:
    return not is_name(word) or word in _FUNCTION_WORDS or (word.lower() in COMMAND_WORDS and word != word.lower())


def _is_prose(rest: str, described: bool) -> bool:
    """Whether what follows the name is a sentence and not operands: several plain words, no bracket, no capitals."""
    words = rest.split()
    plain = sum(1 for word in words if word.isalpha() and word == word.lower())
    return plain > (3 if described else 2) and not any(c in rest for c in "<[{|")


def _without_path(head: str, program: str, path: tuple[str, ...]) -> str:
    """The head without the program's name and the command's own path, with which some pages begin every row."""
    words = head.split(" ")
    if words and words[0] == program:
        words = words[1:]
        while words and (is_option(words[0]) or words[0].startswith("[-")) and len(words) > 1:
            words = words[1:]
    for own in path:
        if words and words[0] == own and len(words) > 1:
            words = words[1:]
        elif words and words[0].startswith(own + ":"):
            words[0] = words[0][len(own) + 1 :]
    return " ".join(words).strip()


def _names(head: str) -> tuple[list[str], list[str], str]:
    """The literal words of a head, the aliases of the last of them, and the operands that follow."""
    words: list[str] = []
    aliases: list[str] = []
    rest = head
    while rest and rest[0] not in _OPENERS and len(words) < 3:
        word, _, after = rest.partition(" ")
        bare = word.rstrip(":,*")
        names = [_unabbreviated(n) for n in re.split(r"[|,]", bare) if n]
        if not names or not all(is_name(n) or n == "?" for n in names) or (words and names[0] != names[0].lower()):
            break
        words.append(names[0])
        aliases = names[1:]
        rest = after.strip()
        if word.endswith(":"):
            break
        if word.endswith(","):
            more, rest = _listed_aliases(rest)
            aliases += more
            break
    if rest.startswith("(") and ")" in rest and words:
        inner, _, after = rest[1:].partition(")")
        found = [w.strip() for w in inner.replace("|", ",").split(",")]
        if all(is_name(w) or w == "?" or is_option(w) for w in found):
            aliases, rest = aliases + [w for w in found if not is_option(w)], after.strip()
    return words, aliases, rest


def _unabbreviated(word: str) -> str:
    """`g[eneral]` as `general`."""
    return word.replace("[", "").replace("]", "") if "[" in word and word.endswith("]") and word[0] != "[" else word


def _listed_aliases(rest: str) -> tuple[list[str], str]:
    """The names that follow `name, `: aliases, each but the last with a comma."""
    aliases = []
    while rest:
        word, _, after = rest.partition(" ")
        if not is_name(word.rstrip(",")):
            break
        aliases.append(word.rstrip(","))
        rest = after.strip()
        if not word.endswith(","):
            break
    return aliases, rest


def _described_aliases(summary: str) -> list[str]:
    """Aliases that a summary names in brackets."""
    match = _ALIASES.search(summary)
    names = [n.strip(" '\"`") for n in match.group(1).replace("|", ",").split(",")] if match else []
    return [n for n in names if is_name(n)]


def _nested(read: list[tuple[list[str], Command]]) -> list[Command]:
    """Put commands of two words under their first one, where more than one row speaks for such a group."""
    first = Counter(words[0] for words, _ in read)
    deep = {words[0] for words, _ in read if len(words) > 1 and first[words[0]] > 1}
    top: dict[str, Command] = {}
    for words, command in read:
        if len(words) > 1 and words[0] not in deep:
            command.name = words[0]
            command.aliases = []
            words = words[:1]
        if len(words) == 1:
            _add(top, command)
        else:
            above = top.setdefault(words[0], Command(words[0], heading=command.heading))
            for word in words[1:-1]:
                inner = next((c for c in above.commands if c.name == word), None)
                if inner is None:
                    inner = Command(word, heading=command.heading)
                    above.commands.append(inner)
                above = inner
            if all(c.name != command.name for c in above.commands):
                above.commands.append(command)
    return list(top.values())


def _add(top: dict[str, Command], command: Command) -> None:
    """Add a command once; a second row of the same name only fills in what the first lacks."""
    known = top.get(command.name)
    if known is None:
        if all(command.name not in c.aliases for c in top.values()):
            top[command.name] = command
        return
    known.summary = known.summary or command.summary
    known.aliases += [a for a in command.aliases if a not in known.aliases]
