"""All sources of one pack at once, each in a thread of its own, until it is told to stop."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from hcp_author.errors import FINDINGS, UserError
from hcp_author.ingress import process, spool, stream
from hcp_author.ingress.config import Config
from hcp_author.ingress.desk import Answer, Desk, Event
from hcp_author.ingress.server import HOST, Server


@dataclass(frozen=True)
class Listening:
    """What runs: where requests are taken (None: nowhere), which threads, and the desk that ends them."""

    port: int | None
    threads: Sequence[threading.Thread]
    desk: Desk
    server: Server | None

    def end(self) -> None:
        """Take nothing more in, and let what was taken be delivered."""
        self.desk.stop.set()
        if self.server:
            self.server.shutdown()
            self.server.server_close()
        for thread in self.threads:
            thread.join(process.GRACE * 2)
        self.desk.close()


def start(
    config: Config,
    pack_id: str,
    root: str,
    emitter: Sequence[str],
    port: int,
    take: Callable[[Event], Answer],
    tell: Callable[[str], object],
) -> Listening:
    """Start every source of the pack in folder `root`; `emitter` is the argv of its own process.

    Raises UserError where the port is taken.
    """
    wake = process.Wake(config.wake, tell)
    desk = Desk(take, wake)
    sources = config.sources.values()
    served = {one.name: one for one in sources if one.way in ("signed", "mapped")}
    try:
        server = Server(port, served, desk) if served else None
    except OSError as error:
        why = f"cannot listen on {HOST}:{port}: {error.strerror}"
        raise UserError(why, "hcp-author sense listen PACK --port 0", FINDINGS) from None
    works: list[Callable[[], None]] = [server.serve_forever] if server else []
    for one in sources:
        if one.way == "spool":
            works.append(lambda one=one: spool.run(one, spool.folder(one, pack_id, root), desk, tell))  # type: ignore[misc]
        elif one.way == "redis":
            stream.connect(one)
            works.append(lambda one=one: stream.run(one, desk, tell, f"{os.uname().nodename}-{os.getpid()}"))  # type: ignore[misc]
        elif one.way == "process":
            works.append(lambda one=one: process.run(one, emitter, desk, wake, tell))  # type: ignore[misc]
    threads = [threading.Thread(target=work, daemon=True) for work in works]
    for thread in threads:
        thread.start()
    return Listening(server.server_address[1] if server else None, threads, desk, server)
