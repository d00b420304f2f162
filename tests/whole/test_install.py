"""From nothing: the README's first command in a fresh copy, and a wheel far from the checkout."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.whole
ROOT = Path(__file__).parent.parent.parent


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of what git would hand out, changes that are not committed included."""
    if shutil.which("git") is None or not (ROOT / ".git").exists():
        pytest.skip("not a git checkout")
    listing = ["git", "-C", str(ROOT), "ls-files", "-co", "--exclude-standard", "-z"]
    names = subprocess.run(listing, capture_output=True, text=True, check=True).stdout.split("\0")
    copy = tmp_path_factory.mktemp("fresh") / "hcp-author"
    for name in filter(None, names):
        if (ROOT / name).is_file():
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, copy / name)
    return copy


def test_the_readme_s_first_command(run: Any, checkout: Path) -> None:
    command = re.search(r"<!-- main -->\n```sh\n(.+)\n```", (checkout / "README.md").read_text())
    assert command
    # the Python that runs these tests stands for the reader's python3; nothing of its environment helps
    folder = checkout.parent / "bin"
    folder.mkdir()
    (folder / "python3").symlink_to(Path(sys.base_prefix) / "bin" / f"python3.{sys.version_info.minor}")
    done = run(
        "bash", "-c", command[1], cwd=checkout, PATH=f"{folder}:/usr/bin:/bin", PIP_DISABLE_PIP_VERSION_CHECK="1"
    )
    assert "mail proves itself" in done.stdout


def test_a_wheel_works_outside_the_checkout(run: Any, checkout: Path, tmp_path: Path) -> None:
    run(sys.executable, "-m", "build", "--wheel", "--outdir", tmp_path, checkout)
    wheel = next(tmp_path.glob("*.whl"))
    names = zipfile.ZipFile(wheel).namelist()
    for kind in ("channel", "sense_only", "control", "read_only"):
        assert f"hcp_author/templates/{kind}/copier.yml" in names
        assert f"hcp_author/templates/{kind}/pack/.gitignore.jinja" in names
    run(sys.executable, "-m", "venv", tmp_path / "venv")
    run(tmp_path / "venv/bin/pip", "install", "-q", wheel)
    command = tmp_path / "venv/bin/hcp-author"
    run(command, "new", "control", "fleet", "--yes")
    run(command, "prove", "fleet")
    run(tmp_path / "venv/bin/python", "-m", "hcp_author", "lint", "--strict", "fleet")


def test_ci_calls_the_readme_s_own_test_command() -> None:
    readme, script = (ROOT / "README.md").read_text(), (ROOT / ".ci/run").read_text()
    commands = re.findall(r"<!-- tests -->\n```sh\n(python3 .+)\n```", readme)
    assert len(commands) == 1
    assert "<!-- tests -->" in script
    assert "README.md" in script
