"""What a pack may be called, and what is said where it may not."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from hcp_author.scaffold import names

NO_PACK_ID = "is no pack_id (allowed: a-z, 0-9 and '-', beginning with a letter; example: transit)"


@pytest.mark.parametrize(
    ("name", "message", "offer"),
    [
        ("My Mail!", f"`My Mail!` {NO_PACK_ID}", "my-mail"),
        ("Demo", f"`Demo` {NO_PACK_ID}", "demo"),
        ("../escape", f"`../escape` {NO_PACK_ID}", "escape"),
        ("/abs", f"`/abs` {NO_PACK_ID}", "abs"),
        ("..", f"`..` {NO_PACK_ID}", "my-pack"),
        ("", f"`` {NO_PACK_ID}", "my-pack"),
        ("{{ 7*7 }}", f"`{{{{ 7*7 }}}}` {NO_PACK_ID}", "my-pack"),
        ("a--b", f"`a--b` {NO_PACK_ID}", "a-b"),
        ("my_mail", f"`my_mail` {NO_PACK_ID}", "my-mail"),
        ("mail\n", f"`mail` {NO_PACK_ID}", "mail"),
        ("x\x1b[31m", f"`x` {NO_PACK_ID}", "x-31m"),
        ("é", f"`é` {NO_PACK_ID}", "e"),
        ("con", "`con` is no pack_id: it is the name of a device on Windows", "con-pack"),
        ("hcp-author", "`hcp-author` is no pack_id: it would hide a command that packs need", "hcp-author-pack"),
        ("x" * 41, f"`{'x' * 39}…` is too long for a pack_id: 41 characters, and 40 is the limit", "x" * 40),
    ],
)
def test_a_bad_name_is_refused_with_one_that_would_do(
    new: Callable[..., tuple[int, str, str]], place: Path, name: str, message: str, offer: str
) -> None:
    status, out, err = new("channel", name, "--yes")
    assert (status, out) == (2, "")
    assert err == f"error: {message}\n  try: hcp-author new channel {offer}\n"
    assert list(place.iterdir()) == []
    assert names.wrong(offer) == ""


@pytest.mark.parametrize("name", ["mail", "a", "a1", "my-mail-2", "x" * 40])
def test_a_good_name_passes(name: str) -> None:
    names.check_name(name)


@pytest.mark.parametrize(
    ("kind", "near"),
    [("chanel", "channel"), ("read-only", "read_only"), ("SENSE_ONLY", "sense_only"), ("zzz", "channel")],
)
def test_an_unknown_kind_is_refused_with_the_four(
    new: Callable[..., tuple[int, str, str]], place: Path, kind: str, near: str
) -> None:
    status, out, err = new(kind, "mail", "--yes")
    assert (status, out) == (2, "")
    assert err == (
        f"error: there is no kind `{kind}`: the kinds are channel, read_only, control, sense_only\n"
        f"  try: hcp-author new {near} NAME\n"
    )
    assert list(place.iterdir()) == []
