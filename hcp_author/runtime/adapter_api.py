"""What adapter.py may import from us: the error it raises, and what it is given."""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import IO, Any


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
    mode; `settings` and `secrets` are what the hub gave. `open` is the way to a file of the workspace.
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

    def open(self, path: str, mode: str = "r") -> IO[Any]:
        """Open a file of the workspace as the built-in `open` does, text as UTF-8, and no link on the way (L5).

        Each folder is opened within the one before, so that none can be swapped between a look and the opening.
        Raises AdapterError `path_outside` or `no_workspace`, or OSError.
        """
        root = self.workspace
        if root is None:
            raise AdapterError("no_workspace", "only a verb on the land `local` has a workspace")
        text = None if "b" in mode else "utf-8"
        return open(path, mode, encoding=text, opener=lambda name, flags: _beneath(root, name, flags))


def _beneath(root: str, path: str, flags: int) -> int:
    inside = os.path.relpath(path, root) if path.startswith("/") else path
    *folders, name = [part for part in inside.split("/") if part not in ("", ".")] or ["."]
    if ".." in (*folders, name):
        raise AdapterError("path_outside", f"the path {path[:80]!r} is outside the workspace")
    within = os.open(root, os.O_RDONLY | os.O_DIRECTORY)
    try:
        for folder in folders:
            inner = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW, dir_fd=within)
            os.close(within)
            within = inner
        return os.open(name, flags | os.O_NOFOLLOW, 0o666, dir_fd=within)
    finally:
        os.close(within)
