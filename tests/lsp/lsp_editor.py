"""The smallest editor: a real client that drives `hcp-author lsp` over pipes."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from lsprotocol import types
from pygls import uris
from pygls.lsp.client import LanguageClient

ASK = 60.0  # seconds that an answer may take on a busy machine


class Editor(LanguageClient):
    """It keeps what is said of each file, can wait for the next word, and counts its versions."""

    def __init__(self) -> None:
        super().__init__("editor", "1")
        self.said: dict[str, list[types.Diagnostic]] = {}
        self.news = asyncio.Event()
        self.watchers: list[Any] = []
        self.version = 1

        @self.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        def keep(params: types.PublishDiagnosticsParams) -> None:
            self.said[params.uri] = list(params.diagnostics)
            self.news.set()

        @self.feature(types.CLIENT_REGISTER_CAPABILITY)
        def register(params: types.RegistrationParams) -> None:
            self.watchers += params.registrations
            self.news.set()

    async def until(self, holds: Callable[[], bool]) -> None:
        """Wait for it; each word from the server is a reason to look again."""
        while not holds():
            self.news.clear()
            await asyncio.wait_for(self.news.wait(), ASK)

    async def told(self, file: Path, wanted: Callable[[list[str]], bool]) -> list[types.Diagnostic]:
        """What is said of a file, once its rules are as wanted."""
        uri = uri_of(file)
        await self.until(lambda: uri in self.said and wanted([str(one.code) for one in self.said[uri]]))
        return self.said[uri]

    async def heard(self) -> None:
        """All that the server was told so far has been heard, looked at and answered."""
        probe = types.HoverParams(types.TextDocumentIdentifier("untitled:probe"), types.Position(0, 0))
        await self.text_document_hover_async(probe)
        await asyncio.sleep(0.2)
        await self.text_document_hover_async(probe)

    def open_(self, file: Path, text: str | None = None, uri: str = "") -> str:
        given = file.read_bytes().decode() if text is None else text
        item = types.TextDocumentItem(uri=uri or uri_of(file), language_id="json", version=1, text=given)
        self.text_document_did_open(types.DidOpenTextDocumentParams(text_document=item))
        return item.uri

    def type_(self, uri: str, text: str) -> None:
        self.version += 1
        document = types.VersionedTextDocumentIdentifier(uri=uri, version=self.version)
        whole = types.TextDocumentContentChangeWholeDocument(text=text)
        self.text_document_did_change(types.DidChangeTextDocumentParams(document, [whole]))

    def close_(self, uri: str) -> None:
        self.text_document_did_close(types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(uri)))

    def changed(self, *files: Path) -> None:
        """Say that files changed on the disk."""
        events = [types.FileEvent(uri_of(file), types.FileChangeType.Changed) for file in files]
        self.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams(events))

    async def actions(
        self, uri: str, where: types.Range, *only: str, told: list[types.Diagnostic] | None = None
    ) -> list[types.CodeAction]:
        kinds: Any = list(only) or None
        context = types.CodeActionContext(diagnostics=told or [], only=kinds)
        asked = types.CodeActionParams(types.TextDocumentIdentifier(uri), where, context)
        given = await self.text_document_code_action_async(asked) or []
        return [one for one in given if isinstance(one, types.CodeAction)]


TOP = types.Range(types.Position(0, 0), types.Position(0, 0))


def uri_of(file: Path) -> str:
    return uris.from_fs_path(str(file)) or ""


def drive(
    work: Callable[[Editor], Awaitable[None]],
    *,
    folders: list[Path],
    encodings: list[str] | None = None,
    watches: bool = False,
    resolves: bool = False,
) -> None:
    """Start the server, let `work` use it, and end it; it must end by itself."""
    able = types.ClientCapabilities(
        general=types.GeneralClientCapabilities(position_encodings=encodings),  # type: ignore[arg-type]
        workspace=types.WorkspaceClientCapabilities(
            did_change_watched_files=types.DidChangeWatchedFilesClientCapabilities(dynamic_registration=watches)
        ),
        text_document=types.TextDocumentClientCapabilities(
            code_action=types.CodeActionClientCapabilities(
                data_support=resolves,
                resolve_support=types.ClientCodeActionResolveOptions(["edit"]) if resolves else None,
            )
        ),
    )
    opened = [types.WorkspaceFolder(uri_of(folder), folder.name) for folder in folders]

    async def session() -> None:
        editor = Editor()
        await editor.start_io(sys.executable, "-m", "hcp_author", "lsp", "--stdio")
        await editor.initialize_async(types.InitializeParams(capabilities=able, workspace_folders=opened))
        editor.initialized(types.InitializedParams())
        try:
            await asyncio.wait_for(work(editor), 4 * ASK)
        finally:
            await asyncio.wait_for(editor.shutdown_async(None), ASK)
            editor.exit(None)
            await asyncio.wait_for(editor.stop(), ASK)

    asyncio.run(session())


def applied(text: str, edits: list[types.TextEdit]) -> str:
    """The text with edits made, last first, as an editor does; positions are of UTF-32 units."""
    lines = text.splitlines(keepends=True)

    def offset(place: types.Position) -> int:
        return sum(map(len, lines[: place.line])) + place.character

    for edit in sorted(edits, key=lambda one: offset(one.range.start), reverse=True):
        text = text[: offset(edit.range.start)] + edit.new_text + text[offset(edit.range.end) :]
    return text
