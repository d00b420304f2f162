"""What an author may well do to a generated pack by hand: nothing is said of it, under --strict either."""

from __future__ import annotations

import json
import os
import random
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hcp_author import harness_md
from hcp_author.damage.copy import Copy
from hcp_author.lint import engine
from hcp_author.pack import files

PACKS = ("my-channel", "my-read-only", "my-control", "my-sense-only", "a-git", "a-notmuch", "a-restic")
OWN = ("surface.json", "policy.json", "proof.json")
Edit = Callable[[Copy], None]

# one line each, as people of other languages write it; the last one with an emoji of several parts
SUMMARIES = (
    "Zeigt die neuesten Einträge, größte zuerst – auch ältere.",
    "最新の項目を一覧表示します。",
    "عرض أحدث العناصر في القائمة.",
    "הצגת הפריטים החדשים.",
    "Показывает новые записи.",
    "Δείχνει τα νέα στοιχεία.",
    "नई प्रविष्टियाँ दिखाता है।",
    "Shows what is new 📬🎉 – at a glance.",
)
FILES = {
    "src/more.py": '"""More of it."""\n\n\ndef double(number):\n    return 2 * number\n',
    "docs/guide.md": "# Guide\n\nHow we use it. See [the Skill](../HARNESS.md) and [the service](https://example.org/api).\n",
    "tests/test_more.py": "def test_more():\n    assert 1 + 1 == 2\n",
    "LICENSE": "Copyright 2025 A. N. Author\n\nPermission is granted to anyone to use this for any purpose.\n",
    "CHANGELOG.md": "# Changes\n\n## Unreleased\n\n- Reads are faster.\n",
    "Makefile": "check:\n\thcp-author lint --strict .\n\tpython3 proof.py\n",
    ".editorconfig": "root = true\n\n[*]\nindent_style = space\n",
    ".gitattributes": "* text=auto\n",
    ".github/dependabot.yml": "version: 2\nupdates: []\n",
    ".github/ISSUE_TEMPLATE.md": "What did you do, and what came of it?\n",
    "pyproject.toml": "[tool.ruff]\nline-length = 100\n",
    "requirements.txt": "httpx==0.27.0\n",
    "docs/data.csv": "id,name\n1,Ann\n",
    "CONTRIBUTING.md": "Send a change with a test. Never put a token into a file; `connect` keeps it.\n",
}
PNG = bytes.fromhex("89504e470d0a1a0a0000000d4948445200000001000000010806000000") + bytes(range(200))


@pytest.fixture(params=PACKS)
def pack(request: pytest.FixtureRequest, made: dict[str, Path], tmp_path: Path) -> Copy:
    if request.param not in made:
        pytest.skip("the program is not installed")
    return Copy(Path(shutil.copytree(made[request.param], tmp_path / request.param)))


def told(pack: Copy) -> list[str]:
    """What would fail a build under --strict."""
    found = engine.check(files.read(pack.root))
    return [f"{one.rule} {one.file}:{one.line}: {one.message}" for one in found if one.severity != "note"]


def redrawn(pack: Copy) -> None:
    """The tables as `hcp-author harness` draws them after a change."""
    read = files.read(pack.root)
    pack.write("HARNESS.md", harness_md.draw(read, read.harness))


def laid_out(**how: Any) -> Edit:
    def do(pack: Copy) -> None:
        for name in OWN:
            pack.write(name, json.dumps(pack.data(name), **how) + "\n")

    return do


def reversed_keys(pack: Copy) -> None:
    for name in OWN:
        pack.write(name, json.dumps(turned(pack.data(name)), indent=2, ensure_ascii=False) + "\n")


def turned(value: Any) -> Any:
    """The same value with the keys of its objects the other way round, but for names whose order is drawn."""
    if isinstance(value, dict):
        keep = {"properties"}
        return {key: inner if key in keep else turned(inner) for key, inner in reversed(value.items())}
    return [turned(item) for item in value] if isinstance(value, list) else value


def line_ends(pack: Copy) -> None:
    for name in (*OWN, "HARNESS.md", "README.md"):
        pack.write(name, pack.text(name).replace("\n", "\r\n"))


def no_final_newline(pack: Copy) -> None:
    for name in (*OWN, "HARNESS.md", "README.md"):
        pack.write(name, pack.text(name).rstrip("\n"))


def more_prose(pack: Copy) -> None:
    pack.append(
        "README.md",
        "\n## Why\n\nWe had three scripts for it. Now there is one.\n\n> Ask Ann or Bob.\n\n1. Read.\n2. Try.\n",
    )
    pack.append(
        "README.md", f"\n```sh\nbin/{pack.pack_id} --help\ncd .. && ls\n```\n\n![A picture](docs/picture.png)\n"
    )
    pack.append("HARNESS.md", "\n## When not to use it\n\nWhen a person is faster. It *never* sends on its own.\n")


def authors_files(pack: Copy) -> None:
    for name, text in FILES.items():
        pack.write(name, text)
    pack.write("docs/picture.png", PNG)
    pack.write("docs/picture.jpg", b"\xff\xd8\xff\xe0" + PNG)


def own_notes(pack: Copy) -> None:
    pack.add("surface.json", "", "x-notes", {"team": "mail", "since": 2021, "links": ["https://example.org/wiki"]})
    pack.add("policy.json", "", "x-reviewed", "2025-01-06, by Ann")


def other_languages(pack: Copy) -> None:
    for index, verb in enumerate(pack.surface.get("verbs", [])):
        if "summary" in verb:
            pack.set("surface.json", f"/verbs/{index}/summary", SUMMARIES[index % len(SUMMARIES)])
    pack.set("surface.json", "/summary", SUMMARIES[0])
    redrawn(pack)


def escaped_letters(pack: Copy) -> None:
    pack.set("surface.json", "/summary", SUMMARIES[1])
    pack.write("surface.json", json.dumps(pack.surface, indent=2, ensure_ascii=True) + "\n")
    redrawn(pack)


def long_lists(pack: Copy) -> None:
    pack.put("surface.json", "/binding", "settings", [f"BOX_PLACE_{number}" for number in range(60)])
    pack.add("surface.json", "", "x-list", list(range(5000)))


def other_headings(pack: Copy) -> None:
    pack.swap("HARNESS.md", "# ", "# The ")
    pack.append("HARNESS.md", "\n## See also\n\n- [The README](README.md)\n- <https://example.org/manual>\n")


EDITS: dict[str, Edit] = {
    "keys the other way round": reversed_keys,
    "indent of four": laid_out(indent=4, ensure_ascii=False),
    "tabs": laid_out(indent="\t", ensure_ascii=False),
    "one line": laid_out(separators=(",", ":"), ensure_ascii=False),
    "plain ASCII": laid_out(indent=1),
    "other line ends": line_ends,
    "no final newline": no_final_newline,
    "more prose": more_prose,
    "the author's own files": authors_files,
    "notes of the author's": own_notes,
    "other languages": other_languages,
    "letters as escapes": escaped_letters,
    "long lists": long_lists,
    "other headings": other_headings,
}


def test_as_it_was_made(pack: Copy) -> None:
    assert told(pack) == []


@pytest.mark.parametrize("name", EDITS)
def test_a_right_edit_by_hand(name: str, pack: Copy) -> None:
    EDITS[name](pack)
    assert told(pack) == []


def test_all_of_them_together(pack: Copy) -> None:
    for name in (
        "notes of the author's",
        "other languages",
        "more prose",
        "the author's own files",
        "tabs",
        "other line ends",
    ):
        EDITS[name](pack)
    assert told(pack) == []


def test_a_folder_of_another_name_and_files_that_may_be_run(pack: Copy) -> None:
    moved = pack.root.parent / "somewhere-else"
    os.rename(pack.root, moved)
    (moved / "proof.py").chmod(0o755)
    (moved / "HARNESS.md").chmod(0o444)
    assert told(Copy(moved)) == []


SPACE = st.text(alphabet=" \t\n\r", max_size=3)


def written(value: Any, space: Callable[[], str], chance: random.Random) -> str:
    """JSON text of a value with white space wherever it may stand, keys in any order, and letters as escapes."""
    if isinstance(value, dict):
        members = list(value.items())
        chance.shuffle(members)
        parts = [f"{string(key, chance)}{space()}:{space()}{written(inner, space, chance)}" for key, inner in members]
        return "{" + space() + f"{space()},{space()}".join(parts) + space() + "}"
    if isinstance(value, list):
        parts = [written(item, space, chance) for item in value]
        return "[" + space() + f"{space()},{space()}".join(parts) + space() + "]"
    return string(value, chance) if isinstance(value, str) else json.dumps(value)


def string(text: str, chance: random.Random) -> str:
    """A JSON string, some of whose letters are escapes."""
    plain = json.dumps(text, ensure_ascii=chance.random() < 0.5)
    if plain[1:-1].isalpha() and plain.isascii() and chance.random() < 0.05:
        return f'"\\u{ord(plain[1]):04x}{plain[2:]}'
    return plain


@settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 2**32), spaces=st.lists(SPACE, min_size=1, max_size=7), name=st.sampled_from(PACKS))
def test_however_the_json_is_laid_out(
    seed: int, spaces: list[str], name: str, made: dict[str, Path], tmp_path_factory: pytest.TempPathFactory
) -> None:
    if name not in made:
        return
    chance = random.Random(seed)
    copy = Copy(Path(shutil.copytree(made[name], tmp_path_factory.mktemp("laid") / name)))
    for file in OWN:
        copy.write(file, written(copy.data(file), lambda: chance.choice(spaces), chance))
    redrawn(copy)
    assert told(copy) == []
