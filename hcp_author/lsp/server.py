"""The server: an editor's messages in, diagnostics, hovers and fixes out (Language Server Protocol 3.17)."""

from __future__ import annotations

import asyncio
import contextlib
import io
import os
import sys
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from lsprotocol import types
from pygls import uris
from pygls.lsp.server import LanguageServer

from hcp_author import __version__
from hcp_author.errors import FINDINGS, OK
from hcp_author.lint.contract import Finding
from hcp_author.lint.fixes.edits import edited
from hcp_author.lsp import answers, desk, places, telling

# who types on is not waited for longer than a look took the last time, and never longer than this, in seconds
PATIENCE = 0.5
WATCHED = (
    *("**/surface.json", "**/policy.json", "**/proof.json", "**/HARNESS.md", "**/adapter.py", "**/fixtures/*"),
    *("**/bin/**", "**/hcp-author*.toml", "**/hcp-author*.json", "**/pyproject.toml"),
)
SETTINGS = (".toml", "baseline.json")


class Server(LanguageServer):
    """A language server that remembers what it told, and which packs are still to be looked at.

    It is sent each text whole: pygls splits lines where no editor does, and text that deceives has such characters.
    """

    def __init__(self) -> None:
        super().__init__(telling.SOURCE, __version__, types.TextDocumentSyncKind.Full)
        self.shelf = telling.Shelf()
        self.due: dict[Path, asyncio.TimerHandle] = {}
        self.took = 0.0
        self.ending = OK

    def texts(self) -> dict[Path, str]:
        """The text of every open file of this disk, by its path; what else is open (a past version) is no file."""
        documents = self.workspace.text_documents
        found = {path_of(uri): document.source for uri, document in documents.items()}
        return {path: text for path, text in found.items() if path is not None}

    def folders(self) -> list[Path]:
        """The folders of the workspace that lie on this disk."""
        given = [*self.workspace.folders, *([self.workspace.root_uri] if self.workspace.root_uri else [])]
        return [path for path in map(path_of, dict.fromkeys(given)) if path is not None]

    def encoding(self) -> str:
        """The unit in which this client counts columns."""
        return str(getattr(self.workspace.position_encoding, "value", self.workspace.position_encoding))


class Out(io.FileIO):
    """Standard output. Where nobody reads it any more, the process ends: a thread of it still waits for their words."""

    def write(self, data: Any) -> int:
        """Write all of it, or end."""
        left = memoryview(data)
        try:
            while left:
                left = left[super().write(left) or 0 :]
        except BrokenPipeError:
            os._exit(FINDINGS)
        return len(data)


def make() -> Server:
    """A server with all its features, not started yet."""
    server = Server()
    kinds = [types.CodeActionKind.QuickFix, answers.FIX_ALL]
    features: dict[str, Any] = {
        types.INITIALIZED: opened,
        types.TEXT_DOCUMENT_DID_OPEN: changed,
        types.TEXT_DOCUMENT_DID_CHANGE: changed,
        types.TEXT_DOCUMENT_DID_SAVE: changed,
        types.TEXT_DOCUMENT_DID_CLOSE: changed,
        types.WORKSPACE_DID_CHANGE_WATCHED_FILES: changed_outside,
        types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS: moved,
        types.TEXT_DOCUMENT_HOVER: hover,
        types.CODE_ACTION_RESOLVE: resolved,
        types.SHUTDOWN: shut_down,
    }
    for name, function in features.items():
        server.feature(name)(function)
    options = types.CodeActionOptions(code_action_kinds=kinds, resolve_provider=True)
    server.feature(types.TEXT_DOCUMENT_CODE_ACTION, options)(actions)
    return server


def serve() -> int:
    """Serve one editor on standard input and output; 0 where it said that it would end, as the protocol has it."""
    server = make()
    # standard output is the protocol's alone, and pygls closes it at the end: whatever else prints goes to the log
    out = Out(os.dup(sys.stdout.fileno()), "wb")
    with contextlib.redirect_stdout(sys.stderr):
        server.start_io(stdout=out)
    return server.ending


def shut_down(server: Server, params: None = None) -> None:
    """The editor is about to end."""
    server.ending = OK


async def opened(server: Server, params: types.InitializedParams) -> None:
    """The editor is ready: ask to be told of files that others change, and look at the packs of its folders."""
    server.ending = FINDINGS  # until it says `shutdown`
    watching = server.client_capabilities.workspace and server.client_capabilities.workspace.did_change_watched_files
    if watching and watching.dynamic_registration:
        globs = [types.FileSystemWatcher(glob_pattern=glob) for glob in WATCHED]
        name = types.WORKSPACE_DID_CHANGE_WATCHED_FILES
        options = types.DidChangeWatchedFilesRegistrationOptions(watchers=globs)
        wish = types.Registration(id="files", method=name, register_options=options)
        server.client_register_capability(types.RegistrationParams(registrations=[wish]))
    await look_through(server, server.folders())


async def look_through(server: Server, folders: Iterable[Path]) -> None:
    """Look at the packs below some folders; whatever the editor asks meanwhile comes first."""
    for folder in folders:
        for root in desk.packs_below(folder):
            await asyncio.sleep(0)
            if root is not None and root not in server.shelf.found:
                look(server, root)


async def moved(server: Server, params: types.DidChangeWorkspaceFoldersParams) -> None:
    """Folders came to the workspace, or left it."""
    await look_through(server, [path for one in params.event.added if (path := path_of(one.uri))])
    texts = server.texts()
    for left in [path for one in params.event.removed if (path := path_of(one.uri))]:
        for root in [root for root in server.shelf.found if root.is_relative_to(left)]:
            if not desk.unsaved(root, texts):
                tell(server, telling.forget(server.shelf, root))


Changed = (
    types.DidOpenTextDocumentParams
    | types.DidChangeTextDocumentParams
    | types.DidSaveTextDocumentParams
    | types.DidCloseTextDocumentParams
)


def changed(server: Server, params: Changed) -> None:
    """A file was opened, changed, saved or closed: its pack is looked at again."""
    file = path_of(params.text_document.uri)
    for root in roots(server, [file] if file else []):
        soon(server, root)


def changed_outside(server: Server, params: types.DidChangeWatchedFilesParams) -> None:
    """Files changed on the disk: their packs are looked at again, and all of them where settings did."""
    files = [path for event in params.changes if (path := path_of(event.uri))]
    everything = any(file.name.endswith(SETTINGS) for file in files)
    for root in [*server.shelf.found] if everything else roots(server, files):
        soon(server, root)


def roots(server: Server, files: Iterable[Path]) -> dict[Path, None]:
    """The packs of some files, those among them that are packs no longer."""
    now = [desk.pack_of(file, server.folders()) for file in files]
    before = [root for file in files for root in server.shelf.found if file.is_relative_to(root)]
    return dict.fromkeys(root for root in [*now, *before] if root is not None)


def soon(server: Server, root: Path) -> None:
    """Look at a pack once nothing more is typed."""
    if root in server.due:
        server.due.pop(root).cancel()
    server.due[root] = asyncio.get_running_loop().call_later(min(server.took, PATIENCE), look, server, root)


def look(server: Server, root: Path) -> None:
    """Lint a pack and tell of all its files; one of no folder of the workspace only while a file of it is open."""
    if root in server.due:
        server.due.pop(root).cancel()
    begun, texts = time.monotonic(), server.texts()
    if desk.unsaved(root, texts) or any(root.is_relative_to(folder) for folder in server.folders()):
        tell(server, telling.look(server.shelf, root, texts))
    else:
        tell(server, telling.forget(server.shelf, root))
    server.took = time.monotonic() - begun


def tell(server: Server, news: dict[Path, list[Finding]]) -> None:
    """Send the diagnostics of each file; an empty list takes back what was said before."""
    texts, encoding = server.texts(), server.encoding()
    for path, found in news.items():
        told = telling.diagnostics(found, desk.text_of(path, texts) if found else "", encoding)
        uri = uris.from_fs_path(str(path)) or ""
        server.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri=uri, diagnostics=told))


def at(server: Server, uri: str, where: types.Range) -> list[tuple[Finding, types.Diagnostic]]:
    """The findings of a file that touch a range, of its text as it is now."""
    file = path_of(uri)
    root = desk.pack_of(file, server.folders()) if file else None
    if file is None or root is None:
        return []
    if root in server.due:
        look(server, root)
    own = server.shelf.found.get(root, {}).get(file, [])
    told = telling.diagnostics(own, desk.text_of(file, server.texts()), server.encoding())
    return [pair for pair in zip(own, told, strict=True) if places.touches(pair[1].range, where)]


def hover(server: Server, params: types.HoverParams) -> types.Hover | None:
    """The pages of the rules whose findings stand under the pointer."""
    found = at(server, params.text_document.uri, types.Range(start=params.position, end=params.position))
    if not found:
        return None
    pages = answers.pages([one for one, _ in found])
    return types.Hover(contents=types.MarkupContent(kind=types.MarkupKind.Markdown, value=pages))


def actions(server: Server, params: types.CodeActionParams) -> list[types.CodeAction]:
    """A quick fix for each finding in the range that can be mended, the safe ones first; then all safe ones at once."""
    only, made = params.context.only, []
    if answers.wants(only, types.CodeActionKind.QuickFix):
        here = at(server, params.text_document.uri, params.range)
        texts, packs = server.texts(), dict(server.shelf.packs)
        found = [(edited(one, packs), told) for one, told in here]
        fixes = [answers.fix_of(one, told, texts, server.encoding()) for one, told in found]
        made = sorted((one for one in fixes if one), key=lambda one: not one.is_preferred)
    return made + all_fixes(server, params)


def all_fixes(server: Server, params: types.CodeActionParams) -> list[types.CodeAction]:
    """The action that mends the whole pack; ready made for an editor that asks for it and cannot ask again."""
    only = params.context.only
    file = path_of(params.text_document.uri)
    root = desk.pack_of(file, server.folders()) if file else None
    if root is None or not answers.wants(only, answers.FIX_ALL):
        return []
    asks_again = resolves(server)
    if only is None and not (asks_again and any(server.shelf.found.get(root, {}).values())):
        return []
    action = answers.fix_all(root)
    return [action if asks_again else resolved(server, action)]


def resolves(server: Server) -> bool:
    """Whether this client asks for the changes of an action once it is taken."""
    able = server.client_capabilities.text_document and server.client_capabilities.text_document.code_action
    return bool(able and able.data_support and able.resolve_support and "edit" in able.resolve_support.properties)


def resolved(server: Server, action: types.CodeAction) -> types.CodeAction:
    """The action with what it changes."""
    root = action.data.get("root") if isinstance(action.data, dict) else None
    if isinstance(root, str) and Path(root) in server.shelf.found:
        action.edit = answers.all_changes(Path(root), server.texts(), server.encoding())
    return action


def path_of(uri: str) -> Path | None:
    """The path that a `file:` URI names; None for what lies nowhere on this disk."""
    path = uris.to_fs_path(uri) if uri.startswith("file:") else None
    return Path(path) if path else None
