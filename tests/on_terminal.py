"""A terminal of a program's own, for what only a person may do."""

from __future__ import annotations

import os
import pty
import select
import signal
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

SECONDS = 120.0


def on_terminal(
    argv: Sequence[object], type_: str = "", env: Mapping[str, str] | None = None, cwd: Path | None = None
) -> tuple[int, str]:
    """Run a program on a new terminal, type something, and give its exit status and what was shown."""
    ours, theirs = pty.openpty()
    words = [str(word) for word in argv]
    whole = {**(os.environ if env is None else env), "TERM": "xterm"}
    with subprocess.Popen(
        words,
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=whole,
        cwd=cwd,
        start_new_session=True,
        preexec_fn=_hear_ctrl_c,
    ) as child:
        os.close(theirs)
        os.write(ours, type_.encode())
        shown = _read_all(ours)
        try:
            child.wait(SECONDS)
        except subprocess.TimeoutExpired:
            os.killpg(child.pid, signal.SIGKILL)
            raise
    os.close(ours)
    return child.returncode, shown.decode("utf-8", "replace").replace("\r\n", "\n")


def _hear_ctrl_c() -> None:
    """Hear it even where whoever runs the tests does not, as a job in the background of a shell."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


def _read_all(terminal: int) -> bytes:
    shown = b""
    while select.select([terminal], [], [], SECONDS)[0]:
        try:
            piece = os.read(terminal, 65536)
        except OSError:
            break
        if not piece:
            break
        shown += piece
    return shown
