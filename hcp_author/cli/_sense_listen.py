"""`hcp-author sense listen`: every way in that the user named for a pack, at once, until it is told to stop."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from hcp_author.cli._sense_pack import Folder, complain, off_note, readable, the_sink, typed
from hcp_author.errors import FINDINGS, OK, UserError

if TYPE_CHECKING:
    from hcp_author.ingress.config import Config
    from hcp_author.runtime.manifest import Pack
    from hcp_author.runtime.senseface import Ingress

PORT = 8808


def listen(
    pack: Folder,
    port: Annotated[
        int, typer.Option("--port", help="where on loopback; 0: any that is free", min=0, max=65535)
    ] = PORT,
    session: Annotated[str | None, typer.Option("--session", metavar="FILE", help="a host's session/1")] = None,
    binding: Annotated[
        str | None, typer.Option("--binding", metavar="MODE", help="what records are kept under")
    ] = None,
    seconds: Annotated[float | None, typer.Option("--for", metavar="SECONDS", help="end by itself", min=0)] = None,
) -> int:
    """Let events in by every source that you named for a pack, until ctrl-C; one JSON line for each event.

    Requests are taken on 127.0.0.1 alone: it is a small server for development; put a real one before it. An event is
    acknowledged once it is durable in your sink, and nothing is run for it but what you named with `sense wake`. What
    is refused is told on standard error.

    Example: hcp-author sense listen mail --for 1
    """
    import time

    from hcp_author.ingress import config, run

    declared = readable(pack)
    known = config.read(declared.pack_id, str(pack))
    check(pack, declared, known, session)
    spoken = voice()
    desk = ingress(pack, declared, session, binding, spoken.say)
    who = desk.session
    if note := off_note(who, declared, pack):
        complain(note)
    own = emitter(pack, declared, session, binding)
    whose = run.Whose(declared.pack_id, str(pack), who.principal, who.project(), own)
    with the_sink():
        going = run.start(known, whose, port, desk.take, spoken)
    try:
        end_on_signals()
        announce_addresses(known.sources.values(), going.port, whose)
        time.sleep(seconds) if seconds is not None else going.desk.stop.wait()
    finally:
        going.end()
    return OK


def check(folder: Path, pack: Pack, known: Config, session: str | None) -> None:
    """Refuse what could not work: nothing named, or a process that cannot be what it must be; raises UserError."""
    start = f"hcp-author sense source {typed(folder)}"
    if not known.sources:
        why = f"no source is named for `{pack.pack_id}`: nothing could come in{moved(pack.pack_id, folder)}"
        raise UserError(why, f"{start} hooks --way signed", FINDINGS)
    own = [one.name for one in known.sources.values() if one.way == "process"]
    if own:
        has_emitter(pack, own[0], f"{start} {own[0]} --remove")
    if own and session and session.startswith("fd:"):
        why = f"`{own[0]}` is a process of its own, which cannot read the session from `{session}`"
        raise UserError(why, f"hcp-author sense listen {typed(folder)} --session FILE")


def has_emitter(pack: Pack, name: str, fix: str) -> None:
    """Refuse a process for a pack that has none to run; raises UserError."""
    if pack.wrap is not None:
        why = f"`{pack.pack_id}` wraps a program, so it has no emitter that the source `{name}` could keep going"
        raise UserError(why, fix, FINDINGS)


def moved(pack_id: str, folder: Path) -> str:
    """That sources were named for the same pack elsewhere, where they were."""
    from hcp_author.ingress import config

    others = config.elsewhere(pack_id, str(folder))
    return f"; there are some for `{others[0]}`: sources belong to a folder" if others else ""


def voice() -> Any:
    """What prints answers on standard output, as long as somebody reads there, and tells the rest on standard error."""
    from hcp_author.ingress import run

    lock, gone = threading.Lock(), threading.Event()
    if sys.stdout is None:  # it was closed before we began
        gone.set()

    def say(line: str) -> None:
        with lock:
            if not gone.is_set():
                try:
                    sys.stdout.buffer.write(line.encode())
                    sys.stdout.buffer.flush()
                except OSError as error:
                    gone.set()
                    no_more_output(error)

    return run.Voice(say, complain)


def no_more_output(error: OSError) -> None:
    """Go on without standard output: what is delivered counts, and not that somebody reads of it."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    complain(f"standard output is gone ({error.strerror}); events are still taken in")


def ingress(
    folder: Path, pack: Pack, session: str | None, binding: str | None, say: Callable[[str], object]
) -> Ingress:
    """What delivers one event and says what became of it; raises UserError."""
    from hcp_author.runtime import fault, senseface
    from hcp_author.runtime import session as sessions

    try:
        who = sessions.open_(session, str(folder))
        return senseface.Ingress(pack, who, binding or pack.binding, say)
    except fault.Fault as refused:
        raise UserError(refused.message, refused.hint, FINDINGS) from None


def emitter(folder: Path, pack: Pack, session: str | None, binding: str | None = None) -> list[str]:
    """The argv of the pack's own process, under the session and the Binding that its records are kept under."""
    given = (("--session", session), ("--binding", binding))
    host = [word for name, value in given if value for word in (name, value)]
    return [sys.executable, str(folder.resolve() / "bin" / pack.pack_id), "--emit", *host]


def end_on_signals() -> None:
    """Have SIGTERM and SIGHUP end us as ctrl-C does, so that no emitter is left running."""
    import signal

    def end(number: int, _: object) -> None:
        raise SystemExit(128 + number)

    for number in (signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, end)


def announce_addresses(sources: Any, port: int | None, whose: Any) -> None:
    """Say where events are taken in, on standard error."""
    from hcp_author.ingress import address, spool
    from hcp_author.ingress.server import HOST

    for one in sources:
        if one.way in ("signed", "mapped"):
            complain(f"{one.name}: POST http://{HOST}:{port}/{one.name}")
        elif one.way == "spool":
            complain(f"{one.name}: spool {spool.place(one, whose.pack_id, whose.root)}/new")
        elif one.way == "redis":
            complain(f"{one.name}: redis {one.stream} of {address.shown(one.url)}")
        else:
            complain(f"{one.name}: {one.way}")
