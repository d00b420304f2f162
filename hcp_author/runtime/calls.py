"""What is run for a verb: the wrapped program by its `exec`, or a function of adapter.py; also the user's helper."""

from __future__ import annotations

import os
import sys

from . import adapter, argv, link, output, places, strict, workspace
from . import args as arguments
from .adapter import Job, Terms
from .fault import Fault
from .kinds import Any, Callable, Pack


def call(pack: Pack, verb: dict[str, Any], args: dict[str, Any], terms: Terms) -> Any:
    """Run one verb that the gate let through, and give its data; raises Fault.

    In a workspace its paths are looked at once more right before, since a mint takes time, and right after: what was
    read through a link that was put there meanwhile is not handed out.
    """
    _kept_inside(verb, args, terms)
    if terms.tell:
        terms.tell = _looking(terms.tell, verb, args, terms)
    if pack.wrap is None:
        request = {"do": "verb", "verb": verb["verb_key"], "args": args, "stream": bool(terms.tell)}
        data = python(pack, request, terms)
    else:
        data = execute(pack, verb.get("exec"), args, terms)
    _kept_inside(verb, args, terms)
    return data


def _looking(
    tell: Callable[[Any], None], verb: dict[str, Any], args: dict[str, Any], terms: Terms
) -> Callable[[Any], None]:
    """Tell each line only while the paths still lead inside: it cannot be taken back."""

    def told(line: Any) -> None:
        _kept_inside(verb, args, terms)
        tell(line)

    return told


def _kept_inside(verb: dict[str, Any], args: dict[str, Any], terms: Terms) -> None:
    if folder := terms.workspace:
        arguments.map_paths(verb.get("args", {}), args, lambda path: workspace.keep_inside(folder, path))


def execute(pack: Pack, exec_: Any, args: dict[str, Any], terms: Terms) -> Any:
    """Run the wrapped program as `exec` says, and read what it printed."""
    argv.sound(exec_)
    kind = exec_.get("output", "text")
    taken = _streamed(kind, terms) if terms.tell and kind in ("text", "jsonl") else output.Taken(adapter.OUTPUT_LIMIT)
    status, complaint = launch(pack, exec_, args, terms, taken.take)
    if status not in exec_.get("ok_exit", [0]):
        raise output.failed(pack.wrap["bin"] if pack.wrap else "", status, complaint, terms.secrets)
    return output.read(taken.data(), kind, terms.secrets) if isinstance(taken, output.Taken) else taken.end()


def launch(
    pack: Pack, exec_: dict[str, Any], args: dict[str, Any], terms: Terms, take: Callable[[bytes], object]
) -> tuple[int, bytes]:
    """Start the wrapped program as `exec` says and see it through: its exit status and standard error."""
    path = program(pack)
    job = Job([path, *argv.build(exec_, args)], path, argv.stdin(exec_, args), exec_.get("env"), terms.seconds)
    return adapter.run(job, terms, take)


def python(
    pack: Pack,
    request: dict[str, Any],
    terms: Terms,
    event: Callable[[Any], object] | None = None,
    hear: Callable[[bytes], object] | None = None,
) -> Any:
    """Let adapter.py answer a request (adapter_host).

    Each event of an emitter goes to `event` as it comes, and the emitter waits until that returns; each piece of its
    standard error goes to `hear`, and each item of a verb that yields to `terms.tell` under `--stream`.
    """
    answers: list[dict[str, Any]] = []

    def take(line: str) -> None:
        answer = output.value(line, "json")
        if not isinstance(answer, dict):
            raise Fault("not_json", "adapter.py: its answer is not one of ours")
        if event is not None and "event" in answer:
            event(answer["event"])
            adapter.reply(job)  # only now, so that what the emitter acknowledges after its `yield` is durable
        elif terms.tell and "item" in answer:
            terms.tell(output.redact_value(answer["item"], terms.secrets))
        else:
            answers.append(answer)

    lines = output.Lines(adapter.OUTPUT_LIMIT, take)
    body = host_request(pack, request, terms).encode() + b"\n"
    job = Job(host(), None, body, None, None if event else terms.seconds, hear, waits=event is not None)
    status, complaint = adapter.run(job, terms, lines.take)
    if status != 0 or len(answers) != 1:
        raise output.failed("adapter.py", status, b"" if hear else complaint, terms.secrets)
    if error := answers[0].get("error"):
        raise output.adapter_error(error, terms.secrets)
    return output.redact_value(answers[0].get("data"), terms.secrets)


def helper(words: list[str], request: dict[str, Any], terms: Terms, seconds: float) -> tuple[int, bytes]:
    """Ask the user's credential helper: one JSON object in; its exit status and what it printed."""
    if os.path.isfile(words[0]) and places.open_to_all(words[0]):
        raise Fault("mint_failed", "can be changed by everybody, so it is not asked")
    taken = output.Taken(adapter.STDERR_LIMIT)
    job = Job([*words, "get"], words[0], strict.dumps(request).encode(), None, seconds)
    status, _ = adapter.run(job, Terms(terms.session, "user", None), taken.take)
    return status, taken.data()


def program(pack: Pack) -> str:
    """The absolute file that the wrap may be: the user's link, else the first of `wrap.paths` that is there."""
    assert pack.wrap is not None
    linked = link.own(pack).program
    looked = [linked] if linked else pack.wrap["paths"]
    for path in looked:
        if os.path.isfile(path) and os.access(path, os.X_OK) and not places.open_to_all(path):
            return str(path)
    raise Fault(
        "adapter_failed",
        f"`{pack.wrap['bin']}` is not at {' or '.join(f'`{path}`' for path in looked) or 'any place'}, "
        "as a program that not everybody can change",
        f"{pack.pack_id} --link /absolute/path/of/{pack.wrap['bin']}",
    )


def _streamed(kind: str, terms: Terms) -> output.Lines:
    """Lines that are told as they come; the answer then holds no data (null)."""

    assert terms.tell is not None
    if kind == "text":
        return output.Told(adapter.OUTPUT_LIMIT, terms.tell, terms.secrets)

    def line(text: str) -> None:
        assert terms.tell is not None
        if text.strip():
            terms.tell(output.redact_value(output.value(text, "json"), terms.secrets))

    return output.Lines(adapter.OUTPUT_LIMIT, line)


def host() -> list[str]:
    """The words that start adapter_host in a Python of its own, deaf to the environment and the current folder."""
    script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "adapter_host.py")
    return [sys.executable, "-I", "-X", "utf8", script]


def host_request(pack: Pack, request: dict[str, Any], terms: Terms) -> str:
    """A request to adapter_host as JSON; settings and secrets go by name, their values by its environment."""
    session = terms.session
    facts = {
        "state": places.state_folder(pack.pack_id, pack.root),
        "pack_root": os.path.realpath(pack.root),
        "workspace": terms.workspace,
        "binding": terms.mode,
        "principal": session.principal,
        "project_id": session.project_id,
        "settings": list(terms.settings),
        "secrets": {name: terms.descriptors.get(name) for name in terms.secrets},
    }
    return strict.dumps({**request, "ctx": facts})
