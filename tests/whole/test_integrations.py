"""Where people meet lint: the pre-commit hooks, the GitHub Action, the GitLab job, each run as its host runs it."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any

import pytest
import yaml

pytestmark = pytest.mark.whole
ROOT = Path(__file__).parent.parent.parent
GITHUB = ["bash", "--noprofile", "--norc", "-eo", "pipefail"]  # what a runner calls for `shell: bash`
# how this machine reaches the package index is no part of what is tested
INDEX = re.compile(r"(PIP_|UV_|SSL_CERT|REQUESTS_CA|CURL_CA)\w*|(https?|all|no)_proxy", re.IGNORECASE)
AUTHOR = {"GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@example.org", "GIT_CONFIG_GLOBAL": os.devnull}
COMMITTER = {"GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@example.org", "GIT_CONFIG_SYSTEM": os.devnull}


def environment(**more: str) -> dict[str, str]:
    """Whole environments: what reaches the index, git without anybody's settings, and `more`."""
    index = {name: value for name, value in os.environ.items() if INDEX.fullmatch(name)}
    plain = {"PATH": "/usr/local/bin:/usr/bin:/bin", "LC_ALL": "C.UTF-8", "TERM": "dumb"}
    return {**index, **plain, **AUTHOR, **COMMITTER, **more}


def called(*argv: object, cwd: Path, status: int | None = 0, **env: str) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(
        [str(word) for word in argv],
        cwd=cwd,
        env=environment(**env),
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert status is None or done.returncode == status, f"{argv}: {done.returncode}\n{done.stdout}\n{done.stderr}"
    return done


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where what the tests share stands: a HOME, a checkout as git hands it out, a pack."""
    folder = tmp_path_factory.mktemp("places")
    for name in ("home", "temp"):
        (folder / name).mkdir()
    return folder


@pytest.fixture(scope="module")
def checkout(place: Path) -> Path:
    """A repository that holds what git would hand out of this one, changes that are not committed included."""
    if shutil.which("git") is None or not (ROOT / ".git").exists():
        pytest.skip("not a git checkout")
    listing = ["git", "-C", str(ROOT), "ls-files", "-co", "--exclude-standard", "-z"]
    names = subprocess.run(listing, capture_output=True, text=True, check=True).stdout.split("\0")
    copy = place / "hcp-author"
    for name in filter(None, names):
        if (ROOT / name).is_file() and not name.startswith(("tests/", "benchmarks/")):
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, copy / name)
    commit(copy)
    return copy


def commit(folder: Path) -> None:
    """Make a folder a repository, all in it committed."""
    called("git", "init", "-q", cwd=folder)
    called("git", "add", "-A", cwd=folder)
    called("git", "commit", "-qm", "all", cwd=folder)


@pytest.fixture(scope="module")
def generated(place: Path) -> Path:
    made = place / "generated"
    called(sys.executable, "-m", "hcp_author", "new", "channel", "mail", "--yes", "--into", made, cwd=place)
    return made


@pytest.fixture
def repository(tmp_path: Path, generated: Path) -> Path:
    """A repository with a pack two folders deep, and files of no pack."""
    folder = tmp_path / "work"
    shutil.copytree(generated, folder / "packs/mail")
    (folder / "docs/fixtures").mkdir(parents=True)
    (folder / "docs/fixtures/policy.json").write_text("{")
    (folder / "read me.txt").write_text("packs\n")
    return folder


def damage(repository: Path) -> None:
    """Let `send` not say whether it waits for confirm: an error, and safe to mend."""
    policy = repository / "packs/mail/policy.json"
    text = policy.read_text()
    assert '"send": {"operation": "write", "confirm": true' in text
    policy.write_text(text.replace('"send": {"operation": "write", "confirm": true', '"send": {"operation": "write"'))


# pre-commit


def hooked(checkout: Path, repository: Path, *hooks: str) -> None:
    """Let the repository use hooks of the checkout, as its users name them."""
    rev = called("git", "rev-parse", "HEAD", cwd=checkout).stdout.strip()
    told = {"repos": [{"repo": str(checkout), "rev": rev, "hooks": [{"id": hook} for hook in hooks]}]}
    (repository / ".pre-commit-config.yaml").write_text(yaml.safe_dump(told))
    commit(repository)


def test_the_hooks_are_as_pre_commit_wants_them(tmp_path: Path) -> None:
    pytest.importorskip("pre_commit")
    command = [sys.executable, "-m", "pre_commit", "validate-manifest", ROOT / ".pre-commit-hooks.yaml"]
    called(*command, cwd=tmp_path, HOME=str(tmp_path))


def test_pre_commit_passes_fails_and_mends(place: Path, checkout: Path, repository: Path) -> None:
    pytest.importorskip("pre_commit")
    hooked(checkout, repository, "hcp-author-lint", "hcp-author-lint-fix")
    # pre-commit makes the environment of the hooks once, and finds the Python that runs it
    home, path = str(place / "home"), f"{Path(sys.executable).parent}:/usr/local/bin:/usr/bin:/bin"

    def hook(name: str, *words: str, status: int = 0) -> str:
        command = [sys.executable, "-m", "pre_commit", "run", name, *words]
        return called(*command, cwd=repository, status=status, HOME=home, PATH=path).stdout

    assert "Passed" in hook("hcp-author-lint", "--all-files")
    # nothing of a pack is staged
    (repository / "read me.txt").write_text("other words\n")
    called("git", "add", "-A", cwd=repository)
    assert "Passed" in hook("hcp-author-lint")
    # two files of one pack are one pack
    damage(repository)
    (repository / "packs/mail/README.md").write_text("# mail\n")
    called("git", "add", "-A", cwd=repository)
    said = hook("hcp-author-lint", status=1)
    assert "Failed" in said
    assert "packs/mail/policy.json:8:13: error L6-ungated-write: `send` writes" in said
    assert "1 error, 0 warnings in 1 pack" in said
    said = hook("hcp-author-lint-fix", status=1)  # a hook that changes files has failed, says pre-commit
    assert "files were modified by this hook" in said
    assert "1 fixed" in said
    assert '"send": {"operation": "write", "confirm": true' in (repository / "packs/mail/policy.json").read_text()
    called("git", "add", "-A", cwd=repository)
    assert "Passed" in hook("hcp-author-lint")
    # a link is a file too
    (repository / "packs/mail/notes").symlink_to("/etc/hostname")
    called("git", "add", "-A", cwd=repository)
    assert "F-link-outside" in hook("hcp-author-lint", status=1)


# the GitHub Action


@pytest.fixture(scope="module")
def action(checkout: Path) -> dict[str, Any]:
    loaded: dict[str, Any] = yaml.safe_load((checkout / "action.yml").read_text())
    return loaded


@pytest.fixture(scope="module")
def installed(place: Path, checkout: Path, action: dict[str, Any]) -> Path:
    """RUNNER_TEMP after the step that installs; it is cloned anew by nobody, as on a runner."""
    step(action["runs"]["steps"][0], place, place, checkout, inputs(action, python=sys.executable))
    return place / "temp"


def inputs(action: dict[str, Any], **given: str) -> dict[str, str]:
    """All inputs, defaults where nothing is given."""
    assert not given.keys() - action["inputs"].keys()
    return {name: given.get(name, told["default"]) for name, told in action["inputs"].items()}


def step(
    told: dict[str, Any], place: Path, workspace: Path, checkout: Path, given: dict[str, str], status: int | None = 0
) -> subprocess.CompletedProcess[str]:
    """Run one step as a runner does: expressions in `env` become values, and the script is a file."""
    assert told["shell"] == "bash"
    assert "${{" not in told["run"], "what an input holds would become a part of the script"
    known = {"github.action_path": str(checkout), **{f"inputs.{name}": value for name, value in given.items()}}

    def value(found: re.Match[str]) -> str:
        return known[found[1]]

    env = {name: re.sub(r"\$\{\{ ([a-z_.]+) \}\}", value, text) for name, text in told["env"].items()}
    script = place / "temp/step.sh"
    script.write_text(told["run"])
    summary = place / "summary.md"
    summary.write_text("")
    env |= {"RUNNER_TEMP": str(place / "temp"), "GITHUB_STEP_SUMMARY": str(summary), "HOME": str(place / "home")}
    env |= {"GITHUB_WORKSPACE": str(workspace), "GITHUB_ACTION_PATH": str(checkout), "GITHUB_ACTIONS": "true"}
    return called(*GITHUB, script, cwd=workspace, status=status, **env)


Act = Any


@pytest.fixture
def act(place: Path, checkout: Path, action: dict[str, Any], installed: Path, repository: Path) -> Act:
    """Run the step that lints; its inputs by name."""
    assert [one["name"] for one in action["runs"]["steps"]] == ["Install hcp-author", "Lint"]

    def run(status: int = 0, **given: str) -> subprocess.CompletedProcess[str]:
        return step(action["runs"]["steps"][1], place, repository, checkout, inputs(action, **given), status)

    return run


def test_the_action_passes_a_clean_pack(act: Act, place: Path) -> None:
    assert "::error" not in act().stdout
    assert "0 errors" in (place / "summary.md").read_text()


def test_the_action_annotates_a_damaged_one(act: Act, place: Path, repository: Path) -> None:
    damage(repository)
    said = act(status=1, sarif="out.sarif").stdout
    assert "::error file=packs/mail/policy.json,line=8,endLine=8,col=13," in said
    assert "L6-ungated-write" in (place / "summary.md").read_text()
    (run,) = json.loads((repository / "out.sarif").read_text())["runs"]
    assert [one["ruleId"] for one in run["results"]] == ["L6-ungated-write"]


def test_the_action_takes_several_paths_and_strictness(act: Act, repository: Path) -> None:
    shutil.copytree(repository / "packs/mail", repository / "other packs/$HOME *")
    (repository / "packs/mail/few.txt").write_text("")
    surface = repository / "packs/mail/surface.json"
    made = json.loads(surface.read_text())
    made["verbs"] = made["verbs"][:1]
    surface.write_text(json.dumps(made))
    said = act(status=1, packs="packs/mail\n\nother packs\n").stdout
    assert "in 2 packs" in said
    assert act(status=2, packs="nowhere\n").stdout == ""
    assert "::error" not in act(packs="other packs/$HOME *", strict="true").stdout


@pytest.mark.parametrize("name", ["packs", "strict", "sarif"])
@pytest.mark.parametrize(
    "value", ["$(touch hacked)", "`touch hacked`", '"; touch hacked; "', "'; touch hacked; '", "-x; touch hacked"]
)
def test_what_an_input_holds_is_not_run(act: Act, repository: Path, name: str, value: str) -> None:
    done = act(status=None, **{name: value})
    assert not (repository / "hacked").exists()
    assert done.returncode == (2 if name == "packs" else 0), done.stderr
    if name == "sarif":
        assert (repository / value).is_file()


# the GitLab job


@pytest.fixture(scope="module")
def job() -> dict[str, Any]:
    (found,) = yaml.safe_load((ROOT / "ci/gitlab.yml").read_text()).values()
    assert isinstance(found, dict)
    return found


@pytest.fixture
def gitlab(job: dict[str, Any], installed: Path, repository: Path, tmp_path: Path) -> Act:
    """Run the job's script as a GitLab runner does, in one shell; what its first two lines make is there already."""
    make, install, lint = job["script"]
    assert make == "python3 -m venv .hcp-author"
    assert install == '.hcp-author/bin/python -m pip install --quiet "$HCP_AUTHOR"'
    (repository / ".hcp-author").symlink_to(installed / "hcp-author")

    def run(status: int = 0, shell: str = "bash", **given: str) -> str:
        script = tmp_path / "script"
        script.write_text(f"set -e\n{lint}")
        env = {**job["variables"], "CI_PROJECT_DIR": str(repository), "HOME": str(tmp_path), **given}
        return called(shell, script, cwd=repository, status=status, **env).stdout

    return run


@pytest.mark.parametrize("shell", ["bash", "sh"])
def test_the_gitlab_job_reports_where_its_artifacts_are(gitlab: Act, job: Any, repository: Path, shell: str) -> None:
    reports = job["artifacts"]["reports"]
    assert sorted(reports.values()) == sorted(job["artifacts"]["paths"])
    assert job["artifacts"]["when"] == "always"
    gitlab(shell=shell)
    assert json.loads((repository / reports["codequality"]).read_text()) == []
    damage(repository)
    assert "packs/mail/policy.json:8:13: error L6-ungated-write" in gitlab(status=1, shell=shell)
    entries = json.loads((repository / reports["codequality"]).read_text())
    assert entries[0]["check_name"] == "L6-ungated-write"
    assert entries[0]["location"] == {"path": "packs/mail/policy.json", "lines": {"begin": 8, "end": 8}}
    suites = ElementTree.fromstring((repository / reports["junit"]).read_bytes())
    assert suites.attrib["failures"] == "1"


def test_the_gitlab_job_takes_a_path_a_line(gitlab: Act, repository: Path) -> None:
    (repository / "packs").rename(repository / "my *packs")
    assert "0 warnings in 1 pack" in gitlab(PACKS="my *packs\n")
    gitlab(status=2, PACKS="$(touch hacked)\n-x; touch hacked")
    assert not (repository / "hacked").exists()


# what `new` writes


def test_a_generated_pack_brings_a_workflow_that_proves_it(generated: Path) -> None:
    workflow = yaml.safe_load((generated / ".github/workflows/proof.yml").read_text())
    (proof,) = workflow["jobs"].values()
    assert workflow["permissions"] == {"contents": "read"}
    runs = [one["run"] for one in proof["steps"] if "run" in one]
    # the proof's first step is lint: what the action would do is done there
    assert runs == ["python3 -m pip install hcp-author", "python3 proof.py"]
    path = f"{Path(sys.executable).parent}:/usr/bin:/bin"
    said = called("bash", "-e", "-c", runs[1], cwd=generated, HOME=str(generated.parent / "home"), PATH=path).stdout
    assert re.search(r"^ok 1 .*lint", said, re.MULTILINE), said
