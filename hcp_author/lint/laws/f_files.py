"""The format: files that cannot be trusted to be what they seem (strict JSON, regular files).

F.1 The JSON files are strict JSON that every reader takes alike.
F.2 surface.json and policy.json have the published shape: keys, types and values.
F.4 A pack is a folder of regular files: no link out, nothing that hangs, and one file for one name.
F.6 What was not looked at is said, and never called clean.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator

from hcp_author.lint.contract import Hit, line_of, on_file, rule
from hcp_author.pack import names
from hcp_author.pack.model import Pack
from hcp_author.pack.source import SIZE_LIMIT
from hcp_author.pack.text import visible

# bytes of all text files together that the rules over texts look through, in seconds at the worst; a pack has some
# tens of thousands
TEXT_BUDGET = 4 * SIZE_LIMIT


def told(pack: Pack, code: str) -> Iterator[Hit]:
    """What reading the files met under this code; the line is shown where a document has it."""
    if not pack.troubles:
        return
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
    Bad: policy.json
        absent
    Good: policy.json /x-note
        "Each verb has its row here."
    """
    if not pack.policy.exists and not any(file == "policy.json" for file, _ in pack.troubles):
        near = next((name for name in pack.files if is_near(name, "policy.json")), None)
        written = f'write {{"pack_id": "{pack.pack_id}", "verbs": {{…}}}}'
        fix = f"did you mean `{visible(near)}`? git mv {shlex.quote(near)} policy.json" if near else written
        yield on_file("policy.json", "missing policy.json", fix)


def is_near(name: str, wanted: str) -> bool:
    """Whether a file at the top is `wanted` but for its case, its ending or a letter."""
    plain = name.casefold()
    return "/" not in name and (plain == wanted or names.nearest(plain, (wanted,), 0.85) is not None)


@rule("F-not-json", "F", "error", phase="file")
def not_json(pack: Pack) -> Iterator[Hit]:
    """A file that should be JSON is none (RFC 8259): a comment, a trailing comma, single quotes, an early end.

    Why: what one reader forgives another refuses, and then linter and runtime read two packs.
    Fix: mend the text at the place named.
    Bad: policy.json
        {'pack_id': 'mail'}
    Good: policy.json /x-note
        "JSON has double quotes."
    """
    return told(pack, "F-not-json")


@rule("F-duplicate-key", "F", "error", phase="file")
def duplicate_key(pack: Pack) -> Iterator[Hit]:
    """A key is given twice in one object (equal after Unicode normalisation).

    Why: readers differ on which one counts: `"confirm": true, "confirm": false` gates for one and not for another.
    Fix: keep one of them.
    Bad: fixtures/search.json
        {"cases": [{"args": {"query": "a"}, "data": 1, "data": 2}]}
    Good: fixtures/search.json
        {"cases": [{"args": {"query": "a"}, "data": 2}]}
    """
    return told(pack, "F-duplicate-key")


@rule("F-nan", "F", "error", phase="file")
def not_a_number(pack: Pack) -> Iterator[Hit]:
    """A number is NaN or Infinity, which JSON does not have.

    Why: strict readers refuse the whole file, lenient ones let comparisons with it pass.
    Fix: write null, or a number.
    Bad: proof.json
        {"seconds": NaN}
    Good: surface.json /x-seconds
        null
    """
    return told(pack, "F-nan")


@rule("F-big-number", "F", "error", phase="file")
def big_number(pack: Pack) -> Iterator[Hit]:
    """A number is larger than every reader can hold exactly (2^53), or overflows.

    Why: readers round it, each in its own way (RFC 7493).
    Fix: write it as a string, or make it smaller.
    Bad: surface.json /x-id
        9007199254740993
    Good: surface.json /x-id
        "9007199254740993"
    """
    return told(pack, "F-big-number")


@rule("F-lone-surrogate", "F", "error", phase="file")
def lone_surrogate(pack: Pack) -> Iterator[Hit]:
    r"""A string holds half of a surrogate pair.

    Why: it is no character, cannot be written as UTF-8, and readers replace or refuse it (RFC 7493).
    Fix: write the whole pair, or the character itself.
    Bad: fixtures/search.json
        {"cases": [{"args": {"query": "a"}, "data": "\ud83d"}]}
    Good: fixtures/search.json
        {"cases": [{"args": {"query": "a"}, "data": "\ud83d\ude00"}]}
    """
    return told(pack, "F-lone-surrogate")


@rule("F-bom", "F", "error", phase="file")
def byte_order_mark(pack: Pack) -> Iterator[Hit]:
    r"""A JSON file begins with a byte order mark.

    Why: some readers refuse it (RFC 8259).
    Fix: save it as UTF-8 without BOM.
    Bad: policy.json
        {{"\ufeff"}}{"pack_id": "mail"}
    Good: policy.json /pack_id
        "mail"
    """
    return told(pack, "F-bom")


@rule("F-not-utf8", "F", "error", phase="file")
def not_utf8(pack: Pack) -> Iterator[Hit]:
    r"""A file is not UTF-8.

    Why: readers guess, and guess differently.
    Fix: save it as UTF-8 without BOM.
    Bad: fixtures/search.json
        {"cases": [{"args": {"query": "{{"\udcff"}}"}, "data": []}]}
    Good: fixtures/search.json
        {"cases": [{"args": {"query": "\u00ff"}, "data": []}]}
    """
    return told(pack, "F-not-utf8")


@rule("F-too-deep", "F", "error", phase="file")
def too_deep(pack: Pack) -> Iterator[Hit]:
    """Values, or folders, are nested deeper than any pack needs.

    Why: readers fall over it.
    Fix: nest less deeply.
    Bad: a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/notes.txt
        Nobody looks here.
    Good: notes.txt
        Somebody looks here.
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
    Bad: node_modules/index/notes.txt
        Nobody looks here.
    Good: notes.txt
        Somebody looks here.
    """
    yield from told(pack, "F-not-checked")
    told_of = {file for file, _ in pack.troubles}
    for name, size in pack.sizes:
        if size > SIZE_LIMIT and name not in told_of:
            message = f"`{visible(name)}` was not looked at: {size} bytes, and the limit is {SIZE_LIMIT}"
            yield on_file(name, message, "make it smaller, or take it out of the pack")
    left = sorted(beyond_budget(pack))
    if left:
        more = f" (and {len(left) - 1} more files)" if len(left) > 1 else ""
        message = f"`{visible(left[0])}` was not looked at{more}: the pack's texts are more than {TEXT_BUDGET} bytes"
        yield on_file(left[0], message, "take out what is no part of the pack")


def beyond_budget(pack: Pack) -> set[str]:
    """The files, the largest, that no rule reads as text, since all of them together are more than TEXT_BUDGET."""
    if len(pack.sizes) * SIZE_LIMIT <= TEXT_BUDGET or sum(size for _, size in pack.sizes) <= TEXT_BUDGET:
        return set()
    left, room = set(), TEXT_BUDGET
    for name, size in pack.sizes:
        if size <= SIZE_LIMIT:
            room -= size
            if room < 0:
                left.add(name)
    return left


@rule("F-not-regular", "F", "error", phase="file")
def not_regular(pack: Pack) -> Iterator[Hit]:
    """Something in the pack is no regular file: a pipe, a socket, a device, a link to a folder or to nothing.

    Why: reading it can hang, or read something else each time.
    Fix: remove it, or put the file itself there.
    Bad: link notes.md -> nowhere.md
    Good: notes.md
        The notes themselves.
    """
    return told(pack, "F-not-regular")


@rule("F-link-outside", "F", "error", phase="file")
def link_outside(pack: Pack) -> Iterator[Hit]:
    """A symbolic link leaves the pack.

    Why: on another machine it means another file, perhaps a private one; a pack is a folder that can be copied.
    Fix: put the file itself into the pack.
    Bad: link notes.md -> ../../notes.md
    Good: notes.md
        The notes themselves.
    """
    return told(pack, "F-link-outside")


@rule("F-link", "F", "warning", phase="file")
def link_inside(pack: Pack) -> Iterator[Hit]:
    """A file is a symbolic link to another file of the pack.

    Why: not every way of copying a pack keeps links.
    Fix: put the file itself there.
    Bad: link notes.md -> HARNESS.md
    Good: notes.md
        The notes themselves.
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
