"""Damage to adapter.py: code that reaches for shells, secrets, tenants or the runtime (L2 to L8, L11)."""

from __future__ import annotations

from collections.abc import Callable

from hcp_author.damage.copy import Copy, Damage, NotHereError, damage, kinds_of

FILE = "adapter.py"
EMIT = "    # YOUR CALL: wait on "


def line(name: str, law: str, code: str, *rules: str) -> Damage:
    """A line of code in the function of a verb, with the imports that it wants on top."""
    return Damage(name, law, rules, putting(code))


def emitted(name: str, law: str, code: str, *rules: str) -> Damage:
    """A line of code in the emitter."""
    return Damage(name, law, rules, putting(code, EMIT))


def putting(code: str, before: str = "") -> Callable[[Copy], None]:
    """What puts a line of code there, and the modules that it names at the top."""

    def do(copy: Copy) -> None:
        if not before and not copy.surface.get("verbs"):
            raise NotHereError("no verbs")
        copy.code(code, before or "    # YOUR CALL")
        for module in (
            "subprocess",
            "requests",
            "shutil",
            "keyring",
            "netrc",
            "importlib",
            "threading",
            "pickle",
            "getpass",
            "urllib.request",
            "pathlib",
            "sqlite3",
            "smtplib",
            "pty",
            "select",
            "signal",
        ):
            if module in code:
                copy.swap(FILE, "import json\n", f"import json\nimport {module}\n")

    return do


LINES = (
    line("a secret as an answer", "L4", "return dict(ctx.secrets)", "L4-secret-answered"),
    line(
        "its own command, confirmed by itself",
        "L6",
        'subprocess.run([ctx.pack_root + "/bin/" + os.path.basename(ctx.pack_root), "send", "--confirm"])',
        "L6-own-confirm",
    ),
    emitted("a ref that nobody declared", "S", 'yield {"ref": "no.such_thing", "payload": {}}', "S-emitter-ref"),
    line("os.system in a function", "L3", 'os.system("true " + str(args))', "L3-shell-in-code"),
    line("os.popen in a function", "L3", 'os.popen("true").read()', "L3-shell-in-code", "L3-program-lookup"),
    line("shell=True", "L3", 'subprocess.run("ls | wc", shell=True)', "L3-shell-in-code"),
    line(
        "sh -c in a function",
        "L3",
        'subprocess.run(["/bin/sh", "-c", args["query"]])',
        "L3-shell-in-code",
        "L3-free-argv-in-code",
    ),
    line("a bare program name", "L3", 'subprocess.run(["git", "log"])', "L3-program-lookup"),
    line("shutil.which", "L3", 'shutil.which("git")', "L3-program-lookup"),
    line("an argv from the caller", "L3", 'subprocess.run(["/usr/bin/git", *args["argv"]])', "L3-free-argv-in-code"),
    line("eval", "L3", 'eval(args["query"])', "L3-code-from-data"),
    line("exec", "L3", 'exec(args["query"])', "L3-code-from-data"),
    line("a module by a name made while it runs", "L3", 'importlib.import_module(args["query"])', "L3-code-from-data"),
    line("a pickle from outside", "L3", 'pickle.loads(args["query"])', "L3-code-from-data"),
    line("a token from the environment", "L4", 'os.environ["ACME_TOKEN"]', "L4-environment-token"),
    line("a token from getenv", "L4", 'os.getenv("API_KEY", "")', "L4-environment-token"),
    line("a mock by the environment", "L4", 'os.environ.get("HCP_MOCK")', "L4-mock-in-code"),
    line("a confirm by the environment", "L4", 'os.environ.get("HCP_CONFIRM")', "L4-mock-in-code"),
    line("a Binding by the environment", "L4", 'os.environ.get("HCP_BINDING")', "L4-mock-in-code"),
    line("a keyring", "L4", 'keyring.get_password("acme", "me")', "L4-own-login"),
    line("a login read from a .netrc", "L4", "netrc.netrc()", "L4-own-login"),
    line("a prompt for a password", "L1", 'getpass.getpass("Password: ")', "L1-prompt-in-code"),
    line("a prompt in a verb", "L1", 'input("Sure? ")', "L1-prompt-in-code"),
    line(
        "a token written out",
        "L4",
        'requests.get("https://api.acme.test", headers={"Authorization": "Bearer gh'
        'p_A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8"})',
        "L4-secret-in-pack",
    ),
    line("a password written out", "L4", 'password = "correct-horse-battery-9"', "L4-secret-in-pack"),
    line("a tenant from an argument", "L5", 'args["tenant"]', "L5-identity-in-code"),
    line("a tenant from the environment", "L5", 'os.environ["TENANT_ID"]', "L5-identity-in-code"),
    line("a user from the machine", "L5", "getpass.getuser()", "L5-identity-in-code"),
    line("a read that posts", "L6", 'requests.delete("https://api.acme.test/items/1")', "L6-read-function-writes"),
    line("a read that removes a folder", "L6", 'shutil.rmtree("/srv/items")', "L6-read-function-writes"),
    line("a reach into the gate", "L11", "from hcp_runtime import gate", "L11-runtime-internals"),
    line("a reach into the hub", "L11", "from hcp_runtime.hub import mint", "L11-runtime-internals"),
    emitted("an emitter that runs a verb", "S", 'VERBS["list"]({}, ctx)', "S-emitter-executes"),
    emitted("an emitter that asks for secrets", "S", 'ctx.secrets["TOKEN"]', "S-emitter-mints"),
    emitted("an emitter that mints", "S", "ctx.mint()", "S-emitter-mints"),
)


@damage("an emitter that polls", "S", "S-emitter-polls")
def polls(copy: Copy) -> None:
    """Polling is not Sense."""
    copy.swap(FILE, EMIT, "    while True:\n        time.sleep(60)\n        yield {}\n" + EMIT)
    if "import time\n" not in copy.text(FILE):
        copy.swap(FILE, "import sys\n", "import sys\nimport time\n")


@damage("an emitter that runs the pack's own face", "S", "S-emitter-executes")
def own_face(copy: Copy) -> None:
    """It would be Execute by another door."""
    call = f'subprocess.run([os.path.join(os.path.dirname(__file__), "bin", "{copy.pack_id}"), "list"])'
    putting(call, EMIT)(copy)


@damage("an adapter that is no Python", "L2", "L2-adapter-syntax")
def syntax(copy: Copy) -> None:
    """A colon that is missing."""
    copy.text(FILE)
    copy.swap(FILE, "ctx: Any) -> Any:", "ctx: Any) -> Any")


@damage("an adapter without the function of a verb", "L2", "L2-adapter-verbs")
def lacking(copy: Copy) -> None:
    """A name for nothing."""
    copy.swap(FILE, 'VERBS = {"list": list_, ', "VERBS = {")


@damage("an adapter with a function of no verb", "L2", "L2-adapter-verbs")
def strange(copy: Copy) -> None:
    """What is not declared is never called."""
    copy.swap(FILE, 'VERBS = {"list": list_, ', 'VERBS = {"list": list_, "vanish": list_, ')


@damage("an adapter without VERBS", "L2", "L2-adapter-verbs")
def no_verbs(copy: Copy) -> None:
    """Nothing could be called."""
    copy.swap(FILE, 'VERBS = {"list"', 'COMMANDS = {"list"')


@damage("no adapter", "L3", "L3-no-adapter")
def no_adapter(copy: Copy) -> None:
    """A pack that wraps nothing has code of its own."""
    if not copy.surface.get("verbs"):
        raise NotHereError("it may be told of events by --announce")
    copy.text(FILE)
    (copy.root / FILE).unlink()


@damage("a private key in the adapter", "L4", "L4-secret-in-pack")
def pem(copy: Copy) -> None:
    """No pack carries a key."""
    body = "\n".join(["MIIEpAIBAAKCAQEA" + "aB3dE5fG7hI9" * 4] * 3)
    copy.append(FILE, f'\nKEY = """-----BEGIN RSA {"PRIVATE"} KEY-----\n{body}\n-----END RSA {"PRIVATE"} KEY-----"""\n')


@damage("a script that switches mock on", "L4", "L4-mock-in-script")
def mock_script(copy: Copy) -> None:
    """Mock is said in the envelope."""
    copy.write("run.sh", f"#!/bin/sh\nHCP_MOCK=1 exec bin/{copy.pack_id} list\n")


@damage("a compiled module", "F", "F-code-not-read", "F-not-utf8")
def compiled(copy: Copy) -> None:
    """Nobody can review it."""
    copy.write("helper.pyc", b"\xa7\r\r\n" + bytes(range(64)))


@damage("code that is too long to be read", "F", "F-code-not-read", "F-not-checked")
def long_code(copy: Copy) -> None:
    """What is not looked at cannot be called clean."""
    copy.write("helper.py", "x = 1\n" * 300_000)


KINDS = kinds_of(globals())
