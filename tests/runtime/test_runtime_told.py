"""Lines of a stream that are told as they come: quickly, and without what a line break went through."""

from __future__ import annotations

import time

import pytest

from hcp_author.runtime import output


def test_a_line_that_holds_a_beginning_costs_no_time() -> None:
    body = "\n".join(f"{number:064d}" for number in range(60))
    key = f"-----BEGIN PRIVATE KEY-----\n{body}\n-----END PRIVATE KEY-----\n"
    heard: list[str] = []
    lines = output.Told(1 << 20, heard.append, {"KEY": key})
    began = time.process_time()
    lines.take(b"| ----- | 0000 | name\n" * 2000)
    lines.end()
    assert len(heard) == 2000
    assert time.process_time() - began < 2


@pytest.mark.parametrize("text", ["x\npr\nobe-secret-9f2c\nlast\n", "x\np\nr\no\nbe-secret-\n9f2c\nlast\n"])
def test_a_break_in_the_first_characters_of_a_secret_saves_the_rest(text: str) -> None:
    heard: list[str] = []
    lines = output.Told(1000, heard.append, {"T": "probe-secret-9f2c"})
    lines.take(text.encode())
    lines.end()
    assert heard[0] == "x"
    assert heard[-2:] == ["[redacted]", "last"]
    assert "be-secret" not in " ".join(heard)
