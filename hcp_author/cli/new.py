"""`hcp-author new`: a whole pack from a few answers, or from a program's own help."""

from __future__ import annotations

import json
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TextIO

import typer

from hcp_author.cli._reading import ask
from hcp_author.errors import FINDINGS, OK, UserError
from hcp_author.pack.model import KINDS
from hcp_author.scaffold.questions import named

if TYPE_CHECKING:
    from hcp_author.introspect.tree import Tree
    from hcp_author.propose.model import Proposal
    from hcp_author.scaffold.make import Made


ANSWERS = "A JSON or YAML file with answers by their flag's name, as in `land: brain` and `trigger: [new_item]`."
EVIDENCE = "Scripts, CI files or shell histories, or a folder of them: what they call comes first."


def flag(name: str) -> Any:
    """The option of one question, in the words of the one table of questions."""
    question = named(name)
    return typer.Option(question.flag, metavar=question.metavar or None, help=question.help)


def command(
    kind: Annotated[str | None, typer.Argument(metavar="KIND", help=", ".join(KINDS))] = None,
    name: Annotated[str | None, typer.Argument(metavar="NAME", help="Lower-case words joined by `-`.")] = None,
    into: Annotated[Path | None, typer.Option("--into", metavar="DIR", help="The pack's own folder (./NAME).")] = None,
    wrap: Annotated[str | None, flag("wrap")] = None,
    summary: Annotated[str | None, flag("summary")] = None,
    binding: Annotated[str | None, flag("binding")] = None,
    land: Annotated[str | None, flag("land")] = None,
    triggers: Annotated[list[str] | None, flag("triggers")] = None,
    settings: Annotated[list[str] | None, flag("settings")] = None,
    secrets: Annotated[list[str] | None, flag("secrets")] = None,
    pick: Annotated[str | None, flag("pick")] = None,
    pass_through: Annotated[bool | None, flag("pass_through")] = None,
    answers: Annotated[Path | None, typer.Option("--answers", metavar="FILE", help=ANSWERS)] = None,
    yes: Annotated[bool, typer.Option("--yes", help="Take the default where nothing is given; ask nothing.")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show files and content; write nothing.")] = False,
    format_: Annotated[str, typer.Option("--format", metavar="text|json", help="For people or for programs.")] = "text",
    as_json: Annotated[bool, typer.Option("--json", help="The same as --format json (hcp-author/change/1).")] = False,
    no_sandbox: Annotated[bool, typer.Option("--no-sandbox", help="Ask for help outside a sandbox.")] = False,
    refresh: Annotated[bool, typer.Option("--refresh", help="Ask for help again, whatever was kept of it.")] = False,
    evidence: Annotated[list[str] | None, typer.Option("--evidence", metavar="PATH", help=EVIDENCE)] = None,
) -> int:
    """Make a whole pack: it lints clean, proves itself, and answers from the first minute.

    KIND is channel (a linked stream: reads, gated writes, Sense), read_only, control (for operators) or sense_only
    (an emitter). On a terminal it asks for what is not given. Nothing is ever overwritten: the pack is made beside
    its place and swapped in whole. With --pass-through it names no command of the program yet, and is for a person
    alone, until `hcp-author promote` names some.

    Example: hcp-author new channel mail --wrap notmuch --trigger new_item --yes
    """
    from hcp_author.propose import evidence as used
    from hcp_author.scaffold.make import Order, make

    used.check(evidence or ())
    if format_ not in ("text", "json"):
        raise UserError(f"`{format_}` is no format", "--format text, or --format json")
    flags: dict[str, Any] = {"wrap": wrap, "summary": summary, "binding": binding, "land": land}
    flags |= {"triggers": triggers, "settings": settings, "secrets": secrets}
    flags["pass_through"] = pass_through
    flags["pick"] = None if pick is None else [word.strip() for word in pick.split(",")]
    given = {key: value for key, value in flags.items() if value is not None}
    try:
        order = Order(*_subject(kind, name, yes), into, given, answers, yes, dry_run)
        read = partial(_read, sandbox=not no_sandbox, refresh=refresh)
        made = make(order, read, used.informed(_propose, evidence or (), _tell_evidence))
    except KeyboardInterrupt:
        # typer makes a bare exit status of it, and nobody would say `interrupted`
        raise typer.Abort from None
    if not dry_run:
        _link(made)
    if as_json or format_ == "json":
        print(json.dumps(made.change.to_json(), ensure_ascii=False))
    else:
        print(made.preview or _told(made, order.kind), end="")
        _tell_notes(made, sys.stderr if dry_run else sys.stdout)
    return OK


def _tell_evidence(note: str) -> None:
    print(f"note: {note}", file=sys.stderr)


def _subject(kind: str | None, name: str | None, yes: bool) -> tuple[str, str]:
    """KIND and NAME as given, or as a person says."""
    from hcp_author.scaffold import ask, names

    if (kind is None or name is None) and (yes or not ask.on_a_terminal()):
        missing = "KIND and NAME are" if kind is None else "NAME is"
        raise UserError(f"{missing} missing", f"hcp-author new {kind or 'channel'} mail")
    kind = ask.ask_kind() if kind is None else kind
    names.check_kind(kind)
    return kind, ask.ask_name() if name is None else name


def _propose(tree: Tree, *, bare: bool = False, **wanted: Any) -> Proposal:
    """What is proposed of a tree; where there is nothing, an error, or with `bare` a proposal without verbs."""
    from hcp_author.propose.select import consider, propose

    return (consider if bare else propose)(tree, **wanted)


def _read(program: str, *, sandbox: bool, refresh: bool, bare: bool = False) -> Tree:
    """Read a program's tree; with `bare`, of one that cannot be read what its file alone tells."""
    try:
        return ask(program, sandbox=sandbox, refresh=refresh)
    except UserError as error:
        if not bare or error.status != FINDINGS:
            raise
        problem = error.message
    from hcp_author.introspect import resolve
    from hcp_author.introspect.tree import Command, Note, Program, Tree

    found = resolve.find(program)
    about = Program(found.name, found.path, "", found.sha256)
    return Tree(about, Command(found.name), notes=[Note([], problem)])


def _link(made: Made) -> None:
    """Keep a program that lies in a private place in the user's own configuration, for this pack in this place."""
    from hcp_author.runtime import link
    from hcp_author.runtime.fault import Fault
    from hcp_author.scaffold.wrap import is_private

    proposal = made.filled.proposal
    if proposal is None or not is_private(proposal.program):
        return
    pack_id = made.change.pack
    try:
        link.change(pack_id, str(made.root), "program", proposal.program.path)
    except (Fault, OSError) as error:
        made.change.notes.append(f"could not link the program: {error}; bin/{pack_id} --link {proposal.program.path}")


def _told(made: Made, kind: str) -> str:
    """What was made, in a line."""
    from hcp_author.scaffold.advice import shown

    place = shown(made.root)
    place = place if place.startswith((".", "/", "'")) else f"./{place}"
    return f"made the pack {made.change.pack} ({kind}) in {place}: {len(made.change.created)} files\n"


def _tell_notes(made: Made, stream: TextIO) -> None:
    """What to know, and the next three things to type."""
    for note in made.change.notes:
        print(f"note: {note}", file=stream)
    if not made.change.dry_run:
        print("next:", *made.change.next, sep="\n  ", file=stream)
