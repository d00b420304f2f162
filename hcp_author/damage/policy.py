"""Damage to policy.json: rows that are missing, too many, too open or of the wrong class (L5, L6, L10)."""

from __future__ import annotations

from hcp_author.damage.copy import Copy, NotHereError, damage, kinds_of

POLICY = "policy.json"


@damage("a land that there is not", "L5", "L5-unknown-land")
def unknown_land(copy: Copy) -> None:
    """Three lands, and no other."""
    name = next(iter(copy.rows), None)
    if name is None:
        raise NotHereError("no row")
    copy.set(POLICY, f"/verbs/{name}/privacy/land", "team")


@damage("a write that says nothing of confirm", "L6", "L6-ungated-write")
def silent_write(copy: Copy) -> None:
    """A write that must not fire from a hallucinated turn declares it."""
    copy.drop(POLICY, f"/verbs/{copy.row('write', confirm=True)}/confirm")


@damage("a confirm that is text", "F", "F-wrong-type")
def confirm_text(copy: Copy) -> None:
    """Only true is true."""
    copy.set(POLICY, f"/verbs/{copy.row('write', confirm=True)}/confirm", "true")


@damage("a class that there is not", "F", "F-wrong-value")
def unknown_class(copy: Copy) -> None:
    """Read or write is the only class."""
    copy.set(POLICY, f"/verbs/{copy.row('read')}/operation", "query")


@damage("a health verb that writes", "L6", "L6-health-write")
def health_write(copy: Copy) -> None:
    """Health commands report and never mint."""
    if "doctor" not in copy.rows:
        raise NotHereError("doctor")
    copy.set(POLICY, "/verbs/doctor", {"operation": "write", "confirm": True, "privacy": {"land": "personal"}})


@damage("a connect that is no gated write", "L6", "L6-connect-row")
def open_connect(copy: Copy) -> None:
    """Only a person's own yes lets it run."""
    if "connect" not in copy.rows:
        raise NotHereError("connect")
    copy.set(POLICY, "/verbs/connect", {"operation": "read", "privacy": {"land": "personal"}})


@damage("a verb without a row", "L10", "L10-verb-without-row")
def no_row(copy: Copy) -> None:
    """A runtime cannot reason about a command without one."""
    copy.drop(POLICY, f"/verbs/{copy.row('read')}")


@damage("a row without a verb", "L10", "L10-row-without-verb")
def stray_row(copy: Copy) -> None:
    """Left over from a verb that is gone."""
    copy.add(POLICY, "/verbs", "long-gone", {"operation": "read", "privacy": {"land": "personal"}})


@damage("a key in a row that nobody reads", "F", "F-unknown-key")
def misspelt_confirm(copy: Copy) -> None:
    """A `confrim` leaves a write open."""
    copy.add(POLICY, f"/verbs/{copy.row('write', confirm=True)}", "confrim", True)


@damage("a policy inside the surface", "L11", "L11-policy-in-surface", "F-unknown-key")
def second_policy(copy: Copy) -> None:
    """When one command has two policies the weaker one decides."""
    pointer, _ = copy.verb(lambda _: True)
    copy.add("surface.json", pointer, "confirm", False)


@damage("a write called a read", "L12", "L12-proof-disagrees", "L6-read-named-write", "L6-read-that-writes")
def write_as_read(copy: Copy) -> None:
    """The gate would never be asked."""
    copy.set(
        POLICY, f"/verbs/{copy.row('write', confirm=True)}", {"operation": "read", "privacy": {"land": "personal"}}
    )


@damage(
    "a write let through, and it says so",
    "L12",
    "L12-proof-disagrees",
    also={"L6-open-write": "a note: a reviewer sees each write that is open"},
)
def open_write(copy: Copy) -> None:
    """A choice that a reviewer sees."""
    copy.set(POLICY, f"/verbs/{copy.row('write', confirm=True)}/confirm", False)


@damage("a read that waits for confirm", "L6", "L6-read-confirm", "L12-proof-disagrees")
def read_confirm(copy: Copy) -> None:
    """A read changes nothing."""
    copy.add(POLICY, f"/verbs/{copy.row('read')}", "confirm", True)


@damage("lands that are swapped", "L12", "L12-proof-disagrees")
def other_land(copy: Copy) -> None:
    """Whose the data is, is noticed."""
    name = copy.row("read")
    copy.set(
        POLICY, f"/verbs/{name}/privacy/land", "brain" if copy.rows[name]["privacy"]["land"] != "brain" else "local"
    )


@damage("no row for connect", "L10", "L10-verb-without-row", "L6-connect-row")
def no_connect_row(copy: Copy) -> None:
    """connect is governed too."""
    copy.drop(POLICY, "/verbs/connect")


@damage("a connect without confirm", "L6", "L6-connect-row", "L6-ungated-write")
def connect_without(copy: Copy) -> None:
    """Only a person's own yes lets it run."""
    copy.drop(POLICY, "/verbs/connect/confirm")


@damage("a connect that says it needs no confirm", "L6", "L6-connect-row", "L6-open-write")
def connect_open(copy: Copy) -> None:
    """Only a person's own yes lets it run."""
    copy.set(POLICY, "/verbs/connect/confirm", False)


@damage("a row for every verb at once", "L10", "L10-row-without-verb")
def star_row(copy: Copy) -> None:
    """A row is one verb's."""
    copy.add(POLICY, "/verbs", "*", {"operation": "read", "privacy": {"land": "personal"}})


@damage(
    "no rows at all",
    "L10",
    "L10-verb-without-row",
    also={"L10-verb-without-row": "each verb is told of by its name, in the spec's own words"},
)
def no_rows(copy: Copy) -> None:
    """Policy covers everything."""
    copy.verb(lambda _: True)
    copy.set(POLICY, "/verbs", {})


@damage("a row that is misspelt", "L10", "L10-verb-without-row")
def misspelt_row(copy: Copy) -> None:
    """One slip, told once."""
    name = copy.row("read")
    copy.rename(POLICY, f"/verbs/{name}", name[:-1] + "x" + name[-1])


KINDS = kinds_of(globals())
