"""L10: the Skill, and the README beside it, teach the commands as the laws have them, and no way around them.

L10.6 Nothing that the laws refuse is taught: mock or a token by environment, MCP as the way in, a download that is run.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from hcp_author.lint.contract import Hit, Text, in_text, rule
from hcp_author.lint.laws._runs import DOWNLOADED
from hcp_author.lint.laws._skill_code import spans
from hcp_author.pack import secrets
from hcp_author.pack.late import pattern
from hcp_author.pack.model import Pack
from hcp_author.pack.text import visible

SKILL = "HARNESS.md"
TEACH = (SKILL, "README.md")
# what is in a page that teaches one of these
SIGNS = ("=", "mcp", "curl", "wget")
SETS = pattern(r"(?<![\w$-])(?P<name>[A-Z][A-Z0-9_]{2,60})=(?=[\w\"'])")
EXPORTS = pattern(
    r"(?:^|[;&|(`]|\bexport|\benv|\bsetx?|\bset -\w{1,3})[ \t]{0,9}(?:\$ )?(?P<name>[A-Z][A-Z0-9_]{2,60})="
    r"|\bset -g?x{1,2}[ \t]{1,9}(?P<fish>[A-Z][A-Z0-9_]{2,60})[ \t]",
    re.MULTILINE,
)
MCP = pattern(r"\bmcp[ \t]{1,9}(?:add(?:-json)?|install)\b|\"mcpServers\"|\bmcp-(?:install|add)\b")
DENIED = pattern(r"(?i)\b(?:not|never|no|cannot|without|instead|refus\w+|ignor\w+|rather than|nothing)\b|n['’]t\b")
SHOWN = 10
LOOKED_AT = 100

# where it stands, what is taught, and what to teach instead
Taught = tuple[int, int, str, str]


@rule("L10-teaches-otherwise", "L10", "warning", over="text", alone=True)
def teaches_otherwise(pack: Pack, text: Text) -> Iterator[Hit]:
    """HARNESS.md or README.md teaches what the laws refuse: `MAIL_MOCK=1`, `export MAIL_TOKEN=…`, `mcp add`.

    Why: the Skill is what an agent does (L10). Mock is said in the envelope and never by environment, a token comes
    from the Binding alone (L4), MCP is never the way in (L1), and a Skill that pipes a download into a shell has an
    agent run what nobody reviewed (L3). To say that something is refused or does nothing is no such thing.
    Fix: teach `--binding mock`, a credential helper, the pack's own command; set-up is told a person in README.md.
    Bad: HARNESS.md

        Try it with `MAIL_MOCK=1 mail search tag:unread`.
    Good: HARNESS.md

        Try it with `--binding mock`; a variable like `MAIL_MOCK=1` is refused.
    """
    if text.name in TEACH and any(sign in text.content for sign in SIGNS):
        kept = (one for one in islice(taught(text), LOOKED_AT) if not is_denied(text.content, one[0]))
        for start, end, message, fix in islice(kept, SHOWN):
            yield in_text(text, start, end, message, fix)


def taught(text: Text) -> Iterator[Taught]:
    """Each thing of that kind that a page has in it, in no order."""
    for match in SETS.finditer(text.content):
        if secrets.is_gate_name(match["name"]):
            message = f"`{match['name']}` is taught, and would switch the gate by environment"
            yield *match.span("name"), message, "teach `--binding mock`, or take it out"
    for start, end, is_shell in spans(text.content):
        for match in EXPORTS.finditer(text.content, start, end) if is_shell else ():
            group = "name" if match["name"] else "fish"
            if secrets.is_secret_name(match[group]):
                message = (
                    f"`{visible(match[group], 60)}` is taught as a variable of the environment; the Binding mints it"
                )
                yield *match.span(group), message, "name it under binding.secrets, and let a credential helper fill it"
        if found := MCP.search(text.content, start, end):
            message = f"`{found[0]}` is taught as a way in; MCP is an export of a pack, never its install unit"
            yield *found.span(), message, "teach the pack's own command"
        if text.name == SKILL and (found := DOWNLOADED.search(text.content, start, end)):
            message = f"`{visible(found[0], 60)}`: the Skill has an agent run what it downloads"
            yield *found.span(), message, "take it out; what is to be set up, a person does"


def is_denied(content: str, start: int) -> bool:
    """Whether the line, or the one that leads up to the block it is in, says that it is not to be done."""
    begin = content.rfind("\n", 0, start) + 1
    end = content.find("\n", start)
    if DENIED.search(content, begin, end if end >= 0 else len(content)):
        return True
    opened = content.rfind("\n```", 0, start)
    if opened < 0 or content.count("\n```", 0, start) % 2 == 0:
        return False
    lead = content[max(0, opened - 400) : opened].rstrip().rpartition("\n")[2]
    return lead.endswith(":") and DENIED.search(lead) is not None
