"""Which Binding a wrapped program needs, what its settings and secrets are called, its probe and its `connect` (L4)."""

from __future__ import annotations

import re
from typing import Any

from hcp_author.introspect.tree import Command, Option, Tree
from hcp_author.pack.model import MODES
from hcp_author.propose import words
from hcp_author.propose.actions import Action, Around, plain_name
from hcp_author.propose.bars import connects, meta, meta_only, unending
from hcp_author.propose.draft import may_be_left_out
from hcp_author.propose.effect import Judgement
from hcp_author.propose.summary import fit
from hcp_author.propose.vocabulary import read

Judged = list[tuple[Action, Judgement]]
_VARIABLE = re.compile(r"[A-Z][A-Z0-9_]{3,}")
DEEP = 3  # so many places of the probe's names is a word more in the path worth
_CHEAP = ("limit", "max-count", "count", "n", "max-results")


def mode(tree: Tree, near: Around, judged: Judged, wanted: str | None, kind: str) -> tuple[str, list[str]]:
    """Return the default Binding mode and its evidence; what was asked for wins, and control is `mothership` (L9).

    `user` needs something that can fail where login or data are not there: a probe or a secret (L4).
    """
    if wanted in MODES:
        return str(wanted), ["asked for"]
    if kind == "control":
        return "mothership", ["an operator's pack runs on `mothership` (L9)"]
    here, own = _local(tree, near), _user(tree, near)
    if here and _weigh(here) >= _weigh(own):
        return "local", [text for text, _ in here[:3]]
    if not own and not here and not _writes(judged):
        return "public", ["it only reads, and nothing shows a login, data of the user's own, or a folder it works on"]
    if secrets(tree) or probe(judged) is not None:
        return "user", [text for text, _ in own[:3]] or [
            "it changes something, and nothing shows that it is this folder"
        ]
    return "local", [text for text, _ in here[:3]] or ["it changes something, and no read shows that a login is there"]


def _writes(judged: Judged) -> bool:
    return any(one.effect in ("write", "destructive") for _, one in judged)


def _weigh(signs: list[tuple[str, float]]) -> float:
    return sum(weight for _, weight in signs)


def _local(tree: Tree, near: Around) -> list[tuple[str, float]]:
    """Gather what speaks for a tool that works on the folder it stands in: (sentence, weight) pairs."""
    rules = read("binding")["local"]
    found = _spoken(tree, near, rules["phrases"])
    commands = [action.command for action in near.actions]
    naming = [c for c in commands if any(words.dashed(o.name) in rules["operands"] for o in c.arguments)]
    if naming and len(naming) >= 0.3 * len(commands):
        weight = 2.0 if tree.root.commands else 3.0
        found.append((f"{len(naming)} of {len(commands)} commands take files or folders", weight))
    return sorted(found, key=lambda sign: -sign[1])


def _user(tree: Tree, near: Around) -> list[tuple[str, float]]:
    """Gather what speaks for a tool with a login or data of the user's own: (sentence, weight) pairs."""
    rules = read("binding")["user"]
    names = {words.dashed(name) for action in near.actions for name in action.path}
    found = [(f"it has a command `{name}`", 3.0) for name in rules["commands"] if name in names]
    found += [(f"it reads a credential from `{name}`", 4.0) for name in secrets(tree)]
    found += [(f"it reads `{name}`", 0.75) for name in settings(tree)[:2]]
    found += _spoken(tree, near, rules["phrases"])
    return sorted(found, key=lambda sign: -sign[1])


def _spoken(tree: Tree, near: Around, phrases: list[str]) -> list[tuple[str, float]]:
    """Weigh each phrase by how many sentences of the help hold it: a half for each, five at most."""
    sentences = [tree.root.summary, *(action.command.summary for action in near.actions)]
    counts = {phrase: sum(words.phrase_in(text, {phrase: ""}) is not None for text in sentences) for phrase in phrases}
    return [(f"its help speaks of `{phrase}`", min(0.5 * count, 5.0)) for phrase, count in counts.items() if count]


def settings(tree: Tree) -> list[str]:
    """Return the variables, named by the help, that tell where things are and are no secret."""
    endings = read("binding")["settings"]["endings"]
    plain = [name for name in _variables(tree) if not (_is_secret(name) or _is_secret_file(name))]
    return _plainest([name for name in plain if name.rsplit("_", 1)[-1] in endings])


def secrets(tree: Tree) -> list[str]:
    """Return the variables that carry a credential; `X_PASSWORD_FILE` tells of a secret `X_PASSWORD`."""
    found: dict[str, None] = {}
    for name in _variables(tree):
        bare = re.sub(r"_(FILE|COMMAND)$", "", name)
        if _is_secret(bare):
            found[bare] = None
    return _plainest(list(found))


def _plainest(names: list[str]) -> list[str]:
    """Drop the variants of a name for a second place: X_FROM_REPO beside X_REPO, X_ENTERPRISE_TOKEN beside X_TOKEN."""
    parts = [name.split("_") for name in names if "_" in name]

    def varies(own: list[str]) -> bool:
        return any(one != own and one[0] == own[0] and one[1:] == own[1 - len(one) :] for one in parts)

    return [name for name in names if not varies(name.split("_"))]


def _variables(tree: Tree) -> list[str]:
    """Return the program's own variables: those that share its prefix, and none that runs something."""
    rules = read("binding")["never"]
    prefix = re.sub(r"[^A-Z0-9]", "_", tree.program.name.upper())
    own = [name for name in tree.env if _VARIABLE.fullmatch(name) and name not in rules["names"]]
    own = [name for name in own if name.startswith(prefix + "_") or _is_secret(name)]
    return sorted({n for n in own if not any(n.endswith("_" + end) for end in rules["endings"]) or _is_secret_file(n)})


def _is_secret(name: str) -> bool:
    return any(name.endswith(f"_{word}") for word in read("binding")["secrets"]["words"])


def _is_secret_file(name: str) -> bool:
    return name.endswith(("_FILE", "_COMMAND")) and _is_secret(name.rpartition("_")[0])


def probe(judged: Judged) -> tuple[list[str], str] | None:
    """Return argv of a read that fails where login or data are not there, and why it was chosen; None where none is."""
    rules = read("binding")["probe"]
    able = [action for action, one in judged if one.effect == "read" and _needs_nothing(action)]
    if logins := [action for action in able if " ".join(action.path) in rules["paths"]]:
        action = min(logins, key=lambda one: rules["paths"].index(" ".join(one.path)))
        return _cheap(action), f"`{' '.join(action.path)}` tells whether the login is there"
    light = [action for action in able if set(words.of_name(action.path[-1])).isdisjoint(rules["heavy"])]
    own = set(rules["own"]["words"])
    light = [action for action in light if own.isdisjoint(words.of_name(action.path[-1]))]
    data = [action for action in light if not meta(action) and meta_only(action) is None]
    if not data:
        return None
    best = min(data, key=lambda action: (_telling(action, rules), action.order))
    return _cheap(best), f"`{' '.join(best.path)}` needs no argument and reads the data"


def _telling(action: Action, rules: dict[str, Any]) -> tuple[bool, int]:
    """Order reads by how well they tell that the data are there: what may tell of the tool alone comes last."""
    own = action.command.name in rules["last"]["words"]
    return own, _place(rules["names"], action.command.name) + DEEP * len(action.path)


def _needs_nothing(action: Action) -> bool:
    command = action.command
    if not action.path or command.group or unending(action) is not None:
        return False
    if any(option.required for option in command.options):
        return False
    if action.mode is not None and (action.mode.value is not None or not _known_read(action.mode)):
        return False
    return may_be_left_out(action) or not any(operand.required for operand in command.arguments)


def _known_read(mode: Option) -> bool:
    """Tell whether a mode is one that such programs have; another may be an option that looks like a mode."""
    return plain_name(mode) in read("binding")["probe"]["names"]


def _cheap(action: Action) -> list[str]:
    for option in action.command.options:
        name = option.long or ""
        if option.value is not None and name.startswith("--") and words.dashed(name) in _CHEAP:
            return [*action.path, f"{name}=1"]
    return list(action.path)


def connect(judged: Judged, root: Command) -> dict[str, Any] | None:
    """Return the pack's `connect`: the tool's own login or setup, which a person runs on a terminal.

    It is a command, or else a switch of the whole program: `--configure`.
    """
    able = [action for action, _ in judged if connects(action) and not action.command.group and action.mode is None]
    able = [action for action in able if not any(operand.required for operand in action.command.arguments)]
    if not able:
        return _connecting_switch(root)
    order = read("effect")["connect"]["names"]
    best = min(able, key=lambda action: (_place(order, words.dashed(action.command.name)), len(action.path)))
    text, _ = fit(best.command.summary, best.path)
    return {"summary": text, "exec": {"argv": list(best.path)}}


def _connecting_switch(root: Command) -> dict[str, Any] | None:
    """Return the `connect` of a program that is set up by a switch, or None."""
    names = read("effect")["connect"]["names"]
    for option in root.options:
        if option.value is None and option.long and words.dashed(plain_name(option)) in names:
            text, _ = fit(option.summary, (plain_name(option),))
            return {"summary": text, "exec": {"argv": [option.long]}}
    return None


def _place(order: list[str], name: str) -> int:
    return order.index(name) if name in order else len(order)


def binding(tree: Tree, default: str, judged: Judged) -> tuple[dict[str, Any], list[str]]:
    """Return surface.json's `binding` and the evidence for its probe."""
    whole: dict[str, Any] = {"default": default, "modes": list(dict.fromkeys((default, "mock")))}
    why: list[str] = []
    if default in ("user", "mothership") and (found := probe(judged)) is not None:
        whole["probe"] = found[0]
        why.append(found[1])
    whole["settings"] = [] if default == "local" else settings(tree)
    whole["secrets"] = secrets(tree)
    if whole["secrets"] and _keeps_its_login(whole.get("probe"), judged, tree):
        why.append(f"its own login is enough, so that no helper has to fill {', '.join(whole['secrets'])}")
        whole["secrets"] = []
    return whole, why


def _keeps_its_login(asked: list[str] | None, judged: Judged, tree: Tree) -> bool:
    """Tell whether the tool keeps a login of its own: a command makes it, and the probe asks for just that."""
    paths = read("binding")["probe"]["paths"]
    return asked is not None and " ".join(asked) in paths and connect(judged, tree.root) is not None
