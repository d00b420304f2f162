"""Answers from the command line, a file, or a person; checked against the one table of questions."""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from hcp_author.errors import UserError
from hcp_author.pack.source import SIZE_LIMIT, parse
from hcp_author.pack.text import clean
from hcp_author.scaffold.questions import Question, check, of_kind

# what .hcp/answers.json holds besides answers: it can be given back as it is
ABOUT = ("format", "kind", "pack_id")


def read_file(path: Path, kind: str, pack_id: str) -> dict[str, Any]:
    """The checked answers of a JSON or YAML file; UserError names the line where it is broken.

    The answers of another kind or another pack are refused, unknown names too.
    """
    answers = _load(path)
    for key, ours in (("kind", kind), ("pack_id", pack_id)):
        if answers.get(key, ours) != ours:
            shown = clean(str(answers[key]), 40)
            raise UserError(f"`{clean(str(path))}` is for the {key} `{shown}`, not `{ours}`", f"{key}: {ours}")
    return check_all({name: value for name, value in answers.items() if name not in ABOUT}, kind, clean(str(path)))


def check_all(answers: Mapping[str, Any], kind: str, source: str) -> dict[str, Any]:
    """Each answer held against its question; unknown names are errors that offer the nearest."""
    known = {question.name: question for question in of_kind(kind)}
    for name in answers:
        if name not in known:
            near = difflib.get_close_matches(str(name), known, 1)
            fix = f"write {near[0]}" if near else f"the questions are {', '.join(known)}"
            raise UserError(f"`{source}`: there is no question `{clean(str(name), 40)}` for a `{kind}` pack", fix)
    return {name: check(known[name], kind, value) for name, value in answers.items()}


def missing(kind: str, given: Mapping[str, Any]) -> list[Question]:
    """The questions that a person would be asked, and that nothing answers yet."""
    return [question for question in of_kind(kind) if question.asked and question.name not in given]


def nobody_to_ask(questions: Sequence[Question]) -> UserError:
    """The error where there is no terminal: it names the flag of every question that stands open."""
    flags = [f"`{question.flag}`" for question in questions]
    one = len(flags) == 1
    names = flags[0] if one else f"{', '.join(flags[:-1])} and {flags[-1]}"
    add = " ".join(f"{question.flag} {question.metavar}" for question in questions)
    message = f"{names} {'is' if one else 'are'} missing and there is no terminal to ask on"
    return UserError(message, f"add {add}, or --yes to take the defaults")


def _load(path: Path) -> dict[str, Any]:
    """The file's mapping as JSON where it is called so, else as YAML."""
    shown = clean(str(path))
    try:
        with open(path, "rb") as file:
            data = file.read(SIZE_LIMIT + 1)
    except OSError as error:
        raise UserError(f"cannot read `{shown}`: {error.strerror}", "--answers FILE, a JSON or YAML file") from None
    if len(data) > SIZE_LIMIT:
        raise UserError(f"`{shown}` is larger than {SIZE_LIMIT // 1024} KiB", "--answers FILE, a JSON or YAML file")
    value = _from_json(data, shown) if path.suffix == ".json" else _from_yaml(data, shown)
    if not isinstance(value, dict):
        raise UserError(f"`{shown}` holds no mapping of answers", "summary: What the pack is for")
    return value


def _from_json(data: bytes, shown: str) -> Any:
    document = parse(data, shown)
    for problem in document.problems:
        raise UserError(f"`{shown}`, line {problem.place.line}: {problem.message}", problem.fix)
    return document.value


def _from_yaml(data: bytes, shown: str) -> Any:
    import yaml

    try:
        node = yaml.compose(data, yaml.SafeLoader)
        _once(node, shown)
        return yaml.safe_load(data)
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        raise UserError(f"`{shown}`, line {line}: {clean(error.problem or 'it is no YAML')}", "mend the file") from None
    except (yaml.YAMLError, UnicodeDecodeError, RecursionError, ValueError) as error:
        raise UserError(f"`{shown}` is no YAML: {clean(str(error), 120)}", "mend the file") from None


def _once(node: Any, shown: str) -> None:
    """Refuse a key that stands twice: YAML would keep the last and say nothing."""
    seen: set[str] = set()
    for key, _ in getattr(node, "value", []) if getattr(node, "id", "") == "mapping" else []:
        if key.value in seen:
            message = f"`{shown}`, line {key.start_mark.line + 1}: `{clean(str(key.value), 40)}` stands twice"
            raise UserError(message, "keep one of them")
        seen.add(key.value)
