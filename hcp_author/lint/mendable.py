"""Which rules `--fix` mends: the register of fixes as names alone, since importing it costs more than a whole run.

tests/lint/test_lint_rule.py holds both equal.
"""

from __future__ import annotations

SAFE = frozenset(
    (
        "F-args",
        "F-bom",
        "F-not-json",
        "L1-not-executable",
        "L10-stale-table",
        "L10-stimulus-without-row",
        "L10-verb-without-row",
        "L12-proof-disagrees",
        "L6-connect-row",
        "L6-dry-run-read",
        "L6-read-that-writes",
        "L6-ungated-write",
        "L9-kind-and-plane",
        "S-duplicate-ref",
        "S-ref-name",
        "S-stimulus-write",
    )
)
# only with --suggested
SUGGESTED = frozenset(
    (
        "F-duplicate-key",
        "F-missing-policy",
        "F-schema-elsewhere",
        "F-unknown-key",
        "L10-missing-skill",
        "L10-no-markers",
        "L10-row-without-trigger",
        "L10-row-without-verb",
        "L2-pack-id-differs",
        "L4-default-not-in-modes",
        "L4-mock-default",
        "L4-secret-setting",
        "L5-unknown-land",
        "L6-read-confirm",
        "L6-read-named-write",
        "L9-mothership-default",
        "L9-operator-modes",
        "N-pack-version",
        "T-hidden-character",
        "T-hidden-character-in-file",
    )
)


def kind(rule: str) -> str | None:
    """`safe` where --fix mends what this rule finds, `suggested` where a person has to look, None where nothing does.

    It is said of the rule; of one finding a fix may know nothing.
    """
    return "safe" if rule in SAFE else "suggested" if rule in SUGGESTED else None
