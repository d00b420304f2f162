"""What mock mode answers: the case of fixtures/VERB.json whose args are equal, and nothing else."""

from __future__ import annotations

import os

from . import manifest, strict
from .args import same
from .fault import Fault


def answer(pack: manifest.Pack, verb_key: str, args: dict[str, object]) -> object:
    """The fixture's data for these args; raises Fault `no_fixture`, naming those there are."""
    listed = cases(pack, verb_key)
    for case in listed:
        if same(case.get("args"), args):
            return case.get("data")
    known = [strict.dumps(case.get("args")) for case in listed[:5]]
    raise Fault(
        "no_fixture",
        f"fixtures/{verb_key}.json has no case for the args {strict.dumps(args)[:200]}",
        f"there is one for {'; '.join(known)}" if known else f"write one in fixtures/{verb_key}.json",
    )


def cases(pack: manifest.Pack, verb_key: str) -> list[dict[str, object]]:
    """The cases of a verb's fixture file, none where there is no file; raises Fault where it cannot be read."""
    name = f"fixtures/{verb_key}.json"
    try:
        value = strict.loads(strict.read_file(os.path.join(pack.root, name)))
    except FileNotFoundError:
        return []
    except (OSError, strict.NotStrict) as error:
        raise manifest.bad(name, str(error)) from None
    listed = value.get("cases") if isinstance(value, dict) else None
    if not isinstance(listed, list) or not all(isinstance(case, dict) for case in listed):
        raise manifest.bad(name, "it must hold an object with a list of `cases`")
    return listed
