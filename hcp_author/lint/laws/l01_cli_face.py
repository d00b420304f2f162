"""L1: the CLI is the harness."""

from __future__ import annotations

import os
import shlex
import stat
from collections.abc import Iterator

from hcp_author.lint.contract import Hit, on_file, rule
from hcp_author.pack.model import Pack
from hcp_author.pack.text import as_word


@rule("L1-no-cli-face", "L1", "warning", needs=("surface:/pack_id",))
def no_cli_face(pack: Pack) -> Iterator[Hit]:
    """The pack brings no command of its own name; an error where it brings one of another name.

    Why: a capability enters HCP as a CLI; people, CI and agents share that one face (L1).
    Fix: generate the pack's face with `hcp-author new`, or copy `bin/` from a pack that has one.
    """
    if not pack.pack_id or launcher(pack) in pack.files or is_misnamed(pack):
        return
    others = [name for name in pack.files if name.startswith("bin/") and name.count("/") == 1]
    message = f"the pack has no CLI face: there is no `{launcher(pack)}`"
    if len(others) == 1:
        fix = f"git mv {shlex.quote(others[0])} {shlex.quote(launcher(pack))}"
        yield on_file("surface.json", f"{message}; `bin/` holds `{others[0][4:]}`", fix, severity="error")
    else:
        yield on_file("surface.json", message, "copy bin/ from a pack that `hcp-author new` makes")


def is_misnamed(pack: Pack) -> bool:
    """Whether the two files differ on the pack's name: then L2-pack-id-differs speaks."""
    other = pack.policy.value.get("pack_id") if isinstance(pack.policy.value, dict) else None
    return isinstance(other, str) and other != pack.pack_id


@rule("L1-not-executable", "L1", "error", needs=("surface:/pack_id",))
def not_executable(pack: Pack) -> Iterator[Hit]:
    """The pack's command may not be run: its file has no executable bit.

    Why: a CLI that does not start is no face (L1).
    Fix: `chmod +x bin/NAME`.
    """
    if launcher(pack) in pack.files:
        path = pack.root / launcher(pack)
        if not os.stat(path).st_mode & (stat.S_IXUSR | stat.S_IXGRP | stat.S_IXOTH):
            fix = f"chmod +x {as_word(path)}"
            yield on_file(launcher(pack), f"`{launcher(pack)}` is not executable", fix)


def launcher(pack: Pack) -> str:
    """The file that is the pack's command."""
    return f"bin/{pack.pack_id}"
