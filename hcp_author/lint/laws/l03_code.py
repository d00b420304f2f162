"""L3 in the pack's own code: nothing is looked up on PATH, no shell, no argv or code of the caller's making.

L3.5 Never a catch-all by its shape: no free argv, no option of the caller's choosing, no program to run.
L3.6 No shell and no interpreter is handed what a caller says.
L3.8 Nothing is looked up on PATH: absolute files, in system places, of the program's own name.
"""

from __future__ import annotations

from collections.abc import Iterator

from hcp_author.lint.contract import Hit, Text, rule
from hcp_author.lint.laws import _code
from hcp_author.lint.laws._callers import before_end, handed, is_callers, reads_args
from hcp_author.lint.laws._code import Code
from hcp_author.lint.laws._library import by_library
from hcp_author.lint.laws._words import STARTERS, words
from hcp_author.pack import interpreters
from hcp_author.pack.late import ast
from hcp_author.pack.model import Pack
from hcp_author.pack.text import visible

# these look a bare name up on PATH, whatever it is
BY_PATH = frozenset(
    (
        *("shutil.which", "distutils.spawn.find_executable", "os.execvp", "os.execvpe", "os.execlp", "os.execlpe"),
        *("os.spawnvp", "os.spawnvpe", "os.spawnlp", "os.spawnlpe", "os.posix_spawnp"),
    )
)
SHELLS = frozenset(
    (
        *("os.system", "os.popen", "subprocess.getoutput", "subprocess.getstatusoutput"),
        *("asyncio.create_subprocess_shell", "asyncio.subprocess.create_subprocess_shell"),
    )
)
EVALUATORS = frozenset(("eval", "exec", "builtins.eval", "builtins.exec", "runpy.run_path", "runpy.run_module"))
# what they read can say which code to run
LOADERS = frozenset(
    (
        *(
            f"{module}.{act}"
            for module in ("pickle", "cPickle", "dill", "cloudpickle", "marshal")
            for act in ("load", "loads")
        ),
        *("pickle.Unpickler", "shelve.open", "jsonpickle.decode", "yaml.load", "yaml.unsafe_load", "yaml.full_load"),
    )
)
# what they are told line by line is run, whatever they are made with
CONSOLES = frozenset(("code.InteractiveInterpreter", "code.InteractiveConsole", "code.interact", "IPython.embed"))
# where a module keeps its names
NAMESPACES = frozenset(("globals", "locals", "vars"))
POWERFUL = frozenset(("os", "subprocess", "builtins", "importlib", "shutil", "sys", "ctypes"))
IMPORTERS = frozenset(("__import__", "importlib.import_module"))
NO_SHELL = "subprocess.run([...]) with the program's absolute path and one word for each value, without a shell"


@rule("L3-program-lookup", "L3", "error", over="text", alone=True)
def program_lookup(pack: Pack, text: Text) -> Iterator[Hit]:
    """The pack's own code looks a program up on PATH (`shutil.which`, a bare name for `subprocess`).

    Why: a name that is looked up runs whatever the host has first, a binary that nobody allow-listed (L3; non-goal:
    wrap PATH).
    Fix: name the program by its absolute file; or wrap it: `"wrap": {"bin": …, "paths": […]}`.
    Base: fleet
    Bad: extra.py
        import subprocess

        def tags(args, ctx):
            return subprocess.run(["notmuch", "count"], capture_output=True, text=True).stdout
    Good: extra.py
        import subprocess

        def tags(args, ctx):
            return subprocess.run(["/usr/bin/notmuch", "count"], capture_output=True, text=True).stdout
    """
    code = _code.read(text)
    for node, name in _code.calls(code) if code else ():
        if name in BY_PATH:
            message = f"`{name}` looks a program up on PATH"
        elif (word := looked_up(node, name, code)) is not None and is_bare(word):
            if code and says_shell(node, code):
                continue  # L3-shell-in-code says more
            message = f"`{visible(word, 40)}` is a bare name: it would be looked up on PATH"
        else:
            continue
        yield _code.in_code(text, node, message, "name the program by its absolute file, or wrap it in surface.json")


@rule("L3-shell-in-code", "L3", "error", over="text", alone=True)
def shell_in_code(pack: Pack, text: Text) -> Iterator[Hit]:
    """The pack's own code starts a shell (`os.system`, `shell=True`, `sh -c`).

    Why: a shell splits and expands what it is handed, so that a value becomes a command; no shell, ever (L3).
    Fix: hand the program's absolute file and each value as a word of a list to `subprocess.run`.
    Base: fleet
    Bad: extra.py
        import subprocess

        def size(args, ctx):
            return subprocess.run(f"/usr/bin/du {args['folder']}", shell=True, capture_output=True, text=True).stdout
    Good: extra.py
        import subprocess

        def size(args, ctx):
            return subprocess.run(["/usr/bin/du", "--", args["folder"]], capture_output=True, text=True).stdout
    """
    code = _code.read(text)
    for node, name in _code.calls(code) if code else ():
        if name in SHELLS:
            yield _code.in_code(text, node, f"`{name}` starts a shell", NO_SHELL)
        elif name in STARTERS and code and says_shell(node, code):
            yield _code.in_code(text, node, f"`{name}` starts a shell (`shell=True`)", NO_SHELL)
        elif code and (of_library := by_library(node, code)):
            yield _code.in_code(text, node, f"`{of_library}` of the C library starts a program", NO_SHELL)
        elif name in STARTERS and code and is_bare_shell(words(node, name, code), code):
            yield _code.in_code(text, node, f"`{program(node, name, code)}` is a shell", NO_SHELL)
        elif name in STARTERS and code and hands_code(words(node, name, code), code):
            shown = visible(program(node, name, code) or "", 40)
            yield _code.in_code(text, node, f"`{shown}` is handed code to run", NO_SHELL)


@rule("L3-free-argv-in-code", "L3", "error", over="text", alone=True)
def free_argv_in_code(pack: Pack, text: Text) -> Iterator[Hit]:
    """The pack's own code lets its caller say the words of a program's command line.

    Why: `exec -- <argv>` behind a name is still the whole binary (L3).
    Fix: write the subcommand and the options out, and put what callers give after `"--"`.
    Base: fleet
    Bad: extra.py
        import subprocess

        def find(args, ctx):
            return subprocess.run(["/usr/bin/notmuch", *args["words"]], capture_output=True, text=True).stdout
    Good: extra.py
        import subprocess

        def find(args, ctx):
            argv = ["/usr/bin/notmuch", "search", "--", *args["words"]]
            return subprocess.run(argv, capture_output=True, text=True).stdout
    """
    code = _code.read(text)
    for node, name in _code.calls(code) if code else ():
        if name in STARTERS and code:
            argv = words(node, name, code)
            free = next((one for one in before_end(argv, code) if is_callers(one, code)), None) or handed(argv, code)
            if free is not None:
                message = f"`{name}` runs words that the caller chooses"
                yield _code.in_code(text, free, message, 'write the options out; what callers give comes after "--"')


@rule("L3-code-from-data", "L3", "error", over="text", alone=True)
def code_from_data(pack: Pack, text: Text) -> Iterator[Hit]:
    """The pack's own code runs text as code (`eval`, `exec`), or loads a module whose name is made while it runs.

    Why: a verb does what its name says (L3); code that is made while it runs can be anything, and no reviewer reads it.
    Fix: write the code out; read data with `json.loads`, literals with `ast.literal_eval`.
    Base: fleet
    Bad: extra.py
        def total(args, ctx):
            return eval(args["sum"])
    Good: extra.py
        import json

        def total(args, ctx):
            return sum(json.loads(args["numbers"]))
    """
    code = _code.read(text)
    for node, name in _code.calls(code) if code else ():
        told = made_while_running(node, name, code) if code else None
        if told:
            yield _code.in_code(text, node, *told)


def made_while_running(node: ast.Call, name: str, code: Code) -> tuple[str, str] | None:
    """What is wrong with a call that runs text, or calls what has no name in the text, and what to do."""
    if name in EVALUATORS and node.args and not isinstance(node.args[0], ast.Constant):
        return f"`{name}` runs text as code", "write the code out; data is read by json"
    if name in LOADERS and not has_safe_loader(node, code):
        return f"`{name}` makes objects of what it reads, and runs what it is told to", "read data by json"
    if name in IMPORTERS and node.args and _code.whole(node.args[0], code) is None:
        return f"`{name}` loads a module whose name is made while it runs", "import modules by their names"
    if name == "getattr" and len(node.args) > 1 and _code.whole(node.args[1], code) is None:
        module = _code.dotted(node.args[0], code)
        if module in POWERFUL or (module in code.imports.values() and reads_args(node.args[1], code)):
            return f"what is called of `{module}` is made while it runs", "call it by its name"
    if name in CONSOLES:
        return f"`{name}` runs text as code", "write the code out; data is read by json"
    return chosen(node.func, code)


def chosen(func: ast.expr, code: Code) -> tuple[str, str] | None:
    """What is wrong where a caller, or what is made while it runs, says what is called: `globals()[…]()`."""
    if isinstance(func, ast.Subscript) and isinstance(func.value, ast.Call) and _code.whole(func.slice, code) is None:
        namespace = _code.dotted(func.value.func, code)
        if namespace in NAMESPACES:
            return f"what is called of `{namespace}()` is made while it runs", "call it by its name"
    if isinstance(func, ast.Call) and _code.dotted(func.func, code) == "getattr" and len(func.args) > 1:
        known = _code.dotted(func.args[0], code)
        # of a module, the look-up itself is told
        if reads_args(func.args[1], code) and known not in POWERFUL and known not in code.imports.values():
            return "`getattr(…)` calls what the caller names", "call it by its name"
    return None


def has_safe_loader(node: ast.Call, code: Code) -> bool:
    """Whether a YAML reader is told to make plain data alone."""
    named = [*node.args[1:2], *(one.value for one in node.keywords if one.arg == "Loader")]
    return any(_code.dotted(one, code).rpartition(".")[2] in ("SafeLoader", "CSafeLoader") for one in named)


def looked_up(node: ast.Call, name: str, code: Code | None) -> str | None:
    """The word that would be looked up: the program, or what `env` is to run."""
    first = program(node, name, code)
    rest = words(node, name, code)[1:2] if code and first and interpreters.is_runner(first.rsplit("/", 1)[-1]) else []
    second = _code.text(rest[0], code) if rest and code else None
    return second if second and not second.startswith("-") and "=" not in second else first


def program(node: ast.Call, name: str, code: Code | None) -> str | None:
    """The first word of what a call starts, where the text tells it."""
    first = words(node, name, code)[:1] if code and name in STARTERS else []
    said = _code.text(first[0], code) if first and code else None
    return said.split(" ")[0] if said and said.strip() else None


def says_shell(node: ast.Call, code: Code) -> bool:
    """Whether a call says `shell=` anything but false, plainly or in `**{…}`."""
    plain = any(one.arg == "shell" and not is_false(one.value) for one in node.keywords)
    return plain or any(one.arg is None and "shell" in keys_of(one.value, code) for one in node.keywords)


def keys_of(value: ast.expr, code: Code) -> list[str | None]:
    """The keys of a written-out dict, where they are texts."""
    found = _code.value_of(value, code)
    return [_code.text(key, code) for key in found.keys] if isinstance(found, ast.Dict) else []


def is_bare(word: str) -> bool:
    """Whether a program's name has no folder: `git`, not `/usr/bin/git`."""
    return "/" not in word and not word.startswith(("{", "<", "%"))


def is_false(value: ast.expr) -> bool:
    """Whether an argument is plainly false."""
    return isinstance(value, ast.Constant) and not value.value


def hands_code(argv: list[ast.expr], code: Code) -> bool:
    """Whether an interpreter is called with the option whose value is code."""
    said = [_code.text(word, code) or "" for word in argv]
    known = interpreters.find(said[0].rsplit("/", 1)[-1]) if said else None
    return known is not None and not known.filter and any(known.takes_code(word) for word in said[1:])


def is_bare_shell(argv: list[ast.expr], code: Code) -> bool:
    """Whether a shell is started for nothing but what comes in: `["/bin/sh"]`, `["/bin/bash", "-i"]`."""
    said = [_code.text(word, code) or "" for word in argv]
    known = interpreters.find(said[0].rsplit("/", 1)[-1]) if said else None
    return known is not None and "--command" in known.code and all(word in ("-i", "-l", "-s") for word in said[1:])
