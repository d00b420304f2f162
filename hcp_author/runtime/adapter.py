"""The one door to other programs: a clean place, limits while it runs, and the whole process tree ended after."""

from __future__ import annotations

import os
import signal
import subprocess
import threading
import time
from selectors import EVENT_READ, EVENT_WRITE, DefaultSelector

from . import children, descriptors, workspace
from .fault import Fault
from .kinds import Any, Callable, Session

TIME_LIMIT = 60.0  # seconds
OUTPUT_LIMIT = 8 << 20  # bytes of standard output
STDERR_LIMIT = 65_536  # bytes of standard error that are kept, the last ones
_PIECE = 65_536
_ASKING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
_ENDING = (signal.SIGQUIT, signal.SIGUSR1, signal.SIGUSR2, signal.SIGALRM)  # but where a host hears them itself
_BLINK = 0.05  # seconds between looks at whether the child is done and whether we are to stop
_AFTERWARDS = 2.0  # seconds that a pipe may stay open once the program itself is done


class Terms:
    """What a program runs under: who calls, in which Binding mode, where (None: a private folder), with what.

    `tell`, under `--stream`, is given each line of data as it comes. Secrets go by environment, but for those that
    `descriptors` gives a number.
    """

    def __init__(self, session: Session, mode: str, folder: str | None) -> None:
        self.session = session
        self.mode = mode
        self.workspace = folder
        self.seconds = TIME_LIMIT
        self.settings: dict[str, str] = {}
        self.secrets: dict[str, str] = {}
        self.descriptors: dict[str, int] = {}
        self.tell: Callable[[Any], None] | None = None


class Job:
    """One program to run: its words, the file it is (for PATH), what it reads, what the pack fixes, its limits.

    `hear` is given each piece of standard error as it comes. One that `waits` reads on after its body: a `reply` lets
    it go on.
    """

    def __init__(
        self,
        words: list[str],
        path: str | None = None,
        body: bytes | None = None,
        fixed: dict[str, str] | None = None,
        seconds: float | None = TIME_LIMIT,
        hear: Callable[[bytes], object] | None = None,
        waits: bool = False,
    ) -> None:
        self.words = words
        self.path = path
        self.body = body
        self.fixed = fixed or {}
        self.seconds = seconds
        self.hear = hear
        self.waits = waits
        self.stdin: Any = None  # while it runs


def run(job: Job, terms: Terms, take: Callable[[bytes], object]) -> tuple[int, bytes]:
    """Run a job in the workspace or a private folder, with a clean environment: exit status and standard error.

    A negative status is the signal that ended it. `take` gets each piece of standard output as it comes, and may
    raise to end it. Raises Fault `timed_out`, `adapter_failed` (it could not be started).
    """
    with workspace.Scratch() as scratch:
        home = workspace.home_for(terms.mode, scratch)
        told = {name: one for name, one in terms.secrets.items() if name not in terms.descriptors}
        handed = {number: terms.secrets[name] for name, number in terms.descriptors.items() if name in terms.secrets}
        env = workspace.environment(home, scratch.tmp, job.path, {**job.fixed, **terms.settings, **told})
        before = children.adopt()
        with _Ears() as ears:
            child = _start(job, env, terms.workspace or scratch.work, handed)
            done = False
            try:
                complaint = _attend(child, job, take, ears, lambda: children.end(child, before, scratch.tmp))
                done = True
            finally:
                children.end(child, before, scratch.tmp, gently=not done)
                child.__exit__(None, None, None)
                children.adopt(on=False)
        return child.returncode, complaint


def reply(job: Job) -> None:
    """Let a job that waits go on; one that is gone hears nothing."""
    try:
        os.write(job.stdin.fileno(), b"\n")
    except BrokenPipeError:
        return


def hand_over(words: list[str], env: dict[str, str], cwd: str) -> int:
    """Run a program on the caller's own terminal until it is done (a person's `connect` and pass-through).

    An interrupt is the program's to answer: it gets it from the terminal, as we do.
    """
    former = signal.getsignal(signal.SIGINT)
    if former != signal.SIG_IGN:
        signal.signal(signal.SIGINT, lambda *_: None)  # not SIG_IGN, which the program would inherit
    try:
        return subprocess.run(words, env=env, cwd=cwd, check=False).returncode
    except OSError as error:
        raise Fault("adapter_failed", f"`{words[0]}` could not be started: {error.strerror}") from None
    finally:
        signal.signal(signal.SIGINT, former)


def _start(job: Job, env: dict[str, str], cwd: str, handed: dict[int, str]) -> subprocess.Popen[bytes]:
    source = subprocess.DEVNULL if job.body is None else subprocess.PIPE
    pipe = subprocess.PIPE
    try:
        with descriptors.held(handed):
            return subprocess.Popen(
                job.words,
                stdin=source,
                stdout=pipe,
                stderr=pipe,
                env=env,
                cwd=cwd,
                start_new_session=True,
                pass_fds=tuple(handed),
            )
    except (OSError, ValueError) as error:
        children.adopt(on=False)
        why = error.strerror if isinstance(error, OSError) else error
        raise Fault("adapter_failed", f"`{job.words[0]}` could not be started: {why}") from None


def _attend(
    child: subprocess.Popen[bytes],
    job: Job,
    take: Callable[[bytes], object],
    ears: _Ears,
    end_tree: Callable[[], None],
) -> bytes:
    """Feed and read the child until it is done; whoever holds its pipes open after that is ended too."""
    until = float("inf") if job.seconds is None else time.monotonic() + job.seconds
    complaint = bytearray()
    ended = False
    pause = 0.0005
    with DefaultSelector() as pipes:
        _register(pipes, child, job, take, complaint)
        while pipes.get_map() or not ended:
            ears.heed()
            if not ended and children.done(child):
                ended, until = True, time.monotonic() + _AFTERWARDS
                end_tree()
            left = until - time.monotonic()
            if left <= 0 and not ended:
                raise Fault("timed_out", f"the program was ended after {job.seconds:g} seconds", "ask for less")
            if left <= 0:
                break
            if pipes.get_map():
                _serve(pipes, min(left, _BLINK))
            elif not ended:
                time.sleep(min(left, pause))
                pause = min(pause * 2, _BLINK)
    return bytes(complaint)


def _register(
    pipes: DefaultSelector,
    child: subprocess.Popen[bytes],
    job: Job,
    take: Callable[[bytes], object],
    complaint: bytearray,
) -> None:
    def hear(piece: bytes) -> None:
        complaint.extend(piece)
        del complaint[:-STDERR_LIMIT]
        if job.hear:
            job.hear(piece)

    assert child.stdout is not None
    assert child.stderr is not None
    pipes.register(child.stdout, EVENT_READ, take)
    pipes.register(child.stderr, EVENT_READ, hear)
    job.stdin = child.stdin
    if child.stdin and job.waits:
        rest = [memoryview(job.body or b"")]
        while _write(child.stdin.fileno(), rest):
            pass  # it reads all of it before anything else
    elif child.stdin:
        os.set_blocking(child.stdin.fileno(), False)
        pipes.register(child.stdin, EVENT_WRITE, [memoryview(job.body or b"")])


def _serve(pipes: DefaultSelector, seconds: float) -> None:
    for key, _ in pipes.select(seconds):
        if isinstance(key.data, list):
            going = _write(key.fd, key.data)
        else:
            piece = os.read(key.fd, _PIECE)
            going = bool(piece)
            if piece:
                key.data(piece)
        if not going:
            pipes.unregister(key.fileobj)
            key.fileobj.close()  # type: ignore[union-attr]


def _write(descriptor: int, rest: list[memoryview]) -> bool:
    """Write what goes in now; False when all is written, or nobody reads any more."""
    try:
        rest[0] = rest[0][os.write(descriptor, rest[0][:_PIECE]) :]
    except BlockingIOError:
        return True
    except BrokenPipeError:
        return False
    return len(rest[0]) > 0


class _Ears:
    """Hears the signals that end us while a child runs, to be heeded where its tree can be ended, and nowhere else.

    An interrupt at any other place, such as the moment in which the child is started, would leave it running.
    """

    def __init__(self) -> None:
        self.heard: list[int] = []
        self.former: dict[int, Any] = {}

    def __enter__(self) -> _Ears:
        main = threading.current_thread() is threading.main_thread()
        for number in (*_ASKING, *_ENDING) if main else ():
            now = signal.getsignal(number)
            if now == signal.SIG_DFL or (number in _ASKING and now != signal.SIG_IGN):
                self.former[number] = signal.signal(number, lambda heard, _: self.heard.append(heard))
        return self

    def __exit__(self, *_: object) -> None:
        for number, handler in self.former.items():
            signal.signal(number, handler)

    def heed(self) -> None:
        """Stop here if a signal was heard: KeyboardInterrupt, or SystemExit with 128 + its number."""
        if signal.SIGINT in self.heard:
            raise KeyboardInterrupt
        if self.heard:
            raise SystemExit(128 + self.heard[0])
