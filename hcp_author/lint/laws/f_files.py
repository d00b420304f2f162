"""The format: files that cannot be trusted to be what they seem (strict JSON, regular files)."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress

from hcp_author.lint.contract import Hit, Text, in_text, line_of, on_file, rule
from hcp_author.pack.model import Pack
from hcp_author.pack.source import SIZE_LIMIT
from hcp_author.pack.text import visible

# bytes of all text files together that the rules over texts look through, in seconds at the worst; a pack has some
# tens of thousands
TEXT_BUDGET = 4 * SIZE_LIMIT
CONFIG_FILES = frozenset(("hcp-author.toml", ".hcp-author.toml", ".hcp-lint.toml", ".secrets.baseline"))


def told(pack: Pack, code: str) -> Iterator[Hit]:
    """What reading the files met under this code; the line is shown where a document has it."""
    documents = {one.name: one for one in (pack.surface, pack.policy, pack.proof, *pack.fixtures.values())}
    for file, problem in pack.troubles:
        if problem.code == code:
            document = documents.get(file)
            # a byte order mark is no part of the line that it stands before
            excerpt = line_of(document.text, problem.place.line) if document and code != "F-bom" else ""
            yield Hit(file, problem.place, problem.pointer, problem.message, problem.fix or None, excerpt=excerpt)


@rule("F-missing-policy", "F", "error", phase="file")
def missing_policy(pack: Pack) -> Iterator[Hit]:
    """The pack has no policy.json.

    Why: every command and every trigger has a Policy row (L10); a runtime cannot reason about one without.
    Fix: write policy.json with the pack's `pack_id` and one row under `verbs` for each verb.
    """
    if not pack.policy.exists and not any(file == "policy.json" for file, _ in pack.troubles):
        yield on_file("policy.json", "missing policy.json", f'write {{"pack_id": "{pack.pack_id}", "verbs": {{…}}}}')


@rule("F-not-json", "F", "error", phase="file")
def not_json(pack: Pack) -> Iterator[Hit]:
    """A file that should be JSON is none (RFC 8259): a comment, a trailing comma, single quotes, an early end.

    Why: what one reader forgives another refuses, and then linter and runtime read two packs.
    Fix: mend the text at the place named.
    """
    return told(pack, "F-not-json")


@rule("F-duplicate-key", "F", "error", phase="file")
def duplicate_key(pack: Pack) -> Iterator[Hit]:
    """A key is given twice in one object (equal after Unicode normalisation).

    Why: readers differ on which one counts: `"confirm": true, "confirm": false` gates for one and not for another.
    Fix: keep one of them.
    """
    return told(pack, "F-duplicate-key")


@rule("F-nan", "F", "error", phase="file")
def not_a_number(pack: Pack) -> Iterator[Hit]:
    """A number is NaN or Infinity, which JSON does not have.

    Why: strict readers refuse the whole file, lenient ones let comparisons with it pass.
    Fix: write null, or a number.
    """
    return told(pack, "F-nan")


@rule("F-big-number", "F", "error", phase="file")
def big_number(pack: Pack) -> Iterator[Hit]:
    """A number is larger than every reader can hold exactly (2^53), or overflows.

    Why: readers round it, each in its own way (RFC 7493).
    Fix: write it as a string, or make it smaller.
    """
    return told(pack, "F-big-number")


@rule("F-lone-surrogate", "F", "error", phase="file")
def lone_surrogate(pack: Pack) -> Iterator[Hit]:
    """A string holds half of a surrogate pair.

    Why: it is no character, cannot be written as UTF-8, and readers replace or refuse it (RFC 7493).
    Fix: write the whole pair, or the character itself.
    """
    return told(pack, "F-lone-surrogate")


@rule("F-bom", "F", "error", phase="file")
def byte_order_mark(pack: Pack) -> Iterator[Hit]:
    """A JSON file begins with a byte order mark.

    Why: some readers refuse it (RFC 8259).
    Fix: save it as UTF-8 without BOM.
    """
    return told(pack, "F-bom")


@rule("F-not-utf8", "F", "error", phase="file")
def not_utf8(pack: Pack) -> Iterator[Hit]:
    """A file is not UTF-8.

    Why: readers guess, and guess differently.
    Fix: save it as UTF-8 without BOM.
    """
    return told(pack, "F-not-utf8")


@rule("F-too-deep", "F", "error", phase="file")
def too_deep(pack: Pack) -> Iterator[Hit]:
    """Values, or folders, are nested deeper than any pack needs.

    Why: readers fall over it.
    Fix: nest less deeply.
    """
    return told(pack, "F-too-deep")


@rule("F-too-large", "F", "error", phase="file")
def too_large(pack: Pack) -> Iterator[Hit]:
    """A file is larger than the limit, and was not read.

    Why: a pack is a few pages of text; a reader must not be made to swallow more.
    Fix: make it smaller, or take it out of the pack.
    """
    return told(pack, "F-too-large")


@rule("F-too-many-files", "F", "error", phase="file")
def too_many_files(pack: Pack) -> Iterator[Hit]:
    """The pack's folder holds more files than are looked at.

    Why: what was not looked at cannot be called clean.
    Fix: take out what is no part of the pack.
    """
    return told(pack, "F-too-many-files")


@rule("F-not-checked", "F", "warning", phase="file")
def not_checked(pack: Pack) -> Iterator[Hit]:
    """A file of the pack was not looked at: it is too large, all are too many bytes, or its folder is passed over.

    Why: what was not looked at cannot be called clean: it could hold a secret.
    Fix: make it smaller, or take it out of the pack.
    """
    yield from told(pack, "F-not-checked")
    told_of = {file for file, _ in pack.troubles}
    for name, size in sizes(pack):
        if size > SIZE_LIMIT and name not in told_of:
            message = f"`{visible(name)}` was not looked at: {size} bytes, and the limit is {SIZE_LIMIT}"
            yield on_file(name, message, "make it smaller, or take it out of the pack")
    left = sorted(beyond_budget(pack))
    if left:
        more = f" (and {len(left) - 1} more files)" if len(left) > 1 else ""
        message = f"`{visible(left[0])}` was not looked at{more}: the pack's texts are more than {TEXT_BUDGET} bytes"
        yield on_file(left[0], message, "take out what is no part of the pack")


def sizes(pack: Pack) -> list[tuple[str, int]]:
    """The pack's files with their sizes in bytes, the smallest first; those that went away meanwhile are left out."""
    found = []
    for name in pack.files:
        with suppress(OSError):
            found.append((name, os.lstat(pack.root / name).st_size))
    return sorted(found, key=lambda one: one[1])


def beyond_budget(pack: Pack) -> set[str]:
    """The files, the largest, that no rule reads as text, since all of them together are more than TEXT_BUDGET."""
    left, room = set(), TEXT_BUDGET
    for name, size in sizes(pack):
        if size <= SIZE_LIMIT:
            room -= size
            if room < 0:
                left.add(name)
    return left


@rule("F-config-ignored", "F", "note", over="text")
def config_ignored(pack: Pack, text: Text) -> Iterator[Hit]:
    """The pack holds configuration for this linter, which is not read.

    Why: a stranger's pack must not switch off what it is judged by.
    Fix: nothing; configuration belongs to the one who lints.
    """
    name = text.name.rsplit("/", 1)[-1]
    start = text.content.find("[tool.hcp-author") if name == "pyproject.toml" else -1
    if start >= 0 or name in CONFIG_FILES:
        line_end = text.content.find("\n", max(start, 0))
        end = line_end if line_end >= 0 else len(text.content)
        message = "ignored configuration in the linted pack"
        yield in_text(text, max(start, 0), end, message, "give it to hcp-author lint yourself, if you mean it")


@rule("F-not-regular", "F", "error", phase="file")
def not_regular(pack: Pack) -> Iterator[Hit]:
    """Something in the pack is no regular file: a pipe, a socket, a device, a link to a folder or to nothing.

    Why: reading it can hang, or read something else each time.
    Fix: remove it, or put the file itself there.
    """
    return told(pack, "F-not-regular")


@rule("F-link-outside", "F", "error", phase="file")
def link_outside(pack: Pack) -> Iterator[Hit]:
    """A symbolic link leaves the pack.

    Why: on another machine it means another file, perhaps a private one; a pack is a folder that can be copied.
    Fix: put the file itself into the pack.
    """
    return told(pack, "F-link-outside")


@rule("F-link", "F", "warning", phase="file")
def link_inside(pack: Pack) -> Iterator[Hit]:
    """A file is a symbolic link to another file of the pack.

    Why: not every way of copying a pack keeps links.
    Fix: put the file itself there.
    """
    return (hit for hit in told(pack, "F-link") if not is_fixed(hit.file))


def is_fixed(name: str) -> bool:
    """Whether L11 and L12 judge this file: it is one of the released ones, and there a link is an error."""
    return name == "proof.py" or name.startswith("bin/")


@rule("F-unreadable", "F", "error", phase="file")
def unreadable(pack: Pack) -> Iterator[Hit]:
    """A file or folder of the pack cannot be read.

    Why: what was not read cannot be called clean.
    Fix: make it readable.
    """
    return told(pack, "F-unreadable")
