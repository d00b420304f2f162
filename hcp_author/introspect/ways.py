"""The forms in which a program can be asked for help about one of its commands, and whether an answer is one."""

from __future__ import annotations

import re
from dataclasses import dataclass

from hcp_author.introspect import dialects
from hcp_author.introspect.page import Page
from hcp_author.introspect.probe import Answer
from hcp_author.introspect.reading.usage import abbreviates
from hcp_author.introspect.text import Text, read

LONG, SHORT, HELP, AFTER = "--help", "-h", "help", "… help"

_WHOLE_PATH = re.compile(r"(\s*(?:usage:|or:)?\s*)/\S*/([^/\s]+)(?=\s|$)", re.IGNORECASE)
_AFTER = re.compile(r"\b(?:COMMAND|SUBCOMMAND|CMD) ?\| ?help\b")


@dataclass
class Reply:
    """An answer as text and as a page; `form` is the form that was asked."""

    form: str
    answer: Answer
    text: Text
    page: Page

    def shape(self) -> tuple[str, ...]:
        """The words of the text, for telling whether two pages are the same."""
        return tuple(" ".join(self.text.lines).split())


def arguments(form: str, path: tuple[str, ...]) -> tuple[str, ...]:
    """The argument list that asks for help about `path` in a form: the only ones that are ever run.

    AFTER (`SUB help`) only where a usage line names `help` beside COMMAND.
    """
    if form == AFTER:
        return (*path, HELP)
    return (HELP, *path) if form == HELP else (*path, form)


def reply(form: str, answer: Answer, program: str, path: tuple[str, ...]) -> Reply:
    """Read both outputs of an answer; the one that says more is its page."""
    texts = [read(raw) for raw in (answer.out, answer.err) if raw.strip()]
    for text in texts:
        text.lines[:] = [_by_name(line, program) for line in text.lines]
    replies = [Reply(form, answer, text, dialects.read(text.lines, program, path)) for text in texts]
    if not replies or answer.flooded or answer.grew:
        return Reply(form, answer, Text([]), Page())
    return max(replies, key=lambda r: (r.page.says_something(), len(r.page.options) + 2 * len(r.page.commands)))


def _by_name(line: str, program: str) -> str:
    """A usage line that begins with the program's whole path, with its name in that place."""
    found = _WHOLE_PATH.match(line)
    return found[1] + line[found.start(2) :] if found and found[2] == program else line


def offered(page: Reply) -> list[str]:
    """The forms worth trying for the commands of a page, in the order that is safe."""
    forms = [LONG]
    spoken = "\n".join(page.text.lines)
    names = {n for o in page.page.options for n in (o.long, o.short, *o.other_names) if n}
    if SHORT in names and _is_help(page, SHORT):
        forms.append(SHORT)
    commands = {c.name for c in page.page.commands} | page.page.topics
    if HELP in commands or f"{page_name(page)} help" in spoken or "help <" in spoken or "help [" in spoken:
        forms.append(HELP)
    if any(_AFTER.search(usage) for usage in page.page.usages):
        forms.append(AFTER)
    return forms


def names(spoken: str, program: str, form: str) -> bool:
    """Whether a text names a form of asking for help as a word of its own."""
    if form == HELP:
        return f"{program} help" in spoken
    for mark in "'`|[]\",":
        spoken = spoken.replace(mark, " ")
    return form in spoken.split()


def page_name(page: Reply) -> str:
    """The program's name as its usage lines have it."""
    return page.page.usages[0].split(" ")[0] if page.page.usages and page.page.usages[0] else "\0"


def _is_help(page: Reply, name: str) -> bool:
    """Whether the option of that name is the one that asks for help."""
    for option in page.page.options:
        if name in (option.long, option.short, *option.other_names):
            return (
                option.long == LONG or (option.value is None and "help" in option.summary.lower()) or not option.summary
            )
    return False


def about(reply: Reply, path: tuple[str, ...], others: list[Reply]) -> bool:
    """Whether a reply is a page about `path`: it says something, and not what the pages above it (`others`) say."""
    page = reply.page
    if reply.answer.ended() or not page.says_something():
        return False
    if any(_same(reply, other) or _shortened(reply, other, path) for other in others):
        return False
    if _lists_siblings(page, path, others):
        return False
    if page.manual:
        return _titled(reply, path)
    if reply.answer.status == 0:
        return True
    words = {word for usage in page.usages for word in usage.split()}
    return any(path[-1] in usage for usage in page.usages) or any(abbreviates(word, path[-1]) for word in words)


def gave_help(reply: Reply) -> bool:
    """Whether a reply to `--help` is help of some kind: a program that answers so after a command did nothing else."""
    return reply.form == LONG and reply.answer.status == 0 and not reply.answer.ended() and reply.page.says_something()


def _titled(reply: Reply, path: tuple[str, ...]) -> bool:
    """Whether a manual page is the one of `path`, by its NAME or its first line: PROG-SUB(1) for `prog sub`."""
    if any(name.strip().endswith((" ".join(path), "-".join(path))) for name in reply.page.title.split(",")):
        return True
    first = next((line for line in reply.text.lines if line), "").split("(")[0].strip().lower()
    return first.endswith("-".join(path).lower())


def _lists_siblings(page: Page, path: tuple[str, ...], others: list[Reply]) -> bool:
    """Whether a page lists the commands beside `path` as its own: then it is the page above it."""
    beside = {c.name for c in others[-1].page.commands} - {path[-1]} if others else set()
    return len(beside) > 1 and len(beside & {c.name for c in page.commands}) > len(beside) / 2


def same_of_siblings(one: Reply, path: tuple[str, ...], other: Reply, beside: tuple[str, ...]) -> bool:
    """Whether two commands beside each other got one and the same list of commands, which is of neither of them."""
    if not one.page.commands:
        return False
    return one.shape() == other.shape() and not _tells_of(one.page, path) and not _tells_of(other.page, beside)


def _tells_of(page: Page, path: tuple[str, ...]) -> bool:
    """Whether some usage line of a page has a command's own word, or that word cut short."""
    words = {word.strip("[](){}<>,") for usage in page.usages for word in usage.replace("|", " ").split()}
    return path[-1] in words or any(abbreviates(word, path[-1]) for word in words)


def _shortened(reply: Reply, other: Reply, path: tuple[str, ...]) -> bool:
    """Whether a page is another one made shorter: the same usage, which names no `path`, and nothing new listed."""
    mine, theirs = reply.page, other.page
    if not mine.usages or not mine.commands or not set(mine.usages) <= set(theirs.usages) or _tells_of(mine, path):
        return False
    options = {o.long or o.short for o in (*theirs.options, *theirs.inherited)}
    if not {o.long or o.short for o in mine.options} <= options:
        return False
    return {c.name for c in mine.commands} <= {c.name for c in theirs.commands}


def _same(one: Reply, other: Reply) -> bool:
    """Whether two pages are one: the same words, or the same commands and options under another greeting."""
    if one.shape() == other.shape():
        return True
    mine = {c.name for c in one.page.commands}
    theirs = {c.name for c in other.page.commands}
    if len(mine) > 1 and mine == theirs:
        return True
    options = {o.long or o.short for o in one.page.options}
    return (
        not mine
        and not theirs
        and bool(options)
        and one.page.usages == other.page.usages
        and options == {o.long or o.short for o in other.page.options}
    )
