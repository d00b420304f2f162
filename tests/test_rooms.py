"""Who may know whom, proved from the imports; the picture is in CONTRIBUTING.md."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent / "hcp_author"

# room -> the rooms it may know besides itself; the longest match of a module's dotted path decides
MAY_KNOW: dict[str, set[str]] = {
    "errors": set(),
    "pack": {"errors", "runtime.args"},
    "lint": {"errors", "pack", "lint.laws"},
    "lint.laws": {"errors", "lint.contract", "pack", "fixed", "runtime"},
    # fixes draw HARNESS.md and proof.json as the commands `harness` and `prove` do, by the same functions
    "lint.fixes": {"errors", "pack", "lint", "lint.laws", "harness_md", "prove"},
    "report": {"lint.contract", "lint.page", "pack.record", "pack.text"},
    "introspect": {"errors", "introspect.dialects", "introspect.reading", "introspect.sources"},
    "introspect.sources": {"introspect", "introspect.dialects", "introspect.reading", "introspect.shells"},
    "introspect.shells": {"introspect.tree", "introspect.text", "introspect.page", "introspect.reading"},
    "introspect.dialects": {"introspect.tree", "introspect.text", "introspect.page", "introspect.reading"},
    "propose": {"errors", "introspect.tree", "pack", "runtime.args"},
    "harness_md": {"errors", "pack"},
    "scaffold": {"errors", "pack", "lint.engine", "introspect.tree", "propose.model", "harness_md", "prove"},
    "promotion": {
        "errors",
        "pack",
        "lint",
        "introspect.tree",
        "propose.model",
        "propose.evidence",
        "scaffold",
        "harness_md",
        "prove",
        "runtime",
    },
    "drift": {"errors", "pack", "introspect.tree", "propose", "scaffold.introspection"},
    "lsp": {"errors", "pack", "lint"},
    "prove": {"errors", "pack", "runtime", "fixed"},
    "damage": {"pack", "lint"},
    "mutation": {"errors", "pack", "damage", "lint", "prove"},
    "recording": {"errors", "pack", "prove"},
    "ingress": {"errors", "runtime.announce", "runtime.sink", "runtime.strict", "runtime.places", "runtime.locks"},
    # a credential helper: a program of its own, started by the user's configuration
    "credential": set(),
    "runtime": set(),
    "fixed": set(),
    "cli": {"*"},
    "__main__": {"cli", ""},
}
# inside one room: these modules never know those (L7, L8 as an import rule)
NEVER = {
    "runtime.announce": {"runtime.gate", "runtime.adapter", "runtime.hub"},
    "runtime.sink": {"runtime.gate", "runtime.adapter", "runtime.hub"},
    "runtime.senseface": {"runtime.gate", "runtime.adapter", "runtime.hub", "runtime.calls"},
}
SHELVES = ("lint.laws", "introspect.dialects", "introspect.sources", "cli")
# each library has one door
DOORS = {
    "typer": {"cli"},
    "copier": {"scaffold"},
    "questionary": {"scaffold"},
    "jsonschema": {"pack.shape"},
    "referencing": {"pack.shape"},
    "pygls": {"lsp"},
    "lsprotocol": {"lsp"},
    "redis": {"ingress.stream"},
    "keyring": {"credential"},
    "subprocess": {"introspect.probe", "runtime.adapter", "prove", "fixed.proof", "ingress.process"},
}


def modules() -> list[tuple[str, Path]]:
    files = sorted(file for file in ROOT.rglob("*.py") if "templates" not in file.parts)
    return [(".".join(file.relative_to(ROOT).with_suffix("").parts), file) for file in files]


def imports(name: str, file: Path) -> set[str]:
    """Every module that this one imports, at any depth of its code; ours without the leading `hcp_author.`."""
    package = name.split(".")[:-1]
    found: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = ["hcp_author", *package[: len(package) - node.level + 1]] if node.level else []
            stem = ".".join([*base, *([node.module] if node.module else [])])
            found |= {f"{stem}.{alias.name}" if is_module(f"{stem}.{alias.name}") else stem for alias in node.names}
    return found


def is_module(dotted: str) -> bool:
    path = ROOT.parent.joinpath(*dotted.split("."))
    return path.with_suffix(".py").exists() or (path / "__init__.py").exists()


def room(name: str) -> str:
    return max((r for r in MAY_KNOW if name == r or name.startswith(r + ".")), key=len, default="")


def allowed(name: str, other: str) -> bool:
    own = room(name)
    if other in NEVER.get(name, set()):
        return False
    if own in SHELVES and room(other) == own and other != own and not name.endswith(("__init__", "main")):
        return other.rsplit(".", 1)[0] == name.rsplit(".", 1)[0] and other.rsplit(".", 1)[1].startswith("_")
    known = MAY_KNOW[own]
    return room(other) == own or "*" in known or any(other == r or other.startswith(r + ".") for r in known if r)


@pytest.mark.parametrize(("name", "file"), modules(), ids=[name for name, _ in modules()])
def test_a_module_knows_only_its_neighbours(name: str, file: Path) -> None:
    ours = {m.removeprefix("hcp_author.") for m in imports(name, file) if m.startswith("hcp_author.")}
    wrong = sorted(other for other in ours if name != "__init__" and not allowed(name, other))
    assert not wrong, f"{name} must not know {wrong}"


@pytest.mark.parametrize(("name", "file"), modules(), ids=[name for name, _ in modules()])
def test_each_library_has_one_door(name: str, file: Path) -> None:
    used = {m.split(".")[0] for m in imports(name, file)}
    wrong = sorted(
        lib for lib in used & set(DOORS) if not any(name == d or name.startswith(d + ".") for d in DOORS[lib])
    )
    assert not wrong, f"{name} must not use {wrong}: {[DOORS[lib] for lib in wrong]}"


def test_the_runtime_imports_the_standard_library_alone() -> None:
    import sys

    for name, file in modules():
        if name.startswith(("runtime.", "fixed.")):
            foreign = {
                m
                for m in imports(name, file)
                if m.split(".")[0] not in {*sys.stdlib_module_names, "hcp_runtime"}
                and not m.startswith("hcp_author.runtime")
            }
            assert not foreign, f"{name} imports {foreign}"
