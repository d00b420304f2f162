"""The CLI face of a pack: words in, one call through the gate, and an answer for a person or a program."""

from __future__ import annotations

import os
import sys

from . import envelope, manifest, strict, words
from .fault import INTERRUPTED, OK, USAGE, Fault, reason
from .kinds import TYPE_CHECKING, Any, Pack

if TYPE_CHECKING:
    from .gate import Call  # what is no verb (Sense, --help of the pack) loads nothing of Execute

_DOORS = ("--envelope", "--announce", "--emit", "--link")


def main(root: str, argv: list[str]) -> int:
    """Answer one command line for the pack in folder `root`; returns the exit status, and lets no error out."""
    try:
        return _faultless(root, argv)
    except Fault as unprinted:
        return _tell(envelope.refusal(unprinted), unprinted.status, False)
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        # the reader went away (`| head`): the interpreter must not flush into the void
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return OK


def _faultless(root: str, argv: list[str]) -> int:
    """Answer, and tell whatever went wrong; raises Fault `unprinted` alone, and BrokenPipeError."""
    try:
        return _answer(root, argv)
    except BrokenPipeError:
        raise
    except Fault as fault:
        ours = fault
    except OSError as error:
        ours = Fault("internal", reason(error))
    except Exception as error:
        ours = Fault("internal", f"the runtime itself failed: {type(error).__name__}: {error}", "please report this")
    return _tell(envelope.refusal(ours), ours.status, _wants_json(argv))


def _answer(root: str, argv: list[str]) -> int:
    line = words.split(argv)
    pack = manifest.load(root)
    try:
        doors = [door for door in _DOORS if door in line.ours]
        if doors:
            return _door(pack, line, doors)
        if "--help" in line.ours:
            return _help(pack, line)
        if line.words:
            return _verb(pack, line)
        if line.rest is not None:
            from . import person

            return person.pass_through(pack, line.ours, line.rest)
    except Fault as fault:
        return _tell(envelope.refusal(fault, pack), fault.status, _wants_json(argv))
    if "--json" in line.ours:
        return _tell(envelope.refusal(Fault("usage", "no verb was named", f"{pack.pack_id} --help"), pack), USAGE, True)
    _help(pack, line)
    return USAGE


def _door(pack: Pack, line: words.Line, doors: list[str]) -> int:
    """What is no verb: the JSON face, Sense, and the user's own configuration."""
    if len(doors) > 1 or line.words or line.rest:
        raise Fault("usage", f"`{doors[0]}` goes with nothing else", f"{pack.pack_id} --help")
    if doors == ["--envelope"]:
        return _json_face(pack, line.ours)
    if doors == ["--link"]:
        from . import person

        if line.ours["--link"] is not None:
            return _print(person.set_link(pack, line.ours) + "\n")
        return _show(person.show_link(pack), "--json" in line.ours)
    if doors == ["--emit"]:
        from . import emitter

        return emitter.emitted(pack, line.ours, _print)
    from . import senseface

    return senseface.announced(pack, line.ours, _print)


def _json_face(pack: Pack, options: dict[str, Any]) -> int:
    from . import audit, gate, jsonface

    try:
        if own := sorted(options.keys() & {"--confirm", "--apply", "--binding"}):
            raise Fault("usage", f"on the JSON face the envelope says it, not `{own[0]}`")
        call = jsonface.read(pack, options["--envelope"])
    except Fault as fault:
        audit.Note(pack, gate.Call(pack.pack_id, "", {}, False, "")).refused(fault.code)
        return _tell(envelope.refusal(fault, pack), fault.status, True)
    _by_host(call, options, True)
    return _tell(*envelope.answer(pack, call), True)


def _by_host(call: Call, options: dict[str, Any], as_json: bool) -> None:
    """What argv says besides the call itself: the host's session, the workspace, whether lines come one by one."""
    call.session, call.workspace = options.get("--session"), options.get("--workspace")
    if "--stream" in options:
        from . import view

        def tell(line: Any) -> None:
            _print((strict.dumps({"data": line}) if as_json else view.cell(line)) + "\n")

        call.tell = tell


def _verb(pack: Pack, line: words.Line) -> int:
    """One verb: `connect` where the pack has it, else a call through the gate."""
    from . import audit, gate

    key, options = line.words[0], line.ours
    if key == "connect" and pack.connect:
        from . import person

        if line.words[1:] or line.rest:
            raise Fault("usage", "`connect` takes no arguments")
        return person.connect(pack, options)
    confirm = "--confirm" in options or "--apply" in options
    call = gate.Call(pack.pack_id, key, {}, confirm, options.get("--binding", pack.binding))
    _by_host(call, options, "--json" in options)
    try:
        if key.startswith("-"):
            raise words.unknown(pack.pack_id, key, [*words.FLAGS, *words.VALUED])
        if key in pack.verbs:
            gate.right_schema(pack.verbs[key])
            call.args = words.read(pack.verbs[key], line)
    except Fault as fault:
        audit.Note(pack, call).refused(fault.code)
        return _tell(envelope.refusal(fault, pack, call), fault.status, "--json" in options)
    return _tell(*envelope.answer(pack, call), "--json" in options)


def _help(pack: Pack, line: words.Line) -> int:
    from . import help as pages

    if not line.words:
        return _print(pages.pack(pack))
    if line.words[0] == "connect" and pack.connect:
        return _print(pages.connect(pack))
    from . import gate

    gate.right_schema(gate.declared_verb(pack, gate.Call(pack.pack_id, line.words[0], {}, False, pack.binding)))
    return _print(pages.verb(pack, line.words[0]))


def _tell(answer: dict[str, Any], status: int, as_json: bool) -> int:
    """Print an envelope whole, or as a person reads it: data on standard output, faults on standard error."""
    try:
        if not answer["ok"] and (not as_json or answer["error"]["code"] == "unprinted"):
            _complain(answer["error"])
        elif as_json:
            _print(strict.dumps(answer) + "\n")
        else:
            _show(answer["data"], False)
    except Fault as fault:
        if answer["ok"] and answer["operation"] == "write":
            message = f"`{answer['verb_key']}` was done, and its answer alone is lost: {fault.message}"
            raise Fault(fault.code, message, "look before you run it again") from None
        raise
    return status


def _complain(error: dict[str, str]) -> None:
    from . import view

    try:
        sys.stderr.write(view.complain(error["message"], error["hint"]))
        sys.stderr.flush()
    except OSError:
        return  # nobody is left to tell; the exit status says it


def _show(data: Any, as_json: bool) -> int:
    from . import view

    return _print(strict.dumps(data) + "\n" if as_json else view.show(data))


def _print(text: str) -> int:
    """Write UTF-8 whatever the locale; half a surrogate pair becomes the escape that JSON knows it by.

    Raises Fault `unprinted`, or BrokenPipeError.
    """
    if sys.stdout is None:  # the caller closed it
        return OK
    try:
        sys.stdout.flush()
        sys.stdout.buffer.write(text.encode("utf-8", "backslashreplace"))
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise Fault("unprinted", f"standard output cannot be written: {reason(error)}") from None
    return OK


def _wants_json(argv: list[str]) -> bool:
    own = argv[: argv.index("--")] if "--" in argv else argv
    return "--json" in own or any(word.partition("=")[0] == "--envelope" for word in own)
