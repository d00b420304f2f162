"""Option rows -> options, each once, with what their descriptions tell."""

from __future__ import annotations

import itertools

from hcp_author.introspect.reading import described
from hcp_author.introspect.reading.optionline import CONNECTING, endings_of, option
from hcp_author.introspect.reading.rows import Row, is_option
from hcp_author.introspect.reading.runs import run
from hcp_author.introspect.reading.values import value_of
from hcp_author.introspect.text import clean
from hcp_author.introspect.tree import Option

MAX_OPTIONS = 1000


def names_of(one: Option) -> set[str]:
    """All names of an option, dashes included."""
    return {n for n in (one.long, one.short, *one.other_names) if n}


def read(listed: list[Row], unread: list[str], strict: bool = False) -> list[Option]:
    """The options among `listed`; heads that begin with a dash and are none go to `unread`.

    `strict`: in running text; a row must be a head alone or have a second column.
    """
    found: list[Option] = []
    stacked: list[Option] = []
    opposites: list[tuple[Option, str]] = []
    for row in itertools.chain.from_iterable(map(_parted, listed[:MAX_OPTIONS])):
        several = run(row)
        found += several
        told = None if several else _told(row, unread, strict)
        if told is None:
            stacked = []
            continue
        one, rest, endings = told
        _without_values(one, found)
        text = " ".join([rest.strip(" :-"), row.summary()]).strip()
        opposites += [(one, name) for name in described.counters(one, text)]
        for known in [*stacked, one]:
            described.describe(known, text)
        stacked = [*stacked, one] if not text else []
        found += [one, *(_ended(one, ending) for ending in endings)]
    rows_of_their_own = {name for one in found for name in names_of(one)}
    for one, name in opposites:
        if name not in rows_of_their_own:
            one.other_names.append(name)
    return joined([], found)


def _parted(row: Row) -> list[Row]:
    """A row, or the two of which its head tells at once: `-C / --colour and -M / --plain`."""
    first, both, second = row.head.partition(" and -")
    if not both or not is_option(first):
        return [row]
    heads = (first, f"-{second}")
    if any((read_head := option(head)) is None or read_head[1] for head in heads):
        return [row]
    return [Row(head, row.indent, list(row.text), row.beside) for head in heads]


def _told(row: Row, unread: list[str], strict: bool) -> tuple[Option, str, list[str]] | None:
    """The option of a row, what its head says besides, and the endings its name may take; None where it is none."""
    head, endings = endings_of(row.head)
    read_head = option(head) if is_option(head) else None
    if read_head is None:
        if row.head.startswith("-") and len(row.head) > 1 and row.head[1].isalnum():
            unread.append(clean(row.head, 100))
        return None
    one, rest = read_head
    if one.value is None and _is_value(rest, row):
        one.value, rest = value_of(rest), ""
    if strict and ((rest and rest[0].islower()) or _is_enumeration(one)):
        return None
    return one, rest, endings if one.long else []


def _is_value(rest: str, row: Row) -> bool:
    """Whether what is left of a head that stands by itself are the words of a value: `--replace old new    …`."""
    words = rest.split()
    plain = 1 < len(words) < 4 and all(word.replace("-", "").isalpha() and word.islower() for word in words)
    if row.beside or not row.text:
        return plain and row.beside and row.text[0][0].isalpha()
    return plain and len(words) == 2 and not CONNECTING & set(words)


def _without_values(one: Option, found: list[Option]) -> None:
    """Take off the second names that are the value, written with a dash: `-perm mode`, and below it `-perm -mode`."""
    if not one.other_names:
        return
    mine = names_of(one)
    values = {f"-{o.value.name}" for o in found if o.value is not None and names_of(o) & mine}
    one.other_names = [name for name in one.other_names if name not in values]


def _ended(one: Option, ending: str) -> Option:
    """The option that an ending makes of another: `--create-far` of `--create[-far|-near]`."""
    return Option(long=f"{one.long}{ending}", summary=one.summary, deprecated=one.deprecated)


def _is_enumeration(one: Option) -> bool:
    """Whether a row is a sentence that lists several options: `--account, --project, --quiet,`."""
    longs = [n for n in (one.long, *one.other_names) if n and n.startswith("--") and not n.startswith("--no-")]
    return len(longs) > 3 and one.value is None


def joined(first: list[Option], more: list[Option]) -> list[Option]:
    """Two lists of options as one, in order: a second row that shares a name only fills in what the first lacks."""
    kept = list(first)
    known = {name: one for one in reversed(kept) for name in names_of(one)}
    for one in more:
        mine = names_of(one)
        same = next((known[name] for name in sorted(mine) if name in known), None)
        if same is None:
            kept.append(one)
            same = one
        else:
            # a name that another option has is not taken over: one of the two lists is wrong about it
            mine = {name for name in mine if known.get(name, same) is same}
            _fill(same, one, mine)
        known.update(dict.fromkeys(mine, same))
    return kept


def _fill(known: Option, more: Option, names: set[str]) -> None:
    """Take over what an option of the same name knows better, and those of its names that are free."""
    known.long = known.long or (more.long if more.long in names else None)
    known.short = known.short or (more.short if more.short in names else None)
    known.other_names = [n for n in known.other_names if n not in (known.long, known.short)]
    known.other_names += sorted(names - names_of(known))
    known.summary = known.summary or more.summary
    known.required = known.required or more.required
    known.repeatable = known.repeatable or more.repeatable
    if known.value is None:
        # what one page lists as a switch, and another with `=bool`, is a switch
        spelled_out = bool(known.summary) and more.value is not None and more.value.type == "boolean"
        known.value = None if spelled_out else more.value
    elif more.value is not None:
        known.value.choices = known.value.choices or more.value.choices
        known.value.type = known.value.type or more.value.type
