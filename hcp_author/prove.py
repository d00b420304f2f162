"""Makes proof.json, and runs a pack's proof script and reads what it says (L12)."""

from __future__ import annotations

import hashlib
import json
import shlex
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from hcp_author.errors import FINDINGS, UserError
from hcp_author.fixed import proof
from hcp_author.pack import files, tables
from hcp_author.pack.model import Pack, Verb
from hcp_author.pack.text import as_word
from hcp_author.runtime import args as arguments
from hcp_author.runtime import argv, workspace
from hcp_author.runtime.fault import Fault

FORMAT = "hcp-author/proof-expectations/1"
TIMEOUT = 600.0  # seconds for a whole proof
_HERE = Path(__file__).parent
_NO_PLACE = "/workspace-of-the-proof"  # paths are kept relative to the workspace, whichever it is


def expectations(pack: Pack, fixtures: Mapping[str, Sequence[Mapping[str, Any]]]) -> dict[str, Any]:
    """proof.json's value: what the pack declares (proof.declared) and one sample call of each verb.

    `fixtures` are the cases of each verb. A verb that is not builtin has, beside class, gate, land and shape: `args`
    (its first case's), `typed` (the same on the CLI face, after the verb) and, in a wrap, `argv`, with `stdin` and
    `env` where its exec has them. `runtime` is the digest of this release's bin/ (pack-format: Proof).
    """
    if not isinstance(pack.surface.value, dict) or not isinstance(pack.policy.value, dict):
        raise UserError("surface.json and policy.json cannot be read", "hcp-author lint", FINDINGS)
    declared = proof.declared(pack.surface.value, pack.policy.value)
    for verb in pack.verbs:
        if not verb.builtin:
            cases = fixtures.get(verb.verb_key, ())
            declared["verbs"][verb.verb_key] |= sample(pack, verb, dict(cases[0].get("args", {}) if cases else {}))
    return {"format": FORMAT, **declared, "runtime": proof.runtime_digest(runtime_files())}


def sample(pack: Pack, verb: Verb, args: dict[str, Any]) -> dict[str, Any]:
    """One call of a verb as proof.json keeps it; `argv` by the runtime's own rules, of `stdin` the text."""
    called: dict[str, Any] = {"args": args, "typed": typed(pack, verb, args)}
    if pack.wrap is None or verb.exec is None:
        return called
    row, exec_ = pack.row(verb.verb_key), dict(verb.exec)
    try:
        if row and row.land == "local":
            args = arguments.map_paths(dict(verb.args), args, lambda path: workspace.keep_inside(_NO_PLACE, path))
        called["argv"] = argv.build(exec_, args)
        stdin = argv.stdin(exec_, args)
    except Fault as fault:
        key = verb.verb_key
        raise UserError(f"fixtures/{key}.json: {fault.message}", "mend the args of its first case", FINDINGS) from None
    extras = {"stdin": None if stdin is None else stdin.decode(), "env": exec_.get("env")}
    return {**called, **{name: value for name, value in extras.items() if value}}


def typed(pack: Pack, verb: Verb, args: Mapping[str, Any]) -> list[str]:
    """The words that follow the verb on the CLI face; the proof adds --json and --confirm itself."""
    words = shlex.split(tables.command_line(pack, verb, args))[2:]
    return [word for word in words if word not in ("--json", "--confirm")]


def runtime_files() -> dict[str, bytes]:
    """This release's bin/, by path, with the launcher as `launcher` (proof.runtime_files of a pack gives the same)."""
    modules = {f"hcp_runtime/{path.name}": path.read_bytes() for path in sorted((_HERE / "runtime").glob("*.py"))}
    return {"launcher": (_HERE / "fixed" / "launcher.py").read_bytes(), **modules}


def refuse_broken(pack: Pack) -> None:
    """Raise UserError (1) where there is nothing to run, or the surface.json that says what to run cannot be read."""
    if not isinstance(pack.surface.value, dict) or not pack.pack_id:
        problem = next(iter(pack.surface.problems), None)
        where = f":{problem.place.line}:{problem.place.column}" if problem else ""
        why = problem.message if problem else "it names no `pack_id`"
        raise UserError(
            f"{pack.root / 'surface.json'}{where}: {why}", f"hcp-author lint {as_word(pack.root)}", FINDINGS
        )
    script = files.read_bytes(pack.root, "proof.py")
    if not isinstance(script, bytes):
        why = script.message if script else f"`{pack.root}` has no proof.py"
        raise UserError(why, "put the released file there, from a pack that hcp-author new makes", FINDINGS)


def unknown_files(pack: Pack) -> list[str]:
    """Of `proof.py` and `bin/` those that are of no release: a stranger's code, which `run` would start."""
    # the digests of earlier releases, whose packs can still be proved; lint knows them from the same file
    earlier = json.loads((_HERE / "lint" / "released.json").read_text(encoding="utf-8"))
    script = files.read_bytes(pack.root, "proof.py")
    ours = (_HERE / "fixed" / "proof.py").read_bytes()
    known = script == ours or (isinstance(script, bytes) and hashlib.sha256(script).hexdigest() in earlier["proof"])
    found = [] if known else ["proof.py"]
    try:
        digest = proof.runtime_digest(proof.runtime_files(str(pack.root / "bin"), pack.pack_id))
    except OSError:
        digest = ""
    ours_too = digest in (*earlier["runtime"], proof.runtime_digest(runtime_files()))
    return found if ours_too else [*found, "bin/"]


def anew(pack: Pack) -> dict[str, Any]:
    """`expectations` of a pack as it lies on disk (pack-format: proof.json is changed by our commands).

    Raises UserError (1) where a file that it is made of cannot be read.
    """
    cases: dict[str, list[dict[str, Any]]] = {}
    for key, document in pack.fixtures.items():
        value = document.value.get("cases") if isinstance(document.value, dict) else None
        if not isinstance(value, list) or not all(isinstance(case, dict) for case in value):
            raise UserError(f"`fixtures/{key}.json` has no list of cases", "hcp-author lint", FINDINGS)
        cases[key] = value
    return expectations(pack, cases)


def run(root: Path, options: Sequence[str] = (), timeout: float = TIMEOUT) -> dict[str, Any]:
    """Run the pack's proof.py with --json and `options`: its `hcp-author/proof/1` document, whether proved or not.

    Raises UserError (1) where the script gives no such document in `timeout` seconds. Ctrl-C goes to the script, which
    cleans up after itself, before it comes back here as KeyboardInterrupt.
    """
    command = [sys.executable, str(root.absolute() / "proof.py"), "--json", *options]
    child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        out, err = child.communicate(timeout=timeout)
    except BaseException as error:
        end(child)
        if isinstance(error, subprocess.TimeoutExpired):
            raise no_proof(root, f"gave no answer within {timeout:g} s") from None
        raise
    try:
        document = json.loads(out)
        if document["format"] == "hcp-author/proof/1" and isinstance(document["steps"], list):
            return dict(document)
    except (ValueError, TypeError, KeyError):
        pass
    raise no_proof(root, f"told no result: {err.decode('utf-8', 'replace')[-400:]!a}")


def call(root: Path, pack_id: str, envelope: Mapping[str, Any], timeout: float = TIMEOUT) -> dict[str, Any]:
    """Call a verb on a pack's JSON face as it is here, Binding and all, and give the answer's envelope.

    Raises UserError (1) where the face gives none.
    """
    command = [sys.executable, str(root.absolute() / "bin" / pack_id), "--envelope", "-"]
    try:
        done = subprocess.run(
            command, input=json.dumps(envelope).encode(), capture_output=True, timeout=timeout, check=False
        )
        answer = json.loads(done.stdout)
    except (ValueError, subprocess.TimeoutExpired):
        answer = None
    if not isinstance(answer, dict) or "ok" not in answer:
        raise no_proof(root, "says nothing on its JSON face")
    return answer


def end(child: subprocess.Popen[bytes]) -> None:
    """Interrupt the script, and wait until it has cleaned up; ten seconds are enough for that."""
    child.send_signal(signal.SIGTERM)
    try:
        child.wait(10.0)
    except subprocess.TimeoutExpired:
        child.kill()
        child.wait()


def no_proof(root: Path, why: str) -> UserError:
    """The error for a proof script that did not do its work."""
    return UserError(f"`{root / 'proof.py'}` {why}", f"python3 {as_word(root / 'proof.py')}", FINDINGS)
