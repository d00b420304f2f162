"""A real client drives `hcp-author lsp`: diagnostics as one types, hovers, quick fixes."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from lsprotocol import types
from pygls import uris
from pygls.lsp.client import LanguageClient

ASK = 60.0  # seconds that an answer may take on a busy machine


class Editor(LanguageClient):
    """The smallest editor: it keeps what is said of each file, and can wait for the next word."""

    def __init__(self) -> None:
        super().__init__("editor", "1")
        self.said: dict[str, list[types.Diagnostic]] = {}
        self.news = asyncio.Event()

        @self.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        def keep(params: types.PublishDiagnosticsParams) -> None:
            self.said[params.uri] = list(params.diagnostics)
            self.news.set()

    async def told(self, file: Path, wanted: Callable[[list[str]], bool]) -> list[types.Diagnostic]:
        """What is said of a file, once its rules are as wanted."""
        uri = uris.from_fs_path(str(file)) or ""
        while not (uri in self.said and wanted([str(one.code) for one in self.said[uri]])):
            self.news.clear()
            await asyncio.wait_for(self.news.wait(), ASK)
        return self.said[uri]

    def open_(self, file: Path) -> str:
        item = types.TextDocumentItem(
            uri=uris.from_fs_path(str(file)) or "", language_id="json", version=1, text=file.read_text()
        )
        self.text_document_did_open(types.DidOpenTextDocumentParams(text_document=item))
        return item.uri

    def type_(self, uri: str, version: int, text: str) -> None:
        document = types.VersionedTextDocumentIdentifier(uri=uri, version=version)
        whole = types.TextDocumentContentChangeWholeDocument(text=text)
        self.text_document_did_change(types.DidChangeTextDocumentParams(document, [whole]))


def drive(work: Callable[[Editor], Awaitable[None]], *, folder: Path, encodings: list[str] | None = None) -> None:
    """Start the server, let `work` use it, and end it; it must end by itself."""

    async def session() -> None:
        editor = Editor()
        await editor.start_io(sys.executable, "-m", "hcp_author", "lsp")
        general = types.GeneralClientCapabilities(position_encodings=encodings)  # type: ignore[arg-type]
        await editor.initialize_async(
            types.InitializeParams(
                capabilities=types.ClientCapabilities(general=general), root_uri=uris.from_fs_path(str(folder))
            )
        )
        editor.initialized(types.InitializedParams())
        try:
            await asyncio.wait_for(work(editor), 4 * ASK)
        finally:
            await editor.shutdown_async(None)
            editor.exit(None)
            await asyncio.wait_for(editor.stop(), ASK)

    asyncio.run(session())


@pytest.fixture(scope="module")
def mail(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A whole generated pack."""
    folder = tmp_path_factory.mktemp("lsp")
    command = [sys.executable, "-m", "hcp_author", "new", "channel", "mail", "--yes", "--into", str(folder / "mail")]
    subprocess.run(command, check=True, capture_output=True, cwd=folder)
    return folder / "mail"


def ungated(policy: str) -> str:
    """The policy with a `send` that does not say whether it waits for confirm."""
    import json

    rows = json.loads(policy)
    del rows["verbs"]["send"]["confirm"]
    return json.dumps(rows, indent=2)


def test_what_is_typed_is_checked_before_it_is_saved(mail: Path) -> None:
    policy = mail / "policy.json"

    async def work(editor: Editor) -> None:
        uri = editor.open_(policy)
        editor.type_(uri, 2, ungated(policy.read_text()))
        (one,) = await editor.told(policy, lambda rules: "L6-ungated-write" in rules)
        assert one.severity == types.DiagnosticSeverity.Error
        assert one.source == "hcp-author"
        assert "`send` writes, and does not say whether it waits for confirm" in one.message
        editor.type_(uri, 3, policy.read_text())
        assert not await editor.told(policy, lambda rules: not rules)

    drive(work, folder=mail)


def test_a_finding_in_another_file_of_the_pack_is_told_there(mail: Path) -> None:
    surface, policy = mail / "surface.json", mail / "policy.json"

    async def work(editor: Editor) -> None:
        uri = editor.open_(surface)
        editor.type_(uri, 2, surface.read_text().replace('"verb_key": "search"', '"verb_key": "seek"'))
        told = await editor.told(policy, lambda rules: "L10-row-without-verb" in rules)
        assert any("`search`" in one.message for one in told)

    drive(work, folder=mail)


def test_hovering_shows_the_page_of_the_rule(mail: Path) -> None:
    policy = mail / "policy.json"

    async def work(editor: Editor) -> None:
        uri = editor.open_(policy)
        editor.type_(uri, 2, ungated(policy.read_text()))
        (one,) = await editor.told(policy, lambda rules: "L6-ungated-write" in rules)
        asked = types.HoverParams(types.TextDocumentIdentifier(uri), one.range.start)
        page = await editor.text_document_hover_async(asked)
        assert page is not None
        assert isinstance(page.contents, types.MarkupContent)
        assert "L6-ungated-write" in page.contents.value
        assert "hallucinated turn" in page.contents.value
        elsewhere = types.HoverParams(types.TextDocumentIdentifier(uri), types.Position(0, 0))
        assert await editor.text_document_hover_async(elsewhere) is None

    drive(work, folder=mail)


def test_a_quick_fix_mends_the_text_in_the_editor(mail: Path) -> None:
    policy = mail / "policy.json"

    async def work(editor: Editor) -> None:
        uri = editor.open_(policy)
        text = ungated(policy.read_text())
        editor.type_(uri, 2, text)
        (one,) = await editor.told(policy, lambda rules: "L6-ungated-write" in rules)
        context = types.CodeActionContext(diagnostics=[one])
        asked = types.CodeActionParams(types.TextDocumentIdentifier(uri), one.range, context)
        (action, *_) = await editor.text_document_code_action_async(asked) or []
        assert isinstance(action, types.CodeAction)
        assert action.is_preferred
        assert action.edit is not None
        edits = (action.edit.changes or {})[uri]
        editor.type_(uri, 3, applied(text, list(edits)))
        assert not await editor.told(policy, lambda rules: not rules)

    drive(work, folder=mail)


@pytest.mark.parametrize(("encoding", "column"), [("utf-32", 30), ("utf-16", 31), ("utf-8", 35)])
def test_columns_are_counted_in_the_unit_that_the_client_chose(mail: Path, encoding: str, column: int) -> None:
    surface = mail / "surface.json"

    async def work(editor: Editor) -> None:
        uri = editor.open_(surface)
        editor.type_(uri, 2, '{"summary": "\N{ENVELOPE}\N{SLICE OF PIZZA}", "hcp": "1", "hcp": "1"}')
        told = await editor.told(surface, lambda rules: "F-duplicate-key" in rules)
        place = next(one.range.start.character for one in told if one.code == "F-duplicate-key")
        assert place == column

    drive(work, folder=mail, encodings=[encoding])


def test_a_file_that_lies_in_no_pack_is_let_be(mail: Path, tmp_path: Path) -> None:
    stray = tmp_path / "policy.json"
    stray.write_text("{")

    async def work(editor: Editor) -> None:
        editor.open_(stray)
        uri = editor.open_(mail / "policy.json")
        editor.type_(uri, 2, "{")
        assert await editor.told(mail / "policy.json", lambda rules: "F-not-json" in rules)
        assert uris.from_fs_path(str(stray)) not in editor.said

    drive(work, folder=mail)


def applied(text: str, edits: list[types.TextEdit]) -> str:
    """The text with edits made, last first, as an editor does; ASCII, so that a unit is a character."""
    lines = text.splitlines(keepends=True)

    def offset(place: types.Position) -> int:
        return sum(map(len, lines[: place.line])) + place.character

    for edit in sorted(edits, key=lambda one: offset(one.range.start), reverse=True):
        text = text[: offset(edit.range.start)] + edit.new_text + text[offset(edit.range.end) :]
    return text
