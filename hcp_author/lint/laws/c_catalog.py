"""What only shows when packs lie side by side: names that a reader, an agent or a file system takes for one.

A pack is known by its pack_id alone (L2, N), and the control plane has its own (L9). Each clash is told at the
later pack, in the order of the run, with where the other stands. What clashes: the same pack_id; two that look or are
spelt alike; a control pack with a runtime pack's name, words of the plane aside; and `git-log list` beside
`git log-list`, which hosts that know tools by one flat name call alike.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from hcp_author.lint.contract import Entry, Hit, at, rule
from hcp_author.pack.model import Pack
from hcp_author.pack.names import collision_key, look_alike_key
from hcp_author.pack.text import visible

Read = Callable[[Entry], Pack]
Found = Iterator[tuple[Entry, Hit]]
# words that only say on which plane a pack stands
PLANE_WORDS = ("control", "runtime", "plane", "ctl")


def firsts(entries: Sequence[Entry], key: Callable[[Entry], str]) -> Iterator[tuple[Entry, Entry]]:
    """Each entry whose key an earlier one has, with the first of those."""
    seen: dict[str, Entry] = {}
    for entry in entries:
        if entry.pack_id:
            first = seen.setdefault(key(entry), entry)
            if first is not entry:
                yield entry, first


def named(entry: Entry) -> str:
    """A pack for a message: its name, and where it stands."""
    return f"`{visible(entry.pack_id)}` in `{visible(entry.folder)}`"


@rule("L2-duplicate-pack-id", "L2", "error", phase="catalog", over="catalog")
def duplicate_pack_id(entries: Sequence[Entry], read: Read) -> Found:
    """Two packs of a catalog have the same pack_id.

    Why: an envelope names a pack by its pack_id alone (L2), so one of the two is called in place of the other.
    Fix: give one of them another pack_id, or take it out of the catalog.
    """
    for entry, first in firsts(entries, lambda entry: entry.pack_id):
        if entry.plane == first.plane:
            message = f"the pack_id `{visible(entry.pack_id)}` is taken: {named(first)} has it too"
            fix = "give one of the two another pack_id, or take it out of the catalog"
            yield entry, at(read(entry).surface, "/pack_id", message, fix)


@rule("L2-look-alike-pack-ids", "L2", "warning", phase="catalog", over="catalog")
def look_alike_pack_ids(entries: Sequence[Entry], read: Read) -> Found:
    """Two packs of a catalog have names that a reader or a file system takes for one.

    Why: `mail-box` and `mail_box`, `rnail` and `mail`: who reads one and calls the other hands data to a stranger (L2).
    Fix: rename the later one.
    """
    plain = {entry.pack_id: entry for entry in reversed(entries)}
    for entry, first in firsts(list(reversed(plain.values())), lambda entry: look_alike_key(entry.pack_id)):
        same = collision_key(entry.pack_id) == collision_key(first.pack_id)
        what = "is spelt like" if same else "looks like"
        message = f"the pack_id `{visible(entry.pack_id)}` {what} that of {named(first)}"
        yield entry, at(read(entry).surface, "/pack_id", message, "give one of the two another name")


@rule("L9-control-pack-name", "L9", "error", phase="catalog", over="catalog")
def control_pack_name(entries: Sequence[Entry], read: Read) -> Found:
    """A control pack has the name of a runtime pack of the same catalog.

    Why: operator programs are a second pack, never silently there for an end user (L9); under one name the one that is
    installed last answers for both.
    Fix: give the control pack a name of its own, such as `mail-fleet` beside `mail`.
    """
    planes: dict[str, dict[str, Entry]] = {}
    for entry in entries:
        if not entry.pack_id:
            continue
        there = planes.setdefault(bare(entry), {})
        other = next((one for plane, one in there.items() if plane != entry.plane), None)
        there.setdefault(entry.plane, entry)
        if other:
            control = entry if entry.plane == "control" else other
            own = f"the {entry.plane} pack `{visible(entry.pack_id)}`"
            message = f"{own} is named like the {other.plane} pack {named(other)}"
            fix = f"rename the control pack, such as `{visible(control.pack_id)}-fleet`"
            yield entry, at(read(entry).surface, "/pack_id", message, fix)


def bare(entry: Entry) -> str:
    """The name without the words that only say that it is the control plane's, where it is."""
    words = collision_key(entry.pack_id).split("-")
    own = [word for word in words if word not in PLANE_WORDS] if entry.plane == "control" else words
    return "-".join(own or words)


@rule("L2-clashing-verbs", "L2", "warning", phase="catalog", over="catalog")
def clashing_verbs(entries: Sequence[Entry], read: Read) -> Found:
    """A verb of one pack and one of another come to the same name where both are joined by `-`.

    Why: hosts that know tools by one flat name, as MCP's do, offer `git-log` `list` and `git` `log-list` as one (L2).
    Fix: rename the verb, or the pack.
    """
    known = {entry.pack_id: entry for entry in reversed(entries)}
    for entry in known.values():
        words = entry.pack_id.split("-")
        for count in range(1, len(words)):
            shorter = known.get("-".join(words[:count]))
            if shorter:
                yield from same_names(shorter, entry, "-".join(words[count:]), read)


def same_names(shorter: Entry, longer: Entry, rest: str, read: Read) -> Found:
    """The verbs of two packs that clash: `rest` is what the longer name has more."""
    earlier, later = sorted((shorter, longer), key=lambda entry: entry.index)
    own = {verb.verb_key: verb for verb in read(longer).verbs}
    for verb in read(shorter).verbs:
        twin = own.get(verb.verb_key.removeprefix(f"{rest}-"))
        if twin and verb.verb_key.startswith(f"{rest}-"):
            mine, others = (verb, twin) if later is shorter else (twin, verb)
            message = (
                f"`{visible(later.pack_id)}` `{visible(mine.verb_key)}` and `{visible(others.verb_key)}` of "
                f"{named(earlier)} are one name where both are joined by `-`"
            )
            where = f"{mine.pointer}/verb_key"
            yield later, at(read(later).surface, where, message, "rename one of the two verbs")
