"""The face of Sense: `--announce -` reads events, `--emit` runs the pack's own emitter; one answer a line."""

from __future__ import annotations

import sys

from . import announce, gate, session, strict, view
from .fault import OK, USAGE, Fault

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .manifest import Pack


class Ingress:
    """Delivers events one by one and prints what became of each; `status` is the exit status so far."""

    def __init__(self, pack: Pack, source: str | None, mode: str) -> None:
        gate.no_mock_by_environment(pack)
        self.session = session.open_(source, pack.root)
        gate.plane(pack, self.session)
        gate.binding_declared(pack, mode)
        self.declared = {ref: pack.stimuli[ref].land for ref in pack.triggers if ref in pack.stimuli}
        self.facts: dict[str, Any] = {
            "pack": pack.pack_id,
            "principal": self.session.principal,
            "binding": mode,
            "granted": False,
            "member": self.session.member(),
        }
        self.record = announce.user_sink()
        self.status = OK

    def take(self, event: Any) -> None:
        """Deliver one event; what cannot be recorded ends the run, so that nobody takes it for delivered.

        Raises ValueError for what is no event.
        """
        if not self.session.host:
            self.session = session.alone()  # the grant may be turned off while an emitter runs
        self.facts["granted"] = self.session.holds(announce.GRANT, self.facts["pack"])
        try:
            answer = announce.deliver(event, self.declared, self.facts, self.record)
        except ValueError:
            raise
        except Exception as error:
            raise Fault("sink_failed", f"the sink could not record it: {error}", "nothing was acknowledged") from None
        if answer["reason"].startswith("unknown"):
            print(f"dropped: {view.safe(answer['reason'])}", file=sys.stderr)
        print(strict.dumps(answer), flush=True)

    def line(self, number: int, line: bytes | None) -> None:
        """Deliver the event in one line; a line that holds none is told of, and the others still count."""
        if line is None:
            print(strict.dumps(announce.too_large()), flush=True)
        elif line.strip():
            try:
                self.take(announce.parse(line))
            except ValueError as error:
                print(f"error: line {number}: {view.safe(str(error))}", file=sys.stderr)
                self.status = USAGE


def announced(pack: Pack, options: dict[str, Any]) -> int:
    """`--announce -`: each line of standard input is one event (a file's name reads the file)."""
    ingress = Ingress(pack, options.get("--session"), options.get("--binding", pack.binding))
    name = options["--announce"]
    try:
        with open(0 if name == "-" else name, "rb", closefd=name != "-") as stream:
            for number, line in enumerate(announce.lines(stream), 1):
                ingress.line(number, line)
    except OSError as error:
        raise Fault("usage", f"`{name}` cannot be read: {error.strerror}") from None
    return ingress.status


def emitted(pack: Pack, options: dict[str, Any]) -> int:
    """`--emit`: the pack's emitter, run without a mint and without a time limit, until it ends or is ended."""
    from . import adapter, calls, link

    if pack.wrap is not None:
        raise Fault("usage", "a wrap has no emitter", f"{pack.pack_id} --announce -")
    mode = options.get("--binding", pack.binding)
    ingress = Ingress(pack, options.get("--session"), mode)
    terms = adapter.Terms(ingress.session, mode, None)
    terms.settings = link.own(pack).settings
    try:
        calls.python(pack, {"do": "emit"}, terms, ingress.take)
    except ValueError as error:
        raise Fault("adapter_failed", f"adapter.py: `emit` gave what is no event: {error}") from None
    return ingress.status
