"""L3 and the non-goals: which program a verb runs; nothing is looked up on PATH, nothing stands in a private place.

L3.8 Nothing is looked up on PATH: absolute files, in system places, of the program's own name.
L3.9 Each named command says how it runs.
F.11 doctor alone is built in; health verbs report.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterator

from hcp_author.lint.contract import Hit, at, rule
from hcp_author.pack import interpreters, names
from hcp_author.pack.model import Pack
from hcp_author.pack.names import in_system_place
from hcp_author.pack.source import pointer


@rule("N-path-lookup", "N", "error", phase="shape")
def path_lookup(pack: Pack) -> Iterator[Hit]:
    """The program is a bare name or a relative path, or no file is named at all.

    Why: a name looked up on PATH runs a binary that nobody allow-listed (non-goal: wrap PATH).
    Fix: `"bin": "notmuch", "paths": ["/usr/bin/notmuch"]`.
    Bad: surface.json /wrap/paths
        ["notmuch"]
    Good: surface.json /wrap/paths
        ["/usr/bin/notmuch"]
    """
    top = pack.surface.value if isinstance(pack.surface.value, dict) else {}
    raw = top.get("wrap") if isinstance(top.get("wrap"), dict) else None
    if raw is None:
        return
    plain = posixpath.basename(str(raw.get("bin", ""))) or "program"
    if isinstance(raw.get("bin"), str) and "/" in raw["bin"]:
        message = f"`{raw['bin']}` is a path; `bin` is the program's plain name"
        yield at(pack.surface, "/wrap/bin", message, f'"bin": "{plain}", and its absolute files under "paths"')
    # a misspelt key is told once, as the unknown one
    if "paths" not in raw and not any(names.nearest(key, ("paths",)) for key in raw):
        message = "`wrap` names no file that the program may be, and nothing is looked up on PATH"
        yield at(pack.surface, "/wrap/paths", message, f'"paths": ["/usr/bin/{plain}"]', key=True)
    for index, path in enumerate(raw["paths"] if isinstance(raw.get("paths"), list) else ()):
        if isinstance(path, str) and (not path.startswith("/") or ".." in path.split("/")):
            no = "goes up by `..`; an absolute path without it is meant" if path.startswith("/") else ""
            message = f"`{path}` {no or 'is no absolute path, and nothing is looked up on PATH'}"
            yield at(pack.surface, pointer("wrap", "paths", index), message, f'"/usr/bin/{plain}"')


@rule("N-private-path", "N", "error", needs=("surface:/wrap/paths/*",))
def private_path(pack: Pack) -> Iterator[Hit]:
    """A file that the program may be stands in no system place (a home folder, /tmp).

    Why: on another machine that file is somebody else's, and anybody may be able to write it.
    Fix: take it out of the pack and tell it to your own machine: `bin/NAME --link PATH`.
    Bad: surface.json /wrap/paths
        ["/home/ann/bin/notmuch"]
    Good: surface.json /wrap/paths
        ["/usr/bin/notmuch"]
    """
    for index, path in enumerate(pack.wrap.paths if pack.wrap else ()):
        if path.startswith("/") and ".." not in path.split("/") and not in_system_place(path):
            message = f"`{path}` is a private place; system places only"
            fix = f"take it out, and run bin/{pack.pack_id or 'NAME'} --link {path}"
            yield at(pack.surface, pointer("wrap", "paths", index), message, fix)


@rule("N-other-program", "N", "warning", needs=("surface:/wrap",))
def other_program(pack: Pack) -> Iterator[Hit]:
    """A file that the program may be has another name than the program.

    Why: a reader sees that `ls` is wrapped, and `/bin/rm` runs.
    Fix: give `bin` the file's own name, or take the file out.
    Bad: surface.json /wrap/paths
        ["/usr/bin/notmuch", "/bin/rm"]
    Good: surface.json /wrap/paths
        ["/usr/bin/notmuch", "/usr/local/bin/notmuch"]
    """
    for index, path in enumerate(pack.wrap.paths if pack.wrap else ()):
        name = posixpath.basename(path)
        if pack.wrap and interpreters.plain(name) != interpreters.plain(pack.wrap.bin) and path.startswith("/"):
            message = f"`bin` is `{pack.wrap.bin}`, and `{path}` is another program by its name"
            yield at(pack.surface, pointer("wrap", "paths", index), message, f'"bin": "{name}", or take the file out')


@rule("L3-no-exec", "L3", "error", needs=("surface:/verbs/*", "surface:/wrap"))
def no_exec(pack: Pack) -> Iterator[Hit]:
    """A wrapped verb does not say how the program is called.

    Why: a named command without its argv is a name for nothing (L3).
    Fix: `"exec": {"argv": ["search", "--", {"positional": "query"}], "output": "json"}`.
    Bad: surface.json /verbs/2
        {"verb_key": "count", "summary": "Count all messages."}
    Good: surface.json /verbs/2
        {"verb_key": "count", "summary": "Count all messages.", "exec": {"argv": ["count"], "output": "text"}}
    """
    for verb in pack.verbs:
        if pack.wrap and not verb.exec and not verb.builtin:
            fix = f'"exec": {{ "argv": ["{verb.verb_key}"], "output": "text" }}'
            message = f"`{verb.verb_key}` does not say how `{pack.wrap.bin}` is called"
            yield at(pack.surface, verb.pointer, message, fix)


@rule("L3-exec-without-wrap", "L3", "error", needs=("surface:/verbs/*", "surface:/wrap"))
def exec_without_wrap(pack: Pack) -> Iterator[Hit]:
    """A verb says how a program is called, and the pack wraps none.

    Why: the program would have to be guessed.
    Fix: `"wrap": {"bin": …, "paths": […]}`, or take `exec` out and write the verb in adapter.py.
    Base: fleet
    Bad: surface.json /verbs/0/exec
        {"argv": ["list"], "output": "json"}
    Good: surface.json /verbs/0/summary
        "List the hosts of the fleet."
    """
    calling = [verb for verb in pack.verbs if verb.exec]
    if calling and not pack.wrap:
        others = f" (and {len(calling) - 1} more)" if len(calling) > 1 else ""
        message = f"`{calling[0].verb_key}` has exec{others}, but the pack wraps no program"
        yield at(pack.surface, f"{calling[0].pointer}/exec", message, 'declare "wrap", or take exec out', key=True)


@rule("L3-no-adapter", "L3", "error", needs=("surface:/verbs/*", "surface:/wrap"))
def no_adapter(pack: Pack) -> Iterator[Hit]:
    """A pack that wraps no program has no adapter.py either.

    Why: its verbs are names for nothing.
    Fix: write adapter.py with `VERBS = {"list": list_, …}`, or wrap a program.
    Base: fleet
    Bad: adapter.py
        absent
    Good: adapter.py
        def others():
            return []
    """
    own = [verb for verb in pack.verbs if not verb.builtin and not verb.exec]
    has_face = any(name.startswith("bin/") for name in pack.files)
    refused = any(name == "adapter.py" for name, _ in pack.troubles)  # told of as what it is: a link, a pipe
    if own and has_face and not pack.wrap and not refused and "adapter.py" not in pack.files:
        message = f"nothing runs `{own[0].verb_key}`: the pack has neither wrap nor adapter.py"
        yield at(pack.surface, "/verbs", message, 'write adapter.py with VERBS = {…}, or declare "wrap"', key=True)


@rule("L6-builtin", "L6", "error", needs=("surface:/verbs/*",))
def builtin(pack: Pack) -> Iterator[Hit]:
    """A verb says that the runtime answers it, and the runtime does not know it.

    Why: only `doctor` is built in (L6).
    Fix: take `builtin` out, and give the verb an exec or a function in adapter.py.
    Bad: surface.json /verbs/2
        {"verb_key": "count", "summary": "Count all messages.", "builtin": true}
    Good: surface.json /verbs/2
        {"verb_key": "count", "summary": "Count all messages.", "exec": {"argv": ["count"], "output": "text"}}
    """
    for verb in pack.verbs:
        if verb.builtin and verb.verb_key != "doctor":
            message = f"`{verb.verb_key}` is not built in; only `doctor` is"
            yield at(pack.surface, f"{verb.pointer}/builtin", message, 'take "builtin" out', key=True)
