"""A program's help, joined into its command tree within a budget of time."""

from __future__ import annotations

import functools
import re
import shlex
import time
from concurrent.futures import ThreadPoolExecutor

from hcp_author.errors import FINDINGS, UserError
from hcp_author.introspect import BUDGET_SECONDS, completions, join, manpages, probe, resolve, sources, ways
from hcp_author.introspect.asking import Crawl, Progress, ask, beside, count, learn, listing
from hcp_author.introspect.descend import descend
from hcp_author.introspect.reading import facts, optionrows
from hcp_author.introspect.tree import Command, Coverage, Note, Program, Tree

ROOT_SECONDS = 10.0
# `$(prog help 2>&1 | …`: what a shell runs
_CALLS = re.compile(r"(?:\$\(|`)\s{0,4}([\w.+-]{1,60} help)(?![\w-])")


def introspect(
    program: str,
    *,
    depth: int = 2,
    budget_seconds: float = BUDGET_SECONDS,
    sandbox: bool = True,
    progress: Progress | None = None,
) -> Tree:
    """Read `program`'s command tree to `depth`, within a budget; out of time, what was found is given with notes.

    Raises UserError: the program is not there (2), no sandbox works (1), nothing could be read (1).
    """
    started = time.monotonic()
    found = resolve.find(program)
    with ThreadPoolExecutor(1) as aside:
        # the program's files are read while the sandbox is tried and the first help is asked for
        aside.submit(sources.look, found)
        crawl = Crawl(probe.open_door(found, sandbox), started + budget_seconds, depth, progress)
        root, first = _root(crawl)
        version = aside.submit(_version, crawl, first.text.lines)
        if depth > 0:
            descend(crawl, root, first)
        join.alike(root)
        join.apart(root)
    _tripwire(crawl)
    coverage = Coverage(
        len(walk(root)),
        len(crawl.asked),
        crawl.failed,
        crawl.unread,
        round(time.monotonic() - started, 3),
        crawl.door.kind,
        partial=crawl.partial or crawl.out_of_time(),
        not_asked=crawl.not_asked,
    )
    program_ = Program(found.name, found.path, version.result(), found.sha256)
    return Tree(program_, root, coverage, crawl.notes, crawl.env, crawl.asked, crawl.lines)


def walk(command: Command) -> list[Command]:
    """All commands below one, in order."""
    below: list[Command] = []
    for child in command.commands:
        below += [child, *walk(child)]
    return below


def _root(crawl: Crawl) -> tuple[Command, ways.Reply]:
    """The program's own page, its listings and its manual page, as the root command and the reply that began it."""
    best = _first(crawl)
    crawl.pages = manpages.beside(crawl.door.found)
    crawl.sources = sources.open_all(crawl, best.page)
    with ThreadPoolExecutor(2) as pool:
        listed = pool.map(functools.partial(_listed, crawl), best.page.listings)
        others = beside(crawl, (), best.page)
        lists = [reply for reply in listed if reply is not None]
    about_list = next(
        (r for r in lists if best.page.usages and best.page.usages[0].split(" ")[0] == r.answer.args[0]), None
    )
    if about_list is not None:
        # the page told of the command that lists, not of the program: the list is the program's page
        best = about_list
    if not best.page.says_something() and not others:
        raise _silent(crawl, best)
    root = Command(crawl.name())
    join.fill(root, best.page, set())
    root.options = optionrows.joined(root.options, best.page.inherited)
    if best.page.longer is not None and not crawl.out_of_time():
        more = listing(crawl, best.page.longer)
        count(crawl, more)
        join.sign(more.page)
        for command in more.page.commands:
            # the short page leaves it out on purpose
            command.hidden = True
        join.add_commands(root, more.page.commands)
        root.options = optionrows.joined(
            root.options, [o for o in (*more.page.options, *more.page.inherited) if o.summary]
        )
    for reply in lists:
        join.sign(reply.page)
        join.add_commands(root, reply.page.commands)
        root.options = optionrows.joined(root.options, reply.page.options if reply is best else reply.page.inherited)
    for at, page in enumerate(others):
        join.fill(root, page, set(), second=at > 0 or best.page.says_something())
        learn(crawl, page, ())
    learn(crawl, best.page, ())
    if best.form == ways.HELP:
        join.add_commands(root, [Command(ways.HELP, source="help")])
    if root.commands:
        join.insert_commands(root, sources.manual.besides(crawl, _names(root)))
    # a manual page says in one line what the program is; what its help opens with may be anything
    named = (p.summary for p in others if p.source == "man" and not p.summary.lower().endswith(" documentation"))
    root.summary = next((summary for summary in named if summary), root.summary)
    root.group = bool(root.commands) and best.page.acts is False
    crawl.shared = {n for o in root.options for n in optionrows.names_of(o)}
    return root, best


def _names(command: Command) -> set[str]:
    """The names and aliases of what lies right below a command."""
    return {name for child in command.commands for name in (child.name, *child.aliases)}


def _first(crawl: Crawl) -> ways.Reply:
    """The answer to `--help`; where that tells nothing, to `-h` or `help`, if it names them."""
    first = ask(crawl, ways.LONG, (), _root_limit(crawl))
    count(crawl, first)
    crawl.slowest = first.answer.seconds
    if first.answer.timed_out and first.page.says_something():
        crawl.notes.append(Note([], f"printed its help, and then did not end within {first.answer.seconds:.0f} s"))
    if not first.page.says_something() and not first.answer.timed_out and (wide := probe.wider(crawl.door)) is not None:
        # it may need more of its home than the folders that it lies in (an editable install, a version manager)
        crawl.door = wide
        first = ask(crawl, ways.LONG, (), _root_limit(crawl))
        count(crawl, first)
    spoken = " ".join(first.text.lines)
    if not first.page.says_something() and not first.answer.timed_out:
        spoken += _completing(crawl)
    for form in (ways.SHORT, ways.HELP):
        if not first.page.says_something() and not first.answer.timed_out and ways.names(spoken, crawl.name(), form):
            other = ask(crawl, form, ())
            count(crawl, other)
            if other.page.says_something():
                return other
    return first


def _completing(crawl: Crawl) -> str:
    """The calls for help that the program's completion files make: they name a form that it answers."""
    files = (completions.source(path) for path in completions.beside(crawl.door.found))
    calls = (_CALLS.finditer(file.decode("utf-8", "replace")) for file in files)
    return "".join(f" {call.group(1)}" for file in calls for call in file if call.group(1).startswith(crawl.name()))


def _root_limit(crawl: Crawl) -> float:
    """Seconds that the first question may take: more than others, within the budget, at least one."""
    return max(1.0, min(ROOT_SECONDS, crawl.deadline - time.monotonic()))


def _listed(crawl: Crawl, arguments: tuple[str, ...]) -> ways.Reply | None:
    """The answer to a form that lists the commands, if it does list some."""
    if crawl.out_of_time():
        return None
    reply = listing(crawl, arguments)
    count(crawl, reply)
    return reply if len(reply.page.commands) > 1 else None


def _silent(crawl: Crawl, reply: ways.Reply) -> UserError:
    """The error for a program that told nothing about itself."""
    answer, instead = reply.answer, _instead(crawl)
    asked = f"{crawl.door.found.path} {' '.join(answer.args)}"
    if answer.timed_out:
        more = "" if answer.seconds > ROOT_SECONDS - 1 else f"give it more time: --timeout {BUDGET_SECONDS:.0f}; or "
        return UserError(f"`{asked}` did not finish within {answer.seconds:.0f} s", more + instead, FINDINGS)
    said = next((line.strip() for line in reply.text.lines if line.strip()), "")
    words = f" (it said: {said[:120]})" if said else ""
    if answer.ended():
        return UserError(f"`{asked}` {answer.ended()}", instead, FINDINGS)
    if answer.crash():
        return UserError(f"`{asked}` crashed ({answer.crash()}){words}", instead, FINDINGS)
    words = words or f": it printed nothing (exit status {answer.status})"
    return UserError(f"`{asked}` gave no help that could be read{words}", instead, FINDINGS)


def _instead(crawl: Crawl) -> str:
    """What to type where a program tells nothing: its manual page, if one is there."""
    page = manpages.elsewhere(crawl.name())
    if page:
        return f"hcp-author introspect --from man {shlex.quote(page)}"
    return "if there is a page about it elsewhere, save that: hcp-author introspect --from help FILE"


def _version(crawl: Crawl, help_: list[str]) -> str:
    """The version that `--version` prints, asked only where the help lists that option; else the help's first line."""
    if "--version" not in crawl.shared or crawl.out_of_time():
        opening = next((line.strip() for line in help_ if line.strip()), "")
        return _number(opening) if facts.is_version(opening[:400], crawl.name()) else ""
    answer = probe.ask(crawl.door, ("--version",), crawl.limit())
    crawl.asked.append(["--version"])
    return _number((answer.out or answer.err)[:400].decode("utf-8", "replace"))


def _number(text: str) -> str:
    """The first number with a dot in a text, or ""."""
    for word in text.replace("(", " ").split():
        bare = word.lstrip("vV").rstrip(",);")
        if bare[:1].isdigit() and "." in bare and bare.isascii() and bare.isprintable():
            return bare[:40]
    return ""


def _tripwire(crawl: Crawl) -> None:
    """Tell what the program left in its throw-away folders, and what nothing held back."""
    if crawl.wrote:
        crawl.notes.append(Note([], f"it ran with --help and tried to write: {', '.join(crawl.wrote[:10])}"))
    if crawl.door.kind == "none":
        crawl.notes.append(Note([], "it ran without a sandbox: neither network nor other writes were blocked"))
