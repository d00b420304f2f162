"""Read, write, destructive or interactive, for each command that acts, with the evidence; in doubt, write (L6)."""

from __future__ import annotations

from dataclasses import dataclass

from hcp_author.introspect.tree import Command
from hcp_author.propose import words
from hcp_author.propose.actions import Action, Around, main_name
from hcp_author.propose.bare import only_prints, reports, waits
from hcp_author.propose.doubts import doubts
from hcp_author.propose.kinds import option_kind
from hcp_author.propose.questions import question_skip
from hcp_author.propose.signs import STRONG, WEAK, Sign, of_name, of_summary, prints
from hcp_author.propose.topics import page_of_help
from hcp_author.propose.vocabulary import read, reasons

CONTENT_OPTIONS = frozenset(("title", "body", "message", "description", "name", "value", "content", "notes", "text"))


@dataclass(frozen=True)
class Judgement:
    """A command's effect, the evidence in words, and how sure we are (0 to 1)."""

    effect: str
    why: tuple[str, ...]
    confidence: float

    @property
    def operation(self) -> str:
        """The spec's class: whatever is not known to read is a write."""
        return "read" if self.effect == "read" else "write"


def judge(action: Action, near: Around) -> Judgement:
    """Return the effect of calling the command with the options that a proposal may use (never those that write)."""
    if action.alone:
        return Judgement("read", (action.alone,), 0.75)
    told = of_summary(action)
    name = of_name(action, told)
    if (waiting := waits(action)) is not None:
        return Judgement("interactive", (waiting,), 0.75)
    if (shown := _shows_only(action)) is not None:
        return shown
    if action.command.group:
        return Judgement(
            "write", ("nothing tells what the group does when it is called alone: in doubt, a write",), 0.3
        )
    if name is not None and name.effect != "read":
        return _deed(action, name, told)
    if told is not None and told.effect == "interactive":
        return Judgement("interactive", _whys(name, told), 0.8)
    if name is None:
        reads = only_prints(action) if told is None or told.effect != "interactive" else None
        return _only_prints(action, reads) if reads else _unknown(action, near, told)
    return _reading(action, near, name, told)


def _shows_only(action: Action) -> Judgement | None:
    """Judge by what leaves no doubt: it prints a command for a shell, or is alone what its `list` is."""
    prints = reasons("effect", "summary", "prints_only")
    if (phrase := words.phrase_in(action.command.summary, prints)) is not None:
        return Judgement("read", (f"summary says `{phrase}`: {prints[phrase]}",), 0.85)
    own = {main_name(option) for option in action.command.options}
    reading = [child for child in action.command.commands if child.name in ("list", "ls")]
    if action.path and reading and not action.command.arguments and _alike(own, reading[0], action.command.commands):
        return Judgement("read", (f"alone it takes just the options of its `{reading[0].name}`",), 0.8)
    return None


def _alike(own: set[str], reading: Command, children: list[Command]) -> bool:
    """Tell whether options are those of the child that reads, and one of them at least of no other child."""
    others = {main_name(option) for child in children if child is not reading for option in child.options}
    return own <= {main_name(option) for option in reading.options} and bool(own - others)


def _only_prints(action: Action, why: str) -> Judgement:
    """Judge the bare call of a program by its options, which it leaves out where they write."""
    return Judgement("read", (why, *_left_out(action)), 0.75)


def _deed(action: Action, name: Sign, told: Sign | None) -> Judgement:
    """Judge a command whose name is a deed; the summary may make it worse, never milder."""
    if name.effect == "interactive" and _takes_content(action.command):
        return Judgement("write", (name.why, "takes the content as options, so no editor is needed"), 0.7)
    agreeing = told if told is not None and told.effect != "read" else None
    asks = agreeing is not None and agreeing.effect == "interactive" and name.effect != "interactive"
    if asks and (skip := question_skip(action.command.options)) is not None:
        return Judgement(name.effect, (name.why, f"`{main_name(skip)}` answers what it asks"), 0.7)
    if name.effect == "write" and agreeing is not None and agreeing.effect in ("destructive", "interactive"):
        return Judgement(agreeing.effect, (name.why, agreeing.why), 0.85)
    sure = 0.97 if agreeing is not None else 0.93 if name.strength == STRONG else 0.8
    return Judgement(name.effect, _whys(name, agreeing), sure)


def _takes_content(command: Command) -> bool:
    return any(words.dashed(main_name(option)) in CONTENT_OPTIONS for option in command.options)


def _unknown(action: Action, near: Around, told: Sign | None) -> Judgement:
    """Judge a command whose name tells nothing: a read only where the summary says so and nothing objects."""
    if told is None and (place := page_of_help(action)) is not None:
        return Judgement("read", (f"{place}: it {read('effect')['summary']['page_of_help']['reason']}",), 0.85)
    if told is None:
        return Judgement("write", ("nothing tells that it only reads: in doubt, a write",), 0.5)
    if told.effect != "read":
        return Judgement(told.effect, (told.why,), 0.8)
    if told.strength == WEAK and not (reports(action) and not any(doubts(action, near, WEAK))):
        return Judgement("write", (told.why, "that alone is not enough: in doubt, a write"), 0.5)
    # what a whole program says of itself is said of the call without its writing options, which are left out
    against = list(doubts(action, near, WEAK if action.path else STRONG, plain=True))
    if against:
        return Judgement("write", (told.why, *against[:2], "in doubt, a write"), 0.6)
    if action.path:
        return Judgement(
            "read", (told.why, *(_left_out(action) or ("nothing in its options or operands writes",))), 0.8
        )
    return Judgement("read", (told.why, *_left_out(action)), 0.75)


def _reading(action: Action, near: Around, name: Sign, told: Sign | None) -> Judgement:
    """Judge a command whose name reads; what speaks against it makes it a write."""
    helped = _helped(action, told)
    plain = told is not None and told.effect == "read" and min(told.strength, name.strength) > WEAK
    against = list(doubts(action, near, name.strength, plain))
    if name.strength == WEAK and not helped:
        against.append("the summary does not say that it only reads")
    if against:
        return Judgement("write", (name.why, *against[:2], "in doubt, a write"), 0.6)
    sure = {3: 0.95, 2: 0.85, 1: 0.75}[name.strength] + (0.03 if helped else 0)
    return Judgement("read", (*_whys(name, told if helped else None), *_left_out(action)), round(sure, 2))


def _left_out(action: Action) -> tuple[str, ...]:
    """Say which options are left out because a read with them would write."""
    names = [main_name(option) for option in action.command.options if option_kind(option) in ("writes", "stores")]
    each = "each" if len(names) > 1 else "it"
    return (f"leaves out {', '.join(f'`{name}`' for name in names[:3])}: {each} would write",) if names else ()


def _helped(action: Action, told: Sign | None) -> bool:
    """Tell whether the summary by itself speaks of reading."""
    if told is not None:
        return told.effect == "read"
    summary = action.command.summary
    phrase = words.phrase_in(summary, reasons("effect", "summary", "read_phrases"))
    return phrase is not None and (phrase not in reasons("effect", "summary", "stdout") or prints(summary) is not None)


def _whys(*signs: Sign | None) -> tuple[str, ...]:
    return tuple(sign.why for sign in signs if sign is not None)
