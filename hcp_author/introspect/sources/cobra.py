"""The completion command that cobra puts into every program: names of commands and options, and what is required.

Source: cobra's `__complete` (version 1.0 on): a candidate and its description a line, then `:` and a number. Before
an option that must be given is there, nothing but such options is listed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from hcp_author.introspect import candidates, evidence
from hcp_author.introspect.asking import Crawl, interface
from hcp_author.introspect.page import Page
from hcp_author.introspect.reading.optionrows import names_of
from hcp_author.introspect.text import word_set
from hcp_author.introspect.tree import Command, Option, Value

COMPLETE = "__complete"
MAX_ROWS = 1000
# what cannot be done without being told what with: nearly all options that must be given belong to these
_MAKES = word_set("add create deploy generate import new put register send set sign submit update upload")
_PLACE = re.compile(r"\[(?:flags|options)\]", re.IGNORECASE)
_ACTIVE_HELP = "_activeHelp_"


@dataclass
class Cobra:
    """What the completion command of one program tells.

    `lacking`: the program's own help was seen to leave something out. `listed`: what may come after a command, as
    far as it was asked.
    """

    crawl: Crawl
    lacking: bool = False
    listed: dict[tuple[str, ...], candidates.Rows] = field(default_factory=dict)

    def page(self, path: tuple[str, ...]) -> Page | None:
        """The commands below `path`, or its options; None where its help is known to tell as much."""
        told = self.crawl.told.get(path)
        if told is None and path and path[-1] not in self._below(path[:-1]):
            return None
        page = Page(source="complete", machine=True)
        if not path or told is None or (told.commands and self.lacking):
            page.commands = self._commands(path, told)
        if not path or self._worth(path, told):
            page.inherited = self._options(path, told)
        if told is not None and not path:
            self.lacking = candidates.adds(page, told)
        page.closed = not path and len(page.inherited) > 1
        return page if page.commands or page.inherited else None

    def _worth(self, path: tuple[str, ...], told: Page | None) -> bool:
        """Whether to ask for options: the help left some out or reads oddly, or there may be one that must be given."""
        if told is None or self.lacking or any(candidates.odd(one) for one in told.options):
            return True
        if told.commands:
            return False
        makes = bool(_MAKES & set(path[-1].split("-"))) and any(one.value for one in told.options)
        silent = not candidates.listed(told) and any(_PLACE.search(usage) for usage in told.usages)
        return makes or silent

    def _commands(self, path: tuple[str, ...], told: Page | None) -> list[Command]:
        """The commands that are listed where one may stand; what may be an operand's value is left out."""
        rows = self._below(path)
        if not path and "help" not in rows and told is not None and not told.commands:
            return []
        return candidates.commands(rows, told)

    def _below(self, path: tuple[str, ...]) -> candidates.Rows:
        """What is listed after `path`, asked once."""
        if path not in self.listed:
            self.listed[path] = _asked(self.crawl, path, "")
        return self.listed[path]

    def _options(self, path: tuple[str, ...], told: Page | None) -> list[Option]:
        """The options that are listed; where only those are that must be given, they are marked so."""
        rows = candidates.dashed(_asked(self.crawl, path, "-"))
        found = candidates.options(rows)
        must = self._must(path, rows, told)
        new = candidates.unknown(found, told, self.crawl.shared)
        for one in new if must else new[: candidates.MAX_NEW]:
            if must or self._takes(path, one):
                one.value = Value(candidates.metavar(rows.get(one.long or "", "")))
        for one in found:
            one.required = must
        return found

    def _must(self, path: tuple[str, ...], rows: candidates.Rows, told: Page | None) -> bool:
        """Whether a list is of those options only that must be given: help knows more, which come once these stand."""
        if not rows or candidates.HELP & set(rows) or set(rows) & self.crawl.shared:
            return False
        mine = [o for o in told.options if not names_of(o) & candidates.HELP] if told is not None else []
        missing = {n for o in mine if not names_of(o) & set(rows) for n in names_of(o)}
        if not missing:
            return False
        switches = {n for o in mine if o.value is None for n in names_of(o)}
        given = [name if name in switches else f"{name}=1" for name in rows if name.startswith("--")]
        return bool(missing & set(_asked(self.crawl, (*path, *given), "-")))

    def _takes(self, path: tuple[str, ...], one: Option) -> bool:
        """Whether an option that no help tells of takes a value: then a dash after it begins no other option."""
        return not candidates.dashed(_asked(self.crawl, (*path, one.long or one.short or ""), "-"))


def open_source(crawl: Crawl, first: Page) -> Cobra | None:
    """The completion command of a program in which cobra's code was found, and cobra's completion with it.

    What it lists may be thought out by the program's own code, so without a sandbox it is not asked.
    """
    if crawl.door.kind == "none" or "cobra" not in evidence.framework(crawl.door.found).offers:
        return None
    return Cobra(crawl)


def _asked(crawl: Crawl, words: tuple[str, ...], begun: str) -> candidates.Rows:
    """The candidates after some words and their descriptions; {} for what is no answer of cobra's."""
    answer = interface(crawl, (COMPLETE, *words, begun))
    if answer is None or answer.status != 0:
        return {}
    lines = answer.out.decode("utf-8", "replace").splitlines()
    ends = [at for at, line in enumerate(lines) if line[:1] == ":" and line[1:].isdigit()]
    rows = {}
    for line in lines[: ends[-1]][:MAX_ROWS] if ends else ():
        name, about = candidates.tidy(*line.partition("\t")[::2])
        if name and not name.startswith(_ACTIVE_HELP):
            rows[name] = about
    return rows
