"""The console script; `--version` is answered before anything else is imported."""

from __future__ import annotations

import os
import sys


def main() -> int:
    """Run the command line and return its exit status (see errors.py)."""
    if sys.argv[1:] == ["--version"]:
        from hcp_author import __version__

        print("hcp-author", __version__)
        return 0
    from hcp_author.cli.main import run

    return run(sys.argv[1:])


def _is_here(place: str) -> bool:
    """Whether a folder is the one that we stand in, which may have been deleted meanwhile."""
    try:
        return place in ("", os.getcwd())
    except FileNotFoundError:
        return not os.path.isdir(place)


if __name__ == "__main__":
    # `python -m` puts the current folder first: a pack's own json.py must not become ours
    if sys.path and _is_here(sys.path[0]):
        del sys.path[0]
    sys.exit(main())
