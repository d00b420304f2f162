"""What a probed program may see: a read-only machine without homes, network or credentials."""

from __future__ import annotations

import contextlib
import os
import pwd
import sys
from collections.abc import Iterable

from hcp_author.introspect.resolve import Found, interpreter

BUBBLEWRAP = "/usr/bin/bwrap"
SHELL = "/bin/sh"
SYSTEM_PATH = ("/usr/local/sbin", "/usr/local/bin", "/usr/sbin", "/usr/bin", "/sbin", "/bin")
INSIDE = "/tmp"  # noqa: S108 - the sandbox's own: the scratch folder is mounted there
# pathname sockets reach out of a network namespace, so /run is hidden as well
HIDDEN = ("/home", "/root", "/run", "/var/tmp", "/mnt", "/media", "/var/spool")  # noqa: S108
SECRET = (
    ".ssh",
    ".aws",
    ".gnupg",
    ".config",
    ".kube",
    ".docker",
    ".azure",
    ".netrc",
    ".pgpass",
    ".password-store",
    ".mozilla",
    ".thunderbird",
    ".local/share/keyrings",
    ".git-credentials",
    ".npmrc",
    ".pypirc",
    ".vault-token",
    ".bash_history",
    ".zsh_history",
    ".python_history",
    ".cargo/credentials",
    ".cargo/credentials.toml",
    ".gem/credentials",
    ".m2/settings.xml",
    ".my.cnf",
    ".boto",
    ".gsutil",
    ".terraform.d",
    ".oci",
    ".minikube",
)
MAX_ENTRIES = 100
_LIMITS = 'ulimit -c 0; ulimit -f 65536; exec "$@"'
_EIGHT = 'exec "$@" 8>&1 9>/dev/null >/dev/null 2>&1'
_BIN = frozenset(("bin", "sbin", ".bin", "shims", "libexec"))
_SHARED = ("bin", "sbin", "lib", "lib64", "libexec", "share/man", "pyvenv.cfg")


def environment(scratch: str, found: Found, more: dict[str, str] | None = None) -> dict[str, str]:
    """The whole environment of a probe, `more` on top; `scratch` is the scratch folder as the program sees it."""
    folders = [os.path.dirname(p) for p in runnable(found)]
    return {
        "PATH": os.pathsep.join(dict.fromkeys([*SYSTEM_PATH, *folders])),
        "HOME": f"{scratch}/home",
        "TMPDIR": os.path.join(scratch, "tmp"),
        "LC_ALL": "C.UTF-8",
        "LANG": "C.UTF-8",
        "TERM": "dumb",
        "NO_COLOR": "1",
        "COLUMNS": "200",
        "PAGER": "cat",
        "MANPAGER": "cat",
        "GIT_PAGER": "cat",
        "MANWIDTH": "200",
        "MANOPT": "--nh --nj",
        # where help obeys configuration, there is none to obey
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CEILING_DIRECTORIES": "/",
        "GIT_TERMINAL_PROMPT": "0",
        **(more or {}),
    }


def limited(argv: list[str]) -> list[str]:
    """The command under limits on core and file size; the shell sets them and is gone."""
    return [SHELL, "-c", _LIMITS, "sh", *argv]


def on_eight(argv: list[str]) -> list[str]:
    """The command with descriptor 8 as its output and everything else that it prints dropped."""
    return [SHELL, "-c", _EIGHT, "sh", *argv]


def kept() -> list[str]:
    """The argv that a command is put behind where it runs without a sandbox: the keeper that ends what it starts."""
    return [sys.executable, "-I", "-S", os.path.join(os.path.dirname(__file__), "keeper.py")]


def bubblewrap(scratch: str, found: Found, own_proc: bool, wide: bool, more: dict[str, str] | None = None) -> list[str]:
    """The bwrap argv that a command is put behind; `scratch` is the real folder that becomes INSIDE.

    `own_proc`: mount a /proc of its own (some containers forbid that: then there is none).
    `wide`: show the whole home that the program lives in, but for SECRET; else its own prefix only. `more`:
    variables on top of the fixed environment.
    """
    argv = [
        BUBBLEWRAP,
        "--unshare-all",
        "--die-with-parent",
        "--new-session",
        "--cap-drop",
        "ALL",
        "--ro-bind",
        "/",
        "/",
        "--dev",
        "/dev",
    ]
    argv += ["--proc", "/proc"] if own_proc else ["--tmpfs", "/proc"]
    for place in hidden_places():
        argv += ["--tmpfs", place]
    argv += ["--bind", scratch, INSIDE]
    for place in revealed(found, wide):
        argv += ["--ro-bind", place, place]
    for place in secrets() if wide else ():
        argv += ["--tmpfs", place] if os.path.isdir(place) else ["--ro-bind", os.devnull, place]
    argv += ["--chdir", f"{INSIDE}/work", "--clearenv"]
    for name, value in environment(INSIDE, found, more).items():
        argv += ["--setenv", name, value]
    return [*argv, "--"]


def homes() -> list[str]:
    """This user's home folders, by environment and by account, links resolved; never the root folder."""
    places = [os.environ.get("HOME", "")]
    with contextlib.suppress(KeyError):
        places.append(pwd.getpwuid(os.getuid()).pw_dir)
    real = [os.path.realpath(p) for p in places if os.path.isabs(p)]
    return list(dict.fromkeys(p for p in real if p != "/" and os.path.isdir(p)))


def in_home(found: Found) -> bool:
    """Whether the program, or what runs it, lies in one of this user's homes."""
    return any(path.startswith(home + "/") for path in runnable(found) for home in homes())


def hidden_places() -> list[str]:
    """The folders that exist here and are shown empty; nested ones only once."""
    places = sorted(p for p in dict.fromkeys([*HIDDEN, *homes()]) if os.path.isdir(p) and not os.path.islink(p))
    return [p for p in places if not any(p.startswith(q + "/") for q in places) and not p.startswith(INSIDE + "/")]


def revealed(found: Found, wide: bool) -> list[str]:
    """What must be shown again, read-only, because the program or its interpreter lives in a hidden place."""
    wanted: list[str] = []
    hidden = [*hidden_places(), INSIDE, *homes()]
    for path in runnable(found):
        cover = next((h for h in sorted(hidden, key=len, reverse=True) if path.startswith(h + "/")), None)
        if cover is None:
            continue
        home = next((h for h in homes() if path.startswith(h + "/")), None)
        wanted += [home] if wide and home else prefix(path, hidden)
    unique = sorted(dict.fromkeys(p for p in wanted if os.path.exists(p)))
    return [p for p in unique if not any(p.startswith(q + "/") for q in unique)]


def prefix(path: str, hidden: Iterable[str]) -> list[str]:
    """The narrowest folders that hold a program together with what it needs beside it.

    A `bin` stands for the folder around it, a `node_modules` for the outermost one. Where that is a folder right
    under a hidden place, only its program and library folders are shown; a hidden place itself never is.
    """
    hidden = set(hidden)
    parts = path.split("/")
    if "node_modules" in parts:
        return ["/".join(parts[: parts.index("node_modules") + 1])]
    folder = os.path.dirname(path)
    if os.path.basename(folder) not in _BIN:
        return [path] if folder in hidden else _entries(folder)
    around = os.path.dirname(folder)
    if around in hidden:
        return [folder]
    if os.path.basename(folder) == "shims" or os.path.dirname(around) not in hidden:
        return [around]
    return [os.path.join(around, name) for name in _SHARED]


def _entries(folder: str) -> list[str]:
    """What lies in a folder, each for itself: so the folder can be written to, in vain, as on a real machine."""
    try:
        names = os.listdir(folder)
    except OSError:
        return [folder]
    return [os.path.join(folder, name) for name in names] if len(names) <= MAX_ENTRIES else [folder]


def runnable(found: Found) -> list[str]:
    """Every file that must be reachable for the program to start, links and their ends, in order."""
    files = [found.path, found.real]
    for script in (found.path, found.real):
        files += interpreter(script)
    chain = []
    for file in files:
        chain += [*_links(file)]
    return list(dict.fromkeys(chain))


def _links(path: str) -> list[str]:
    """A path and everything that it links to, one step at a time, the real file last."""
    seen = [path]
    while os.path.islink(seen[-1]) and len(seen) < 16:
        target = os.path.join(os.path.dirname(seen[-1]), os.readlink(seen[-1]))
        seen.append(os.path.normpath(target))
    return [*seen, os.path.realpath(path)]


def secrets() -> list[str]:
    """The existing SECRET places of the homes."""
    return [p for home in homes() for name in SECRET if os.path.lexists(p := os.path.join(home, name))]
