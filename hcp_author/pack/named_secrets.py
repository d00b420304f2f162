"""Values that the name beside them calls a secret, in what a program really answered (L4).

pack.secrets asks that a value looks random, since packs are full of such names. What an author is about to publish is
looked at more strictly here: `password: hunter2` and `your code is 482913` are found too. In doubt it is one: what is
not recorded can be written by hand.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from hcp_author.pack import secrets
from hcp_author.pack.late import pattern
from hcp_author.pack.source import pointer

ONE_TIME, BY_NAME = "one-time code", "value of a secret's name"  # the latter is pack.secrets' own
SIGN = r"(?P<sign>:=|=>|->|[:=]|\b(?:is|was)\b)"
# names whose value is a secret whatever it looks like
PLAIN = pattern(r"(?i)(?P<name>pass(?:word|wd|phrase|code))s?[\"'\]]?\s{0,4}" + SIGN + r"\s{0,4}(?P<rest>[^\n]{1,200})")
# names whose value may also be what it is called, or a word about it: it must look like one besides
KEYS = r"(?:api|access|private|secret|auth|client|signing|encryption)[ _-]?key|token|bearer"
LOOKING = pattern(
    rf"(?i)(?P<name>(?P<key>{KEYS})|secret|credential|auth)s?(?![a-z])[\"'\]]?"
    rf"(?:\s{{0,4}}{SIGN}\s{{0,4}}[\"']?|\s{{1,3}})(?P<value>[^\s\"'`,;<>]{{8,400}})"
)
DIGITS = r"(?P<digits>\d{4,8}|\d{3}[ -]\d{3})(?![\w-])"
CODE = pattern(r"(?i)\b(?P<name>code|otp|pin|passcode)\s{0,3}(?P<sign>is\b|was\b|[:=#]|)\s{0,3}(?:[A-Z]-)?" + DIGITS)
CODE_AFTER = pattern(r"(?i)(?<![\d.])\d{4,8} is (?:your|the)\b[^.\n]{0,40}\b(?:code|otp|pin|passcode)\b")
FOR_SOMEBODY = pattern(r"(?i)your|verif|secur|log-?in|sign-?in|access|confirm|one[- ]?time|auth|[2m]fa|factor|sms|otp")
OF_SOMETHING = pattern(r"(?i)(?:error|exit|status|return|zip|postal|post|country|area|https?|response|product|item) *$")
# the same names as keys of an object, their words joined by `-`
PLAIN_KEY = pattern(r".*(?P<name>pass(?:word|wd|phrase|code))s?")
LOOKING_KEY = pattern(
    r"(?:.*-)?(?P<name>(?:api|access|private|secret|auth|client|signing|encryption)-?key|auth|bearer)s?"
    r"|.*(?P<other>secret|token|credential)s?"
)
CODE_KEY = pattern(
    r"(?:.*-)?(?P<name>t?otp|pin|(?:verification|security|login|access|one-time|auth|2fa|sms)-code|code)"
)
PLACEHOLDER = pattern(
    r"(?i)[*•x.…_#-]+|<[^>]*>|\$\{?\w+\}?|%\w|%\(.*|\{\{?[\w .]+\}\}?|\[?(?:redacted|hidden|masked|secret|filtered)\]?"
    r"|change-?me|your[-_].*|.*\*{3}.*|example.*|(?-i:[A-Z]+(?:_[A-Z]+)*)"
)
CALL = pattern(r".*[()\[\]].*|[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+")
ADDRESS = pattern(r".*://.*|(?:/|\./|\.\./|~).*|\d{4}-\d\d-\d\d.*")
# a name of several words, as `db-credentials-v2` is
READABLE = pattern(r"[a-z]+(?:\d{1,3}[a-z]*)?(?:[-_./:](?:[a-z]+(?:\d{1,3}[a-z]*)?|\d{1,3}))+")
ABOUT = pattern(r".*(?:ed|ing|ly|able|ible|ent|ory|passw(?:or)?ds?|passphrases?)")
# words that make a sentence of what they stand in, and words that tell of a secret and are none
SENTENCE = frozenset(
    "please the your a an and or for from with without via to in on of at be is was must should may can will how what"
    " when why where if it too only always never not asked stored used kept read sent wanted required set".split()
)
ABOUT_IT = frozenset(
    "optional string text value null none true false yes no unset changed wrong incorrect correct invalid valid missing"
    " empty hidden prompt unknown here weak strong reset new old enter short long".split()
)
CLAUSE_ENDS = pattern(r"[.!,;)\"']*(?:\s*$|\s*[.!;)])")


def find(data: Any) -> Iterator[tuple[str, str]]:
    """(JSON pointer, kind) of each value in JSON data that looks like a secret, by its shape or by the name beside it.

    A key that holds one is told at its object, so that no pointer repeats it.
    """
    todo: list[tuple[str, str, Any]] = [("", "", data)]
    while todo:
        here, name, value = todo.pop()
        if isinstance(value, list):
            todo += [(f"{here}/{index}", name, item) for index, item in enumerate(value)][::-1]
        elif isinstance(value, dict):
            telling = {key: in_text(key) for key in value}
            yield from ((here, kind) for kind in telling.values() if kind)
            todo += [(here + pointer(key), key, value[key]) for key in reversed(value) if not telling[key]]
        elif kind := by_key(name, value) or (in_text(value) if isinstance(value, str) else ""):
            yield here, kind


def by_key(name: str, value: Any) -> str:
    """What a value is called by its own key; empty where that calls it no secret."""
    if not isinstance(value, (str, int)) or isinstance(value, bool):
        return ""
    text, words = str(value), as_words(name)
    code = CODE_KEY.fullmatch(words)
    if code and re.fullmatch(r"\d{6}" if code["name"] == "code" else r"\d{4,8}", text):
        return "" if code["name"] == "code" and isinstance(value, int) else ONE_TIME
    if (plain := PLAIN_KEY.fullmatch(words)) and not is_word(text) and not ADDRESS.fullmatch(text) and not prose(text):
        return beside(plain["name"])
    looking = LOOKING_KEY.fullmatch(words)
    if looking and not is_paging(words, looking["other"]) and looks_so(text):
        return beside(looking["name"] or looking["other"])
    return ""


def in_text(text: str) -> str:
    """What in a text looks like a secret; empty where nothing does."""
    known = [one.kind for one in secrets.find(text)]
    if own := [kind for kind in known if kind != BY_NAME]:
        return own[0]
    for match in PLAIN.finditer(text):
        if is_said(match):
            return beside(match["name"])
    for match in LOOKING.finditer(text):
        before = secrets.NAME_BEFORE.search(text[max(0, match.start() - 60) : match.start()])
        paging = is_paging(before[0] if before else "", match["name"].lower())
        if not paging and (looks_so(match["value"]) if match["sign"] else match["key"] and random_word(match["value"])):
            return beside(match["name"])
    if CODE_AFTER.search(text) or any(map(is_code, CODE.finditer(text))):
        return ONE_TIME
    return known[0] if known else ""


def beside(name: str) -> str:
    """The kind of a secret that is one by its name."""
    return f"value of `{name.lower()}`"


def as_words(name: str) -> str:
    """A key as lower-case words joined by `-`: `dbPassword`, `DB_PASSWORD` and `db password` are one."""
    return re.sub(r"[^a-z0-9]+", "-", re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", name[:200]).lower()).strip("-")


def is_paging(before: str, name: str | None) -> bool:
    """Whether a token is one that asks for the next page."""
    return name == "token" and secrets.PAGING.search(before) is not None


def is_word(text: str) -> bool:
    """Whether a value is a stand-in or a word about the secret: `****`, `<PASSWORD>`, `required`."""
    return not text.strip() or text.lower() in SENTENCE | ABOUT_IT or PLACEHOLDER.fullmatch(text) is not None


def prose(text: str) -> bool:
    """Whether a value is a sentence about the secret."""
    words = text.lower().split()
    return len(words) > 2 and not SENTENCE.isdisjoint(words)


def is_said(match: re.Match[str]) -> bool:
    """Whether what follows `password:` or `passphrase is` is the secret itself."""
    rest, named = match["rest"], match["name"].lower()
    if rest[0] in "\"'":
        value = rest[1:].partition(rest[0])[0]
        return not is_word(value) and not ADDRESS.fullmatch(value) and not prose(value) and len(value) > 3
    if named == "passphrase" and re.match(r"(?:[a-z]{2,} ){3,7}[a-z]{2,}[.!]?\s*$", rest):
        return SENTENCE.isdisjoint(rest.rstrip(".! \t\r").split())
    word = rest.split(None, 1)[0] if rest.strip() else ""
    value = word.rstrip(".,;:!?)\"'`")
    if len(value) < 4 or is_word(value) or ABOUT.fullmatch(value.lower()) or CALL.fullmatch(value):
        return False
    if ADDRESS.fullmatch(value):
        return False
    if re.search(r"\d|[^\w-]|[a-z][A-Z]", value):
        return True
    return len(value) > 5 and (match["sign"] == "=" or CLAUSE_ENDS.match(rest[len(value) :]) is not None)


def looks_so(value: str) -> bool:
    """Whether a value is one word of letters and digits that nobody would choose as a name."""
    value = value.rstrip(".,;:!?)")
    if not 8 <= len(value) <= 4000 or not re.fullmatch(r"[!-~]+", value) or is_word(value):
        return False
    if ADDRESS.fullmatch(value) or READABLE.fullmatch(value) or CALL.fullmatch(value):
        return False
    letters = re.search("[A-Za-z]", value)
    mixed = len(value) >= 20 and re.search("[A-Z]", value) and re.search("[a-z]", value)
    return bool(letters and re.search(r"\d", value)) or bool(mixed)


def random_word(value: str) -> bool:
    """Whether a word that only stands behind a name is random enough to belong to it."""
    long = re.fullmatch(r"[A-Za-z0-9+/=_.~-]{16,}", value) is not None
    return long and looks_so(value) and secrets.entropy(value) >= 3.0


def is_code(match: re.Match[str]) -> bool:
    """Whether digits behind `code`, `otp` or `pin` are told to somebody, and are no error's or town's."""
    before = match.string[max(0, match.start() - 40) : match.start()].rpartition("\n")[2]
    if OF_SOMETHING.search(before):
        return False
    if match["name"].lower() == "code":
        return bool(FOR_SOMEBODY.search(before)) or bool(match["sign"] and len(match["digits"]) == 6)
    return match["name"].lower() != "pin" or bool(match["sign"])
