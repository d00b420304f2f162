"""What a pack declares, as frozen values that know their place (pack-format: surface.json, policy.json)."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from hcp_author.pack.record import record
from hcp_author.pack.source import Document, Problem, absent, pointer

KINDS = ("channel", "read_only", "control", "sense_only")
PLANES = ("runtime", "control")
MODES = ("public", "user", "local", "mothership", "mock")
LANDS = ("personal", "brain", "local")
OPERATIONS = ("read", "write")
HEALTH_VERBS = ("doctor", "status")


@record(frozen=True, eq=False)
class Verb:
    """One named command (L3). `pointer` is its place in surface.json, e.g. `/verbs/0`."""

    verb_key: str
    pointer: str
    summary: str
    args: Mapping[str, Any]
    positionals: tuple[str, ...]
    exec: Mapping[str, Any] | None
    builtin: bool


@record(frozen=True)
class PolicyRow:
    """One row of policy.json: `confirm` is None where the row does not say."""

    name: str
    pointer: str
    operation: str
    confirm: bool | None
    land: str


@record(frozen=True)
class Trigger:
    """One ref of `stimulusTriggers` (Sense: Declare)."""

    ref: str
    pointer: str


@record(frozen=True)
class Binding:
    """How the pack is bound (L4): a mode, never a secret."""

    default: str
    modes: tuple[str, ...]
    family: str | None
    probe: tuple[str, ...] | None
    settings: tuple[str, ...]
    secrets: tuple[str, ...]


@record(frozen=True)
class Wrap:
    """The wrapped program: its plain name and the closed list of absolute files it may be."""

    bin: str
    paths: tuple[str, ...]


@record(frozen=True, eq=False)
class Pack:
    """A whole pack; parts that could not be read are empty, and the documents say why.

    `rows` are policy.json's `verbs`, `stimuli` its `stimuli`, by name. `harness` is HARNESS.md's text,
    None where there is none. `fixtures` are the mock answers by verb, `proof` is proof.json. `files` are the names
    of all regular files, relative, with `/`. `troubles` are all problems of all files, those of the
    documents among them, as (file name, Problem): nobody needs to collect them again. `unsaved` is text, by file name,
    that stands in for what lies on the disk.
    """

    root: Path
    surface: Document
    policy: Document
    pack_id: str
    kind: str
    plane: str
    summary: str
    binding: Binding | None
    wrap: Wrap | None
    pass_through: bool
    connect: Mapping[str, Any] | None
    verbs: tuple[Verb, ...]
    triggers: tuple[Trigger, ...]
    rows: Mapping[str, PolicyRow]
    stimuli: Mapping[str, PolicyRow]
    harness: str | None
    fixtures: Mapping[str, Document]
    proof: Document
    files: tuple[str, ...]
    troubles: tuple[tuple[str, Problem], ...]
    unsaved: Mapping[str, str]

    @cached_property
    def sizes(self) -> tuple[tuple[str, int], ...]:
        """The files with their sizes in bytes, the smallest first; those that went away meanwhile are left out."""
        found = []
        for name in self.files:
            try:
                found.append((os.lstat(f"{self.root}/{name}").st_size, name))
            except OSError:
                continue
        return tuple((name, size) for size, name in sorted(found))

    def verb(self, key: str) -> Verb | None:
        """The verb named `key`, or None."""
        return next((verb for verb in self.verbs if verb.verb_key == key), None)

    def row(self, key: str) -> PolicyRow | None:
        """The Policy row of the verb (or `connect`) named `key`, or None."""
        return self.rows.get(key)


def build(
    root: Path,
    surface: Document,
    policy: Document,
    *,
    proof: Document | None = None,
    fixtures: Mapping[str, Document] | None = None,
    harness: str | None = None,
    files: tuple[str, ...] = (),
    troubles: tuple[tuple[str, Problem], ...] = (),
    unsaved: Mapping[str, str] | None = None,
) -> Pack:
    """Make a Pack of its documents; whatever has the wrong shape is left out, never an error (pack.shape tells it)."""
    top = _object(surface.value)
    rows = _object(policy.value)
    plane = _text(top, "plane") or "runtime"
    return Pack(
        root=root,
        surface=surface,
        policy=policy,
        pack_id=_text(top, "pack_id"),
        kind=_text(top, "kind"),
        plane=plane,
        summary=_text(top, "summary"),
        binding=_binding(top.get("binding")),
        wrap=_wrap(top.get("wrap")),
        pass_through=top.get("pass_through") is True,
        connect=_object(top["connect"]) if isinstance(top.get("connect"), dict) else None,
        verbs=tuple(_verbs(top.get("verbs"))),
        triggers=tuple(_triggers(top.get("stimulusTriggers"))),
        rows=dict(_rows(rows.get("verbs"), "verbs")),
        stimuli=dict(_rows(rows.get("stimuli"), "stimuli")),
        harness=harness,
        fixtures=fixtures or {},
        proof=proof or absent("proof.json"),
        files=files,
        troubles=troubles,
        unsaved=unsaved or {},
    )


def _verbs(value: Any) -> Iterator[Verb]:
    for index, item in enumerate(_list(value)):
        entry = _object(item)
        if isinstance(entry.get("verb_key"), str):
            yield Verb(
                verb_key=entry["verb_key"],
                pointer=pointer("verbs", index),
                summary=_text(entry, "summary"),
                args=_object(entry.get("args")),
                positionals=_texts(entry.get("positionals")),
                exec=_object(entry["exec"]) if isinstance(entry.get("exec"), dict) else None,
                builtin=entry.get("builtin") is True,
            )


def _triggers(value: Any) -> Iterator[Trigger]:
    for index, item in enumerate(_list(value)):
        ref = _object(item).get("ref")
        if isinstance(ref, str):
            yield Trigger(ref, pointer("stimulusTriggers", index))


def _rows(value: Any, table: str) -> Iterator[tuple[str, PolicyRow]]:
    for name, item in _object(value).items():
        entry = _object(item)
        confirm = entry.get("confirm")
        yield (
            name,
            PolicyRow(
                name=name,
                pointer=pointer(table, name),
                operation=_text(entry, "operation"),
                confirm=confirm if isinstance(confirm, bool) else None,
                land=_text(_object(entry.get("privacy")), "land"),
            ),
        )


def _binding(value: Any) -> Binding | None:
    if not isinstance(value, dict):
        return None
    return Binding(
        default=_text(value, "default"),
        modes=_texts(value.get("modes")),
        family=_text(value, "family") or None,
        probe=_texts(value["probe"]) if isinstance(value.get("probe"), list) else None,
        settings=_texts(value.get("settings")),
        secrets=_texts([one.get("name") if isinstance(one, dict) else one for one in _list(value.get("secrets"))]),
    )


def _wrap(value: Any) -> Wrap | None:
    if not isinstance(value, dict):
        return None
    return Wrap(_text(value, "bin"), _texts(value.get("paths")))


def _object(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


def _list(value: Any) -> Sequence[Any]:
    return value if isinstance(value, list) else ()


def _text(value: Mapping[str, Any], key: str) -> str:
    found = value.get(key)
    return found if isinstance(found, str) else ""


def _texts(value: Any) -> tuple[str, ...]:
    return tuple(item for item in _list(value) if isinstance(item, str))
