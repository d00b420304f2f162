"""A command drawn up as a verb: its arguments, and the argv that they become (pack-format: args, exec.argv)."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import Any

from hcp_author.introspect.tree import Option, Positional
from hcp_author.propose import words
from hcp_author.propose.actions import Action, Around, callable_name, main_name, plain_name
from hcp_author.propose.argnames import arg_name, operand_schema, option_schema, wants_a_value
from hcp_author.propose.choose import chosen_options, content_options, credential
from hcp_author.propose.effect import Judgement
from hcp_author.propose.formats import Output, output
from hcp_author.propose.kinds import option_kind
from hcp_author.propose.questions import question_skip
from hcp_author.propose.vocabulary import read, reasons

OPERANDS = 3
_WORD = re.compile(r"[A-Za-z0-9][A-Za-z0-9._+:@/-]*", re.ASCII)
# words of a sentence about operands that were taken for one, and `help`, which asks for help
NO_OPERAND = frozenset(("help", "or", "and", "only", "none", "optional", "required"))
# how help texts say that a value may name a file: `@FILE`, `'@' to read`, `file://`
_FILE_MARK = re.compile(r"(?<!\w)@(?:-|<|\[|\{|file|path|name)|[`'\"]@[`'\"]|(?:with|by) @|fileb?://", re.IGNORECASE)
ANSWERS_BY_STATUS = frozenset(("grep", "rgrep", "is", "has", "exists"))


@dataclass
class Draft:
    """A verb's args, positionals and exec as in surface.json, and notes that tell what was done and why."""

    properties: dict[str, dict[str, Any]] = field(default_factory=dict)
    required: list[str] = field(default_factory=list)
    positionals: list[str] = field(default_factory=list)
    argv: list[Any] = field(default_factory=list)
    tail: list[Any] = field(default_factory=list)
    output: str = "text"
    ok_exit: list[int] | None = None
    notes: list[str] = field(default_factory=list)

    @property
    def args(self) -> dict[str, Any]:
        """The closed JSON Schema of the verb's arguments."""
        schema: dict[str, Any] = {"type": "object", "properties": self.properties}
        if self.required:
            schema["required"] = self.required
        return {**schema, "additionalProperties": False}

    @property
    def exec(self) -> dict[str, Any]:
        """The argv as data, with its output and, where given, the exit statuses that are answers."""
        whole: dict[str, Any] = {"argv": [*self.argv, *self.tail], "output": self.output}
        return {**whole, "ok_exit": self.ok_exit} if self.ok_exit else whole


def draft(action: Action, judged: Judgement, near: Around) -> Draft | str:
    """Draw the command up as a verb; a string tells why it cannot be one."""
    if not all(_WORD.fullmatch(name) for name in action.path if action.mode is None):
        return "its name is no plain word"
    made = Draft()
    out = output(action, reads=judged.effect == "read")
    made.output = out.kind
    _literals(made, action, out, judged)
    if (why := _mode(made, action) or _operands(made, action, judged)) is not None:
        return why
    if (why := _options(made, action, judged, near, out)) is not None:
        return why
    if set(words.of_name(action.command.name)) & ANSWERS_BY_STATUS and judged.effect == "read":
        made.ok_exit = [0, 1]
    return made


def _literals(made: Draft, action: Action, out: Output, judged: Judgement) -> None:
    """Put the fixed words: the path, what asks for JSON, and what skips a question that the gate has asked."""
    made.argv += [*(out.literal if out.early else ()), *(() if action.mode else action.path)]
    made.argv += () if out.early else out.literal
    skip = question_skip(action.command.options) if judged.effect != "read" else None
    if skip is not None:
        made.argv.append(main_name(skip))
        made.notes.append(f"`{main_name(skip)}` is fixed: it {read('args')['skips_question']['reason']}")


def _mode(made: Draft, action: Action) -> str | None:
    """Put a flat program's mode option: a literal, or an option whose value must be given."""
    if action.mode is None:
        return None
    option = action.mode
    if option.value is None or option.value.optional:
        made.argv.append(main_name(option))
        return None
    name = arg_name(option.value.name or plain_name(option), set(made.properties))
    made.properties[name] = option_schema(option)
    made.required.append(name)
    made.positionals.append(name)
    made.argv.append({"option": main_name(option), "arg": name})
    return None


def _operands(made: Draft, action: Action, judged: Judgement) -> str | None:
    """Put the operands, in the program's order; one that may hold several does so only in the last place."""
    # an operand after the name of a group could be one of its commands
    arguments = [] if action.command.commands else action.command.arguments
    operands = [operand for operand in arguments if not _unused(operand, judged)]
    options = {words.dashed(plain_name(option)) for option in action.command.options}
    single = sum(_one_dash(option) for option in action.command.options)
    if operands and not action.path and single > len(action.command.options) / 2:
        made.notes.append("its options have one dash: see that it takes `--` for their end")
    for at, operand in enumerate(operands):
        key = words.dashed(operand.name)
        if operand.prefixes:
            _marked(made, operand, action.command.summary)
            continue
        if operand.required and (credential(key) or key in ("args", "arguments")):
            return f"needs `{operand.name}`, which {'carries a credential' if credential(key) else 'takes anything'}"
        if operand.required or len(made.tail) < OPERANDS:
            last, needed = at == len(operands) - 1, operand.required and not may_be_left_out(action)
            # files beside `--file`, so that neither is called file_2
            _operand(made, replace(operand, name=f"{key}s") if key in options else operand, last, needed)
    if made.tail and "--" not in made.tail and (action.mode is not None or not action.path):
        made.tail.insert(0, "--")  # a program without commands: here its options end
    _line_up(made)
    return None


def _operand(made: Draft, operand: Positional, last: bool, needed: bool) -> None:
    many = operand.variadic and last
    name = arg_name(_singular(operand, many), set(made.properties))
    made.properties[name] = operand_schema(operand, many, needed)
    if operand.after_dashes and "--" not in made.tail:
        made.tail.append("--")  # what stands before it can then be no file
    made.tail.append({"positional": name, "each": True} if many else {"positional": name})
    if needed:
        made.required.append(name)


def may_be_left_out(action: Action) -> bool:
    """Tell whether what the help asks for can be left out: a count of what a question matches counts everything."""
    needed = [operand for operand in action.command.arguments if operand.required]
    return action.command.name == "count" and bool(needed) and all(operand.variadic for operand in needed)


def _one_dash(option: Option) -> bool:
    return option.long is not None and option.long.startswith("-") and not option.long.startswith("--")


def _line_up(made: Draft) -> None:
    """Say which operands stand in line on the CLI face: what is needed first, an array last, signed ones never."""
    placed = [one for one in made.tail if isinstance(one, dict) and "prefix" not in one]
    for at, one in enumerate(placed):
        name, rest = one["positional"], placed[at + 1 :]
        if name in made.required or not any(later["positional"] in made.required for later in rest):
            made.positionals.append(name)


def _unused(operand: Positional, judged: Judgement) -> bool:
    """Tell whether an operand that may be left out is: free arguments, and a new value or a target of a read."""
    key = words.dashed(operand.name)
    if operand.required or key in NO_OPERAND:
        return key in NO_OPERAND
    free = not key or key.endswith(("args", "arguments", "options", "flags", "option", "flag")) or credential(key)
    sets = key in reasons("effect", "operands", "sets") or key in reasons("effect", "operands", "stores")
    return free or key in reasons("effect", "operands", "runs") or (sets and judged.effect == "read")


def _marked(made: Draft, operand: Positional, summary: str) -> None:
    """Put an operand whose values are led by a mark: `+tag` adds and, where the summary says so, `-tag` removes."""
    marks = list(dict.fromkeys(operand.prefixes))
    if "+" in marks and "-" not in marks and "remove" in summary.lower():
        marks.append("-")
    for mark in marks:
        deed = {"+": "add_", "-": "remove_"}.get(mark, "")
        name = arg_name(f"{deed}{operand.name}", set(made.properties))
        item = {"type": "string", "minLength": 1}
        made.properties[name] = {"type": "array", "items": item, "description": f"Each is passed as `{mark}VALUE`."}
        made.tail.append({"positional": name, "prefix": mark, "each": True})


def _singular(operand: Positional, many: bool) -> str:
    return operand.name if many or not operand.name.endswith("s") or not operand.variadic else operand.name[:-1]


def _options(made: Draft, action: Action, judged: Judgement, near: Around, out: Output) -> str | None:
    own = (option for option in action.command.options if option is not out.option and option is not action.mode)
    options = [option for option in own if not wants_a_value(option)]
    # nothing needs to be told `--no-…`: such a one stands in another form of the call
    needed = [option for option in options if option.required and not main_name(option).startswith("--no-")]
    for option in needed:
        if credential(_dashed(option)) or option_kind(option) == "runs":
            return f"needs `{main_name(option)}`, which carries a credential or runs what it is given"
        if not callable_name(option):
            return "needs an option whose name cannot be passed"
    content = content_options(action, judged)
    for option in [*needed, *[one for one in content if one not in needed]]:
        _option(made, option, required=True, single=option in content)
    room = 6 - len(needed) - len(content)
    for option in chosen_options(options, judged, near, max(room, 0)):
        if option not in needed and option not in content:
            _option(made, option, required=False, single=False)
    return None


def _option(made: Draft, option: Option, *, required: bool, single: bool) -> None:
    if option.value is None and required:
        made.argv.append(main_name(option))
        return
    own = option.long or (option.value.name if option.value else None) or option.short or ""
    name = arg_name(own, set(made.properties))
    schema = option_schema(option)
    made.properties[name] = schema["items"] if single and schema.get("type") == "array" else schema
    kind = "flag" if option.value is None else "option"
    is_path = "path" in (schema.get("format"), schema.get("items", {}).get("format"))
    reads = kind == "option" and not is_path and _reads_files(option)
    made.argv.append({kind: main_name(option), "arg": name, **({"at": "file"} if reads else {})})
    if required:
        made.required.append(name)


def _reads_files(option: Option) -> bool:
    """Tell whether a value may name a file to read (`@file`): the runtime then refuses one that does."""
    return _FILE_MARK.search(f"{option.value.name if option.value else ''} {option.summary}") is not None


def _dashed(option: Option) -> str:
    return words.dashed(plain_name(option))
