"""Decisions to leave a finding out (lint.suppress): they have pages like any rule; the run itself tells of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from hcp_author.lint.contract import Entry, Hit, rule
from hcp_author.pack.model import Pack

Read = Callable[[Entry], Pack]


@rule("F-unused-suppression", "F", "warning", phase="catalog", over="catalog")
def unused_suppression(entries: Sequence[Entry], read: Read) -> Iterator[Hit]:
    """A suppression leaves nothing out: what it was for is mended, or its pack, file or pointer is another one.

    Why: a decision that is about nothing any more waits to hide the next mistake at that place.
    Fix: remove it from the file of suppressions, or correct its `pack`, `file` or `pointer`.
    """
    return iter(())


@rule("F-expired-suppression", "F", "error", phase="catalog", over="catalog")
def expired_suppression(entries: Sequence[Entry], read: Read) -> Iterator[Hit]:
    """A suppression's day is past, so it leaves nothing out.

    Why: whoever wrote `expires` wanted to decide anew by then.
    Fix: mend what it hides, or give it another date and a reason that still holds.
    """
    return iter(())
