"""`hcp-author sense`: the grant, what was recorded, and whose it is to give."""

from __future__ import annotations

import json
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from hcp_author.pack import shape
from hcp_author.runtime import places, session

Call = Any


def right(text: str) -> dict[str, Any]:
    """A document of hcp-author/sense/1, held against its published schema."""
    told: dict[str, Any] = json.loads(text)
    assert shape.check_value(told, "sense") == []
    return told


@pytest.fixture
def call(tmp_path: Path) -> Call:
    """Run a command with HOME in the test's own folder; `hcp-author` is this checkout's."""

    def run(*argv: object, status: int = 0, stdin: str = "") -> subprocess.CompletedProcess[str]:
        words = [str(word) for word in argv]
        command = [sys.executable, "-m", "hcp_author", *words[1:]] if words[0] == "hcp-author" else words
        env = {"HOME": str(tmp_path / "home"), "PATH": "/usr/bin:/bin"}
        (tmp_path / "home").mkdir(exist_ok=True)
        done = subprocess.run(
            command, cwd=tmp_path, env=env, input=stdin, capture_output=True, text=True, timeout=60, check=False
        )
        assert done.returncode == status, done.stdout + done.stderr
        return done

    return run


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A pack to copy from."""
    folder = tmp_path_factory.mktemp("made")
    words = [sys.executable, "-m", "hcp_author", "new", "channel", "mail", "--yes"]
    subprocess.run(words, cwd=folder, check=True, capture_output=True, timeout=60)
    return folder / "mail"


def announce(call: Call, folder: Path) -> dict[str, Any]:
    line = '{"ref": "new_item", "id": "m-1", "payload": {"n": 1}}\n'
    done = call(sys.executable, folder / "bin/mail", "--announce", "-", stdin=line)
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


def test_it_is_off_until_it_is_turned_on(call: Call, tmp_path: Path) -> None:
    call("hcp-author", "new", "channel", "mail", "--yes")
    assert announce(call, tmp_path / "mail")["route"] == "drop"
    empty = call("hcp-author", "sense", "inbox", "mail")
    assert empty.stdout == "nothing recorded for mail yet\n"
    assert empty.stderr == f"Sense is off for {session.principal()} on mail: hcp-author sense on mail\n"
    told = right(call("hcp-author", "sense", "inbox", "mail", "--json").stdout)
    assert (told["sense"], told["records"]) == ("off", [])
    assert call("hcp-author", "sense", "on", "mail").stdout.startswith("Sense is on for ")
    assert announce(call, tmp_path / "mail")["recorded"] is True
    inbox = call("hcp-author", "sense", "inbox", "mail").stdout.splitlines()
    assert inbox[0].split() == ["N", "TIME", "REF", "ROUTE", "LAND", "ID", "PAYLOAD"]
    assert inbox[1].split()[3:] == ["new_item", "inbox", "personal", "m-1", '{"n":', "1}"]
    assert re.fullmatch(r"\d\d:\d\d:\d\d[+-]\d\d:\d\d", inbox[1].split()[2])  # a time that says its zone
    document = right(call("hcp-author", "sense", "inbox", "mail", "--json").stdout)
    assert [(record["event_id"], record["seen"]) for record in document["records"]] == [("m-1", False)]
    assert document["sense"] == "on"
    call("hcp-author", "sense", "off", "mail")
    assert announce(call, tmp_path / "mail")["route"] == "drop"


def test_a_control_pack_s_grant_is_the_operator_s(call: Call) -> None:
    call("hcp-author", "new", "control", "fleet", "--trigger", "run.completed", "--yes")
    told = call("hcp-author", "sense", "on", "fleet", status=1).stderr
    assert told.startswith(
        "error: `fleet` is a control plane pack: its grants come from the operator's session alone\n"
    )


def test_a_pack_without_triggers_has_no_sense(call: Call) -> None:
    call("hcp-author", "new", "read_only", "facts", "--yes")
    told = call("hcp-author", "sense", "on", "facts", status=2).stderr
    assert told == "error: `facts` declares no trigger, so it has no Sense\n  try: hcp-author show facts\n"


def test_a_broken_pack_is_told_apart_from_one_without_triggers(call: Call, tmp_path: Path) -> None:
    (tmp_path / "torn").mkdir()
    (tmp_path / "torn/surface.json").write_text("{ x")
    told = call("hcp-author", "sense", "on", "torn", status=1).stderr
    assert told.startswith("error: torn/surface.json: ")


def test_a_sink_that_is_no_database_is_told(call: Call, tmp_path: Path) -> None:
    call("hcp-author", "new", "channel", "mail", "--yes")
    sink = tmp_path / "home/.local/state/hcp/sense.sqlite"
    sink.parent.mkdir(parents=True)
    sink.write_text("this is no database, and never was one; it is long enough to be read as a page of one")
    for words in (["inbox", "mail"], ["tail", "mail", "--after", "0"], ["ack", "mail", "1"]):
        told = call("hcp-author", "sense", *words, status=1).stderr
        assert told.startswith(f"error: the sink `{sink}` cannot be used: ")


def test_records_are_followed_and_set_aside(call: Call, tmp_path: Path) -> None:
    call("hcp-author", "new", "channel", "mail", "--yes")
    call("hcp-author", "sense", "on", "mail")
    assert announce(call, tmp_path / "mail")["record"] == 1
    told = call("hcp-author", "sense", "tail", "mail", "--after", "0", "--for", "0.1", "--json").stdout
    assert json.loads(told)["event_id"] == "m-1"
    assert call("hcp-author", "sense", "tail", "mail", "--for", "0.1").stdout == ""
    wrong = call("hcp-author", "sense", "ack", "mail", status=2).stderr
    assert wrong == "error: say which records, or --all\n  try: hcp-author sense ack mail --all\n"
    both = call("hcp-author", "sense", "ack", "mail", "--all", "3", status=2).stderr
    assert both.startswith("error: say which records, or --all, not both\n")
    strange = call("hcp-author", "sense", "ack", "mail", "7", status=1).stderr
    assert strange.startswith("error: there is no record 7 of `mail` for `")
    assert json.loads(call("hcp-author", "sense", "ack", "mail", "1", "--json").stdout)["acknowledged"] == [1]
    assert (
        call("hcp-author", "sense", "inbox", "mail").stdout == "nothing recorded for mail that you have not set aside\n"
    )
    assert "m-1" in call("hcp-author", "sense", "inbox", "mail", "--all").stdout
    whole = right(call("hcp-author", "sense", "inbox", "mail", "--all", "--json").stdout)
    assert [record["seen"] for record in whole["records"]] == [True]
    assert call("hcp-author", "sense", "inbox", "mail", "--all", "--after", "1").stdout == (
        "nothing recorded for mail after 1 yet\n"
    )


def test_a_source_is_named_listed_used_and_forgotten(call: Call, tmp_path: Path) -> None:
    call("hcp-author", "new", "channel", "mail", "--yes")
    call("hcp-author", "sense", "on", "mail")
    nothing = call("hcp-author", "sense", "listen", "mail", status=1).stderr
    assert nothing.endswith("try: hcp-author sense source mail hooks --way signed\n")
    kept = tmp_path / "home/.config/hcp/packs/mail.json"
    call("hcp-author", "sense", "source", "mail", "hooks", "--way", "signed", "--dry-run")
    assert not kept.exists()
    key = json.loads(call("hcp-author", "sense", "source", "mail", "hooks", "--way", "signed", "--json").stdout)["key"]
    assert key.startswith("whsec_")
    assert key in kept.read_text()
    call("hcp-author", "sense", "source", "mail", "queue", "--way", "spool", "--folder", tmp_path / "queue")
    assert (
        call("hcp-author", "sense", "source", "mail").stdout
        == f"hooks  signed  keys: first\nqueue  spool  {tmp_path}/queue\n"
    )
    waiting = tmp_path / "queue/new"
    (waiting / "a").write_text('{"ref": "new_item", "payload": 1}')
    words = [sys.executable, "-m", "hcp_author", "sense", "listen", "mail", "--port", "0"]
    env = {"HOME": str(tmp_path / "home"), "PATH": "/usr/bin:/bin"}
    pipe = subprocess.PIPE
    with subprocess.Popen(words, cwd=tmp_path, env=env, stdout=pipe, stderr=pipe, text=True) as heard:
        assert heard.stdout
        assert json.loads(heard.stdout.readline())["recorded"] is True
        heard.send_signal(signal.SIGINT)
        err = heard.communicate(timeout=60)[1]
        assert "hooks: POST http://127.0.0.1:" in err
        assert f"queue: spool {tmp_path}/queue/new\n" in err
    assert heard.returncode == 130
    call("hcp-author", "sense", "source", "mail", "hooks", "--remove")
    assert key not in kept.read_text()
    told = call("hcp-author", "sense", "source", "mail", "hooks", "--remove", status=1).stderr
    assert told.startswith("error: there is no source `hooks`\n")


def test_a_key_never_stands_on_the_command_line(call: Call, tmp_path: Path) -> None:
    call("hcp-author", "new", "channel", "mail", "--yes")
    words = ("hcp-author", "sense", "source", "mail", "hub", "--way", "mapped", "--map", "github")
    said = call(*words, "--key-file", "-", stdin="a key of more than sixteen\n").stdout
    assert "a key of" not in said
    assert "a key of more than sixteen" in (tmp_path / "home/.config/hcp/packs/mail.json").read_text()
    call("hcp-author", "sense", "source", "mail", "hub", "--remove")
    told = call(*words, "--key-file", "nowhere", status=1).stderr
    assert told.startswith("error: `--key-file nowhere` cannot be read: No such file")
    short = call(*words, "--key-file", "-", stdin="short", status=1).stderr
    assert short.startswith(
        "error: the key in `--key-file` must have 16 characters or more, all printable, in one line\n"
    )


def test_a_key_is_changed_while_senders_change_over(call: Call, tmp_path: Path) -> None:
    call("hcp-author", "new", "channel", "mail", "--yes")
    kept = tmp_path / "home/.config/hcp/packs/mail.json"
    source = ("hcp-author", "sense", "source", "mail")

    def keys() -> dict[str, str]:
        return dict(json.loads(kept.read_text())[str(tmp_path / "mail")]["sense"]["sources"]["hooks"]["keys"])

    first = json.loads(call(*source, "hooks", "--way", "signed", "--json").stdout)["key"]
    call(*source, "hooks", "--key", "other", "--dry-run")
    second = json.loads(call(*source, "hooks", "--key", "second", "--json").stdout)["key"]
    assert keys() == {"first": first, "second": second}
    assert call(*source).stdout == "hooks  signed  keys: first, second\n"
    call(*source, "hooks", "--remove", "--key", "first")
    assert keys() == {"second": second}


REDIS = ("x", "--way", "redis", "--stream", "s")


@pytest.mark.parametrize(
    ("words", "status", "told"),
    [
        (("hooks", "--way", "signed"), 1, "`hooks` is named already, as `signed`"),
        (("hooks", "--key", "first"), 1, "`hooks` has a key `first` already; it has first"),
        (("hooks", "--key", "x", "--way", "signed"), 1, "`hooks` is named already, as `signed`"),
        (("hooks", "--remove", "--key", "x"), 1, "`hooks` has no key `x`; it has first"),
        (("hooks", "--remove", "--key", "first"), 1, "`first` is the last key of `hooks`"),
        (("hooks", "--remove", "--way", "signed"), 2, "`--remove` goes with a source's name"),
        (("queue", "--key", "x"), 2, "`queue` is a source of the way `spool`, which takes no key"),
        (("other", "--way", "spool", "--key-file", "-"), 2, "`--key-file` goes with a source of requests"),
        (("none", "--remove"), 1, "there is no source `none`"),
        (("none",), 2, "error: `--way` must be one of signed, mapped"),
        (("None", "--way", "spool"), 2, "error: a name is lower-case words"),
        ((), 2, "error: say the source's name"),
        (("x", "--way", "spool", "--stream", "s"), 2, "error: `--stream` does not go with `--way spool`"),
        (("x", "--way", "spool", "--folder", "q"), 2, "error: `--folder` must be an absolute path"),
        (
            ("x", "--way", "spool", "--folder", "/proc/q"),
            1,
            "error: the folder `/proc/q` of source `x` cannot be made: ",
        ),
        (("x", "--way", "mapped", "--map", "nope"), 1, "error: `--map` must be one of github, mail-push, payments"),
        (("x", "--way", "mapped", "--map", "/dev/null"), 1, "error: `--map`: the map `/dev/null`: not a regular file"),
        (("x", "--way", "redis", "--url", "redis://:hush/@h", "--stream", "s"), 2, "error: `--url` must be redis://"),
        (("x", "--way", "redis", "--url", "redis://h"), 2, "error: `--url` and `--stream` must say"),
        (("x", "--way", "redis", "--url", "redis://h", "--url-file", "-"), 2, "say the same thing"),
        (("x", "--way", "redis", "--url-file", "no", "--stream", "s"), 1, "error: `--url-file no` cannot be read: No "),
        (("x", "--way", "spool", "--url-file", "/dev/null"), 2, "error: `--url-file` does not go with `--way spool`"),
        ((*REDIS, "--url-file", "/dev/null"), 2, "error: the file of `--url-file` is empty"),
        ((*REDIS, "--url-file", "two"), 2, "error: `--url-file` must hold redis://"),
        ((*REDIS, "--url-file", "two"), 2, ", in one line; in a password "),
        ((*REDIS, "--url", "redis://:hush/@h:6379"), 2, "in a password `/`, `?`, `#` and `@` are written as %2F"),
        ((*REDIS, "--url", "redis://:hush#x@h:6379"), 2, "in a password `/`, `?`, `#` and `@` are written as %2F"),
    ],
)
def test_no_key_is_lost_by_a_slip(
    call: Call, made: Path, tmp_path: Path, words: tuple[str, ...], status: int, told: str
) -> None:
    shutil.copytree(made, tmp_path / "mail")
    (tmp_path / "two").write_text("redis://:hush@h/0\nredis://:hush@h/1\n")
    kept = tmp_path / "home/.config/hcp/packs/mail.json"
    held = {"hooks": {"way": "signed", "keys": {"first": "k" * 20}}, "queue": {"way": "spool"}}
    places.write(str(kept), json.dumps({str(tmp_path / "mail"): {"sense": {"sources": held}}}))
    before = kept.read_bytes()
    if not words:
        words = ("--way", "spool")
    told_ = call("hcp-author", "sense", "source", "mail", *words, status=status).stderr
    assert told in told_
    assert "hush" not in told_
    assert "packs/mail.json" not in told_
    assert kept.read_bytes() == before


def test_what_is_woken_is_named_by_its_path(call: Call) -> None:
    call("hcp-author", "new", "channel", "mail", "--yes")
    told = call("hcp-author", "sense", "wake", "mail", "true", status=2).stderr
    assert told.startswith("error: `true` is not the absolute path of a program\n")
    told = call("hcp-author", "sense", "wake", "mail", "/etc/passwd", status=2).stderr
    assert told == "error: `/etc/passwd` is not executable\n  try: chmod +x /etc/passwd\n"
    assert call("hcp-author", "sense", "wake", "mail").stdout == "nothing is woken\n"
    said = call("hcp-author", "sense", "wake", "mail", "--", "/bin/true", "-x").stdout
    assert said == "/bin/true -x N runs after each record\n"
    assert call("hcp-author", "sense", "wake", "mail").stdout == said
    assert right(call("hcp-author", "sense", "wake", "mail", "--json").stdout)["wake"] == ["/bin/true", "-x"]
    assert call("hcp-author", "sense", "wake", "mail", "--remove").stdout == "nothing is woken\n"


def test_a_word_that_is_no_command_of_sense_is_told(call: Call) -> None:
    told = call("hcp-author", "sense", "inbx", "mail", status=2).stderr
    assert told == "error: there is no command 'inbx'\n  try: hcp-author sense inbox\n"
    assert "listen" in call("hcp-author", "sense", "--help").stdout


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_listener_that_is_ended_leaves_no_emitter(call: Call, tmp_path: Path, number: signal.Signals) -> None:
    call("hcp-author", "new", "sense_only", "feed", "--trigger", "new_item", "--yes")
    call("hcp-author", "sense", "source", "feed", "own", "--way", "process")
    env = {"HOME": str(tmp_path / "home"), "PATH": "/usr/bin:/bin"}
    argv = [sys.executable, "-m", "hcp_author", "sense", "listen", "feed"]
    with subprocess.Popen(argv, cwd=tmp_path, env=env, stderr=subprocess.PIPE, text=True) as listener:
        assert listener.stderr is not None
        assert any("waiting for lines" in line for line in listener.stderr)
        listener.send_signal(number)
        assert listener.stderr.read() == ""  # ends once nobody holds it: the emitter is gone too
        assert listener.wait(20) == 128 + number
