"""The one door to copier: a kind's template and its answers become files in a folder."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import hcp_author


def templates() -> Path:
    """The folder of templates: inside the installed package, or beside it in a checkout."""
    package = Path(hcp_author.__file__).resolve().parent
    inside = package / "templates"
    return inside if inside.is_dir() else package.parent / "templates"


def render(kind: str, data: Mapping[str, Any], into: Path) -> None:
    """Render templates/KIND with `data` into the folder `into`; every file of it is of our own making.

    copier asks git about each file that it writes, and does without where there is none. It is shown an empty
    PATH, so that there never is: a template that is no repository has nothing to gain from it, and a folder that
    happens to lie inside one must not change what comes out.
    """
    # copier and what it brings cost 0.4 s: nobody who does not generate should pay for them
    from copier import run_copy
    from plumbum import local

    with local.env(PATH=""):
        run_copy(str(templates() / kind), str(into), data=dict(data), defaults=True, quiet=True, overwrite=True)
