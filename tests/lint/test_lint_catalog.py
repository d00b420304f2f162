"""Many packs in one run: the same findings in the same order however many workers, and what clashes across packs."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from hcp_author.errors import UserError
from hcp_author.lint import catalog, engine, places, workers
from hcp_author.lint.laws import RULES
from hcp_author.lint.workers import WorkerError

Build = Callable[..., Path]
HCP = [sys.executable, "-m", "hcp_author"]
SURFACE = {"hcp": "1", "kind": "channel", "summary": "A pack.", "binding": {"default": "user"}}


def small(root: Path, pack_id: str, *verbs: str, plane: str = "runtime") -> Path:
    """A pack of two files."""
    root.mkdir(parents=True)
    rows = {verb: {"operation": "read", "privacy": {"land": "personal"}} for verb in verbs}
    surface = {**SURFACE, "pack_id": pack_id, "plane": plane, "verbs": [{"verb_key": verb} for verb in verbs]}
    (root / "surface.json").write_text(json.dumps(surface, indent=2))
    (root / "policy.json").write_text(json.dumps({"pack_id": pack_id, "verbs": rows}, indent=2))
    return root


def many(folder: Path, count: int) -> list[Path]:
    return [small(folder / f"p{index:03}", f"p{index:03}", "list") for index in range(count)]


def clashes(folder: Path) -> list[tuple[str, str, str]]:
    """(rule, file, message) of what the rules across packs find."""
    ours = {rule.id for rule in RULES if rule.over == "catalog"}
    found = catalog.lint(engine.packs_in(folder)).findings
    return [(one.rule, one.file, one.message) for one in found if one.rule in ours]


def test_workers_find_the_same_in_the_same_order(tmp_path: Path) -> None:
    packs = many(tmp_path, 40)
    (packs[7] / "policy.json").write_text("{")
    (packs[8] / "surface.json").unlink()
    (packs[8] / "surface.json").mkdir()
    seen: list[tuple[int, int]] = []
    alone, shared = catalog.lint(packs, jobs=1), catalog.lint(packs, jobs=3, progress=lambda *done: seen.append(done))
    assert alone == shared
    assert shared.packs == 40
    assert seen == [(index, 40) for index in range(1, 41)]
    order = [one.file.split(os.sep)[-2] for one in shared.findings]
    assert order == sorted(order)


def test_strict_makes_warnings_errors_in_workers_too(tmp_path: Path) -> None:
    packs = many(tmp_path, 20)
    assert any(one.severity == "warning" for one in catalog.lint(packs, jobs=2).findings)
    assert not any(one.severity == "warning" for one in catalog.lint(packs, strict=True, jobs=2).findings)


def test_a_pack_that_is_named_twice_is_checked_once(tmp_path: Path) -> None:
    root = small(tmp_path / "mail", "mail", "list")
    assert catalog.lint([root, root]).packs == 1


def test_few_packs_start_no_worker() -> None:
    assert catalog.workers(1, None) == 0
    assert catalog.workers(15, 4) == 0
    assert catalog.workers(16, 4) == 2
    assert catalog.workers(1000, 4) == 4
    assert catalog.workers(1000, 1) == 0


def kill(task: str) -> str:
    if task == "c":
        os.kill(os.getpid(), signal.SIGKILL)
    return task


def fail(task: str) -> str:
    if task == "c":
        raise ZeroDivisionError("never")
    return task


def refuse(task: str) -> str:
    if task == "c":
        raise UserError("no pack", "give one", 2)
    return task


def test_a_worker_that_dies_is_told_with_the_pack() -> None:
    done = []
    with pytest.raises(WorkerError, match="the worker that checked `c` ended before it was done: signal 9"):
        done.extend(workers.run(list("abcdef"), 2, kill))
    with pytest.raises(WorkerError, match=r"at `c`: ZeroDivisionError: never \(test_lint_catalog.py:\d+\)"):
        done.extend(workers.run(list("abcdef"), 2, fail))
    with pytest.raises(UserError, match="no pack"):
        done.extend(workers.run(list("abcdef"), 2, refuse))
    assert list(workers.run(list("abdef"), 2, refuse)) == list("abdef")
    with pytest.raises(ChildProcessError):  # none is left behind
        os.waitpid(-1, os.WNOHANG)


def test_results_larger_than_a_pipe() -> None:
    sizes = [len(one) for one in workers.run(list("abcd"), 2, lambda task: task * 300_000)]
    assert sizes == [300_000] * 4


@pytest.mark.whole
def test_an_interrupt_ends_the_workers(tmp_path: Path) -> None:
    many(tmp_path / "catalog", 600)
    code = (
        "import sys, time; from hcp_author.lint import catalog; slow = catalog.checked\n"
        "def late(place):\n    time.sleep(0.2); return slow(place)\n"
        "catalog.checked = late\n"
        "from hcp_author.cli import main; sys.exit(main.run(['lint', 'catalog']))"
    )
    started = subprocess.Popen([sys.executable, "-c", code], cwd=tmp_path, stderr=subprocess.PIPE, text=True)
    children = Path(f"/proc/{started.pid}/task/{started.pid}/children")
    if not children.exists():
        pytest.skip("the system does not tell a process's children")
    pids = wait_for(lambda: children.read_text().split()) if len(os.sched_getaffinity(0)) > 1 else []
    time.sleep(0.3)
    started.send_signal(signal.SIGINT)
    _, told = started.communicate(timeout=30)
    assert (started.returncode, told) == (130, "interrupted\n")
    assert not any(Path("/proc", pid).exists() for pid in pids)


def wait_for(answer: Callable[[], list[str]]) -> list[str]:
    for _ in range(200):
        found = answer()
        if found:
            return found
        time.sleep(0.05)
    return []


def test_a_pack_id_that_is_taken(tmp_path: Path) -> None:
    small(tmp_path / "a" / "mail", "mail", "list")
    small(tmp_path / "b" / "mail", "mail", "show")
    small(tmp_path / "c" / "other", "other", "show")
    first = tmp_path / "a" / "mail"
    message = f"the pack_id `mail` is taken: `mail` in `{first}` has it too"
    assert clashes(tmp_path) == [("L2-duplicate-pack-id", str(tmp_path / "b/mail/surface.json"), message)]


def test_a_control_pack_named_like_its_runtime_pack(tmp_path: Path) -> None:
    small(tmp_path / "a", "mail", "list")
    small(tmp_path / "b", "mail", "list", plane="control")
    small(tmp_path / "c", "mail-control", "restart", plane="control")
    small(tmp_path / "d", "mail-fleet", "restart", plane="control")
    found = clashes(tmp_path)
    assert [(rule, Path(file).parent.name) for rule, file, _ in found] == [
        ("L9-control-pack-name", "b"),
        ("L9-control-pack-name", "c"),
    ]
    assert found[0][2] == f"the control pack `mail` is named like the runtime pack `mail` in `{tmp_path / 'a'}`"


def test_names_that_a_reader_takes_for_one(tmp_path: Path) -> None:
    small(tmp_path / "a", "mail", "list")
    small(tmp_path / "b", "rnail", "list")
    small(tmp_path / "c", "post", "list")
    message = f"the pack_id `rnail` looks like that of `mail` in `{tmp_path / 'a'}`"
    assert clashes(tmp_path) == [("L2-look-alike-pack-ids", str(tmp_path / "b/surface.json"), message)]


def test_verbs_that_clash_where_names_are_joined(tmp_path: Path) -> None:
    small(tmp_path / "a", "git", "log-list", "show")
    small(tmp_path / "b", "git-log", "list", "show")
    small(tmp_path / "c", "git-log-all", "show")
    message = (
        f"`git-log` `list` and `log-list` of `git` in `{tmp_path / 'a'}` are one name where both are joined by `-`"
    )
    assert clashes(tmp_path) == [("L2-clashing-verbs", str(tmp_path / "b/surface.json"), message)]


def test_each_clash_stands_on_its_line(tmp_path: Path) -> None:
    small(tmp_path / "a", "git", "log-list")
    later = small(tmp_path / "b", "git-log", "show", "list")
    [one] = [one for one in catalog.lint(engine.packs_in(tmp_path)).findings if one.rule == "L2-clashing-verbs"]
    assert '"list"' in (later / "surface.json").read_text().splitlines()[one.line - 1]


def test_what_belongs_to_other_programs_is_not_searched(tmp_path: Path) -> None:
    for folder in (".git", "node_modules", ".venv", "env", ".tox", "lib/site-packages", "real/deep/down"):
        small(tmp_path / folder / "mail", "mail", "list")
    (tmp_path / "env" / "pyvenv.cfg").touch()
    (tmp_path / "link").symlink_to(tmp_path / "real")
    small(tmp_path / "real" / "deep" / "down" / "mail" / "inner", "inner", "list")
    assert list(places.below(str(tmp_path))) == [str(tmp_path / "real" / "deep" / "down" / "mail")]


def test_a_tree_without_end_is_looked_through(tmp_path: Path) -> None:
    deep = tmp_path
    for _ in range(300):
        deep = deep / "d"
    small(deep / "mail", "mail", "list")
    for index in range(2000):
        (tmp_path / "wide" / str(index)).mkdir(parents=True)
    assert list(places.below(str(tmp_path))) == [str(deep / "mail")]


def test_a_folder_that_may_not_be_looked_into_is_told(tmp_path: Path) -> None:
    if os.geteuid() == 0:
        pytest.skip("root looks into everything")
    small(tmp_path / "a", "mail", "list")
    (tmp_path / "b").mkdir(mode=0)
    found = catalog.lint(engine.packs_in(tmp_path)).findings
    assert "F-unreadable" in {one.rule for one in found}


@pytest.mark.whole
def test_memory_does_not_grow_with_the_count(build: Build, tmp_path: Path) -> None:
    root = build("mail")
    shutil.rmtree(root / "bin")
    for index in range(400):
        shutil.copytree(root, tmp_path / "catalog" / f"m{index}" / "mail")
        surface = (root / "surface.json").read_text().replace('"mail"', f'"m{index}"')
        (tmp_path / "catalog" / f"m{index}" / "mail" / "surface.json").write_text(surface)
    few, all_ = (peak(tmp_path / "catalog", count) for count in (100, 400))
    assert all_ - few < 12_000  # KiB: findings are kept, packs are not (a pack kept alive takes some 40 KiB)


def peak(folder: Path, count: int) -> int:
    code = (
        "import resource, sys; from pathlib import Path; from hcp_author.lint import catalog, engine\n"
        f"catalog.lint(engine.packs_in(Path(sys.argv[1]))[:{count}], jobs=2)\n"
        "print(max(resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)))"
    )
    done = subprocess.run([sys.executable, "-c", code, str(folder)], capture_output=True, text=True, check=True)
    return int(done.stdout)
