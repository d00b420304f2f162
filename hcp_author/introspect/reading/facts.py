"""Small facts beside the lists: examples, other names, environment variables, forms that list commands, a summary."""

from __future__ import annotations

import re

from hcp_author.introspect.reading.layout import Section
from hcp_author.introspect.reading.listing import is_name
from hcp_author.introspect.reading.rows import Row
from hcp_author.introspect.text import clean

MAX_EXAMPLES = 40
_ENV_NAME = re.compile(r"[A-Z][A-Z0-9_]{2,60}(?![a-z])")
_LISTING = re.compile(
    r"(help (?:-a|--all|all|commands|-v)|--list-commands|--list-cmds|list-commands|--commands)(?![\w-])"
)
_DESCRIBES = re.compile(
    r"(help --json|help --format[= ]json|list --format=(?:json|xml)|commands --json|--help[-=]json|-help-json"
    r"|--json-help|--introspect|--opencli|cli opencli)(?![\w-])"
)
# a row's own words must say that it is the program itself that is described
_ITSELF = re.compile(r"\b(?:commands?|subcommands|interface|cli|itself|help)\b", re.IGNORECASE)
MAX_BEFORE, MAX_AFTER = 100, 300
_ALL = re.compile(r"[Ll]ists? (?:all|available)(?: of)?(?: the| its)?(?: available)? (?:sub-?)?commands", re.ASCII)
_NEAR = 200
# `prog: unknown option -- x`, `error: …`: an answer to a form of asking that the program does not know
_ERROR = re.compile(
    r"(?:\S{1,60}: ){0,3}(?:(?:unknown|unrecogni[sz]ed|invalid|illegal|unsupported|unexpected|bad|no such|not an?) "
    r"(?:\S{1,40} )?(?:option|argument|flag|command|switch|parameter|operand|subcommand)|(?:error|fatal|warning): )",
    re.IGNORECASE,
)
# how options and operands are to be read, and not what the program does
_BOILERPLATE = re.compile(
    r"(?:Mandatory|Options?|Arguments?|All|The|Any|Every|Each|Long|Short|If|When|With|Without) "
    r"(?=.{0,200}\b(?:options?|arguments?)\b)(?:arguments?\b|options?\b|no\b|(?:and|are|is|can|may|must|in|beginning)\b"
    r"|.{0,60}\boptions? (?:are|is|can|may|must)\b)|(?:If|With) no "
    r"|By default,? |Default \w{1,20} (?:is|are) |Options are "
)
_QUESTION = re.compile(r"[(\[](?:yes/no|y/n)[)\]]:?$", re.IGNORECASE)
_OF_VERSION = re.compile(r"(?:[^\s\d]{1,40} ){1,4}\(?version v?\d{1,6}\.\d(?!.{0,400} [-–—] )")
_NUMBERED = re.compile(r" \(?v?\d{1,6}\.\d[\w.+~:-]{0,60}\)?(?: \([^()]{0,60}\)){0,2}")
_LONGER = re.compile(
    r"(--help[- ](?:all|full|long|extended)|-h (?:full|all|long)|--helpfull|--(?:full|long|extended)-?help)(?![\w=-])"
)


def examples(lines: list[str], program: str) -> list[str]:
    """The lines that begin with the program's name, a prompt before it dropped."""
    found = []
    for line in lines:
        text = line.strip().lstrip("$%>#").strip().strip("`")
        if text == program or text.startswith(program + " "):
            found.append(clean(text, 300))
    return found[:MAX_EXAMPLES]


def env_rows(listed: list[Row]) -> list[str]:
    """The variables that an ENVIRONMENT section lists."""
    return [m.group() for row in listed if (m := _ENV_NAME.match(row.head.lstrip("$")))]


def aliases(lines: list[str], program: str, path: tuple[str, ...]) -> list[str]:
    """Other names of this command, from an aliases section: `list, ls`, `prog list, prog ls` or `$ prog topic:ls`."""
    calls = [part.replace("$ ", "").split() for line in lines for part in line.split(",") if part.strip()]
    words = [word for call in calls if (word := _beside(call, program, path))]
    return [w for w in dict.fromkeys(words) if is_name(w) and path and w != path[-1] and w != program]


def _beside(call: list[str], program: str, path: tuple[str, ...]) -> str:
    """The name beside that of `path` which a call names; "" for one that stands elsewhere in the tree.

    `prog image ls, prog images` for `prog image ls` names nothing beside `ls`.
    """
    if len(call) == 1 and (":" not in call[0] or (path and ":" in path[-1])):
        return call[0]
    words = [word for one in call for word in one.split(":")]
    above = "-".join((program, *path[:-1]))
    return words[-1] if "-".join(words[:-1]) in (above, above.removeprefix(f"{program}-")) else ""


def listings(text: str, program: str) -> list[tuple[str, ...]]:
    """Forms that a page itself names for listing all commands, as argument lists."""
    found = [tuple(m.group(1).split()) for m in _LISTING.finditer(text) if text[: m.start()].endswith(program + " ")]
    for match in _ALL.finditer(text):
        near = text[match.end() : match.end() + _NEAR].split(f"{program} list", 1)
        if len(near) == 2 and near[1][:1] in ("", "\n", "'", "`", '"', " ") and near[1].split("\n")[0].strip() == "":
            found.append(("list",))
    return list(dict.fromkeys(found))[:3]


def describes(text: str, program: str) -> list[tuple[str, ...]]:
    """Forms that a page itself names for describing the whole program in JSON, as argument lists."""
    found = []
    for match in _DESCRIBES.finditer(text):
        before = text[max(0, match.start() - MAX_BEFORE) : match.start()].rpartition("\n")[2]
        about = text[match.start() : match.end() + MAX_AFTER].partition("\n")[0]
        row = match.group(1).startswith("-") and not before.strip() and _ITSELF.search(about) is not None
        if row or before.endswith(f"{program} "):
            found.append(tuple(match.group(1).replace("xml", "json").split(" ")))
    # the format may be named elsewhere on the page
    return list(dict.fromkeys(found))[:2] if "json" in text.lower() else []


def longer(text: str) -> tuple[str, ...] | None:
    """The form that a page names for a longer page about the same (`--help all`, `-h full`), or None."""
    found = [m.group(1) for m in _LONGER.finditer(text)]
    return tuple(found[0].split(" ")) if found else None


def summary(found: list[Section], program: str) -> str:
    """The first line that reads like a sentence and stands in no list."""
    for section in found:
        if section.kind == "name":
            return clean(" ".join(" ".join(section.lines).split()).partition(" - ")[2], 400)
    for section in found:
        if section.kind in ("options", "commands", "inherited") and not section.empty():
            # what follows the lists explains them
            break
        if section.kind not in ("", "usage", "prose") or section.title.lower() not in ("", "usage", "description"):
            continue
        for paragraph in "\n".join(section.lines).split("\n\n"):
            text = " ".join(paragraph.split())
            if len(text) > 3 and text[0].isalnum() and " " in text and not _explains(text, program):
                return clean(text.partition(". ")[0] if ". " in text else text, 400)
    return ""


def _explains(text: str, program: str) -> bool:
    """Whether a paragraph tells how to call the program or where to read on, and not what it does."""
    return (
        is_version(text, program)
        or _ERROR.match(text) is not None
        or _QUESTION.search(text) is not None
        or _BOILERPLATE.match(text) is not None
        or text.startswith((f"{program} [", f"{program} <", "Type ", "Use ", "Try ", "See ", "Run ", "where "))
        or ":=" in text
    )


def is_version(text: str, program: str) -> bool:
    """Whether a paragraph only tells the program's version: `prog 1.2 (amd64)`, `The Prog, version 1.2 …`."""
    named = text[: len(program)].lower() == program.lower() and _NUMBERED.fullmatch(text, len(program)) is not None
    return named or _OF_VERSION.match(text) is not None
