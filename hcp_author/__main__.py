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


if __name__ == "__main__":
    # `python -m` puts the current folder first: a pack's own json.py must not become ours
    if sys.path and sys.path[0] in ("", os.getcwd()):
        del sys.path[0]
    sys.exit(main())
