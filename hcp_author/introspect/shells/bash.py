"""bash completion functions -> pages by command path; three styles are told apart by their shape."""

from __future__ import annotations

import re
from collections import ChainMap
from collections.abc import Iterator

from hcp_author.introspect.shells import bashwords, lexing, script
from hcp_author.introspect.shells.bashflags import read as read_flags
from hcp_author.introspect.shells.gathered import (
    MAX_TEXT,
    Gathered,
    Path,
    add_command,
    add_option,
    is_command,
    is_option,
    opened,
    option,
    paths_of,
    value,
)
from hcp_author.introspect.tree import Value

MAX_STEPS, MAX_DEPTH = 200_000, 30
MAX_WORDS, MAX_LIST = 1000, 100_000
_VARIABLE = re.compile(r"\$(?=\{?!?([A-Za-z_]\w*))(?:\{[^{}]{0,200}\}|\{?\w+)")
# `prev` held against a list of options, in a variable of its own or in one entry of a table
_LISTED = re.compile(r"prev\w{0,20}\}?\"?[ ]{0,3}(?:==?[ ]{0,3}\"?@\()?\"?\$\{?(\w{1,60})(?:\[(\w{1,60})\])?")
_TAKES = re.compile(r"arg|param|value|takes", re.IGNORECASE)
_COMPGEN = re.compile(r"compgen\s(?:[^|;]{0,200}?\s)?-W\s{0,20}")
_COMMANDS = re.compile(r"(?i:comm|cmds?$|verbs?$|subc|actions?$)|^opts$")
_CHOOSES = re.compile(r"cmd|comm|subc|verb|action|COMP_WORDS\[1\]|words\[1\]|\$\{?first")
_PREVIOUS = re.compile(r"prev|COMP_CWORD *- *1|\$\{?3\b|lastarg")
_CURRENT = re.compile(r"\bcur\b|\$\{?2\b|COMP_CWORD\]")
_PLACEHOLDER = frozenset("<>[]…")


def read(text: str, program: str) -> Gathered:
    """What a bash completion file says about `program`."""
    whole = script.parse(text)
    if "two_word_flags" in text and "last_command=" in text:
        return read_flags(whole, program)
    labels = _labels(whole, program)
    if labels is not None:
        return _by_label(labels, program)
    walk = _Walk(whole, program)
    walk.want = {(m[1], m[2] or "") for m in _LISTED.finditer(text) if _TAKES.search(m[2] or m[1])}
    walk.run()
    return walk.gathered


def _labels(whole: script.Script, program: str) -> dict[str, list[script.Statement]] | None:
    """The arms of the `case` whose labels are paths (`prog__sub`), each with its `opts`; None where there is none."""
    root = program.replace("-", "__")
    for body in whole.functions.values():
        for one in body:
            if not isinstance(one, script.Case) or len(one.arms) > 20_000:
                continue
            arms = {patterns[0]: inside for patterns, inside in one.arms if patterns}
            own = next((r for r in (root, program) if r in arms), None)
            if own is not None and _assigned(arms[own], "opts") is not None:
                return {("" if own == name else name.removeprefix(own)): inside for name, inside in arms.items()}
    return None


def _assigned(body: list[script.Statement], name: str) -> list[str] | None:
    """The words that a body assigns to a variable first."""
    for one in body:
        if isinstance(one, script.Assign) and one.name == name and not one.more:
            return " ".join(one.values).split()
    return None


def _by_label(labels: dict[str, list[script.Statement]], program: str) -> Gathered:
    """Walk down from the root's arm: a word of `opts` that has an arm of its own below is a command."""
    gathered = Gathered(generated=True)
    pending: list[tuple[Path, str]] = [((), "")]
    while pending:
        path, label = pending.pop(0)
        words = _assigned(labels[label], "opts") or []
        page = gathered.page(path)
        takes = _after(labels[label])
        for name in words:
            if name.startswith("-"):
                add_option(page, option([name], "", takes.get(name)))
                continue
            joint = name.replace("-", "__")
            below = next((b for b in (f"{label}__subcmd__{joint}", f"{label}__{joint}") if b in labels), None)
            if below is not None and is_command(name) and len(path) < 6 and name != "help":
                add_command(page, name)
                pending.append(((*path, name), below))
    return gathered


def _after(body: list[script.Statement]) -> dict[str, Value]:
    """The options that a `case` over the word before has an arm for: each takes a value."""
    found: dict[str, Value] = {}
    for one in body:
        if isinstance(one, script.Case) and _PREVIOUS.search(one.subject):
            for patterns, inside in one.arms:
                words = [w for text in _compgen(inside) for w in text.split() if "$" not in text and "`" not in text]
                found.update({name: value("", listed=words) for name in patterns if is_option(name)})
    return found


def _compgen(body: list[script.Statement]) -> Iterator[str]:
    """The word lists (`compgen -W "…"`) of a body, as written."""
    for one in body:
        texts = one.values if isinstance(one, script.Assign) else one.words if isinstance(one, script.Call) else []
        if isinstance(one, script.Call) and one.words[:1] == ["compgen"] and "-W" in one.words[:-1]:
            yield lexing.plain(one.words[one.words.index("-W") + 1])
            continue
        for text in texts:
            match = _COMPGEN.search(lexing.plain(text)) if len(text) < MAX_LIST else None
            if match is not None:
                yield lexing.plain(lexing.word(lexing.plain(text), match.end())[0])


class _Walk:
    """A completion written by hand: words offered at a place, under the `case` arms that lead there."""

    def __init__(self, whole: script.Script, program: str) -> None:
        self.whole, self.program = whole, program
        self.gathered = Gathered()
        self.echoes = bashwords.echoes(whole)
        self.variables: dict[str, str] = {}
        # what a variable holds where a `case` has chosen a command, while the words are offered after it
        self.scoped: dict[str, dict[Path, str]] = {}
        self.takes: dict[Path, dict[str, Value]] = {}
        self.seen: set[tuple[str, Path, bool]] = set()
        self.offered: set[tuple[str, Path]] = set()
        self.want: set[tuple[str, str]] = set()
        self.arms: dict[tuple[str, Path], str] | None = None
        self.steps = self.depth = self.unknown = 0

    def run(self) -> None:
        """From the program's own function, and then through those that are named after a command."""
        for one in self.whole.main:
            self.assign(one, ())
        for name in self.roots():
            if name in self.whole.functions and not self.seen:
                self.call(name, ())
        prefixes = (f"_{self.program}_", f"_{self.program.replace('-', '_')}_", f"_{self.program}-")
        visited = {name for name, _, _ in self.seen}
        for name in self.whole.functions:
            prefix = next((p for p in prefixes if name.startswith(p)), None)
            if prefix is not None and name not in visited:
                for path in paths_of(name.removeprefix(prefix), prefix, self.whole.functions):
                    self.call(name, path)
        for path, page in self.gathered.pages.items():
            takes = {n: v for at in range(len(path) + 1) for n, v in self.takes.get(path[:at], {}).items()}
            for known in page.options:
                known.value = known.value or next((takes[n] for n in (known.long, known.short) if n in takes), None)

    def roots(self) -> list[str]:
        """The functions that `complete -F … PROGRAM` names, then those of the program's name."""
        named = []
        for one in self.whole.main:
            if isinstance(one, script.Call) and one.words[0] == "complete" and self.program in one.words:
                named += [b for a, b in zip(one.words, one.words[1:], strict=False) if a == "-F"]
        plain = self.program.replace("-", "_")
        return [*named, f"_{self.program}", f"_{plain}", f"__{self.program}", f"_{plain}_completion"]

    def call(self, name: str, path: Path) -> None:
        """Go into a function, once for each path."""
        key = (name, path, self.unknown > 0)
        if key not in self.seen and len(path) < 4 and self.depth < MAX_DEPTH:
            self.seen.add(key)
            self.depth += 1
            self.body(self.whole.functions[name], path)
            self.depth -= 1

    def body(self, found: list[script.Statement], path: Path, offers: bool = True) -> None:
        """Take what each statement offers at `path`."""
        for one in found:
            self.steps += 1
            if self.steps > MAX_STEPS:
                return
            self.assign(one, path)
            for text in _compgen([one]) if offers else ():
                self.offer(text, path)
            if isinstance(one, script.Case):
                self.choice(one, path)
            elif isinstance(one, script.Call) and one.words[0] in self.whole.functions:
                self.call(one.words[0], path)

    def assign(self, one: script.Statement, path: Path) -> None:
        """Keep what a variable holds, with the variables in it opened once."""
        if not isinstance(one, script.Assign):
            return
        written = " ".join(lexing.plain(w) for w in one.values)
        text = bashwords.own(written, self.echoes)
        for key in ("", *one.keys):
            if (one.name, key) in self.want:
                listed = opened(one.keys.get(key, text), _VARIABLE, self.variables)
                names = [n for n in listed.replace("|", " ").split() if is_option(n)]
                self.takes.setdefault((), {}).update({n: value() for n in names})
        if text != written and not text.strip():
            return
        scope = self.scoped.setdefault(one.name, {})
        own = scope.get(path) if path else self.variables.get(one.name)
        before = (own or "") + " " if one.more else ""
        known = ChainMap({one.name: own or ""}, self.variables)
        self.steps += len(text) // 200
        held = (before + opened(text, _VARIABLE, known))[:MAX_TEXT]
        if self.arms is not None:
            # another arm of the same `case` may have chosen other words: all of them are offered after it
            held = self.arms[one.name, path] = f"{self.arms.get((one.name, path), '')} {held}"[:MAX_TEXT]
        if path:
            scope[path] = held
        else:
            self.variables[one.name] = held

    def choice(self, one: script.Case, path: Path) -> None:
        """The arms of a `case`: by the command, by the word before, or by the word being typed."""
        if _PREVIOUS.search(one.subject):
            self.takes.setdefault(path, {}).update(_after([one]))
            return
        outer, self.arms = self.arms, {}
        self.arm_by_arm(one, path)
        self.arms = outer

    def arm_by_arm(self, one: script.Case, path: Path) -> None:
        """Each arm at the path of its command, or where the `case` stands."""
        for patterns, inside in one.arms:
            if _CURRENT.search(one.subject) or not _CHOOSES.search(one.subject):
                self.body(inside, path, any(p.startswith(("-", "*")) for p in patterns))
                continue
            labels = [p for p in patterns if is_command(p)][:12]
            for label in labels:
                self.body(inside, (*path, label) if len(path) < 4 else path)
            if not labels:
                # no command, or one that is not known: the words offered there may be commands, and `-*` options
                unknown = not any(p.startswith("-") for p in patterns)
                self.unknown += unknown
                self.body(inside, path)
                self.unknown -= unknown

    def offer(self, text: str, path: Path) -> None:
        """Words offered at `path`, and by the variables in them at the commands below it."""
        named = _VARIABLE.findall(text[:MAX_TEXT])
        held = {n: self.scoped.get(n, {}).get(path, self.variables.get(n, "")) for n in named}
        self.words(opened(bashwords.own(text, self.echoes), _VARIABLE, held), path, named)
        for name in dict.fromkeys(named):
            scopes = self.scoped.get(name, {})
            self.steps += len(scopes)
            for below, told in list(scopes.items()):
                if len(below) > len(path) and below[: len(path)] == path and (name, below) not in self.offered:
                    self.offered.add((name, below))
                    self.words(told, below, [])

    def words(self, text: str, path: Path, named: list[str]) -> None:
        """Words offered: those with a dash are options; plain ones are commands where their variable says so."""
        words = text.split()[:MAX_WORDS]
        self.steps += len(words)
        lists = not path and any(_COMMANDS.search(n) for n in named)
        # one option offered alone is forced by what was typed before it, and tells nothing of the program itself
        forced = self.unknown > 0 or (not path and not named and len(words) == 1)
        for word in words:
            name = word.rstrip("=")
            if is_option(name) and not forced:
                add_option(self.gathered.page(path), option([name], "", value() if word.endswith("=") else None))
            elif lists and not is_option(name) and not set(word) & _PLACEHOLDER:
                add_command(self.gathered.page(path), word)
