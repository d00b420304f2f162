"""L9: control and runtime are two packs."""

from __future__ import annotations

from collections.abc import Iterator

from hcp_author.lint.contract import Hit, at, rule
from hcp_author.pack.model import Pack

NEEDS = ("surface:/kind", "surface:/plane", "surface:/binding")


@rule("L9-mothership-default", "L9", "error", needs=NEEDS)
def mothership_default(pack: Pack) -> Iterator[Hit]:
    """A control-plane pack has another default Binding than `mothership`.

    Why: admin, fleet and operator programs are never silently there for an end-user Principal (L9).
    Fix: `"binding": {"default": "mothership", "modes": ["mothership", "mock"]}`.
    """
    if pack.plane == "control" and pack.binding and pack.binding.default != "mothership":
        message = "control plane packs default Binding mothership"
        yield at(pack.surface, "/binding/default", message, '"default": "mothership"')


@rule("L9-kind-and-plane", "L9", "error", needs=NEEDS)
def kind_and_plane(pack: Pack) -> Iterator[Hit]:
    """`kind: control` and `plane: control` do not go together.

    Why: a control pack on the runtime plane is within an end user's reach (L9).
    Fix: `"kind": "control", "plane": "control"`, or neither.
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
