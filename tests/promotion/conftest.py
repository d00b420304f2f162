"""What the tests of this room share: a place of one's own, the command in one process, and packs to promote."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from own_place import Told, settle, told
from promotion_programs import BOX, LISTED, script

from hcp_author.runtime import link


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to stand in, with HOME and its kin elsewhere; nothing is a terminal."""
    return settle(tmp_path, monkeypatch, "CONFIG", "STATE", "DATA")


@pytest.fixture
def hcp(capsys: pytest.CaptureFixture[str]) -> Callable[..., Told]:
    """Run `hcp-author …` in this process: exit status, standard output, standard error."""

    def call(*words: object) -> Told:
        return told(capsys, *words)

    return call


@pytest.fixture(scope="session")
def box(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A program in a private place."""
    return script(tmp_path_factory.mktemp("programs") / "box", BOX)


@pytest.fixture
def own_box(box: Path, tmp_path: Path) -> Path:
    """The same program where nobody else's calls are noted."""
    return Path(shutil.copy(box, script(tmp_path / "programs" / "box", "")))


@pytest.fixture(scope="session")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where packs that several tests want stand, each made once."""
    return tmp_path_factory.mktemp("shelf")


@pytest.fixture
def bare(hcp: Callable[..., Told], place: Path, shelf: Path) -> Callable[..., Path]:
    """A pass-through pack of a program: `hcp-author new KIND mail --wrap PROGRAM --pass-through …`, made once."""

    def make(program: Path, *flags: str, kind: str = "channel") -> Path:
        first = shelf / "-".join([kind, *(word.strip("-").replace("/", "_") for word in (str(program), *flags))])
        if not first.exists():
            words = ("new", kind, "mail", "--wrap", program, "--pass-through", "--yes", "--into", first, *flags)
            status, _, err = hcp(*words)
            assert status == 0, err
        shutil.copytree(first, place / "mail")
        link.change("mail", str(place / "mail"), "program", str(program))
        return place / "mail"

    return make


@pytest.fixture
def mail(bare: Callable[..., Path], box: Path) -> Path:
    """A pass-through pack over `box`, on Binding user."""
    return bare(box, "--binding", "user")


@pytest.fixture
def listed(bare: Callable[..., Path], tmp_path: Path) -> Callable[..., Path]:
    """A pass-through pack over a program whose help lists these (name, help) pairs."""

    def make(*commands: tuple[str, str]) -> Path:
        return bare(script(tmp_path / "programs" / "tool", LISTED.format(commands=commands)), "--binding", "local")

    return make


@pytest.fixture
def promote(hcp: Callable[..., Told]) -> Callable[..., Told]:
    """Run `hcp-author promote PACK …`."""

    def call(pack: Path, *words: object) -> Told:
        return hcp("promote", pack, *words)

    return call


@pytest.fixture
def snapshot() -> Callable[[Path], dict[str, bytes]]:
    """Every file below a folder, byte for byte."""

    def take(root: Path) -> dict[str, bytes]:
        return {str(path.relative_to(root)): path.read_bytes() for path in sorted(root.rglob("*")) if path.is_file()}

    return take
