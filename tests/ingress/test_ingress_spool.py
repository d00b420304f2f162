"""A folder as a queue: names that come again, files that are none, and a sink that fails."""

from __future__ import annotations

import errno
import json
import os
import re
from pathlib import Path
from typing import Any

import pytest
from test_ingress_queues import Soon, going, queue

from hcp_author.errors import UserError
from hcp_author.ingress import inbox, spool
from hcp_author.ingress.config import Source
from hcp_author.ingress.desk import Desk

__all__ = ["queue"]  # a fixture of that module


@pytest.mark.parametrize("text", ['{"ref": "new_item", "id": 5}', '{"ref": "new_item", "id": null}'])
def test_an_id_that_is_no_text_is_set_aside(
    queue: tuple[Source, Path], desk: Desk, said: list[str], text: str, path: str
) -> None:
    source, base = queue
    (base / "new" / "a").write_text(text)
    spool.one(source, str(base), "a", desk, said.append)
    assert said == ["source `queue`: 'a' is set aside in `bad/`: `id` must be a string"]


def test_a_file_name_may_be_used_again_and_a_file_may_come_again(
    queue: tuple[Source, Path], desk: Desk, path: str, said: list[str]
) -> None:
    source, base = queue
    for payload in (1, 2, 2, 1):
        (base / "new" / "latest").write_text(json.dumps({"ref": "new_item", "payload": payload}))
        spool.one(source, str(base), "latest", desk, said.append)
    rows = inbox.read(path, "mail", "ann")
    assert [row["payload"] for row in rows] == [1, 2]
    assert re.fullmatch("queue:latest-[0-9a-f]{16}", rows[0]["event_id"])
    for name in ("n" * 255, "\udcff\n"):
        (base / "new" / name).write_text('{"ref": "new_item"}')
        spool.one(source, str(base), name, desk, said.append)
    assert len(inbox.read(path, "mail", "ann")) == 4
    assert said == []


@pytest.mark.parametrize("number", [errno.EACCES, errno.EISDIR, errno.ELOOP, errno.ENOENT])
def test_a_sink_that_fails_never_moves_a_good_file(
    queue: tuple[Source, Path], said: list[str], number: int, path: str
) -> None:
    source, base = queue
    (base / "new" / "a").write_text('{"ref": "new_item"}')

    def take(event: dict[str, Any]) -> dict[str, Any]:
        raise OSError(number, os.strerror(number))

    desk = Desk(take, lambda n: None)
    with pytest.raises(OSError, match=os.strerror(number)):
        spool.one(source, str(base), "a", desk, said.append)
    desk.close()
    assert os.listdir(base / "new") == ["a"]
    assert os.listdir(base / "bad") == said == []


def test_a_folder_that_cannot_be_made_is_refused(tmp_path: Path, path: str) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(UserError, match=f"the folder `{tmp_path}/file/queue` of source `queue` cannot be made: "):
        spool.folder(Source("queue", "spool", folder=f"{tmp_path}/file/queue"), "mail", "/packs/mail")


def test_what_is_no_file_keeps_nothing_behind_it_waiting(
    queue: tuple[Source, Path], desk: Desk, path: str, said: list[str], soon: Soon
) -> None:
    source, base = queue
    (base / "bad" / "a").write_text("set aside before")
    (base / "new" / "a").mkdir()
    (base / "new" / "b").symlink_to("/etc/passwd")
    (base / "new" / "c").write_text('{"ref": "new_item", "payload": 1}')
    going(spool.run, source, str(base), desk, said.append)
    soon(lambda: not os.listdir(base / "new"))
    assert [row["payload"] for row in inbox.read(path, "mail", "ann")] == [1]
    assert sorted(os.listdir(base / "bad")) == ["a", "a.1", "b"]
    assert (base / "bad" / "a").read_text() == "set aside before"
