"""Code, workflows and pages that only look like what a rule finds: nothing is said of them, under --strict either."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from hcp_author.damage.code import EMIT
from hcp_author.damage.copy import Copy
from hcp_author.lint import engine
from hcp_author.pack import files

IN_A_READ = (
    'open(ctx.state + "/cache.json", "w").write("{}")',
    'with open(os.path.join(ctx.state, ".lock"), "a") as lock: lock.write("")',
    'tempfile.NamedTemporaryFile("w")',
    'open("/dev/null", "w")',
    'open(ctx.state + "/items", "rb")',
    'tarfile.open("a.tar.xz", "r:xz")',
    'sqlite3.connect("x.db").execute("SELECT 1")',
    'sqlite3.connect("x.db").execute("CREATE TABLE IF NOT EXISTS items (id)")',
    'urllib.request.urlopen("https://api.acme.test/search", data=b"q=1", timeout=9)',
    'str(args).replace("a", "b")',
    'subprocess.run(["/usr/bin/curl"], env={"T": ctx.secrets["T"]}, input=ctx.secrets["T"])',
    'urllib.request.Request("https://api.acme.test", headers={"Authorization": ctx.secrets["T"]})',
    'print(len(ctx.secrets["T"]))',
    'subprocess.run(["/usr/bin/gh", "auth", "status"])',
    'subprocess.run(["/usr/bin/git", "log", "--", args["query"]])',
    'subprocess.run(["/usr/bin/podman", "exec", args["box"], "/bin/ls", "--", args["folder"]])',
    'subprocess.run(["/usr/bin/ssh", "a.test", "uptime"])',
    "statement.principal == 'everybody'",
    'ctx.principal == args["by"]',
    '{"list": list_}[args["kind"]]',
    'getattr(ctx, "workspace", "")',
)
IN_THE_EMITTER = (
    "    ready = select.select([pipe], [], [], 30)\n",
    "    while True:\n        arrived.wait(30)\n        yield heard.pop()\n",
    "    while True:\n        try:\n            yield next(source)\n        except OSError:\n            _later()\n",
)
AFTER = """

def _later():
    time.sleep(5)


arrived = threading.Event()
connect(on_message=arrived.set)
"""
WORKFLOW = ".github/workflows/proof.yml"
IN_CI = {
    "another event too": ("on: [push, pull_request]", "on:\n  workflow_dispatch:\n  push:\n    branches: [main]"),
    "a job that rests": ("jobs:\n", "jobs:\n  deploy:\n    if: false\n    runs-on: x\n    steps:\n      - run: y\n"),
    "a step that rests": (
        "      - run: python3 proof.py",
        "      - run: y\n        if: false\n      - run: python3 proof.py",
    ),
    "a comment": ("jobs:\n", "# not: python3 proof.py --without-lint || true\njobs:\n"),
    "lint by itself": (
        "- run: python3 proof.py",
        "- run: hcp-author lint .\n      - run: python3 proof.py --without-lint",
    ),
}
IN_PAGES = (
    "`MY_CHANNEL_MOCK=1` is refused: ask with `--binding mock`.",
    "Never do this:\n\n```sh\nexport ACME_TOKEN=abc\n```",
    "```sh\nexport ACME_REGION=eu\n```",
    "It may be exported to MCP; how a host adds it is the host's.",
)


@pytest.fixture
def copy(made: dict[str, Path], tmp_path: Path) -> Copy:
    return Copy(Path(shutil.copytree(made["my-channel"], tmp_path / "my-channel")))


def told(copy: Copy) -> list[str]:
    found = engine.check(files.read(copy.root))
    return [f"{one.rule} {one.file}:{one.line}: {one.message}" for one in found if one.severity != "note"]


@pytest.mark.parametrize("line", IN_A_READ)
def test_a_read_that_only_reads(line: str, copy: Copy) -> None:
    copy.code(line)
    copy.swap("adapter.py", "import json\n", "import json\nimport sqlite3\nimport subprocess\nimport urllib.request\n")
    assert told(copy) == []


@pytest.mark.parametrize("lines", IN_THE_EMITTER)
def test_an_emitter_that_is_told(lines: str, made: dict[str, Path], tmp_path: Path) -> None:
    copy = Copy(Path(shutil.copytree(made["my-sense-only"], tmp_path / "my-sense-only")))
    copy.swap("adapter.py", EMIT, lines + EMIT)
    copy.swap("adapter.py", "import sys\n", "import select\nimport sys\nimport threading\nimport time\n")
    copy.append("adapter.py", AFTER)
    assert told(copy) == []


@pytest.mark.parametrize("name", IN_CI)
def test_ci_that_runs_the_proof(name: str, copy: Copy) -> None:
    copy.swap(WORKFLOW, *IN_CI[name])
    assert told(copy) == []


@pytest.mark.parametrize("file", ["HARNESS.md", "README.md"])
@pytest.mark.parametrize("page", IN_PAGES)
def test_pages_that_teach_what_is_right(page: str, file: str, copy: Copy) -> None:
    copy.append(file, f"\n{page}\n")
    assert told(copy) == []


def test_other_ci_runs_the_proof(copy: Copy) -> None:
    (copy.root / WORKFLOW).unlink()
    copy.write(".gitlab-ci.yml", "proof:\n  script:\n    - make check\n")
    assert engine.check(files.read(copy.root)) == []


def test_a_tool_that_draws_a_file_by_hand(copy: Copy) -> None:
    copy.write("tools/draw.py", 'import json\n\nwith open("surface.json", "w") as file:\n    json.dump({}, file)\n')
    assert told(copy) == []
