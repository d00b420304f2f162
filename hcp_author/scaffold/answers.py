"""Answers from the command line, a file, or a person; checked against the one table of questions."""

from __future__ import annotations

import difflib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from hcp_author.errors import UserError
from hcp_author.pack.source import SIZE_LIMIT, parse
from hcp_author.pack.text import clean
from hcp_author.scaffold.questions import Question, Say, by_flag, check, named, of_kind

# what .hcp/answers.json holds besides answers: it can be given back as it is
ABOUT = ("format", "kind", "pack_id")
# what PyYAML says, and what it mostly means
MEANINGS = (
    ("end of stream", "a quote is opened and never closed"),
    ("'\\t'", "a tab stands where YAML takes only spaces"),
    ("mapping values are not allowed", "there is a second `:` in the line, or it is indented too far"),
    ("cannot start any token", "the value begins with a character that means something else in YAML"),
    ("expected ',' or", "a bracket is opened and never closed"),
    ("could not find expected ':'", "there is no `:` after the name"),
    ("constructor for the tag", "there is a tag (`!`), and answers are plain text and lists"),
)


def read_file(path: Path, kind: str, pack_id: str) -> dict[str, Any]:
    """The checked answers of a JSON or YAML file; UserError names the line where it is broken.

    The answers of another kind or another pack are refused, unknown names too.
    """
    answers = _load(path)
    for key, ours in (("kind", kind), ("pack_id", pack_id)):
        if answers.get(key, ours) != ours:
            shown = clean(str(answers[key]), 40)
            fix = f'"{key}": "{ours}"' if path.suffix == ".json" else f"{key}: {ours}"
            raise UserError(f"`{clean(str(path))}` is for the {key} `{shown}`, not `{ours}`", fix)
    given = {name: value for name, value in answers.items() if name not in ABOUT}
    return check_all(given, kind, clean(str(path)), in_json if path.suffix == ".json" else in_yaml)


def check_all(answers: Mapping[str, Any], kind: str, source: str, say: Say = by_flag) -> dict[str, Any]:
    """Each answer held against its question; a question may be called as its flag is (`trigger` for `triggers`).

    Unknown names are errors that offer the nearest.
    """
    known = {question.name: question for question in of_kind(kind)}
    by_name = known | {question.flag.lstrip("-"): question for question in known.values()}
    checked: dict[str, Any] = {}
    for name, value in answers.items():
        if name not in by_name:
            near = difflib.get_close_matches(str(name), by_name, 1)
            fix = f"write {near[0]}" if near else f"the questions are {', '.join(known)}"
            raise UserError(f"`{source}`: there is no question `{clean(str(name), 40)}` for a `{kind}` pack", fix)
        question = by_name[name]
        if question.name in checked:
            raise UserError(f"`{source}` answers `{question.name}` twice, once as `{name}`", "keep one of them")
        checked[question.name] = check(question, kind, value, say)
    return checked


def in_yaml(question: Question, value: str) -> str:
    """An answer as a line of a YAML file; text in quotes, for YAML takes a bare `yes` or `1` for something else."""
    shown = f"[{value}]" if question.many else value if question.switch else json.dumps(value, ensure_ascii=False)
    return f"{question.name}: {shown}"


def in_json(question: Question, value: str) -> str:
    """An answer as a member of a JSON object."""
    if question.switch:
        return f'"{question.name}": {value}'
    return f'"{question.name}": {json.dumps([value] if question.many else value, ensure_ascii=False)}'


def missing(kind: str, given: Mapping[str, Any]) -> list[Question]:
    """The questions that a person would be asked, and that nothing answers yet."""
    return [question for question in of_kind(kind) if question.prompt and question.name not in given]


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
        one = (named("summary"), "What the pack is for")
        fix = f"{{{in_json(*one)}}}" if path.suffix == ".json" else in_yaml(*one)
        raise UserError(f"`{shown}` holds no mapping of answers", fix)
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
        said = error.problem or ""
        # for a quote that never closes, where it was opened, and not the end of the file
        mark = error.context_mark if "end of stream" in said else error.problem_mark
        meaning = next((meaning for sign, meaning in MEANINGS if sign in said), "this cannot be read as YAML")
        message = f"`{shown}`, line {mark.line + 1 if mark else 1}: {meaning}"
        raise UserError(message, in_yaml(named("summary"), "put text in quotes")) from None
    except (yaml.YAMLError, UnicodeDecodeError, RecursionError, ValueError):
        fix = in_yaml(named("summary"), "UTF-8 text, in quotes")
        raise UserError(f"`{shown}` cannot be read as YAML", fix) from None


def _once(node: Any, shown: str) -> None:
    """Refuse a key that stands twice: YAML would keep the last and say nothing."""
    seen: set[str] = set()
    for key, _ in getattr(node, "value", []) if getattr(node, "id", "") == "mapping" else []:
        if key.id != "scalar":
            raise UserError(f"`{shown}`, line {key.start_mark.line + 1}: a name must be one word", "summary: …")
        if key.value in seen:
            message = f"`{shown}`, line {key.start_mark.line + 1}: `{clean(str(key.value), 40)}` stands twice"
            raise UserError(message, "keep one of them")
        seen.add(key.value)
