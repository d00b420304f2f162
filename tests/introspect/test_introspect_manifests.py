"""Manifests beside a program and lists that it makes of itself: read as data, asked for only where they are named."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from introspect_interfaces import Make, forms, named, option

from hcp_author.introspect import crawl, selfdescribed
from hcp_author.introspect.sources import manifest

needs_sandbox = pytest.mark.usefixtures("sandbox")

MANIFEST = {
    "version": "1.0.0",
    "commands": {
        "moor": {
            "id": "moor",
            "description": "Give a boat a place\nat the wall",
            "aliases": ["tie"],
            "strict": False,
            "flags": {
                "berth": {"name": "berth", "type": "option", "char": "b", "required": True, "description": "which"},
                "side": {"name": "side", "type": "option", "options": ["left", "right"], "default": "left"},
                "light": {"name": "light", "type": "boolean", "allowNo": True},
                "rope": {"name": "rope", "type": "option", "multiple": True, "hidden": True},
            },
            "args": {"boat": {"name": "boat", "required": True}, "guests": {"name": "guests"}},
        },
        "crew:add": {"id": "crew:add", "summary": "Take somebody on", "flags": {}, "args": [{"name": "who"}]},
        "crew:fire": {"id": "crew:fire", "hidden": True, "description": "<%= config.bin %> lets go"},
        "bad name": {"id": "bad name"},
        "worse": 3,
    },
}
NODE = """
case "$*" in
--help) printf 'Runs a harbour\\n\\nUSAGE\\n  $ quay [COMMAND]\\n\\n'
  printf 'COMMANDS\\n  moor  Give a boat a place\\n  tie   The same\\n' ;;
'moor --help') printf 'USAGE\\n  $ quay moor BOAT\\n\\nFLAGS\\n  -b, --berth  which\\n' ;;
*) exit 1 ;;
esac
"""


def node_program(shell: Make, manifest: object) -> Path:
    """A program that lies as an npm package does; a shell stands in for node."""
    shell("node", 'script=$1; shift\n. "$script"\n')
    folder = shell("x", "").parent / "node_modules/quay"
    (folder / "bin").mkdir(parents=True)
    (folder / "package.json").write_text(
        json.dumps({"name": "quay", "oclif": {"topics": {"crew": {"description": "Who works here"}}}})
    )
    (folder / "oclif.manifest.json").write_text(json.dumps(manifest))
    script = folder / "bin/quay"
    script.write_text(f"#!{folder.parent.parent}/node\n{NODE}")
    script.chmod(0o755)
    return script


@needs_sandbox
def test_a_manifest_is_read_and_joined_to_the_help(shell: Make) -> None:
    tree = crawl.introspect(str(node_program(shell, MANIFEST)))
    root = tree.root
    assert [c.name for c in root.commands] == ["moor", "crew"]
    moor = named(root, "moor")
    assert (moor.aliases, moor.summary, moor.source) == (["tie"], "Give a boat a place", "help")
    berth, side, light = (option(moor, name) for name in ("--berth", "--side", "--light"))
    assert berth.required
    assert berth.value is not None
    assert side.value is not None
    assert side.value.choices == ["left", "right"]
    assert (light.value, light.other_names, light.source) == (None, ["--no-light"], "manifest")
    assert all(o.long != "--rope" for o in moor.options)
    crew = named(root, "crew")
    assert (crew.summary, crew.group) == ("Who works here", True)
    assert [(c.name, c.hidden, c.summary) for c in crew.commands] == [
        ("add", False, "Take somebody on"),
        ("fire", True, ""),
    ]
    assert [a.name for a in named(root, "crew", "add").arguments] == ["who"]


@needs_sandbox
@pytest.mark.parametrize("manifest", [[], {"commands": []}, {"commands": {"a": {"flags": 3, "args": {"x": 1}}}}, "x"])
def test_a_manifest_of_another_shape_does_no_harm(shell: Make, manifest: object) -> None:
    root = crawl.introspect(str(node_program(shell, manifest))).root
    assert {"moor", "tie"} <= {c.name for c in root.commands}


LISTED = """
case "$*" in
--help) printf 'usage: quay [--version] <command>\\n\\n%s\\n\\n' '{named}'
  printf 'Commands:\\n  moor  Give a boat a place\\n  sail  Go out\\n' ;;
'{form}') printf '%s\\n' '{answer}' ;;
*) exit 1 ;;
esac
"""
DOCUMENT = json.dumps(
    {
        "commands": [
            {"name": "moor", "summary": "x", "options": [{"name": "--berth", "short": "b", "type": "string"}]},
            {"name": "crew add", "aliases": ["hire"], "flags": [{"long": "quick", "type": "bool", "required": True}]},
            {"name": "; rm", "options": 3},
        ]
    }
)


@needs_sandbox
@pytest.mark.parametrize(
    ("named_as", "form", "asked"),
    [
        ("Run quay help --json for a list that programs can read.", "help --json", 1),
        ("Options:\n  --introspect   print all commands as JSON", "--introspect", 1),
        ("Some programs have --introspect and print JSON.", "--introspect", 0),
        ("Run boat help --json for JSON.", "help --json", 0),
        ("Options:\n  --introspect   read the database and write JSON", "--introspect", 0),
        ("", "help --json", 0),
    ],
)
def test_a_description_is_asked_for_where_the_help_names_it(shell: Make, named_as: str, form: str, asked: int) -> None:
    body = LISTED.format(named=named_as, form=form, answer=DOCUMENT)
    tree = crawl.introspect(str(shell("quay", body)))
    assert len([args for args in tree.asked if " ".join(args) == form]) == asked
    names = {c.name for c in tree.root.commands}
    assert names == ({"moor", "sail", "crew"} if asked else {"moor", "sail"})
    if asked:
        moor = named(tree.root, "moor")
        assert [(o.long, o.short, o.source) for o in moor.options] == [("--berth", "-b", "listing")]
        assert named(tree.root, "crew").commands[0].aliases == ["hire"]


@needs_sandbox
@pytest.mark.parametrize(
    ("manual", "asked"),
    [
        (r"\-\-list\-cmds=group[,group]: groups are builtins, main and nohelpers", 1),
        (r"\-\-list\-cmds=group, whatever that is", 0),
        ("nothing", 0),
    ],
)
def test_a_list_by_groups_is_asked_for_where_the_manual_names_it(shell: Make, manual: str, asked: int) -> None:
    (shell("x", "").parent / "bin").mkdir()
    program = shell("bin/quay", LISTED.format(named="", form="--list-cmds=main,nohelpers", answer="moor\nsail\ndock"))
    page = program.parent.parent / "share/man/man1/quay.1"
    page.parent.mkdir(parents=True)
    page.write_text(f".TH QUAY 1\n.SH NAME\nquay \\- runs a harbour\n.SH OPTIONS\n{manual}\n")
    tree = crawl.introspect(str(program))
    assert len(forms(tree, "--list-cmds")) == asked
    assert ("dock" in {c.name for c in tree.root.commands}) == bool(asked)


def test_what_click_tells_about_itself_is_read_as_a_tree() -> None:
    core = pytest.importorskip("click")

    @core.group()
    def quay() -> None:
        """Runs a harbour."""

    @quay.command()
    @core.argument("boat", nargs=-1)
    @core.option("--berth", "-b", required=True, type=core.Choice(["one", "two"]))
    @core.option("--dry/--wet", help="Only say it.")
    def moor() -> None:
        """Give a boat a place."""

    info = core.Context(quay).to_info_dict()
    root = selfdescribed.read(json.dumps(info, default=str).encode(), "quay")
    assert root is not None
    found = named(root, "moor")
    assert [(o.long, o.short, o.required, bool(o.value)) for o in found.options if o.long != "--help"] == [
        ("--berth", "-b", True, True),
        ("--dry", None, False, False),
    ]
    berth = option(found, "--berth").value
    assert berth is not None
    assert berth.choices == ["one", "two"]
    assert [(a.name, a.variadic) for a in found.arguments] == [("boat", True)]


@pytest.mark.parametrize("data", [b"", b"{", b"3", b"[1, 2]", b'{"commands": 3}', b"[" * 100_000, b'{"a": {"b": 1}}'])
def test_what_is_no_description_is_none(data: bytes) -> None:
    assert selfdescribed.read(data, "quay") is None


_WORDS = st.sampled_from(
    [
        "name",
        "commands",
        "options",
        "flags",
        "args",
        "id",
        "opts",
        "type",
        "hidden",
        "definition",
        "a b",
        "a:b",
        "-x",
        "",
    ]
)
_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | _WORDS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(_WORDS, inner, max_size=5),
    max_leaves=30,
)


@settings(deadline=None, max_examples=150)
@given(_JSON)
def test_no_document_makes_a_reader_raise(document: object) -> None:
    selfdescribed.read(json.dumps(document).encode(), "quay")
    known = manifest.commands({"commands": document})
    pages = manifest.Manifest(known, manifest.topics({"oclif": {"topics": document}}))
    assert all(pages.page(path) is not None for path in known)
