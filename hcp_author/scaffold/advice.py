"""What to know and what to type after a pack was made; every command works as it stands, from where one stands."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

from hcp_author.pack.text import as_word, clean
from hcp_author.propose.model import Proposal
from hcp_author.scaffold import session, wrap
from hcp_author.scaffold.fill import Filled


def shown(path: Path) -> str:
    """A path as one would type it: relative where it lies below the current folder, quoted, never like an option."""
    whole = os.path.abspath(path)
    relative = os.path.relpath(whole)
    text = whole if relative.split(os.sep)[0] == os.pardir else relative
    return shlex.quote(f"./{text}" if text.startswith("-") else text)


def us() -> str:
    """How this program is called from here: by its name where PATH has it, else as it was called just now."""
    if shutil.which("hcp-author"):
        return "hcp-author"
    if os.path.basename(sys.argv[0]) == "hcp-author" and os.access(sys.argv[0], os.X_OK):
        return shlex.quote(sys.argv[0])
    return f"{shlex.quote(sys.executable)} -m hcp_author"


def next_steps(kind: str, name: str, root: str, filled: Filled) -> list[str]:
    """The next three things to type."""
    show, prove = f"{us()} show {root}", f"{us()} prove {root}"
    if kind == "sense_only":
        return [f"{us()} sense on {root}", f"{face(name, root)} --emit", prove]
    if filled.answers.get("pass_through"):
        return [f"{face(name, root)} --confirm -- --help", f"{us()} promote {root}", show]
    if kind == "control":
        return [f"{face(name, root)} --help", show, prove]
    first = f"{face(name, root)} {'doctor' if filled.proposal else 'list'}"
    needed = session.command(kind, filled.answers)
    return [f"{needed} | {first} --session fd:0" if needed else first, show, prove]


def face(name: str, root: str) -> str:
    """The pack's program as one would type it."""
    return f"bin/{name}" if root == "." else f"{root}/bin/{name}"


def notes(kind: str, root: str, filled: Filled) -> list[str]:
    """What is worth knowing about this pack before it is used."""
    name = filled.answers["pack_id"]
    start = face(name, root)
    proposal = filled.proposal
    found = list(_name_notes(name, proposal.program.name if proposal else ""))
    if proposal and proposal.few:
        found.append(f"it has few verbs: {proposal.few}")
    if proposal and wrap.is_private(proposal.program):
        where = clean(proposal.program.path)
        found.append(f"`{where}` is a private place: it stands in your own configuration, and not in the pack")
    bound = wrap.binding(filled.answers, proposal.binding) if proposal else filled.answers
    if bound["settings"]:
        found.append(f"{', '.join(bound['settings'])} can be set: {start} --link {bound['settings'][0]}=VALUE")
    if bound["secrets"]:
        found.append(f"{', '.join(bound['secrets'])}: filled by a credential helper, {start} --link helper=/path/of/it")
    elif kind == "control":
        found.append("it declares no secret, so nothing can be minted for it, and no call runs live: --secret NAME")
    if proposal and not filled.answers.get("pass_through"):
        found += _unproven(kind, name, proposal)
    if filled.answers.get("pass_through"):
        found.append("a pass-through does not conform: lint warns of it until `promote` has made named commands of it")
    if filled.answers["land"] == "brain" and kind != "sense_only":
        found.append("its land is brain, so each call needs a session in a project: --session FILE, see README.md")
    if filled.tree and filled.tree.notes:
        found.append(
            f"{len(filled.tree.notes)} of the program's pages of help could not be read; {us()} introspect tells"
        )
    return found


def _unproven(kind: str, name: str, proposal: Proposal) -> Iterator[str]:
    """That a pack of this kind proves a gated write, and has none (L12)."""
    if kind in ("channel", "control") and not any(verb.confirm for verb in proposal.verbs):
        other = f"{us()} new read_only {name} --wrap {as_word(Path(proposal.program.path))}"
        instead = f"instead: {other}" if kind == "channel" else "pick one too: --pick VERBS"
        yield f"it does not prove itself: a `{kind}` proves a gated write, and none of its verbs is one; {instead}"


def _name_notes(name: str, program: str) -> Iterator[str]:
    """Whether the pack's name is a command's already."""
    there = shutil.which(name)
    if name == program:
        yield f"`{name}` is also the name of the program that it wraps: with bin/ on PATH, one hides the other"
    elif there:
        yield f"`{name}` is also a command on PATH ({clean(there)}): with bin/ on PATH, one hides the other"
