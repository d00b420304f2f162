"""From the root's page down: samples first, to learn which form answers, then all commands in parallel."""

from __future__ import annotations

import functools
import os
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field, replace

from hcp_author.introspect import join, ways, words
from hcp_author.introspect.asking import Crawl, ask, beside, count, learn
from hcp_author.introspect.page import Page
from hcp_author.introspect.reading.listing import is_name
from hcp_author.introspect.tree import Command, Note

MAX_NODES = 3000
SAMPLES = 4
CANDIDATES = 2
DEAD, FIRST_DEAD = 2, 3
MANY, VERBS = 5, 3


@dataclass
class Node:
    """A command that may have a page of its own; `above` are the replies that its page must differ from."""

    path: tuple[str, ...]
    command: Command
    above: list[ways.Reply]


@dataclass
class Found:
    """What a worker brings back: every reply it got, the one that is the node's page, and the other sources' pages."""

    replies: list[ways.Reply]
    page: ways.Reply | None = None
    others: list[Page] = field(default_factory=list)


def descend(crawl: Crawl, root: Command, first: ways.Reply) -> None:
    """Ask all commands below the root for their pages, within the crawl's budget."""
    crawl.forms = ways.offered(first)
    pending = _below(crawl, root, (), [first])
    pending = _sample(crawl, pending)
    workers = max(2, min(4, os.cpu_count() or 2))
    taken = 0
    with ThreadPoolExecutor(workers) as pool:
        running: dict[Future[Found], Node] = {}
        while (pending or running) and not (crawl.out_of_time() and not running):
            while pending and len(running) < workers + 1 and taken < MAX_NODES and not crawl.out_of_time():
                node = pending.pop(0)
                taken += 1
                running[pool.submit(_page, crawl, node)] = node
            if not running:
                break
            done, _ = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                pending += _take(crawl, running.pop(future), future.result())
    crawl.not_asked += len(pending)
    if late := crawl.late + len(pending):
        crawl.partial = True
        why = "out of time" if crawl.out_of_time() else f"more than {MAX_NODES} commands"
        crawl.notes.append(Note([], f"{why}: {late} command{'s were' if late > 1 else ' was'} not asked"))


def _below(crawl: Crawl, command: Command, path: tuple[str, ...], above: list[ways.Reply]) -> list[Node]:
    """The children of a command as nodes, those whose names read first."""
    if len(path) >= crawl.depth:
        return []
    page = above[-1].page if above else None
    if (
        not command.commands
        and page is not None
        and page.candidates
        and _are_commands(crawl, page.candidates, path, above)
    ):
        join.add_commands(command, page.candidates)
        command.arguments = [a for a in command.arguments if not a.choices]
        command.group = True
    nodes = [Node((*path, child.name), child, above) for child in command.commands if child.name != ways.HELP]
    return sorted(nodes, key=lambda node: words.eagerness(node.command.name))


def _are_commands(crawl: Crawl, candidates: list[Command], path: tuple[str, ...], above: list[ways.Reply]) -> bool:
    """Whether words that stand where a command may stand are commands: many verbs, or they have help of their own."""
    telling = sum(1 for c in candidates if words.eagerness(c.name) != 1)
    if telling >= VERBS and (len(candidates) >= MANY or telling >= len(candidates) - 1):
        return True
    for one in sorted(candidates, key=lambda c: words.eagerness(c.name))[:CANDIDATES]:
        if crawl.out_of_time() or (words.eagerness(one.name) == 2 and not crawl.inert):
            continue
        here = (*path, one.name)
        reply = ask(crawl, ways.LONG, here, above=above)
        count(crawl, reply)
        if ways.about(reply, here, above) and any(one.name in usage.split(" ") for usage in reply.page.usages):
            return True
    return False


def _sample(crawl: Crawl, nodes: list[Node]) -> list[Node]:
    """Try the offered forms on the first few nodes; the one that answers goes to the front. Gives the nodes left.

    A command whose name reads as a write is no sample where there are others: it is asked once they have shown that
    asking for help does nothing else: with pages of their own, or with the program's.
    """
    calm = [node for node in nodes if words.eagerness(node.command.name) < 2]
    left, told, helped = _tried(crawl, calm or nodes, nodes)
    if calm and helped and told is None:
        left, told, _ = _tried(crawl, [node for node in nodes if node not in calm], left)
    if told is not None:
        crawl.inert = True
        crawl.forms = list(dict.fromkeys([told.form, *crawl.forms]))
    elif nodes:
        crawl.forms = []
        if not crawl.pages:
            crawl.notes.append(Note([], "its commands have no help of their own"))
    return left


def _tried(crawl: Crawl, some: list[Node], nodes: list[Node]) -> tuple[list[Node], ways.Reply | None, bool]:
    """Try the forms on a few of `some` up to the first page: those of `nodes` that are left, that page, and whether
    help was given at all.
    """
    helped = False
    for pair in _pairs(crawl, sorted(some, key=lambda node: bool(node.command.commands))[:SAMPLES]):
        with ThreadPoolExecutor(len(pair)) as pool:
            replies = list(pool.map(functools.partial(_try_all, crawl), pair))
        _set_aside(pair, replies, nodes)
        for node, found in zip(pair, replies, strict=True):
            nodes = [n for n in nodes if n is not node] + _take(crawl, node, found)
        told = next((found.page for found in replies if found.page is not None), None)
        if told is not None:
            return nodes, told, True
        helped = helped or any(ways.gave_help(reply) for found in replies for reply in found.replies[:1])
    return nodes, None, helped


def _set_aside(pair: list[Node], found: list[Found], nodes: list[Node]) -> None:
    """Take a page away that both of a pair got and that names neither: it is no page of the other `nodes` either."""
    pages = [one.page for one in found if one.page is not None]
    if len(pages) < 2 or not ways.same_of_siblings(pages[0], pair[0].path, pages[1], pair[1].path):
        return
    for one in found:
        one.page = None
    for node in nodes:
        node.above = [pages[0], *node.above]


def _pairs(crawl: Crawl, nodes: list[Node]) -> list[list[Node]]:
    """Nodes to be asked two at a time; what writes, or has no sandbox around it, waits for what its siblings show."""
    pairs: list[list[Node]] = []
    for node in nodes:
        calm = crawl.door.kind != "none" and words.eagerness(node.command.name) != 2
        if calm and pairs and len(pairs[-1]) == 1 and words.eagerness(pairs[-1][0].command.name) != 2:
            pairs[-1].append(node)
        else:
            pairs.append([node])
    return pairs


def _try_all(crawl: Crawl, node: Node) -> Found:
    """Every form on one node, up to the first that answers with more than a manual page."""
    found = Found([])
    for form in crawl.forms:
        reply = _asked(crawl, form, node)
        if reply is None:
            continue
        found.replies.append(reply)
        if ways.about(reply, node.path, node.above) and not _is_file(crawl, node, reply):
            # a manual page stands unless the short help lists as much as it does
            if found.page is None or reply.page.size() >= found.page.page.size():
                found.page = reply
            if not reply.page.manual:
                break
    found.others = beside(crawl, node.path, found.page.page if found.page else None)
    return found


def _asked(crawl: Crawl, form: str, node: Node) -> ways.Reply | None:
    """One form tried on a node; None where it is not tried: outside of a sandbox a name that writes waits for proof."""
    risky = crawl.door.kind == "none" and not crawl.inert and words.eagerness(node.command.name) == 2
    if crawl.out_of_time() or (risky and form != ways.HELP):
        return None
    return ask(crawl, form, node.path, above=node.above)


def _is_file(crawl: Crawl, node: Node, reply: ways.Reply) -> bool:
    """Whether a reply is only the manual page that can be read as a file."""
    return reply.page.manual and "-".join([crawl.name(), *node.path]) in crawl.pages


def _page(crawl: Crawl, node: Node) -> Found:
    """The page of a node in the first form that answers. Runs in a worker."""
    found = Found([])
    for at, form in enumerate(list(crawl.forms)):
        if _hopeless(crawl, node, form, first=at == 0):
            continue
        reply = _asked(crawl, form, node)
        if reply is None:
            continue
        found.replies.append(reply)
        if reply.answer.ended():
            break
        if ways.about(reply, node.path, node.above) and not _is_file(crawl, node, reply):
            found.page = reply
            break
    found.others = beside(crawl, node.path, found.page.page if found.page else None)
    return found


def _hopeless(crawl: Crawl, node: Node, form: str, first: bool) -> bool:
    """Whether a form need not be tried: it failed on the commands beside this one, or this one is a mere group.

    The form that was seen to answer (`first`) is tried on every command of the root, and below on a few.
    """
    failed = crawl.dead.get((node.path[:-1], form), 0)
    if first:
        return len(node.path) > 1 and failed >= FIRST_DEAD
    return failed >= DEAD or (crawl.inert and bool(node.command.commands))


def _take(crawl: Crawl, node: Node, found: Found) -> list[Node]:
    """Write a node's pages into its command; gives the nodes below it."""
    for reply in found.replies:
        count(crawl, reply)
        if reply is not found.page:
            key = (node.path[:-1], reply.form)
            crawl.dead[key] = crawl.dead.get(key, 0) + 1
    if found.page is not None:
        crawl.dead.pop((node.path[:-1], found.page.form), None)
        join.fill(node.command, found.page.page, crawl.shared)
        learn(crawl, found.page.page, node.path)
        if found.page.form == ways.AFTER:
            _answers_help(node, found.page.page)
    for at, page in enumerate(found.others):
        if found.page is not None and page.plain and page.arguments and not found.page.page.plain:
            node.command.arguments = []
        join.fill(node.command, page, crawl.shared, second=at > 0 or found.page is not None)
        learn(crawl, page, node.path)
    if found.page is None and not found.others:
        _missed(crawl, node, found)
    return _below(crawl, node.command, node.path, [*node.above, found.page] if found.page else node.above)


def _answers_help(node: Node, page: Page) -> None:
    """Add what a command that answers `SUB help` shows, as COMMAND may stand where `help` does: `help` itself, and the
    word that all its usage lines begin with, or those of which they take one.
    """
    command = node.command
    first = command.arguments[0] if command.arguments and not command.commands else None
    begun = {line.split(" ")[len(node.path) + 1] for line in page.usages if line.count(" ") > len(node.path)}
    closed = first.choices if first is not None and first.required and first.choices else []
    if first is not None and all(map(is_name, closed)) and (closed or begun == {first.name} == {first.name.lower()}):
        for name in closed or [first.name]:
            operands = [replace(operand) for operand in command.arguments[1:]]
            join.add_commands(command, [Command(name, arguments=operands, source=page.source)])
        command.arguments = []
    if command.commands:
        join.add_commands(command, [Command(ways.HELP, source=page.source)])


def _missed(crawl: Crawl, node: Node, found: Found) -> None:
    """Note a command whose help could not be had, or that was not asked."""
    if not found.replies:
        crawl.not_asked += 1
        crawl.late += crawl.out_of_time()
        return
    crawl.failed += 1
    last = found.replies[-1].answer
    if last.ended():
        crawl.partial = True
        crawl.notes.append(Note(list(node.path), last.ended()))
    elif last.crash():
        crawl.notes.append(Note(list(node.path), f"crashed ({last.crash()})"))
