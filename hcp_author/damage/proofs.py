"""Damage to the proof, what it expects, and the fixtures that mock answers with (L2, L4, L12)."""

from __future__ import annotations

from hcp_author.damage.copy import Copy, NotHereError, damage, kinds_of


@damage("a proof of its own", "L12", "L12-unknown-proof")
def own_proof(copy: Copy) -> None:
    """It proves whatever it likes."""
    copy.write("proof.py", "print('1..1\\nok 1 - all of it')\n")


@damage("no proof script", "L12", "L12-missing-proof", "L12-unheeded-proof")
def no_proof(copy: Copy) -> None:
    """A claim in Markdown does not count."""
    (copy.root / "proof.py").unlink()


@damage("no expectations", "L12", "L12-missing-proof")
def no_expectations(copy: Copy) -> None:
    """Then nothing that changed would be noticed."""
    (copy.root / "proof.json").unlink()


@damage("an expectation that a policy changed under", "L12", "L12-proof-disagrees")
def disagreeing(copy: Copy) -> None:
    """A policy that was changed is noticed here."""
    name = copy.row("write")
    if copy.data("proof.json").get("verbs", {}).get(name, {}).get("operation") != "write":
        raise NotHereError(name)
    copy.set("proof.json", f"/verbs/{name}/operation", "read")


@damage("an expectation that is no JSON", "F", "F-not-json")
def broken_proof(copy: Copy) -> None:
    """Then nothing that changed would be noticed."""
    copy.write("proof.json", "{")


@damage("a fixture that is no JSON", "F", "F-not-json")
def broken_fixture(copy: Copy) -> None:
    """Mock would have no answer."""
    copy.write(first_fixture(copy), "{'cases': []}")


@damage("a fixture without cases", "L2", "L2-fixture-args", "F-missing-key")
def no_cases(copy: Copy) -> None:
    """Mock would have no answer."""
    copy.write(first_fixture(copy), '{"answers": []}\n')


@damage("a promise left out of the proof", "L12", "L12-proof-disagrees")
def promise_left_out(copy: Copy) -> None:
    """What is not expected is not noticed."""
    copy.drop("proof.json", f"/verbs/{copy.row('read')}")


@damage("a proof that expects no confirm", "L12", "L12-proof-disagrees")
def proof_without_gate(copy: Copy) -> None:
    """The gate is what is proved."""
    copy.set("proof.json", f"/verbs/{copy.row('write', confirm=True)}/confirm", False)


@damage("a proof that expects another land", "L12", "L12-proof-disagrees")
def proof_of_land(copy: Copy) -> None:
    """Whose the data is."""
    name = copy.row("read")
    copy.set("proof.json", f"/verbs/{name}/land", "brain" if copy.rows[name]["privacy"]["land"] != "brain" else "local")


@damage("a proof on another Binding", "L12", "L12-proof-disagrees")
def proof_of_binding(copy: Copy) -> None:
    """What is proved is what is run."""
    copy.set("proof.json", "/binding", "public" if copy.surface["binding"]["default"] != "public" else "user")


@damage("a proof without the triggers", "L12", "L12-proof-disagrees")
def proof_of_sense(copy: Copy) -> None:
    """The two announces are part of it."""
    if not copy.data("proof.json").get("stimuli"):
        raise NotHereError("it announces nothing")
    copy.drop("proof.json", f"/stimuli/{next(iter(copy.data('proof.json')['stimuli']))}")


@damage("a proof whose call would be refused", "L12", "L12-proof-disagrees")
def proof_args(copy: Copy) -> None:
    """A sample that no face would take."""
    name = next((name for name, one in copy.data("proof.json").get("verbs", {}).items() if "args" in one), None)
    if name is None:
        raise NotHereError("no sample")
    copy.set("proof.json", f"/verbs/{name}/args", {"no_such_argument": 1})


@damage("a proof of another runtime", "L12", "L12-proof-disagrees")
def proof_of_runtime(copy: Copy) -> None:
    """The runtime that was proved is another one."""
    copy.set("proof.json", "/runtime", "0" * 64)


@damage("a proof of another pack", "L12", "L12-proof-disagrees", "L2-pack-id-differs")
def proof_of_other(copy: Copy) -> None:
    """Copied, and not changed."""
    copy.set("proof.json", "/pack_id", "another")


@damage("a proof of another format", "L12", "L12-proof-disagrees", "F-wrong-value", "F-missing-key")
def proof_format(copy: Copy) -> None:
    """Nobody could read it."""
    copy.set("proof.json", "/format", "hcp-author/proof-expectations/99")


def first_fixture(copy: Copy) -> str:
    """The name of the first fixture; NotHereError where there is none."""
    found = sorted(path.name for path in (copy.root / "fixtures").glob("*.json"))
    if not found:
        raise NotHereError("no fixtures")
    return f"fixtures/{found[0]}"


@damage("a fixture of no verb", "L2", "L2-fixture-verb")
def fixture_verb(copy: Copy) -> None:
    """Left over from a verb that is gone."""
    copy.write("fixtures/gone.json", '{"cases": [{"args": {}, "data": [], "invented": true}]}\n')


@damage("a fixture that the args refuse", "L2", "L2-fixture-args")
def fixture_args(copy: Copy) -> None:
    """No call could ever get this answer."""
    _, verb = copy.plain_verb()
    case = {"args": {"no_such_argument": 1}, "data": [], "invented": True}
    name = f"fixtures/{verb['verb_key']}.json"
    if not (copy.root / name).exists():
        raise NotHereError(name)
    copy.add(name, "/cases", None, case)


WORKFLOW = ".github/workflows/proof.yml"
ON = "on: [push, pull_request]"


@damage("a proof that nothing runs", "L12", "L12-proof-not-run")
def no_workflow(copy: Copy) -> None:
    """CI has forgotten it."""
    copy.text(WORKFLOW)
    (copy.root / WORKFLOW).unlink()


@damage("a proof that CI has in a comment", "L12", "L12-proof-not-run")
def commented(copy: Copy) -> None:
    """It was to come back soon."""
    copy.swap(WORKFLOW, "- run: python3 proof.py", "# - run: python3 proof.py")


@damage("a proof that waits to be asked for", "L12", "L12-unheeded-proof")
def asked_for(copy: Copy) -> None:
    """Nobody asks."""
    copy.swap(WORKFLOW, ON, "on:\n  workflow_dispatch:")


@damage("a proof that CI never runs", "L12", "L12-unheeded-proof")
def never(copy: Copy) -> None:
    """Skipped is green."""
    copy.swap(WORKFLOW, "    runs-on:", "    if: false\n    runs-on:")


@damage("a step of the proof that CI never runs", "L12", "L12-unheeded-proof")
def never_step(copy: Copy) -> None:
    """Skipped is green."""
    copy.swap(WORKFLOW, "python3 proof.py\n", "python3 proof.py\n        if: ${{ false }}\n")


@damage("a proof without its lint step", "L12", "L12-unheeded-proof")
def without_lint(copy: Copy) -> None:
    """Lint is one step of it."""
    copy.swap(WORKFLOW, "python3 proof.py", "python3 proof.py --without-lint")


KINDS = kinds_of(globals())
