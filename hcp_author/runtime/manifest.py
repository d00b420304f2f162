"""surface.json and policy.json, read strictly: what cannot be read whole and sure is refused whole."""

from __future__ import annotations

import os

from . import strict
from .fault import Fault
from .kinds import Any

MODES = ("public", "user", "local", "mothership", "mock")
LANDS = ("personal", "brain", "local")
HEALTH = ("doctor", "status")


class Row:
    """One row of policy.json; `gated` means that a call needs its confirm (L6)."""

    def __init__(self, operation: str, gated: bool, land: str) -> None:
        self.operation = operation
        self.gated = gated
        self.land = land


class Pack:
    """A pack as the runtime needs it; `verbs` and `connect` are surface.json's own objects."""

    connect: dict[str, Any] | None
    wrap: dict[str, Any] | None
    probe: list[Any] | None

    def __init__(self, root: str, surface: dict[str, Any], policy: dict[str, Any]) -> None:
        if surface.get("hcp", "1") != "1":
            raise bad("surface.json", "this runtime reads `hcp` 1 alone")
        self.root = root
        self.pack_id: str = _word(surface, "pack_id")
        self.kind: str = surface.get("kind", "")
        self.plane: str = surface.get("plane", "control" if self.kind == "control" else "runtime")
        self.summary: str = surface.get("summary", "")
        self.pass_through: bool = surface.get("pass_through", False)
        self.connect = surface.get("connect")
        self.wrap = surface.get("wrap")
        self._bind(surface.get("binding"))
        self.verbs: dict[str, dict[str, Any]] = _verbs(surface.get("verbs", []))
        self.triggers: list[str] = _refs(surface.get("stimulusTriggers", []))
        self._check()
        if policy.get("pack_id") != self.pack_id:
            raise bad("policy.json", f"its `pack_id` is not `{self.pack_id}`, as in surface.json")
        self.rows = _rows(policy, "verbs")
        for name in HEALTH:
            if name in self.verbs and name in self.rows and self.rows[name].operation != "read":
                raise bad("policy.json", f"`{name}` reports health, so it is a read (L6)")
        self.stimuli = _rows(policy, "stimuli")

    def _bind(self, binding: Any) -> None:
        if not isinstance(binding, dict) or binding.get("default") not in MODES:
            raise bad("surface.json", f"`binding.default` must be one of {', '.join(MODES)}")
        self.binding: str = binding["default"]
        self.modes: list[str] = _strings(binding, "modes", [self.binding])
        self.settings: list[str] = _strings(binding, "settings", [])
        self.secrets, self.descriptors = _secrets(binding.get("secrets", []))
        self.probe = _strings(binding, "probe", []) if "probe" in binding else None
        if self.binding not in self.modes or set(self.modes) - set(MODES):
            raise bad("surface.json", f"`binding.modes` must hold `{self.binding}`, and of {', '.join(MODES)} alone")

    def _check(self) -> None:
        if self.plane not in ("runtime", "control") or (self.kind == "control") > (self.plane == "control"):
            raise bad("surface.json", "`plane` must be `runtime` or `control`, and `control` for the kind `control`")
        if self.pass_through not in (True, False) or (self.pass_through is True and self.verbs):
            raise bad("surface.json", "`pass_through` goes with no verbs (L3)")
        if self.connect is not None and not isinstance(self.connect, dict):
            raise bad("surface.json", "`connect` must be an object")
        if self.wrap is None:
            return
        paths = self.wrap.get("paths") if isinstance(self.wrap, dict) else None
        if not isinstance(paths, list) or not isinstance(self.wrap.get("bin"), str):
            raise bad("surface.json", "`wrap` needs `bin` and a list of `paths`")
        for path in paths:
            if not isinstance(path, str) or not path.startswith("/") or "\0" in path or ".." in path.split("/"):
                raise bad("surface.json", f"`wrap.paths`: {strict.dumps(path)[:80]} is not an absolute path")


def load(root: str) -> Pack:
    """Read the pack in folder `root`; raises Fault `bad_pack`, naming file and place: an unreadable policy means no."""
    return Pack(root, _document(root, "surface.json"), _document(root, "policy.json"))


def bad(name: str, message: str) -> Fault:
    """The refusal of a pack that cannot be trusted as it stands."""
    return Fault("bad_pack", f"{name}: {message}", "hcp-author lint shows what to mend")


def _document(root: str, name: str) -> dict[str, Any]:
    try:
        value = strict.loads(strict.read_file(os.path.join(root, name)))
    except strict.NotStrict as error:
        raise bad(name, str(error)) from None
    except OSError as error:
        raise bad(name, error.strerror or "it cannot be read") from None
    if not isinstance(value, dict):
        raise bad(name, "it must hold an object")
    return value


def _word(surface: dict[str, Any], key: str) -> str:
    value = surface.get(key)
    letters = value.replace("-", "").replace("_", "") if isinstance(value, str) else ""
    if not letters.isalnum() or not letters.isascii() or letters != letters.lower():
        raise bad("surface.json", f"`{key}` must be lower-case words joined by `-`")
    return str(value)


def _verbs(listed: Any) -> dict[str, dict[str, Any]]:
    made: dict[str, dict[str, Any]] = {}
    for verb in listed if isinstance(listed, list) else [None]:
        if not isinstance(verb, dict):
            raise bad("surface.json", "`verbs` must be a list of objects")
        key = _word(verb, "verb_key")
        if key in made or key == "connect":
            raise bad("surface.json", f"the verb `{key}` is declared twice" if key in made else "`connect` is no verb")
        made[key] = _shaped(key, verb)
    return made


def _shaped(key: str, verb: dict[str, Any]) -> dict[str, Any]:
    """A verb whose arguments can be looked at; what they say is checked when it is called."""
    args = verb.get("args", {})
    properties = args.get("properties", {}) if isinstance(args, dict) else None
    if not isinstance(properties, dict) or not all(isinstance(schema, dict) for schema in properties.values()):
        raise bad("surface.json", f"`args` of `{key}` must be a closed object schema")
    if set(_strings(verb, "positionals", [])) - properties.keys():
        raise bad("surface.json", f"`positionals` of `{key}` names no property of its `args`")
    if verb.get("builtin") and key != "doctor":
        raise bad("surface.json", f"`{key}` cannot be `builtin`: `doctor` alone can")
    return verb


def _secrets(listed: Any) -> tuple[list[str], dict[str, int]]:
    """The names of the secrets, and the descriptor of each that the child reads there and not in its environment."""
    parts = [one if isinstance(one, dict) else {"name": one} for one in listed] if isinstance(listed, list) else [{}]
    names = [part.get("name") for part in parts]
    numbers = [part["fd"] for part in parts if "fd" in part]
    good = all(isinstance(name, str) for name in names) and all(type(one) is int and 3 <= one <= 9 for one in numbers)
    good = good and not any(part.keys() - {"name", "fd"} for part in parts)
    if not good or len({*names}) < len(names) or len({*numbers}) < len(numbers):
        raise bad("surface.json", '`secrets` must be names, or like {"name": "ACME_TOKEN", "fd": 3}; nothing twice')
    return [str(name) for name in names], {part["name"]: part["fd"] for part in parts if "fd" in part}


def _refs(listed: Any) -> list[str]:
    good = isinstance(listed, list) and all(isinstance(one, dict) for one in listed)
    if not good or not all(isinstance(one.get("ref"), str) for one in listed):
        raise bad("surface.json", "`stimulusTriggers` must be a list of objects with a `ref`")
    return [one["ref"] for one in listed]


def _strings(holder: dict[str, Any], key: str, default: list[str]) -> list[str]:
    value = holder.get(key, default)
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        raise bad("surface.json", f"`{key}` must be a list of strings")
    return value


def _rows(policy: dict[str, Any], section: str) -> dict[str, Row]:
    rows = policy.get(section, {})
    if not isinstance(rows, dict):
        raise bad("policy.json", f"`{section}` must be an object")
    return {name: _row(row, f"/{section}/{name}") for name, row in rows.items()}


def _row(row: Any, where: str) -> Row:
    if not isinstance(row, dict) or row.get("operation") not in ("read", "write"):
        raise bad("policy.json", f"`{where}`: `operation` must be `read` or `write`")
    privacy = row.get("privacy")
    _known(row, ("operation", "confirm", "privacy"), where)
    land = privacy.get("land") if isinstance(privacy, dict) else None
    if not isinstance(land, str) or land not in LANDS:
        raise bad("policy.json", f"`{where}`: `privacy.land` must be one of {', '.join(LANDS)}")
    _known(row["privacy"], ("land",), f"{where}/privacy")
    confirm = row.get("confirm", row["operation"] == "write")
    if not isinstance(confirm, bool):
        raise bad("policy.json", f"`{where}`: `confirm` must be true or false")
    return Row(row["operation"], confirm, land)


def _known(row: dict[str, Any], keys: tuple[str, ...], where: str) -> None:
    """Refuse a key that nobody reads: a `confrim` would leave a write open."""
    for key in row:
        if key not in keys and not key.startswith(("x-", "$")):
            raise bad("policy.json", f"`{where}` has the unknown key {key[:80]!r}")
