"""What only a person on a terminal may do: `connect`, and the pass-through of a pack without named commands."""

from __future__ import annotations

import os
import signal
import sys

from . import adapter, audit, calls, entry, gate, link, output, passlog, places, session, workspace
from . import argv as argvs
from .adapter import Terms
from .fault import INTERRUPTED, Fault
from .kinds import Any, Pack

_DESKTOP = ("TERM", "DISPLAY", "WAYLAND_DISPLAY", "XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS")


def connect(pack: Pack, options: dict[str, Any]) -> int:
    """Log in or register: the person's yes on the terminal is the confirm; the exit status is the program's."""
    assert pack.connect is not None
    asked = gate.Call(pack.pack_id, "connect", {}, "--confirm" in options, options.get("--binding", pack.binding))
    with audit.Note(pack, asked) as note:
        terms = _admit(pack, options, note)
        gate.policy_row(pack, "connect")
        _on_terminal("person_required", f"`{pack.pack_id} connect` is for a person on a terminal")
        if not asked.confirm and not _yes(output.clean(str(pack.connect.get("summary", "log in")))):
            raise Fault("confirm_required", "confirm required: nothing was done")
        note.allowed()
        status = _connected(pack, terms)
        note.code = "ok" if status == 0 else "adapter_failed"
        return status


def _connected(pack: Pack, terms: Terms) -> int:
    assert pack.connect is not None
    if pack.wrap is None:
        words = [*calls.host(), calls.host_request(pack, {"do": "connect"}, terms)]
        status = _run(words, None, terms, {})
    else:
        exec_ = pack.connect.get("exec", {})
        path = calls.program(pack)
        status = _run([path, *argvs.build(exec_, {})], path, terms, exec_.get("env", {}))
    if status == 0:
        print(f"{pack.pack_id} connect: done")
    return status


def pass_through(pack: Pack, options: dict[str, Any], argv: list[str]) -> int:
    """Run the wrapped program with any argv: the bootstrap state of a pack (L3), warned of and logged."""
    if not pack.pass_through or pack.wrap is None:
        message = f"`{pack.pack_id}` has named commands, and passes nothing else through"
        raise Fault("usage", message, f"{pack.pack_id} --help")
    asked = gate.Call(pack.pack_id, "", {"argv": argv}, "--confirm" in options, pack.binding)
    with audit.Note(pack, asked) as note:
        terms = _admit(pack, options, note)
        _on_terminal("pass_through", "pass-through is for a person on a terminal")
        if not asked.confirm:
            message = "confirm required: pass-through runs whatever it is told"
            raise Fault("confirm_required", message, f"{pack.pack_id} --confirm -- …")
        path = calls.program(pack)
        print(f"warning: pass-through to {path}: no named command, no policy, no gate but this one", file=sys.stderr)
        passlog.note(pack.pack_id, pack.root, argv)
        terms.workspace = workspace.choose(terms.session, options.get("--workspace"))
        note.allowed()
        status = _run([path, *argv], path, terms, {})
        note.code = "ok" if status == 0 else "adapter_failed"
        return status


def set_link(pack: Pack, options: dict[str, Any]) -> str:
    """`--link WORD`: changes the user's configuration; a gated write, so without a terminal it takes --confirm."""
    if "--session" in options:
        raise Fault("person_required", "a host's session cannot change what the user linked")
    if not ((sys.stdin and sys.stdin.isatty()) or "--confirm" in options):
        message = "confirm required: `--link` changes what this pack runs"
        raise Fault("confirm_required", message, "add --confirm, or use a terminal")
    return link.link(pack, options["--link"])


def show_link(pack: Pack) -> dict[str, Any]:
    """`--link` alone: what the user has set; values of settings are the user's own to see."""
    own = link.own(pack)
    settings = {name: own.settings.get(name) for name in pack.settings}
    kept = places.config_file(pack.pack_id)
    return {"program": own.program, "helper": own.helper, "settings": settings, "file": kept}


def _admit(pack: Pack, options: dict[str, Any], note: audit.Note) -> Terms:
    """The first steps of the gate, for what is no verb."""
    entry.no_mock_by_environment(pack)
    who = session.open_(options.get("--session"), pack.root)
    note.by(who)
    entry.plane(pack, who)
    gate.execute_grant(pack, who)
    mode = "user" if pack.binding in ("public", "mock") else pack.binding
    terms = Terms(who, mode, None)
    terms.settings = link.own(pack).settings
    return terms


def _yes(summary: str) -> bool:
    """Ask whether to begin, until the answer is one: a name or password typed here would answer something else."""
    print(summary)
    while True:
        try:
            answer = input("Begin? [y/N] ").strip().lower()
        except EOFError:
            print()
            return False
        if answer in ("y", "yes", "n", "no", ""):
            return answer.startswith("y")
        print("That is for later. First say y or n.")


def _on_terminal(code: str, message: str) -> None:
    if not all(stream and stream.isatty() for stream in (sys.stdin, sys.stdout)):
        raise Fault(code, message)


def _run(words: list[str], path: str | None, terms: Terms, fixed: dict[str, str]) -> int:
    with workspace.Scratch() as scratch:
        env = workspace.environment(places.home(), scratch.tmp, path, {**fixed, **terms.settings})
        env.pop("GIT_TERMINAL_PROMPT")
        env.update({name: os.environ[name] for name in _DESKTOP if name in os.environ})
        status = adapter.hand_over(words, env, terms.workspace or scratch.work)
    if status in (-signal.SIGINT, INTERRUPTED):
        raise KeyboardInterrupt
    return status if status >= 0 else 128 - status
