"""A desk that records in a sink of the test's own, and a `tell` that remembers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from hcp_author.ingress.desk import Desk
from hcp_author.runtime import announce, sink

DECLARED = {"new_item": "personal", "item.updated": "personal", "run.completed": "personal"}
FACTS = {"pack": "mail", "root": "/mail", "principal": "ann", "binding": "user", "granted": True, "project": ""}


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.delenv("XDG_STATE_HOME", raising=False)
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    return str(tmp_path / "sink" / "sense.sqlite")


@pytest.fixture
def woken() -> list[int]:
    return []


@pytest.fixture
def desk(path: str, woken: list[int]) -> Iterator[Desk]:
    record = sink.recorder(path)

    def take(event: dict[str, Any]) -> dict[str, Any]:
        return announce.recorded([announce.routed(event, DECLARED, FACTS)], record)[0]

    made = Desk(take, woken.append)
    yield made
    made.close()


@pytest.fixture
def said() -> list[str]:
    return []


@pytest.fixture
def soon() -> Callable[[Callable[[], Any]], None]:
    """Wait until something is so; a machine may be busy."""
    import time

    def wait(so: Callable[[], Any]) -> None:
        end = time.monotonic() + 60
        while not so():
            assert time.monotonic() < end
            time.sleep(0.02)

    return wait
