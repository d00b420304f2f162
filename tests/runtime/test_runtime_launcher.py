"""bin/NAME starts its own runtime and nothing else, on every Python there is, and quickly."""

from __future__ import annotations

import json
import os
import py_compile
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from runtime_packs import SOURCE, PackFolder, started

from hcp_author import runtime

EVIL = "open('{probe}', 'w').close()\nraise SystemExit(9)\n"


def test_nothing_of_the_callers_is_imported(echo: PackFolder, tmp_path: Path) -> None:
    probe, evil = tmp_path / "probe", tmp_path / "evil"
    evil.mkdir()
    for name in ("json", "re", "pwd", "unicodedata", "hcp_runtime", "subprocess"):
        (evil / f"{name}.py").write_text(EVIL.format(probe=probe))
        (echo.root / "bin" / f"{name}.py").write_text(EVIL.format(probe=probe)) if name != "hcp_runtime" else None
    answer = echo.json("show", "a", cwd=evil, env={"PYTHONPATH": str(evil)})
    assert answer["ok"]
    assert not probe.exists()


def test_a_packs_own_compiled_files_are_never_read(echo: PackFolder, tmp_path: Path) -> None:
    source = tmp_path / "gate.py"
    source.write_text("raise SystemExit(9)\n")
    real = echo.root / "bin" / "hcp_runtime" / "gate.py"
    os.utime(source, ns=(real.stat().st_atime_ns, real.stat().st_mtime_ns))
    name = f"gate.{sys.implementation.cache_tag}.pyc"
    py_compile.compile(
        str(source),
        str(real.parent / "__pycache__" / name),
        invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH,
    )
    assert echo.json("show", "a")["ok"]


def test_the_cache_holds_the_runtime_alone(echo: PackFolder, tmp_path: Path) -> None:
    cache = tmp_path / "empty"
    for words in (["show", "a"], ["doctor"], ["--help"]):
        echo.run(*words, env={"XDG_CACHE_HOME": str(cache), "PYTHONDONTWRITEBYTECODE": "1"})
    kept = {path.parent for path in cache.rglob("*.pyc")}
    assert kept == {cache / "hcp" / "pycache" / str(echo.root.resolve()).lstrip("/") / "bin" / "hcp_runtime"}
    assert not list(echo.root.rglob("__pycache__"))


def test_no_home_is_not_the_current_folder(echo: PackFolder, tmp_path: Path) -> None:
    (tmp_path / "here").mkdir()
    echo.run("--help", cwd=tmp_path / "here", env={"HOME": "there", "XDG_CACHE_HOME": ""})
    assert list((tmp_path / "here").iterdir()) == []


def test_it_finds_itself_through_a_link(echo: PackFolder, tmp_path: Path) -> None:
    (tmp_path / "path").mkdir()
    (tmp_path / "path" / "echo").symlink_to(echo.root / "bin" / "echo")
    done = subprocess.run(
        [sys.executable, str(tmp_path / "path" / "echo"), "show", "a", "--json"], env=echo.env, capture_output=True
    )
    assert json.loads(done.stdout)["ok"]


def test_a_relative_cache_is_not_the_current_folder(echo: PackFolder, tmp_path: Path) -> None:
    assert echo.json("show", "a", cwd=tmp_path, env={"XDG_CACHE_HOME": "here"})["ok"]
    assert not (tmp_path / "here").exists()


@pytest.mark.whole
@pytest.mark.parametrize("version", ["3.10", "3.12", "3.13"])
def test_other_pythons(echo: PackFolder, version: str) -> None:
    python = interpreter(version)
    if python is None:
        pytest.skip(f"python{version} is not installed")
    echo.python = python
    assert echo.json("show", "a", "--binding", "mock")["data"] == [{"id": 1}]
    assert echo.json("show", "a")["data"]["argv"] == ["show", "a"]
    assert echo.json("wipe")["exit"] == 77
    assert echo.json("doctor")["exit"] == 0
    assert echo.run("--help").returncode == echo.run("show", "--help").returncode == 0
    assert json.loads(echo.run("--announce", "-", stdin='{"ref": "x"}').stdout)["route"] == "drop"


def interpreter(version: str) -> str | None:
    """A real interpreter of that version (a shim that stands for none is none)."""
    found = shutil.which(f"python{version}")
    if found is None:
        return None
    done = subprocess.run(
        [found, "-c", "import sys; print(sys.executable)"], capture_output=True, text=True, check=False
    )
    return done.stdout.strip() or None


def test_the_hot_path_imports_little(echo: PackFolder) -> None:
    words = [sys.executable, "-X", "importtime", *echo.words[1:], "show", "a", "--json", "--binding", "mock"]
    shown = subprocess.run(words, env=echo.env, capture_output=True, text=True, check=True).stderr
    names = set(re.findall(r"\|\s+(\S+)$", shown, re.MULTILINE))
    heavy = {
        "typing",
        "dataclasses",
        "argparse",
        "pathlib",
        "subprocess",
        "tempfile",
        "hashlib",
        "sqlite3",
        "inspect",
        "shutil",
        "ctypes",
    }
    assert not names & heavy
    assert {name.partition(".")[2] for name in names if name.startswith("hcp_runtime.")} <= {
        "face",
        "envelope",
        "audit",
        "entry",
        "gate",
        "args",
        "argv",
        "strict",
        "fault",
        "kinds",
        "hub",
        "places",
        "manifest",
        "mock",
        "session",
        "words",
    }


def test_the_runtime_imports_itself_and_the_standard_library_alone() -> None:
    for path in [*(SOURCE / "runtime").glob("*.py"), SOURCE / "fixed" / "launcher.py"]:
        text = path.read_text()
        for name in re.findall(r"^\s*(?:from|import) ([\w.]+)", text, re.MULTILINE):
            top = name.partition(".")[0]
            assert top in ("", "hcp_runtime") or top in sys.stdlib_module_names, f"{path.name}: {name}"
        assert len(text.splitlines()) < 300, path.name


def test_the_order_to_read_it_in_is_whole() -> None:
    """Every file once; what decides is one sitting, and so not more than 1,200 lines that say something."""
    parts = re.findall(r"^(?:decides|runs|speaks) +(.+)$", runtime.__doc__ or "", re.MULTILINE)
    files = {path.stem: path.read_text() for path in (SOURCE / "runtime").glob("[a-z]*.py")}
    assert sorted(" ".join(parts).split()) == sorted(files)
    said = {name: sum(bool(line.strip()) for line in text.splitlines()) for name, text in files.items()}
    assert sum(said[name] for name in parts[0].split()) <= 1200
    assert sum(said.values()) <= 3640


@pytest.mark.whole
def test_ctrl_c_and_a_reader_that_goes_away(echo: PackFolder) -> None:
    done = subprocess.run(
        f"{' '.join(echo.words)} --help | head -1",
        shell=True,
        env=echo.env,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == ""
    assert started(echo) == 0


def test_what_others_could_have_written_is_not_run(echo: PackFolder, tmp_path: Path) -> None:
    """A compiled file in the cache counts where it is this user's own and nobody else may write to it."""
    cache = tmp_path / "cache"
    env = {"XDG_CACHE_HOME": str(cache)}
    umask = os.umask(0)
    try:
        assert echo.json("show", "a", env=env)["ok"]
    finally:
        os.umask(umask)
    folders = [path for path in [cache / "hcp", *(cache / "hcp").rglob("*")] if path.is_dir()]
    assert {path.stat().st_mode & 0o777 for path in folders} == {0o700}
    face = next(cache.rglob("face.*.pyc"))
    py_compile.compile(str(evil(tmp_path, face)), cfile=str(face), doraise=True)
    face.chmod(0o666)
    assert echo.json("show", "a", env=env)["ok"]
    assert not (tmp_path / "probe").exists()


def evil(tmp_path: Path, compiled: Path) -> Path:
    """A source of the same time and size as what is compiled there, as one would forge it."""
    source = tmp_path / "evil.py"
    source.write_text(EVIL.format(probe=tmp_path / "probe"))
    header = compiled.read_bytes()[8:16]
    size, when = int.from_bytes(header[4:], "little"), int.from_bytes(header[:4], "little")
    source.write_text(source.read_text().ljust(size))
    os.utime(source, (when, when))
    return source


def test_the_users_own_folders_are_private_whatever_the_umask(echo: PackFolder) -> None:
    umask = os.umask(0)
    try:
        assert echo.json("show", "a")["ok"]
    finally:
        os.umask(umask)
    made = [path for path in (echo.home / ".local").rglob("*") if path.is_dir()]
    assert made
    assert {path.stat().st_mode & 0o777 for path in [echo.home / ".local", *made]} == {0o700}
