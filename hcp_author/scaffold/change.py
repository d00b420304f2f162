"""What a command changed, would change or refused to change, for people and as `hcp-author/change/1`."""

from __future__ import annotations

import difflib
import io
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from hcp_author.scaffold.stage import Files


@dataclass
class Change:
    """One command's work on one pack: paths relative to it, and what to type and to know next.

    `diff` is a unified diff in git's form, given under --dry-run alone. `verbs` are those that a promotion named: each
    with how it is called, and what was typed for the same before.
    """

    pack: str
    created: list[str] = field(default_factory=list)
    changed: list[str] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    dry_run: bool = False
    diff: str | None = None
    next: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    verbs: list[dict[str, Any]] = field(default_factory=list)

    def to_json(self) -> dict[str, Any]:
        """The document `hcp-author/change/1`."""
        document: dict[str, Any] = {"format": "hcp-author/change/1", "pack": self.pack}
        for name in ("created", "changed", "kept", "refused", "dry_run", "diff", "next", "notes"):
            if name != "diff" or self.diff is not None:
                document[name] = getattr(self, name)
        return document | ({"verbs": self.verbs} if self.verbs else {})


def diff_of_new(files: Files, leave_out: frozenset[str] = frozenset()) -> str:
    """The diff that makes `files` out of nothing; `git apply` and `patch -p1` understand it."""
    return "".join(_new_file(name, *files[name]) for name in files if name not in leave_out)


def diff_of(before: Mapping[str, bytes | None], after: Mapping[str, bytes]) -> str:
    """The diff that makes `after` out of `before`, where None is a file that is not there; of UTF-8 text alone."""
    return "".join(_changed(name, before.get(name), data) for name, data in after.items() if before.get(name) != data)


def _changed(name: str, old: bytes | None, new: bytes) -> str:
    if old is None:
        return _new_file(name, new, 0o644)
    return f"diff --git a/{name} b/{name}\n" + _body(f"a/{name}", old, name, new)


def _new_file(name: str, data: bytes, mode: int) -> str:
    header = f"diff --git a/{name} b/{name}\nnew file mode 100{mode:o}\n"
    return header + _body("/dev/null", b"", name, data)


def _body(source: str, old: bytes, name: str, new: bytes) -> str:
    # only a line feed ends a line of a diff; str.splitlines knows ten more
    before, after = (list(io.StringIO(data.decode("utf-8"), newline="\n")) for data in (old, new))
    lines = difflib.unified_diff(before, after, source, f"b/{name}")
    return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)


def tree(files: Files, root: str) -> str:
    """The files as a tree, folders first met first, as `ls` would nest them."""
    lines = [f"{root}/"]
    open_folders: list[str] = []
    for name in sorted(files, key=lambda path: (path.count("/") == 0, path)):
        *folders, last = name.split("/")
        for depth, folder in enumerate(folders):
            if open_folders[: depth + 1] != folders[: depth + 1]:
                open_folders = folders[: depth + 1]
                lines.append("  " * (depth + 1) + folder + "/")
        lines.append("  " * (len(folders) + 1) + last)
    return "\n".join(lines) + "\n"
