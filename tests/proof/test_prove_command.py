"""`hcp-author prove`, and prove.py: proof.json, whose code is run, and what a person is shown."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from proof_packs import Maker, gated_row, put
from test_proof_script import slow_pack

from hcp_author import prove
from hcp_author.errors import UserError
from hcp_author.fixed import proof
from hcp_author.lint.laws import _runtime
from hcp_author.pack import files


def test_a_good_pack_is_shown_step_by_step(make: Maker, call: Any) -> None:
    status, out, err = call(make.sense_only())
    lines = re.sub(r"\d+\.\d+ s", "T s", out).splitlines()
    assert (status, err) == (0, "")
    assert lines == [
        "bell proves itself (T s)",
        "  \N{CHECK MARK} lint                                           T s",
        "  \N{CHECK MARK} declarations agree with proof.json             T s",
        "  \N{CHECK MARK} the runtime is the one in proof.json           T s",
        "  \N{CHECK MARK} adapter.py has all that is declared            T s",
        "  \N{CHECK MARK} one announce with sense.enable on              T s",
        "  \N{CHECK MARK} one announce with sense.enable off             T s",
    ]


def test_a_skipped_step_says_why(make: Maker, call: Any) -> None:
    status, out, _ = call(make.control(), "--without-lint")
    assert status == 0
    assert "  \N{EN DASH} lint\n      lint: --without-lint\n" in out
    assert "  \N{EN DASH} one live read\n      live: a control pack is never proved live" in out


def test_a_failed_step_shows_each_difference_on_its_own_line(make: Maker, call: Any) -> None:
    pack = make.sense_only()
    put(pack / "policy.json", {"pack_id": "bell", "stimuli": {}, "verbs": {"ring": gated_row()}})
    status, out, _ = call(pack, "--without-lint")
    assert status == 1
    assert out.startswith("bell does not prove itself: 3 of 6 steps failed (")
    told = out.splitlines()
    start = next(number for number, line in enumerate(told) if "\N{BALLOT X} declarations" in line)
    assert told[start + 1] == (
        "      the pack is not what proof.json expects; if the change is meant: "
        f"hcp-author prove {pack.resolve()} --accept"
    )
    assert told[start + 2].startswith('      came back  "/stimuli/new_item/land: proof.json expects')
    assert told[start + 3].startswith('                 "/stimuli/new_item/operation: proof.json expects')
    assert told[start + 4].startswith('                 "/verbs/ring: proof.json expects null')


def test_a_failed_lint_step_shows_what_lint_shows(make: Maker, call: Any) -> None:
    pack = make.sense_only()
    (pack / "HARNESS.md").unlink()
    _, out, _ = call(pack)
    told = out.splitlines()
    start = next(number for number, line in enumerate(told) if "\N{BALLOT X} lint" in line)
    assert told[start + 1 : start + 3] == [
        "      the pack does not lint clean",
        f"      {pack / 'HARNESS.md'}:1:1: error L10-missing-skill: missing HARNESS.md",
    ]
    assert told[start + 3].startswith("        fix: ")


def test_a_broken_surface_is_told_as_such_and_nothing_is_run(make: Maker, call: Any) -> None:
    pack = make.sense_only()
    (pack / "surface.json").write_text('{"pack_id": "bell",\n')
    status, out, err = call(pack)
    assert (status, out) == (1, "")
    assert err.startswith(f"error: {pack / 'surface.json'}:2:1: the file ends")
    assert err.endswith(f"  try: hcp-author lint {pack}\n")
    (pack / "surface.json").write_text("{}")
    assert call(pack, "--accept")[2].startswith(f"error: {pack / 'surface.json'}: it names no `pack_id`\n")


def test_a_missing_proof_script_is_told_as_such(make: Maker, call: Any) -> None:
    pack = make.sense_only()
    (pack / "proof.py").unlink()
    status, out, err = call(pack)
    assert (status, out, err.splitlines()[0]) == (1, "", f"error: `{pack}` has no proof.py")
    assert "--trust" not in err


def test_a_folder_whose_name_begins_with_a_dash(make: Maker, call: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    make.sense_only().rename(make.folder / "-dash")
    monkeypatch.chdir(make.folder)
    assert call("./-dash", "--without-lint")[0] == 0
    with (make.folder / "-dash" / "proof.py").open("a") as file:
        file.write("# more\n")
    assert "hcp-author prove ./-dash --trust" in call("./-dash", "--without-lint")[2]
    (make.folder / "-dash" / "proof.py").write_text("")
    assert "  try: python3 ./-dash/proof.py\n" in call("./-dash", "--trust")[2]


def test_json_is_the_scripts_own_document(make: Maker, call: Any) -> None:
    status, out, _ = call(make.read_only(), "--json", "--without-lint", "--live")
    document = json.loads(out)
    assert (status, document["format"], document["ok"]) == (0, "hcp-author/proof/1", True)
    assert document["steps"][-1]["name"] == "one live read"


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("proof.py", "`proof.py` (L12-unknown-proof) of this pack is of no release, so no proof was run"),
        ("bin/hcp_runtime/gate.py", "`bin/` (L11-runtime-modified) of this pack is of no release, so no proof was run"),
        ("bin/json.py", "`bin/` (L11-runtime-modified) of this pack is of no release, so no proof was run"),
    ],
)
def test_a_strangers_code_is_not_run_without_trust(make: Maker, call: Any, name: str, told: str) -> None:
    pack = make.sense_only()
    started = make.folder / "started"
    with (pack / name).open("a") as file:
        file.write(f"\nopen({str(started)!r}, 'w')\n")
    status, out, err = call(pack, "--without-lint")
    assert (status, out) == (1, "")
    assert err == f"error: {told}\n  try: read it, and then: hcp-author prove {pack} --trust\n"
    assert not started.exists()
    assert call(pack, "--without-lint", "--trust")[0] == (0 if name == "proof.py" else 1)


def test_a_pack_of_an_earlier_release_is_run(make: Maker, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    pack = make.sense_only()
    with (pack / "proof.py").open("a") as file:
        file.write("# of an earlier release\n")
    (pack / "bin" / "hcp_runtime" / "earlier.py").write_text("")
    assert prove.unknown_files(files.read(pack)) == ["proof.py", "bin/"]
    here = tmp_path / "here"
    for name in ("fixed", "runtime"):
        (here / name).parent.mkdir(exist_ok=True)
        (here / name).symlink_to(Path(prove.__file__).parent / name)
    script = prove.hashlib.sha256((pack / "proof.py").read_bytes()).hexdigest()
    runtime = proof.runtime_digest(proof.runtime_files(str(pack / "bin"), "bell"))
    put(here / "lint" / "released.json", {"proof": [script], "runtime": [runtime]})
    monkeypatch.setattr(prove, "_HERE", here)
    assert prove.unknown_files(files.read(pack)) == []


def test_a_script_that_tells_nothing_is_an_error(make: Maker, call: Any) -> None:
    pack = make.sense_only()
    (pack / "proof.py").write_text("import sys\nsys.exit('no \\x1b[31m')\n")
    status, out, err = call(pack, "--trust")
    assert (status, out) == (1, "")
    assert err.startswith(f"error: `{pack / 'proof.py'}` told no result: 'no \\x1b[31m\\n'\n")
    (pack / "proof.py").write_text("print('[]')\n")
    assert "told no result" in call(pack, "--trust")[2]


def test_a_script_that_hangs_is_ended(make: Maker) -> None:
    pack = make.sense_only()
    (pack / "proof.py").write_text("import time\ntime.sleep(60)\n")
    with pytest.raises(UserError, match=r"gave no answer within 0\.2 s"):
        prove.run(pack, timeout=0.2)


def test_accept_writes_proof_json_anew_and_shows_what_changed(make: Maker, call: Any) -> None:
    pack = make.read_only()
    policy = json.loads((pack / "policy.json").read_text())
    policy["verbs"]["search"]["privacy"]["land"] = "brain"
    put(pack / "policy.json", policy)
    assert call(pack, "--without-lint")[0] == 1
    call(pack, "--without-lint", "--accept")
    policy["verbs"]["search"]["privacy"]["land"] = "local"
    put(pack / "policy.json", policy)
    status, out, err = call(pack, "--without-lint", "--accept")
    assert status == 0
    assert out.startswith("atlas proves itself")
    assert [line for line in err.splitlines() if line[0] in "+-"] == [
        "--- proof.json",
        "+++ proof.json",
        '-      "land": "brain",',
        '+      "land": "local",',
    ]
    kept = (pack / "proof.json").read_bytes()
    told = "proof.json says already what the pack promises, and stays as it is\n"
    assert call(pack, "--without-lint", "--accept")[2] == told
    assert (pack / "proof.json").read_bytes() == kept


def test_accept_refuses_what_lint_finds_wrong(make: Maker, call: Any) -> None:
    pack = make.adapter()
    policy = json.loads((pack / "policy.json").read_text())
    del policy["verbs"]["send"]["confirm"]
    put(pack / "policy.json", policy)
    kept = (pack / "proof.json").read_bytes()
    status, out, err = call(pack, "--accept")
    assert (status, out) == (1, "")
    assert re.match(r"error: proof\.json was not written, since the pack does not lint clean: .* \(L6-[a-z-]+\)\n", err)
    assert err.endswith(f"  try: hcp-author lint {pack}\n")
    assert (pack / "proof.json").read_bytes() == kept


def test_accept_is_not_held_back_by_what_it_mends(make: Maker, call: Any) -> None:
    pack = make.read_only()
    put(pack / "proof.json", {"format": "hcp-author/proof-expectations/1", "verbs": {}, "stimuli": {}})
    (pack / "HARNESS.md").write_text((pack / "HARNESS.md").read_text().replace("search", "look-up"))
    status, out, _ = call(pack, "--without-lint", "--accept")
    assert (status, out.startswith("atlas proves itself")) == (0, True)


def test_accept_refuses_what_it_cannot_read(make: Maker, call: Any) -> None:
    pack = make.adapter()
    kept = (pack / "proof.json").read_bytes()
    (pack / "fixtures" / "get.json").write_text("[]")
    told = "error: `fixtures/get.json` has no list of cases\n  try: hcp-author lint\n"
    assert call(pack, "--accept") == (1, "", told)
    put(pack / "fixtures" / "get.json", {"cases": []})
    (pack / "policy.json").write_text("")
    told = "error: surface.json and policy.json cannot be read\n  try: hcp-author lint\n"
    assert call(pack, "--accept") == (1, "", told)
    assert (pack / "proof.json").read_bytes() == kept


def test_a_folder_without_surface_json_is_no_pack(make: Maker, call: Any) -> None:
    status, _, err = call(make.home)
    assert (status, err.splitlines()[0]) == (2, f"error: `{make.home}` is no pack: it has no surface.json")


def test_ctrl_c_ends_the_script_and_what_it_started(make: Maker) -> None:
    pack, told = slow_pack(make)
    argv = [sys.executable, "-m", "hcp_author", "prove", str(pack), "--without-lint"]
    pipe = subprocess.PIPE
    child = subprocess.Popen(argv, env=make.environment(), stdout=pipe, stderr=pipe, text=True, start_new_session=True)
    until = time.monotonic() + 60
    while not told.exists() and time.monotonic() < until:
        time.sleep(0.02)
    os.killpg(child.pid, signal.SIGINT)
    out, err = child.communicate(timeout=30)
    assert (child.returncode, out, err) == (130, "", "interrupted\n")
    assert not list(make.folder.glob("hcp-*"))
    with pytest.raises(ProcessLookupError):
        os.kill(int(told.read_text()), 0)


def test_expectations_are_what_the_pack_declares_and_one_call_of_each_verb(make: Maker) -> None:
    pack = make.wrap()
    value = json.loads((pack / "proof.json").read_text())
    head = {key: value[key] for key in ("format", "pack_id", "kind", "plane", "binding")}
    assert head == {
        "format": "hcp-author/proof-expectations/1",
        "pack_id": "box",
        "kind": "channel",
        "plane": "runtime",
        "binding": "user",
    }
    rows = {key: {k: v for k, v in row.items() if k != "shape"} for key, row in value["verbs"].items()}
    assert list(rows) == ["list", "show", "add", "import", "doctor", "connect"]
    assert rows["list"]["typed"] == ["--limit", "2", "--tags", "a", "--tags", "b", "--all"]
    assert rows["list"]["env"] == {"BOX_COLOUR": "never"}
    assert rows["import"] == {
        "operation": "write",
        "confirm": True,
        "land": "personal",
        "args": {"body": "two\nlines"},
        "typed": ["--body", "two\nlines"],
        "argv": ["import"],
        "stdin": "two\nlines",
    }
    assert rows["doctor"] == {"operation": "read", "confirm": None, "land": "personal"}
    assert value["verbs"]["connect"] == {"operation": "write", "confirm": True, "land": "personal", "shape": None}
    assert value["stimuli"]["binding.degraded"] == {"operation": "read", "land": "personal"}
    released = proof.runtime_digest(prove.runtime_files())
    assert value["runtime"] == released == proof.runtime_digest(proof.runtime_files(str(pack / "bin"), "box"))


def test_a_sample_that_the_program_could_not_be_given_is_an_error(make: Maker) -> None:
    pack = make.wrap()
    read = files.read(pack)
    with pytest.raises(UserError, match=r"fixtures/add\.json: `text` starts with '-'"):
        prove.expectations(read, {"add": [{"args": {"text": "-rf"}}]})


def test_lint_and_proof_take_the_same_digest_of_bin(make: Maker) -> None:
    pack = make.sense_only()
    (pack / "bin" / "extra.txt").write_text("more")
    own = proof.runtime_digest(proof.runtime_files(str(pack / "bin"), "bell"))
    assert _runtime.digest(_runtime.bin_files(files.read(pack))) == own
