"""What a command's name, summary, options and operands each say about its effect; judging is effect.py's."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from hcp_author.introspect.tree import Command, Option, Value
from hcp_author.propose import words
from hcp_author.propose.actions import Action, Around, main_name, plain_name
from hcp_author.propose.vocabulary import Word, changing_verbs, name_word, name_words, read, reasons

STRONG, FAIR, WEAK = 3, 2, 1


@dataclass(frozen=True)
class Sign:
    """One piece of evidence: the effect it speaks for, how strongly, and the sentence that tells it."""

    effect: str
    strength: int
    why: str
    verb: bool = False


def of_name(action: Action, told: Sign | None) -> Sign | None:
    """Judge by the command's own name, and by the group that it stands in: `search issues` searches."""
    if not action.path:
        return None  # a program's own name is no evidence
    own = _in_name(action.command.name, action.command.summary)
    group = _of_group(action)
    if group is None or action.command.name == "help":
        return own
    if own is None or own.strength < STRONG:
        shows = own is not None and own.effect == "read" and told is not None and told.effect == "read"
        return own if shows and group.effect != "read" else group
    agree = own.effect == group.effect or (told is not None and told.effect == own.effect)
    return own if own.verb or agree else group


def _of_group(action: Action) -> Sign | None:
    """Judge by the nearest group whose name is a verb; a thing's name (`release`, `run`) tells nothing."""
    for parent in reversed(action.parents[1:]):
        name = words.dashed(parent.name)
        word = name_words().get(name)
        if word is not None and (word.part == "verb" or name in read("effect")["reading_groups"]):
            faint = word.effect == "read" and word.strength < STRONG and word.part == "verb"
            return Sign(word.effect, WEAK if faint else word.strength, f"stands under `{parent.name}`: {word.reason}")
    return None


def _in_name(name: str, summary: str) -> Sign | None:
    parts = words.of_name(name)
    for whole in ("-".join(parts), "-".join(parts[:2])):
        if whole in name_words():
            return _sign(name_words()[whole], name)
    found = [name_word(part) for part in parts]
    if len(parts) == 1:
        return _sign(found[0], name) if found[0] is not None else _glued(name, summary)
    return _of_parts(name, parts, found) if parts else None


def _of_parts(name: str, parts: list[str], found: list[Word | None]) -> Sign | None:
    """Judge a name of several words: the first is its verb (`list-keys`), or the last is (`key-list`)."""
    deeds = [word for word in found if word is not None and word.effect != "read" and word.part == "verb"]
    first, last = found[0], found[-1]
    if first is not None and first.effect == "read" and first.part == "verb" and first.strength == STRONG:
        several = any(part in ("and", "or") for part in parts)
        return _sign(deeds[0], name) if deeds and several else _sign(first, name)
    if last is not None and last.effect == "read" and last.strength == STRONG and first in deeds:
        return None if last.part == "noun" else _sign(deeds[0], name)
    if deeds:
        return _sign(max(deeds, key=lambda word: word.effect == "destructive"), name)
    if first is not None and first.effect == "read" and first.part != "noun":
        return _sign(first, name)
    if last is not None and last.effect == "read":
        return _sign(last, name) if first is None or first.effect == "read" else _weaker(last, name)
    if first is not None and (first.effect != "read" or first.part == "verb"):
        return _sign(first, name)
    return _sign(last, name) if last is not None else None


def _glued(name: str, summary: str) -> Sign | None:
    """Judge a name that is a verb and a noun in one, where the summary knows the noun: `delcors`, `showkeys`."""
    told = {form for token in words.tokens(summary) for form in words.bases(token)}
    for word in _longest_first():
        rest = name[len(word.word) :] if name.startswith(word.word) else ""
        known = any(form in told for form in words.bases(rest))
        harms = word.effect == "destructive" and len(word.word) >= 5
        if len(rest) >= 3 and word.part == "verb" and (known or harms):
            return _weaker(word, name)
    return None


@cache
def _longest_first() -> tuple[Word, ...]:
    return tuple(sorted(name_words().values(), key=lambda word: -len(word.word)))


def _sign(word: Word, name: str) -> Sign:
    return Sign(word.effect, word.strength, f"name `{name}`: {word.reason}", word.part == "verb")


def _weaker(word: Word, name: str) -> Sign:
    return Sign(word.effect, min(word.strength, FAIR), f"name `{name}`: {word.reason}", word.part == "verb")


def of_summary(action: Action) -> Sign | None:
    """Judge by the summary alone: what waits for a person, or the verb that its first clause begins with."""
    text = words.without_name(action.command.name, action.command.summary)
    waits = reasons("effect", "summary", "interactive")
    phrase = words.phrase_in(text.lower().replace("non-interactive", ""), waits)
    if phrase is not None:
        return Sign("interactive", FAIR, f"summary says `{phrase}`: {waits[phrase]}")
    if (screen := _screen(action)) is not None:
        return screen
    parts = words.clauses(text)
    verbs = words.leads(parts[0], lambda token: _lead(token) is not None) if parts else []
    sign = _lead(verbs[0]) if verbs else None
    if sign is not None and sign.strength == WEAK and (thing := _facts(parts[0])) is not None:
        return Sign("read", FAIR, f"{sign.why}; it is about `{thing}`")
    return sign


def _facts(clause: list[str]) -> str | None:
    """Return the word by which a sentence that gets or checks something is about facts: `Get lease information`."""
    known = reasons("effect", "summary", "facts")
    return next((token for token in clause if token in known), None)


def _lead(token: str) -> Sign | None:
    """Judge one word as the verb of a sentence."""
    for leads, strength in (("read_leads", FAIR), ("soft_read_leads", WEAK)):
        known = reasons("effect", "summary", leads)
        for form in words.bases(token):
            if form in known:
                return Sign("read", strength, f"summary begins with `{token}`: {known[form]}")
    word = name_word(token) or _third_person(token)
    if word is not None and word.effect in ("write", "destructive"):
        return Sign(word.effect, FAIR, f"summary begins with `{token}`: {word.reason}")
    return None


def _screen(action: Action) -> Sign | None:
    """Judge a program without commands by its options: three that speak of a screen make it one for a person."""
    told = reasons("effect", "screen")
    found = [option for option in action.command.options if words.dashed(plain_name(option)) in told]
    if action.path or len(found) < 3:
        return None
    return Sign("interactive", FAIR, f"takes `{main_name(found[0])}` and the like: {told[_key(found[0])]}")


def _third_person(token: str) -> Word | None:
    known = name_words()
    return next((known[form] for form in words.bases(token) if form in known and known[form].part == "verb"), None)


def doubts(action: Action, near: Around, strength: int) -> Iterator[str]:
    """Yield what speaks against calling the command a read; the weaker its name, the more counts."""
    yield from _summary_doubts(action, strength)
    yield from _option_doubts(action, near, strength)
    yield from _operand_doubts(action.command, strength)
    yield from _sibling_doubts(action)


def _summary_doubts(action: Action, strength: int) -> Iterator[str]:
    summary = words.without_name(action.command.name, action.command.summary)
    parts = words.clauses(summary)
    fine = _agreeing(action) | (frozenset(read("effect")["neutral_leads"]) if strength == STRONG else frozenset())
    for part in parts[:1] if strength == STRONG else parts:
        for verb in words.leads(part, lambda token: _lead(token) is not None):
            if (sign := _lead(verb)) is not None and sign.effect != "read" and verb not in fine:
                yield f"summary tells of `{verb}`"
        if strength < STRONG:
            for verb in words.joined(part, lambda token: any(form in changing_verbs() for form in words.bases(token))):
                if verb not in fine:
                    yield f"summary tells of `{verb}`"
    told = reasons("effect", "summary", "writes")
    if (phrase := words.phrase_in(summary, told)) is not None:
        yield f"summary says `{phrase}`: {told[phrase]}"
    if strength < STRONG and (phrase := words.runs_what_it_is_given(summary)) is not None:
        yield f"summary says `{phrase}`: it runs what it is given"
    yield from _stored(action, parts)


def _agreeing(action: Action) -> frozenset[str]:
    """Return the verbs of change that go with a noun that is printed: `logs: fetch the logs of a container`."""
    known = read("effect")["agreeing_leads"]
    names = (action.command.name, *(parent.name for parent in action.parents[1:]))
    verbs = {verb for name in names for verb in known.get(words.dashed(name), ())}
    return frozenset(form for verb in verbs for form in (verb, verb + "s", verb + "es"))


def _stored(action: Action, parts: list[list[str]]) -> Iterator[str]:
    """Doubt what a weaker verb is done to: files that are got are stored, an address is verified by writing to it."""
    own, told = words.of_name(action.command.name), of_summary(action)
    if told is not None and told.effect == "read" and told.strength >= FAIR:
        return
    for rules in read("effect")["doubted_objects"]:
        if own and own[0] in rules["verbs"]:
            if len(own) == 1 and not parts:
                yield "no summary tells what it is done to"
            said = {form for token in (parts[0][1:6] if parts else []) for form in words.bases(token)}
            things = (said | set(own[1:])) & set(rules["words"])
            if things:
                yield f"speaks of `{min(things)}`, which {rules['reason']}"


def _option_doubts(action: Action, near: Around, strength: int) -> Iterator[str]:
    told = of_summary(action)
    sure = strength == STRONG and told is not None and told.effect == "read" and told.strength >= FAIR
    for option in action.command.options:
        name, kind = main_name(option), option_kind(option)
        if name in near.common or (sure and name == "--force"):
            continue
        if (
            kind == "asks"
            or (kind in ("writes", "stores") and strength < STRONG)
            or (kind == "runs" and strength == WEAK)
        ):
            yield f"takes `{name}`, which {reasons('effect', 'options', kind)[_key(option)]}"


def option_kind(option: Option) -> str:
    """Name what an option does to a read: `asks`, `writes`, `stores`, `runs`, `opens`, or nothing of these (``)."""
    for kind in ("asks", "writes", "runs", "opens"):
        if _key(option) in read("effect")["options"][kind]["words"]:
            return kind
    if _key(option) in read("effect")["options"]["stores"]["words"] and _names_a_file(option):
        return "stores"
    return ""


def _key(option: Option) -> str:
    name = words.dashed(plain_name(option))
    for lists in read("effect")["options"].values():
        if name in lists["words"]:
            return name
    return name.split("-", 1)[0] if "-" in name and name.split("-", 1)[0] in _verb_options() else name


def _verb_options() -> frozenset[str]:
    return frozenset(("set", "unset", "add", "delete", "remove", "create", "rename", "edit", "update", "save", "write"))


def _names_a_file(option: Option) -> bool:
    """Tell whether an output option takes a file; one with choices, or whose text speaks of formats, does not."""
    value = option.value or Value()
    text = f"{option.summary} {value.name or ''}".lower()
    return not (option.value is None or value.choices or "format" in text or "json" in text)


def _operand_doubts(command: Command, strength: int) -> Iterator[str]:
    kinds = ("sets",) if strength == STRONG else ("sets", "stores")
    for operand in command.arguments:
        for kind in kinds:
            told = reasons("effect", "operands", kind)
            if words.dashed(operand.name) in told:
                yield f"operand `{operand.name}` {told[words.dashed(operand.name)]}"


def _sibling_doubts(action: Action) -> Iterator[str]:
    names = {command.name for command in action.siblings}
    for prefix in read("effect")["pairs"]["prefixes"]:
        for twin in (prefix + action.command.name, f"{prefix}-{action.command.name}"):
            if twin in names:
                yield f"`{twin}` stands beside it, so it is a deed"
