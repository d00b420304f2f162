"""What we say when something is wrong, and the exit statuses we say it with."""

from __future__ import annotations

OK = 0
FINDINGS = 1
USAGE = 2
BUG = 3
INTERRUPTED = 130


class UserError(Exception):
    """A mistake the user can mend: what is wrong (`message`), what to type next (`fix`), the exit status.

    `status` is USAGE (2) for wrong use or a path that is no pack, FINDINGS (1) where we refuse to go on.
    """

    def __init__(self, message: str, fix: str = "", status: int = USAGE) -> None:
        super().__init__(message)
        self.message = message
        self.fix = fix
        self.status = status
