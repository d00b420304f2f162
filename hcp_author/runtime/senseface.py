"""The face of Sense: `--announce -` reads events and answers each in one line; it knows nothing of Execute (L7, L8)."""

from __future__ import annotations

import os
import sys

from . import announce, entry, session, sink, strict, view
from .fault import OK, USAGE, Fault, reason
from .kinds import Any, Callable, Iterator, Pack

TOLD = 300  # characters of a reason that a person is shown


class Ingress:
    """Delivers events and says what became of each; `status` is the exit status so far.

    `say` gets the answers, a line each, `report` what is dropped and what is no event, for a person.
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
        self.record = sink.recorder(sink.default())
        self.say, self.report = say, report or _aloud
        self.status = OK
        self.dropped: dict[str, int] = {}

    def take(self, event: Any) -> dict[str, Any]:
        """Deliver one event and say what became of it; raises ValueError for what is no event.

        What cannot be recorded raises Fault `sink_failed`, so that nobody takes it for delivered.
        """
        self._ask_for_the_grant()
        return self._record([announce.routed(event, self.declared, self.facts)])[0]

    def lines(self, first: int, lines: list[bytes | None]) -> None:
        """Deliver the events in these lines, recorded all at once; one that holds none is told of, the others count."""
        self._ask_for_the_grant()
        routes = [self._routed(number, line) for number, line in enumerate(lines, first)]
        self._record([route for route in routes if route])

    def _ask_for_the_grant(self) -> None:
        if not self.session.host:
            self.session = session.alone(self.root)  # it may be turned off while an emitter runs
        self.facts["granted"] = self.session.holds(announce.GRANT, self.facts["pack"])

    def _routed(self, number: int, line: bytes | None) -> Any:
        if line is None:
            return announce.too_large(), None
        if not line.strip():
            return None
        try:
            return announce.routed(announce.parse(line), self.declared, self.facts)
        except ValueError as error:
            told = str(error)  # an event is one line, so that the place in it is on line 1
            where = told.removeprefix("line 1") if told.startswith("line 1") else f": {told}"
            self.report(f"error: line {number}{view.safe(where)}")
            self.status = USAGE
            return None

    def _record(self, routes: list[Any]) -> list[dict[str, Any]]:
        try:
            answers = announce.recorded(routes, self.record)
        except Exception as error:
            why = reason(error) if isinstance(error, OSError) else error
            hint = "nothing was acknowledged; see that hcp/ in your state folder is yours, and that its disk has room"
            raise Fault("sink_failed", f"the sink could not record it: {why}", hint) from None
        for answer in answers:
            if answer["route"] == "drop":
                self._dropped(answer["reason"])
        try:
            self.say("".join(strict.dumps(answer) + "\n" for answer in answers))
        except (Fault, BrokenPipeError) as error:
            # nobody reads that any more: no further event is taken in, and the exit status says so
            done = "it was recorded, and the answer alone is lost: " if any(one["recorded"] for one in answers) else ""
            why = error.message if isinstance(error, Fault) else "nobody reads the answers any more"
            raise Fault("unprinted", done + why) from None
        return answers

    def _dropped(self, reason: str) -> None:
        """Report a drop: each reason once, since a producer may go on for ever; `end` says how many there were."""
        kind = reason.partition("`")[0]  # what follows may be the producer's own word, and another each time
        self.dropped[kind] = self.dropped.get(kind, 0) + 1
        if self.dropped[kind] == 1:
            hint = "; hcp-author sense on turns it on" if announce.GRANT in reason else ""
            self.report(f"dropped: {view.safe(reason[:TOLD])}{hint}")

    def end(self) -> int:
        """Say how many were dropped, where that was not said yet; the exit status."""
        if (many := sum(self.dropped.values())) > len(self.dropped):
            self.report(f"dropped: {many:,} events in all")
        return self.status


def _aloud(text: str) -> None:
    try:
        print(text, file=sys.stderr, flush=True)
    except OSError:
        return  # nobody is left to tell; the answer says it too


def announced(pack: Pack, options: dict[str, Any], say: Callable[[str], object]) -> int:
    """`--announce -`: each line of standard input is one event (a file's name reads the file)."""
    who = session.open_(options.get("--session"), pack.root)
    ingress = Ingress(pack, who, options.get("--binding", pack.binding), say)
    number = 1
    for batch in _batches(options["--announce"]):
        ingress.lines(number, batch)
        number += len(batch)
    return ingress.end()


def _batches(name: str) -> Iterator[list[bytes | None]]:
    try:
        with open(0 if name == "-" else name, "rb", closefd=name != "-") as stream:
            yield from announce.batches(stream)
    except OSError as error:
        raise Fault("usage", f"`{name}` cannot be read: {error.strerror}") from None
