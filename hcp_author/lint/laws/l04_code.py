"""L4 in the pack's own code: what a verb needs comes from the Binding, by `ctx`, and from nowhere else.

L4.2 The hub mints the credential: it comes as no argument, and no code fetches it by itself.
L4.4 No silent fallback to a token of the environment.
L4.5 Mock mode is explicit in the envelope, never an environment flag, and no default.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from hcp_author.lint.contract import Hit, Text, in_text, rule
from hcp_author.lint.laws import _code
from hcp_author.lint.laws._code import Code
from hcp_author.lint.laws._handed_out import said_by
from hcp_author.lint.laws._words import STARTERS, words
from hcp_author.pack import secrets
from hcp_author.pack.late import ast, pattern
from hcp_author.pack.model import Pack
from hcp_author.pack.text import visible

COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
# code that is no Python is looked through for the plain form alone
OTHER_CODE = pattern(r"(?!\.hcp/).*\.(?:[cm]?[jt]s|rb)")
OTHER_READ = pattern(
    r"\b(?:process\.env(?:\.|\[[\"'])|Deno\.env\.get\([\"']|ENV(?:\[|\.fetch\()[\"'])(?P<name>\w{3,60})"
)
SHOWN = 10
ENVIRONMENT = frozenset(("os.environ", "os.environb", "environ"))
READERS = frozenset(("os.getenv", "os.getenvb", "getenv"))
# modules that hand out credentials of their own
KEEPERS = frozenset(("netrc", "keyring", "secretstorage", "win32cred", "browser_cookie3", "browsercookie", "dotenv"))
# files in a home folder that hold credentials
KEPT = pattern(
    r"(?:^|[~/\\])(?:\.netrc|_netrc|\.git-credentials|\.pgpass|\.my\.cnf|\.pypirc|\.npmrc|\.s3cfg|\.boto|\.vault-token"
    r"|\.aws/credentials|\.docker/config\.json|\.kube/config|\.config/gh/hosts\.yml|\.password-store(?:/.*)?"
    r"|\.ssh/id_[a-z0-9_]+|\.config/gcloud/(?:credentials\.db|application_default_credentials\.json)|\.env)$"
    r"|^\.(?:aws|ssh|gnupg|password-store|kube|azure)$"
)
# the environment of a process as a file, and where a cloud hands its machines their logins
OF_A_PROCESS = pattern(r"^(?:/proc/[^/\s]{0,40})?/environ$")
OF_A_MACHINE = pattern(
    r"\b(?:169\.254\.169\.254|169\.254\.170\.2|100\.100\.100\.200)\b|\bmetadata\.google\.internal\b|\bfd00:ec2::254\b"
)


@rule("L4-environment-token", "L4", "error", over="text", alone=True)
def environment_token(pack: Pack, text: Text) -> Iterator[Hit]:
    """The pack's own code reads a credential from the environment.

    Why: the runtime's hub mints the credential, and Exec fails closed when it cannot; there is no fallback to a token
    that lies in the environment (L4).
    Fix: name the variable under `binding.secrets`, and read `ctx.secrets["ACME_TOKEN"]`.
    Base: fleet
    Bad: extra.py
        import os

        def login(ctx):
            return ctx.secrets.get("ACME_TOKEN") or os.environ.get("ACME_TOKEN")
    Good: extra.py
        def login(ctx):
            return ctx.secrets["ACME_TOKEN"]
    """
    code = _code.read(text)
    for node, name in variables(code) if code else ():
        if secrets.is_secret_name(name):
            shown = visible(name, 60)
            fix = f'name it under binding.secrets, and read ctx.secrets["{shown}"]'
            yield _code.in_code(text, node, f"`{shown}` is read from the environment; the Binding mints it", fix)
    for node, word in searches(code) if code else ():
        message = f"the environment is searched for `{visible(word, 60)}`; the Binding mints it"
        yield _code.in_code(text, node, message, "name the variable under binding.secrets, and read ctx.secrets")
    for match in islice(OTHER_READ.finditer(text.content), SHOWN) if OTHER_CODE.fullmatch(text.name) else ():
        if secrets.is_secret_name(match["name"]) and not _code.TESTS.fullmatch(text.name):
            message = f"`{visible(match['name'], 60)}` is read from the environment; the Binding mints it"
            yield in_text(text, *match.span(), message, "name it under binding.secrets, and read ctx.secrets")


def searches(code: Code) -> Iterator[tuple[ast.expr, str]]:
    """Each pass through the whole environment that looks for a credential by a word of its name: (where, word)."""
    for node in code.nodes:
        loops = node.generators if isinstance(node, COMPREHENSIONS) else [node] if isinstance(node, ast.For) else []
        over = [one.iter for one in loops]
        if any(_code.dotted(all_of(one), code) in ENVIRONMENT for one in over):
            told = (one.value for one in ast.walk(node) if isinstance(one, ast.Constant))
            word = next((one for one in told if isinstance(one, str) and is_secret_part(one)), None)
            if word:
                yield over[0], word


def all_of(node: ast.expr) -> ast.expr:
    """What a loop goes through: `x` of `x.items()`, `list(x)` and `sorted(x.values())`."""
    while isinstance(node, ast.Call):
        by_method = isinstance(node.func, ast.Attribute) and node.func.attr in ("items", "values", "keys", "copy")
        inner = node.func.value if by_method and isinstance(node.func, ast.Attribute) else None
        if inner is None and not node.args:
            return node
        node = inner if inner is not None else node.args[0]
    return node


def is_secret_part(word: str) -> bool:
    """Whether a text is a part of the name of a credential: `TOKEN`, `_secret`, `MAIL_TOKEN`."""
    return secrets.is_secret_name("X_" + word.strip("_"))


@rule("L4-mock-in-code", "L4", "error", over="text", alone=True)
def mock_in_code(pack: Pack, text: Text) -> Iterator[Hit]:
    """The pack's own code asks the environment whether to mock, to confirm, or which Binding holds.

    Why: mock mode is explicit in the envelope, never an environment flag (L4), and confirm is the caller's own word
    (L6).
    Fix: take it out; under `--binding mock` the runtime answers from fixtures/ and runs no code of the pack.
    Base: fleet
    Bad: extra.py
        import os

        MOCKED = os.getenv("FLEET_MOCK") == "1"
    Good: extra.py
        def is_paper(ctx):
            return ctx.binding == "mock"
    """
    code = _code.read(text)
    for node, name in variables(code) if code else ():
        if secrets.is_gate_name(name):
            message = f"`{visible(name, 60)}` would switch the gate by environment"
            yield _code.in_code(text, node, message, "take it out; mock is asked for with --binding mock")


@rule("L4-own-login", "L4", "error", over="text", alone=True)
def own_login(pack: Pack, text: Text) -> Iterator[Hit]:
    """The pack's own code fetches a credential by itself: from a keyring, a `.netrc`, another program, its machine.

    Why: Binding mints and packs never hold secrets (L4); a credential that code finds by itself passes no gate, is
    nobody's grant and stands in no audit.
    Fix: name it under `binding.secrets`, let a credential helper fill it, and read `ctx.secrets`.
    Base: fleet
    Bad: extra.py
        import netrc

        def login(ctx):
            return netrc.netrc().authenticators("api.example.org")
    Good: extra.py
        def login(ctx):
            return ctx.secrets["ACME_TOKEN"]
    """
    code = _code.read(text)
    if code is None:
        return
    fix = "name it under binding.secrets, and let a credential helper fill it"
    for node in code.nodes:
        named = imported(node)
        if named and isinstance(node, ast.stmt):
            yield _code.in_code(text, node, f"`{named}` hands out credentials past the Binding", fix)
    for where, said in _code.strings(code):
        if len(said) < 200 and KEPT.search(said):
            message = f"`{visible(said, 60)}` holds the credentials of another program"
            yield _code.in_code(text, where, message, fix)
        elif len(said) < 200 and (OF_A_PROCESS.search(said) or OF_A_MACHINE.search(said)):
            message = f"`{visible(said, 60)}` hands out credentials past the Binding"
            yield _code.in_code(text, where, message, fix)
    for node, name in _code.calls(code):
        argv = [_code.text(word, code) or "" for word in words(node, name, code)] if name in STARTERS else []
        if argv and (printed := said_by(argv)):
            yield _code.in_code(text, node, f"`{visible(printed, 60)}` prints a credential past the Binding", fix)


def imported(node: ast.AST) -> str | None:
    """The keeper of credentials that an import brings in."""
    names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
    names = [node.module or ""] if isinstance(node, ast.ImportFrom) and not node.level else names
    return next((name for name in names if name.split(".")[0] in KEEPERS), None)


def variables(code: Code) -> Iterator[tuple[ast.expr, str]]:
    """Every variable that the code reads from the environment by a name that the text tells."""
    for where, holder, key in _code.subscripts(code):
        if holder in ENVIRONMENT and key:
            yield where, key
    for node, name in _code.calls(code):
        if name in READERS and node.args:
            key = _code.text(node.args[0], code)
            if key:
                yield node, key
