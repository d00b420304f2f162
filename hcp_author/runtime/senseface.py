"""The face of Sense: `--announce -` reads events and answers each in one line; it knows nothing of Execute (L7, L8)."""

from __future__ import annotations

import sys

from . import announce, entry, session, strict, view
from .fault import OK, USAGE, Fault, reason
from .kinds import Any, Callable, Iterator, Pack


class Ingress:
    """Delivers events one by one and says what became of each; `status` is the exit status so far."""

    def __init__(self, pack: Pack, who: session.Session, mode: str, say: Callable[[str], object]) -> None:
        entry.no_mock_by_environment(pack)
        self.session, self.root = who, pack.root
        entry.plane(pack, self.session)
        entry.binding_declared(pack, mode)
        self.declared = {ref: pack.stimuli[ref].land for ref in pack.triggers if ref in pack.stimuli}
        self.facts: dict[str, Any] = {
            "pack": pack.pack_id,
            "principal": self.session.principal,
            "binding": mode,
            "granted": False,
            "project": self.session.project(),
        }
        self.record = announce.user_sink()
        self.say = say
        self.status = OK

    def take(self, event: Any) -> dict[str, Any]:
        """Deliver one event and say what became of it; raises ValueError for what is no event.

        What cannot be recorded raises Fault `sink_failed`, so that nobody takes it for delivered.
        """
        if not self.session.host:
            self.session = session.alone(self.root)  # the grant may be turned off while an emitter runs
        self.facts["granted"] = self.session.holds(announce.GRANT, self.facts["pack"])
        try:
            answer = announce.deliver(event, self.declared, self.facts, self.record)
        except ValueError:
            raise
        except Exception as error:
            why = reason(error) if isinstance(error, OSError) else error
            raise Fault("sink_failed", f"the sink could not record it: {why}", "nothing was acknowledged") from None
        if answer["reason"].startswith("unknown"):
            print(f"dropped: {view.safe(answer['reason'])}", file=sys.stderr)
        try:
            self.say(strict.dumps(answer) + "\n")
        except Fault as fault:
            done = "the event was recorded, and its answer alone is lost: " if answer["recorded"] else ""
            raise Fault(fault.code, done + fault.message) from None
        return answer

    def line(self, number: int, line: bytes | None) -> None:
        """Deliver the event in one line; a line that holds none is told of, and the others still count."""
        if line is None:
            self.say(strict.dumps(announce.too_large()) + "\n")
        elif line.strip():
            try:
                self.take(announce.parse(line))
            except ValueError as error:
                told = str(error)  # an event is one line, so that the place in it is on line 1
                where = told.removeprefix("line 1") if told.startswith("line 1") else f": {told}"
                print(f"error: line {number}{view.safe(where)}", file=sys.stderr)
                self.status = USAGE


def announced(pack: Pack, options: dict[str, Any], say: Callable[[str], object]) -> int:
    """`--announce -`: each line of standard input is one event (a file's name reads the file)."""
    who = session.open_(options.get("--session"), pack.root)
    ingress = Ingress(pack, who, options.get("--binding", pack.binding), say)
    for number, line in enumerate(_lines(options["--announce"]), 1):
        ingress.line(number, line)
    return ingress.status


def _lines(name: str) -> Iterator[bytes | None]:
    try:
        with open(0 if name == "-" else name, "rb", closefd=name != "-") as stream:
            yield from announce.lines(stream)
    except OSError as error:
        raise Fault("usage", f"`{name}` cannot be read: {error.strerror}") from None
