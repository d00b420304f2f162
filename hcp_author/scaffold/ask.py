"""Questions put to a person on a terminal; the one door to questionary."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from hcp_author.errors import UserError
from hcp_author.pack.text import visible
from hcp_author.scaffold import names
from hcp_author.scaffold.questions import KIND_TITLES, Question, check

if TYPE_CHECKING:
    from hcp_author.scaffold.wrap import Offer


def on_a_terminal() -> bool:
    """Whether there is a person to ask: standard output may go elsewhere, so prompts go to standard error."""
    return sys.stdin is not None and sys.stdin.isatty() and sys.stderr.isatty()


def ask_kind() -> str:
    """Put the question that KIND answers."""
    import questionary

    choices = [questionary.Choice(f"{kind:<11} {title}", kind) for kind, title in KIND_TITLES.items()]
    chosen: str = questionary.select("What kind of pack?", choices, **_to_stderr()).unsafe_ask()
    return chosen


def ask_name() -> str:
    """Put the question that NAME answers; what is no pack_id is told while it is typed."""
    import questionary

    def look(line: str) -> bool | str:
        return not (problem := names.wrong(line)) or f"this {problem}"

    typed: str = questionary.text("What is it called?", validate=look, **_to_stderr()).unsafe_ask()
    return typed


def yes(question: str) -> bool:
    """Put a question that a person answers with yes or no; no is what Enter says."""
    import questionary

    return bool(questionary.confirm(question, default=False, **_to_stderr()).unsafe_ask())


def tell(error: UserError) -> None:
    """Say what is wrong with an answer before it is asked for again."""
    print(f"error: {visible(error.message)}\n  try: {visible(error.fix)}", file=sys.stderr)


def ask(question: Question, kind: str, default: Any) -> Any:
    """Put one question with its default, and give the checked answer; KeyboardInterrupt where the person leaves."""
    import questionary

    choices = question.choices.get(kind, ())
    if len(choices) == 1:
        return choices[0]
    if choices:
        return questionary.select(question.prompt, list(choices), default, **_to_stderr()).unsafe_ask()
    text = ", ".join(default) if question.many else default
    look = partial(_trouble, question, kind)
    typed = questionary.text(question.prompt, text, validate=look, **_to_stderr()).unsafe_ask()
    return check(question, kind, _value(question, typed))


def pick(offers: Sequence[Offer]) -> list[str]:
    """Let a person choose among the verbs that a program offers; the proposed ones are marked already."""
    import questionary

    choices = [
        questionary.Choice(offer.title, offer.verb_key, checked=offer.proposed, description=offer.why)
        for offer in offers
    ]
    prompt = questionary.checkbox(
        "Which verbs? (5 to 12 with doctor)",
        choices=choices,
        validate=lambda chosen: bool(chosen) or "take at least one",
        **_to_stderr(),
    )
    chosen: list[str] = prompt.unsafe_ask()
    return chosen


def _value(question: Question, line: str) -> Any:
    """What was typed, as the question takes it: a list with commas; two quotes are nothing, as in a shell."""
    line = "" if line.strip() in ("''", '""') else line
    return [word.strip() for word in line.split(",") if word.strip()] if question.many else line


def _trouble(question: Question, kind: str, line: str) -> bool | str:
    """True, or what is wrong with what is being typed."""
    try:
        check(question, kind, _value(question, line))
    except UserError as error:
        return error.message
    return True


def _to_stderr() -> dict[str, Any]:
    """Prompts are drawn on standard error: standard output is for what was asked for."""
    from prompt_toolkit.output import create_output

    return {"output": create_output(stdout=sys.stderr)}
