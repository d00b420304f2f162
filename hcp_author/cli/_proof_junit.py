"""A proof as JUnit XML: one suite for the pack, one case for each step."""

from __future__ import annotations

import json
from typing import Any
from xml.etree import ElementTree as Tree

from hcp_author.cli._proving import findings

LONGEST = 20_000  # characters of what one failure shows


def render(document: dict[str, Any]) -> str:
    """The XML of a `hcp-author/proof/1` document; ASCII, without what XML cannot hold."""
    steps = document["steps"]
    name = plain(f"prove {document.get('pack_id')}")
    counts = {
        "tests": str(len(steps)),
        "failures": str(sum(not step.get("ok") for step in steps)),
        "skipped": str(sum(bool(step.get("skipped")) for step in steps)),
        "time": f"{sum(map(seconds, steps)):.3f}",
    }
    suites = Tree.Element("testsuites", {"name": "hcp-author prove"})
    suite = Tree.SubElement(suites, "testsuite", {"name": name, "errors": "0", **counts})
    for step in steps:
        add(suite, name, step)
    Tree.indent(suites)
    text: bytes = Tree.tostring(suites, encoding="us-ascii", xml_declaration=True)
    return text.decode("ascii") + "\n"


def add(suite: Tree.Element, classname: str, step: dict[str, Any]) -> None:
    """One step as a case: passed, skipped with its reason, or failed with what was sent, expected and came back.

    What lint finds stands as lines in its case's system-out, also where it fails nothing.
    """
    facts = {"classname": classname, "name": plain(step.get("name")), "time": f"{seconds(step):.3f}"}
    case = Tree.SubElement(suite, "testcase", facts)
    reason = plain(step.get("reason") or "")[:LONGEST]
    if not step.get("ok"):
        failure = Tree.SubElement(case, "failure", {"message": reason, "type": "proof"})
        failure.text = plain(json.dumps({key: step.get(key) for key in ("sent", "expected", "came_back")})[:LONGEST])
    elif step.get("skipped"):
        Tree.SubElement(case, "skipped", {"message": reason})
    if lines := findings(step.get("came_back")):
        Tree.SubElement(case, "system-out").text = "\n".join(map(plain, lines))[:LONGEST]


def seconds(step: dict[str, Any]) -> float:
    """How long a step took; a trusted stranger's script may say anything."""
    told = step.get("seconds")
    return float(told) if isinstance(told, (int, float)) else 0.0


def plain(value: Any) -> str:
    """Text that XML can hold, with everything else written out."""
    return "".join(mark if mark.isprintable() else f"\\u{ord(mark):04x}" for mark in str(value))
