"""Commands that are pages of help: what stands under a heading like `Topics`, takes nothing and only tells."""

from __future__ import annotations

from hcp_author.propose import words
from hcp_author.propose.actions import Action
from hcp_author.propose.vocabulary import read, reasons


def page_of_help(action: Action) -> str | None:
    """Say by which heading a command is a page of help; None where it takes anything or does not say that it tells."""
    command = action.command
    if command.options or command.arguments or command.commands:
        return None
    headings = read("effect")["summary"]["page_of_help"]["headings"]
    told = words.phrase_in(command.summary, reasons("effect", "summary", "page_of_help"))
    return f"stands under `{command.heading}`" if told and command.heading.strip(": ").lower() in headings else None
