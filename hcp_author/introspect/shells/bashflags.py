"""bash completions in which each command's function fills lists of flags: `flags+=("--x=")`, `two_word_flags+=…`."""

from __future__ import annotations

from hcp_author.introspect.shells import script
from hcp_author.introspect.shells.gathered import Gathered, Path, add_command, is_command, is_option, option, value
from hcp_author.introspect.tree import Option

_ROOT = "_root_command"


def read(whole: script.Script, program: str) -> Gathered:
    """Walk from the root's function: `commands+=("sub")` leads to the function `_prog_sub`."""
    gathered = Gathered(generated=True)
    start = next((name for name in whole.functions if name.endswith(_ROOT)), None)
    if start is None:
        return gathered
    pending: list[tuple[Path, str]] = [((), start.removesuffix(_ROOT))]
    while pending:
        path, prefix = pending.pop(0)
        body = whole.functions.get(prefix if path else start)
        if body is None or len(path) > 6:
            continue
        page = gathered.page(path)
        page.options = _options(body)
        for name in _added(body, "commands"):
            if is_command(name):
                add_command(page, name)
                pending.append(((*path, name), f"{prefix}_{name.replace(':', '__')}"))
    return gathered


def _added(body: list[script.Statement], name: str) -> list[str]:
    """The words added to a list."""
    return [w for one in body if isinstance(one, script.Assign) and one.name == name and one.more for w in one.values]


def _options(body: list[script.Statement]) -> list[Option]:
    """The options in order: a letter belongs to the long name that was added just before it."""
    found: list[Option] = []
    required = {name.rstrip("=") for name in _added(body, "must_have_one_flag")}
    for one in body:
        if not isinstance(one, script.Assign) or not one.more or one.name not in ("flags", "two_word_flags"):
            continue
        for word in one.values:
            name = word.rstrip("=")
            takes = value() if word.endswith("=") or one.name == "two_word_flags" else None
            last = found[-1] if found else None
            if not is_option(name) or (last is not None and name in (last.long, last.short)):
                continue
            if last is not None and len(name) == 2 and last.short is None and bool(last.value) == bool(takes):
                last.short = name
            elif (new := option([name], "", takes)) is not None:
                found.append(new)
    for known in found:
        known.required = bool({known.long, known.short} & required)
    return found
