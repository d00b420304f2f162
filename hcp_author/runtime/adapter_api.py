"""What adapter.py may import from us: the error it raises, and what it is given."""

from __future__ import annotations


class AdapterError(Exception):
    """A call that failed in a way its caller can understand: a code of lower-case words, a message, a hint."""

    def __init__(self, code: str, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.hint = hint


class Context:
    """What each function of adapter.py is given beside its args.

    `state` is the pack's own private folder, `workspace` the session's (for `local` verbs, else None), `binding` the
    mode; `settings` and `secrets` are what the hub gave.
    """

    state: str
    workspace: str | None
    binding: str
    principal: str
    project_id: str | None
    pack_root: str
    settings: dict[str, str]
    secrets: dict[str, str]

    def __init__(self, facts: dict[str, object]) -> None:
        for name in self.__annotations__:
            setattr(self, name, facts[name])
