"""A pack's copy that may be damaged, in the smallest edits, as a person's slip would be."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from hcp_author.pack import edit


class NotHereError(Exception):
    """This pack has nothing that this kind of damage could break."""


@dataclass(frozen=True)
class Copy:
    """A folder that holds a whole pack of its own."""

    root: Path

    def text(self, name: str) -> str:
        """The text of a file, line ends as they are; NotHereError where there is none."""
        try:
            return (self.root / name).read_bytes().decode("utf-8")
        except FileNotFoundError:
            raise NotHereError(name) from None

    def append(self, name: str, text: str) -> None:
        """Put text at the end of a file that is there."""
        self.write(name, self.text(name) + text)

    def write(self, name: str, text: str | bytes) -> None:
        """Put text where it belongs, folders and all; what is linked to it elsewhere stays as it was."""
        place = self.root / name
        place.parent.mkdir(parents=True, exist_ok=True)
        mode = place.stat().st_mode if place.exists() else None
        place.unlink(missing_ok=True)
        place.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8"))
        if mode is not None:
            place.chmod(mode)

    def data(self, name: str) -> Any:
        """The JSON value of a file."""
        return json.loads(self.text(name))

    def set(self, name: str, pointer: str, value: Any) -> None:
        """Put a value in the place of another."""
        self._edit(name, lambda text: edit.replace_value(text, pointer, value))

    def add(self, name: str, pointer: str, key: str | int | None, value: Any) -> None:
        """Put a member into an object, or an item into an array (None: at its end)."""
        self._edit(name, lambda text: edit.insert_member(text, pointer, key, value))

    def drop(self, name: str, pointer: str) -> None:
        """Take a member or an item away."""
        self._edit(name, lambda text: edit.remove(text, pointer))

    def swap(self, name: str, old: str, new: str) -> None:
        """Put `new` in the place of the first `old` in a text; NotHereError where there is none."""
        text = self.text(name)
        if old not in text:
            raise NotHereError(old)
        self.write(name, text.replace(old, new, 1))

    def rename(self, name: str, pointer: str, key: str) -> None:
        """Give a member another key."""
        self._edit(name, lambda text: edit.rename(text, pointer, key))

    def put(self, name: str, pointer: str, key: str, value: Any) -> None:
        """Put a member into an object, in the place of the one that is there or at the end."""
        there = self._at(name, pointer)
        self.set(name, f"{pointer}/{key}", value) if key in there else self.add(name, pointer, key, value)

    def code(self, line: str, before: str = "    # YOUR CALL") -> None:
        """Put a line of code into a function of adapter.py: the first verb's, or the one that `before` leads into."""
        text = self.text("adapter.py")
        at = text.find(before)
        if at < 0 or "wrap" in self.surface:
            raise NotHereError(before)
        self.write("adapter.py", f"{text[:at]}    {line}\n{text[at:]}")

    def _at(self, name: str, pointer: str) -> dict[str, Any]:
        """The object at a pointer."""
        value = self.data(name)
        for part in pointer.split("/")[1:]:
            value = value[int(part) if isinstance(value, list) else part]
        return dict(value)

    def _edit(self, name: str, change: Callable[[str], str]) -> None:
        try:
            self.write(name, change(self.text(name)))
        except KeyError as error:
            raise NotHereError(str(error)) from None

    @property
    def surface(self) -> dict[str, Any]:
        """surface.json as a value."""
        return dict(self.data("surface.json"))

    @property
    def rows(self) -> dict[str, Any]:
        """policy.json's rows of verbs."""
        return dict(self.data("policy.json").get("verbs", {}))

    def verb(self, wanted: Callable[[dict[str, Any]], bool]) -> tuple[str, dict[str, Any]]:
        """The pointer of the first verb that is wanted, and the verb; NotHereError where there is none."""
        for index, verb in enumerate(self.surface.get("verbs", [])):
            if wanted(verb):
                return f"/verbs/{index}", verb
        raise NotHereError("no such verb")

    def plain_verb(self) -> tuple[str, dict[str, Any]]:
        """The first verb with args of its own."""
        return self.verb(lambda verb: bool(verb.get("args", {}).get("properties")))

    @property
    def pack_id(self) -> str:
        """The pack's name."""
        return str(self.surface["pack_id"])

    def exec_verb(self) -> tuple[str, dict[str, Any]]:
        """The first verb that runs the wrapped program with an argument."""
        return self.verb(lambda verb: bool(verb.get("args", {}).get("properties")) and "exec" in verb)

    def row(self, operation: str, **facts: Any) -> str:
        """The name of the first row of this class that is a verb's; NotHereError where there is none."""
        keys = [verb.get("verb_key") for verb in self.surface.get("verbs", [])]
        for name, row in self.rows.items():
            same = all(row.get(key) == value for key, value in facts.items())
            if name in keys and name not in ("doctor", "status") and row.get("operation") == operation and same:
                return name
        raise NotHereError(f"no {operation}")


def before_end(verb: dict[str, Any]) -> list[Any]:
    """The elements of a verb's argv before `--`; none where it has no argv."""
    argv: list[Any] = verb.get("exec", {}).get("argv", [])
    return argv[: argv.index("--")] if "--" in argv else argv


# what a new name brings along where only a warning speaks of it: what is drawn from the two files was not drawn anew
UNDRAWN = {
    "L12-proof-disagrees": "proof.json was not written anew",
    "L10-stale-table": "the tables were not drawn anew",
    "L10-no-markers": "the Skill has no place for it yet",
}


@dataclass(frozen=True)
class Damage:
    """One kind: a name, the law it breaks, the rules of which one must notice, and what does it.

    `also` names rules that may speak besides, where the damage breaks two truths that do not follow from each other,
    each with the reason.
    """

    name: str
    law: str
    rules: tuple[str, ...]
    do: Callable[[Copy], None]
    also: dict[str, str] = field(default_factory=dict)


def damage(
    name: str, law: str, *rules: str, also: dict[str, str] | None = None
) -> Callable[[Callable[[Copy], None]], Damage]:
    """Make a function that breaks a copy a kind of damage."""
    return lambda do: Damage(name, law, rules, do, also or {})


def kinds_of(module: dict[str, Any]) -> tuple[Damage, ...]:
    """The kinds that a module defines, in its own order; those that it keeps in tuples among them."""
    made: list[Damage] = []
    for value in module.values():
        made += [one for one in (value if isinstance(value, tuple) else (value,)) if isinstance(one, Damage)]
    return tuple(made)
