"""A pack with other texts in the place of its own, so that one fix can build on another before anything is written."""

from __future__ import annotations

import os
from collections.abc import Mapping

from hcp_author.lint.contract import Finding
from hcp_author.pack import files, model
from hcp_author.pack.model import Pack
from hcp_author.pack.source import Document, parse

# file name, relative to the pack with `/` -> its whole new text
Texts = Mapping[str, str]


def with_texts(pack: Pack, texts: Texts) -> Pack:
    """The pack as it would be read with `texts` written; what reading met (`troubles`) is as before."""
    if not texts:
        return pack
    fixtures = {key: anew(document, texts) for key, document in pack.fixtures.items()}
    return model.build(
        pack.root,
        anew(pack.surface, texts),
        anew(pack.policy, texts),
        proof=anew(pack.proof, texts),
        fixtures=fixtures,
        harness=texts.get("HARNESS.md", pack.harness),
        files=tuple(sorted({*pack.files, *texts})),
        troubles=pack.troubles,
    )


def anew(document: Document, texts: Texts) -> Document:
    """The document with its new text, where it has one."""
    if document.name not in texts:
        return document
    return parse(texts[document.name].encode("utf-8"), document.name)


def text_of(pack: Pack, name: str) -> str | None:
    """The text of one file of the pack, exactly as it is; None where there is none, or it is no whole UTF-8."""
    for document in (pack.surface, pack.policy, pack.proof, *pack.fixtures.values()):
        if document.name == name and document.exists:
            return document.text if intact(document.text) else None
    if name == "HARNESS.md":
        return pack.harness if pack.harness is not None and intact(pack.harness) else None
    data = files.content(pack, name)
    try:
        return data.decode("utf-8") if isinstance(data, bytes) else None
    except UnicodeDecodeError:
        return None


def intact(text: str) -> bool:
    """Whether a text was read whole: with U+FFFD in it, it may stand for bytes that were no UTF-8."""
    return "\ufffd" not in text


def file_of(pack: Pack, finding: Finding) -> str:
    """The finding's file, relative to the pack, with `/`."""
    return os.path.relpath(finding.file, pack.root).replace(os.sep, "/")
