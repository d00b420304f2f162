"""The user's own configuration: what is wrong in it is told by file and name; secrets never leave it."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from hcp_author.errors import UserError
from hcp_author.ingress import config

KEY = "a key of more than sixteen"


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    (tmp_path / "mail").mkdir()
    return str(tmp_path / "mail")


def test_what_is_changed_is_kept_private_beside_what_was_there(root: str) -> None:
    file = Path(config.places.config_file("mail"))
    file.parent.mkdir(parents=True)
    file.write_text(json.dumps({root: {"program": "/usr/bin/x"}, "/other": {"helper": ["/h"]}}))
    file.chmod(0o600)
    config.change("mail", root, "sources/hooks", {"way": "signed", "keys": {"one": KEY}})
    config.change("mail", root, "wake", ["/bin/true"])
    whole = json.loads(file.read_text())
    assert whole["/other"] == {"helper": ["/h"]}
    assert whole[root]["program"] == "/usr/bin/x"
    assert file.stat().st_mode & 0o777 == 0o600
    read = config.read("mail", root)
    assert (read.sources["hooks"].way, read.sources["hooks"].window, read.wake) == ("signed", 300, ("/bin/true",))
    assert KEY not in repr(read)
    config.change("mail", root, "sources/hooks", None)
    assert config.read("mail", root).sources == {}


@pytest.mark.parametrize(
    ("facts", "why"),
    [
        ({"way": "poll"}, "`way` must be one of signed, mapped, spool, redis, process"),
        ({}, "`way` must be one of"),
        ({"way": "signed"}, "`keys` must hold secrets of 16 characters or more"),
        ({"way": "signed", "keys": {"one": "short"}}, "`keys` must hold"),
        ({"way": "signed", "keys": {"one": KEY}, "window": 0}, "`window` must be a number of seconds from 1 to 3600"),
        ({"way": "signed", "keys": {"one": KEY}, "window": True}, "`window` must be"),
        ({"way": "mapped", "keys": {"one": KEY}}, "`map` must be one of github, mail-push, payments"),
        ({"way": "spool", "folder": "queue"}, "`folder` must be an absolute path"),
        ({"way": "redis", "url": "redis://x"}, "`url` and `stream` must say"),
        ({"way": "process", "keys": {"one": KEY}}, "`process` takes no `keys`"),
        ({"way": "spool", "verb": "send"}, "`spool` takes no `verb`"),
    ],
)
def test_a_source_is_held_to_its_way(root: str, facts: dict[str, Any], why: str) -> None:
    with pytest.raises(UserError) as raised:
        config.source("mail", "hooks", facts)
    assert f"packs/mail.json: source `hooks`: {why}" in raised.value.message
    assert KEY not in raised.value.message


@pytest.mark.parametrize("name", ["Hooks", "a/b", "", "é", "a b", ".."])
def test_a_name_is_plain_words(root: str, name: str) -> None:
    with pytest.raises(UserError, match="lower-case words"):
        config.source("mail", name, {"way": "spool"})


def test_a_file_that_others_may_read_is_refused(root: str) -> None:
    config.change("mail", root, "sources/hooks", {"way": "signed", "keys": {"one": KEY}})
    os.chmod(config.places.config_file("mail"), 0o644)
    with pytest.raises(UserError, match="it is not closed to others"):
        config.read("mail", root)


@pytest.mark.parametrize("argv", [[], "rm", ["true"], ["/bin/true", 1]])
def test_a_wake_is_a_list_that_begins_with_an_absolute_path(root: str, argv: Any) -> None:
    config.change("mail", root, "wake", argv)
    with pytest.raises(UserError, match="`wake` must be a list of words"):
        config.read("mail", root)
