"""What the one who lints has set: pyproject.toml or hcp-author.toml of the catalog, never a file of a pack."""

from __future__ import annotations

import importlib
import os
import re
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from hcp_author.errors import UserError
from hcp_author.lint import lookup
from hcp_author.lint.contract import Finding
from hcp_author.lint.laws import RULES
from hcp_author.pack import names
from hcp_author.pack.text import as_word, visible

SUPPRESSIONS = lookup.DECISIONS
SIZE_LIMIT = 1024 * 1024  # bytes
# key -> what its value is, for a message
KEYS = {
    "select": "a list of rules and laws",
    "ignore": "a list of rules and laws",
    "strict": "true or false",
    "suppressions": "a path",
    "baseline": "a path",
    "exclude": "a list of paths, with `*`",
}
LAWS = (*(f"L{number}" for number in range(1, 13)), "S", "N", "F", "T")
_PLACED = re.compile(r"\(at line (\d+)")


@dataclass(frozen=True)
class Settings:
    """What was set, with paths as the caller's folder names them.

    `select` and `ignore` are rule ids and laws (`L6-open-write`, `L6`, `S`). `exclude` are globs of pack folders,
    relative to `folder`, the one that the file stands in. `file` is None where nothing was found.
    """

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    strict: bool = False
    suppressions: Path | None = None
    baseline: Path | None = None
    exclude: tuple[str, ...] = ()
    folder: Path = Path()
    file: Path | None = None

    def excludes(self, root: Path) -> bool:
        """Whether the pack in `root` is left out."""
        return any(matches(pattern, relative(root, self.folder)) for pattern in self.exclude)

    def wants(self, finding: Finding) -> bool:
        """Whether a finding is of a rule that was selected, and not ignored."""
        return counts(self, finding.rule, finding.law)


def counts(chosen: Settings, rule: str, law: str) -> bool:
    """Whether a rule counts: selected by its id or law, where anything is, and ignored by neither."""
    own = {rule, law}
    return (not chosen.select or not own.isdisjoint(chosen.select)) and own.isdisjoint(chosen.ignore)


def load(config: Path | None = None, isolated: bool = False, here: Path | None = None) -> Settings:
    """The settings in `config`, or the nearest from the folder `here` upwards; defaults where there is none.

    `isolated` looks for none. Raises UserError (2) with file, key and reason where they cannot be taken as they are.
    """
    if config is not None and isolated:
        raise UserError("--isolated takes no settings, and --config names some", "leave one of the two out")
    found = config or (None if isolated else find(here or Path.cwd()))
    return read(found) if found else Settings()


def find(here: Path) -> Path | None:
    """The nearest file with settings, from `here` upwards; none that lies in a pack, or below one."""
    start = os.path.abspath(here)
    while True:
        near = [Path(file) for file in lookup.find(start)]
        found = [file for file in near if table(file) is not None]
        if len(found) > 1:
            message = f"`{shown(found[0])}` and `{shown(found[1])}` both hold settings for hcp-author"
            raise UserError(message, f"keep one of them, or name it: --config {shown(found[0])}")
        if found or not near or near[0].parent == near[0].parent.parent:
            return Path(os.path.relpath(found[0])) if found else None
        start = str(near[0].parent.parent)  # a pyproject.toml that only mentions us


def refuse_inside_pack(file: Path, what: str) -> None:
    """Raise UserError where a file that would decide what is reported lies in a pack, or is a link into one."""
    for folder in (*Path(os.path.abspath(file)).parents, *Path(os.path.realpath(file)).parents):
        if lookup.is_pack(str(folder)):
            message = f"`{shown(file)}` lies in the pack `{shown(folder)}`, and no pack decides what it is judged by"
            raise UserError(message, f"keep the {what} outside, beside the pack: {shown(folder.parent / file.name)}")


def read(file: Path) -> Settings:
    """The settings of one file; UserError where it cannot be read, or says what nothing knows."""
    refuse_inside_pack(file, "settings")
    if file.name == SUPPRESSIONS:
        return Settings(suppressions=file, folder=file.parent)
    found = table(file)
    if found is None:
        raise UserError(f"`{shown(file)}` has no table [tool.hcp-author]", f"add it, or name an {lookup.OWN_FILE}")
    for name, value in found.items():
        if name not in KEYS:
            fix = names.did_you_mean(name, KEYS) or f"the keys are {', '.join(KEYS)}"
            raise wrong(file, name, "there is no such key", fix)
        if not fits(name, value):
            raise wrong(file, name, f"it must be {KEYS[name]}", example(name))
    for name in ("select", "ignore"):
        check_selectors(found.get(name, ()), lambda why, fix, name=name: wrong(file, name, why, fix))
    folder = file.parent
    suppressions, baseline = (path_of(folder, found.get(name)) for name in ("suppressions", "baseline"))
    beside = folder / SUPPRESSIONS
    return Settings(
        select=tuple(found.get("select", ())),
        ignore=tuple(found.get("ignore", ())),
        strict=found.get("strict", False),
        suppressions=suppressions or (beside if beside.is_file() else None),
        baseline=baseline,
        exclude=tuple(found.get("exclude", ())),
        folder=folder,
        file=file,
    )


def with_options(
    settings: Settings,
    select: Iterable[str] = (),
    ignore: Iterable[str] = (),
    strict: bool = False,
    suppressions: Path | None = None,
    baseline: Path | None = None,
) -> Settings:
    """The settings with what the command line says instead; each option takes the place of the key of its name."""
    given = {"select": list(select), "ignore": list(ignore)}
    chosen = {name: words(value) for name, value in given.items()}
    for name, value in chosen.items():
        if given[name] and not value:
            raise UserError(f"--{name} names no rule and no law", f"--{name} L6,S, or leave it out")
        check_selectors(value, lambda why, fix, name=name: UserError(f"--{name}: {why}", fix))
    for what, path in (("suppressions", suppressions), ("baseline", baseline)):
        if path is not None:
            refuse_inside_pack(path, what)
    return replace(
        settings,
        select=chosen["select"] or settings.select,
        ignore=chosen["ignore"] or settings.ignore,
        strict=strict or settings.strict,
        suppressions=suppressions or settings.suppressions,
        baseline=baseline or settings.baseline,
    )


def words(given: Iterable[str]) -> tuple[str, ...]:
    """`["L6,S", "T"]` gives L6, S and T."""
    return tuple(word.strip() for one in given for word in one.split(",") if word.strip())


def check_selectors(given: Iterable[str], error: Any) -> None:
    """Raise what `error(why, fix)` makes where one of them is neither a rule nor a law."""
    ids = {rule.id for rule in RULES}
    for word in given:
        if word not in ids and word not in LAWS:
            fix = names.did_you_mean(word, [*ids, *LAWS]) or f"the laws are {', '.join(LAWS)}"
            raise error(f"there is no rule and no law `{visible(word, 60)}`", fix)


def table(file: Path) -> Mapping[str, Any] | None:
    """The settings' table of a TOML file: the whole of hcp-author.toml, `tool.hcp-author` of any other."""
    document = toml(file)
    if file.name != lookup.SHARED_FILE:
        return document
    tool = document.get("tool")
    found = tool.get("hcp-author") if isinstance(tool, dict) else None
    if found is not None and not isinstance(found, dict):
        raise wrong(file, "tool.hcp-author", "it must be a table", "[tool.hcp-author]")
    return found


def toml(file: Path) -> dict[str, Any]:
    """A TOML file's value; UserError (2) with the line where it is none."""
    # the same parser; before Python 3.11 it comes as a package of its own
    tomllib = importlib.import_module("tomllib" if sys.version_info >= (3, 11) else "tomli")
    try:
        if not file.is_file():
            raise UserError(f"there is no file `{shown(file)}`", "name one that is there, or leave it out")
        with file.open("rb") as stream:
            data = stream.read(SIZE_LIMIT + 1)
        if len(data) > SIZE_LIMIT:
            raise UserError(f"`{shown(file)}` is larger than {SIZE_LIMIT} bytes", "make it smaller")
        return dict(tomllib.loads(data.decode("utf-8").replace("\r\n", "\n")))
    except OSError as error:
        why = error.strerror or "it cannot be read"
        raise UserError(f"`{shown(file)}`: {why}", "make it readable, or leave it out") from None
    except (ValueError, RecursionError) as error:
        placed = _PLACED.search(str(error))
        line = placed[1] if placed else data.count(b"\n") + (not data.endswith(b"\n"))
        where = f":{line}" if isinstance(error, tomllib.TOMLDecodeError) else ""
        raise UserError(f"{shown(file)}{where}: no TOML: {visible(str(error), 200)}", "mend it there") from None


def fits(name: str, value: Any) -> bool:
    """Whether a value is of the key's kind."""
    if name == "strict":
        return isinstance(value, bool)
    if name in ("suppressions", "baseline"):
        return isinstance(value, str) and bool(value)
    return isinstance(value, list) and all(isinstance(one, str) and one for one in value)


def example(name: str) -> str:
    """What to write for a key."""
    return {
        "strict": "strict = true",
        "suppressions": f'suppressions = "{SUPPRESSIONS}"',
        "baseline": 'baseline = "hcp-author-baseline.json"',
        "exclude": 'exclude = ["old/**"]',
    }.get(name, f'{name} = ["L6", "S-poll-ref"]')


def wrong(file: Path, name: str, why: str, fix: str) -> UserError:
    """The error for one key of one file."""
    return UserError(f"{shown(file)}: `{visible(name, 60)}`: {why}", fix)


def path_of(folder: Path, given: Any) -> Path | None:
    """A path that is relative to the file that names it."""
    if given is None:
        return None
    refuse_inside_pack(folder / given, "file")
    return folder / str(given)


def relative(path: Path, folder: Path) -> str:
    """A path as the folder would name it, with `/`."""
    return os.path.relpath(path, folder).replace(os.sep, "/")


def matches(pattern: str, path: str) -> bool:
    """Whether a path matches a glob: `*` and `?` stop at `/`, `**` does not; a folder stands for all in it."""
    parts = re.split(r"(\*\*/?|\*|\?)", pattern.rstrip("/").removeprefix("./"))
    made = {"**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]"}
    expression = "".join(made.get(part, re.escape(part)) for part in parts)
    return re.fullmatch(f"{expression}(?:/.*)?", path, re.DOTALL) is not None


def shown(path: Path) -> str:
    """A path for a message."""
    return visible(as_word(path)) if str(path).startswith("-") else visible(str(path))
