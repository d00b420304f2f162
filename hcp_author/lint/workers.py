"""Forked workers that each do a share of the same work, and send each result through a pipe as marshal writes it."""

from __future__ import annotations

import gc
import marshal
import os
import signal
import sys
from collections.abc import Callable, Generator, Sequence
from typing import Any, BinaryIO, NoReturn

from hcp_author.errors import UserError

SIZE = 4  # bytes that tell how long a result is
# what a result is: what the work gave, a user's mistake, or a fault of ours
DONE, MISTAKE, FAULT = 0, 1, 2
# a worker drops each pack at once, and next to nothing of it is a cycle
COLLECT_EVERY = 100_000


class WorkerError(Exception):
    """A worker ended, or failed, at one of its tasks; the message names it."""


def run(tasks: Sequence[str], count: int, work: Callable[[str], Any]) -> Generator[Any, None, None]:
    """What `work` gives for each task, in order; task k is done by worker k modulo `count`.

    `work` gives what marshal can write, and runs in a child process. A UserError of it is raised here; anything else
    that goes wrong, and a worker that ends early, is a WorkerError. All workers have ended when this does.
    """
    children = [start(tasks, number, count, work) for number in range(count)]
    try:
        for index, task in enumerate(tasks):
            yield received(children[index % count], task)
    finally:
        stop(children)


def start(tasks: Sequence[str], number: int, count: int, work: Callable[[str], Any]) -> tuple[int, BinaryIO]:
    """One worker: its process id, and what it writes to."""
    read, write = os.pipe()
    sys.stdout.flush()
    sys.stderr.flush()
    pid = os.fork()
    if pid == 0:
        os.close(read)
        serve(tasks[number::count], write, work)
    os.close(write)
    return pid, os.fdopen(read, "rb")


def serve(tasks: Sequence[str], out: int, work: Callable[[str], Any]) -> NoReturn:
    """The life of a worker: never returns, and runs nothing that the parent had planned for its own end."""
    status = 1
    try:
        # ctrl-C reaches the whole group; the parent tells of it, and ends its workers
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        gc.freeze()
        gc.set_threshold(COLLECT_EVERY)
        for task in tasks:
            send(out, result(task, work))
        status = 0
    except BrokenPipeError:
        pass  # the parent went away
    finally:
        os._exit(status)


def result(task: str, work: Callable[[str], Any]) -> tuple[int, Any]:
    """What came of one task, as the parent is told."""
    try:
        return DONE, work(task)
    except UserError as error:
        return MISTAKE, (error.message, error.fix, error.status)
    except BaseException as error:
        import traceback

        last = traceback.extract_tb(error.__traceback__)[-1]
        place = f"{os.path.basename(last.filename)}:{last.lineno}"
        trace = "".join(traceback.format_exception(error)) if os.environ.get("HCP_AUTHOR_TRACEBACK") else ""
        return FAULT, (f"{type(error).__name__}: {error} ({place})", trace)


def send(out: int, message: tuple[int, Any]) -> None:
    """Write one result with its length before it."""
    data = marshal.dumps(message)
    data = len(data).to_bytes(SIZE, "big") + data
    while data:
        data = data[os.write(out, data) :]


def received(child: tuple[int, BinaryIO], task: str) -> Any:
    """The next result of a worker."""
    pid, pipe = child
    size = int.from_bytes(pipe.read(SIZE), "big")
    data = pipe.read(size) if size else b""
    if not size or len(data) < size:
        raise WorkerError(f"the worker that checked `{task}` ended before it was done: {ending(pid)}")
    kind, value = marshal.loads(data)  # noqa: S302 - our own child wrote it
    if kind == MISTAKE:
        raise UserError(*value)
    if kind == FAULT:
        message, trace = value
        raise WorkerError(f"at `{task}`: {message}{chr(10) if trace else ''}{trace}")
    return value


def ending(pid: int) -> str:
    """How a worker ended, in words; it is left to be waited for."""
    end = os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)
    if end is None or end.si_code == os.CLD_EXITED:
        return f"exit status {end.si_status if end else 'unknown'}"
    return f"signal {end.si_status}"


def stop(children: Sequence[tuple[int, BinaryIO]]) -> None:
    """End the workers that still run, and wait for them."""
    for pid, pipe in children:
        pipe.close()
        os.kill(pid, signal.SIGTERM)  # it is not waited for yet, so that the number is still its own
    for pid, _ in children:
        os.waitpid(pid, 0)
