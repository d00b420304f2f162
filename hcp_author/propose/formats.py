"""Structured output, where a program offers it: the fixed words that ask for JSON, and what comes back."""

from __future__ import annotations

import re
from dataclasses import dataclass

from hcp_author.introspect.tree import Option, Value
from hcp_author.propose import words
from hcp_author.propose.actions import Action, callable_name, main_name, names_of, plain_name
from hcp_author.propose.vocabulary import read, reasons

_JSON = re.compile(r"\bjson\b", re.IGNORECASE)
# a program that says so prints text for other commands, and text is no JSON
_HEDGED = re.compile(r"support|some commands|where (?:possible|available)|if available|when available", re.IGNORECASE)
_LINES = re.compile(
    r"json ?lines?\b|jsonl\b|ndjson|newline[- ](?:delimited|separated)|one (?:json )?(?:object|document) per line",
    re.IGNORECASE,
)
# an option that takes JSON in, or that says what does not work
_TAKES = re.compile(
    r"\b(?:input|inputs|serializ\w+|serialis\w+|request|payload|parse|parses|read|reads|accept|accepts|stdin)\b"
    r"|\b(?:do|does) not work\b",
    re.IGNORECASE,
)
_GIVES = re.compile(r"\b(?:output|print|prints|display|displays|show|shows|emit|emits|write|result|results)\b", re.I)
_TEMPLATE = re.compile(r"\btemplates?\b", re.IGNORECASE)
_OF_FILE = re.compile(r"\bfile format\b|\bformat of the (?:\w+ )?file\b", re.IGNORECASE)
_NAMED = re.compile(r"(?<![\w-])--?[A-Za-z][A-Za-z-]*")
# `json` beside a form of JSON for streams is a record per line
_STREAM = re.compile(r"\bjson-s[es][eq]\b", re.IGNORECASE)
_BY_DEFAULT = re.compile(r"default[^a-z]{0,4}json\b", re.IGNORECASE)
_WHOSE = re.compile(r"\b([a-z]{4,}) (?:output|format|mode)\b(?! of\b)|\boutput of (?:the )?([a-z]{4,})\b")


@dataclass(frozen=True)
class Output:
    """`kind` is json, jsonl or text; `literal` are the words that ask for it; `early` where they lead the path."""

    kind: str
    literal: tuple[str, ...] = ()
    early: bool = False
    option: Option | None = None


def output(action: Action, *, reads: bool = True) -> Output:
    """Choose the output of a command: its own JSON option first, then for a read one that the whole program takes.

    A write that printed text after all would look as if it had failed.
    """
    for option in action.command.options:
        if (chosen := _of_option(option)) is not None and (action.mode is None or (reads and _of_mode(action, option))):
            return Output(*chosen, option=option)
    own = {name for option in action.command.options for name in names_of(option)}
    for option in action.parents[0].options if action.parents and reads else []:
        if main_name(option) in own:
            continue  # the command's own form of it was not taken
        if (chosen := _of_option(option)) is not None and _heeds(action, option):
            return Output(*chosen, early=True, option=option)
    return Output("text")


def _of_mode(action: Action, option: Option) -> bool:
    """Tell whether a mode heeds an option of its program: one whose text names modes, `for -p`, is for those alone."""
    named = set(_NAMED.findall(option.summary)) - set(names_of(option))
    return not named or action.mode is None or bool(named & set(names_of(action.mode)))


def _heeds(action: Action, option: Option) -> bool:
    """Tell whether a command heeds what the whole program takes, by the option's own text.

    `Change journal output mode` is about what speaks of a journal alone.
    """
    whose = _WHOSE.search(option.summary.lower())
    general = set(read("args")["formats"]["of_all"])
    thing = (whose[1] or whose[2]) if whose else ""
    if thing and general.isdisjoint(words.bases(thing)):
        return thing in f"{action.command.name} {action.command.summary}".lower()
    return _prints_records(action) or not _HEDGED.search(option.summary)


def _prints_records(action: Action) -> bool:
    """Tell whether a command is named after things (`snapshots`) or figures: such a one heeds a general `--json`."""
    name = action.command.name
    return name in ("stats", "status", "info") or (name.endswith("s") and not name.endswith("ss") and len(name) > 3)


def _of_option(option: Option) -> tuple[str, tuple[str, ...]] | None:
    vocabulary = read("args")["formats"]
    # `-o, --output-file`: the long name tells what it is
    names = {words.dashed(name) for name in ([option.long] if option.long else names_of(option))}
    if option.deprecated or not callable_name(option) or _takes_json(option):
        return None
    if names & set(vocabulary["switches"]) and "json" in plain_name(option).lower():
        return _switch(option)
    if names & set(vocabulary["choosers"]) or any(name.endswith("-output-format") for name in names):
        return _chooser(option)
    return None


def _takes_json(option: Option) -> bool:
    """Tell whether an option's text is about JSON that goes in, or says of itself that it does not work."""
    found = _TAKES.search(option.summary)
    return found is not None and ("not work" in found[0].lower() or not _GIVES.search(option.summary[: found.start()]))


def _switch(option: Option) -> tuple[str, tuple[str, ...]] | None:
    kind = "jsonl" if _LINES.search(f"{plain_name(option)} {option.summary}") else "json"
    if option.value is None or option.value.optional:
        return kind, (main_name(option),)
    forms = read("args")["formats"]["forms"]
    if form := next((one for one in forms if one in (option.value.choices or [])), None):
        return kind, _join(option, form)
    if option.value.choices and len(option.value.choices) > 1 and not _JSON.search(" ".join(option.value.choices)):
        # `--json FIELDS`: the fields are known, so all of them are asked for
        return kind, _join(option, ",".join(option.value.choices))
    return None


def _chooser(option: Option) -> tuple[str, tuple[str, ...]] | None:
    value = option.value or Value(optional=True)
    of_a_file = _OF_FILE.search(option.summary) is not None
    if option.value is None or of_a_file or words.dashed(value.name or "") in reasons("args", "integers"):
        return None
    choices = value.choices or []
    for choice in choices:
        if choice.lower() == "json":
            lines = _LINES.search(option.summary) or _STREAM.search(" ".join(choices))
            return ("jsonl" if lines else "json"), _join(option, choice)
    if not choices and (found := _JSON.search(option.summary) or _JSON.search(value.name or "")):
        return _form(option.summary, found.start()), _join(option, "json")
    return None


def _form(text: str, at: int) -> str:
    """What comes back where a sentence names JSON at this place: lines where it says so, in doubt text.

    A template is mostly filled in for each thing by itself, and `json` as one of its forms then gives many documents.
    """
    if _LINES.search(text) or _STREAM.search(text):
        return "jsonl"
    template = _TEMPLATE.search(text)
    return "text" if template and template.start() < at and not _BY_DEFAULT.search(text) else "json"


def _join(option: Option, value: str) -> tuple[str, ...]:
    name = main_name(option)
    return (f"{name}={value}",) if name.startswith("--") else (name, value)
