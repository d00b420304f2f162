"""L1: the CLI is the harness.

L1.1 A capability comes as a CLI: the pack has a command of its own name, which starts.
L1.2 Every command answers structured data: JSON that a program gives is handed on as JSON.
L1.4 MCP is an optional export from a pack: it comes beside the CLI, never alone.
L1.5 MCP is never the install path: no server is declared, and no verb starts one.
"""

from __future__ import annotations

import os
import shlex
import stat
from collections.abc import Iterator
from itertools import pairwise, zip_longest

from hcp_author.lint.contract import Hit, at, line_of, on_file, rule
from hcp_author.lint.laws import _adapter_file
from hcp_author.lint.laws._code import place_of
from hcp_author.pack import argv
from hcp_author.pack.late import ast, pattern
from hcp_author.pack.model import Pack, Verb
from hcp_author.pack.text import as_word

# how a fixed command line asks for JSON, in one word or in two
_JSON_WORD = pattern(
    r"--json|-ojson|--(?:output|format|output-format|out-format|formatter|print|reporter)=(?P<one>json|jsonl|ndjson)"
    r"|--(?P<lines>jsonl|ndjson|json-lines)"
)
_FORMAT_OPTION = pattern(r"-o|-f|--(?:output|format|output-format|out-format)")
_FORMATS = ("json", "jsonl", "ndjson")
_MCP_WORDS = frozenset(("mcp", "mcp-server", "mcpserver"))
_SERVE = frozenset(("serve", "server", "start", "run", "stdio", "listen"))


@rule("L1-no-cli-face", "L1", "warning", needs=("surface:/pack_id",))
def no_cli_face(pack: Pack) -> Iterator[Hit]:
    """The pack brings no command of its own name; an error where it brings one of another name.

    Why: a capability enters HCP as a CLI; people, CI and agents share that one face (L1).
    Fix: generate the pack's face with `hcp-author new`, or copy `bin/` from a pack that has one.
    Bad: bin/mail
        absent
    Good: surface.json /summary
        "The face stands in bin/mail."
    """
    if not pack.pack_id or launcher(pack) in pack.files or is_misnamed(pack):
        return
    if any(file == launcher(pack) for file, _ in pack.troubles):
        return  # it is there, and what is wrong with it is told
    others = [name for name in pack.files if name.startswith("bin/") and name.count("/") == 1]
    message = f"the pack has no CLI face: there is no `{launcher(pack)}`"
    if len(others) == 1:
        fix = f"git mv {shlex.quote(others[0])} {shlex.quote(launcher(pack))}"
        yield on_file("surface.json", f"{message}; `bin/` holds `{others[0][4:]}`", fix, severity="error")
    else:
        yield on_file("surface.json", message, "copy bin/ from a pack that `hcp-author new` makes")


def is_misnamed(pack: Pack) -> bool:
    """Whether the two files differ on the pack's name: then L2-pack-id-differs speaks."""
    other = pack.policy.value.get("pack_id") if isinstance(pack.policy.value, dict) else None
    return isinstance(other, str) and other != pack.pack_id


@rule("L1-not-executable", "L1", "error", needs=("surface:/pack_id",))
def not_executable(pack: Pack) -> Iterator[Hit]:
    """The pack's command may not be run: its file has no executable bit.

    Why: a CLI that does not start is no face (L1).
    Fix: `chmod +x bin/NAME`.
    Bad: mode bin/mail 0644
    Good: mode bin/mail 0755
    """
    if launcher(pack) in pack.files:
        path = pack.root / launcher(pack)
        if not os.stat(path).st_mode & (stat.S_IXUSR | stat.S_IXGRP | stat.S_IXOTH):
            fix = f"chmod +x {as_word(path)}"
            yield on_file(launcher(pack), f"`{launcher(pack)}` is not executable", fix)


@rule("L1-structured-output", "L1", "warning", needs=("surface:/verbs/*/exec",))
def structured_output(pack: Pack) -> Iterator[Hit]:
    """The program is asked for JSON, and `exec.output` says that it prints something else.

    Why: every command has a CLI face with structured output (L1). Read as `text`, the program's JSON comes back as one
    string inside the envelope, and each caller has to parse it again. Where it is `--format=json` whose output is said
    to be text, this is a note: some programs print a document for each thing, and not one for all.
    Fix: `"output": "json"`, or `"jsonl"` where each line is a value.
    Bad: surface.json /verbs/0/exec/output
        "text"
    Good: surface.json /verbs/0/exec/output
        "json"
    """
    for verb in pack.verbs:
        wanted = asked_for(verb)
        said = (verb.exec or {}).get("output", "text")
        if wanted and said in ("text", "base64"):
            declared = "output" in (verb.exec or {})
            where = f"{verb.pointer}/exec" + ("/output" if declared else "")
            message = f"`{verb.verb_key}` asks for JSON, and its output is read as {said}"
            # of a template many programs fill in one for each thing, so that `text` is what an author may mean
            doubt = declared and any(one.text == "--format=json" for one in argv.elements(verb))
            fix = f'"output": "{wanted}"'
            yield at(pack.surface, where, message, fix, key=not declared, severity="note" if doubt else None)


def asked_for(verb: Verb) -> str | None:
    """What a verb's fixed words ask the program to print: `json`, `jsonl` or nothing known."""
    elements = argv.elements(verb)
    for one, following in zip_longest(elements, elements[1:]):
        if one.text in ("--", "--end-of-options"):
            return None
        found = _JSON_WORD.fullmatch(one.text) if one.kind == "literal" else None
        if found:
            return "jsonl" if found["lines"] or found["one"] in ("jsonl", "ndjson") else "json"
        pair = one.kind == "literal" and following is not None and following.kind == "literal"
        if pair and following and _FORMAT_OPTION.fullmatch(one.text) and following.text in _FORMATS:
            return "json" if following.text == "json" else "jsonl"
    return None


@rule("L1-mcp-server", "L1", "error", needs=("surface:/verbs/*/exec", "surface:/verbs/*/verb_key"))
def mcp_server(pack: Pack) -> Iterator[Hit]:
    """A verb starts an MCP server, or adapter.py makes one.

    Why: MCP is an export from a pack and never the way in (L1): what goes through such a server passes no row, no
    confirm and no Binding, and the verb itself never ends.
    Fix: declare the commands that are behind the server as verbs.
    Bad: surface.json /verbs/2/exec/argv
        ["mcp", "serve", "--", {"positional": "query"}]
    Good: surface.json /verbs/2/exec/argv
        ["count", "--", {"positional": "query"}]
    """
    for verb in pack.verbs:
        fixed = [one for one in argv.elements(verb) if one.kind == "literal" and not one.text.startswith("-")][:3]
        said = [one.text.lower() for one in fixed]
        pairs = pairwise(said)
        if said[:1] == ["mcp-server"] or any(one in _MCP_WORDS and two in _SERVE for one, two in pairs):
            message = f"`{verb.verb_key}` starts an MCP server: MCP is an export of a pack, never its way in"
            yield at(pack.surface, fixed[0].pointer, message, "declare the commands behind it as verbs")
    data = _adapter_file.source(pack)
    module = _adapter_file.parsed(data) if data and b"mcp" in data else None
    for node in ast.walk(module) if isinstance(module, ast.Module) else ():
        if isinstance(node, (ast.Import, ast.ImportFrom)) and imports_server(node):
            lines = (data or b"").decode("utf-8", "replace")
            place = place_of(node, lines)
            message = "`adapter.py` makes an MCP server: MCP is an export of a pack, never its way in"
            fix = "declare the commands behind it as verbs"
            yield Hit(_adapter_file.FILE, place, "", message, fix, excerpt=line_of(lines, place.line))
            return


def imports_server(node: ast.Import | ast.ImportFrom) -> bool:
    """Whether an import brings in what MCP servers are made of."""
    modules = [one.name for one in node.names] if isinstance(node, ast.Import) else [node.module or ""]
    return any(
        one.split(".")[0] == "fastmcp" or one == "mcp.server" or one.startswith("mcp.server.") for one in modules
    )


@rule("L1-other-way-in", "L1", "error", needs=("surface:/transports",))
def other_way_in(pack: Pack) -> Iterator[Hit]:
    """`transports` offers MCP, and not the CLI.

    Why: a capability enters HCP as a CLI, and MCP is an optional export from it, never the install path (L1).
    Fix: name the CLI first: `"transports": ["cli", "mcp"]`; or leave `transports` out, since the CLI is always there.
    Bad: surface.json /transports
        ["mcp"]
    Good: surface.json /transports
        ["cli", "mcp"]
    """
    value = pack.surface.value.get("transports") if isinstance(pack.surface.value, dict) else None
    names = [str(one).lower() for one in value] if isinstance(value, (list, dict)) else []
    if any(name.startswith("mcp") for name in names) and "cli" not in names:
        message = "`transports` offers MCP without the CLI that it would be an export of"
        yield at(pack.surface, "/transports", message, '"transports": ["cli", "mcp"]', key=True)


def launcher(pack: Pack) -> str:
    """The file that is the pack's command."""
    return f"bin/{pack.pack_id}"
