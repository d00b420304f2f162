#!/usr/bin/env python3
"""The CLI face of this pack: starts the runtime beside it. The same bytes in every pack."""

import os
import sys


def start() -> int:
    """Run hcp_runtime from this folder, deaf to PYTHONPATH, the current folder and other people's compiled files."""
    if sys.version_info < (3, 10):  # noqa: UP036
        sys.exit("this pack needs python3 of version 3.10 or newer")
    here = os.path.dirname(os.path.realpath(__file__))
    standard = os.path.dirname(os.__file__)
    sys.path[:] = [path for path in sys.path if path == standard or path.startswith(standard + "/lib-dynload")]
    sys.path.append(here)
    import json  # noqa: F401  before the next lines, so that Python's own compiled files serve for it

    told = os.environ.get("XDG_CACHE_HOME", "")
    cache = told if told.startswith("/") else os.path.join(os.path.expanduser("~"), ".cache")
    sys.pycache_prefix = os.path.join(cache, "hcp", "pycache")
    sys.dont_write_bytecode = False
    from hcp_runtime.face import main  # type: ignore[import-not-found,unused-ignore]

    return int(main(os.path.dirname(here), sys.argv[1:]))


if __name__ == "__main__":
    status = start()
    for stream in (sys.stdout, sys.stderr):
        if stream:
            stream.flush()
    os._exit(status)  # all is done and flushed; to take the interpreter down piece by piece costs a tenth of the call
