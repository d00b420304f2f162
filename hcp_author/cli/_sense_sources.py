"""How events reach a pack's sink: named sources, and a command that a record wakes."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from hcp_author.cli import _sense_keys as keys
from hcp_author.cli._sense_listen import has_emitter, moved
from hcp_author.cli._sense_pack import DryRun, Folder, Json, readable, say, typed
from hcp_author.errors import FINDINGS, OK, USAGE, UserError

if TYPE_CHECKING:
    from hcp_author.ingress.config import Source
    from hcp_author.runtime.manifest import Pack

FLAGS = ("way", "map", "folder", "url", "stream")


def source(
    pack: Folder,
    name: Annotated[str | None, typer.Argument(help="the source's name; alone: show it; without: all")] = None,
    way: Annotated[str | None, typer.Option("--way", help="signed, mapped, spool, redis or process")] = None,
    mapping: Annotated[
        str | None, typer.Option("--map", help="mapped: a map's name, or your own by absolute path")
    ] = None,
    key: Annotated[
        str | None, typer.Option("--key", metavar="KEY", help="a key's name: one more key, or the one to remove")
    ] = None,
    key_file: Annotated[
        str | None,
        typer.Option("--key-file", metavar="FILE", help="the key or token; `-` is standard input; else one is made"),
    ] = None,
    folder: Annotated[str | None, typer.Option("--folder", help="spool: the queue's folder")] = None,
    url: Annotated[str | None, typer.Option("--url", help="redis: the server, redis://HOST:PORT/0")] = None,
    url_file: Annotated[
        str | None, typer.Option("--url-file", metavar="FILE", help="the same from a file, where it holds a password")
    ] = None,
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
    from hcp_author.ingress import config

    declared = readable(pack)
    sources = config.read(declared.pack_id, str(pack)).sources
    given = dict(zip(FLAGS, (way, mapping, folder, keys.server(url, url_file), stream), strict=True))
    facts: Any = {option: one for option, one in given.items() if one is not None}
    if name is None:
        if facts or key or key_file or remove:
            raise UserError("say the source's name", f"hcp-author sense source {typed(pack)} NAME --way signed")
        return listed(pack, declared.pack_id, sources.values(), as_json)
    if name in sources and not (facts or key or key_file or remove):
        return listed(pack, declared.pack_id, [sources[name]], as_json)
    keys.check(sources, name, pack, facts, key, key_file, remove)
    made = None if remove or key_file or not (key or way in keys.KEYED) else keys.new(sources.get(name), way)
    if key and name in sources:
        facts = keys.changed(config.kept(declared.pack_id, str(pack), name), key, made, key_file, remove)
    elif remove:
        facts = None
    elif way in keys.KEYED:
        facts["keys"] = {key or "first": made or keys.read(key_file or "")}
    if facts is not None:
        fit(pack, declared, name, facts, dry_run, "url-file" if url_file else "url")
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

    It runs once the record is durable, with a clean environment and no grant of any kind; `sense listen` runs it, for
    every record of yours that comes while it listens. Without a command, what is named now is shown.

    Example: hcp-author sense wake mail -- /bin/true
    """
    from hcp_author.ingress import config

    declared, start = readable(pack), f"hcp-author sense wake {typed(pack)}"
    if command and remove:
        raise UserError("say the command, or --remove", f"{start} -- /absolute/path")
    if not command and not remove:
        kept = config.read(declared.pack_id, str(pack)).wake
        return say({"pack_id": declared.pack_id, "wake": kept, "dry_run": dry_run}, as_json, woken(kept, "runs"))
    if command and not (command[0].startswith("/") and Path(command[0]).is_file()):
        raise UserError(f"`{command[0]}` is not the absolute path of a program", f"{start} -- /absolute/path")
    if command and not os.access(command[0], os.X_OK):
        raise UserError(f"`{command[0]}` is not executable", f"chmod +x {typed(Path(command[0]))}")
    if not dry_run:
        config.change(declared.pack_id, str(pack), "wake", command or None)
    facts = {"pack_id": declared.pack_id, "wake": command or None, "dry_run": dry_run}
    return say(facts, as_json, woken(command, "would run" if dry_run else "runs"))


def woken(command: Any, does: str) -> str:
    """What a wake does, in words."""
    return f"{' '.join(command)} N {does} after each record" if command else "nothing is woken"


def fit(folder: Path, pack: Pack, name: str, facts: dict[str, Any], dry_run: bool, url: str = "url") -> None:
    """Refuse a source that could not work, naming the option that says so (`url`: of the address); raises UserError."""
    from hcp_author.ingress import config, spool, stream

    start = f"hcp-author sense source {typed(folder)}"
    if flaw := config.trouble(name, facts):
        raise misfit(*flaw, facts, start, url)
    made = config.Source(name, **facts)
    if made.way == "process":
        has_emitter(pack, name, f"{start} {name} --way spool")
    if made.way == "redis" and (why := stream.refused(made)):
        raise UserError(why, "--url redis://HOST:PORT/0" if url == "url" else f"--{url} FILE")
    if made.way == "spool" and not dry_run:
        spool.folder(made, pack.pack_id, str(folder))


def misfit(part: str, why: str, facts: Mapping[str, Any], start: str, url: str = "url") -> UserError:
    """The error for a source that was typed wrong, in the words of the command line."""
    if part == "keys":
        text = "the key in `--key-file` must have 16 characters or more, all printable, in one line"
        return UserError(text, "openssl rand -hex 32 > KEY", FINDINGS)
    if " takes no " in why:
        why = f"`{part}` does not go with `--way {facts['way']}`"
    elif part == "url" and url != "url":
        why = why.replace("`url` must be", "`url` must hold") if facts["url"] else "the file of `url` is empty"
    for flag in FLAGS:
        why = why.replace(f"`{flag}`", f"`--{url if flag == 'url' else flag}`")
    if part in FLAGS and part != "url" and f"`--{part}`" not in why:
        why = f"`--{part}`: {why}"
    return UserError(why, f"{start} --help", FINDINGS if part == "map" else USAGE)


def told(folder: Path, pack_id: str, name: str, facts: Any, made: str | None, dry_run: bool, as_json: bool) -> int:
    """Say what was kept; a key that was made is shown this once, and never again."""
    from hcp_author.ingress import config
    from hcp_author.runtime import places

    one = config.Source(name, **facts) if facts else None
    data: dict[str, Any] = {
        "pack_id": pack_id,
        "source": shown(folder, pack_id, one) if one else None,
        "dry_run": dry_run,
    }
    kept, does = places.config_file(pack_id), "would be" if dry_run else "is"
    if one is None:
        return say(data, as_json, f"`{name}` {does} removed from {kept}")
    text = f"`{name}` {does} kept in {kept}; hcp-author sense listen {typed(folder)}"
    if one.way == "spool":
        text += f"\na file that is renamed into {data['source']['folder']}/new is one event"
    if made:
        data["key"] = made
        text += f"\nits {keys.word(one.way, one.map)}, shown this once: {made}"
    return say(data, as_json, text)


def shown(folder: Path, pack_id: str, one: Source) -> dict[str, Any]:
    """A source without its secrets: the names of its keys, and its address without a password."""
    from hcp_author.ingress import address, spool

    return {
        "name": one.name,
        "way": one.way,
        "map": one.map or None,
        "keys": sorted(one.keys),
        "folder": spool.place(one, pack_id, str(folder)) if one.way == "spool" else None,
        "url": address.shown(one.url) or None,
        "stream": one.stream or None,
    }


def listed(folder: Path, pack_id: str, sources: Any, as_json: bool) -> int:
    """The sources without their secrets."""
    rows = [shown(folder, pack_id, one) for one in sources]
    if as_json:
        return say({"pack_id": pack_id, "sources": rows}, True)
    for one in rows:
        many = f"keys: {', '.join(one['keys'])}" if one["keys"] else ""
        print("  ".join(filter(None, (*(one[key] for key in ("name", "way", "map", "folder", "stream", "url")), many))))
    if not rows:
        print(f"no source is named for {pack_id}{moved(pack_id, folder)}")
    return OK
