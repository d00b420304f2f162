"""What becomes of what a program prints: data, or a fault; never an envelope, never a secret."""

from __future__ import annotations

import base64
import json
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest
from runtime_packs import Tool

from hcp_author.runtime import output


@pytest.mark.parametrize(
    ("text", "code", "message"),
    [
        (
            '#!/bin/sh\nprintf \'{"ok":true,"mock":true}\'; exit 3\n',
            "adapter_failed",
            "`tool` ended with exit status 3",
        ),
        (
            "#!/bin/sh\nprintf 'bad \\033[31mthing\\033]0;t\\007\\n' >&2; exit 4\n",
            "adapter_failed",
            "`tool` ended with exit status 4: bad thing",
        ),
        ("#!/bin/sh\nkill -9 $$\n", "adapter_failed", "`tool` was ended by signal 9"),
        ("#!/bin/sh\nprintf '\\377\\376\\000x'\n", "not_utf8", "byte 0 of the program's output is not UTF-8"),
        (
            "#!/bin/sh\necho '{\"v\": NaN}'\n",
            "not_json",
            "the program's output is not JSON: `NaN` is not a JSON number",
        ),
        (
            "#!/bin/sh\necho '{\"v\": 1e999}'\n",
            "not_json",
            "the program's output is not JSON: the number `1e999` is too large",
        ),
        (
            "#!/bin/sh\necho '{\"a\":1}'; echo '{\"a\":2}'\n",
            "not_json",
            "the program's output is not JSON: line 2, column 1: Extra data",
        ),
        (
            "#!/bin/sh\nhead -c 100000 /dev/zero | tr '\\0' '['\n",
            "not_json",
            "the program's output is not JSON: nested too deeply",
        ),
        ("#!/bin/sh\necho plain\n", "not_json", "the program's output is not JSON: line 1, column 1: Expecting value"),
    ],
)
def test_what_is_no_answer(tool: Tool, text: str, code: str, message: str) -> None:
    answer = tool(text, output="json").json("go")
    assert (answer["error"]["code"], answer["error"]["message"], answer["exit"]) == (code, message, 1)
    assert "data" not in answer


def test_the_programs_json_stays_under_data(tool: Tool) -> None:
    answer = tool('#!/bin/sh\necho \'{"ok": false, "binding": {"mode": "mock"}}\'\n', output="json").json("go")
    assert answer["ok"] is True
    assert answer["binding"] == {"mode": "public"}
    assert answer["data"] == {"ok": False, "binding": {"mode": "mock"}}


@pytest.mark.parametrize(
    ("kind", "printed", "data"),
    [
        ("json", "", None),
        ("jsonl", "", []),
        ("jsonl", '{"a": 1}\n\n[2]\n', [{"a": 1}, [2]]),
        ("jsonl", '{"a": "x\u2028y\x85z"}\n{"b": 1}', [{"a": "x\u2028y\x85z"}, {"b": 1}]),
        ("text", "a\tb\n", {"text": "a\tb\n"}),
        ("json", '{"n": 123456789012345678901}', {"n": 123456789012345678901}),
    ],
)
def test_kinds_of_output(tool: Tool, tmp_path: Path, kind: str, printed: str, data: Any) -> None:
    (tmp_path / "printed").write_text(printed)
    assert tool(f"#!/bin/sh\ncat {tmp_path}/printed\n", output=kind).json("go")["data"] == data


def test_base64_takes_any_bytes(tool: Tool) -> None:
    assert tool("#!/bin/sh\nprintf '\\377\\000'\n", output="base64").json("go")["data"] == {"base64": "/wA="}


def test_exit_statuses_that_are_answers(tool: Tool) -> None:
    assert tool("#!/bin/sh\nexit 1\n", ok_exit=[0, 1]).json("go")["data"] == {"text": ""}


def test_a_flood_is_cut_while_it_runs(tool: Tool) -> None:
    begun = time.monotonic()
    answer = tool("#!/bin/sh\nyes x\n").json("go")
    assert answer["error"] == {
        "code": "output_too_large",
        "message": "the program printed more than 8,388,608 bytes",
        "hint": "ask for less",
    }
    assert time.monotonic() - begun < 20


def test_a_flood_of_complaints_is_let_go(tool: Tool) -> None:
    answer = tool("#!/bin/sh\nhead -c 30000000 /dev/zero | tr '\\0' 'y' >&2; exit 1\n").json("go")
    assert answer["error"]["message"].startswith("`tool` ended with exit status 1: …yyy")
    assert len(answer["error"]["message"]) < 3000


def test_a_large_answer_passes(tool: Tool) -> None:
    text = "import json\nprint(json.dumps(['x' * 1000] * 1000))\n"
    assert len(tool(text, output="json").json("go")["data"]) == 1000


def test_lines_come_one_by_one(tool: Tool) -> None:
    waits = 'while [ ! -e "$ACME_REGION" ]; do sleep 0.05; done'
    pack = tool(f"#!/bin/sh\necho '{{\"n\": 1}}'; {waits}; echo '{{\"n\": 2}}'\n", output="jsonl")
    told = pack.home / "told"
    pack.configure(settings={"ACME_REGION": str(told)})
    words = [*pack.words, "go", "--stream", "--json"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, env=pack.env, text=True) as child:
        assert child.stdout is not None
        assert json.loads(child.stdout.readline()) == {"data": {"n": 1}}
        told.touch()
        rest = [json.loads(line) for line in child.stdout]
    assert rest[0] == {"data": {"n": 2}}
    assert (rest[1]["ok"], rest[1]["data"]) == (True, None)


def test_redaction_knows_the_forms_of_a_secret() -> None:
    from urllib.parse import quote

    secret = {"T": 'pa"ss/w0rd+é9'}
    raw = secret["T"].encode()
    for lead in range(4):
        coded = base64.b64encode(b"u" * lead + raw + b":more").decode()
        assert "[redacted]" in output.redact(f"x {coded} y", secret)
        assert base64.b64encode(raw).decode()[4:12] not in output.redact(coded, secret) or lead
    for form in (
        secret["T"],
        quote(secret["T"], safe=""),
        json.dumps(secret["T"]),
        base64.urlsafe_b64encode(raw).decode(),
    ):
        assert output.redact(f"a {form} b", secret).count("[redacted]") == 1
    assert output.redact_value({"k": [secret["T"], 1, None]}, secret) == {"k": ["[redacted]", 1, None]}


def test_a_secret_that_a_line_break_goes_through_is_known() -> None:
    """As `base64` prints it; a short one is left, since three numbers of a column are no secret."""
    secret = {"T": "pa55-w0rd+of+the+house"}
    for lead in range(60):
        raw = b"user: ann\n" + b"u" * lead + secret["T"].encode() + b"\nmore: " + b"z" * 70
        coded = base64.encodebytes(raw).decode()
        whole = "".join(output.redact(coded, secret).split())
        assert whole.count("[redacted]") == 1
        assert len(whole) <= len("".join(coded.split())) - 18
    assert output.redact("12\n34\n", {"T": "1234"}) == "12\n34\n"


KEY = "-----BEGIN-----\r\ntok-12345678\r\n-----END-----"


@pytest.mark.parametrize("kept", ["tok-12345678\n", "  tok-12345678\r\n", KEY])
def test_a_secret_is_known_trimmed_and_line_by_line(kept: str) -> None:
    """Helpers print line breaks with a secret, and programs trim them, or quote the one line that they dislike."""
    secret = {"T": kept}
    assert "tok-1" not in output.redact("bad token tok-12345678 here", secret)
    fault = output.failed("tool", 3, f"bad {kept} here".encode(), secret)
    assert "tok-1" not in fault.message
    assert "tok-1" not in str(output.read(f"x{kept}".encode(), "text", secret))


def test_the_end_of_a_long_complaint_is_told_and_no_part_of_a_secret(tool: Tool) -> None:
    said = "'y' * 65_530 + 'tok-12345678' + 'z' * 3_000 + ' fatal: the reason'"
    message = tool(f"import sys\nsys.stderr.write({said})\nsys.exit(3)\n").json("go")["error"]["message"]
    assert message.endswith("fatal: the reason")
    assert "tok" not in message


def test_a_string_that_nothing_ends_is_read_once() -> None:
    """Each quote in it must not be tried anew: a few kilobytes would take minutes."""
    from hcp_author.runtime import strict

    began = time.monotonic()
    for text in ("[]," * 300 + '"' + '\\"' * 200_000, "[]," * 300 + '"' + "\\\\" * 200_000 + "\\"):
        with pytest.raises(strict.NotStrict):
            strict.loads_output(text)
    assert time.monotonic() - began < 5


@pytest.mark.parametrize(
    "form",
    [
        "probe &lt;secret&gt; &amp; more",
        b"probe <secret> & more".hex(":"),
        b"probe <secret> & more".hex(" "),
        repr("probe <secret> & more"),
    ],
)
def test_a_secret_in_another_dress(form: str) -> None:
    assert output.redact(f"x {form} y", {"T": "probe <secret> & more"}).count("[redacted]") == 1


def test_the_line_of_a_bad_document_is_told(tool: Tool) -> None:
    answer = tool("print('{}\\n\\n{\"a\": 1}\\nnope\\n')", output="jsonl").json("go")
    assert answer["error"]["message"] == "the program's output is not JSON: line 4: Expecting value"


def test_more_arrays_than_memory_is_good_for(tool: Tool) -> None:
    answer = tool("print('[' + '[],' * 600_000 + '0]')", output="json").json("go")
    assert (
        answer["error"]["message"] == "the program's output is not JSON: it holds more than 500,000 arrays and objects"
    )


def test_many_strings_are_redacted_in_the_time_of_one_look_each() -> None:
    secret = "\n".join(f"{number:064}" for number in range(64))
    before = time.process_time()
    rows = output.redact_value([{"id": number, "name": f"n{number}"} for number in range(1000)], {"KEY": secret})
    assert rows[7] == {"id": 7, "name": "n7"}
    assert time.process_time() - before < 2


def test_what_a_credential_of_many_lines_holds_is_known_alone() -> None:
    document = json.dumps({"type": "service", "private_key_id": "abcdefgh12345678"}, indent=2)
    for whole in (document, "[default]\nkey = abcdefgh12345678\nregion = eu-west-1\n"):
        assert output.redact("it was abcdefgh12345678", {"T": whole}) == "it was [redacted]"
        assert output.redact("[default] eu-west-1 service", {"T": whole}) == "[default] eu-west-1 service"


def test_more_documents_than_memory_is_good_for(tool: Tool) -> None:
    answer = tool("print('1\\n' * 500_001)", output="jsonl").json("go")
    assert answer["error"]["message"].endswith(" is not JSON: it holds more than 500,000 lines")


PHRASE = "correct horse battery staple"


@pytest.mark.parametrize(
    ("secret", "text"),
    [
        ("probe-secret-9f2c", "probe-\rsecret-9f2c"),
        ("probe-secret-9f2c", "probe-\tsecret-9f2c"),
        ("probe-secret-9f2c", '{"k": "probe-\\nsecret-9f2c"}'),
        (PHRASE, "correct horse\nbattery staple"),
        (PHRASE, "correct horse  battery staple"),
    ],
)
def test_a_secret_that_any_white_space_goes_through_is_known(secret: str, text: str) -> None:
    told = output.redact(text, {"T": secret})
    assert "[redacted]" in told
    assert "secret-9f2c" not in told
    assert "staple" not in told


def test_bytes_lose_a_secret_that_a_line_break_goes_through() -> None:
    told = output.read(b"\xff probe-\nsecret-9f2c", "base64", {"T": "probe-secret-9f2c"})
    assert base64.b64decode(told["base64"]) == b"\xff [redacted]"


def test_lines_that_are_told_as_they_come_hold_back_a_secret_that_goes_on() -> None:
    heard: list[str] = []
    lines = output.Told(1000, heard.append, {"T": "probe-secret-9f2c"})
    lines.take(b"first\nprobe-\n")
    assert heard == ["first"]
    lines.take(b"secret-\n9f2c\nlast\nprob")
    lines.end()
    assert heard == ["first", "[redacted]", "last", "prob"]


def test_lines_are_not_held_back_for_ever() -> None:
    heard: list[str] = []
    lines = output.Told(1000, heard.append, {"T": "probe-secret-9f2c"})
    lines.take(b"prob" + b"\n" * 1000)
    assert heard[:2] == ["prob", ""]
    assert len(heard) >= 900
    lines.end()
    assert len(heard) == 1000


def test_the_part_of_a_secret_that_the_limit_of_complaints_left_is_not_told() -> None:
    kept = (b"probe-secret-9f2c" + b"\x1b[0m" * 16_383)[-65_536:]
    assert "9f2c" not in output.failed("tool", 3, kept, {"T": "probe-secret-9f2c"}).message
    assert output.failed("tool", 3, kept, {"T": "abc"}).message.startswith("`tool` ended")  # too short to be known


def test_many_numbers_cost_little_beside_a_credential_of_many_lines() -> None:
    key = "\n".join(f"{number:064x}" for number in range(26))
    begun = time.process_time()
    output.redact_value(list(range(100_000)), {"K": key})
    assert time.process_time() - begun < 5
