"""What is answered where a finding stands: the page of its rule, and the edits that mend it or its whole pack."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from lsprotocol import types
from pygls import uris

from hcp_author.errors import UserError
from hcp_author.lint import fixes, page, settled
from hcp_author.lint.contract import Edit, Finding
from hcp_author.lint.fixes.edits import edits
from hcp_author.lint.laws import RULES
from hcp_author.lsp import desk, places

FIX_ALL = types.CodeActionKind.SourceFixAll


def pages(found: Sequence[Finding]) -> str:
    """The pages of the findings' rules as Markdown, each once."""
    named = {rule.id: rule for rule in RULES}
    ids = dict.fromkeys(one.rule for one in found if one.rule in named)
    return "\n\n---\n\n".join(markdown(name, page.of(named[name])) for name in ids)


def markdown(name: str, told: page.Page) -> str:
    """One rule's page, its first example with it."""
    parts = [f"**{name}**: {told.what}", f"*Why:* {told.why}", f"*Fix:* {told.fix}"]
    for half, piece in told.examples[0].named() if told.examples else ():
        parts.append(f"{half}: `{piece.head}`\n```json\n{piece.shown}\n```")
    return "\n\n".join(parts)


def wants(only: Sequence[types.CodeActionKind | str] | None, kind: types.CodeActionKind) -> bool:
    """Whether an editor asked for this kind of action: for all, for it, or for what it is one of."""
    asked = [str(getattr(one, "value", one)) for one in only or ()]
    return only is None or any(one == "" or kind.value == one or kind.value.startswith(f"{one}.") for one in asked)


def fix_of(one: Finding, told: types.Diagnostic, texts: Mapping[Path, str], encoding: str) -> types.CodeAction | None:
    """The quick fix of a finding, or None; `told` is what the editor shows of it, `texts` are the open files."""
    if not one.edits:
        return None
    return types.CodeAction(
        title=f"{one.rule}: {one.fix}" if one.fix else f"mend {one.rule}",
        kind=types.CodeActionKind.QuickFix,
        diagnostics=[told],
        is_preferred=one.safe,
        edit=types.WorkspaceEdit(changes=changes(one.edits, texts, encoding)),
    )


def fix_all(root: Path) -> types.CodeAction:
    """The action that makes all safe fixes of a pack; what it changes is worked out where an editor takes it."""
    return types.CodeAction(title=f"Mend what is safe to mend in {root.name}", kind=FIX_ALL, data={"root": str(root)})


def all_changes(root: Path, texts: Mapping[Path, str], encoding: str) -> types.WorkspaceEdit:
    """What `lint --fix` would change in a pack as the editor holds it; nothing is written."""
    held = desk.unsaved(root, texts)
    pack = desk.read(root, texts)
    if pack is None:
        return types.WorkspaceEdit(changes={})
    try:
        mended = fixes.mend(root, wanted=settled.filter_of(desk.chosen_for(root)), unsaved=held)
    except UserError:  # suppressions that cannot be taken as they are, or a pack that went away
        return types.WorkspaceEdit(changes={})
    old = {name: data for name, data in mended.before.items() if data is not None}
    new = {name: mended.after[name].decode("utf-8", "replace") for name in old}
    return types.WorkspaceEdit(changes=changes(edits(pack, new), texts, encoding))


def changes(made: Iterable[Edit], texts: Mapping[Path, str], encoding: str) -> dict[str, Sequence[types.TextEdit]]:
    """Our edits as an editor makes them, by the file's URI."""
    lines: dict[str, list[str]] = {}
    found: dict[str, list[types.TextEdit]] = {}
    for edit in made:
        if edit.file not in lines:
            lines[edit.file] = places.lines_of(desk.text_of(Path(edit.file), texts))
        start, end = (edit.start_line, edit.start_column), (edit.end_line, edit.end_column)
        where = places.span(lines[edit.file], start, end, encoding)
        found.setdefault(uris.from_fs_path(edit.file) or "", []).append(types.TextEdit(where, edit.text))
    return {uri: list(own) for uri, own in found.items()}
