"""What runs something else (L3): a command line where a value is a command, a download that is piped into a shell."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from hcp_author.pack.argv import Element
from hcp_author.pack.late import pattern

# options after which a command stands, up to a word that ends it
COMMAND_FOLLOWS = frozenset(("-exec", "-execdir", "-ok", "-okdir", "--exec", "--exec-batch"))
# subcommands whose operands are where to run, and what: `exec BOX COMMAND`, `run IMAGE COMMAND…`
RUNNING = ("exec", "run")
# what is fetched and piped into a shell or an interpreter
DOWNLOADED = pattern(
    r"\b(?:curl|wget)\b[^\n|#]{0,300}\|\s{0,9}(?:sudo\s{1,9})?(?:/\w+/(?:\w+/)?)?"
    r"(?:(?:ba|z|da|k|fi)?sh|python3?|perl|node)\b"
)


def commands(elements: Iterable[Element], declared: Mapping[str, Mapping[str, Any]]) -> set[str]:
    """The arguments that are such a command: right after `-exec`, or the second operand after `exec` and `run`.

    After `run` only a list counts: much is run with an input (`run JOB FILE`), and little with words.
    """
    found, word, before, operands = set[str](), "", "", 0
    for one in elements:
        if one.kind == "literal" and not one.text.startswith("-"):
            word, operands = one.text.lower(), 0
        elif one.kind == "positional":
            operands += 1
            is_list = declared.get(one.arg, {}).get("type") == "array"
            second = operands == 2 and word in RUNNING and (is_list or word == "exec")
            if before in COMMAND_FOLLOWS or second:
                found.add(one.arg)
        before = one.text
    return found
