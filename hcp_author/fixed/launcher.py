#!/bin/sh
"exec" "python3" "-I" "$0" "$@"  # fmt: skip

# ruff: noqa: E402
# The line above is the shell's: it starts Python deaf to PYTHONPATH and the like. To Python it is a mere string.
"""The CLI face of this pack: starts the runtime beside it. The same bytes in every pack."""

import os
import sys

HERE = os.path.dirname(os.path.realpath(__file__))
STANDARD = os.path.dirname(os.__file__)
sys.path[:] = [path for path in sys.path if path == STANDARD or path.startswith(STANDARD + "/lib-dynload")]
sys.path.append(HERE)
sys.pycache_prefix = None
from importlib.machinery import FileFinder, SourceFileLoader  # nothing of the caller's hides it now

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import CodeType
    from typing import Any


class Loader(SourceFileLoader):
    """Keeps the runtime's compiled files in the user's cache: those that lie in a pack may be anybody's.

    One folder a pack, never shared: a compiled file is held to its source by time and size alone, which can be forged.
    """

    def get_code(self, fullname: str) -> "CodeType | None":
        """Compile, and keep that even where Python was told not to write beside the sources: this is elsewhere."""
        told, sys.dont_write_bytecode = sys.dont_write_bytecode, False
        try:
            return super().get_code(fullname)
        finally:
            sys.dont_write_bytecode = told

    def get_data(self, path: str) -> bytes:
        """Read a source, or its compiled file from the cache, where nobody else could have written it."""
        if not path.endswith(".pyc"):
            return super().get_data(path)
        facts = os.lstat(_kept(path))
        if facts.st_uid != os.getuid() or facts.st_mode & 0o022:
            raise OSError
        return super().get_data(_kept(path))

    def set_data(self, path: str, data: "Any", **more: "Any") -> None:
        """Write a compiled file into the cache, which is made for this user alone."""
        usual = os.umask(0o077)
        try:
            super().set_data(_kept(path), data, **more)
        finally:
            os.umask(usual)


def _kept(path: str) -> str:
    told = os.environ.get("XDG_CACHE_HOME", "")
    cache = told if told.startswith("/") else os.path.join(os.path.expanduser("~"), ".cache")
    if not cache.startswith("/"):  # no home: then nowhere, and never in the current folder
        return os.path.join(os.devnull, "none.pyc")
    folder, name = os.path.split(path)
    return os.path.join(cache, "hcp", "pycache", os.path.dirname(folder).lstrip("/"), name)


def _finder(path: str) -> FileFinder:
    if path != HERE and not path.startswith(HERE + "/"):
        raise ImportError
    return FileFinder(path, (Loader, [".py"]))


def start() -> int:
    """Run hcp_runtime from this folder, deaf to PYTHONPATH, the current folder and other people's compiled files."""
    if sys.version_info < (3, 10):  # noqa: UP036
        sys.exit("this pack needs python3 of version 3.10 or newer")
    sys.path_hooks.insert(0, _finder)
    sys.path_importer_cache.pop(HERE, None)  # what was found for this script itself
    from hcp_runtime.face import main  # type: ignore[import-not-found,unused-ignore]

    return int(main(os.path.dirname(HERE), sys.argv[1:]))


if __name__ == "__main__":
    status = start()
    for stream in (sys.stdout, sys.stderr):
        try:
            if stream:
                stream.flush()
        except OSError:
            continue  # a full disk, of which the face has told
    os._exit(status)  # all is done and flushed; to take the interpreter down piece by piece costs a tenth of the call
