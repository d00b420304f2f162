"""What is never proposed, whatever speaks for it, and what becomes the pack's `connect` instead (L3, L6, L9)."""

from __future__ import annotations

from hcp_author.introspect.tree import Command
from hcp_author.pack import interpreters
from hcp_author.propose import words
from hcp_author.propose.actions import Action, Around, main_name
from hcp_author.propose.effect import Judgement
from hcp_author.propose.kinds import option_kind
from hcp_author.propose.topics import page_of_help
from hcp_author.propose.vocabulary import name_word, read, reasons

_LINES = frozenset(("command", "cmd", "args", "arg", "arguments", "argument", "argv"))
_IDLE = ("--help", "-h", "--version", "-V")
UNKNOWN = 0.5  # how sure one is of what nothing tells
_LAST = frozenset(("action", "command", "subcommand", "filter", "script", "expression", "function"))


def barred(action: Action, judged: Judgement, near: Around, kind: str) -> str | None:
    """Return why the command is never proposed for a pack of this kind, or None."""
    if connects(action) or _access(action):
        return str(read("effect")["connect"]["reason"])
    if judged.effect == "interactive":
        return "needs a person at a terminal, or runs until it is stopped"
    if action.command.hidden:
        return "its program hides it"
    if action.command.group or _seems_a_group(action, near):
        return "only holds commands that were not read"
    if _says_nothing(action, judged, near):
        return "its help tells neither what it does nor what it takes"
    held = _interprets(action) or catch_all(action, judged) or _chooses(action, judged)
    return held or _unfit_for(action, judged, near, kind) or unending(action)


def _interprets(action: Action) -> str | None:
    """Bar the call of a flat program that is known to run what it is handed: a shell, an interpreter, a runner (L3)."""
    name = (action.parents[0] if action.parents else action.command).name
    flat = not action.path or action.mode is not None
    known = flat and (interpreters.find(name) is not None or interpreters.is_runner(name))
    return f"`{name}` {read('effect')['catch_all']['reason']}" if known else None


def _seems_a_group(action: Action, near: Around) -> bool:
    """Tell whether a command without operands or options says of itself that it holds others: `Manage projects`."""
    command = action.command
    told = reasons("effect", "summary", "groups")
    own = [option for option in command.options if main_name(option) not in (*near.common, *_IDLE)]
    lead = words.tokens(command.summary)[:1]
    says = bool(lead and lead[0] in told) or words.phrase_in(command.summary, told) is not None
    return says and not command.arguments and not own and not command.commands


def _says_nothing(action: Action, judged: Judgement, near: Around) -> bool:
    """Tell whether nothing at all is known of a command: no sentence, option or operand, and no telling name."""
    command = action.command
    own = [option for option in command.options if main_name(option) not in (*near.common, *_IDLE)]
    return judged.confidence <= UNKNOWN and not (command.summary or command.arguments or own)


def _chooses(action: Action, judged: Judgement) -> str | None:
    """Bar a command whose first operand would pick one of several commands: `stash drop`, `key remove` (L3)."""
    command = action.command
    # alone it takes no operand, so that nothing chooses
    if command.commands and any(operand.required for operand in command.arguments):
        return "has commands of its own, and its argument would choose between them (L3)"
    for operand in command.arguments[:1] if judged.effect != "read" else ():
        deeds = [name_word(choice) for choice in operand.choices or []]
        if sum(word is not None and word.part == "verb" for word in deeds) >= 2:
            return f"operand `{operand.name}` chooses between several commands (L3)"
    return None


def _unfit_for(action: Action, judged: Judgement, near: Around, kind: str) -> str | None:
    if kind == "read_only" and judged.effect != "read":
        return "a pack of kind `read_only` only reads"
    if kind != "control" and judged.effect != "read" and operator(action, near):
        return f"{read('effect')['operator']['reason']}; try `hcp-author new control`"
    return None


def catch_all(action: Action, judged: Judgement) -> str | None:
    """Return why the command runs whatever it is handed (L3: no `run`, no free argv, no program text), or None."""
    reason = read("effect")["catch_all"]["reason"]
    own = words.dashed(action.command.name)
    if own in read("effect")["catch_all"]["names"] or (own == "run" and _runs_anything(action)):
        return f"name `{action.command.name}`: {reason}"
    if (runs := _runs(action.command, judged)) is not None:
        return f"{runs}: {reason}"
    phrase = words.runs_what_it_is_given(action.command.summary)
    return f"summary says `{phrase}`: {reason}" if phrase is not None and judged.effect != "read" else None


def _runs_anything(action: Action) -> bool:
    """Tell whether a command `run` is the program's own, or takes a command line: `container run IMAGE [COMMAND]`."""
    return len(action.path) == 1 or any(words.dashed(one.name) in _LINES for one in action.command.arguments)


def _runs(command: Command, judged: Judgement) -> str | None:
    """Name the operand or required option that takes program text or a command line.

    A read that takes a command's name (`which COMMAND`) runs nothing.
    """
    known = dict(reasons("effect", "operands", "program_text"))
    if judged.effect != "read":
        known |= reasons("effect", "operands", "runs")
    for operand in command.arguments:
        name = words.dashed(operand.name)
        last = name.rsplit("-", 1)[-1]
        for key in (name, last) if last in _LAST else (name,):
            if key in known:
                return f"operand `{operand.name}` {known[key]}"
    for option in command.options:
        if option.required and option_kind(option) == "runs":
            return f"needs `{main_name(option)}`"
    return None


def connects(action: Action) -> bool:
    """Tell whether the command is the tool's own login or setup, which a person runs (pack-format: connect)."""
    rules = read("effect")["connect"]
    name = words.dashed(action.command.name)
    if action.mode is not None or not action.path:
        return False
    if len(action.path) > 1:
        return name in rules["names"] and words.dashed(action.path[-2]) in rules["groups"]
    told = words.phrase_in(action.command.summary, dict.fromkeys(rules["told"], ""))
    return name in rules["names"] or (name in rules["if_told"] and told is not None)


def _access(action: Action) -> bool:
    """Tell whether the command handles the tool's own access: logout, tokens and the like."""
    rules = read("effect")["connect"]
    groups = {words.dashed(name) for name in action.path[:-1]} & set(rules["access_groups"])
    return bool(groups) or words.dashed(action.command.name) in rules["access"]


def operator(action: Action, near: Around) -> bool:
    """Tell whether the command is an operator's deed: users, roles, grants, members, power (L9)."""
    rules = read("effect")["operator"]
    known = set(rules["groups"])
    groups = {words.dashed(name) for name in action.path[:-1]}
    if groups & set(rules["groups_beside"]["names"]):
        return any(words.dashed(name) in known for other in near.actions for name in other.path[:-1])
    # a mode is done by the program that it belongs to
    name = action.parents[0].name if action.mode is not None else action.command.name
    return words.dashed(name) in rules["names"] or bool(groups & known) or _to_whom(action, known)


def _to_whom(action: Action, known: set[str]) -> bool:
    """Tell whether a name of two words is a deed on a user, a role or the like: `user-add`, `delete-user`."""
    parts = words.of_name(action.command.name)
    if len(parts) != 2 or not known & set(parts):
        return False
    word = name_word(parts[0] if parts[1] in known else parts[1])
    return word is not None and word.part == "verb"


def meta(action: Action) -> bool:
    """Tell whether the command is about the tool itself, not about what one uses it for."""
    names = read("effect")["meta"]["names"]
    return any(words.dashed(name) in names for name in action.path)


def meta_only(action: Action) -> str | None:
    """Return why a command that only tells about the tool itself is no verb, or None."""
    if (place := page_of_help(action)) is not None:
        return f"{place}: it {read('effect')['summary']['page_of_help']['reason']}"
    never = read("effect")["meta"]["never"]
    named = [name for name in action.path if words.dashed(name) in never]
    spoken = words.phrase_in(action.command.summary, dict.fromkeys(read("effect")["meta"]["phrases"], ""))
    what = named[0] if named else spoken
    return f"`{what}` {read('effect')['meta']['reason']}" if what else None


def unending(action: Action) -> str | None:
    """Return why the command would never end by itself, or None."""
    told = reasons("effect", "summary", "unending")
    phrase = words.phrase_in(action.command.summary, told)
    return None if phrase is None else f"summary says `{phrase}`: {told[phrase]}"
