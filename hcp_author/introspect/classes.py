"""Which class an option belongs to, by its name, so that people can take in many at a glance."""

from __future__ import annotations

from hcp_author.introspect.text import word_set
from hcp_author.introspect.tree import Option

# in the order in which they are shown; `other` is what no word tells
CLASSES = ("required", "selection", "output", "safety", "connection", "other", "global")
_WORDS = {
    "safety": word_set("""
        force dry run yes confirm interactive no-clobber clobber backup overwrite delete prune purge recursive ask
        assume simulate check verify unsafe allow ignore keep
    """),
    "output": word_set("""
        output format json yaml xml csv tsv table template color colors colour colorize style pretty porcelain quiet
        silent verbose debug trace progress pager paginate width columns header headers oneline short long raw print0
        null human readable stat summary graph line lines number names only log theme ascii unicode render print show
        display
    """),
    "selection": word_set("""
        filter filters limit max min count since until after before from to author assignee label labels state status
        search query grep match pattern include exclude all depth level sort order reverse page offset skip type kind
        tag tags select where name group id first last tail range date days regex
    """),
    "connection": word_set("""
        host hostname port server url endpoint token password username auth login profile region proxy timeout retry
        retries insecure tls ssl cert cacert ca key-file config context socket remote repo repository account project
        home root user key ftp http https ssh dns ipv4 ipv6 netrc cookie
    """),
}
_HELP = frozenset(("--help", "-h", "--version", "-V", "-?", "--usage"))


def class_of(option: Option, shared: frozenset[str] = frozenset()) -> str:
    """The class of an option; `shared` are the names of those that every command takes."""
    names = [n for n in (option.long, option.short, *option.other_names) if n]
    if option.required:
        return "required"
    if any(name in _HELP or name in shared for name in names):
        return "global"
    spoken = (option.long or "").lstrip("-").replace("[no-]", "").lower()
    words = spoken.replace("_", "-").split("-")
    words = words[1:] if words[0] == "no" and len(words) > 1 else words
    telling = (kind for word in (spoken, words[0], words[-1]) for kind, known in _WORDS.items() if word in known)
    return next(telling, "other")


def counted(options: list[Option], shared: frozenset[str] = frozenset()) -> list[tuple[str, int]]:
    """How many options there are of each class, in the order of CLASSES, without the empty ones."""
    found = [class_of(option, shared) for option in options]
    return [(kind, found.count(kind)) for kind in CLASSES if kind in found]
