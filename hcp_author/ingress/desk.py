"""The one thread that delivers: every source hands its events here, and hears once they are durable."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

Event = dict[str, Any]
Answer = dict[str, Any]


class Desk:
    """Delivers events one by one. `take` puts one into the sink (runtime.announce) and raises where it cannot.

    `woken` is told the number of each new record, after it is durable and never before. `stop` is set at the end.
    """

    def __init__(self, take: Callable[[Event], Answer], woken: Callable[[int], object]) -> None:
        self.stop = threading.Event()
        self._take = take
        self.woken = woken
        # SQLite's connection stays with the thread that opened it
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="deliver")

    def deliver(self, event: Event) -> Answer:
        """What became of one event; raises ValueError for what is no event, and what the sink raises."""
        answer = self._thread.submit(self._take, event).result()
        if "record" in answer:
            self.woken(answer["record"])
        return answer

    def close(self) -> None:
        """Let what was handed in be delivered, and take no more."""
        self.stop.set()
        self._thread.shutdown(wait=True)


def named(source: str, event: Any, otherwise: str) -> Event:
    """An event of a queue under `SOURCE:ID`, with `otherwise` for one that brings no id; raises ValueError.

    A queue hands over at least once; the name is what makes it once in the sink.
    """
    if not isinstance(event, dict):
        raise ValueError("an event is an object with a `ref`")
    told = event.get("id", "")
    if not isinstance(told, str):
        raise ValueError("`id` must be a string")
    return {**event, "id": f"{source}:{told or otherwise}"}
