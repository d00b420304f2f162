"""A real client drives `hcp-author lsp`: diagnostics as one types, hovers, quick fixes, all fixes at once."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from lsp_editor import TOP, Editor, applied, drive, uri_of
from lsprotocol import types

FIX_ALL = "source.fixAll"


def ungated(policy: str, *verbs: str) -> str:
    """The policy with writes that do not say whether they wait for confirm."""
    rows = json.loads(policy)
    for verb in verbs or ("send",):
        del rows["verbs"][verb]["confirm"]
    return json.dumps(rows, indent=2)


def test_what_is_typed_is_checked_before_it_is_saved(mail: Path) -> None:
    policy = mail / "policy.json"

    async def work(editor: Editor) -> None:
        uri = editor.open_(policy)
        editor.type_(uri, ungated(policy.read_text()))
        (one,) = await editor.told(policy, lambda rules: "L6-ungated-write" in rules)
        assert one.severity == types.DiagnosticSeverity.Error
        assert one.source == "hcp-author"
        assert one.code_description is None  # rules' pages are offline
        assert "`send` writes, and does not say whether it waits for confirm\nfix: add" in one.message
        editor.type_(uri, policy.read_text())
        assert not await editor.told(policy, lambda rules: not rules)

    drive(work, folders=[mail])


def test_a_finding_in_another_file_of_the_pack_is_told_there(mail: Path) -> None:
    surface, policy = mail / "surface.json", mail / "policy.json"

    async def work(editor: Editor) -> None:
        uri = editor.open_(surface)
        editor.type_(uri, surface.read_text().replace('"verb_key": "search"', '"verb_key": "seek"'))
        told = await editor.told(policy, lambda rules: "L10-row-without-verb" in rules)
        assert any("`search`" in one.message for one in told)

    drive(work, folders=[mail])


def test_hovering_shows_the_page_of_the_rule(mail: Path) -> None:
    policy = mail / "policy.json"

    async def work(editor: Editor) -> None:
        uri = editor.open_(policy)
        editor.type_(uri, ungated(policy.read_text()))
        (one,) = await editor.told(policy, lambda rules: "L6-ungated-write" in rules)
        asked = types.HoverParams(types.TextDocumentIdentifier(uri), one.range.start)
        page = await editor.text_document_hover_async(asked)
        assert page is not None
        assert isinstance(page.contents, types.MarkupContent)
        assert "L6-ungated-write" in page.contents.value
        assert "hallucinated turn" in page.contents.value
        elsewhere = types.HoverParams(types.TextDocumentIdentifier(uri), types.Position(0, 0))
        assert await editor.text_document_hover_async(elsewhere) is None

    drive(work, folders=[mail])


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_a_quick_fix_mends_the_text_in_the_editor(mail: Path, line_end: str) -> None:
    policy = mail / "policy.json"

    async def work(editor: Editor) -> None:
        uri = editor.open_(policy)
        text = ungated(policy.read_text()).replace("\n", line_end)
        editor.type_(uri, text)
        (one,) = await editor.told(policy, lambda rules: "L6-ungated-write" in rules)
        (action,) = await editor.actions(uri, one.range, "quickfix", told=[one])
        assert action.title.startswith("L6-ungated-write: ")
        assert action.is_preferred
        assert list(action.diagnostics or ()) == [one]
        assert action.edit is not None
        mended = applied(text, list((action.edit.changes or {})[uri]))
        assert mended.count(line_end) == mended.count("\n")
        editor.type_(uri, mended)
        assert not await editor.told(policy, lambda rules: not rules)
        assert await editor.actions(uri, one.range, "quickfix") == []

    drive(work, folders=[mail])


def test_an_action_is_given_at_once_for_what_was_just_typed(mail: Path) -> None:
    """Who asks does not get answers for the text before."""
    policy = mail / "policy.json"

    async def work(editor: Editor) -> None:
        uri = editor.open_(policy)
        for _ in range(5):
            editor.type_(uri, ungated(policy.read_text()))
            everywhere = types.Range(types.Position(0, 0), types.Position(999, 0))
            assert len(await editor.actions(uri, everywhere, "quickfix")) == 1
            editor.type_(uri, policy.read_text())
            assert await editor.actions(uri, everywhere, "quickfix") == []

    drive(work, folders=[mail])


def test_all_safe_fixes_of_a_pack_at_once(mail: Path) -> None:
    policy, surface = mail / "policy.json", mail / "surface.json"

    async def work(editor: Editor) -> None:
        texts = {
            editor.open_(policy): ungated(policy.read_text(), "send", "connect"),
            editor.open_(surface): surface.read_text().replace('"ref": "new_item"', '"ref": "New_Item"'),
        }
        for uri, text in texts.items():
            editor.type_(uri, text)
        first = uri_of(policy)
        assert await editor.actions(first, TOP) == []  # it was not asked for, and would be worked out in vain
        assert await editor.actions(first, TOP, "refactor") == []
        for only in ("source", FIX_ALL):
            (action,) = await editor.actions(first, TOP, only)
        assert action.kind == FIX_ALL
        assert action.edit is not None
        for uri, edits in (action.edit.changes or {}).items():
            editor.type_(uri, applied(texts[uri], list(edits)))
        assert set(action.edit.changes or {}) == set(texts)
        everywhere = types.Range(types.Position(0, 0), types.Position(999, 0))
        for uri in texts:
            assert await editor.actions(uri, everywhere, "quickfix") == []
        assert not await editor.told(policy, lambda rules: not rules)
        assert not await editor.told(surface, lambda rules: not rules)

    drive(work, folders=[mail], encodings=["utf-32"])


def test_all_fixes_are_worked_out_late_for_who_can_ask_again(mail: Path) -> None:
    policy = mail / "policy.json"

    async def work(editor: Editor) -> None:
        uri = editor.open_(policy)
        text = ungated(policy.read_text(), "send", "connect")
        editor.type_(uri, text)
        await editor.told(policy, lambda rules: len(rules) == 2)
        (action,) = await editor.actions(uri, TOP)
        assert (action.kind, action.edit) == (FIX_ALL, None)
        whole = await editor.code_action_resolve_async(action)
        assert whole.edit is not None
        editor.type_(uri, applied(text, list((whole.edit.changes or {})[uri])))
        assert not await editor.told(policy, lambda rules: not rules)
        forged = types.CodeAction("x", data={"root": "/etc"})
        assert (await editor.code_action_resolve_async(forged)).edit is None

    drive(work, folders=[mail], encodings=["utf-32"], resolves=True)


@pytest.mark.parametrize(("encoding", "column"), [("utf-32", 30), ("utf-16", 31), ("utf-8", 35)])
def test_columns_are_counted_in_the_unit_that_the_client_chose(mail: Path, encoding: str, column: int) -> None:
    surface = mail / "surface.json"

    async def work(editor: Editor) -> None:
        uri = editor.open_(surface)
        editor.type_(uri, '{"summary": "\N{ENVELOPE}\N{SLICE OF PIZZA}", "hcp": "1", "hcp": "1"}')
        told = await editor.told(surface, lambda rules: "F-duplicate-key" in rules)
        place = next(one.range.start.character for one in told if one.code == "F-duplicate-key")
        assert place == column

    drive(work, folders=[mail], encodings=[encoding])


def test_lines_are_split_where_editors_split_them(mail: Path) -> None:
    harness = mail / "HARNESS.md"

    async def work(editor: Editor) -> None:
        # U+2028 and a form feed end no line in an editor; CR, LF and CR LF do
        text = "a\N{LINE SEPARATOR}b\x0cc\rd\r\ne\nf\N{RIGHT-TO-LEFT OVERRIDE}g\n"
        uri = editor.open_(harness, text)
        told = await editor.told(harness, lambda rules: any(rule.startswith("T-hidden") for rule in rules))
        places = {(one.range.start.line, one.range.start.character) for one in told if str(one.code).startswith("T-")}
        assert (3, 1) in places
        editor.type_(uri, harness.read_text())
        assert not await editor.told(harness, lambda rules: not rules)

    drive(work, folders=[mail])
