"""Programs without commands whose options are the deeds: `--list`, `--extract`; each becomes an action of its own."""

from __future__ import annotations

from dataclasses import replace

from hcp_author.introspect.tree import Command, Option
from hcp_author.propose import words
from hcp_author.propose.actions import Action, main_name, plain_name
from hcp_author.propose.vocabulary import name_word, read

ENOUGH = 3
# what a usage line calls the option that is the deed: `prog [option...] command`
STAND_FOR_MODE = frozenset(("command", "action", "mode", "operation"))
# words of a sentence that tells how another deed is done: `remove files after adding them`
MANNER = frozenset(("after", "before", "when", "while", "during"))


def modes(root: Command) -> list[Action]:
    """Return the modes of a flat program, or nothing where its options do not look like deeds.

    They do where at least three are one verb each, as their own text says, and no operand is needed besides.
    """
    root = replace(root, arguments=[one for one in root.arguments if words.dashed(one.name) not in STAND_FOR_MODE])
    if root.commands or any(operand.required for operand in root.arguments):
        return []
    found = [option for option in root.options if _is_deed(option) and _text_agrees(option)]
    found = [option for option in found if not _says_how(option, found)]
    if sum(len(words.of_name(plain_name(option))) == 1 for option in found) < ENOUGH:
        return []
    others = [option for option in root.options if option not in found]
    return [_action(root, option, others, order) for order, option in enumerate(found)]


def _is_deed(option: Option) -> bool:
    """Tell whether the option's name is a verb, or a verb and its object: `--list`, `--delete-key`."""
    parts = words.of_name(plain_name(option))
    if option.long is None or option.deprecated or not 1 <= len(parts) <= 2:
        return False
    never, manner = (*read("effect")["meta"]["never"], *read("effect")["catch_all"]["names"]), read("effect")["manner"]
    if parts[0] in never or parts[0] in manner["words"] or parts[-1] in manner["last"]:
        return False
    if len(parts) > 1 and parts[0] in manner["first"]:
        return False  # `--disable-cache` goes with a deed
    if parts == ["count"] and option.value is not None:
        return False  # how many, not how often
    word = name_word(parts[0])
    if word is None or word.effect == "interactive":
        return False
    return word.part == "verb" or word.word in ("info", "status")


def _text_agrees(option: Option) -> bool:
    """Tell whether the option's text begins with its verb or, where it is that verb alone, with one of its effect."""
    parts, first = words.of_name(plain_name(option)), words.tokens(option.summary)[:1]
    if set(words.tokens(option.summary)) & MANNER:
        return False
    if not first or parts[0] in words.bases(first[0]):
        return True
    said = [name_word(form) for form in words.bases(first[0])]
    own = name_word(parts[0])
    return len(parts) == 1 and own is not None and any(word is not None and word.effect == own.effect for word in said)


def _says_how(option: Option, found: list[Option]) -> bool:
    """Tell whether an option says what is shown while another deed is done: one of several `--display-…`.

    One whose text says that the program then exits is a deed of its own.
    """
    lead, *rest = words.of_name(plain_name(option))
    alike = [one for one in found if words.of_name(plain_name(one))[:1] == [lead]]
    told = set(words.tokens(option.summary))
    progress = bool(told & set(read("effect")["manner"]["progress"]))
    shown = bool(rest) and lead in read("effect")["manner"]["shows"] and len(alike) >= ENOUGH
    return (progress or shown) and not told & {"exit", "exits"}


def _action(root: Command, option: Option, others: list[Option], order: int) -> Action:
    name = plain_name(option)
    arguments = [] if option.value is not None and not option.value.optional else root.arguments
    command = replace(Command(name), summary=option.summary, options=others, arguments=arguments)
    return Action((main_name(option),), command, (root,), order, mode=option)
