"""The face of Sense: `--announce -` reads events and answers each in one line; it knows nothing of Execute (L7, L8)."""

from __future__ import annotations

import os
import sys

from . import announce, entry, session, strict, view
from .fault import OK, USAGE, Fault, reason
from .kinds import Any, Callable, Iterator, Pack

TOLD = 300  # characters of a reason that a person is shown


class Ingress:
    """Delivers events one by one and says what became of each; `status` is the exit status so far.

    `say` gets each answer, `report` what is dropped and what is no event, for a person.
    """

    def __init__(
        self,
        pack: Pack,
        who: session.Session,
        mode: str,
        say: Callable[[str], object],
        report: Callable[[str], object] | None = None,
    ) -> None:
        entry.no_mock_by_environment(pack)
        self.session, self.root = who, pack.root
        entry.plane(pack, self.session)
        entry.binding_declared(pack, mode)
        self.declared = {ref: pack.stimuli[ref].land for ref in pack.triggers if ref in pack.stimuli}
        self.facts: dict[str, Any] = {
            "pack": pack.pack_id,
            "root": os.path.realpath(pack.root),
            "principal": self.session.principal,
            "binding": mode,
            "granted": False,
            "project": self.session.project(),
        }
        self.record = announce.user_sink()
        self.say, self.report = say, report or _aloud
        self.status = OK
        self.dropped: dict[str, int] = {}

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
        if answer["route"] == "drop":
            self._dropped(answer["reason"])
        self._say(answer)
        return answer

    def _dropped(self, reason: str) -> None:
        """Report a drop: each reason once, since a producer may go on for ever; `end` says how many there were."""
        kind = reason.partition("`")[0]  # what follows may be the producer's own word, and another each time
        self.dropped[kind] = self.dropped.get(kind, 0) + 1
        if self.dropped[kind] == 1:
            hint = "; hcp-author sense on turns it on" if announce.GRANT in reason else ""
            self.report(f"dropped: {view.safe(reason[:TOLD])}{hint}")

    def _say(self, answer: dict[str, Any]) -> None:
        """Acknowledge; where nobody reads that any more, no further event is taken in, and the exit status says so."""
        try:
            self.say(strict.dumps(answer) + "\n")
        except (Fault, BrokenPipeError) as error:
            done = "the event was recorded, and its answer alone is lost: " if answer["recorded"] else ""
            why = error.message if isinstance(error, Fault) else "nobody reads the answers any more"
            raise Fault("unprinted", done + why) from None

    def end(self) -> int:
        """Say how many were dropped, where that was not said yet; the exit status."""
        if (many := sum(self.dropped.values())) > len(self.dropped):
            self.report(f"dropped: {many:,} events in all")
        return self.status

    def line(self, number: int, line: bytes | None) -> None:
        """Deliver the event in one line; a line that holds none is told of, and the others still count."""
        if line is None:
            answer = announce.too_large()
            self._dropped(answer["reason"])
            self._say(answer)
        elif line.strip():
            try:
                self.take(announce.parse(line))
            except ValueError as error:
                told = str(error)  # an event is one line, so that the place in it is on line 1
                where = told.removeprefix("line 1") if told.startswith("line 1") else f": {told}"
                self.report(f"error: line {number}{view.safe(where)}")
                self.status = USAGE


def _aloud(text: str) -> None:
    try:
        print(text, file=sys.stderr, flush=True)
    except OSError:
        return  # nobody is left to tell; the answer says it too


def announced(pack: Pack, options: dict[str, Any], say: Callable[[str], object]) -> int:
    """`--announce -`: each line of standard input is one event (a file's name reads the file)."""
    who = session.open_(options.get("--session"), pack.root)
    ingress = Ingress(pack, who, options.get("--binding", pack.binding), say)
    for number, line in enumerate(_lines(options["--announce"]), 1):
        ingress.line(number, line)
    return ingress.end()


def _lines(name: str) -> Iterator[bytes | None]:
    try:
        with open(0 if name == "-" else name, "rb", closefd=name != "-") as stream:
            yield from announce.lines(stream)
    except OSError as error:
        raise Fault("usage", f"`{name}` cannot be read: {error.strerror}") from None
