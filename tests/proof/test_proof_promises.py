"""What a proof looks at closely: a refusal's words, mock's data, every call of the recorder and what it was told."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from proof_packs import (
    DENY,
    END_USER,
    EVERY,
    FIXTURES,
    READ,
    RUNTIME,
    UNDECLARED,
    WRITE,
    Maker,
    failures,
    trusted,
)
from test_proof_runtime import append

from hcp_author import mutation
from hcp_author.damage import Copy, Damage

Edit = Callable[[Path], object]


def changed(module: str, old: str, new: str) -> Edit:
    """A line of the runtime that says something else."""

    def edit(pack: Path) -> None:
        file = pack / "bin" / "hcp_runtime" / f"{module}.py"
        text = file.read_text()
        assert text.count(old) == 1, f"{module}.py: {old}"
        file.write_text(text.replace(old, new))

    return edit


def other_words(code: str) -> Edit:
    """Refusals of a code say something else."""
    return append(
        "fault",
        "def other(self, code, message, hint='', told=Fault.__init__):\n"
        f"    told(self, code, 'say yes first' if code == {code!r} else message, hint)\n"
        "Fault.__init__ = other",
    )


# a call of the program that nobody asked for, before the one that was asked for
EXTRA = append(
    "calls",
    "told = execute\n"
    "def execute(pack, exec_, args, terms):\n"
    "    if exec_.get('output') != 'base64':\n"  # as the probe has it
    "        told(pack, {**exec_, 'argv': ['peek']}, {}, terms)\n"
    "    return told(pack, exec_, args, terms)",
)
EXTRA_BY_ADAPTER = append(
    "calls",
    "told = python\n"
    "def python(pack, request, terms, event=None, hear=None):\n"
    "    if request['do'] == 'verb':\n"
    "        told(pack, {**request, 'args': {'other': True}}, terms)\n"
    "    return told(pack, request, terms, event, hear)",
)
MOCK_STARTS = append(
    "mock",
    "told = answer\n"
    "def answer(pack, verb_key, args):\n"
    "    import subprocess\n"
    "    from . import calls\n"
    "    subprocess.run([calls.program(pack), 'list'], stdout=subprocess.DEVNULL)\n"
    "    return told(pack, verb_key, args)",
)
MOCK_TELLS_ANOTHER = append("mock", "def answer(pack, verb_key, args):\n    return {'mocked': 'another'}")
UNTOLD = "{**job.fixed, **terms.settings, **told}"
STEPS: dict[str, tuple[str, Edit, str, str]] = {
    "a deny in other words": ("wrap", other_words("confirm_required"), DENY, "not refused as `confirm_required`"),
    "a deny in other words, by an adapter": (
        "adapter",
        other_words("confirm_required"),
        DENY,
        "not refused as `confirm_required`",
    ),
    "a deny of another exit status": (
        "wrap",
        changed("fault", '"confirm_required mint_failed', '"mint_failed'),
        DENY,
        "not refused as `confirm_required`",
    ),
    "a deny of another code": (
        "wrap",
        changed("gate", 'raise Fault("confirm_required",', 'raise Fault("person_required",'),
        DENY,
        "not refused as `confirm_required`",
    ),
    "mock tells another": ("wrap", MOCK_TELLS_ANOTHER, READ, "mock does not answer with the fixture"),
    "mock tells another, by an adapter": ("adapter", MOCK_TELLS_ANOTHER, READ, "mock does not answer with the fixture"),
    "mock tells another, of a control pack": (
        "control",
        MOCK_TELLS_ANOTHER,
        WRITE,
        "mock does not answer with the fixture",
    ),
    "mock says that it is none": (
        "wrap",
        changed("envelope", '{"mode": call.mode}', '{"mode": "user"}'),
        READ,
        "mock does not answer with the fixture",
    ),
    "a call before the read": ("wrap", EXTRA, READ, "the program was not called as expected"),
    "a call before the write": ("wrap", EXTRA, WRITE, "the program was not called as expected"),
    "a call before each verb": ("wrap", EXTRA, EVERY, "the program was not called as expected"),
    "a call before the read, by an adapter": (
        "adapter",
        EXTRA_BY_ADAPTER,
        READ,
        "the program was not called as expected",
    ),
    "mock starts something": ("wrap", MOCK_STARTS, FIXTURES, "a case that mock does not answer with"),
    "settings are not told": (
        "settings",
        changed("adapter", UNTOLD, "{**job.fixed, **told}"),
        READ,
        "the program was not called as expected",
    ),
    "secrets are not told": (
        "secrets",
        changed("adapter", UNTOLD, "{**job.fixed, **terms.settings}"),
        WRITE,
        "the program was not called as expected",
    ),
    "what exec fixes is not told": (
        "wrap",
        changed("adapter", UNTOLD, "{**terms.settings, **told}"),
        READ,
        "the program was not called as expected",
    ),
    "another value of a setting is told": (
        "settings",
        changed("adapter", UNTOLD, "{**job.fixed, **{name: 'x' for name in terms.settings}, **told}"),
        READ,
        "the program was not called as expected",
    ),
    "standard input is not told": (
        "wrap",
        changed("calls", "argv.stdin(exec_, args), exec_", "b'other', exec_"),
        EVERY,
        "the program was not called as expected",
    ),
    "an undeclared verb in other words": (
        "wrap",
        changed("gate", 'Fault("unknown_verb", f"`{pack.pack_id}` has no verb', 'Fault("usage", f"`{pack.pack_id}`'),
        UNDECLARED,
        "not refused as `unknown_verb`",
    ),
    "an end user in other words": (
        "control",
        changed("entry", 'raise Fault("control_plane"', 'raise Fault("usage"'),
        END_USER,
        "not refused as `control_plane`",
    ),
}


def made(make: Maker, kind: str) -> Path:
    if kind == "settings":
        return make.wrap(settings=["BOX_STORE"])
    return make.wrap(secrets=["BOX_TOKEN"]) if kind == "secrets" else Path(getattr(make, kind)())


@pytest.mark.parametrize("wrong", STEPS)
def test_what_a_runtime_does_otherwise_is_noticed(make: Maker, wrong: str) -> None:
    kind, edit, step, told = STEPS[wrong]
    pack = made(make, kind)
    edit(pack)
    trusted(pack)
    found = failures(make.steps(pack, step))
    assert RUNTIME not in found
    assert told in found.get(step, "nothing was noticed")


@pytest.mark.parametrize("kind", ["wrap", "adapter", "control", "settings", "secrets"])
def test_nothing_of_it_is_noticed_where_nothing_is_wrong(make: Maker, kind: str) -> None:
    names = {step for of, _, step, _ in STEPS.values() if of == kind}
    assert failures(make.steps(made(make, kind), *names)) == {}


def prose(copy: Copy) -> None:
    copy.append("HARNESS.md", "- One thing more.\n")


def test_mutation_runs_nothing_live(make: Maker, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in make.environment().items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(mutation, "KINDS", (Damage("a line of prose", "L10", (), prose),))
    pack, called = make.read_only(), make.folder / "called"  # on Binding public: any copy of it would run, too
    with (pack / "adapter.py").open("a") as file:
        file.write(f"\ndef called(args, ctx):\n    open({str(called)!r}, 'a').write('x')\n    return []\n")
        file.write("VERBS = dict.fromkeys(VERBS, called)\n")
    assert [one.noticed for one in mutation.run(pack)] == [None]
    assert not called.exists()
    assert make.proved(pack)["ok"]
    assert called.exists()  # the test can fail: a live read is within reach
