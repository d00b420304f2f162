"""L4 in the pack's scripts and workflows: no variable there switches mock mode, Binding or confirm.

L4.5 Mock mode is explicit in the envelope, never an environment flag, and no default.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from hcp_author.lint.contract import Hit, Text, in_text, rule
from hcp_author.pack import secrets
from hcp_author.pack.late import pattern
from hcp_author.pack.model import Pack

SCRIPT = pattern(
    r"(?:.*/)?(?:[^/]*\.(?:sh|bash|zsh|fish|ya?ml|mk|service|env\.example)|[Mm]akefile|Dockerfile|justfile)"
)
# `export A_B=1`, `A_B: 1`, `-e A_B=1`
SETS = pattern(r"(?<![\w$])(?P<name>[A-Z][A-Z0-9_]{2,60})(?=[\"']?\s{0,4}(?:\??=|:\s))")
SHOWN = 10


@rule("L4-mock-in-script", "L4", "error", over="text", alone=True)
def mock_in_script(pack: Pack, text: Text) -> Iterator[Hit]:
    """A script or workflow of the pack sets a variable that would switch mock mode, Binding or confirm.

    Why: mock mode is explicit in the envelope, never an environment flag (L4); the runtime refuses such a variable by
    name, so that a proof that relies on it proves nothing.
    Fix: take it out; ask with `--binding mock`, or `"binding": {"mode": "mock"}`.
    Bad: check.sh
        export MAIL_MOCK=1
        bin/mail search tag:unread
    Good: check.sh
        bin/mail search tag:unread --binding mock
    """
    if SCRIPT.fullmatch(text.name):
        found = (match for match in SETS.finditer(text.content) if secrets.is_gate_name(match["name"]))
        for match in islice(found, SHOWN):
            message = f"`{match['name']}` would switch the gate by environment"
            yield in_text(text, *match.span("name"), message, "take it out; mock is asked for with --binding mock")
