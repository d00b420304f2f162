"""Every example that `--help` shows works as it is typed, and so does each page itself."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hcp_author.cli import sense
from hcp_author.cli.main import COMMANDS

pytestmark = pytest.mark.whole


GROUPS = {"sense": sense.GROUP}
PAGES = ["", *COMMANDS, *(f"{name} {word}" for name, group in GROUPS.items() for word in group)]


@pytest.mark.parametrize("name", PAGES)
def test_the_example_works(run: Any, new: Callable[..., Path], program: Callable[[str], str], name: str) -> None:
    page = run("hcp-author", *name.split(), "--help").stdout
    example = re.search(r"Example:\s+(hcp-author .+)", page)
    assert example, page
    for word in ("notmuch", "git"):
        if word in example[1].split():
            program(word)
    # one that nothing was named of yet is there to be promoted
    bare = ("--wrap", program("notmuch"), "--pass-through") if name == "promote" else ()
    if name not in ("", "new"):
        new("channel", "mail", *bare)
    if name == "sense listen":
        run("hcp-author", "sense", "source", "mail", "queue", "--way", "spool")
    answered = "--yes" in example[1] or name not in ("", "new")
    run("bash", "-c", example[1] if answered else f"{example[1]} --yes")
