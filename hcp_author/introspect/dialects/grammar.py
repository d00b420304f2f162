"""Usage written as a grammar, `OBJECT := { link | address | route }`: the words that a placeholder stands for."""

from __future__ import annotations

import itertools

from hcp_author.introspect.page import Page
from hcp_author.introspect.reading import assemble, optionrows
from hcp_author.introspect.reading.listing import is_name
from hcp_author.introspect.reading.values import value_of
from hcp_author.introspect.tree import Option

MAX_WORDS = 200


def recognises(lines: list[str]) -> bool:
    """Some line defines a name with `:=`."""
    return any(" := " in line for line in lines)


def read(lines: list[str], program: str, path: tuple[str, ...]) -> Page:
    """Read one page of help of `program`'s command `path`."""
    defined = definitions(lines)
    words = {
        name: [w for each in said if is_name(w := _spelled(each)) and w == w.lower()] for name, said in defined.items()
    }
    page = assemble.read(lines, program, path, meanings=words)
    options = [_option(each) for name, said in defined.items() if name == "options" for each in said if each[:1] == "-"]
    page.options = optionrows.joined(page.options, options)
    return page


def definitions(lines: list[str]) -> dict[str, list[str]]:
    """What a page defines: the placeholder's name in lower case -> the alternatives as they are written."""
    text = " ".join(line.strip() for line in lines if line.strip())
    found: dict[str, list[str]] = {}
    for before, after in itertools.pairwise(text.split(":=")):
        name = before.split()[-1:] or [""]
        body = after.strip()
        if body.startswith("{") and "}" in body:
            said = _alternatives(body)
            if len(said) == 1 and said[0].startswith("[") and "|" in said[0]:
                # `{ [ on | off ] }`: one of them, or none
                said = _alternatives(said[0])
            found[name[0].lower()] = said[:MAX_WORDS]
    return found


def _alternatives(body: str) -> list[str]:
    """The pieces between the bars of the braces that a text begins with; bars in inner brackets do not count."""
    found, start, depth = [], 1, 0
    for at, char in enumerate(body):
        depth += (char in "{[(") - (char in "}])")
        if depth == 0 or (depth == 1 and char == "|"):
            found.append(body[start:at].strip())
            start = at + 1
        if depth == 0:
            return found
    return []


def _spelled(word: str) -> str:
    """`neigh[bour]` as `neighbour`."""
    return word.replace("[", "").replace("]", "") if "[" in word and word.endswith("]") and word[0] != "[" else word


def _option(text: str) -> Option:
    """`-f[amily] { inet | link }`: the short name, the long one, and the value that follows."""
    name, _, rest = text.partition(" ")
    full, short = _spelled(name), name.partition("[")[0]
    value = value_of(rest.strip(), optional=rest.strip().startswith("[")) if rest.strip() else None
    return Option(
        long=full if len(full) > 2 else None,
        short=short if len(short) == 2 else None,
        value=value,
        other_names=[short] if len(short) > 2 and short != full else [],
    )
