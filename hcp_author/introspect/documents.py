"""A saved document -> a tree: help text, a manual page, an OpenCLI description, a tree of ours. Nothing is run."""

from __future__ import annotations

import codecs
import os
import re
import sys
import zlib

from hcp_author.errors import FINDINGS, UserError
from hcp_author.introspect import dialects, join, opencli, saved
from hcp_author.introspect.dialects import manual
from hcp_author.introspect.page import Page
from hcp_author.introspect.reading import roff
from hcp_author.introspect.text import Text, clean, read, word_set
from hcp_author.introspect.tree import Command, Coverage, Note, Program, Tree, Unread

KINDS = ("help", "man", "opencli", "tree")
NOT_RUN = "not run"
MAX_PATH = 8
# a word of a usage line that is written as it is typed; what stands for something else is not
_LITERAL = re.compile(r"[a-z][\w.+-]*$")
_PROGRAM = re.compile(r"[a-z0-9_][\w.+-]*$")
_STANDS_FOR = word_set("""
    command commands subcommand cmd option options flags args arguments file files path name source dest target
""")
_NAMED = re.compile(r"[\w.+-]+$")


def open_file(kind: str, file: str, name: str = "") -> Tree:
    """The tree that the document `file` (`-` is standard input) describes; `name`: whose help it is.

    Raises UserError: no such kind, the file cannot be read, it is not what it should be, it tells nothing.
    """
    if kind not in KINDS:
        raise UserError(f"`{kind}` is no kind of document", f"--from {', '.join(KINDS[:-1])} or {KINDS[-1]}")
    data = _bytes(file)
    place = "standard input" if file == "-" else f"`{file}`"
    if not data.strip():
        raise UserError(f"{place} is empty", "give a document that says something", FINDINGS)
    given = tuple(os.path.basename(name).split())
    if kind in ("tree", "opencli"):
        return _whose(saved.read(data, place) if kind == "tree" else opencli.read(data, place), given)
    if b"\0" in data and not data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        raise UserError(f"{place} is no text, or is damaged", "give the page itself, unpacked", FINDINGS)
    text = read(data)
    page, path = (_manual if kind == "man" else _help)(text.lines, given, place)
    if not page.says_something():
        raise UserError(f"no command, option or usage line was found in {place}", f"--from {_other(kind)}", FINDINGS)
    return _tree(page, path, text)


def _whose(tree: Tree, given: tuple[str, ...]) -> Tree:
    """A tree that knows its own program, with a word about it where another was named beside the document."""
    if given and given[0] != tree.program.name:
        problem = f"the document is about this program, not about `{clean(given[0], 60)}`"
        tree.notes.insert(0, Note([], problem))
    return tree


def _other(kind: str) -> str:
    return "help" if kind == "man" else "man"


def _bytes(file: str) -> bytes:
    """The document, at most as much as may be read; packed ones unpacked."""
    place = "standard input" if file == "-" else f"`{file}`"
    try:
        if file == "-":
            if sys.stdin is None:
                raise UserError("standard input is closed", "give a file, or pipe the document in")
            data = sys.stdin.buffer.read(saved.MAX_BYTES + 1)
        elif os.path.isdir(file):
            raise UserError(f"`{file}` is a folder, not a document", "give the document's own file")
        else:
            with open(file, "rb") as stream:
                data = stream.read(saved.MAX_BYTES + 1)
    except OSError as error:
        raise UserError(f"{place} cannot be read: {error.strerror}", "give a file, or - for standard input") from None
    return _unpacked(data, place) if data[:2] == b"\x1f\x8b" else data


def _unpacked(data: bytes, place: str) -> bytes:
    """What a .gz file holds, at most as much as may be read, all of it checked."""
    import gzip
    import io

    try:
        with gzip.GzipFile(fileobj=io.BytesIO(data)) as packed:
            return packed.read(saved.MAX_BYTES + 1)
    except EOFError:
        raise UserError(
            f"{place} is damaged: it cannot be unpacked, its end is missing", "give the whole document"
        ) from None
    except (OSError, zlib.error):
        raise UserError(f"{place} is damaged: it cannot be unpacked", "give the document unpacked") from None


def _help(lines: list[str], given: tuple[str, ...], place: str) -> tuple[Page, tuple[str, ...]]:
    """A page of help, and whose it is: the program and its subcommands."""
    if _is_source(lines) or manual.recognises(lines):
        return _manual(lines, given, place)
    usage = _usage(lines)
    path = _path(given, _literals(usage) if usage else (), place, "help")
    return dialects.read(lines, path[0], path[1:]), path


def _manual(lines: list[str], given: tuple[str, ...], place: str) -> tuple[Page, tuple[str, ...]]:
    """A manual page, as source or as `man` prints it, and whose it is."""
    if lines[0].startswith(".so "):
        raise UserError(f"{place} only points to another page: {clean(lines[0][4:], 80)}", "give that page")
    if _is_source(lines):
        lines = roff.lines("\n".join(lines))
    title = manual.read(lines, "", ()).title.split(",")[0].strip()
    begins = _synopsis_begins(lines)
    whole = "-".join(begins).lower() == title.lower()
    named = () if not _NAMED.match(title) else tuple(begins) if whole else (title,)
    path = _path(given, named or tuple(begins), place, "man")
    page = manual.read(lines, path[0], path[1:])
    page.source = "man"
    return page, path


def _is_source(lines: list[str]) -> bool:
    """Whether the lines are a manual page's source: they hold the macros that every page has."""
    return any(line.startswith((".TH", ".Dd", ".SH", ".Sh")) for line in lines)


def _synopsis_begins(lines: list[str]) -> list[str]:
    """The literal words that the first line of the SYNOPSIS begins with."""
    for at, line in enumerate(lines):
        if line.strip() in ("SYNOPSIS", "USAGE"):
            first = next((below for below in lines[at + 1 :] if below.strip()), "")
            return list(_literals(first))
    return []


def _usage(lines: list[str]) -> str:
    """The first usage line of a page of help: what follows the word, beside or below it; else what looks like one."""
    spoken = [line.strip() for line in lines if line.strip()] or [""]
    for at, line in enumerate(spoken):
        if line.lower().startswith(("usage:", "usage ")) or line.lower() in ("usage", "synopsis", "synopsis:"):
            return line[len("usage") :].lstrip(": ") or (spoken[at + 1] if at + 1 < len(spoken) else "")
    return next(iter(dialects.read(lines, "", ()).usages), spoken[0] if _is_usage(spoken[0]) else "")


def _is_usage(line: str) -> bool:
    """Whether a line that nothing introduces shows how to call a program: a word of it stands for something."""
    return any(word[0] in "[<{-" or (word.isupper() and len(word) > 1) for word in line.split()[1:])


def _literals(usage: str) -> tuple[str, ...]:
    """The words that a usage line begins with and that are typed as they are: `git log [<options>]` -> git, log."""
    words = usage.removeprefix("$ ").split()
    found: list[str] = []
    for word in words[:MAX_PATH]:
        bare = word if found else os.path.basename(word)
        if not (_LITERAL if found else _PROGRAM).match(bare) or (found and bare in _STANDS_FOR):
            break
        found.append(bare)
    # words that nothing follows may as well be operands
    return tuple(found if len(found) < len(words) else found[:1])


def _path(given: tuple[str, ...], told: tuple[str, ...], place: str, kind: str) -> tuple[str, ...]:
    """The program and its subcommands: as the caller says, made whole by what the document itself says."""
    if len(given) == 1 and given[0] in told:
        return told[: told.index(given[0]) + 1]
    path = given or told
    if not path or not all(map(_NAMED.match, path)):
        raise UserError(
            f"{place} does not say which program it is about", f"hcp-author introspect NAME --from {kind} FILE"
        )
    return path


def _tree(page: Page, path: tuple[str, ...], text: Text) -> Tree:
    """The page as a tree: what lies above the command that it is about is there by name alone."""
    root = command = Command(path[0])
    for word in path[1:]:
        command.group = True
        command.commands.append(child := Command(word))
        command = child
    join.fill(command, page, set())
    count = len(path) - 1 + sum(1 for _ in _below(command))
    coverage = Coverage(count, unread_lines=len(page.unread), sandbox=NOT_RUN)
    unread = [Unread(list(path[1:]), line) for line in page.unread]
    notes = [Note([], doubt)] if (doubt := text.doubt()) else []
    return Tree(Program(path[0], ""), root, coverage, notes, page.env, unread=unread)


def _below(command: Command) -> list[Command]:
    return [one for child in command.commands for one in (child, *_below(child))]
