"""What is kept of clean packs: it never changes what is reported, and it is kept for one's own account alone."""

from __future__ import annotations

import contextlib
import json
import os
import random
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from hcp_author.lint import engine, kept, seen
from hcp_author.lint.contract import Finding, Report

Build = Callable[..., Path]
HCP = [sys.executable, "-m", "hcp_author"]
own_state = kept.own_state
SECRET = "gh" + "p_A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8"


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    """What changed a moment ago counts as settled, our code as unchanged; nothing is kept from test to test."""
    monkeypatch.setattr(seen, "SETTLED", 10_000_000)
    monkeypatch.setattr(kept, "own_state", lambda: "0" * 32)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))


def settle() -> None:
    """Wait until the clock of the file system has moved on."""
    time.sleep(0.05)


def run(roots: list[Path], jobs: int = 1) -> Report:
    return engine.run(roots, jobs=jobs, kept=kept.opened(roots))


def is_known(root: Path) -> bool:
    found = kept.opened([root])
    return found is not None and found.found(str(root), seen.pack(str(root))) is not None


def test_a_clean_pack_is_kept_until_it_changes(build: Build) -> None:
    root = build("mail")
    settle()
    assert not is_known(root)
    assert run([root]) == engine.run([root])
    assert is_known(root)
    found = kept.opened([root])
    assert found is not None
    assert kept.report(found, [root], False) == engine.run([root])
    (root / "README.md").write_text("More.\n")
    settle()
    assert not is_known(root)
    assert kept.report(found, [root], False) is None


def test_findings_are_kept_too(build: Build, tmp_path: Path) -> None:
    root = build("mail")
    (root / "hcp-author.toml").write_text("")
    (root / "notes.md").write_text(SECRET)
    settle()
    plain = engine.run([root])
    assert run([root]) == run([root]) == plain
    assert is_known(root)
    # they name the folder as it was named
    assert not is_known(tmp_path / root)
    assert run([tmp_path / root]) == engine.run([tmp_path / root]) != plain
    found = kept.opened([root])
    assert found is not None
    assert kept.report(found, [root], False) is None


def test_many_findings_are_not_kept(build: Build) -> None:
    root = build("mail")
    for index in range(kept.FINDINGS + 1):
        (root / f"notes{index}.md").write_text(SECRET)
    settle()
    assert len(run([root]).findings) > kept.FINDINGS
    assert not is_known(root)


def test_the_values_of_a_finding_are_all_kept() -> None:
    assert (*kept.FIELDS, "edits") == Finding.__match_args__


def test_what_changed_just_now_is_not_kept(build: Build, monkeypatch: pytest.MonkeyPatch) -> None:
    root = build("mail")
    settle()
    monkeypatch.setattr(seen, "SETTLED", 3600 * 10**9)
    assert seen.pack(str(root)) == b""
    assert run([root]).findings == ()
    assert not is_known(root)
    assert own_state() == ""


def test_another_state_of_our_own_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in kept.CODE:
        shutil.copytree(Path(kept.OURS) / name, tmp_path / name)
    monkeypatch.setattr(kept, "OURS", str(tmp_path))
    (tmp_path / "pack" / "__pycache__").mkdir(exist_ok=True)
    settle()
    first = own_state()
    (tmp_path / "pack" / "__pycache__" / "x.pyc").touch()
    assert own_state() == first
    monkeypatch.setattr(kept, "__version__", "9")
    second = own_state()
    (tmp_path / "lint" / "laws" / "l99_more.py").touch()
    settle()
    assert len({"", first, second, own_state()}) == 4


def same_size(root: Path, chance: random.Random) -> None:
    """Another content of the same length, and the old time put back."""
    file = root / "surface.json"
    before = file.stat()
    text = file.read_text()
    words = [("read", "raed"), ("write", "wrote"), ('"hcp": "1"', '"hcp": "2"'), ("mail", "nail"), ("user", "mock")]
    old, new = chance.choice([(a, b) for one in words for a, b in (one, one[::-1])])
    at = text.rfind(old)
    if at >= 0:
        file.write_text(text[:at] + new + text[at + len(old) :])
    os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))


def swapped(root: Path, chance: random.Random) -> None:
    """Two files of the same name, one put in the place of the other."""
    other = root.parent / "other.md"
    other.write_text(chance.choice(["Nothing.\n", f"{SECRET}\n"]))
    os.replace(other, root / "notes.md")


def linked(root: Path, chance: random.Random) -> None:
    """A link in the place of a file, to one file or another."""
    link = root / "notes.md"
    link.unlink(missing_ok=True)
    link.symlink_to(chance.choice(["HARNESS.md", "missing", "../outside.md", "."]))


def hard_linked(root: Path, chance: random.Random) -> None:
    """A file that is also elsewhere, and is changed there."""
    outside = root.parent / "outside.md"
    outside.write_text("Nothing.\n")
    (root / "notes.md").unlink(missing_ok=True)
    os.link(outside, root / "notes.md")
    outside.write_text(chance.choice(["Nothing.\n", f"{SECRET}\n"]))


def renamed(root: Path, chance: random.Random) -> None:
    """A file under another name, or the folder of another pack in this one's place."""
    names = sorted(path for path in root.iterdir() if path.is_file())
    chance.choice(names).rename(root / chance.choice(["extra.md", "README.md", "proof.json", ".env"]))


CHANGES: list[Callable[[Path, random.Random], object]] = [
    same_size,
    swapped,
    linked,
    hard_linked,
    renamed,
    lambda root, chance: (root / "bin" / "mail").chmod(chance.choice([0o644, 0o755, 0o600])),
    lambda root, chance: (root / chance.choice(["notes.md", "fixtures/extra.json", ".env"])).write_text("{}"),
    lambda root, chance: (root / "notes.md").unlink(missing_ok=True),
    lambda root, chance: (root / "node_modules" / str(chance.random())).mkdir(parents=True),
    lambda root, chance: (root / "deep" / "er").mkdir(parents=True, exist_ok=True),
    lambda root, chance: (root / "__pycache__").mkdir(exist_ok=True),
    lambda root, chance: (root / "__pycache__").is_dir() and (root / "__pycache__" / "x.py").touch(),
    lambda root, chance: shutil.rmtree(root / chance.choice(["deep", "node_modules", "__pycache__"]), True),
    lambda root, chance: os.utime(root / "surface.json"),
]


@pytest.mark.parametrize("seed", range(4))
def test_what_is_kept_never_changes_the_report(seed: int, build: Build, tmp_path: Path) -> None:
    chance = random.Random(seed)
    clean = build("mail")
    shutil.copytree(clean, tmp_path / "clean")
    root, mate = tmp_path / "catalog" / "mail", tmp_path / "catalog" / "fleet"
    shutil.copytree(clean, root)
    build("fleet").rename(mate)
    hits = 0
    for _ in range(14):
        for change in chance.sample(CHANGES, chance.randint(0, 2)):
            with contextlib.suppress(OSError):
                change(root, chance)
        if chance.random() < 0.3:
            shutil.rmtree(root)
            shutil.copytree(tmp_path / "clean", root)
        settle()
        for roots in ([root], [root, mate], [root.parent]):
            try:
                plain: Report | str = engine.run(roots)
            except Exception as error:
                plain = str(error)
            try:
                ours: Report | str = run(roots)
            except Exception as error:
                ours = str(error)
            assert ours == plain
        found = kept.opened([root])
        known = kept.report(found, [root], False) if found else None
        hits += known is not None
        assert known is None or known == engine.run([root])
    assert hits


def test_rules_across_packs_see_what_is_kept(build: Build, tmp_path: Path) -> None:
    root = build("mail")
    for name in ("a", "b"):
        shutil.copytree(root, tmp_path / "catalog" / name / "mail")
    settle()
    reports = [run([tmp_path / "catalog"]) for _ in range(2)]
    assert is_known(tmp_path / "catalog" / "a" / "mail")
    assert [one.rule for one in reports[0].findings] == ["L2-duplicate-pack-id"]
    assert reports[0] == reports[1] == engine.run([tmp_path / "catalog"])


def test_workers_and_what_is_kept(build: Build, tmp_path: Path) -> None:
    root = build("mail")
    shutil.rmtree(root / "bin")
    for index in range(70):
        shutil.copytree(root, tmp_path / "catalog" / f"{index:03}" / "mail")
    plain = engine.run([tmp_path / "catalog"])
    settle()
    assert run([tmp_path / "catalog"], 3) == run([tmp_path / "catalog"], 3) == plain


def shelves() -> list[Path]:
    return sorted(Path(os.environ["XDG_CACHE_HOME"]).rglob("*.json"))


@pytest.mark.parametrize(
    "content", [b"", b"{", b"[]", b"[1,2,3]", b"\xff", b"[" * 100_000, b'["hcp-author/kept-findings/1",1,{"a":1}]']
)
def test_a_broken_file_counts_for_nothing(content: bytes, build: Build) -> None:
    root = build("mail")
    settle()
    run([root])
    [shelf] = shelves()
    shelf.write_bytes(content)
    assert not is_known(root)
    assert run([root]).findings == ()
    assert is_known(root)


def test_what_could_be_anothers_work_counts_for_nothing(build: Build, tmp_path: Path) -> None:
    root = build("mail")
    settle()
    run([root])
    [shelf] = shelves()
    for place in (shelf, shelf.parent, shelf.parent.parent, shelf.parent.parent.parent):
        mode = place.stat().st_mode
        place.chmod(mode | 0o022)
        assert not is_known(root)
        place.chmod(mode)
        assert is_known(root)
    shelf.rename(tmp_path / "elsewhere")
    shelf.symlink_to(tmp_path / "elsewhere")
    assert not is_known(root)


def test_an_old_row_counts_for_nothing(build: Build) -> None:
    root = build("mail")
    settle()
    run([root])
    [shelf] = shelves()
    name, rules, rows = json.loads(shelf.read_text())
    for days in (-40, 40):
        shelf.write_text(
            json.dumps([name, rules, {path: [row[0], row[1] + days, *row[2:]] for path, row in rows.items()}])
        )
        assert not is_known(root)


def test_nothing_is_kept_within_what_is_linted(build: Build, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = build("mail")
    settle()
    for place in (tmp_path / root, tmp_path / root / "deep", tmp_path / "beside"):
        monkeypatch.setenv("XDG_CACHE_HOME", str(place))
        assert (kept.opened([root]) is None) == (place != tmp_path / "beside")
        assert kept.opened([tmp_path]) is None
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path / "none"))
    assert kept.opened([root]) is None


def test_a_folder_that_cannot_be_written_to(build: Build, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = build("mail")
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    settle()
    assert run([root]).findings == ()


def test_what_is_kept_has_a_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept, "ROWS", 3)
    monkeypatch.setattr(kept, "SHELVES", 1)
    folders = [tmp_path / "cache" / "hcp-author" / "lint" / f"{index:032x}" for index in range(kept.STATES + 2)]
    for folder in folders:
        store = kept.Kept(str(folder))
        for index in range(6):
            store.add(f"/p{index}", b"digest", [], "p", "runtime")
            store.write(1)
        settle()
        again = kept.Kept(str(folder))
        assert [bool(again.found(f"/p{index}", b"digest")) for index in range(6)] == [False] * 3 + [True] * 3
    assert [folder.exists() for folder in folders] == [False] * 2 + [True] * kept.STATES


@pytest.mark.whole
def test_the_command_keeps_and_can_be_told_not_to(build: Build, tmp_path: Path) -> None:
    build("mail")
    time.sleep(2.2)

    def lint(*words: str) -> str:
        done = subprocess.run([*HCP, "lint", *words], cwd=tmp_path, capture_output=True, text=True, check=False)
        return f"{done.returncode} {done.stdout}{done.stderr}"

    for words in (["--no-cache"], ["--diff"], ["--fix"]):
        lint("mail", *words)
        assert shelves() == []
    for _ in range(5):  # who works on lint itself while this runs has just changed our code
        first = lint("mail")
        if shelves():
            break
        time.sleep(2.2)
    assert len(shelves()) == 1
    for words in (
        ["mail"],
        ["mail/policy.json"],
        ["--changed", "mail/policy.json"],
        ["./mail", "mail/surface.json"],
        ["."],
    ):
        assert lint(*words) == lint(*words, "--no-cache") == first
    assert lint("mail", "--json") == lint("mail", "--json", "--no-cache")
    code = (
        "import sys; from hcp_author.cli.main import run; run(['lint', 'mail'])\n"
        "print('hcp_author.lint.laws' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.stdout.split()[-1] == "False"
    (tmp_path / "mail" / "notes.md").write_text(SECRET)
    assert lint("mail") == lint("mail", "--no-cache") != first
