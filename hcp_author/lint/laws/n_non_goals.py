"""The non-goals: what no pack carries (tenants, versions, an MCP install unit, paths that lead out).

N.1 MCP is an export and never the install unit: N-mcp-install.
N.2 No tenant, user or role identifiers in packs: N-tenant-in-pack, L5-identity-argument.
N.3 No pack versions: N-pack-version.
N.4 What a pack names comes with it: N-path-outside, F-link-outside. No credentials, no PATH: L4, L3.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from hcp_author.lint.contract import Hit, at, on_file, rule
from hcp_author.pack import args
from hcp_author.pack.late import pattern
from hcp_author.pack.model import Pack
from hcp_author.pack.names import collision_key
from hcp_author.pack.source import Document, pointer
from hcp_author.pack.text import visible

# args hold property names, which L5 judges; connect, exec and env hold the program's own words
OTHERS = frozenset(("args", "exec"))
VERSIONS = frozenset(("version", "pack-version", "semver", "release"))
FILE_KEYS = frozenset(("skill", "harness", "policy", "readme", "icon", "path", "file", "docs", "schema", "license"))
MCP = frozenset(("mcp", "mcp-server", "mcp-servers", "mcpserver", "mcpservers"))
MCP_FILES = pattern(
    r"(?:\.mcp|mcp|mcp[-_]config|mcp[-_]servers|claude_desktop_config)\.(?:json|ya?ml|toml)"
    r"|\.(?:cursor|vscode|windsurf|gemini)/mcp\.json|[^/]+\.(?:mcpb|dxt)",
    re.IGNORECASE,
)


@lru_cache(maxsize=2)  # several rules ask
def keys(pack: Pack) -> tuple[tuple[Document, str, str, Any], ...]:
    """Every key of both files but names of verbs, refs and arguments, as (document, pointer, key, value)."""
    found = [*keys_of(pack.surface, "", pack.surface.value)]
    for section in ("verbs", "stimuli"):
        rows = pack.policy.value.get(section) if isinstance(pack.policy.value, Mapping) else None
        for name, row in rows.items() if isinstance(rows, Mapping) else ():
            found += keys_of(pack.policy, pointer(section, name), row)
    top = pack.policy.value if isinstance(pack.policy.value, Mapping) else {}
    found += keys_of(pack.policy, "", {key: value for key, value in top.items() if key not in ("verbs", "stimuli")})
    return tuple(found)


@lru_cache(maxsize=2)
def top_keys(pack: Pack) -> tuple[tuple[Document, str, str, Any], ...]:
    """Those of them that stand at the top of their file."""
    return tuple(one for one in keys(pack) if one[1].count("/") == 1)


def keys_of(document: Document, where: str, value: Any) -> Iterator[tuple[Document, str, str, Any]]:
    """The keys of one value and of all in it."""
    if isinstance(value, dict):
        for key, inner in value.items():
            place = where + pointer(key)
            yield document, place, key, inner
            if key not in OTHERS:
                yield from keys_of(document, place, inner)
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from keys_of(document, where + pointer(index), inner)


@rule("N-tenant-in-pack", "N", "error", phase="shape")
def tenant_in_pack(pack: Pack) -> Iterator[Hit]:
    """A field of the pack names a tenant, user, role, project or principal.

    Why: a pack is shared across tenants, so anything tenant-specific in it is a leak or a lie; tenant comes from the
    session and grants from the runtime.
    Fix: take it out.
    Bad: surface.json /x-tenant
        "acme"
    Good: surface.json /x-notes
        "Made by hand."
    """
    for document, where, key, _ in keys(pack):
        reason = args.identity(key.removeprefix("x-"))
        if reason:
            yield at(document, where, f"`{key}` in a pack: {reason}", "take it out", key=True)


@rule("N-pack-version", "N", "error", phase="shape")
def pack_version(pack: Pack) -> Iterator[Hit]:
    """The pack has a version.

    Why: packs are directories identified by pack_id; versions are left to HCP/2.0.
    Fix: take it out; the repository's history tells.
    Bad: surface.json /version
        "1.2.0"
    Good: surface.json /hcp
        "1"
    """
    for document, where, key, _ in top_keys(pack):
        if collision_key(key.removeprefix("x-")) in VERSIONS:
            message = f"`{key}`: a pack is known by its pack_id and has no version"
            yield at(document, where, message, "take it out; the repository's history tells", key=True)


@rule("N-mcp-install", "N", "error", phase="shape")
def mcp_install(pack: Pack) -> Iterator[Hit]:
    """The pack declares an MCP server as its way in.

    Why: MCP is a transport that HCP can export to; it carries no Policy, Binding, Sense or Skill, and is never the
    install path (L1).
    Fix: take it out; export to MCP from the pack instead. A host's configuration (`.mcp.json`) is the host's.
    Bad: surface.json /mcpServers
        {"mail": {"command": "mail-mcp"}}
    Good: surface.json /transports
        ["cli", "mcp"]
    """
    for document, where, key, _ in top_keys(pack):
        if collision_key(key.removeprefix("x-")) in MCP:
            yield at(
                document, where, f"`{key}`: MCP is an export of a pack, never its install unit", "take it out", key=True
            )
    for name in pack.files:
        if MCP_FILES.fullmatch(name):
            message = f"`{visible(name)}` installs an MCP server; MCP is an export of a pack, never its install unit"
            yield on_file(name, message, "take it out of the pack; what a host starts is the host's configuration")


@rule("N-path-outside", "N", "error", phase="shape")
def path_outside(pack: Pack) -> Iterator[Hit]:
    """A field of the pack points to a file outside it.

    Why: a pack is a folder that can be copied; what it names must come with it, relative and inside the pack.
    Fix: put the file into the pack, and name it relative to surface.json.
    Bad: surface.json /x-readme
        "../README.md"
    Good: surface.json /x-readme
        "README.md"
    """
    for document, where, key, value in top_keys(pack):
        named = key.lower().removeprefix("x-") in FILE_KEYS
        if named and isinstance(value, str) and leads_out(value):
            message = f"`{value}` is not inside the pack: a path is relative, and stays in it"
            yield at(document, where, message, "put the file into the pack, or take the key out")


def leads_out(path: str) -> bool:
    """Whether a path is absolute, an address, climbs out, needs a shell or names no file."""
    parts = path.replace("\\", "/").split("/")
    depth = 0
    for part in parts:
        depth += -1 if part == ".." else 0 if part in ("", ".") else 1
        if depth < 0:
            return True
    odd = any(mark in path for mark in ("$", "~", "\0", "://")) or path.lower().startswith("file:")
    return odd or depth == 0 or path.startswith(("/", "\\")) or path[1:2] == ":"
