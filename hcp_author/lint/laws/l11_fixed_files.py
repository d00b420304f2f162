"""L11 and L12: bin/ and proof.py are the released ones, byte for byte; read and compared, never run.

L11.1 Policy and Binding are evaluated by one runtime, which no pack brings in a kind of its own: L11-runtime-modified.
L12.1 Proof is a script that CI can run, and the same for every pack: L12-unknown-proof, L12-missing-proof.
"""

from __future__ import annotations

from collections.abc import Iterator

from hcp_author.lint.contract import Hit, on_file, rule
from hcp_author.lint.laws import _claims
from hcp_author.lint.laws._runtime import bin_files, digest, name_of, our_file, our_runtime, released, sha256
from hcp_author.pack import files
from hcp_author.pack.model import Pack
from hcp_author.pack.text import as_word, visible

REGENERATE = "put the released file back, from a pack that `hcp-author new` makes; your own code goes into adapter.py"
SCRIPT = "put the released file there, from a pack that `hcp-author new` makes; what to expect stands in proof.json"


@rule("L11-runtime-modified", "L11", "error", needs=("surface:/pack_id",))
def runtime_modified(pack: Pack) -> Iterator[Hit]:
    """The runtime under bin/ is not the released one.

    Why: Invokers never redefine Policy or Binding (L11); a pack with a gate of its own could always say yes.
    Fix: put the released files back.
    Bad: bin/hcp_runtime/gate.py
        def run(pack, call):
            return "yes"
    Good: README.md
        What changes a verb stands in adapter.py.
    """
    link = next((name for name in links(pack) if name.startswith("bin/")), None)
    if link:
        message = f"`{visible(link)}` is a symbolic link; the released runtime has none"
        yield on_file(link, message, REGENERATE)
        return
    found = bin_files(pack)
    if "launcher" not in found or found == our_runtime() or digest(found) in released("runtime"):
        return
    ours = our_runtime()
    for wrong in sorted({*found, *ours}):
        if found.get(wrong) != ours.get(wrong):
            yield on_file(f"bin/{name_of(wrong, pack)}", difference(wrong, found, ours, pack), REGENERATE)
            return


def difference(wrong: str, found: dict[str, bytes], ours: dict[str, bytes], pack: Pack) -> str:
    """What is wrong with the first file that differs, and how many others do."""
    shown = visible(f"bin/{name_of(wrong, pack)}")
    others = sum(1 for name in {*found, *ours} if found.get(name) != ours.get(name)) - 1
    more = f" (and {others} more)" if others else ""
    if wrong not in found:
        return f"`{shown}` of the runtime is missing{more}"
    if wrong not in ours:
        return f"`{shown}` is no file of the released runtime{more}"
    return f"`{shown}` is not the released runtime{more}"


@rule("L12-unknown-proof", "L12", "error")
def unknown_proof(pack: Pack) -> Iterator[Hit]:
    """proof.py is not a released one.

    Why: proof is a script that CI runs (L12); one that a pack wrote for itself proves whatever it likes.
    Fix: put the released file back; what to expect stands in proof.json.
    Bad: proof.py
        print("ok")
    Good: README.md
        `python3 proof.py` proves it.
    """
    if "proof.py" not in pack.files:
        return
    if "proof.py" in links(pack):
        yield on_file("proof.py", "`proof.py` is a symbolic link: it would prove the pack that it leads to", SCRIPT)
        return
    data = files.content(pack, "proof.py")
    if isinstance(data, bytes) and data != our_file("fixed/proof.py") and sha256(data) not in released("proof"):
        yield on_file("proof.py", "`proof.py` is not a released proof script", SCRIPT)


@rule("L12-missing-proof", "L12", "warning", needs=("surface:/pack_id",))
def missing_proof(pack: Pack) -> Iterator[Hit]:
    """The pack has no proof script, or nothing that it expects.

    Why: a pack proves conformance with a script that CI can run; a claim in Markdown does not count (L12).
    Fix: copy proof.py from a generated pack, and have proof.json written.
    Bad: proof.json
        absent
    Good: README.md
        `python3 proof.py` proves it.
    """
    for name in ("proof.py", "proof.json"):
        if name == "proof.py" and name not in pack.files and any(map(_claims.find, markdown(pack))):
            return  # L12-claim-without-proof says so, where the claim stands
        if name not in pack.files and not any(file == name for file, _ in pack.troubles):
            what = "proof script" if name == "proof.py" else "expectations for its proof script"
            fix = f"hcp-author prove {as_word(pack.root)} --accept" if name == "proof.json" else SCRIPT
            yield on_file(name, f"the pack has no {what}: `{name}` is missing", fix)
            return


def markdown(pack: Pack) -> Iterator[str]:
    """The texts of the pack's Markdown files."""
    for name in pack.files:
        data = files.content(pack, name) if name.endswith(".md") else None
        if isinstance(data, bytes):
            yield data.decode("utf-8", "replace")


def links(pack: Pack) -> list[str]:
    """The files that are links to other files of the pack; links out of it are F-link-outside."""
    return [file for file, problem in pack.troubles if problem.code == "F-link"]
