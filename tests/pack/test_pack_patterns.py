"""Expressions that blow up are known by their shape, and looked at in time."""

from __future__ import annotations

import time

import pytest

from hcp_author.pack import patterns


@pytest.mark.parametrize(
    "text",
    [
        "^(a+)+$",
        "(a*)*",
        "(?:x+y?)*z",
        "([a-z]+)*$",
        "(a|a)*b",
        "(?:ab|a)+$",
        "(a|ab)*c",
        ".*.*=",
        r"\d+\d+$",
        "(a{1,9})+",
    ],
)
def test_what_blows_up(text: str) -> None:
    assert "exponential" in (patterns.trouble(text) or "")


@pytest.mark.parametrize("text", ["^[a-z0-9-]{1,40}$", "(?:ab|cd)+", "a+b+", r"\d{4}-\d{2}", "(GET|POST)", "x(y)z*"])
def test_what_is_fine(text: str) -> None:
    assert patterns.trouble(text) is None


def test_what_does_not_compile_or_is_too_long() -> None:
    assert "does not compile" in (patterns.trouble("(") or "")
    assert "longer" in (patterns.trouble("a" * 501) or "")


@pytest.mark.parametrize("text", ["(" * 490, "(a|" * 160, "((((a+b" * 70, "[" * 500, "a+" * 250, "(?:" * 160])
def test_it_is_looked_at_in_time(text: str) -> None:
    started = time.process_time()
    patterns.trouble(text)
    assert time.process_time() - started < 2
