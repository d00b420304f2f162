"""Damage behind the rows: reads that write, logins of its own, secrets handed on, runners, polls (L3 to L8, L11)."""

from __future__ import annotations

import re
from typing import Any

from hcp_author.damage.code import EMIT, FILE, emitted, line, putting
from hcp_author.damage.copy import UNDRAWN, Copy, NotHereError, damage, kinds_of

READ = "L6-read-function-writes"
LOGIN = "L4-own-login"
HANDED = "L4-secret-handed-on"
FREE = "L3-free-argv-in-code"
POLLS = "S-emitter-polls"
UNDRAWN_TOO = {**UNDRAWN, "L2-fixture-args": "fixtures were not written anew", "L2-example-args": "nor the examples"}

READS = (
    line("a read that adds to a file", "L6", 'open("/srv/items", "a").write("x")', READ),
    line("a read that writes a file over", "L6", 'pathlib.Path("/srv/items").write_text("x")', READ),
    line("a read that opens a file by its flags", "L6", 'os.open("/srv/items", os.O_CREAT | os.O_WRONLY)', READ),
    line("a read that puts a file in another's place", "L6", 'os.replace("/srv/new", "/srv/items")', READ),
    line("a read that adds a row", "L6", 'sqlite3.connect("x.db").execute("INSERT INTO seen VALUES (1)")', READ),
    line("a read that sends a letter", "L6", 'smtplib.SMTP("mail.acme.test").send_message(args["query"])', READ),
    line("a read that hands a body over", "L6", 'urllib.request.urlopen("https://api.acme.test/x", data=b"1")', READ),
    line("a login read from a process", "L4", 'open("/proc/self/environ").read()', LOGIN),
    line("a login asked of a helper", "L4", 'subprocess.run(["/usr/bin/git", "credential", "fill"])', LOGIN),
    line("a login asked of another program", "L4", 'subprocess.run(["/usr/bin/gh", "auth", "token"])', LOGIN),
    line("a login asked of the machine", "L4", 'urllib.request.urlopen("http://169.254.169.254/latest/")', LOGIN),
    line("a secret that is printed", "L4", 'print(ctx.secrets["ACME_TOKEN"])', HANDED),
    line("a secret in a process list", "L4", 'subprocess.run(["/usr/bin/curl", "-H", ctx.secrets["A"]])', HANDED),
    line("a secret in an error", "L4", 'raise AdapterError("x", ctx.secrets["A"], "")', HANDED),
    line("a list of who may call", "L11", 'ctx.principal in ("ann", "bob")', "L11-own-policy"),
    line("a program that the caller names", "L3", 'subprocess.run([args["query"]])', FREE),
    line("a runner that is handed a program", "L3", 'subprocess.run(["/usr/bin/env", args["query"]])', FREE),
    line("-exec with the caller's word", "L3", 'subprocess.run(["/usr/bin/find", "-exec", args["query"], ";"])', FREE),
    line("a command for another machine", "L3", 'subprocess.run(["/usr/bin/ssh", "a.test", args["query"]])', FREE),
    line("a shell on a terminal", "L3", 'pty.spawn("/bin/sh")', "L3-shell-in-code"),
    line("a function by the caller's word", "L3", 'globals()[args["query"]]()', "L3-code-from-data"),
    line("a method by the caller's word", "L3", 'getattr(json, args["query"])()', "L3-code-from-data"),
    line("a console for code", "L3", '__import__("code").InteractiveInterpreter()', "L3-code-from-data"),
    emitted(
        "an event that names its Principal",
        "S",
        'yield {"ref": REFS[0], "payload": {}, "principal": "ann"}',
        "S-event-key",
    ),
)


@damage("a read that uses the store's own writer", "L6", READ)
def uses_writer(copy: Copy) -> None:
    """A helper is as much the read's as its own lines."""
    if "def _keep(" not in copy.text(FILE):
        raise NotHereError("no writer")
    copy.code("_keep(ctx, {})")


@damage("a policy that code writes over", "L11", "L11-own-policy", also={READ: "a read that writes it is one as well"})
def rewrites(copy: Copy) -> None:
    """The one that was reviewed decides."""
    putting('pathlib.Path(ctx.pack_root, "policy.json").write_text("{}")')(copy)


@damage("a secret that is kept in a file", "L4", HANDED, also={READ: "a read that writes one is a write as well"})
def kept_secret(copy: Copy) -> None:
    """It outlives the call."""
    putting('open(ctx.state + "/login", "w").write(ctx.secrets["A"])')(copy)


def polling(copy: Copy, wait: str, *modules: str) -> None:
    """Have the emitter wait for time to pass, in a loop."""
    copy.swap(
        FILE, EMIT, f'    while True:\n        yield {{"ref": REFS[0], "payload": {{}}}}\n        {wait}\n' + EMIT
    )
    for module in modules:
        if f"import {module}\n" not in copy.text(FILE):
            copy.swap(FILE, "import sys\n", f"import sys\nimport {module}\n")


@damage("an emitter that selects nothing", "S", POLLS)
def selects(copy: Copy) -> None:
    """It waits for time to pass."""
    polling(copy, "select.select([], [], [], 60)", "select")


@damage("an emitter that waits for what never comes", "S", POLLS)
def waits(copy: Copy) -> None:
    """It waits for time to pass."""
    polling(copy, "threading.Event().wait(60)", "threading")


@damage("an emitter that waits for no signal", "S", POLLS)
def signals(copy: Copy) -> None:
    """It waits for time to pass."""
    polling(copy, "signal.sigtimedwait([], 60)", "signal")


@damage("an emitter that sleeps in a helper", "S", POLLS)
def helper_sleeps(copy: Copy) -> None:
    """It waits for time to pass, a function further down."""
    polling(copy, "_pause()", "time")
    copy.append(FILE, "\n\ndef _pause() -> None:\n    time.sleep(60)\n")


@damage("a probe of the adapter that cannot fail", "L4", "L4-unproven-login")
def hollow_probe(copy: Copy) -> None:
    """Nothing could ever tell that the login is gone."""
    if copy.surface["binding"]["default"] != "user" or "wrap" in copy.surface:
        raise NotHereError("nothing to prove")
    text = copy.text(FILE)
    new = re.sub(
        r"(?m)^def probe\(.*\n(?:(?:    .*)?\n)+?(?=\n\n?\S)", "def probe(ctx: Any) -> None:\n    return None\n", text
    )
    if new == text:
        raise NotHereError("no probe")
    copy.write(FILE, new)


def wrapped(copy: Copy, program: str, *words: Any) -> None:
    """Have the first verb with an argument run another program, with these words."""
    where, _ = copy.exec_verb()
    copy.set("surface.json", "/wrap", {"bin": program, "paths": [f"/usr/bin/{program}"]})
    text = {"type": "string"}
    properties = {
        one["positional"]: {"type": "array", "items": text} if "each" in one else text
        for one in words
        if isinstance(one, dict)
    }
    copy.put("surface.json", where, "args", {"type": "object", "properties": properties, "additionalProperties": False})
    copy.put("surface.json", where, "positionals", list(properties))
    copy.put("surface.json", where, "exec", {"argv": list(words)})


@damage("a wrap that runs commands elsewhere", "L3", "L3-interpreter", also=UNDRAWN_TOO)
def elsewhere(copy: Copy) -> None:
    """What runs there is the caller's."""
    wrapped(copy, "ssh", "a.test", "--", {"positional": "words", "each": True})


@damage("a wrap that runs commands in a box", "L3", "L3-free-argv", also=UNDRAWN_TOO)
def in_a_box(copy: Copy) -> None:
    """What runs there is the caller's."""
    wrapped(copy, "podman", "exec", {"positional": "box"}, {"positional": "words", "each": True})


@damage("a wrap that runs commands on what it finds", "L3", "L3-free-argv", also=UNDRAWN_TOO)
def on_finds(copy: Copy) -> None:
    """What runs there is the caller's."""
    wrapped(copy, "find", ".", "-exec", {"positional": "what"}, ";")


@damage("a path that is not declared as one", "L5", "L5-undeclared-path")
def undeclared_path(copy: Copy) -> None:
    """Nothing keeps it inside the workspace."""
    for index, verb in enumerate(copy.surface.get("verbs", [])):
        argv = verb.get("exec", {}).get("argv", [])
        named = {one.get("positional") for one in argv if isinstance(one, dict)}
        items = verb.get("args", {}).get("properties", {}).get("path", {}).get("items", {})
        if (
            "path" in named
            and items.get("format") == "path"
            and copy.rows[verb["verb_key"]]["privacy"]["land"] == "local"
        ):
            copy.drop("surface.json", f"/verbs/{index}/args/properties/path/items/format")
            return
    raise NotHereError("no path")


KINDS = kinds_of(globals())
