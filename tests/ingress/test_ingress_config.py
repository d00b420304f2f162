"""The user's own configuration: what is wrong in it is told by file and name; secrets never leave it."""

from __future__ import annotations

import json
import os
import threading
from pathlib import Path
from typing import Any

import pytest

from hcp_author.errors import UserError
from hcp_author.ingress import address, config, stream
from hcp_author.ingress.config import Source
from hcp_author.runtime import places

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
        ({"way": "spool", "folder": 5}, "`folder` must be an absolute path"),
        ({"way": "redis", "url": "redis://x"}, "`url` and `stream` must say"),
        ({"way": "redis", "url": "http://x", "stream": "s"}, "`url` must be redis://HOST:PORT/0, rediss://"),
        ({"way": "redis", "url": "redis://", "stream": "s"}, "`url` must be redis://HOST:PORT/0"),
        ({"way": "redis", "url": "redis://x:port", "stream": "s"}, "`url` must be redis://HOST:PORT/0"),
        ({"way": "redis", "url": "redis://[x", "stream": "s"}, "`url` must be redis://HOST:PORT/0"),
        ({"way": "redis", "url": "unix:", "stream": "s"}, "`url` must be redis://HOST:PORT/0"),
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


@pytest.mark.parametrize(
    ("held", "why"),
    [
        ([], "what it holds for `"),
        ({"sense": []}, "`sense` must be an object with `sources`"),
        ({"sense": {"sources": []}}, "`sense` must be an object with `sources`"),
    ],
)
def test_an_odd_file_is_told_alike_when_it_is_read_and_changed(root: str, held: Any, why: str) -> None:
    file = Path(config.places.config_file("mail"))
    file.parent.mkdir(parents=True)
    file.write_text(json.dumps({root: held}))
    file.chmod(0o600)
    told = []
    for work in (config.read, lambda *where: config.change(*where, "sources/a", {"way": "spool"})):
        with pytest.raises(UserError) as raised:
            work("mail", root)
        told.append(raised.value.message)
    assert why in told[0]
    assert told[0] == told[1]
    assert json.loads(file.read_text()) == {root: held}


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("redis://127.0.0.1:6379/0", "redis://127.0.0.1:6379/0"),
        ("rediss://ann:hush@host/1?password=hush", "rediss://***@host/1"),
        ("redis://:hush@[::1]:6379", "redis://***@[::1]:6379"),
        ("unix:///run/redis.sock?password=hush", "unix:///run/redis.sock"),
    ],
)
def test_an_address_is_shown_without_its_password(url: str, shown: str) -> None:
    assert address.trouble(url) == ""
    assert address.shown(url) == shown


@pytest.mark.parametrize("password", ["hu/sh", "hu#sh", "hu?sh", "12#sh", "12/sh", "hu\nsh"])
def test_a_password_that_is_not_quoted_is_refused_and_not_repeated(root: str, password: str) -> None:
    facts = {"way": "redis", "url": f"redis://:{password}@host:6379/0", "stream": "s"}
    with pytest.raises(UserError, match="`url` must be") as raised:
        config.source("mail", "bus", facts)
    assert password not in raised.value.message


def test_what_the_package_refuses_is_told_without_its_words(root: str) -> None:
    pytest.importorskip("redis")
    source = Source("bus", "redis", url="redis://:hush@host:6379/0?socket_timeout=hush", stream="s")
    assert stream.refused(source) == (
        "source `bus`: the package `redis` takes no address like `redis://***@host:6379/0`"
    )
    with pytest.raises(UserError, match="takes no address like"):
        stream.connect(source)


def test_sources_belong_to_a_folder(root: str) -> None:
    config.change("mail", root, "sources/a", {"way": "spool"})
    assert config.elsewhere("mail", root) == []
    assert config.elsewhere("mail", f"{root}-moved") == [root]


def test_sources_that_are_named_at_once_are_all_kept(root: str) -> None:
    threads = [
        threading.Thread(target=config.change, args=("mail", root, f"sources/q{number}", {"way": "spool"}))
        for number in range(12)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(config.read("mail", root).sources) == 12


def test_a_key_counts_from_when_it_is_named_and_no_longer(root: str) -> None:
    first, second = {"first": "a key of more than sixteen"}, {"second": "another key, as long as it"}
    config.change("mail", root, "sources/hub", {"way": "signed", "keys": first})
    now = config.following("mail", root)
    assert [now()["hub"].keys, now()["hub"].keys] == [first, first]
    config.change("mail", root, "sources/hub", {"way": "signed", "keys": second})
    assert now()["hub"].keys == second
    config.change("mail", root, "sources/hub", None)
    assert now() == {}
    file = Path(places.config_file("mail"))
    file.write_text("{")
    file.chmod(0o600)
    with pytest.raises(UserError):
        now()
    file.unlink()
    assert now() == {}
