"""L2: what is there to be copied works as it stands: each example is parsed as the runtime would, and never run.

L2.9 What is there to be copied works: each example parses against the verb's args.
"""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator
from itertools import islice
from typing import Any

from hcp_author.lint.contract import Hit, Text, in_text, rule
from hcp_author.lint.laws._skill_code import code
from hcp_author.pack import args, argv, names
from hcp_author.pack.late import pattern
from hcp_author.pack.model import MODES, Pack, Verb
from hcp_author.pack.record import record
from hcp_author.pack.text import visible
from hcp_author.runtime import words
from hcp_author.runtime.fault import Fault

SHOWN = 20
# so that no text, however it is made, is looked through for long
READ, CALLS, NEAR = 64 * 1024, 200, 2000  # characters of a file, envelopes, characters between `{` and `"verb_key"`
# files that people copy from; README.md shows other programs too, so there only `bin/NAME` is the pack's
COPIED = ("HARNESS.md", "README.md")
MEND = "correct the example, or the args of the verb"
LINE = pattern(r"(?:[^\n\\]|\\(?:\r?\n|.))+")
ANY = "ANY0VALUE"  # what stands for a value that only the reader knows
PLACEHOLDER = pattern(r"<[A-Za-z][^<>\n]{0,40}>|\$\{[^}\n]{0,60}\}|\$\([^)\n]{0,200}\)|\$[A-Za-z_]\w*|`[^`\n]{0,200}`")
NAMED = pattern(r"[A-Z][A-Z0-9_-]*\Z|.*(?:…|\.\.\.)|your[-_ ].*", re.DOTALL)
PROMPT = pattern(r"\s*(?:[\w.@:~/-]*[$%>] +)?")
BREAKS = frozenset(("|", "||", "&&", ";", "&", "(", ")", "|&"))
ENVELOPE_KEYS = ("pack_id", "verb_key", "args", "confirm", "binding")


@record(frozen=True)
class Example:
    """One call in a text: where it stands, its words after the pack's name, and whether it is whole (no `…`)."""

    start: int
    end: int
    words: tuple[str, ...]
    whole: bool


@rule(
    "L2-example-args",
    "L2",
    "error",
    needs=("HARNESS.md", "surface:/verbs", "surface:/pack_id", "surface:/binding"),
    over="text",
)
def example_args(pack: Pack, text: Text) -> Iterator[Hit]:
    """An example in HARNESS.md or README.md would be refused: an option, a value or a place that the verb has not.

    Why: the two faces are one command (L2), and an agent copies what it reads (L10). Each example is parsed as the
    runtime would parse it, on the command line and as an envelope; `<id>`, `ID`, `$ID` and `…` stand for any value.
    Fix: correct the example; `bin/NAME VERB --help` tells what the verb takes.
    Bad: HARNESS.md

        ```sh
        mail search tag:unread --limt 5 --json
        ```
    Good: HARNESS.md

        ```sh
        mail search tag:unread --limit 5 --json
        ```
    """
    if text.name not in COPIED or not pack.pack_id or not pack.verbs:
        return
    text = Text(text.name, text.content[:READ])
    found = (hit for start, end, is_shell in code(text.content) for hit in wrong(pack, text, start, end, is_shell))
    yield from islice(found, SHOWN)


def wrong(pack: Pack, text: Text, start: int, end: int, is_shell: bool) -> Iterator[Hit]:
    """What is wrong with the examples in one piece of code."""
    said = text.content[start:end]
    is_block = "\n" in said
    if is_shell:
        for one in examples(said, pack.pack_id, text.name == "README.md"):
            told = refusal(pack, one, is_block)
            if told:
                where = start + one.start, start + one.end
                yield in_text(text, *where, f"this example would be refused: {told[0]}", told[1] or MEND)
    for at, size, envelope in envelopes(said):
        told = envelope_refusal(pack, envelope)
        if told:
            where = start + at, start + at + size
            yield in_text(text, *where, f"this envelope would be refused: {told[0]}", told[1] or MEND)


def examples(said: str, pack_id: str, only_in_bin: bool) -> Iterator[Example]:
    """The calls of the pack's command in shell code; what no shell would read is left out."""
    for line in LINE.finditer(said):
        lead = PROMPT.match(line[0])
        start = line.start() + (lead.end() if lead else 0)
        if pack_id not in line[0] or "[" in PLACEHOLDER.sub("", line[0]):
            continue  # a synopsis: `mail search [--limit N]`
        plain = PLACEHOLDER.sub(ANY, said[start : line.end()].replace("\\\n", " ").replace("\\\r\n", " "))
        for called in commands(plain):
            first = called[0].rsplit("/", 1)
            if first[-1] == pack_id and (not only_in_bin or first[:-1] in (["bin"], ["./bin"])):
                whole = not any(word.endswith(("…", "...")) for word in called)
                yield Example(start, line.end(), tuple(called[1:]), whole)


def commands(plain: str) -> Iterator[list[str]]:
    """The simple commands of a line as words, without redirections and what sets variables."""
    lexer = shlex.shlex(plain, posix=True, punctuation_chars=True)
    lexer.whitespace_split = True
    try:
        tokens = list(lexer)
    except ValueError:
        return
    called: list[str] = []
    for token in [*tokens, ";"]:
        if token in BREAKS:
            if called:
                yield called
            called = []
        elif called or not re.fullmatch(r"[A-Za-z_]\w*=.*", token):
            called.append(token)


def refusal(pack: Pack, one: Example, is_block: bool) -> tuple[str, str] | None:
    """Why the runtime would refuse an example, and what to type; None where it would not, or nothing can be told."""
    given = list(before_redirection(one.words))
    try:
        line = words.split(given)
        if not line.words or line.ours.keys() & {"--help", "--envelope", "--announce", "--emit", "--link"}:
            return None
        if line.words[0].startswith("-"):
            raise words.unknown(pack.pack_id, line.words[0], [*words.FLAGS, *words.VALUED])
        verb = pack.verb(line.words[0])
        if verb is None or not can_be_held(verb):
            return None
        made = words.read({"verb_key": verb.verb_key, "args": verb.args, "positionals": list(verb.positionals)}, line)
    except Fault as fault:
        usage = fault.code in ("usage", "unknown_argument")
        return (visible(fault.message, 200), visible(fault.hint, 200)) if usage else None
    mode = line.ours.get("--binding")
    return unbound(pack, mode) or unfit(verb, made, one.whole and is_block)


def before_redirection(given: tuple[str, ...]) -> Iterator[str]:
    """The words before the first redirection or pipe."""
    for word in given:
        if set(word) <= set("<>&|") or re.fullmatch(r"\d?[<>]+.*", word):
            return
        yield word


def can_be_held(verb: Verb) -> bool:
    """Whether a verb's args are in order, so that a call can be held against them."""
    declared, required = argv.properties(verb), argv.required(verb)
    if args.flaws(verb) or not all(name in declared for name in verb.positionals):
        return False
    # where positionals cannot be told apart, L2-positional-order says so
    optional = [name not in required for name in verb.positionals]
    arrays = [declared[name].get("type") == "array" for name in verb.positionals[:-1]]
    return optional == sorted(optional) and not any(arrays)


def schema_of(verb: Verb) -> dict[str, Any]:
    """A verb's args, as the runtime takes them where there are none."""
    return dict(verb.args) or {"type": "object", "properties": {}, "additionalProperties": False}


def unbound(pack: Pack, mode: Any) -> tuple[str, str] | None:
    """Why a Binding mode would be refused."""
    modes = {pack.binding.default, *pack.binding.modes} if pack.binding else set(MODES)
    if not isinstance(mode, str) or mode in modes or is_any(mode):
        return None
    close = names.did_you_mean(mode, sorted(modes)) or f"the modes are {', '.join(sorted(modes))}"
    return f"`{visible(mode, 40)}` is no Binding mode of this pack", close


def unfit(verb: Verb, made: dict[str, Any], whole: bool) -> tuple[str, str] | None:
    """The first argument that is missing or does not fit, where the value is no placeholder."""
    for where, message in args.check(schema_of(verb), made):
        name = where.split("/")[1] if where else "args"
        missing = message == "is missing"
        if (missing and not whole) or is_any(value_at(made, where)):
            continue
        if message == "is not an argument":
            close = names.did_you_mean(name, argv.properties(verb))
            return f"`{visible(name, 40)}` is no argument of `{verb.verb_key}`", close or ""
        return f"`{visible(name, 40)}` of `{verb.verb_key}` {visible(message, 200)}", ""
    return None


def value_at(made: Any, where: str) -> Any:
    """The value at a pointer, or None."""
    for part in where.split("/")[1:]:
        part = part.replace("~1", "/").replace("~0", "~")
        if isinstance(made, list):
            made = made[int(part)] if part.isdecimal() and int(part) < len(made) else None
        else:
            made = made.get(part) if isinstance(made, dict) else None
    return made


def is_any(value: Any) -> bool:
    """Whether a value stands for any: `<id>`, `ID`, `$ID`, `…`."""
    return isinstance(value, str) and (
        ANY in value or NAMED.match(value) is not None or bool(PLACEHOLDER.search(value))
    )


def envelopes(said: str) -> Iterator[tuple[int, int, dict[str, Any]]]:
    """Every call in JSON, as (offset, length, envelope); answers, and what is no JSON, are left out."""
    decoder = json.JSONDecoder()
    done = 0
    for match in islice(re.finditer(r'"verb_key"', said), CALLS):
        if match.start() < done:
            continue
        starts = [at for at in range(max(done, match.start() - NEAR), match.start()) if said[at] == "{"]
        for at in starts[:3]:
            try:
                value, size = decoder.raw_decode(said[at : at + 4 * NEAR])
            except (ValueError, RecursionError):
                continue
            end = at + size
            if isinstance(value, dict) and isinstance(value.get("verb_key"), str) and "ok" not in value:
                yield at, end - at, value
            done = end
            break


def envelope_refusal(pack: Pack, given: dict[str, Any]) -> tuple[str, str] | None:
    """Why the JSON face would refuse an envelope; an unknown verb is L2-unknown-command's."""
    strange = next((key for key in given if key not in ENVELOPE_KEYS), None)
    if strange is not None:
        close = names.did_you_mean(strange, ENVELOPE_KEYS) or f"its keys are {', '.join(ENVELOPE_KEYS)}"
        return f"`{visible(strange, 40)}` is no key of an envelope", close
    if given.get("pack_id") != pack.pack_id and not is_any(given.get("pack_id")):
        return f"its `pack_id` is not `{pack.pack_id}`", f'"pack_id": "{pack.pack_id}"'
    if not isinstance(given.get("confirm", False), bool):
        return "`confirm` is true or false", '"confirm": true'
    binding = given.get("binding", {"mode": "mock"})
    mode = binding.get("mode") if isinstance(binding, dict) and binding.keys() == {"mode"} else None
    if mode is None:
        return '`binding` must be like {"mode": "user"}', '"binding": {"mode": "user"}'
    verb, made = pack.verb(given["verb_key"]), given.get("args", {})
    if verb is None or not can_be_held(verb):
        return None
    if not isinstance(made, dict):
        return "`args` must be an object", '"args": {}'
    return (unbound(pack, mode) if "binding" in given else None) or unfit(verb, made, True)
