"""What a pack calls and by which names, for the laws that read it: verbs, `connect` and the probe; properties."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from hcp_author.pack.model import Pack, Verb
from hcp_author.pack.source import pointer


def calls(pack: Pack) -> Iterator[Verb]:
    """Everything that has a fixed command line: the verbs, `connect` and the probe, all in the form of verbs."""
    yield from pack.verbs
    exec_ = (pack.connect or {}).get("exec")
    if isinstance(exec_, Mapping):
        yield Verb("connect", "/connect", "", {}, (), exec_, False)
    if pack.binding and pack.binding.probe:
        yield Verb("probe", "/binding", "", {}, (), {"argv": list(pack.binding.probe)}, False)


def place(where: str) -> str:
    """The pointer of an element of a call; the probe is a list of words and no exec."""
    return where.replace("/binding/exec/argv", "/binding/probe")


def properties_below(schema: Any, where: str) -> Iterator[tuple[str, str]]:
    """Every property's name at any depth of a schema, as (pointer, name)."""
    if not isinstance(schema, Mapping):
        return
    inner = schema.get("properties")
    for name, one in inner.items() if isinstance(inner, Mapping) else ():
        yield where + pointer("properties", name), name
        yield from properties_below(one, where + pointer("properties", name))
    yield from properties_below(schema.get("items"), f"{where}/items")
