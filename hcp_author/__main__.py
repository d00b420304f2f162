"""The console script; `--version` is answered before anything else is imported."""

from __future__ import annotations

import gc
import os
import sys

# objects made between two looks for cycles: a run makes few, and each look goes through all that was imported
COLLECT_EVERY = 50_000
# commands that are run on each commit, and leave nothing to be tidied up
QUICK = (["lint"], ["harness"])


def main() -> int:
    """Run the command line and return its exit status (see errors.py)."""
    if sys.argv[1:] == ["--version"]:
        from hcp_author import __version__

        print("hcp-author", __version__)
        return 0
    gc.set_threshold(COLLECT_EVERY)
    from hcp_author.cli.main import run

    status = run(sys.argv[1:])
    if sys.argv[1:2] in QUICK:
        _leave(status)
    return status


def _leave(status: int) -> None:
    """End the process once all is written; taking everything apart first costs as much as starting did."""
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except (OSError, ValueError):
        return  # the interpreter's own end tells of it
    os._exit(status)


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
