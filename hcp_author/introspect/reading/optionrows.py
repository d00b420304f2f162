"""Option rows -> options, each once, with what their descriptions tell."""

from __future__ import annotations

from hcp_author.introspect.reading import described
from hcp_author.introspect.reading.optionline import option
from hcp_author.introspect.reading.rows import Row, is_option
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
    for row in listed[:MAX_OPTIONS]:
        read_head = option(row.head) if is_option(row.head) else None
        if read_head is None:
            stacked = []
            if row.head.startswith("-") and len(row.head) > 1 and row.head[1].isalnum():
                unread.append(clean(row.head, 100))
            continue
        one, rest = read_head
        if strict and rest and rest[0].islower():
            stacked = []
            continue
        text = " ".join([rest.strip(" :-"), row.summary()]).strip()
        for known in [*stacked, one]:
            described.describe(known, text)
        stacked = [*stacked, one] if not text else []
        found.append(one)
    return joined([], found)


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
            _fill(same, one)
        known.update(dict.fromkeys(mine, same))
    return kept


def _fill(known: Option, more: Option) -> None:
    """Take over what an option of the same name knows better."""
    known.long, known.short = known.long or more.long, known.short or more.short
    known.other_names += sorted(names_of(more) - names_of(known))
    known.summary = known.summary or more.summary
    known.required = known.required or more.required
    known.repeatable = known.repeatable or more.repeatable
    if known.value is None:
        known.value = more.value
    elif more.value is not None:
        known.value.choices = known.value.choices or more.value.choices
        known.value.type = known.value.type or more.value.type
