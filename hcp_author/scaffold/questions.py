"""The one table of questions: flags, prompts and every template's copier.yml say what stands here."""

from __future__ import annotations

import difflib
import re
import shlex
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from hcp_author.errors import UserError
from hcp_author.pack import variables
from hcp_author.pack.model import KINDS, LANDS
from hcp_author.pack.names import REF, WORDS
from hcp_author.pack.text import clean, hidden_characters

WRAPPERS = ("channel", "read_only", "control")
VARIABLE = re.compile(r"[A-Z][A-Z0-9_]*")
SUMMARY_LIMIT = 120
# what a person chooses from who gave no KIND
KIND_TITLES = {
    "channel": "a linked stream: reads, gated writes, Sense",
    "read_only": "lookups: nothing is ever changed",
    "control": "an operator's work on a fleet, every write gated",
    "sense_only": "an emitter: it announces, and has no verbs",
}


@dataclass(frozen=True)
class Question:
    """One question. `defaults` has a value for each kind that knows the question, and no other.

    `help` is the flag's; `prompt` is how a person is asked, empty where a question is only ever a flag or a line of
    the answers file. `many` takes a list; `item` is what each of its values must match. `choices` are by kind. A
    `switch` is true or false, and its flag takes no value.
    """

    name: str
    flag: str
    metavar: str
    help: str
    defaults: Mapping[str, Any]
    many: bool = False
    item: re.Pattern[str] | None = None
    example: str = ""
    choices: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    prompt: str = ""
    switch: bool = False


# an answer as one would write it: on the command line, or in an answers file (answers.in_yaml, answers.in_json)
Say = Callable[[Question, str], str]


def _each(value: Any, kinds: tuple[str, ...] = KINDS) -> dict[str, Any]:
    """The same default for every one of `kinds`."""
    return dict.fromkeys(kinds, value)


QUESTIONS = (
    Question(
        "wrap",
        "--wrap",
        "PROGRAM",
        "The program to wrap, a name or a path ('' for none).",
        _each("", WRAPPERS),
        prompt="Which program does it wrap? (a name or a path; empty for none)",
    ),
    Question(
        "summary",
        "--summary",
        "TEXT",
        "What the pack is for, in one line.",
        {
            "channel": "List, read and send the items of one channel.",
            "read_only": "Look things up in data that ships with the pack.",
            "control": "Watch and steer the services of one fleet.",
            "sense_only": "Announce what an upstream system pushes.",
        },
        prompt="What is it for, in one line?",
    ),
    Question(
        "binding",
        "--binding",
        "MODE",
        "How the pack is bound.",
        {"channel": "user", "read_only": "public", "control": "mothership", "sense_only": "user"},
        choices={
            **_each(("user", "local", "public"), ("channel", "read_only", "sense_only")),
            "control": ("mothership",),
        },
        prompt="What is it bound to? (user: a person's login; local: this machine; public: what is open to all)",
    ),
    Question(
        "land",
        "--land",
        "LAND",
        "Whose the data is: one person's, a shared project's, or a folder's.",
        _each("personal"),
        choices=_each(LANDS),
        prompt="Whose is its data? (personal: one person's; brain: a shared project's; local: a folder's)",
    ),
    Question(
        "triggers",
        "--trigger",
        "REF",
        "A change that the upstream system pushes; may be repeated ('' for none).",
        {"channel": ["new_item", "binding.degraded"], "read_only": [], "control": [], "sense_only": ["new_item"]},
        many=True,
        item=REF,
        example="new_item",
        prompt="Which changes does the upstream system push? (with commas; empty for none)",
    ),
    Question(
        "settings",
        "--setting",
        "NAME",
        "A variable that the program reads and that is no secret; may be repeated.",
        _each([]),
        many=True,
        item=VARIABLE,
        example="MAIL_DIR",
    ),
    Question(
        "secrets",
        "--secret",
        "NAME",
        "A variable that a credential helper fills; may be repeated.",
        _each([]),
        many=True,
        item=VARIABLE,
        example="MAIL_TOKEN",
    ),
    Question(
        "pick",
        "--pick",
        "VERBS",
        "Which of the program's verbs to take, joined by commas (with --wrap).",
        _each([], WRAPPERS),
        many=True,
        item=WORDS,
        example="list",
    ),
    Question(
        "pass_through",
        "--pass-through",
        "",
        "Wrap the program without named commands, for a start (with --wrap).",
        _each(False, WRAPPERS),
        switch=True,
    ),
)


def of_kind(kind: str) -> tuple[Question, ...]:
    """The questions that a kind knows, in the order in which they are asked."""
    return tuple(question for question in QUESTIONS if kind in question.defaults)


def named(name: str) -> Question:
    """The question of that name (a programming error where there is none)."""
    return next(question for question in QUESTIONS if question.name == name)


def by_flag(question: Question, value: str) -> str:
    """An answer as a flag: `--land brain`."""
    return question.flag if question.switch else f"{question.flag} {shlex.quote(value)}"


def check(question: Question, kind: str, value: Any, say: Say = by_flag) -> Any:
    """The value as an answer, or the UserError that says what is wrong with it and, by `say`, what would do."""
    if kind not in question.defaults:
        raise UserError(f"`{question.flag}` is no question of a `{kind}` pack", f"leave {question.flag} out")
    if question.switch:
        if not isinstance(value, bool):
            message = f"`{question.name}` must be true or false, not {_kind_of(value)}"
            raise UserError(message, say(question, "true"))
        return value
    if question.many:
        listed = _check_list(question, value, say)
        if question.name == "triggers" and kind == "sense_only" and not listed:
            raise UserError("a `sense_only` pack announces, so it needs a trigger", say(question, "new_item"))
        return listed
    if not isinstance(value, str):
        raise UserError(f"`{question.name}` must be text, not {_kind_of(value)}", say(question, "…"))
    choices = question.choices.get(kind)
    if choices and value not in choices:
        raise _no_choice(question, kind, value, choices, say)
    return check_line(question, value.strip(), say)


def check_line(question: Question, text: str, say: Say = by_flag) -> str:
    """Text for one line of the pack; characters that nobody sees are refused (T: text that deceives)."""
    text = re.sub(r"\s*[\r\n]\s*", " ", text)
    for at, char in hidden_characters(text):
        raise UserError(
            f"`{question.flag}` holds a character that cannot be seen: U+{ord(char):04X} at position {at + 1}",
            "remove it",
        )
    if question.name == "summary" and not 0 < len(text) <= SUMMARY_LIMIT:
        problem = "is empty" if not text else f"has {len(text)} characters, and {SUMMARY_LIMIT} is the limit"
        raise UserError(f"`{question.flag}` {problem}", say(question, "one line that says what the pack is for"))
    return text


def _check_list(question: Question, value: Any, say: Say) -> list[str]:
    """A list of names, each once, in the order given; an empty word stands for none."""
    if not isinstance(value, (list, tuple)):
        raise UserError(f"`{question.name}` must be a list, not {_kind_of(value)}", say(question, question.example))
    names = [item for item in value if item != ""]
    for item in names:
        if not isinstance(item, str) or not (question.item and question.item.fullmatch(item)):
            shown = clean(item, 40) if isinstance(item, str) else _kind_of(item)
            message = f"`{shown}` cannot stand for `{say(question, question.metavar)}`"
            raise UserError(message, say(question, question.example))
        if question.name in ("settings", "secrets") and (why := variables.refused(item)):
            raise UserError(f"`{item}` can be no setting and no secret: it {why}", f"leave {item} out")
    return list(dict.fromkeys(names))


def _no_choice(question: Question, kind: str, value: str, choices: tuple[str, ...], say: Say) -> UserError:
    """The error for a value outside a closed set, with the nearest inside it."""
    near = difflib.get_close_matches(value, choices, 1) or choices[:1]
    allowed = choices[0] if len(choices) == 1 else f"{', '.join(choices[:-1])} or {choices[-1]}"
    message = f"`{say(question, clean(value, 40))}` is not possible in a `{kind}` pack: it is {allowed}"
    return UserError(message, say(question, near[0]))


def _kind_of(value: Any) -> str:
    """What a person calls this JSON value."""
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    words = {str: "text", int: "a number", float: "a number", list: "a list", dict: "a mapping"}
    return words.get(type(value), "that")
