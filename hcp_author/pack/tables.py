"""A Pack to the rows of HARNESS.md's tables and to its examples, as plain text (L10)."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from hcp_author.pack.args import sample_args
from hcp_author.pack.model import HEALTH_VERBS, Pack, PolicyRow, Verb
from hcp_author.pack.text import visible

EXAMPLES = 5
UNKNOWN = "?"
_OVER_MANY = frozenset(("list", "ls", "search", "find", "query"))

HOT_PATH_COLUMNS = ("Verb", "What it does", "Class", "Gate", "Land")
TRIGGER_COLUMNS = ("Trigger", "Land", "Then")


def hot_path(pack: Pack) -> list[tuple[str, str, str, str, str]]:
    """One row for each verb, in order: verb_key, what it does, class, gate (`confirm`, `open`, `-`), land.

    The texts are as the pack has them, unescaped. `?` stands where policy.json has no row or no such value.
    """
    return [(verb.verb_key, verb.summary, *_policy(pack.row(verb.verb_key))) for verb in pack.verbs]


def triggers(pack: Pack) -> list[tuple[str, str, str]]:
    """One row for each trigger: ref, land, and what comes next (Execute under its own grant, or a person)."""
    return [(trigger.ref, _land(pack.stimuli.get(trigger.ref)), _then(pack, trigger.ref)) for trigger in pack.triggers]


def examples(pack: Pack) -> list[str]:
    """At most five shell lines that the pack's CLI face takes as they stand; a gated write carries `--confirm`."""
    return list(_examples(pack))


@lru_cache(maxsize=2)  # what is drawn and what is missing both ask
def _examples(pack: Pack) -> tuple[str, ...]:
    if pack.verbs:
        lines = [command_line(pack, verb, sample_args(pack, verb)) for verb in _shown(pack)]
    else:
        emits = bool(pack.triggers) and not pack.pass_through
        lines = [shlex.join([pack.pack_id, "--emit"])] if emits else []
    return tuple(line for line in lines if pack.pack_id and "\n" not in line and line == visible(line))


def command_line(pack: Pack, verb: Verb, args: Mapping[str, Any]) -> str:
    """The shell line that calls `verb` with `args` on the CLI face (pack-format, The two faces)."""
    options = [word for name, value in args.items() if name not in verb.positionals for word in _option(name, value)]
    row = pack.row(verb.verb_key)
    if row and row.operation == "write" and row.confirm:
        options.append("--confirm")
    options.append("--json")
    operands = [word for value in _in_order(verb, args) for word in _words(value)]
    dashed = any(word.startswith("-") for word in operands)
    words = [*options, "--", *operands] if dashed else [*operands, *options]
    return shlex.join([pack.pack_id, verb.verb_key, *words])


@lru_cache(maxsize=1024)
def kebab(name: str) -> str:
    """A property's name as an option of the CLI face: `dry_run` and `dryRun` are `--dry-run` (runtime.words.kebab)."""
    spaced = "".join(f"-{char.lower()}" if char.isupper() else char for char in name)
    return "--" + spaced.replace("_", "-").strip("-")


def gate(row: PolicyRow | None) -> str:
    """The gate's word for a row: `confirm` for a gated write, `open` for a write that is not, `-` for a read."""
    if row is None or row.operation not in ("read", "write"):
        return UNKNOWN
    if row.operation == "read":
        return "-"
    return {True: "confirm", False: "open", None: UNKNOWN}[row.confirm]


def _policy(row: PolicyRow | None) -> tuple[str, str, str]:
    return (row.operation or UNKNOWN if row else UNKNOWN, gate(row), _land(row))


def _land(row: PolicyRow | None) -> str:
    return row.land or UNKNOWN if row else UNKNOWN


def _then(pack: Pack, ref: str) -> str:
    """The reaction (Sense: Kinds): a person for Binding health, a first read for everything else."""
    if ref == "binding.degraded":
        if pack.connect is not None:
            return f"a person runs `{pack.pack_id} connect`"
        return f"run `{pack.pack_id} doctor`" if pack.verb("doctor") else "a person looks at the Binding"
    reads = [verb.verb_key for verb in pack.verbs if _is_read(pack, verb) and verb.verb_key not in HEALTH_VERBS]
    # what is new is found by looking through many, before one of them is shown
    first = min(reads, key=lambda key: _OVER_MANY.isdisjoint(key.split("-")), default=None)
    return f"run `{pack.pack_id} {first}`" if first else "the Invoker decides"


def _is_read(pack: Pack, verb: Verb) -> bool:
    row = pack.row(verb.verb_key)
    return row is not None and row.operation == "read"


def _shown(pack: Pack) -> list[Verb]:
    """The first verbs of the hot path, a gated write among them where there is one, health verbs last."""
    ranked = sorted(pack.verbs, key=lambda verb: verb.verb_key in HEALTH_VERBS)
    shown = ranked[:EXAMPLES]
    gated = [verb for verb in ranked if gate(pack.row(verb.verb_key)) == "confirm"]
    if gated and not any(verb in shown for verb in gated):
        shown[-1] = gated[0]
    return shown


def _in_order(verb: Verb, args: Mapping[str, Any]) -> Iterator[Any]:
    """The values of the positionals, up to the first that is not given."""
    for name in verb.positionals:
        if name not in args:
            return
        yield args[name]


def _option(name: str, value: Any) -> Iterator[str]:
    option = kebab(name)
    if isinstance(value, bool):
        yield option if value else option.replace("--", "--no-", 1)
        return
    for word in _words(value):
        if word.startswith("-") or not word:
            yield f"{option}={word}"
        else:
            yield option
            yield word


def _words(value: Any) -> list[str]:
    """A value as the words of a command line: arrays repeat, objects are JSON."""
    if isinstance(value, list):
        return [word for item in value for word in _words(item)]
    if isinstance(value, str):
        return [value]
    return [json.dumps(value, ensure_ascii=False)]
