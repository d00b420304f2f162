"""The user's own configuration for one pack: which program, which settings, which credential helper."""

from __future__ import annotations

import os

from . import places, strict, variables
from .fault import Fault
from .kinds import Any, Pack
from .session import inside


class Own:
    """What the user keeps for a pack: an absolute program, the declared settings, the helper's argv."""

    def __init__(self, facts: dict[str, Any], declared: list[str]) -> None:
        program, helper, settings = (facts.get(key) for key in ("program", "helper", "settings"))
        self.program: str | None = program if isinstance(program, str) and program.startswith("/") else None
        good = isinstance(helper, list) and helper and all(isinstance(word, str) for word in helper)
        self.helper: list[str] | None = helper if good and helper[0].startswith("/") else None  # type: ignore[index]
        kept = settings if isinstance(settings, dict) else {}
        self.settings: dict[str, str] = {
            name: kept[name] for name in declared if isinstance(kept.get(name), str) and "\0" not in kept[name]
        }


def own(pack: Pack) -> Own:
    """Read the user's configuration for this pack in this place; only what the pack declares counts."""
    return Own(_read(pack.pack_id).get(os.path.realpath(pack.root), {}), pack.settings)


def change(pack_id: str, root: str, key: str, value: Any) -> None:
    """Set or, with a value of None, remove `program`, `helper` or `settings.NAME` for the pack in folder `root`."""
    from . import locks

    with locks.locked(places.config_file(pack_id)):
        whole = _read(pack_id)
        facts = whole.setdefault(os.path.realpath(root), {})
        holder, _, name = key.partition(".")
        where = facts.setdefault(holder, {}) if name else facts
        where.pop(name or holder, None)
        if value is not None:
            where[name or holder] = value
        places.write(places.config_file(pack_id), strict.dumps(whole, indent=2) + "\n")


def link(pack: Pack, word: str) -> str:
    """Do what `--link WORD` says and tell it: PATH, `helper=PATH` or `NAME=VALUE`; an empty value removes."""
    key, equals, value = word.partition("=")
    if word.startswith("/") or not equals:
        key, value = "program", word
    if not word:
        raise Fault("usage", "`--link` was given nothing to link", f"{pack.pack_id} --help says what it takes")
    if key == "program" and value and pack.wrap is None:
        raise Fault("usage", f"`{pack.pack_id}` wraps no program that could be linked", f"{pack.pack_id} --help")
    if key in ("program", "helper"):
        change(pack.pack_id, pack.root, key, _target(pack.root, key, value))
    elif key in pack.settings and not variables.refused(key):
        change(pack.pack_id, pack.root, f"settings.{key}", value or None)
    else:
        known = ", ".join(f"{name}=VALUE" for name in pack.settings)
        raise Fault("usage", f"this pack declares no setting `{key}`", known or "it declares none at all")
    kept = places.config_file(pack.pack_id)
    return f"{key} is set; it is kept in {kept}" if value else f"{key} is removed from {kept}"


def _target(root: str, key: str, value: str) -> Any:
    if not value:
        return None
    words = strict.loads(value) if key == "helper" and value.startswith("[") else [value]
    if not isinstance(words, list) or not words or not all(isinstance(word, str) for word in words):
        raise Fault("usage", "the helper is a path, or a JSON list of words")
    if not words[0].startswith("/"):
        raise Fault("usage", f"`{words[0]}` is not an absolute path", f"--link {os.path.abspath(words[0])}")
    if not (os.path.isfile(words[0]) and os.access(words[0], os.X_OK)):
        raise Fault("usage", f"`{words[0]}` is no program that can be run")
    if key == "helper" and places.open_to_all(words[0]):
        message = f"`{words[0]}` can be changed by everybody, so it is no helper"
        raise Fault("usage", message, f"chmod go-w {words[0]}")
    if inside(os.path.realpath(words[0]), os.path.realpath(root)):
        message = f"`{words[0]}` is of this pack itself, which would call itself for ever"
        raise Fault("usage", message, "give the program")
    return words if key == "helper" else words[0]


def _read(pack_id: str) -> dict[str, Any]:
    name = places.config_file(pack_id)
    try:
        value = strict.loads(strict.read_file(name, closed_to=0o022))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise _unread(name, str(getattr(error, "strerror", None) or error)) from None
    if not isinstance(value, dict) or not all(isinstance(facts, dict) for facts in value.values()):
        raise _unread(name, "it must hold one object for each pack's folder")
    return value


def _unread(name: str, why: str) -> Fault:
    return Fault("mint_failed", f"{name}: {why}", "mend it, or remove it")
