"""Structured output, where a program offers it: the fixed words that ask for JSON, and what comes back."""

from __future__ import annotations

import re
from dataclasses import dataclass

from hcp_author.introspect.tree import Option, Value
from hcp_author.propose import words
from hcp_author.propose.actions import Action, callable_name, main_name, names_of, plain_name
from hcp_author.propose.vocabulary import read

_JSON = re.compile(r"\bjson\b", re.IGNORECASE)
# a program that says so prints text for other commands, and text is no JSON
_HEDGED = re.compile(r"support|some commands|where (?:possible|available)|if available|when available", re.IGNORECASE)
_LINES = re.compile(
    r"json ?lines?\b|jsonl\b|ndjson|newline[- ](?:delimited|separated)|one (?:json )?(?:object|document) per line",
    re.IGNORECASE,
)


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
        if (chosen := _of_option(option)) is not None:
            return Output(*chosen, option=option)
    for option in action.parents[0].options if action.parents and reads else []:
        if (chosen := _of_option(option)) is not None and (
            _prints_records(action) or not _HEDGED.search(option.summary)
        ):
            return Output(*chosen, early=True, option=option)
    return Output("text")


def _prints_records(action: Action) -> bool:
    """Tell whether a command is named after things (`snapshots`) or figures: such a one heeds a general `--json`."""
    name = action.command.name
    return name in ("stats", "status", "info") or (name.endswith("s") and not name.endswith("ss") and len(name) > 3)


def _of_option(option: Option) -> tuple[str, tuple[str, ...]] | None:
    vocabulary = read("args")["formats"]
    names = {words.dashed(name) for name in names_of(option)}
    if option.deprecated or not callable_name(option):
        return None
    if names & set(vocabulary["switches"]) and "json" in plain_name(option).lower():
        return _switch(option)
    if names & set(vocabulary["choosers"]):
        return _chooser(option)
    return None


def _switch(option: Option) -> tuple[str, tuple[str, ...]] | None:
    kind = "jsonl" if _LINES.search(f"{plain_name(option)} {option.summary}") else "json"
    if option.value is None or option.value.optional:
        return kind, (main_name(option),)
    if option.value.choices and len(option.value.choices) > 1 and not _JSON.search(" ".join(option.value.choices)):
        # `--json FIELDS`: the fields are known, so all of them are asked for
        return kind, _join(option, ",".join(option.value.choices))
    return None


def _chooser(option: Option) -> tuple[str, tuple[str, ...]] | None:
    value = option.value or Value(optional=True)
    if option.value is None:
        return None
    choices = value.choices or []
    for choice in choices:
        if choice.lower() == "json":
            return ("jsonl" if _LINES.search(option.summary) else "json"), _join(option, choice)
    if not choices and _JSON.search(f"{option.summary} {value.name or ''}"):
        return "json", _join(option, "json")
    return None


def _join(option: Option, value: str) -> tuple[str, ...]:
    name = main_name(option)
    return (f"{name}={value}",) if name.startswith("--") else (name, value)
