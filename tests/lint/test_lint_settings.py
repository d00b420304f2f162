"""Settings: where they are looked for, what they may say, and that no pack brings any."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from hcp_author.cli import main
from hcp_author.errors import UserError
from hcp_author.lint import lookup, settings, suppress
from hcp_author.lint.settings import Settings
from hcp_author.pack import shape

Build = Callable[..., Path]


def test_nothing_is_found_and_nothing_is_set(tmp_path: Path) -> None:
    assert settings.load(here=tmp_path) == Settings()


@pytest.mark.parametrize("name", ["hcp-author.toml", "pyproject.toml"])
def test_the_nearest_file_upwards(name: str, tmp_path: Path) -> None:
    inner = tmp_path / "packs" / "more"
    inner.mkdir(parents=True)
    (tmp_path / "hcp-author.toml").write_text('ignore = ["L6"]\n')
    head = "[tool.hcp-author]\n" if name == "pyproject.toml" else ""
    (tmp_path / "packs" / name).write_text(f'{head}select = ["S"]\nstrict = true\n')
    found = settings.load(here=inner)
    assert (found.select, found.ignore, found.strict) == (("S",), (), True)
    assert found.file is not None
    assert found.file.resolve() == tmp_path / "packs" / name


def test_a_pyproject_that_only_mentions_us_is_passed_over(tmp_path: Path) -> None:
    inner = tmp_path / "tools"
    inner.mkdir()
    (inner / "pyproject.toml").write_text('[project]\ndependencies = ["hcp-author"]\n')
    (tmp_path / "pyproject.toml").write_text('[tool.hcp-author]\nignore = ["T"]\n')
    assert settings.load(here=inner).ignore == ("T",)


def test_no_pack_brings_settings(build: Build, tmp_path: Path) -> None:
    root = build()
    inner = root / "docs" / "deep"
    inner.mkdir(parents=True)
    for folder in (root, root / "docs", inner):
        (folder / "hcp-author.toml").write_text('ignore = ["L6"]\n')
        (folder / "pyproject.toml").write_text('[tool.hcp-author]\nignore = ["L6"]\n')
    assert lookup.find(str(tmp_path / inner)) == []
    (tmp_path / "hcp-author.toml").write_text('ignore = ["T"]\n')
    assert settings.load(here=tmp_path / inner).ignore == ("T",)


def test_a_catalog_inside_a_pack_is_the_packs(build: Build, tmp_path: Path) -> None:
    # an outer surface.json makes all below it a pack's own
    (tmp_path / "catalog").mkdir()
    (tmp_path / "surface.json").write_text("{}")
    (tmp_path / "catalog" / "hcp-author.toml").write_text('ignore = ["L6"]\n')
    assert settings.load(here=tmp_path / "catalog") == Settings()


def test_a_link_into_a_pack_is_the_packs(build: Build, tmp_path: Path) -> None:
    root = build()
    (root / "hcp-author.toml").write_text('ignore = ["L6"]\n')
    (tmp_path / "hcp-author.toml").symlink_to(root / "hcp-author.toml")
    with pytest.raises(UserError, match="no pack decides what it is judged by"):
        settings.load(here=tmp_path)


@pytest.mark.parametrize("what", ["config", "suppressions", "baseline"])
def test_no_file_of_a_pack_is_taken_even_when_it_is_named(what: str, build: Build) -> None:
    root = build()
    (root / "x.toml").write_text('ignore = ["L6"]\n')
    given: dict[str, Any] = {what: root / "x.toml"}
    take = settings.load if what == "config" else partial(settings.with_options, Settings())
    with pytest.raises(UserError, match="no pack decides what it is judged by") as told:
        take(**given)
    assert told.value.status == 2


@pytest.mark.parametrize(
    ("text", "message", "fix"),
    [
        ("ignroe = []", "`ignroe`: there is no such key", "did you mean `ignore`?"),
        ("ignore = 'L6'", "`ignore`: it must be a list of rules and laws", 'ignore = ["L6", "S-poll-ref"]'),
        ("ignore = ['']", "`ignore`: it must be a list of rules and laws", 'ignore = ["L6", "S-poll-ref"]'),
        ("strict = 1", "`strict`: it must be true or false", "strict = true"),
        ("select = ['L6-open-wrte']", "there is no rule and no law `L6-open-wrte`", "did you mean `L6-open-write`?"),
        ("select = ['L13']", "there is no rule and no law `L13`", "did you mean"),
        ("baseline = ''", "`baseline`: it must be a path", 'baseline = "hcp-author-baseline.json"'),
        ("x = ", "hcp-author.toml:1: no TOML: ", "mend it there"),
        ("strict = true\n\nstrict = false\n", "hcp-author.toml:3: no TOML: ", "mend it there"),
    ],
)
def test_what_cannot_be_taken_is_told(text: str, message: str, fix: str, tmp_path: Path) -> None:
    (tmp_path / "hcp-author.toml").write_text(text)
    with pytest.raises(UserError) as told:
        settings.load(here=tmp_path)
    assert message in told.value.message
    assert "hcp-author.toml" in told.value.message
    assert told.value.fix.startswith(fix)
    assert told.value.status == 2


def test_two_files_in_one_folder(tmp_path: Path) -> None:
    (tmp_path / "hcp-author.toml").touch()
    (tmp_path / "pyproject.toml").write_text("[tool.hcp-author]\n")
    with pytest.raises(UserError, match="both hold settings"):
        settings.load(here=tmp_path)


def test_a_file_that_is_named(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("[tool.other]\n")
    with pytest.raises(UserError, match=r"no table \[tool.hcp-author\]"):
        settings.load(tmp_path / "pyproject.toml")
    with pytest.raises(UserError, match="there is no file"):
        settings.load(tmp_path / "nowhere.toml")
    with pytest.raises(UserError, match="--isolated"):
        settings.load(tmp_path / "pyproject.toml", isolated=True)
    (tmp_path / "mine.toml").write_bytes(b"\xff")
    with pytest.raises(UserError, match="no TOML"):
        settings.load(tmp_path / "mine.toml")


def test_paths_are_relative_to_the_file(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text('baseline = "old/b.json"\nexclude = ["old/**", "a?"]\n')
    found = settings.load(tmp_path / "mine.toml")
    assert found.baseline == tmp_path / "old" / "b.json"
    assert found.suppressions is None
    left_out = [name for name in ("old/x", "old", "a1", "a12", "new/old") if found.excludes(tmp_path / name)]
    assert left_out == ["old/x", "a1"]
    (tmp_path / settings.SUPPRESSIONS).touch()
    assert settings.load(tmp_path / "mine.toml").suppressions == tmp_path / settings.SUPPRESSIONS


@pytest.mark.parametrize(
    ("pattern", "path", "holds"),
    [
        ("mail", "mail", True),
        ("mail", "mailbox", False),
        ("packs", "packs/mail", True),
        ("packs/*", "packs/mail", True),
        ("*", "packs/mail", True),
        ("*l", "packs/mail", False),
        ("**/mail", "mail", True),
        ("**/mail", "a/b/mail", True),
        ("./a.b/", "a.b", True),
        ("a.b", "axb", False),
        ("*", "a\nb", True),
        ("[ab]", "a", False),
    ],
)
def test_globs(pattern: str, path: str, holds: bool) -> None:
    assert settings.matches(pattern, path) is holds


def test_the_command_line_takes_the_place_of_the_file() -> None:
    found = settings.with_options(Settings(select=("L6",), ignore=("T",), strict=True), select=["S, L7", "L8"])
    assert (found.select, found.ignore, found.strict) == (("S", "L7", "L8"), ("T",), True)
    with pytest.raises(UserError, match="--ignore: there is no rule and no law `L66`"):
        settings.with_options(Settings(), ignore=["L66"])


def test_the_published_schemas_know_the_same_keys() -> None:
    properties = shape.load("settings")["properties"]
    assert tuple(properties) == tuple(settings.KEYS)
    assert tuple(shape.load("suppressions")["$defs"]["suppression"]["properties"]) == suppress.KEYS
    for name, one in properties.items():
        assert all(settings.fits(name, value) for value in one["examples"])


def test_decisions_count_without_other_settings_beside_them(
    build: Callable[..., Path], capsys: pytest.CaptureFixture[str]
) -> None:
    root = build("mail")
    policy = (root / "policy.json").read_text().replace('"confirm": true', '"confirm": false', 1)
    (root / "policy.json").write_text(policy)
    expected = (root / "proof.json").read_text().replace('"confirm": true', '"confirm": false', 1)
    (root / "proof.json").write_text(expected)
    decided = '[[suppress]]\nrule = "L6-open-write"\npack = "mail"\nreason = "it can be taken back"\n'
    Path("hcp-author-suppressions.toml").write_text(decided)
    main.run(["lint", "mail", "--no-cache"])
    assert "L6-open-write" not in capsys.readouterr().out
    main.run(["lint", "mail", "--no-cache", "--isolated"])
    assert "L6-open-write" in capsys.readouterr().out
