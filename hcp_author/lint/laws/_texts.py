"""The texts of a pack, for the laws on what they say: strings of a JSON value, whose they are, orders to an agent."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from hcp_author.pack.late import pattern
from hcp_author.pack.model import Pack
from hcp_author.pack.source import Document, pointer
from hcp_author.pack.text import clean

_HOLDERS = (dict, list)


@lru_cache(maxsize=4)
def strings_of(document: Document) -> tuple[tuple[str, str, bool], ...]:
    """Every key and string of a document's value, as (pointer, text, whether it is a key); several rules ask."""
    found: list[tuple[str, str, bool]] = []
    collect(document.value, "", found)
    return tuple(found)


@lru_cache(maxsize=4)
def keys_in(document: Document) -> frozenset[str]:
    """All keys of a document, at any depth."""
    return frozenset(text for _, text, is_key in strings_of(document) if is_key)


def collect(value: Any, where: str, found: list[tuple[str, str, bool]]) -> None:
    """Add what `strings_of` tells of one value."""
    pairs: Iterable[tuple[Any, Any]] = ()
    if isinstance(value, str):
        found.append((where, value, False))
    elif isinstance(value, dict):
        pairs = value.items()
    elif isinstance(value, list):
        pairs = enumerate(value)
    for key, inner in pairs:
        place = f"{where}/{key}" if type(key) is int or ("/" not in key and "~" not in key) else where + pointer(key)
        if type(key) is str:
            found.append((place, key, True))
        if type(inner) is str:  # most are: no call for each
            found.append((place, inner, False))
        elif inner.__class__ in _HOLDERS:
            collect(inner, place, found)


def is_name(pack: Pack, where: str, text: str, is_key: bool) -> bool:
    """Whether the text is a name, which L2-verb-name, S-ref-name and L2-pack-id judge, each character by its number."""
    names = {pack.pack_id, *(verb.verb_key for verb in pack.verbs), *(trigger.ref for trigger in pack.triggers)}
    return text in names and (is_key or where.endswith(("/verb_key", "/ref", "/pack_id")))


# words of which one comes in every order of a kind, so that most sentences are passed over at once, and how it reads
Orders = tuple[tuple[tuple[str, ...], re.Pattern[str]], ...]

# what is looked for in one sentence, in small letters, without hidden characters
ORDERS: Orders = tuple(
    (words, pattern(text))
    for words, text in (
        (
            ("ignore", "disregard", "forget", "override", "bypass", "discard"),
            (
                r"\b(?:ignore|disregard|forget|override|bypass|discard)\b[^.]{0,40}"
                r"\b(?:previous|prior|above|earlier|preceding|all|any|your|system|safety|these|those"
                r"|other)\b[^.]{0,40}\b(?:instructions?|prompts?|rules?|polic(?:y|ies)|guard ?rails?"
                r"|guidelines?|directions?|messages?)\b"
            ),
        ),
        (
            ("<",),
            (
                r"</?\s*(?:system|assistant|developer|instructions?|admin|im_start|im_end|tool_call"
                r"|important)\b[^>]{0,40}>"
            ),
        ),
        (("<|", "inst]", "system"), r"<\|[a-z_]{2,20}\|>|\[/?inst\]|^\s*(?:#+\s*)?system\s*:|\bsystem\s*: you\b"),
        (("instruction",), r"\bnew (?:system )?instructions?\s*:"),
        (
            ("your new ", "your real ", "your true "),
            r"\byour (?:new|real|true) (?:task|goal|instructions?|role) (?:is|are)\b",
        ),
        (("you are now", "from now on"), r"\byou are now\b|\bfrom now on,? you\b"),
        (("act as ",), r"\bact as (?:an? |the )?(?:admin|administrator|root|system|operator|developer)\b"),
        (
            ("always",),
            (
                r"\balways\b[^.]{0,30}\b(?:add|pass|use|append|include|set|give|send)"
                r"\b[^.]{0,20}(?:--(?:confirm|apply|yes)\b|\bconfirm\s*[:=]\s*true\b)"
            ),
        ),
        (
            ("agreed", "confirmed", "consented", "approved", "authori"),
            (
                r"\b(?:the )?user (?:has )?(?:already )?(?:agreed|confirmed|consented|approved"
                r"|authori[sz]ed)\b"
            ),
        ),
        (
            ("no need", "not necessary", "unnecessary"),
            r"\b(?:no need|not necessary|unnecessary) to (?:ask|confirm|check with)\b",
        ),
        (("skip ",), r"\bskip (?:the )?(?:confirm(?:ation)?|gate|approval)\b"),
        (
            ("without ",),
            (
                r"\bwithout (?:asking|telling|informing|notifying) (?:the |your )?(?:user|person|human"
                r"|anyone)\b"
            ),
        ),
        (
            ("do not ", "don't ", "never "),
            (
                r"\b(?:do not|don't|never) (?:tell|inform|ask|notify|warn) (?:the |your )?(?:user|person"
                r"|human)\b"
            ),
        ),
        (
            ("do not ", "don't ", "never "),
            r"\b(?:do not|don't|never) (?:mention|reveal|disclose) (?:this|these|that|any of this)\b",
        ),
        (
            ("without ",),
            (
                r"\bwithout (?:the |your )?(?:user's|users'|person's|their) (?:knowledge|consent"
                r"|permission|approval)\b"
            ),
        ),
        (
            ("disable", "turn off", "circumvent", "get around"),
            r"\b(?:disable|turn off|circumvent|get around) (?:the )?(?:gate|policy|confirmations?)\b",
        ),
        (
            ("implied", "already given", "not needed", "not required", "not necessary"),
            (
                r"\bconfirm(?:ation)? (?:is |was )?(?:not (?:needed|required|necessary)|implied"
                r"|already given)\b"
            ),
        ),
        (
            ("prompt", "instructions"),
            (
                r"\b(?:reveal|print|show|repeat|output) (?:me )?(?:your|the) (?:system|hidden) (?:prompt"
                r"|instructions)\b"
            ),
        ),
        (
            ("credential", "token", "secret", "password", "api key", "history", "prompt", "environment"),
            (
                r"\b(?:send|post|upload|forward|e-?mail|exfiltrate|leak)\b[^.]{0,40}"
                r"\b(?:your|the user's|user's|their|system|chat|conversation)\b[^.]{0,20}"
                r"\b(?:credentials?|tokens?|secrets?|passwords?|api keys?|history|system prompt"
                r"|environment)\b"
            ),
        ),
    )
)
# the same, but only what stands in no honest README, comment or answer of a program
LOUD: Orders = tuple(
    (words, pattern(text))
    for words, text in (
        (
            ("ignore", "disregard", "forget", "override", "bypass", "discard"),
            (
                r"\b(?:ignore|disregard|forget|override|bypass|discard)\b[^.]{0,30}"
                r"\b(?:previous|prior|above|earlier|preceding|your|system|safety|all)\b[^.]{0,30}"
                r"\b(?:instructions?|prompts?|guard ?rails?|guidelines?)\b"
            ),
        ),
        (("<",), r"</?\s*(?:system|assistant|developer|im_start|im_end|tool_call)\b[^>]{0,40}>"),
        (("<|", "inst]", "system"), r"<\|(?:im_start|im_end|system|assistant|user|endoftext)\|>|\[/?inst\]"),
        (("instruction",), r"\bnew (?:system )?instructions?\s*:"),
        (("you are now", "from now on"), r"\byou are now (?:an?|the|in)\b"),
        (("act as ",), r"\bact as (?:an? |the )?(?:admin|administrator|root|system)\b"),
        (
            ("always",),
            (
                r"\balways\b[^.]{0,30}\b(?:add|pass|use|append|include|set|give|send)"
                r"\b[^.]{0,20}(?:--(?:confirm|apply)\b|\bconfirm\s*[:=]\s*true\b)"
            ),
        ),
        (
            ("agreed", "confirmed", "consented", "approved", "authori"),
            (
                r"\b(?:the )?user (?:has |have )?already (?:agreed|confirmed|consented|approved"
                r"|authori[sz]ed)\b"
            ),
        ),
        (
            ("do not ", "don't ", "never "),
            r"\b(?:do not|don't|never) (?:tell|inform) (?:the |your )?(?:user|person|human)\b",
        ),
        (
            ("prompt", "instructions"),
            (
                r"\b(?:reveal|print|show|repeat|output) (?:me )?(?:your|the) (?:system|hidden) (?:prompt"
                r"|instructions)\b"
            ),
        ),
        (
            ("credential", "token", "secret", "password", "api key", "history", "prompt", "environment"),
            (
                r"\b(?:send|post|upload|forward|e-?mail|exfiltrate|leak)\b[^.]{0,40}\bthe user's"
                r"\b[^.]{0,20}\b(?:credentials?|tokens?|secrets?|passwords?|api keys?|history)\b"
            ),
        ),
    )
)
ADDRESS = pattern(
    r"\b(?:for|to|note to|attention|dear|hey|hello)[ ,]+(?:all |the |any |every )?"
    r"(?:ai|llms?|agents?|assistants?|(?:large )?language models?|chat ?bots?)(?: agents?| assistants?| models?)?"
    r"\s*[:!,—–-]"
    r"|\b(?:if you are|as) an? (?:ai|llm|agent|assistant|language model)\b"
)
FORBIDDEN = pattern(r"\b(?:never|not|don't|no|cannot|refuse|unless|until|only (?:after|when|once|if))\b")
SENTENCE = pattern(r"[^.!?\n]+(?:[.!?](?=\S)[^.!?\n]*)*")


def sought(orders: Orders, sentence: str) -> re.Match[str] | None:
    """The first place in a plain sentence that reads like one of these orders."""
    found = [one.search(sentence) for words, one in orders if any(map(sentence.__contains__, words))]
    return min((match for match in found if match), key=lambda match: match.start(), default=None)


def may_order(text: str) -> bool:
    """Whether a word of some order stands in a text, as it is written."""
    lowered = " ".join(text.lower().split())
    return any(any(map(lowered.__contains__, words)) for words, _ in ORDERS)


def owner(document: Document, where: str) -> str:
    """The verb that a text belongs to, or the key that holds it."""
    parts = where.split("/")
    if parts[1:2] == ["verbs"] and isinstance(document.value, Mapping):
        try:
            return f"`{document.value['verbs'][int(parts[2])]['verb_key']}`"
        except (ValueError, KeyError, IndexError, TypeError):
            pass
    return f"`{parts[-1]}`"


# texts are short, and many are the same in one pack and the next
@lru_cache(maxsize=4096)
def plain(text: str) -> str:
    """The text as it would be read: one line, nothing hidden, small letters, no dressed-up ones."""
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text)
    return clean(text).lower().replace("’", "'")


@lru_cache(maxsize=4096)
def order(sentence: str) -> re.Match[str] | None:
    """Where a plain sentence gives an order to an agent."""
    return sought(ORDERS, sentence)


@lru_cache(maxsize=4096)
def loud_order(sentence: str) -> re.Match[str] | None:
    """Where a plain sentence gives one that no reader of a README or a comment could take for his own."""
    return sought(LOUD, sentence)
