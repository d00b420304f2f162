"""The second sandbox, of util-linux's tools alone: its own namespaces, and a root that is built anew, read-only."""

from __future__ import annotations

import os
import shlex
from dataclasses import dataclass

from hcp_author.introspect import sandbox
from hcp_author.introspect.resolve import Found

UNSHARE = "/usr/bin/unshare"
_SETPRIV = "/usr/bin/setpriv"
_POWERLESS = (_SETPRIV, "--no-new-privs", "--inh-caps", "-all", "--bounding-set", "-all", "--")
# the new root is put together on top of a folder that every system has and that nothing of ours needs
_STAGE = "/sys"
_MOUNTS = "/proc/self/mountinfo"
_SPACES = ("--user", "--map-root-user", "--mount", "--net", "--pid", "--ipc", "--uts", "--fork", "--kill-child")
_DEVICES = ("null", "zero", "full", "random", "urandom", "tty")
_SWITCHES = ("sys", "sysrq-trigger", "irq", "bus", "fs", "acpi", "scsi", "mtrr", "asound", "driver")
_COVERED = ("/proc", "/dev", "/sys/fs/cgroup", sandbox.INSIDE)
_KEPT_FLAGS = frozenset(("nosuid", "nodev", "noexec", "noatime", "nodiratime", "relatime"))
# what can be reached and yet not be made read-only ends the attempt: the trial run then fails
_HEAD = """set -e
PATH=/usr/sbin:/usr/bin:/sbin:/bin
locked() { mount -o "remount,bind,ro$2" "$1" 2>/dev/null || ! [ -e "$1" ]; }
empty() { mount -t tmpfs -o size=64m,mode=755,nosuid,nodev tmpfs "$1"; }
shown() { if [ -d "$1" ]; then mkdir -p "$2"; else mkdir -p "${2%/*}"; : > "$2"; fi; mount --rbind "$1" "$2"; }
"""
# a shell stays as the first process, which takes the namespace down with it; what it runs owns none of the mounts,
# so that it can neither undo them nor set up the network
_TAIL = 'cd {stage}; pivot_root . .; umount -l .; cd {work}; set +e; {inner} "$@"; exit $?'


@dataclass(frozen=True)
class _Mount:
    place: str
    flags: str


def wrapped(scratch: str, found: Found, wide: bool, more: dict[str, str] | None = None) -> list[str]:
    """The argv that a command is put behind, as `sandbox.bubblewrap` has it; the trial run tells whether it holds.

    It needs a /proc of its own: where that may not be mounted, nothing runs.
    """
    variables = [f"{name}={value}" for name, value in sandbox.environment(sandbox.INSIDE, found, more).items()]
    mapped = [f"--map-user={os.getuid()}", f"--map-group={os.getgid()}"]
    has_setpriv = os.access(_SETPRIV, os.X_OK)
    inner = shlex.join(["/usr/bin/env", "-i", *variables, UNSHARE, "--user", *mapped, "--"])
    inner += f" {shlex.join(_POWERLESS)}" if has_setpriv else ""
    tail = _TAIL.format(stage=_STAGE, work=f"{sandbox.INSIDE}/work", inner=inner)
    script = "\n".join([_HEAD, *_built(scratch, found, wide), tail])
    # it goes with us, even where we are killed
    tied = [_SETPRIV, "--pdeathsig", "KILL"] if has_setpriv else []
    return [*tied, UNSHARE, *_SPACES, "--", sandbox.SHELL, "-c", script, "sh"]


def _built(scratch: str, found: Found, wide: bool) -> list[str]:
    """The lines that build the new root: everything read-only, then what is hidden, then what is shown again."""
    mounts = _mounts()
    hidden = sandbox.hidden_places()
    lines = [f"mount --rbind / {_STAGE}"]
    lines += [_locked(m) for m in mounts if not _under(m.place, (*_COVERED, *hidden))]
    for place in ("/dev", *(p for p in ("/sys/fs/cgroup",) if os.path.isdir(p)), *hidden):
        lines.append(f"empty {_at(place)}")
    lines += _devices()
    lines += _proc()
    lines.append(f"mount --bind {shlex.quote(scratch)} {_at(sandbox.INSIDE)}")
    for place in sandbox.revealed(found, wide):
        lines.append(f"shown {shlex.quote(place)} {_at(place)}")
        around = next((m.flags for m in reversed(mounts) if _under(place, (m.place,))), "")
        lines += [_locked(_Mount(place, around)), *(_locked(m) for m in mounts if m.place.startswith(place + "/"))]
    for place in sandbox.secrets() if wide else ():
        null = f"mount --bind /dev/null {_at(place)}"
        lines.append(f"empty {_at(place)}" if os.path.isdir(place) else null)
    return lines


def _proc() -> list[str]:
    """A /proc of its own, whose switches for the whole system are read-only: a root without power may write there."""
    proc, flags = f"{_STAGE}/proc", ",nosuid,nodev,noexec"
    lines = [f"mount -t proc -o nosuid,nodev,noexec proc {proc}"]
    for name in _SWITCHES:
        one = f"{proc}/{name}"
        lines.append(f"if [ -e {one} ]; then mount --bind {one} {one}; locked {one} '{flags}'; fi")
    return lines


def _devices() -> list[str]:
    """A /dev of its own, with the devices that do no harm."""
    dev = f"{_STAGE}/dev"
    lines = [f": > {dev}/{name}; mount --bind /dev/{name} {dev}/{name}" for name in _DEVICES]
    links = [f"ln -s /proc/self/fd/{number} {dev}/{name}" for number, name in enumerate(("stdin", "stdout", "stderr"))]
    return [*lines, f"mkdir -m 1777 {dev}/shm", f"ln -s /proc/self/fd {dev}/fd", *links]


def _locked(mount: _Mount) -> str:
    return f"locked {_at(mount.place)} '{mount.flags}'"


def _at(place: str) -> str:
    """A place in the new root, as a word of the shell."""
    return shlex.quote(_STAGE + place if place != "/" else _STAGE)


def _under(place: str, folders: tuple[str, ...]) -> bool:
    return any(place == folder or place.startswith(folder.rstrip("/") + "/") for folder in folders)


def _mounts() -> list[_Mount]:
    """What is mounted here, outermost first, with the flags that a remount has to repeat."""
    try:
        with open(_MOUNTS, encoding="utf-8", errors="surrogateescape") as stream:
            rows = [line.split(" ") for line in stream]
    except OSError:
        return []
    found: dict[str, _Mount] = {}
    for row in rows:
        place = row[4]
        for code, char in (("\\040", " "), ("\\011", "\t"), ("\\012", "\n"), ("\\134", "\\")):
            place = place.replace(code, char)
        flags = [flag for flag in row[5].split(",") if flag in _KEPT_FLAGS]
        found[place] = _Mount(place, "".join(f",{flag}" for flag in flags))
    return sorted(found.values(), key=lambda mount: mount.place)
