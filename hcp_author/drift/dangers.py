"""Options that a command gained and that write, run or destroy: a verb passes none, and none should be let in."""

from __future__ import annotations

from collections.abc import Iterator

from hcp_author.drift.needs import Located, names
from hcp_author.drift.raw import Raw, called, quoted
from hcp_author.introspect.tree import Option
from hcp_author.propose import words
from hcp_author.propose.actions import plain_name
from hcp_author.propose.kinds import kind_reason, option_kind
from hcp_author.propose.vocabulary import reasons

OVERRULES = frozenset(("force", "forced"))


def check(now: Located, before: Located, reads: bool, where: str) -> Iterator[Raw]:
    """The dangerous options that a command has now and did not have; nothing where it had not been read then."""
    old = {name for option in before.line[-1].options for name in names(option)}
    if not old and not before.line[-1].arguments:
        return
    for option in now.line[-1].options:
        why = danger(option, reads) if old.isdisjoint(names(option)) else None
        if why is not None:
            message = f"{called(now)} has a new option {quoted(next(names(option), ''))}, which {why}"
            yield Raw("danger", "option-gained", message, "the verb does not pass it; keep it out", where)


def danger(option: Option, reads: bool) -> str | None:
    """Say what is dangerous about an option, in the vocabulary's words, or None; what writes is so of a read alone."""
    parts = set(words.of_name(plain_name(option)))
    kind = option_kind(option)
    if kind == "runs" or (reads and kind in ("writes", "stores")):
        return kind_reason(option)
    if parts & OVERRULES:
        return "overrules what would hold it back"
    harms = reasons("args", "harms")
    return next((harms[part] for part in sorted(parts) if part in harms), None)
