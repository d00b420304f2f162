"""What a description says about its option: defaults aside, its choices, whether it must be given, its variables."""

from __future__ import annotations

import re

from hcp_author.introspect.reading.values import choices_of, plain, value_of
from hcp_author.introspect.text import clean, word_set
from hcp_author.introspect.tree import Option

MAX_SUMMARY = 400
MAX_READ = 1500
_LISTED = re.compile(
    r"(?:possible values|choices|valid values|allowed values|options|one of|accepted values|supported values)"
    r"(?: are| is)?:? ?[:(\[{<]?([^\])}>]{3,600})",
    re.IGNORECASE,
)
_AGAIN = (
    "multiple times",
    "more than once",
    "can be repeated",
    "may be repeated",
    "repeatable",
    "[array]",
    "multiple allowed",
    "several times",
)
# what makes of the words above the contrary: before them, and after them
_REFUSED = (" not ", "cannot", "n't ", "never")
_IN_VAIN = ("no extra effect", "no effect", "no further effect", "the last ", "last one", "only the ", "an error")
_SHORTLY = 60
_BRACED = re.compile(r"\{([^{}]{3,300})\}|\(([^()]{3,300})\)|\[([^\[\]]{3,300})\]")
_BULLET = re.compile(r" - ([\w.+-]{1,40})(?=:| - |$)")
_STOPS = (". ", ";", " (", ", default", " - ")
_ENV = re.compile(
    r"\$\{?([A-Z][A-Z0-9_]{2,60})\b|\[env(?: var)?:\s?([A-Z][A-Z0-9_]{2,60})"
    r"|(?:\(env:|\benv:\s)\s?([A-Z][A-Z0-9_]{2,60})"
)
_PART_OF = re.compile(r"\$([A-Z][A-Z0-9_]{2,60})(?:\.[A-Za-z]|\[|::)")
_NOTED = re.compile(r"\[(?:\$[A-Z][A-Z0-9_]{0,60},? ?){0,8}\Z")
_TOLD = re.compile(r"environ|variable", re.IGNORECASE)
_NEAR = 120
_TYPED = re.compile(r"\[(string|number|array|int|integer|float)\]")
# `This flag can be disabled with --no-x.`
_COUNTER = re.compile(
    r"(?:disabled|negated|undone|reverted|cancell?ed|turned off|switched off) (?:with|by|using|via) (?:the )?['\"`]?"
    r"(--[\w-]{2,60})"
)
COMMON_ENV = word_set("""
    HOME PATH USER SHELL TERM LANG PAGER EDITOR VISUAL TMPDIR TEMP TMP DISPLAY PWD LOGNAME BROWSER LESS MANPATH
    NO_COLOR CLICOLOR COLUMNS LINES APPDATA LOCALAPPDATA USERPROFILE HOSTNAME UID EUID PS1 IFS OPTARG
""")


def describe(option: Option, text: str) -> None:
    """Write into `option` what its description tells."""
    text = text[:MAX_READ]
    low = text.lower()
    option.summary = clean(text, MAX_SUMMARY)
    option.required = option.required or "[required]" in low or low.startswith("(required)") or "(required)" in low
    option.deprecated = option.deprecated or "deprecated" in low[:80] or low.endswith("(deprecated)")
    option.repeatable = option.repeatable or _repeats(low)
    typed = _TYPED.search(text)
    if option.value is None and typed:
        option.value = value_of({"array": "string"}.get(typed.group(1), typed.group(1)))
    if option.value is not None and option.value.choices is None:
        option.value.choices = listed_choices(text)


def _repeats(low: str) -> bool:
    """Whether a description, in lower case, says that giving the option again adds to what was given before."""
    for mark in _AGAIN:
        before, found, after = low.partition(mark)
        refused = any(word in before[-_SHORTLY:] for word in _REFUSED)
        if found and not refused and not any(word in after[:_SHORTLY] for word in _IN_VAIN):
            return True
    return False


def counters(option: Option, text: str) -> list[str]:
    """The names of the option's opposite (`--no-x` of `--x`, `--x` of `--no-x`) that its description tells of."""
    if "--" not in text or option.long is None:
        return []
    bare = option.long.removeprefix("--no-").removeprefix("--")
    opposite = f"--{bare}" if option.long.startswith("--no-") else f"--no-{bare}"
    return [name for name in _COUNTER.findall(text[:MAX_READ]) if name == opposite][:1]


def listed_choices(text: str) -> list[str] | None:
    """A closed set that a description spells out, or None."""
    for match in _BRACED.finditer(text):
        inner = next(group for group in match.groups() if group)
        words = choices_of("{" + inner + "}") if "|" in inner else None
        if words:
            return words
    _, told, after = text.partition("ossible values:")
    bullets = [m.group(1) for m in _BULLET.finditer(after)] if told else []
    if len(bullets) > 1:
        return bullets
    spelled = _LISTED.search(text)
    return _spelled(spelled.group(1)) if spelled else None


def _spelled(text: str) -> list[str] | None:
    """The words of a list in running text, up to where the sentence goes on; None unless all are plain."""
    for stop in _STOPS:
        text = text.split(stop, 1)[0]
    parts = text.split("|") if "|" in text else text.replace(" or ", ", ").replace(" and ", ", ").split(",")
    words = [w for part in parts if (w := part.strip(" '\"`."))]
    return words if len(words) >= 2 and all(plain(w) for w in words) else None


def _of_environment(text: str, match: re.Match[str]) -> bool:
    """Whether `$NAME` is a variable: of several parts, in a note `[$A, $NAME]`, or spoken of as one near it."""
    before = text[max(0, match.start() - _NEAR) : match.start()]
    noted = text[match.end() : match.end() + 1] in ("]", ",") and _NOTED.search(before) is not None
    return "_" in match[1] or noted or _TOLD.search(before + text[match.end() : match.end() + _NEAR]) is not None


def variables(text: str) -> list[str]:
    """Names of environment variables that a text mentions as such, without those that every program has."""
    names = [m[1] or m[2] or m[3] for m in _ENV.finditer(text) if not m[1] or _of_environment(text, m)]
    # `$NAME.part`, `$NAME[0]`, `$NAME::name` are written in a language that the text explains
    inner = set(_PART_OF.findall(text)) if names else set()
    return [n for n in dict.fromkeys(names) if n not in COMMON_ENV | inner and not n.startswith(("XDG_", "LC_"))]
