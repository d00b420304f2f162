"""Several packs, folders that come and go, files that others change, and ends of all kinds."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from lsp_editor import Editor, drive, uri_of
from lsprotocol import types

BROKEN = "{"


def not_json(rules: list[str]) -> bool:
    return "F-not-json" in rules


def clean(rules: list[str]) -> bool:
    return not rules


def test_all_packs_of_a_workspace_are_looked_at_when_it_is_opened(copies: Path) -> None:
    (copies / "two/mail/policy.json").write_text(BROKEN)
    shutil.copytree(copies / "two/mail", copies / "node_modules/mail")

    async def work(editor: Editor) -> None:
        assert await editor.told(copies / "two/mail/policy.json", not_json)
        await editor.heard()
        assert [uri for uri, told in editor.said.items() if told and uri.endswith("policy.json")] == [
            uri_of(copies / "two/mail/policy.json")
        ]

    drive(work, folders=[copies])


def test_several_packs_are_open_at_once(copies: Path) -> None:
    one, two = copies / "one/mail/policy.json", copies / "two/mail/policy.json"

    async def work(editor: Editor) -> None:
        first, second = editor.open_(one), editor.open_(two)
        editor.type_(first, BROKEN)
        assert await editor.told(one, not_json)
        editor.type_(second, BROKEN)
        assert await editor.told(two, not_json)
        assert not_json([str(told.code) for told in editor.said[first]])
        editor.type_(first, one.read_text())
        assert not await editor.told(one, clean)
        assert not_json([str(told.code) for told in editor.said[second]])

    drive(work, folders=[copies])


def test_closing_gives_the_file_on_the_disk_back_its_say(copies: Path) -> None:
    policy = copies / "one/mail/policy.json"

    async def work(editor: Editor) -> None:
        uri = editor.open_(policy)
        editor.type_(uri, BROKEN)
        assert await editor.told(policy, not_json)
        editor.close_(uri)
        assert not await editor.told(policy, clean)

    drive(work, folders=[copies])


def test_a_pack_of_no_folder_of_the_workspace_is_told_of_while_it_is_open(copies: Path) -> None:
    policy = copies / "one/mail/policy.json"
    policy.write_text(BROKEN)

    async def work(editor: Editor) -> None:
        uri = editor.open_(policy)
        assert await editor.told(policy, not_json)
        editor.close_(uri)
        assert not await editor.told(policy, clean)

    drive(work, folders=[copies / "docs"])


def test_a_pack_that_goes_away_takes_its_findings_with_it(copies: Path) -> None:
    policy = copies / "one/mail/policy.json"

    async def work(editor: Editor) -> None:
        uri = editor.open_(policy)
        editor.type_(uri, BROKEN)
        assert await editor.told(policy, not_json)
        shutil.rmtree(copies / "one/mail")
        editor.type_(uri, BROKEN + " ")
        assert not await editor.told(policy, clean)
        shutil.copytree(copies / "two/mail", copies / "one/mail")
        editor.type_(uri, BROKEN)
        assert await editor.told(policy, not_json)

    drive(work, folders=[copies])


def test_files_that_others_change_are_looked_at_again(copies: Path) -> None:
    policy, settings = copies / "one/mail/policy.json", copies / "hcp-author.toml"

    async def work(editor: Editor) -> None:
        await editor.until(lambda: bool(editor.watchers))
        (wish,) = editor.watchers
        assert wish.method == types.WORKSPACE_DID_CHANGE_WATCHED_FILES
        globs = [one["globPattern"] if isinstance(one, dict) else one.globPattern for one in watched(wish)]
        assert "**/policy.json" in globs
        text = policy.read_text()
        policy.write_text(BROKEN)
        editor.changed(policy)
        assert await editor.told(policy, not_json)
        settings.write_text('ignore = ["F"]\n')
        editor.changed(settings)
        assert not await editor.told(policy, clean)
        settings.unlink()
        editor.changed(settings)
        assert await editor.told(policy, not_json)
        policy.write_text(text)
        editor.changed(policy, copies / "docs/elsewhere.json", copies / "two/mail/was-removed.json")
        assert not await editor.told(policy, clean)

    drive(work, folders=[copies], watches=True)


def watched(wish: Any) -> list[Any]:
    options = wish.register_options
    return list(options["watchers"] if isinstance(options, dict) else options.watchers)


def test_folders_come_and_go(copies: Path) -> None:
    for name in ("one", "two"):
        (copies / name / "mail/policy.json").write_text(BROKEN)
    folder = {name: types.WorkspaceFolder(uri_of(copies / name), name) for name in ("one", "two")}

    async def work(editor: Editor) -> None:
        assert await editor.told(copies / "one/mail/policy.json", not_json)
        event = types.WorkspaceFoldersChangeEvent(added=[folder["two"]], removed=[folder["one"]])
        editor.workspace_did_change_workspace_folders(types.DidChangeWorkspaceFoldersParams(event))
        assert await editor.told(copies / "two/mail/policy.json", not_json)
        assert not await editor.told(copies / "one/mail/policy.json", clean)

    drive(work, folders=[copies / "one"])


def test_strict_settings_make_warnings_errors(copies: Path) -> None:
    (copies / "hcp-author.toml").write_text("strict = true\n")
    surface, policy = copies / "one/mail/surface.json", copies / "one/mail/policy.json"
    few, rows = json.loads(surface.read_text()), json.loads(policy.read_text())
    del rows["verbs"][few["verbs"].pop(0)["verb_key"]]
    policy.write_text(json.dumps(rows))

    async def work(editor: Editor) -> None:
        editor.open_(surface, json.dumps(few, indent=2))
        told = await editor.told(surface, lambda rules: "L3-too-few" in rules)
        assert {one.severity for one in told if one.code == "L3-too-few"} == {types.DiagnosticSeverity.Error}

    drive(work, folders=[copies])


def test_what_is_no_file_of_a_pack_is_let_be(copies: Path) -> None:
    stray = copies / "docs/policy.json"
    policy = copies / "one/mail/policy.json"
    stray.write_text(BROKEN)

    async def work(editor: Editor) -> None:
        editor.open_(stray)
        # a past version, as an editor shows it beside a change: no file of this disk
        for uri in (f"git:{policy}?HEAD", "untitled:policy.json", "vscode-notebook-cell:/a#b", "file://[", "nonsense"):
            editor.open_(policy, BROKEN, uri)
        await editor.heard()
        assert not editor.said.get(uri_of(policy))
        uri = editor.open_(policy)
        editor.type_(uri, BROKEN)
        assert await editor.told(policy, not_json)
        editor.type_(uri, policy.read_text())
        assert not await editor.told(policy, clean)
        assert uri_of(stray) not in editor.said

    drive(work, folders=[copies])


def test_text_that_nothing_can_hold_ends_nothing(copies: Path) -> None:
    policy = copies / "one/mail/policy.json"

    async def work(editor: Editor) -> None:
        uri = editor.open_(policy)
        for text in ("", "\0", "\ufeff{}", "[" * 20_000, '"\U0010ffff', '{"verbs": {"' + "a" * 100_000):
            editor.type_(uri, text)
            await editor.heard()
        editor.type_(uri, policy.read_text())
        assert not await editor.told(policy, clean)

    drive(work, folders=[copies])


def test_a_burst_of_typing_is_looked_at_once_it_ends(copies: Path) -> None:
    policy = copies / "one/mail/policy.json"

    async def work(editor: Editor) -> None:
        uri = editor.open_(policy)
        for count in range(200):
            editor.type_(uri, policy.read_text() + " " * count)
        editor.type_(uri, BROKEN)
        assert await editor.told(policy, not_json)

    drive(work, folders=[copies])


# ends


def message(body: dict[str, Any]) -> bytes:
    data = json.dumps({"jsonrpc": "2.0", **body}).encode()
    return b"Content-Length: %d\r\n\r\n%s" % (len(data), data)


START = [
    message({"id": 1, "method": "initialize", "params": {"capabilities": {}, "processId": None, "rootUri": None}}),
    message({"method": "initialized", "params": {}}),
]
SHUTDOWN = message({"id": 2, "method": "shutdown"})
EXIT = message({"method": "exit"})


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        ([*START, SHUTDOWN, EXIT], 0),
        ([*START, SHUTDOWN], 0),  # it said that it would go, and went
        ([*START, EXIT], 1),
        (START, 1),
        ([], 0),  # nobody ever came
        ([b"Content-Length: 5\r\n\r\n{"], 0),
    ],
)
def test_the_server_ends_with_its_editor(sent: list[bytes], status: int, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "hcp_author", "lsp"]
    done = subprocess.run(command, input=b"".join(sent), capture_output=True, timeout=60, check=False, cwd=tmp_path)
    assert done.returncode == status, done.stderr
    assert b"internal error" not in done.stderr


def test_an_editor_that_reads_no_more_ends_the_server(copies: Path) -> None:
    command = [sys.executable, "-m", "hcp_author", "lsp"]
    server = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert server.stdin
    assert server.stdout
    server.stdin.write(b"".join(START))
    server.stdin.flush()
    server.stdout.read(1)
    server.stdout.close()
    policy = copies / "one/mail/policy.json"
    item = {"uri": uri_of(policy), "languageId": "json", "version": 1, "text": BROKEN}
    opening = message({"method": "textDocument/didOpen", "params": {"textDocument": item}})
    ends = time.monotonic() + 60
    try:
        while server.poll() is None and time.monotonic() < ends:
            server.stdin.write(opening)
            server.stdin.flush()
            time.sleep(0.1)
    except BrokenPipeError:
        pass
    try:
        assert server.wait(60) == 1
    finally:
        server.kill()
