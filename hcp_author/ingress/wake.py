"""A command of the user's is run once for each new record of one pack and Principal, however it came to the sink."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence

from hcp_author.ingress import process

PAUSE = 0.5  # seconds between two looks at this user's own file
SECONDS = 60.0  # that a woken command may take


class Wake:
    """Runs `argv` with a record's number as its last word, one at a time, in the order of the numbers.

    `after(n)` gives the numbers of the records after `n`, a batch at a time: what it gives is durable.
    """

    def __init__(
        self, argv: Sequence[str], last: int, after: Callable[[int], list[int]], tell: Callable[[str], object]
    ) -> None:
        self._argv, self._last, self._after, self._tell = argv, last, after, tell
        self._news, self._stop = threading.Event(), threading.Event()
        self._failed = False
        self._thread = threading.Thread(target=self._run, name="wake", daemon=True)
        self._thread.start()

    def __call__(self, number: int) -> None:
        """Look at once: a record came that is durable."""
        self._news.set()

    def end(self) -> None:
        """End what runs, and tell which records nothing was woken for."""
        self._stop.set()
        self._news.set()
        self._thread.join(2 * process.GRACE)
        count, first, last = 0, 0, self._last
        while numbers := self._look(last):
            count, first, last = count + len(numbers), first or numbers[0], numbers[-1]
        if count:
            span = f"record {first}" if count == 1 else f"{count} records, {first} to {last}"
            self._tell(f"wake: nothing was woken for {span}")

    def _run(self) -> None:
        while not self._stop.is_set():
            if not self._batch():
                self._news.wait(PAUSE)
                self._news.clear()

    def _batch(self) -> bool:
        """Run the command for what is new; whether there was anything."""
        numbers = self._look(self._last)
        for number in numbers:
            if self._stop.is_set():
                break
            self._last = number
            if why := process.attend([*self._argv, str(number)], SECONDS, self._stop):
                self._tell(f"wake: record {number}: {why}")
        return bool(numbers)

    def _look(self, last: int) -> list[int]:
        """The numbers after `last`; none while the sink cannot be read, which is told once."""
        try:
            numbers = self._after(last)
        except Exception as error:
            if not self._failed:
                self._tell(f"wake: the sink cannot be read: {error}; it is tried again")
            self._failed = True
            return []
        self._failed = False
        return numbers
