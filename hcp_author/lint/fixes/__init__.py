"""What mends a finding: the register of fixes, and the engine that applies them to packs or tells their edits."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hcp_author.lint.fixes.edits import with_edits
    from hcp_author.lint.fixes.mending import Mended, Unfixed, mend
    from hcp_author.lint.fixes.register import FIXES, Fix

__all__ = ["FIXES", "Fix", "Mended", "Unfixed", "mend", "with_edits"]

# who only asks what could be mended, on each run, does not wait for what mends it
_HOME = {
    **dict.fromkeys(("FIXES", "Fix"), "register"),
    **dict.fromkeys(("Mended", "Unfixed", "mend"), "mending"),
    "with_edits": "edits",
}


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
