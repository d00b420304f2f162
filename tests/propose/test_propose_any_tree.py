"""Whatever a program says of itself, what is proposed of it keeps the laws."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hcp_author.introspect.tree import Command, Option, Positional, Program, Tree, Value
from hcp_author.pack.args import check_schema, forbidden_names, sample
from hcp_author.pack.names import ARGUMENT, is_words, look_alike_key
from hcp_author.propose.model import Proposal
from hcp_author.propose.select import consider
from hcp_author.runtime.argv import build

VOCABULARY = """
list show get set create delete status doctor run exec config user project json confirm tag search log help bucket
issue file path command args value limit format output force yes token password title body name
"""
WORDS = st.sampled_from(VOCABULARY.split())
ODD = st.text(max_size=12)
NAMES = st.one_of(WORDS, st.builds("{}-{}".format, WORDS, WORDS), ODD)
TEXTS = st.one_of(st.lists(WORDS, max_size=6).map(" ".join), st.text(max_size=60))
VALUES = st.builds(
    Value,
    st.one_of(st.none(), NAMES),
    st.booleans(),
    st.one_of(st.none(), st.lists(NAMES, max_size=3)),
    st.sampled_from([None, "string", "integer", "number", "path", "boolean"]),
)
OPTIONS = st.builds(
    Option,
    long=st.one_of(st.none(), NAMES.map("--{}".format), NAMES.map("-{}".format)),
    short=st.one_of(st.none(), st.sampled_from(["-a", "-n", "-f"])),
    summary=TEXTS,
    value=st.one_of(st.none(), VALUES),
    required=st.booleans(),
    repeatable=st.booleans(),
    deprecated=st.booleans(),
)
OPERANDS = st.builds(
    Positional,
    NAMES,
    st.booleans(),
    st.booleans(),
    st.one_of(st.none(), st.lists(NAMES, max_size=3)),
    st.sampled_from([[], [], ["+"], ["+", "-"], ["@"]]),
)
LEAVES = st.builds(
    Command,
    name=NAMES,
    aliases=st.lists(NAMES, max_size=1),
    summary=TEXTS,
    hidden=st.booleans(),
    group=st.booleans(),
    heading=TEXTS,
    options=st.lists(OPTIONS, max_size=5),
    arguments=st.lists(OPERANDS, max_size=3),
)
GROUPS = st.builds(Command, name=NAMES, group=st.booleans(), commands=st.lists(LEAVES, max_size=5))
TREES = st.builds(
    Tree,
    st.just(Program("tool", "/usr/bin/tool")),
    st.builds(
        Command,
        name=st.just("tool"),
        summary=TEXTS,
        options=st.lists(OPTIONS, max_size=4),
        arguments=st.lists(OPERANDS, max_size=2),
        commands=st.lists(st.one_of(LEAVES, GROUPS), max_size=14),
    ),
    env=st.lists(st.sampled_from(["TOOL_TOKEN", "TOOL_DIR", "TOOL_PASSWORD_FILE", "PATH", "x y"]), max_size=3),
)


def used(argv: list[Any]) -> Iterator[str]:
    for element in argv:
        if isinstance(element, dict):
            yield element.get("arg") or element["positional"]


def keeps_the_laws(proposal: Proposal, kind: str) -> None:
    assert len(proposal.verbs) <= 11
    assert len(proposal.verbs) >= 5 or proposal.few
    names = [verb.verb_key for verb in proposal.verbs]
    assert len({look_alike_key(name) for name in names}) == len(names)
    assert not {"doctor", "status", "connect", "help", "run", "exec"} & set(names)
    effects = [verb.effect for verb in proposal.verbs]
    assert "interactive" not in effects
    assert kind != "read_only" or set(effects) <= {"read"}
    for verb in proposal.verbs:
        assert is_words(verb.verb_key)
        assert verb.confirm == (verb.operation == "write") == (verb.effect != "read")
        assert 0 < len(verb.summary) <= 100
        assert verb.summary.isprintable()
        assert verb.why
        declared = verb.args["properties"]
        assert check_schema(verb.args) == []
        assert list(forbidden_names(verb.args)) == []
        assert all(ARGUMENT.fullmatch(name) for name in declared)
        assert set(used(verb.exec["argv"])) == set(declared)
        assert set(verb.positionals) <= set(declared)
        optional = [name not in verb.args.get("required", []) for name in verb.positionals]
        assert optional == sorted(optional)
        assert all(declared[name]["type"] != "array" for name in verb.positionals[:-1])
        literals = [element for element in verb.exec["argv"] if isinstance(element, str)]
        assert all(element.isprintable() and " " not in element for element in literals)
        built = build(verb.exec, sample(verb.args))
        assert [word for word in built if word in verb.path] or not verb.path or verb.path[0].startswith("-")


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(TREES, st.sampled_from(["channel", "read_only", "control"]))
def test_every_proposal_keeps_the_laws(tree: Tree, kind: str) -> None:
    keeps_the_laws(consider(tree, kind=kind), kind)
