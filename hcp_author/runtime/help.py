"""The face's help, drawn from surface.json and policy.json: each verb with its class, gate and land."""

from __future__ import annotations

from . import strict
from .kinds import Any, Pack
from .view import safe, table
from .words import kebab

STREAM = """\
With --stream each line or item of data is printed as it comes. With --json it stands in a line of its own,
{"data": ...}, and the envelope is the last line, its "data" null.
"""
AUDIT = """\
Each call is noted, without its values, in hcp/audit/ of your state folder (~/.local/state, or XDG_STATE_HOME).
"""


def pack(pack: Pack) -> str:
    """The page of the whole pack."""
    name = pack.pack_id
    verb = " VERB [ARGUMENTS]" if pack.verbs else ""
    parts = [f"Usage: {name}{verb} [OPTIONS]\n\n{safe(pack.summary)}\n"]
    if pack.verbs:
        rows = [["verb", "class", "gate", "land", ""]]
        rows += [[key, *_class(pack, key), safe(str(verb.get("summary", "")))] for key, verb in pack.verbs.items()]
        parts.append("Verbs:\n" + _indented(table(rows)))
    parts.append("Options:\n" + _indented(table(_options(pack))))
    parts.append("Besides:\n" + _indented(table(_besides(pack))))
    if pack.verbs:
        parts.append(AUDIT)
    return "\n".join(parts)


def verb(pack: Pack, key: str) -> str:
    """The page of one verb: arguments with their types and defaults, class, gate, land and an example."""
    declared = pack.verbs[key]
    schema = declared.get("args", {})
    properties = schema.get("properties", {})
    names = declared.get("positionals", [])
    places = "".join(f" {_placed(name, properties.get(name, {}), schema)}" for name in names)
    operation, gate, land = _class(pack, key)
    parts = [f"Usage: {pack.pack_id} {key}{places} [OPTIONS]\n\n{safe(str(declared.get('summary', '')))}\n"]
    parts.append(f"Class: {operation}   Gate: {gate}   Land: {land}\n")
    if properties:
        rows = [_argument(name, inner, schema, name in names) for name, inner in properties.items()]
        parts.append("Arguments:\n" + _indented(table(rows)))
        if land != "local" and '"path"' in strict.dumps(properties):
            parts.append("Paths must be absolute: this verb works in a folder of its own.\n")
    if key in _streaming(pack):
        parts.append(STREAM)
    parts.append(f"Example:\n  {_example(pack, key)}\n")
    return "\n".join(parts)


def connect(pack: Pack) -> str:
    """The page of `connect`, which is no verb."""
    summary = safe(str((pack.connect or {}).get("summary", "Log in.")))
    usage = f"Usage: {pack.pack_id} connect [--confirm]\n\n{summary}\n\n"
    return usage + "For a person on a terminal: it asks before it begins, unless --confirm is there.\n"


def _options(pack: Pack) -> list[list[str]]:
    """What this pack can be told besides a verb's own arguments."""
    rows = [["--json", "print the result envelope, errors too"]]
    if pack.pass_through or any(row.gated for row in pack.rows.values()):
        rows.append(["--confirm", "let a gated verb run (also --apply)"])
    rows.append(["--binding MODE", " or ".join(pack.modes) + f" ({pack.binding})"])
    if pack.pass_through or any(row.land == "local" for row in pack.rows.values()):
        rows.append(["--workspace DIR", "where `local` verbs work (the current folder)"])
    rows.append(["--session FILE", "the host's session: a file of yours alone, or fd:N"])
    if _streaming(pack):
        rows.append(["--stream", "data line by line as it comes, then the envelope; for verbs whose help names it"])
    return [*rows, ["--help", "after a verb: its arguments" if pack.verbs else "this page"]]


def _class(pack: Pack, key: str) -> list[str]:
    """Class, gate word (`confirm`, `open` or `-`) and land of a verb; `?` without a policy row: it never runs."""
    row = pack.rows.get(key)
    if row is None:
        return ["?", "?", "?"]
    return [row.operation, "confirm" if row.gated else "open" if row.operation == "write" else "-", row.land]


def _besides(pack: Pack) -> list[list[str]]:
    rows = []
    if pack.verbs:
        rows.append(["--envelope FILE", "the JSON face: one call as JSON, `-` for standard input"])
    if pack.connect:
        rows.append(["connect", safe(str(pack.connect.get("summary", "log in; for a person on a terminal")))])
    if pack.pass_through:
        rows.append(["-- ARGV", "run the program as it is; a person on a terminal, with --confirm"])
    if pack.triggers:
        rows.append(["--announce -", f"tell of {', '.join(map(safe, pack.triggers))}: one JSON object a line"])
        if _emits(pack):
            rows.append(["--emit", "run the pack's own emitter"])
    words = ["PATH of your own program"] if pack.wrap else []
    words += [f"{name}=VALUE" for name in pack.settings] + (["helper=PATH"] if pack.secrets else [])
    first = "program" if pack.wrap else words[0].partition("=")[0] if words else ""
    what = f", or set {' or '.join(words)}; an empty value ({first}=) removes it" if words else ""
    return [*rows, ["--link [WORD]", f"show what you set{what}"]]


def _emits(pack: Pack) -> bool:
    """Whether adapter.py has an emitter."""
    try:
        text = strict.read_file(f"{pack.root}/adapter.py") if pack.wrap is None else ""
    except (OSError, strict.NotStrict):
        return False
    return any(line.startswith(("def emit(", "emit =")) for line in text.splitlines())


def _streaming(pack: Pack) -> list[str]:
    """The verbs whose output can come bit by bit: text and JSON lines of a program, what a function may yield."""
    kinds = {key: verb.get("exec", {}).get("output", "text") for key, verb in pack.verbs.items() if _is_run(verb)}
    return [key for key, kind in kinds.items() if kind in ("text", "jsonl")]


def _is_run(verb: dict[str, Any]) -> bool:
    return not verb.get("builtin") and isinstance(verb.get("exec", {}), dict)


def _placed(name: str, schema: dict[str, Any], whole: dict[str, Any]) -> str:
    shown = safe(name.upper()) + ("..." if schema.get("type") == "array" else "")
    return shown if name in whole.get("required", []) else f"[{shown}]"


def _argument(name: str, schema: dict[str, Any], whole: dict[str, Any], placed: bool) -> list[str]:
    kind = schema.get("type", "value")
    shown = name.upper() if placed else kebab(name)
    if not placed and kind == "boolean":
        shown = f"{shown}, --no-{shown[2:]}"
    if "enum" in schema:
        kind = " | ".join(str(choice) for choice in schema["enum"])
    elif kind == "array":
        kind = f"{schema.get('items', {}).get('type', 'value')}, more than once"
    notes = [safe(str(schema["description"]))] if "description" in schema else []
    notes += [f"Default {safe(strict.dumps(schema['default']))}."] if "default" in schema else []
    notes += [] if name not in whole.get("required", []) or placed else ["Required."]
    return [safe(shown), safe(kind), " ".join(note if note.endswith((".", "!", "?")) else f"{note}." for note in notes)]


def _example(pack: Pack, key: str) -> str:
    """A line to paste, its values from the verb's first fixture where there is one."""
    from shlex import quote

    from . import mock
    from .fault import Fault

    try:
        cases = mock.cases(pack, key)
    except Fault:
        cases = []
    first = cases[0].get("args") if cases else None
    args = first if isinstance(first, dict) else {}
    names = pack.verbs[key].get("positionals", [])
    words = [pack.pack_id, key, *(quote(str(word)) for name in names for word in _each(args.get(name, name.upper())))]
    for name, value in args.items():
        if name not in names:
            words += _option(name, value)
    row = pack.rows.get(key)
    return safe(" ".join([*words, *(["--confirm"] if row and row.gated else []), "--json"]))


def _option(name: str, value: Any) -> list[str]:
    from shlex import quote

    flag = kebab(name)
    if isinstance(value, bool):
        return [flag if value else f"--no-{flag[2:]}"]
    return [f"{flag}={quote(one if isinstance(one, str) else strict.dumps(one))}" for one in _each(value)]


def _each(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _indented(lines: list[str]) -> str:
    return "".join(f"  {line}\n" for line in lines)
