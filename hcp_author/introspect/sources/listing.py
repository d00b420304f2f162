"""Lists that a program makes of itself for machines, asked for once, and only in a form that its own pages name."""

from __future__ import annotations

import re

from hcp_author.introspect import manpages, selfdescribed
from hcp_author.introspect.asking import Crawl, interface
from hcp_author.introspect.page import Page
from hcp_author.introspect.reading.listing import MAX_COMMANDS, is_name
from hcp_author.introspect.tree import Command

# what a listing of commands by group is asked for: all of the program's own, without what only they call
_GROUPS = ("main", "nohelpers")
_BY_GROUP = re.compile(r"--list-cmds=")
_NEAR = 700


class Described:
    """The tree that a program printed, page by page."""

    def __init__(self, root: Command) -> None:
        self._root = root

    def page(self, path: tuple[str, ...]) -> Page | None:
        """The command `path` with the names of those below it."""
        node: Command | None = self._root
        for word in path:
            node = next((c for c in node.commands if word in (c.name, *c.aliases)), None) if node is not None else None
        if node is None:
            return None
        below = [Command(c.name, list(c.aliases), c.summary, c.hidden) for c in node.commands]
        page = Page(source="listing", machine=True, summary=node.summary, commands=below)
        page.options, page.arguments, page.aliases = node.options, node.arguments, list(node.aliases)
        return page


def open_source(crawl: Crawl, first: Page) -> Described | None:
    """The description in JSON that the help names; else the list by groups that help or manual name."""
    for form in first.describes:
        answer = interface(crawl, form)
        root = selfdescribed.read(answer.out, crawl.name()) if answer is not None and answer.status == 0 else None
        if root is not None:
            return Described(root)
    named = any(one.long == "--list-cmds" and _tells(one.summary) for one in first.options) or _in_manual(crawl)
    return _by_group(crawl) if named and len(first.commands) > 1 else None


def _in_manual(crawl: Crawl) -> bool:
    """Whether the program's manual page names the list by groups, and the groups that are asked for."""
    file = crawl.pages.get(crawl.name())
    text = manpages.source(file).decode("utf-8", "replace").replace("\\-", "-") if file else ""
    found = _BY_GROUP.search(text)
    return found is not None and _tells(text[found.end() : found.end() + _NEAR])


def _tells(about: str) -> bool:
    """Whether a text names the groups that are asked for."""
    return all(group in about for group in _GROUPS)


def _by_group(crawl: Crawl) -> Described | None:
    """The names that the listing prints, a line each."""
    answer = interface(crawl, (f"--list-cmds={','.join(_GROUPS)}",))
    names = answer.out.decode("utf-8", "replace").split("\n") if answer is not None and answer.status == 0 else []
    found = [Command(name) for name in names if is_name(name)]
    return Described(Command(crawl.name(), commands=found[:MAX_COMMANDS])) if len(found) > 1 else None
