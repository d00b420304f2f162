"""L9: control and runtime are two packs.

L9.1 Admin, fleet and operator programs run in a second pack on the control plane: L9-operator-verb, L9-kind-and-plane.
L9.2 That pack defaults to Binding `mothership`: L9-mothership-default.
L9.3 It is never silently there for an end-user Principal, and no end-user pack inherits its credentials:
     L9-operator-modes; the runtime.
L9.4 It is not taken for its runtime pack: L9-control-pack-name, of the catalog.
"""

from __future__ import annotations

from collections.abc import Iterator

from hcp_author.lint.contract import Hit, at, rule
from hcp_author.pack import argv
from hcp_author.pack.model import Pack

NEEDS = ("surface:/kind", "surface:/plane", "surface:/binding")
OPERATOR = frozenset(("admin", "administer", "fleet", "sudo", "superuser", "impersonate", "mothership"))
# who may do what is for an operator to say
ROLES = frozenset(
    ("grant-role", "revoke-role", "assume-role", "grant-permission", "revoke-permission", "set-iam-policy")
)
OPERATOR_OPTIONS = frozenset(
    (
        *("--admin", "--as-admin", "--sudo", "--superuser", "--as-root", "--as-operator"),
        *("--become", "--run-as-root"),
    )
)


@rule("L9-mothership-default", "L9", "error", needs=NEEDS)
def mothership_default(pack: Pack) -> Iterator[Hit]:
    """A control-plane pack has another default Binding than `mothership`.

    Why: admin, fleet and operator programs are never silently there for an end-user Principal (L9).
    Fix: `"binding": {"default": "mothership", "modes": ["mothership", "mock"]}`.
    Base: fleet
    Bad: surface.json /binding
        {"default": "user", "modes": ["user", "mock"]}
    Good: surface.json /binding
        {"default": "mothership", "modes": ["mothership", "mock"]}
    """
    if pack.plane == "control" and pack.binding and pack.binding.default != "mothership":
        message = "control plane packs default Binding mothership"
        yield at(pack.surface, "/binding/default", message, '"default": "mothership"')


@rule("L9-kind-and-plane", "L9", "error", needs=NEEDS)
def kind_and_plane(pack: Pack) -> Iterator[Hit]:
    """`kind: control` and `plane: control` do not go together.

    Why: a control pack on the runtime plane is within an end user's reach (L9).
    Fix: `"kind": "control", "plane": "control"`, or neither.
    Base: fleet
    Bad: surface.json /plane
        "runtime"
    Good: surface.json /plane
        "control"
    """
    if pack.kind == "control" and pack.plane != "control":
        yield at(
            pack.surface,
            "/plane",
            "a `control` pack is on the control plane",
            '"plane": "control"',
            key=True,
            safe=True,
        )
    elif pack.plane == "control" and pack.kind not in ("", "control") and default_of(pack) == "mothership":
        message = f"a `{pack.kind}` pack is on the runtime plane"
        yield at(pack.surface, "/plane", message, '"kind": "control", or take "plane" out')


def default_of(pack: Pack) -> str:
    """The default Binding mode; where a control pack has another one, L9-mothership-default says so."""
    return pack.binding.default if pack.binding else "mothership"


@rule("L9-operator-modes", "L9", "error", needs=NEEDS)
def operator_modes(pack: Pack) -> Iterator[Hit]:
    """A runtime pack can be bound to `mothership`, or a control pack to an end user's mode.

    Why: an end-user agent must not inherit operator credentials, nor an operator act as whoever is logged in (L9).
    Fix: make two packs: one with `plane: control` on `mothership`, one without.
    Bad: surface.json /binding/modes
        ["user", "mothership", "mock"]
    Good: surface.json /binding/modes
        ["user", "mock"]
    """
    if not pack.binding:
        return
    control = pack.plane == "control" or pack.kind == "control"
    for index, mode in enumerate(pack.binding.modes):
        where = f"/binding/modes/{index}"
        if control and mode not in ("mothership", "mock", pack.binding.default):
            yield at(
                pack.surface, where, f"a control pack is not bound to `{mode}`", "take it out, or make a second pack"
            )
        elif not control and mode == "mothership":
            message = "only control plane packs are bound to `mothership`"
            yield at(pack.surface, where, message, "take it out, or make a second pack with plane control")
    if not control and pack.binding.default == "mothership" and "mothership" not in pack.binding.modes:
        message = "only control plane packs are bound to `mothership`"
        yield at(
            pack.surface, "/binding/default", message, '"default": "user", or "kind": "control", "plane": "control"'
        )


@rule("L9-operator-verb", "L9", "warning", needs=(*NEEDS, "surface:/verbs/*/verb_key", "surface:/verbs/*/exec"))
def operator_verb(pack: Pack) -> Iterator[Hit]:
    """A runtime pack has a verb for operators, by its name (`admin-reset`) or in its exec (`--as-admin`, `sudo`).

    Why: control and runtime mixed in one pack is privilege escalation: an end user's agent gets the operator's commands
    because they happen to be there (L9).
    Fix: move it into a second pack, `hcp-author new control NAME`; or name it for what it does, where it is no
    operator's.
    Bad: surface.json /verbs/2/verb_key
        "admin-count"
    Bad: policy.json /verbs/count
        absent
    Bad: policy.json /verbs/admin-count
        {"operation": "read", "privacy": {"land": "personal"}}
    Good: surface.json /verbs/2/verb_key
        "count"
    """
    if pack.plane == "control" or pack.kind == "control":
        return
    for verb in pack.verbs:
        elements = argv.elements(verb)
        said = next((one for one in elements if one.text.split("=", 1)[0] in OPERATOR_OPTIONS), None)
        if not said and elements and elements[0].kind == "literal" and elements[0].text in OPERATOR:
            said = elements[0]
        words = verb.verb_key.split("-")
        named = words[0] in OPERATOR or words[-1] in ("sudo", "impersonate", "superuser") or verb.verb_key in ROLES
        if said or named:
            where = said.pointer if said and not named else f"{verb.pointer}/verb_key"
            why = f", and its exec says `{said.text}`" if said and not named else ""
            message = f"`{verb.verb_key}` is an operator's command in a runtime pack{why}"
            yield at(pack.surface, where, message, "move it into a second pack on the control plane")
