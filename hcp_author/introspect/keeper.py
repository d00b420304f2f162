"""Runs one command and ends with it whatever it started; a script of its own, used where no sandbox does this.

`python -I -S keeper.py COMMAND...` gives the command's exit status (128 + n where signal n ended it). Orphans are
handed to the keeper (Linux: PR_SET_CHILD_SUBREAPER), so that nothing gets away by leaving its group or its session
or by clearing its environment. On SIGTERM it ends everything at once.
"""

import contextlib
import os
import signal
import sys
import time

_SUBREAPER, _PARENT_DEATH = 36, 1
_SECONDS = 5.0


def main(command: list[str]) -> int:
    """Run `command` in a session of its own, wait for it, and leave nothing of it alive."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    _adopt_orphans()
    first = os.fork()
    if not first:
        _become(command)
    try:
        return _status_of(first)
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        _end_all(first)


def _adopt_orphans() -> None:
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(_SUBREAPER, 1, 0, 0, 0)
        # where the one that started us is killed, we are told to end
        ctypes.CDLL(None).prctl(_PARENT_DEATH, signal.SIGTERM, 0, 0, 0)


def _become(command: list[str]) -> None:
    """Turn this fresh child into the command; it never comes back."""
    try:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        os.setsid()
        os.execv(command[0], command)  # noqa: S606 - the command is an argv, no shell is wanted
    except OSError as error:
        os.write(2, f"{command[0]}: {error.strerror}\n".encode())
    finally:
        os._exit(126)


def _status_of(first: int) -> int:
    """Reap what ends until the command itself has; its status as a shell would give it."""
    while True:
        pid, status = os.wait()
        if pid == first:
            code = os.waitstatus_to_exitcode(status)
            return code if code >= 0 else 128 - code


def _end_all(first: int) -> None:
    """Kill the command's group, then every child we have or are handed, until there is none."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(first, signal.SIGKILL)
    until = time.monotonic() + _SECONDS
    while time.monotonic() < until:
        for pid in _children():
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)
        try:
            reaped, _ = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return
        if not reaped:
            time.sleep(0.001)


def _children() -> list[int]:
    """Our direct children; none where the system does not tell."""
    try:
        with open(f"/proc/self/task/{os.getpid()}/children", "rb") as stream:
            return [int(pid) for pid in stream.read().split()]
    except OSError:
        return []


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
