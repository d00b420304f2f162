"""What a command's name and its sentence say about its effect; doubts.py tells what objects, effect.py judges."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from hcp_author.introspect.tree import Option
from hcp_author.propose import words
from hcp_author.propose.actions import Action, main_name, plain_name
from hcp_author.propose.kinds import option_kind
from hcp_author.propose.vocabulary import Word, name_word, name_words, read, reasons

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
        deed = word.effect == "read" and _second(rest, summary)
        known = not deed and any(form in told for form in words.bases(rest))
        harms = word.effect == "destructive" and len(word.word) >= 5
        if len(rest) >= 3 and word.part == "verb" and (known or harms):
            return _weaker(word, name)
    return None


def _second(word: str, summary: str) -> bool:
    """Tell whether a sentence begins with two verbs of which the word is the second: `Find and play a song`."""
    first = words.tokens(summary)[:3]
    return len(first) == 3 and first[1] == "and" and bool(set(words.bases(word)) & set(words.bases(first[2])))


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
    if words.phrase_in(text, reasons("effect", "summary", "about_help")) is not None and action.command.name != "help":
        return None
    if (screen := _screen(action)) is not None:
        return screen
    if (shows := _only_shows(action)) is not None:
        return shows
    parts = clauses(action)
    verbs = words.leads(parts[0], lambda token: lead(token) is not None) if parts else []
    sign = lead(verbs[0]) if verbs else None
    if verbs and (place := prints(text)) is not None and verbs[0] in read("effect")["printing_leads"]:
        return Sign("read", FAIR, f"summary begins with `{verbs[0]}` and says `{place}`")
    if sign is not None and sign.strength == WEAK and (thing := _facts(parts[0])) is not None:
        return Sign("read", FAIR, f"{sign.why}; it is about `{thing}`")
    return sign


def clauses(action: Action) -> list[list[str]]:
    """Return the summary's clauses; a program's own begins at its verb: `Tool (t) recursively searches …`."""
    parts = words.clauses(words.without_name(action.command.name, action.command.summary))
    if action.path or not parts:
        return parts
    start = next((at for at, token in enumerate(parts[0][:8]) if lead(token) is not None), 0)
    return [parts[0][start:], *parts[1:]]


def _only_shows(action: Action) -> Sign | None:
    """Judge a program without commands by its options: many that shape what is shown, and none that writes or runs."""
    options = action.command.options
    if action.path or any(option_kind(one) not in ("", "opens") and not shows(one) for one in options):
        return None
    shown = sum(map(shows, options))
    if shown < 5 or shown < len(options) / 6 or any(" write" in f" {option.summary.lower()}" for option in options):
        return None
    return Sign("read", FAIR, f"{shown} of its {len(options)} options say what is shown, and none writes")


def shows(option: Option) -> bool:
    """Tell whether an option's text begins with showing something, and speaks of no file that it would go to."""
    lead, known = words.tokens(option.summary)[:1], reasons("effect", "summary", "read_leads")
    if not lead or not any(form in known for form in words.bases(lead[0])):
        return False
    told = set(words.tokens(f"{option.summary} {option.value.name or '' if option.value else ''}"))
    each_line = "line" in told and not told & {"file", "filename", "path", "directory", "folder"}
    return option_kind(option) in ("", "opens") or prints(option.summary) is not None or each_line


def prints(text: str) -> str | None:
    """Return the words by which a sentence tells that its result is printed, or None.

    A sentence that speaks of files as well (`to a FILE or to stdout`) does not tell.
    """
    said = {form for token in words.tokens(text) for form in words.bases(token)}
    if said & {"file", "archive", "folder", "directory"}:
        return None
    return words.phrase_in(text, reasons("effect", "summary", "stdout"))


def _facts(clause: list[str]) -> str | None:
    """Return the word by which a sentence that gets or checks something is about facts: `Get lease information`."""
    known = reasons("effect", "summary", "facts")
    return next((token for token in clause if token in known), None)


def lead(token: str) -> Sign | None:
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
    return Sign(
        "interactive", FAIR, f"takes `{main_name(found[0])}` and the like: {told[words.dashed(plain_name(found[0]))]}"
    )


def _third_person(token: str) -> Word | None:
    known = name_words()
    return next((known[form] for form in words.bases(token) if form in known and known[form].part == "verb"), None)
