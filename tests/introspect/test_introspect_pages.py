"""Pages of help in every dialect, each with what is read from it beside it."""

from __future__ import annotations

from pathlib import Path

import introspect_pages
import pytest

from hcp_author.introspect import dialects


@pytest.mark.parametrize("file", introspect_pages.files(), ids=lambda file: file.stem)
def test_a_page_is_read_as_expected(file: Path, rewrite: bool) -> None:
    said = introspect_pages.told(introspect_pages.page(file))
    expected = file.with_suffix(".expected")
    if rewrite:
        expected.write_text(said)
    assert said == expected.read_text()


def test_the_shelf_of_dialects_is_complete_and_the_last_takes_every_text() -> None:
    folder = Path(dialects.__file__).parent
    named = {dialect.__name__.rsplit(".", 1)[1] for dialect in dialects.DIALECTS}  # type: ignore[attr-defined]
    assert named == {file.stem for file in folder.glob("[!_]*.py")}
    assert dialects.DIALECTS[-1].recognises(["anything"])


@pytest.mark.parametrize("file", introspect_pages.files(), ids=lambda file: file.stem)
def test_a_page_reads_the_same_with_colour_crlf_and_overstrikes(file: Path) -> None:
    plain = file.read_text()
    noisy = plain.replace("Options:", "\x1b[1mOptions:\x1b[0m").replace("NAME\n", "N\bNA\bAM\bME\bE\n")
    noisy = noisy.replace("\n", "\r\n")
    program, *path = file.stem.split("@")[1:] or ["tide"]
    again = dialects.read(introspect_pages.read(noisy.encode()).lines, program, tuple(path))
    assert introspect_pages.told(again) == introspect_pages.told(introspect_pages.page(file))
