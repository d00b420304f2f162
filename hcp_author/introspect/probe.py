"""The one door to a foreign program: asks for help and nothing else, in a sandbox, with limits on time and output."""

from __future__ import annotations

import contextlib
import os
import select
import selectors
import shutil
import signal
import subprocess
import tempfile
import time
from dataclasses import dataclass, field, replace

from hcp_author.errors import FINDINGS, UserError
from hcp_author.introspect import sandbox, trial, unshared, watching
from hcp_author.introspect.resolve import Found
from hcp_author.introspect.text import clean

SECONDS = 5.0
MAX_OUTPUT = 1 << 20
_READ = 1 << 16
_TRIAL = 5.0
_GOODBYE = 6.0
CRASHES = frozenset(f"SIG{name}" for name in ("SEGV", "ABRT", "BUS", "FPE", "ILL", "SYS", "TRAP", "KILL"))
SANDBOXES = {"bubblewrap": sandbox.BUBBLEWRAP, "unshare": unshared.UNSHARE}


@dataclass(frozen=True)
class Answer:
    """What came of one probe: the arguments asked, exit status (None: killed), both outputs, and what it tried.

    `timed_out`, `flooded` and `grew` (in words: too much memory, too many processes) tell why it was killed; `wrote`
    names what it left in its throw-away folders.
    """

    args: tuple[str, ...]
    status: int | None
    out: bytes = b""
    err: bytes = b""
    seconds: float = 0.0
    timed_out: bool = False
    flooded: bool = False
    wrote: list[str] = field(default_factory=list)
    grew: str = ""

    def ended(self) -> str:
        """Why the program was ended before it had finished; "" where it was not."""
        if self.timed_out:
            return f"no answer within {self.seconds:.0f} s"
        if self.flooded:
            return f"printed more than {MAX_OUTPUT >> 20} MiB"
        return self.grew

    def crash(self) -> str:
        """The signal that ended a program which failed by itself (`SIGSEGV`); "" where none did."""
        status = self.status or 0
        try:
            # a shell or a sandbox around it reports a signal as 128 more than its number
            name = signal.Signals(-status if status < 0 else status - 128).name
        except ValueError:
            return ""
        return name if name in CRASHES else ""


@dataclass(frozen=True)
class Door:
    """A program together with the sandbox that was seen to work for it (`kind`: bubblewrap, unshare or none)."""

    found: Found
    kind: str
    own_proc: bool = True
    wide: bool = False


def open_door(found: Found, wanted: bool = True) -> Door:
    """Choose the sandbox by a trial run; without one that works, raise UserError that asks for --no-sandbox."""
    if not wanted:
        return Door(found, "none")
    for door in (Door(found, "bubblewrap"), Door(found, "bubblewrap", own_proc=False), Door(found, "unshare")):
        if os.access(SANDBOXES[door.kind], os.X_OK) and works(door):
            return door
    raise UserError(
        f"`{found.name}` was not run: no sandbox works here (bubblewrap and unshare are missing or may not be used)",
        f"install bubblewrap; or run nothing, and read a document: hcp-author introspect --from man FILE; "
        f"or accept the risk: hcp-author introspect {found.name} --no-sandbox",
        FINDINGS,
    )


def wider(door: Door) -> Door | None:
    """The same door with the whole home shown but for its secrets; None where that would change nothing."""
    if door.kind == "none" or door.wide or not sandbox.in_home(door.found):
        return None
    return replace(door, wide=True)


def works(door: Door) -> bool:
    """Whether a shell runs in the door's sandbox, and can neither write, look nor reach out of it."""
    argv, files = trial.argv(door.found)
    answer = _run(door, argv, ("(trial)",), _TRIAL)
    return trial.held(files) and answer.status == 0 and answer.out == trial.WORKS


def ask(
    door: Door, args: tuple[str, ...], seconds: float = SECONDS, env: dict[str, str] | None = None, eight: bool = False
) -> Answer:
    """Run the program with `args`, which must ask for help; nothing it starts outlives the call.

    `env`: the variables of a completion interface, on top of the fixed environment. A program that does not know
    them would run bare: so they are set in a sandbox only, where static evidence told that it does. `eight`: what
    is written to descriptor 8 is the answer, and the two outputs are dropped.
    """
    if not args and not env:
        raise ValueError("the bare command is never run")
    if env and door.kind == "none":
        raise ValueError("a completion environment is set in a sandbox only")
    argv = [door.found.path, *args]
    return _run(door, sandbox.on_eight(argv) if eight else argv, args, seconds, env)


def _run(
    door: Door, argv: list[str], args: tuple[str, ...], seconds: float, env: dict[str, str] | None = None
) -> Answer:
    """One run in a fresh scratch folder, which is looked at and removed afterwards."""
    scratch = os.path.realpath(tempfile.mkdtemp(prefix="hcp-author-"))
    try:
        for name in ("home", "work", "tmp"):
            os.mkdir(os.path.join(scratch, name))
        return _watched(door, argv, args, seconds, scratch, env)
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


def _watched(
    door: Door, argv: list[str], args: tuple[str, ...], seconds: float, scratch: str, env: dict[str, str] | None
) -> Answer:
    """Start the child as leader of its own session, read it within the limits, and end all of it."""
    inside = door.kind != "none"
    around = _around(door, scratch, env)
    started = time.monotonic()
    try:
        child = subprocess.Popen(
            [*around, *sandbox.limited(argv)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=os.path.join(scratch, "work"),
            start_new_session=True,
            env={"PATH": "/usr/bin:/bin"} if inside else sandbox.environment(scratch, door.found),
        )
    except OSError as error:
        return Answer(args, 126, err=str(error).encode())
    try:
        out, err, why = _read(child, started + seconds)
    finally:
        _end(child)
    return Answer(
        args,
        None if why else child.returncode,
        out,
        err,
        time.monotonic() - started,
        why == "time",
        why == "flood",
        _left_behind(scratch, door.found),
        "" if why in ("time", "flood") else why,
    )


def _around(door: Door, scratch: str, env: dict[str, str] | None) -> list[str]:
    """The argv that a command is put behind."""
    if door.kind == "none":
        return sandbox.kept()
    if door.kind == "unshare":
        return unshared.wrapped(scratch, door.found, door.wide, env)
    return sandbox.bubblewrap(scratch, door.found, door.own_proc, door.wide, env)


def _read(child: subprocess.Popen[bytes], deadline: float) -> tuple[bytes, bytes, str]:
    """Both outputs up to MAX_OUTPUT each, and why reading stopped early: "time", "flood", how it grew, or "".

    The child's own end is enough: what it left running may hold the pipes open for ever.
    """
    assert child.stdout is not None and child.stderr is not None  # noqa: PT018
    got: dict[int, bytearray] = {child.stdout.fileno(): bytearray(), child.stderr.fileno(): bytearray()}
    out, err = got.values()
    why = ""
    watch = watching.Watch(child.pid)
    with selectors.DefaultSelector() as ready:
        for descriptor in got:
            os.set_blocking(descriptor, False)
            ready.register(descriptor, selectors.EVENT_READ)
        while ready.get_map() and not why:
            events = ready.select(min(0.05, max(0.0, deadline - time.monotonic())))
            ended = child.poll() is not None
            progress = sum(_take(ready, key.fd, got[key.fd]) for key, _ in events)
            if max(len(out), len(err)) > MAX_OUTPUT:
                why = "flood"
            elif time.monotonic() > deadline:
                why = "time"
            elif grown := watch.grown():
                why = grown
            elif ended and not progress:
                break
    return bytes(out[:MAX_OUTPUT]), bytes(err[:MAX_OUTPUT]), why


def _take(ready: selectors.BaseSelector, descriptor: int, into: bytearray) -> int:
    """Read what is there; at the end of the stream stop watching it. Gives the number of bytes."""
    try:
        block = os.read(descriptor, _READ)
    except BlockingIOError:
        return 0
    if not block:
        ready.unregister(descriptor)
    into.extend(block)
    return len(block)


def _end(child: subprocess.Popen[bytes]) -> None:
    """End the sandbox or the keeper, and with it all that ran inside; take the status of one that ended by itself."""
    # give a child whose pipes are closed a moment to report its status
    _wait(child, 0.05)
    status = child.returncode
    if status is None:
        child.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            child.wait(_GOODBYE)
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(child.pid, signal.SIGKILL)
    child.wait()
    if status is not None:
        child.returncode = status
    for pipe in (child.stdout, child.stderr):
        if pipe is not None:
            pipe.close()


def _wait(child: subprocess.Popen[bytes], seconds: float) -> None:
    """Wait for the child's end, where the system can without looking again and again."""
    try:
        end = os.pidfd_open(child.pid)
    except (AttributeError, OSError):
        with contextlib.suppress(subprocess.TimeoutExpired):
            child.wait(seconds)
        return
    try:
        select.select([end], [], [], seconds)
    finally:
        os.close(end)
    child.poll()


def _left_behind(scratch: str, found: Found) -> list[str]:
    """What appeared in the throw-away folders and beside the program, by name, at most ten."""
    left = []
    beside = os.path.dirname(found.path)
    places = [(name.upper(), os.path.join(scratch, name), frozenset[str]()) for name in ("home", "work", "tmp")]
    if beside.startswith(sandbox.INSIDE + "/"):
        places.append((beside, scratch + beside.removeprefix(sandbox.INSIDE), frozenset(_names(beside))))
    for label, place, known in places:
        left += [f"{label}/{clean(name, 60)}" for name in _names(place) if name not in known]
    return left[:10]


def _names(folder: str) -> list[str]:
    try:
        return sorted(os.listdir(folder))
    except OSError:
        return []
