"""One option that a verb passes, held against what the program says of it now."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping
from typing import Any

from hcp_author.drift.needs import Line, Need, find, names
from hcp_author.drift.raw import Raw, listed, quoted
from hcp_author.introspect.tree import Option

ALWAYS = frozenset(("--help", "--version"))  # what every program takes, whether its help lists it or not


def check(need: Need, then: Line | None, now: Line, schema: Mapping[str, Any]) -> Iterator[Raw]:
    """What is different about one option; `then` is None where nothing tells what it was like.

    `schema` is the argument that it passes. What was not known then is not missed now.
    """
    option, before = find(need.name, now), find(need.name, then) if then else None
    if option is None and need.name in ALWAYS:
        return
    if option is None:
        if then is None or before is not None:
            yield _gone(need, now)
        return
    found = _value_gone(need, option, before) if need.given else _value_new(need, option, before)
    yield from [found] if found else _choices(need, option, schema)
    yield from _renamed(need, option, before)
    if option.deprecated:
        yield Raw("changed", "option-deprecated", f"{quoted(need.name)} is deprecated", "", need.element.pointer)


def _gone(need: Need, now: Line) -> Raw:
    known = [name for option in now[-1].options for name in names(option) if name.startswith("--")]
    own = need.name.lstrip("-")
    longer = [name for name in known if own in name.lstrip("-").split("-")] if len(own) > 2 else []
    near = [*longer, *difflib.get_close_matches(need.name, known, 1, 0.75)]
    instead = f'write "{near[0]}" in place of "{need.name}"' if near else "take the element out, and its argument"
    return Raw("broken", "option-gone", f"{quoted(need.name)} is gone", instead, need.element.pointer)


def _value_gone(need: Need, option: Option, before: Option | None) -> Raw | None:
    """A value is given to an option that takes none any more, or that takes one only behind a `=`."""
    at = need.element.pointer
    if option.value is None:
        if before is not None and before.value is None:
            return None
        fix = f'{{"flag": "{need.name}", "arg": "{need.arg}"}}, with a boolean' if need.arg else f'"{need.name}"'
        return Raw("broken", "takes-no-value", f"{quoted(need.name)} takes no value any more", f"write {fix}", at)
    was = before is None or before.value is None or before.value.optional
    if option.value.optional and not need.joined and not was:
        message = f"the value of {quoted(need.name)} may be left out now, so it must be joined to the option"
        return Raw("broken", "value-optional", message, 'add "join": "=" to the element', at)
    return None


def _value_new(need: Need, option: Option, before: Option | None) -> Raw | None:
    """A switch that wants a value now."""
    if option.value is None or option.value.optional:
        return None
    if before is not None and before.value is not None and not before.value.optional:
        return None
    arg = need.arg or need.name.lstrip("-").replace("-", "_")
    fix = f'write {{"option": "{need.name}", "arg": "{arg}"}}, with a string'
    return Raw("broken", "takes-value", f"{quoted(need.name)} wants a value now", fix, need.element.pointer)


def _choices(need: Need, option: Option, schema: Mapping[str, Any]) -> Iterator[Raw]:
    """Values that the verb passes or promises and that are none any more, and new ones that it does not offer."""
    choices = option.value.choices if option.value else None
    if not need.given or not choices:
        return
    items = schema.get("items")
    enum = schema.get("enum") or (items.get("enum") if isinstance(items, Mapping) else None)
    promised = [need.value] if need.value else [one for one in enum or [] if isinstance(one, str)]
    gone = [one for one in promised if one not in choices]
    if gone:
        message = f"{quoted(need.name)} takes {listed(gone)} no more, but {listed(choices)}"
        yield Raw("broken", "choice-gone", message, f"take {listed(gone)} out", need.element.pointer)
    more = [one for one in choices if one not in promised] if enum else []
    if more:
        message = f"{quoted(need.name)} takes {listed(more)} as well, which the verb does not offer"
        yield Raw("changed", "choices", message, f'add it to the "enum" of `{need.arg}`', need.element.pointer)


def _renamed(need: Need, option: Option, before: Option | None) -> Iterator[Raw]:
    """An option that goes by another name now and keeps the old one beside it."""
    main = next(names(option), need.name)
    if before is None or need.name != next(names(before), "") or main == need.name or not main.startswith("--"):
        return
    message = f"{quoted(need.name)} is called {quoted(main)} now; the old name still works"
    fix = f'write "{main}" in place of "{need.name}"'
    yield Raw("changed", "option-renamed", message, fix, need.element.pointer)
