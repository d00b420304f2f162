"""A queue that is a stream of Redis, read as one of a group: acknowledged there once it is in the sink."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from hcp_author.errors import FINDINGS, UserError
from hcp_author.ingress import address
from hcp_author.ingress.body import bare
from hcp_author.ingress.config import Source
from hcp_author.ingress.desk import Desk, named
from hcp_author.runtime import announce, strict

if TYPE_CHECKING:
    from redis import Redis

GROUP = "hcp-author"
BLOCK_MS = 500
CLAIM_MS = 30_000  # after which what another reader took and never acknowledged is ours
MANY = 64
LONGEST = 30.0


def connect(source: Source) -> Redis:
    """The server that the source names; raises UserError where the package is not there, or refuses the address."""
    try:
        import redis
    except ModuleNotFoundError:
        fix = 'pip install "hcp-author[redis]"'
        raise UserError(f"source `{source.name}` needs the package `redis`", fix, FINDINGS) from None
    try:
        return redis.Redis.from_url(source.url, socket_timeout=10, socket_connect_timeout=5)
    except Exception:  # its words could hold the password
        why = f"source `{source.name}`: the package `redis` takes no address like `{address.shown(source.url)}`"
        raise UserError(why, "--url redis://HOST:PORT/0", FINDINGS) from None


def refused(source: Source) -> str:
    """What the package says against an address, where it is installed; empty where nothing."""
    import importlib.util

    if importlib.util.find_spec("redis") is None:
        return ""
    try:
        connect(source)
    except UserError as error:
        return error.message
    return ""


def run(source: Source, desk: Desk, tell: Callable[[str], object], reader: str) -> None:
    """Deliver what the stream holds and what comes, until the desk stops; `reader` is our name in the group."""
    server, pause = connect(source), 0.0
    while not desk.stop.wait(pause):
        try:
            once(source, server, desk, tell, reader)
            pause = 0.0
        except Exception as error:
            pause = min(max(2 * pause, 0.5), LONGEST)
            tell(f"source `{source.name}`: {type(error).__name__}: {error}; it is tried again in {pause:g} seconds")


def once(source: Source, server: Redis, desk: Desk, tell: Callable[[str], object], reader: str) -> None:
    """One look: what was left over by a reader that died, then what is new."""
    _group(source, server)
    left: Any = server.xautoclaim(source.stream, GROUP, reader, CLAIM_MS, count=MANY)
    new: Any = server.xreadgroup(GROUP, reader, {source.stream: ">"}, count=MANY, block=BLOCK_MS)
    for number, fields in [*left[1], *(entry for _, entries in new or [] for entry in entries)]:
        if desk.stop.is_set():
            return
        _deliver(source, server, number, fields or {}, desk, tell)


def _deliver(
    source: Source, server: Redis, number: bytes, fields: dict[bytes, bytes], desk: Desk, tell: Callable[[str], object]
) -> None:
    """Deliver one entry, whose field `event` is an event as JSON, and acknowledge it; a bad one goes to STREAM:bad."""
    try:
        if b"event" not in fields:
            raise ValueError("the field `event` is missing")
        event = strict.loads(strict.decode(fields[b"event"], announce.LINE_LIMIT))
        desk.deliver(named(source.name, event, number.decode()))
    except ValueError as error:
        kept: Any = {**fields, b"entry": number, b"why": str(error).encode()}
        server.xadd(f"{source.stream}:bad", kept)
        where = f"`{source.stream}:bad`"
        tell(f"source `{source.name}`: entry {number.decode()} is set aside in {where}: {bare(str(error))}")
    server.xack(source.stream, GROUP, number)


def _group(source: Source, server: Redis) -> None:
    import redis

    try:
        server.xgroup_create(source.stream, GROUP, id="0", mkstream=True)
    except redis.ResponseError as error:
        if not str(error).startswith("BUSYGROUP"):
            raise
