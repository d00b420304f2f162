"""All sources of one pack at once, each in a thread of its own, until it is told to stop."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from hcp_author.errors import FINDINGS, UserError
from hcp_author.ingress import inbox, process, spool, stream
from hcp_author.ingress.config import KEYED, Config, Source, following
from hcp_author.ingress.desk import Answer, Desk, Event
from hcp_author.ingress.server import HOST, Server
from hcp_author.ingress.wake import Wake
from hcp_author.runtime import sink

Work = Callable[[], None]


@dataclass(frozen=True)
class Whose:
    """For whom events are taken in: the pack in folder `root`, a Principal, and their project (or an empty string).

    `emitter` is the argv of the pack's own process.
    """

    pack_id: str
    root: str
    principal: str
    project: str
    emitter: Sequence[str]


@dataclass(frozen=True)
class Voice:
    """`say` gets the answer to each event, a line of JSON; `tell` what a person should know. Neither raises."""

    say: Callable[[str], object]
    tell: Callable[[str], object]


@dataclass(frozen=True)
class Listening:
    """What runs: where requests are taken (None: nowhere), which threads, and the desk that ends them."""

    port: int | None
    threads: Sequence[threading.Thread]
    desk: Desk
    server: Server | None
    wake: Wake | None

    def end(self) -> None:
        """Take nothing more in, let what was taken be delivered, and end what is woken."""
        self.desk.stop.set()
        if self.server:
            self.server.shutdown()
            self.server.server_close()
        for thread in self.threads:
            thread.join(process.GRACE * 2)
        self.desk.close()
        if self.wake:
            self.wake.end()


def start(config: Config, whose: Whose, port: int, take: Callable[[Event], Answer], voice: Voice) -> Listening:
    """Start every source of a pack; raises UserError where the port is taken, or a source cannot be used."""
    wake = _wake(config, whose, voice)
    desk = Desk(take, wake or _nobody)
    served = any(one.way in KEYED for one in config.sources.values())
    try:
        works = list(_works(config, whose, desk, voice))
        server = _server(port, whose, desk, voice) if served else None
    except UserError:
        desk.close()
        if wake:
            wake.end()
        raise
    threads = [threading.Thread(target=work, daemon=True) for work in works]
    threads += [threading.Thread(target=server.serve_forever, daemon=True)] if server else []
    for thread in threads:
        thread.start()
    return Listening(server.server_address[1] if server else None, threads, desk, server, wake)


def _server(port: int, whose: Whose, desk: Desk, voice: Voice) -> Server:
    try:
        return Server(port, following(whose.pack_id, whose.root), desk, voice.tell)
    except OSError as error:
        why = f"cannot listen on {HOST}:{port}: {error.strerror}"
        raise UserError(why, f"hcp-author sense listen {whose.root} --port 0", FINDINGS) from None


def _works(config: Config, whose: Whose, desk: Desk, voice: Voice) -> Iterator[Work]:
    """What each source that is no address has to do; what it needs is there before anything is started."""
    for one in config.sources.values():
        if one.way == "spool":
            yield _spool(one, spool.folder(one, whose.pack_id, whose.root), desk, voice)
        elif one.way == "redis":
            stream.connect(one)
            yield _stream(one, desk, voice)
        elif one.way == "process":
            yield _process(one, whose, desk, voice)


def _spool(source: Source, base: str, desk: Desk, voice: Voice) -> Work:
    return lambda: spool.run(source, base, desk, voice.tell)


def _stream(source: Source, desk: Desk, voice: Voice) -> Work:
    return lambda: stream.run(source, desk, voice.tell, f"{os.uname().nodename}-{os.getpid()}")


def _process(source: Source, whose: Whose, desk: Desk, voice: Voice) -> Work:
    return lambda: process.run(source, whose.emitter, desk, desk.woken, voice.say, voice.tell)


def _wake(config: Config, whose: Whose, voice: Voice) -> Wake | None:
    """What follows the sink from where it is now, where the user named a command."""
    if not config.wake:
        return None
    path = sink.default()

    def after(number: int) -> list[int]:
        number = number if number <= inbox.last(path) else 0  # a sink that was moved away begins anew
        return inbox.numbers(path, whose.pack_id, whose.principal, project=whose.project, after=number)

    return Wake(config.wake, inbox.last(path), after, voice.tell)


def _nobody(number: int) -> None:
    """Wake nothing."""
