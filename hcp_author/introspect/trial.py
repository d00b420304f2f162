"""The trial run of a sandbox: whether writes, homes and the network are really out of reach, before it is trusted."""

from __future__ import annotations

import contextlib
import os
import secrets as chance

from hcp_author.introspect import sandbox
from hcp_author.introspect.resolve import Found

WORKS = b"works\n"
_SPACES = ("net", "mnt", "pid", "ipc")
# every line that it prints but the last tells of something that was not blocked
_SCRIPT = """
ours=" $1 "; shift
cd /proc/self/ns 2>/dev/null && for there in $(readlink net mnt pid ipc); do
  case $ours in *" $there "*) echo "shares $there" ;; esac
done
while [ "$1" != -- ]; do 2>/dev/null true > "$1"; shift; done
shift
for place do
  [ -d "$place" ] && [ -n "$(ls -A "$place" 2>/dev/null)" ] && echo "shows $place"
  [ -f "$place" ] && [ -s "$place" ] && echo "shows $place"
done
mount -o remount,bind,rw / 2>/dev/null && echo "is mounted anew"
umount -l /tmp 2>/dev/null && echo "is uncovered"
echo works
"""


def argv(found: Found) -> tuple[list[str], list[str]]:
    """The command of a trial run, and the files that it tries to make on the real machine."""
    name = f".hcp-author-trial-{chance.token_hex(6)}"
    places = ["/", "/etc", "/usr", "/var", "/opt", *sandbox.homes(), *_here(), os.path.dirname(found.real)]
    files = [os.path.join(place, name) for place in dict.fromkeys(places)]
    shown = sandbox.revealed(found, False)
    private = [p for p in sandbox.secrets() if not any(s == p or s.startswith(p + "/") for s in shown)]
    return [sandbox.SHELL, "-c", _SCRIPT, "sh", " ".join(_spaces()), *files, "--", *private], files


def _here() -> list[str]:
    """The folder that we stand in; none where it was deleted meanwhile."""
    try:
        return [os.getcwd()]
    except FileNotFoundError:
        return []


def held(files: list[str]) -> bool:
    """Whether none of the files came into being; those that did are removed."""
    made = [file for file in files if os.path.lexists(file)]
    for file in made:
        with contextlib.suppress(OSError):
            os.unlink(file)
    return not made


def _spaces() -> list[str]:
    """Our own namespaces: those that a probe must not share."""
    told = []
    for name in _SPACES:
        with contextlib.suppress(OSError):
            told.append(os.readlink(f"/proc/self/ns/{name}"))
    return told
