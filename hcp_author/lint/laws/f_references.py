"""The format: nothing of a pack leads a reader elsewhere; schemas and links stay inside the folder.

F.5 Nothing in a pack leads a reader elsewhere: no schema of the network's, no link up and away.
F.7 What a pack says about its own checking is not heard.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any
from urllib.parse import unquote

from hcp_author.lint.contract import Hit, Text, at, in_text, on_file, rule
from hcp_author.lint.laws._runtime import our_file
from hcp_author.pack.late import pattern
from hcp_author.pack.model import Pack
from hcp_author.pack.source import Document, pointer
from hcp_author.pack.text import visible

REFERENCES = frozenset(("$ref", "$dynamicRef", "$recursiveRef"))
# who writes about JSON Schema names the meta-schema; nobody has to fetch it
KNOWN = pattern(r"https?://json-schema\.org/(?:draft[-/][\w-]+/)?schema#?|urn:[A-Za-z0-9:._-]+")
# inline links and images, and the definitions that links refer to
LINK = pattern(
    r"\[[^\]\n]{0,200}\]\(\s*<?(?P<to>[^\s)>]{1,500})"
    r"|^ {0,3}\[[^\]\n]{1,100}\]:[ \t]*<?(?P<def>[^\s>]{1,500})>?[ \t]*$",
    re.MULTILINE,
)
SCHEME = pattern(r"[A-Za-z][A-Za-z0-9+.-]*:")
READ = ("HARNESS.md", "README.md")
SCHEMAS = (".hcp/surface.schema.json", ".hcp/policy.schema.json")
SHOWN = 20


@rule("F-schema-elsewhere", "F", "error", phase="shape")
def schema_elsewhere(pack: Pack) -> Iterator[Hit]:
    """A `$schema` or `$ref` leads out of the pack: to the network, to an absolute path, up and away.

    Why: an editor fetches what `$schema` names when the file is opened, and a validator what `$ref` names; only what
    stands inside the folder can be reviewed.
    Fix: `"$schema": ".hcp/surface.schema.json"`; write what a `$ref` would bring out in full.
    Bad: surface.json /$schema
        "https://schemas.example.net/surface.json"
    Good: surface.json /$schema
        ".hcp/surface.schema.json"
    """
    for document in (pack.surface, pack.policy, pack.proof):
        top = document.value.get("$schema") if isinstance(document.value, Mapping) else None
        if isinstance(top, str) and leads_out(top):
            fix = f'"$schema": ".hcp/{document.name.removesuffix(".json")}.schema.json", or take it out'
            message = f"`$schema` leads out of the pack: `{visible(top, 80)}`; only what is inside is followed"
            yield at(document, "/$schema", message, fix)
        yield from notes(document)


def notes(document: Document) -> Iterator[Hit]:
    """The references in an author's own notes (`x-…`); those in args are F-args's."""
    top = document.value if isinstance(document.value, Mapping) else {}
    for key, value in top.items():
        if key.startswith("x-"):
            for where, name, target in references(value, pointer(key)):
                message = f"`{name}` leads out of the pack: `{visible(target, 80)}`; only what is inside is followed"
                yield at(document, where, message, "write it out here, or take it out")


def references(value: Any, where: str) -> Iterator[tuple[str, str, str]]:
    """Every reference out of the pack below a value, as (pointer, keyword, target)."""
    for key, inner in value.items() if isinstance(value, Mapping) else ():
        if key in REFERENCES | {"$schema"} and isinstance(inner, str) and leads_out(inner):
            yield where + pointer(key), key, inner
        yield from references(inner, where + pointer(key))
    for index, inner in enumerate(value if isinstance(value, list) else ()):
        yield from references(inner, where + pointer(index))


@rule("F-own-schema", "F", "warning", over="text")
def own_schema(pack: Pack, text: Text) -> Iterator[Hit]:
    """The pack's copy of a schema in .hcp/ is not the published one.

    Why: an editor checks surface.json and policy.json by the copy that `$schema` names (F); one that lets anything
    through calls every mistake right. Of one that differs and still checks, as an older release's does, a note is made.
    Fix: `hcp-author schema surface > .hcp/surface.schema.json`
    Bad: .hcp/surface.schema.json
        {}
    Good: README.md
        The schemas in .hcp/ are copies, for editors.
    """
    name = text.name.removeprefix(".hcp/")
    if text.name in SCHEMAS and text.content.split() != our_file(f"schemas/{name}").decode("utf-8").split():
        hollow = not all(f'"{key}"' in text.content for key in ("properties", "required", "type"))
        said = "lets anything through" if hollow else "is not the one that this release publishes"
        fix = f"hcp-author schema {name.partition('.')[0]} > {text.name}"
        yield on_file(text.name, f"`{text.name}` {said}", fix, severity=None if hollow else "note")


@rule("F-link-in-text", "F", "error", over="text", alone=True, needs=("HARNESS.md",))
def link_in_text(pack: Pack, text: Text) -> Iterator[Hit]:
    """A link in HARNESS.md or README.md leads to a file outside the pack's folder.

    Why: a pack is a folder that can be copied; what it points to must come with it, and a reader that follows links by
    itself must not be led to the reader's own files.
    Fix: put the file into the pack and name it relative to it; a web page has its https address.
    Bad: HARNESS.md

        See [the notes](../../notes/secret.md).
    Good: HARNESS.md

        See [the notes](README.md).
    """
    if text.name in READ:
        yield from islice(wrong_links(text), SHOWN)


def wrong_links(text: Text) -> Iterator[Hit]:
    """The links to files outside; what else a link can be is T-active-link's."""
    for match in LINK.finditer(text.content):
        name = "to" if match["to"] else "def"
        target = unquote(match[name])
        if not SCHEME.match(target) and not target.startswith("//") and leads_out(target):
            message = f"this link leads out of the pack: `{visible(target, 80)}`"
            yield in_text(text, *match.span(name), message, "name a file of the pack, or a page by its https address")


def leads_out(target: str) -> bool:
    """Whether a reference is an address, an absolute path, or climbs out of the folder."""
    if target.startswith("#") or KNOWN.fullmatch(target):
        return False
    path = unquote(target).split("#", 1)[0].split("?", 1)[0].replace("\\", "/")
    depth = 0
    for part in path.split("/"):
        depth += -1 if part == ".." else 0 if part in ("", ".") else 1
        if depth < 0:
            return True
    return bool(SCHEME.match(path)) or path.startswith(("/", "~", "$"))
