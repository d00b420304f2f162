"""Text that deceives: hidden characters, and words that are written for the agent and not for the reader."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

from hcp_author.lint.contract import Hit, Severity, Text, at, in_text, on_file, rule
from hcp_author.lint.laws._sections import is_drawn
from hcp_author.pack.model import Pack
from hcp_author.pack.source import Document, pointer
from hcp_author.pack.text import clean, describe, hidden_characters, is_hidden, joins_emoji, visible

# files that people and agents read as text; what fixtures hold is data, JSON files are read by value
READ_AS_TEXT = re.compile(
    r"(?:.*\.(?:md|py|txt|ya?ml|toml|cfg|ini|sh|ts|js)|\.gitignore|Makefile|Dockerfile|LICENSE)", re.IGNORECASE
)
# the escapes by which JSON in plain ASCII can hold a hidden character
ODD_ESCAPE = re.compile(r"\\[ubf]|\x7f")
TAGS = re.compile("[\U000e0000-\U000e007f]+")
SHOWN = 5


@rule("T-hidden-character", "T", "error")
def hidden_in_json(pack: Pack) -> Iterator[Hit]:
    """A text holds a character that draws nothing, or steers the terminal or the direction of reading.

    Why: a reviewer sees one text and an agent reads another; a terminal obeys what it should show.
    Fix: remove the character; an emoji's own joiners in prose are only warned of.
    """
    for document in (pack.surface, pack.policy):
        if document.text.isascii() and not ODD_ESCAPE.search(document.text):
            continue
        for where, text, is_key in strings(document.value, ""):
            found = odd_characters(text)
            if found and not is_name(pack, where, text, is_key):
                char, severity = found[0]
                message = f"{describe(char)} is hidden in this text{decoded(text)}"
                yield at(document, where, message, "remove it", key=is_key, severity=severity)
    for name in pack.files:
        odd = next((char for char in name if is_hidden(char)), None)
        if odd:
            yield on_file(name, f"the file's name `{visible(name)}` holds {describe(odd)}", "rename the file")


@rule("T-hidden-character-in-file", "T", "error", over="text")
def hidden_in_text(pack: Pack, text: Text) -> Iterator[Hit]:
    """A text file holds a character that draws nothing, or steers the terminal or the direction of reading.

    Why: a reviewer sees one text and an agent, or Python, reads another.
    Fix: remove the character; an emoji's own joiners in prose are only warned of.
    """
    if text.name.startswith("fixtures/") or not READ_AS_TEXT.fullmatch(text.name.rsplit("/", 1)[-1]):
        return
    found = list(hidden_characters(text.content))
    for index, char in found[:SHOWN]:
        severity: Severity | None = "warning" if joins_emoji(text.content, index) else None
        more = f" ({len(found) - SHOWN} more)" if len(found) > SHOWN and index == found[SHOWN - 1][0] else ""
        message = f"{describe(char)} is hidden here{decoded(text.content)}{more}"
        yield in_text(text, index, index + 1, message, "remove it", severity=severity)


def is_name(pack: Pack, where: str, text: str, is_key: bool) -> bool:
    """Whether the text is a name, which L2-verb-name, S-ref-name and L2-pack-id judge, each character by its number."""
    names = {pack.pack_id, *(verb.verb_key for verb in pack.verbs), *(trigger.ref for trigger in pack.triggers)}
    return text in names and (is_key or where.endswith(("/verb_key", "/ref", "/pack_id")))


def odd_characters(text: str) -> list[tuple[str, Severity | None]]:
    """The hidden characters of a JSON string, with the severity that they call for; the worst first."""
    joins: Severity = "warning"
    found = [(char, joins if joins_emoji(text, index) else None) for index, char in hidden_characters(text)]
    return sorted(found, key=lambda one: one[1] or "")


def decoded(text: str) -> str:
    """What the invisible letters of the tag block say, in plain ones."""
    # the report shows no more than the beginning
    said = "".join(chr(ord(char) - 0xE0000) for match in islice(TAGS.finditer(text), 200) for char in match[0][:200])
    return f'; it says "{visible(said, 60)}"' if said.strip() else ""


def strings(value: Any, where: str) -> Iterator[tuple[str, str, bool]]:
    """Every key and string of a JSON value, as (pointer, text, whether it is a key)."""
    if isinstance(value, str):
        yield where, value, False
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            yield where + pointer(key), key, True
            yield from strings(inner, where + pointer(key))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from strings(inner, where + pointer(index))


# what is looked for in one sentence, in small letters, without hidden characters
ORDERS = re.compile(
    "|".join(
        (
            # to set aside what it was told
            (
                r"\b(?:ignore|disregard|forget|override|bypass|discard)\b[^.]{0,40}"
                r"\b(?:previous|prior|above|earlier|preceding|all|any|your|system|safety|these|those|other)\b[^.]{0,40}"
                r"\b(?:instructions?|prompts?|rules?|polic(?:y|ies)|guard ?rails?|guidelines?|directions?|messages?)\b"
            ),
            # to take what follows for another voice
            r"</?\s*(?:system|assistant|developer|instructions?|admin|im_start|im_end|tool_call|important)\b[^>]{0,40}>",
            r"<\|[a-z_]{2,20}\|>|\[/?inst\]|^\s*(?:#+\s*)?system\s*:",
            r"\bnew (?:system )?instructions?\s*:",
            r"\byour (?:new|real|true) (?:task|goal|instructions?|role) (?:is|are)\b",
            # to be another
            r"\byou are now\b|\bfrom now on,? you\b",
            r"\bact as (?:an? |the )?(?:admin|administrator|root|system|operator|developer)\b",
            # to confirm unasked, or to take consent for given
            (
                r"\balways\b[^.]{0,30}\b(?:add|pass|use|append|include|set|give|send)\b[^.]{0,20}"
                r"(?:--(?:confirm|apply|yes)\b|\bconfirm\s*[:=]\s*true\b)"
            ),
            r"\b(?:the )?user (?:has )?(?:already )?(?:agreed|confirmed|consented|approved|authori[sz]ed)\b",
            r"\b(?:no need|not necessary|unnecessary) to (?:ask|confirm|check with)\b",
            r"\bskip (?:the )?(?:confirm(?:ation)?|gate|approval)\b",
            # to act behind somebody's back
            r"\bwithout (?:asking|telling|informing|notifying) (?:the |your )?(?:user|person|human|anyone)\b",
            r"\b(?:do not|don't|never) (?:tell|inform|ask|notify|warn) (?:the |your )?(?:user|person|human)\b",
            # to give away what it knows
            r"\b(?:reveal|print|show|repeat|output) (?:me )?(?:your|the) (?:system|hidden) (?:prompt|instructions)\b",
            (
                r"\b(?:send|post|upload|forward|e-?mail|exfiltrate|leak)\b[^.]{0,40}"
                r"\b(?:your|the user's|user's|their|system|chat|conversation)\b[^.]{0,20}"
                r"\b(?:credentials?|tokens?|secrets?|passwords?|api keys?|history|system prompt|environment)\b"
            ),
        )
    )
)
ADDRESS = re.compile(
    r"\b(?:for|to|note to|attention|dear|hey|hello)[ ,]+(?:all |the |any |every )?"
    r"(?:ai|llms?|agents?|assistants?|(?:large )?language models?|chat ?bots?)(?: agents?| assistants?| models?)?"
    r"\s*[:!,—–-]"
    r"|\b(?:if you are|as) an? (?:ai|llm|agent|assistant|language model)\b"
)
FORBIDDEN = re.compile(r"\b(?:never|not|don't|no|cannot|refuse|unless|until|only (?:after|when|once|if))\b")
SENTENCE = re.compile(r"[^.!?\n]+(?:[.!?](?=\S)[^.!?\n]*)*")


@rule("T-agent-directed-text", "T", "warning")
def agent_directed(pack: Pack) -> Iterator[Hit]:
    """A text of surface.json speaks to the agent: it gives orders, claims consent, plays another role.

    Why: summaries are shown to agents as facts about a command; an order in one is an injection. This finds some cases
    only: the guard is that Policy, confirm and Binding depend on no text.
    Fix: write your own summary: one line that says what the command does.
    """
    for where, text, is_key in strings(pack.surface.value, ""):
        if not is_key:
            said = ORDERS.search(plain(text)) or ADDRESS.search(plain(text))
            if said:
                yield told(pack.surface, where, said[0])


@rule("T-agent-directed-skill", "T", "warning", needs=("HARNESS.md",))
def agent_directed_skill(pack: Pack) -> Iterator[Hit]:
    """HARNESS.md orders the agent around the gate: ignore instructions, always confirm, the user has agreed.

    Why: the Skill teaches commands; consent is the caller's own, each time (L6, L11).
    Fix: say what the commands do, and when not to use them.
    """
    text = Text("HARNESS.md", pack.harness or "")
    for match in SENTENCE.finditer(text.content):
        sentence = plain(match[0])
        said = ORDERS.search(sentence)
        around = sentence[: said.start()] + sentence[said.end() :] if said else ""
        if said and not FORBIDDEN.search(around) and not is_drawn(text.content, match.start()):
            message = f"this reads as if written for an agent: `{clean(said[0], 60)}`"
            lead = len(match[0]) - len(match[0].lstrip())
            yield in_text(
                text, match.start() + lead, match.end(), message, "say what the command does, in your own words"
            )


def told(document: Document, where: str, said: str) -> Hit:
    """The finding on one text of a document."""
    message = f"{owner(document, where)} has text written for an agent: `{clean(said, 60)}`"
    return at(document, where, message, "write your own summary: one line that says what it does")


def owner(document: Document, where: str) -> str:
    """The verb that a text belongs to, or the key that holds it."""
    parts = where.split("/")
    if parts[1:2] == ["verbs"] and isinstance(document.value, Mapping):
        try:
            return f"`{document.value['verbs'][int(parts[2])]['verb_key']}`"
        except (ValueError, KeyError, IndexError, TypeError):
            pass
    return f"`{parts[-1]}`"


def plain(text: str) -> str:
    """The text as it would be read: one line, nothing hidden, small letters."""
    return clean(text).lower().replace("’", "'")
