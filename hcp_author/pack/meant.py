"""The key that a stranger in a JSON object was meant to be: by its spelling, by its meaning, by where it belongs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hcp_author.pack import verdict

# what people write for a key of ours
_OTHER_WORDS = {
    "pack_id": ("id", "name", "pack", "pack_name"),
    "verbs": ("commands", "tools", "actions", "rows", "policies", "methods"),
    "verb_key": ("key", "name", "verb", "command", "id"),
    "summary": ("description", "desc", "help", "title", "about", "doc"),
    "args": ("parameters", "params", "arguments", "inputschema", "input_schema", "input", "schema"),
    "exec": ("command", "run", "cmd", "call", "invoke"),
    "argv": ("args", "arguments", "command", "cmd"),
    "output": ("format", "stdout", "out"),
    "stimulusTriggers": ("triggers", "stimuli", "events", "sense", "refs"),
    "stimuli": ("triggers", "stimulustriggers", "events"),
    "ref": ("name", "event", "id", "trigger", "key"),
    "default": ("mode", "binding"),
    "modes": ("allowed", "supported"),
    "probe": ("check", "test"),
    "settings": ("env", "variables", "config"),
    "bin": ("binary", "program", "executable", "command", "cmd", "name"),
    "paths": ("locations", "files", "path"),
    "operation": ("op", "class", "effect", "kind", "type", "access"),
    "confirm": ("confirmation", "gated", "gate", "requires_confirm", "ask"),
    "kind": ("type",),
    "land": ("scope", "visibility", "area", "owner"),
    "privacy": ("private", "visibility", "scope"),
    "connect": ("login", "signin", "setup", "authenticate"),
    "wrap": ("wraps", "program", "cli", "tool"),
    "arg": ("argument", "name", "value", "param", "property"),
    "positionals": ("positional", "operands"),
}


def meant(name: str, instance: Mapping[str, Any], known: Mapping[str, Any], root: Mapping[str, Any]) -> str | None:
    """The key that `name` was meant to be, or None: one spelt nearly so, of that meaning, or one that holds it."""
    free = [key for key in known if key not in instance]
    word = name.lower().replace("-", "_")
    by_meaning = [key for key in free if word in _OTHER_WORDS.get(key, ())]
    holding = [key for key in free if holds(known[key], name, root)]
    likely = [*filter(None, [near(name, free)]), *by_meaning]
    # `"mode": "user"` is nearly `modes`, and its value says that it is `default`
    fitting = [key for key in likely if verdict.valid(instance[name], known[key], root)]
    return next(iter([*fitting, *likely, *holding]), None)


def holds(schema: Mapping[str, Any], name: str, root: Mapping[str, Any]) -> bool:
    """Whether a key belongs into the object that this schema describes."""
    if "$ref" in schema:
        schema = verdict.resolve(root, schema["$ref"])
    return name in schema.get("properties", {})


def near(name: str, known: Any) -> str | None:
    """The one of `known` that is spelt most like `name`, or None."""
    import difflib

    found = difflib.get_close_matches(name.lower(), list(known), 1, 0.7)
    return found[0] if found else None
