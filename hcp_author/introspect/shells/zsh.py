"""zsh completion functions -> pages by command path: `_arguments`, `_describe`, and the `case` that chooses between."""

from __future__ import annotations

import re

from hcp_author.introspect.shells import lexing, script
from hcp_author.introspect.shells.gathered import Gathered, Path, add_command, add_option, is_command, option, paths_of
from hcp_author.introspect.shells.zshspec import Spec, entry, spec

MAX_STEPS, MAX_DEPTH = 100_000, 30
_MANY, _NEARLY_ALL = 5, 0.8
_FLAGS = re.compile(r"-[sSCwWRn0]+")
_VARIABLE = re.compile(r"\$(?:\{(?:\([@a-zA-Z]*\))?)?([A-Za-z_]\w*)(?:\[[@*]\])?\}?")
_COMMANDS = re.compile(r"comm|cmd|verb|subc|action", re.IGNORECASE)
_CHOOSES = re.compile(r"words?\[|line\[|cmd|comm|subc|verb|action|\$\{?[12]\b|service|mode")
_DYNAMIC = re.compile(r"(_[\w-]*[_-])\$\{?[A-Za-z_]")
_WITH_WORD = frozenset(("-A", "-O", "-M"))


def read(text: str, program: str) -> Gathered:
    """What a zsh completion file says about `program`."""
    whole = script.parse(text)
    walk = _Walk(whole, program)
    # marks of the two frameworks whose zsh functions hold the whole tree
    walk.gathered.generated = "_arguments_options" in text or "_shtab_" in text
    walk.statements(whole.main, ())
    for name in _roots(whole, program):
        if not walk.seen:
            walk.call(name, ())
    walk.by_name()
    _unmarked(walk.gathered)
    return walk.gathered


def _unmarked(gathered: Gathered) -> None:
    """Take no option for repeatable where nearly all are marked so: then the mark only keeps zsh from hiding them."""
    options = [one for page in gathered.pages.values() for one in page.options]
    if len(options) >= _MANY and sum(one.repeatable for one in options) > _NEARLY_ALL * len(options):
        for one in options:
            one.repeatable = False


def _roots(whole: script.Script, program: str) -> list[str]:
    """The functions that can be the program's own, best first."""
    plain = program.replace("-", "_").replace(".", "_")
    return [n for n in (f"_{program}", f"_{plain}", f"__{program}", f"__{plain}") if n in whole.functions]


class _Walk:
    """One pass over a script, in the order in which it would run."""

    def __init__(self, whole: script.Script, program: str) -> None:
        self.whole, self.program = whole, program
        self.gathered = Gathered()
        self.arrays: dict[str, list[str]] = {}
        self.anywhere: dict[str, list[str]] = {}
        for body in whole.functions.values():
            for one in body:
                if isinstance(one, script.Assign) and one.array:
                    self.anywhere.setdefault(one.name, one.values)
        self.seen: set[tuple[str, Path]] = set()
        self.visited: set[str] = set()
        self.steps = self.depth = 0

    def statements(self, found: list[script.Statement], path: Path) -> None:
        """Take what each statement says about `path`."""
        for one in found:
            self.steps += 1
            if self.steps > MAX_STEPS:
                return
            if isinstance(one, script.Assign):
                if one.array and not any(v.startswith("${") and one.name in v for v in one.values):
                    # an array made of itself is a filtered one
                    kept = self.arrays.get(one.name, []) if one.more else []
                    kept += one.values
                    self.arrays[one.name] = kept
            elif isinstance(one, script.Case):
                self.choice(one, path)
            else:
                self.command(one.words, path)

    def call(self, name: str, path: Path) -> None:
        """Go into a function, once for each path."""
        if (name, path) in self.seen or len(path) > 6 or self.depth > MAX_DEPTH:
            return
        self.seen.add((name, path))
        self.visited.add(name)
        self.depth += 1
        self.statements(self.whole.functions[name], path)
        self.depth -= 1

    def command(self, words: list[str], path: Path) -> None:
        """Take what one call says."""
        name = lexing.plain(words[0])
        if name == "_arguments":
            self.arguments(words[1:], path)
        elif name == "_describe":
            self.describe([lexing.plain(w) for w in words[1:]], path)
        elif name in self.whole.functions:
            self.call(name, path)
        else:
            for word in words[:4]:
                if match := _DYNAMIC.match(lexing.plain(word)):
                    self.dynamic(match[1], path)

    def dynamic(self, prefix: str, path: Path) -> None:
        """A call of `_prog_$cmd`: each function of such a name is about the command that it ends in."""
        for name in self.whole.functions:
            self.steps += 1
            if self.steps > MAX_STEPS:
                return
            if name.startswith(prefix) and name not in self.visited:
                for below in paths_of(name.removeprefix(prefix), prefix, self.whole.functions):
                    self.call(name, (*path, *below))

    def by_name(self) -> None:
        """Functions that nothing was seen to call, but whose name says which command they are about."""
        for start in (f"_{self.program}-", f"_{self.program}_"):
            self.dynamic(start, ())

    def choice(self, one: script.Case, path: Path) -> None:
        """The arms of a `case`: each its own command, where the subject is the command's word."""
        chooses = _CHOOSES.search(one.subject) is not None and "CURRENT-1" not in one.subject
        for patterns, body in one.arms:
            labels = [p for p in patterns if is_command(p)]
            if not chooses or "state" in one.subject or self.program in labels:
                self.statements(body, path)
                continue
            for label in labels[:12]:
                self.statements(body, (*path, label) if len(path) < 6 else path)

    def describe(self, words: list[str], path: Path) -> None:
        """`_describe [-t tag] text array`: commands where its words say so, options where the entries are."""
        told, names, at = "", [], 0
        while at < len(words):
            if words[at] in ("-t", "-J", "-V", "-X", "-x", "-M"):
                told += " " + " ".join(words[at + 1 : at + 2])
                at += 1
            elif words[at] == "--":
                break
            elif not words[at].startswith("-"):
                names.append(words[at])
            at += 1
        told += " " + " ".join(names[:2])
        array = names[1].removeprefix("$") if len(names) > 1 else ""
        for word in self.array(array):
            name, summary = entry(lexing.plain(word))
            if name.startswith("-"):
                add_option(self.gathered.page(path), option([name], summary))
            elif _COMMANDS.search(told):
                add_command(self.gathered.page(path), name, summary)

    def array(self, name: str) -> list[str]:
        """The words of an array, as last assigned on the way here, or anywhere."""
        return self.arrays.get(name) or self.anywhere.get(name, [])

    def arguments(self, words: list[str], path: Path) -> None:
        """The specs of an `_arguments` call."""
        at = 0
        while at < len(words) and (_FLAGS.fullmatch(words[at]) or words[at] in _WITH_WORD or words[at] == ":"):
            at += 2 if words[at] in _WITH_WORD else 1
        self.specs(words[at:], path, 0)

    def specs(self, words: list[str], path: Path, depth: int) -> None:
        """Options, operands and the functions that complete them; a set's name after `-` or `+` is passed over."""
        skip = False
        if depth and all(_FLAGS.fullmatch(word) for word in words):
            return
        for word in words:
            self.steps += 1
            if self.steps > MAX_STEPS:
                return
            if skip or word in ("-", "+"):
                skip = word in ("-", "+")
                continue
            variable = _VARIABLE.fullmatch(lexing.plain(word))
            if variable is not None:
                if depth < 3:
                    self.specs(self.array(variable[1]), path, depth + 1)
                continue
            self.take([one for form in lexing.braces(word) if (one := spec(form)) is not None], path)

    def take(self, specs: list[Spec], path: Path) -> None:
        """Write the specs that one word stands for: the names of one option, or an operand."""
        if not specs:
            return
        page = self.gathered.page(path)
        first = specs[0]
        if first.names:
            names = [n for s in specs for n in s.names]
            takes = next((s.value for s in specs if s.value is not None), None)
            add_option(page, option(names, first.summary, takes, first.repeatable))
        elif first.operand is not None and self.gathered.generated:
            page.arguments.append(first.operand)
        action = first.action.split(" ")[0]
        if not first.names and action in self.whole.functions:
            self.call(action, path)
