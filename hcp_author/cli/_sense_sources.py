"""How events reach a pack's sink: named sources, a listener for them, and a command that a record wakes."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from hcp_author.errors import FINDINGS, OK, UserError

if TYPE_CHECKING:
    from hcp_author.ingress.config import Source
    from hcp_author.runtime.manifest import Pack

PORT = 8808
Folder = Annotated[Path, typer.Argument(metavar="PACK", help="the pack's folder")]
DryRun = Annotated[bool, typer.Option("--dry-run", help="say what would be kept, and keep nothing")]
Json = Annotated[bool, typer.Option("--json", help="print hcp-author/sense/1")]


def listen(
    pack: Folder,
    port: Annotated[
        int, typer.Option("--port", help="where on loopback; 0: any that is free", min=0, max=65535)
    ] = PORT,
    session: Annotated[str | None, typer.Option("--session", metavar="FILE", help="a host's session/1")] = None,
    binding: Annotated[
        str | None, typer.Option("--binding", metavar="MODE", help="what records are kept under")
    ] = None,
    seconds: Annotated[float | None, typer.Option("--for", metavar="SECONDS", help="end by itself")] = None,
) -> int:
    """Let events in by every source that you named for a pack, until ctrl-C; one JSON line for each event.

    Requests are taken on 127.0.0.1 alone: it is a small server for development; put a real one before it. An event is
    acknowledged once it is durable in your sink, and nothing is run for it but what you named with `sense wake`.

    Example: hcp-author sense listen mail --for 1
    """
    import time

    from hcp_author.ingress import config, run

    declared = readable(pack)
    known = config.read(declared.pack_id, str(pack))
    if not known.sources:
        why = f"no source is named for `{declared.pack_id}`: nothing could come in"
        raise UserError(why, f"hcp-author sense source {pack} hooks --way signed", FINDINGS)
    going = run.start(
        known,
        declared.pack_id,
        str(pack),
        emitter(pack, declared, session, binding),
        port,
        taker(pack, declared, session, binding),
        complain,
    )
    announce_addresses(known.sources.values(), going.port)
    end_on_signals()
    try:
        time.sleep(seconds) if seconds is not None else going.desk.stop.wait()
    finally:
        going.end()
    return OK


def source(
    pack: Folder,
    name: Annotated[str | None, typer.Argument(help="the source's name; without one all are listed")] = None,
    way: Annotated[str | None, typer.Option("--way", help="signed, mapped, spool, redis or process")] = None,
    mapping: Annotated[
        str | None, typer.Option("--map", help="mapped: a map's name, or your own by absolute path")
    ] = None,
    key: Annotated[
        str | None, typer.Option("--key", metavar="KEY", help="a key's name: one more key, or the one to remove")
    ] = None,
    key_file: Annotated[
        str | None,
        typer.Option("--key-file", metavar="FILE", help="the signing key; `-` is standard input; else one is made"),
    ] = None,
    folder: Annotated[str | None, typer.Option("--folder", help="spool: the queue's folder")] = None,
    url: Annotated[str | None, typer.Option("--url", help="redis: the server, redis://HOST:PORT/0")] = None,
    stream: Annotated[str | None, typer.Option("--stream", help="redis: the stream")] = None,
    remove: Annotated[bool, typer.Option("--remove", help="forget the source")] = False,
    dry_run: DryRun = False,
    as_json: Json = False,
) -> int:
    """Name a way in for events, in your own configuration (never in the pack), or list those that are named.

    signed: requests signed with HMAC-SHA256 (webhook-id, webhook-timestamp, webhook-signature). mapped: a provider's
    own webhook, mapped to a ref. spool: a folder; redis: a stream; process: the pack's own emitter, kept going.
    With --key a source of requests takes one more key, so that senders can change over; --remove --key takes one away.

    Example: hcp-author sense source mail queue --way spool
    """
    from hcp_author.cli import _sense_keys as keys
    from hcp_author.ingress import config

    declared = readable(pack)
    sources = config.read(declared.pack_id, str(pack)).sources
    if name is None:
        return listed(declared.pack_id, sources.values(), as_json)
    given = {"way": way, "map": mapping, "folder": folder, "url": url, "stream": stream}
    facts: Any = {option: one for option, one in given.items() if one is not None}
    keys.check(sources, name, pack, facts, key, key_file, remove)
    made = None if remove or key_file or not (key or way in keys.KEYED) else keys.new()
    if key and name in sources:
        facts = keys.changed(config.kept(declared.pack_id, str(pack), name), key, made, key_file, remove)
    elif remove:
        facts = None
    elif way in keys.KEYED:
        facts["keys"] = {key or "first": made or keys.read(key_file or "")}
    if facts is not None:
        config.source(declared.pack_id, name, facts)
    if not dry_run:
        config.change(declared.pack_id, str(pack), f"sources/{name}", facts)
    return told(pack, declared.pack_id, name, facts, None if dry_run else made, dry_run, as_json)


def wake(
    pack: Folder,
    command: Annotated[
        list[str] | None, typer.Argument(metavar="[COMMAND]...", help="an absolute path, and words")
    ] = None,
    remove: Annotated[bool, typer.Option("--remove", help="wake nothing any more")] = False,
    dry_run: DryRun = False,
    as_json: Json = False,
) -> int:
    """Have a command of yours run after each new record, with the record's number as its last word.

    It runs once the record is durable, with a clean environment and no grant of any kind; `sense listen` runs it.

    Example: hcp-author sense wake mail -- /bin/true
    """
    from hcp_author.ingress import config

    declared = readable(pack)
    if bool(command) == remove:
        raise UserError("say the command, or --remove", f"hcp-author sense wake {pack} -- /absolute/path")
    if command and not (command[0].startswith("/") and Path(command[0]).is_file()):
        raise UserError(
            f"`{command[0]}` is not the absolute path of a program", f"hcp-author sense wake {pack} -- /absolute/path"
        )
    if not dry_run:
        config.change(declared.pack_id, str(pack), "wake", command or None)
    facts = {"pack_id": declared.pack_id, "wake": command or None, "dry_run": dry_run}
    does = "would run" if dry_run else "runs"
    return say(facts, as_json, f"{' '.join(command)} N {does} after each record" if command else "nothing is woken")


def readable(folder: Path) -> Pack:
    """The pack as the runtime reads it, with a trigger; raises UserError."""
    from hcp_author.pack import files
    from hcp_author.runtime import fault, manifest

    read = files.read(folder)
    try:
        pack = manifest.load(str(folder))
    except fault.Fault as refused:
        raise UserError(refused.message, f"hcp-author lint {folder}", FINDINGS) from None
    if not pack.triggers:
        raise UserError(f"`{read.pack_id}` declares no trigger, so it has no Sense", f"hcp-author show {folder}")
    return pack


def taker(folder: Path, pack: Pack, session: str | None, binding: str | None) -> Any:
    """What delivers one event and prints what became of it."""
    from hcp_author.runtime import fault, senseface
    from hcp_author.runtime import session as sessions

    try:
        who = sessions.open_(session, str(folder))
        return senseface.Ingress(pack, who, binding or pack.binding, lambda line: print(line, end="", flush=True)).take
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


def announce_addresses(sources: Any, port: int | None) -> None:
    """Say where requests are taken, on standard error."""
    from hcp_author.ingress.server import HOST

    for one in sources:
        if one.way in ("signed", "mapped"):
            print(f"{one.name}: POST http://{HOST}:{port}/{one.name}", file=sys.stderr)
        else:
            print(f"{one.name}: {one.way}", file=sys.stderr)


def complain(text: str) -> None:
    """Tell a person at the terminal what went wrong with one source; the others go on."""
    from hcp_author.pack.text import visible

    print(visible(text), file=sys.stderr, flush=True)


def told(folder: Path, pack_id: str, name: str, facts: Any, made: str | None, dry_run: bool, as_json: bool) -> int:
    """Say what was kept; a key that was made is shown this once, and never again."""
    from hcp_author.runtime import places

    shown = {"name": name, **{key: one for key, one in (facts or {}).items() if key != "keys"}}
    data = {"pack_id": pack_id, "source": shown if facts else None, "dry_run": dry_run}
    kept = places.config_file(pack_id)
    if not facts:
        return say(data, as_json, f"`{name}` {'would be' if dry_run else 'is'} removed from {kept}")
    text = f"`{name}` {'would be' if dry_run else 'is'} kept in {kept}; hcp-author sense listen {folder}"
    if made:
        data["key"] = made
        text += f"\nits signing key, shown this once: {made}"
    return say(data, as_json, text)


def listed(pack_id: str, sources: Any, as_json: bool) -> int:
    """The sources without their secrets."""
    rows: list[Source] = list(sources)
    plain = [{"name": one.name, "way": one.way, "map": one.map or None, "keys": sorted(one.keys)} for one in rows]
    if as_json:
        return say({"pack_id": pack_id, "sources": plain}, True)
    for one in rows:
        keys = f"keys: {', '.join(one.keys)}" if len(one.keys) > 1 else ""
        print("  ".join(filter(None, (one.name, one.way, one.map or one.folder or one.stream, keys))))
    if not rows:
        print(f"no source is named for {pack_id}")
    return OK


def say(facts: dict[str, Any], as_json: bool, text: str = "") -> int:
    """Print what was done, for a person or a machine."""
    print(json.dumps({"format": "hcp-author/sense/1", **facts}) if as_json else text)
    return OK
