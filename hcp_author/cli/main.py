"""The table of commands; a command's module is imported when it is called."""

from __future__ import annotations

import codecs
import errno
import io
import itertools
import os
import sys

from hcp_author.cli import plain
from hcp_author.errors import BUG, FINDINGS, INTERRUPTED, OK, USAGE, UserError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any, TextIO

COMMANDS = {
    "new": "make a whole pack that lints clean and proves itself",
    "introspect": "read a program's command tree, safely",
    "propose": "propose 5 to 12 named commands of a program, with reasons",
    "promote": "give a pass-through pack named commands, in one diff",
    "lint": "check packs against the laws",
    "rule": "explain a rule of lint: what, why, an example, how to mend it",
    "harness": "redraw the tables of a pack's HARNESS.md",
    "prove": "run a pack's proof script and show its steps",
    "drift": "read a pack's program again: what broke, what changed, what is new",
    "show": "print a pack as a table",
    "sense": "turn a pack's Sense on or off, and see what it announced",
    "lsp": "serve an editor: findings as you type, rules' pages, quick fixes",
    "schema": "print the JSON Schema of surface.json, policy.json or an output",
}

HELP = """\
Usage: hcp-author COMMAND [OPTIONS]

Write, check and prove HCP packs.

Commands:
{commands}

Options:
  --version   print the version
  --help      print this page

Example:
  hcp-author new channel mail

`hcp-author COMMAND --help` tells more about one command.
"""


def run(argv: list[str]) -> int:
    """Run one command line; the only place where errors become text and exit statuses (errors.py)."""
    closed = sys.stdout is None  # by the caller (`>&-`)
    sys.stdout, sys.stderr = sys.stdout or nowhere(), sys.stderr or nowhere()
    escape_what_does_not_fit()
    try:
        status = dispatch(argv)
        sys.stdout.flush()
        if closed and status == OK and sys.stdout.tell():
            raise UserError("cannot write the output: standard output is closed", "send it to a file: > FILE", FINDINGS)
        return status
    except UserError as error:
        return tell(error, wants_json(argv))
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        silence()  # the reader went away (`| head`): not an error
        return OK
    except OSError as error:
        silence()
        return tell(refused(error), wants_json(argv))
    except Exception as error:
        return confess(error)


def nowhere() -> TextIO:
    """A stream that leads nowhere; it knows whether anything was written to it."""
    os.open(os.devnull, os.O_WRONLY)  # the number of the closed one is taken, lest a file that is opened gets it
    return io.TextIOWrapper(io.BytesIO(), encoding="utf-8")


def escape_what_does_not_fit() -> None:
    r"""Let both outputs write `\uXXXX` for what their encoding cannot hold: it stays valid within JSON."""
    codecs.register_error("hcp-author-escape", escaped)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper) and stream.errors in ("strict", "surrogateescape", "backslashreplace"):
            stream.reconfigure(errors="hcp-author-escape")


def escaped(error: UnicodeError) -> tuple[str, int]:
    """The characters that an encoding cannot hold, as JSON escapes them; an error handler of `codecs`."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    units = error.object[error.start : error.end].encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{high:02x}{low:02x}" for high, low in zip(units[::2], units[1::2], strict=True)), error.end


def silence() -> None:
    """Send what is left in standard output nowhere, so that the interpreter does not fail on it at its end."""
    import contextlib

    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def refused(error: OSError) -> UserError:
    """What the operating system said no to: a full disk, a folder that one may not write to."""
    why = error.strerror or str(error)
    if isinstance(error, FileNotFoundError) and not error.filename:
        return UserError("the folder that you stand in is no longer there", "go to another folder", FINDINGS)
    what = f"`{error.filename}`: {why}" if error.filename else f"cannot write the output: {why}"
    busy = error.errno == errno.EBUSY  # as runtime.locks says it
    fix = "the same again in a moment" if busy else "make room, or see who may read and write there"
    return UserError(what, fix, FINDINGS)


def wants_json(argv: list[str]) -> bool:
    """Whether this command line asks for JSON, as far as it can be told before typer has read it."""
    pairs = itertools.pairwise(argv)
    return "--json" in argv or "--format=json" in argv or ("--format", "json") in pairs


def dispatch(argv: list[str]) -> int:
    """Find the command and call it."""
    if not argv or argv[0] in ("--help", "-h", "help"):
        rows = "\n".join(f"  {name:<12}{summary}" for name, summary in COMMANDS.items())
        print(HELP.format(commands=rows), end="")
        return OK if argv else USAGE
    if argv[0] not in COMMANDS:
        raise unknown(argv[0])
    __import__(f"hcp_author.cli.{argv[0]}")
    module = sys.modules[f"hcp_author.cli.{argv[0]}"]
    if hasattr(module, "GROUP"):
        return group(argv[0], module.GROUP, argv[1:])
    command = module.command
    given = plain.read(argv[0], argv[1:])
    return int(command(**given)) if given is not None else invoke(command, f"hcp-author {argv[0]}", argv[1:])


def group(name: str, commands: dict[str, tuple[Any, str]], argv: list[str]) -> int:
    """Call one of a command's own commands, or show which there are."""
    if not argv or argv[0] in ("--help", "-h"):
        rows = "\n".join(f"  {word:<12}{summary}" for word, (_, summary) in commands.items())
        tail = f"Example:\n  hcp-author {name} {next(iter(commands))} mail"
        print(f"Usage: hcp-author {name} COMMAND [OPTIONS]\n\nCommands:\n{rows}\n\n{tail}")
        return OK if argv else USAGE
    if argv[0] not in commands:
        raise unknown(argv[0], commands, f"hcp-author {name}")
    return invoke(commands[argv[0]][0], f"hcp-author {name} {argv[0]}", argv[1:])


def unknown(word: str, known: Iterable[str] = COMMANDS, before: str = "hcp-author") -> UserError:
    """The error for a word that is no command, with the nearest that is one."""
    import difflib

    near = difflib.get_close_matches(word, known, 1)
    return UserError(f"there is no command {word!r}", f"{before} {near[0]}" if near else f"{before} --help")


def invoke(function: Any, name: str, argv: list[str]) -> int:
    """Let typer read the options of one command; its usage errors become ours."""
    from typing import Annotated

    import typer

    # commands that may be called without typer import neither: only their annotations, read now, name them
    for word, meaning in (("typer", typer), ("Annotated", Annotated)):
        function.__globals__.setdefault(word, meaning)
    app = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)
    app.command()(function)
    try:
        status = app(args=argv, prog_name=name, standalone_mode=False)
    except (typer.Abort, EOFError):
        raise KeyboardInterrupt from None
    except Exception as error:
        # typer has carried click inside itself since 0.26: its usage errors are known by shape, not by class
        if not hasattr(error, "format_message"):
            raise
        raise UserError(str(error.format_message()).strip().rstrip("."), f"{name} --help") from None
    if status == INTERRUPTED:  # typer takes a ctrl-C for an answer
        raise KeyboardInterrupt
    return int(status or OK)


def tell(error: UserError, as_json: bool) -> int:
    """Print a user's mistake: what is wrong, and what to type next."""
    from hcp_author.pack.text import visible

    if as_json:
        import json

        print(json.dumps({"format": "hcp-author/error/1", "error": {"message": error.message, "fix": error.fix}}))
    lines = [visible(line) for line in error.message.split("\n")]
    print("error: " + "\n".join(lines), file=sys.stderr)
    if error.fix:
        print(f"  try: {visible(error.fix)}", file=sys.stderr)
    return error.status


def confess(error: Exception) -> int:
    """Say that the fault is ours, and where it happened; HCP_AUTHOR_TRACEBACK=1 shows the whole trace."""
    import traceback

    if os.environ.get("HCP_AUTHOR_TRACEBACK"):
        traceback.print_exception(error)
    frame = traceback.extract_tb(error.__traceback__)[-1]
    place = f"{os.path.basename(frame.filename)}:{frame.lineno}"
    print(f"internal error: {type(error).__name__}: {error} ({place})", file=sys.stderr)
    print(
        "  this is a fault of hcp-author, not yours; HCP_AUTHOR_TRACEBACK=1 shows the trace to report", file=sys.stderr
    )
    return BUG
