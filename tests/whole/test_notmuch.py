"""From nothing to a proven pack over the real notmuch, with a mail store of its own. No mock anywhere in it."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.whole

MESSAGE = """\
From: Ada <ada@example.org>
To: Me <me@example.org>
Subject: {subject}
Date: Mon, 02 Nov 2026 10:0{n}:00 +0000
Message-ID: <{n}@example.org>

{body}
"""


def deliver(store: Path, n: int, subject: str, body: str) -> None:
    (store / "new").mkdir(parents=True, exist_ok=True)
    (store / "cur").mkdir(exist_ok=True)
    (store / "tmp").mkdir(exist_ok=True)
    (store / "new" / f"m{n}").write_text(MESSAGE.format(n=n, subject=subject, body=body))


@pytest.fixture
def mail(run: Any, new: Callable[..., Path], program: Callable[[str], str], home: Path) -> Path:
    """A pack that `new` wrapped around notmuch; the store under HOME holds two messages."""
    notmuch = program("notmuch")
    for n, subject in enumerate(("Rail strike", "Lunch")):
        deliver(home / "mail", n, subject, f"About {subject}.")
    (home / ".notmuch-config").write_text(
        f"[database]\npath={home}/mail\n[user]\nname=Me\nprimary_email=me@example.org\n[new]\ntags=unread;inbox\n"
    )
    run(notmuch, "new")
    return new("channel", "mail", "--wrap", "notmuch", "--trigger", "new_item")


def test_the_pack_lints_clean_and_proves_itself_live(run: Any, mail: Path) -> None:
    run("hcp-author", "lint", "--strict", mail)
    run("hcp-author", "harness", mail, "--check")
    tap = run("python3", mail / "proof.py", "--live").stdout
    assert "not ok" not in tap
    assert "# SKIP" not in tap


def test_lists_and_reads_are_equal_on_both_faces(both_faces: Any, mail: Path) -> None:
    face = mail / "bin" / "mail"
    listed = both_faces(face, "search", ["subject:strike"], {"search_term": ["subject:strike"]})
    assert [thread["subject"] for thread in listed["data"]] == ["Rail strike"]
    shown = both_faces(face, "show", ["id:0@example.org"], {"search_term": ["id:0@example.org"]})
    assert "About Rail strike." in json.dumps(shown["data"])
    counted = both_faces(face, "count", [], {})
    assert counted["data"] == {"text": "2\n"}


def test_a_tag_is_refused_without_confirm_and_done_with_it(run: Any, mail: Path) -> None:
    face = mail / "bin" / "mail"
    refused = run(face, "tag", "id:1@example.org", "--add-tag", "flagged", status=77)
    assert "confirm required" in refused.stderr
    assert run("notmuch", "count", "tag:flagged").stdout == "0\n"
    run(face, "tag", "id:1@example.org", "--add-tag", "flagged", "--remove-tag", "unread", "--confirm")
    assert run("notmuch", "count", "tag:flagged and not tag:unread").stdout == "1\n"


def test_notmuch_s_own_hook_announces_into_the_sink(run: Any, mail: Path, home: Path) -> None:
    hook = home / "mail" / ".notmuch" / "hooks" / "post-new"
    hook.parent.mkdir(parents=True, exist_ok=True)
    hook.write_text(
        "#!/bin/sh\n"
        f"notmuch search --output=messages tag:unread and subject:strike-over |\n"
        f"""sed 's/.*/{{"ref": "new_item", "id": "&", "payload": {{"message": "&"}}}}/' |\n"""
        f"'{mail}/bin/mail' --announce -\n"
    )
    hook.chmod(0o755)
    sink = home / ".local/state/hcp/sense.sqlite"

    deliver(home / "mail", 2, "strike-over", "Trains run.")
    run("notmuch", "new")
    assert not sink.exists() or rows(sink) == []  # the grant is off: dropped, and notmuch did not fail

    run("hcp-author", "sense", "on", mail)
    deliver(home / "mail", 3, "strike-over indeed", "Trains run.")
    run("notmuch", "new")
    recorded = rows(sink)
    assert {(r["pack"], r["ref"], r["binding"], r["land"]) for r in recorded} == {
        ("mail", "new_item", "user", "personal")
    }
    assert {r["event_id"] for r in recorded} == {"id:2@example.org", "id:3@example.org"}
    assert all(r["principal"] for r in recorded)


def rows(sink: Path) -> list[sqlite3.Row]:
    connection = sqlite3.connect(sink)
    connection.row_factory = sqlite3.Row
    return connection.execute("select * from events").fetchall()
