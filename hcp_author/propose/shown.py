"""Which commands the examples of a program's help call; a word there may be shortened (`addr` for `address`)."""

from __future__ import annotations

from collections.abc import Iterator

from hcp_author.introspect.tree import Command, Tree

SHORTEST = 3  # letters of a word that may be a shortened one
LONGEST = 40  # words of an example that are looked at


def shown_first(tree: Tree) -> frozenset[tuple[str, ...]]:
    """Return the paths that the examples on the program's first page call, and those of the groups above them."""
    called = [path for example in tree.root.examples for path, _ in meant(example, tree)]
    return frozenset(path[:deep] for path in called for deep in range(1, len(path) + 1))


def called_alone(tree: Tree) -> frozenset[tuple[str, ...]]:
    """Return the paths of the groups that an example anywhere in the help calls with no word after them."""
    calls = [call for example in _examples(tree.root) for call in meant(example, tree)]
    return frozenset(path for path, whole in calls if whole)


def _examples(node: Command) -> Iterator[str]:
    yield from node.examples
    for child in node.commands:
        yield from _examples(child)


def meant(example: str, tree: Tree) -> Iterator[tuple[tuple[str, ...], bool]]:
    """Give the path that an example calls, if any, and whether it is a group with no word and no option after it."""
    said = example.split()[:LONGEST]
    if tree.program.name not in said:
        return
    rest = _without_options(said[said.index(tree.program.name) + 1 :], tree.root)
    path: list[str] = []
    node = tree.root
    while rest and (child := _child(rest[0], node)) is not None:
        node, path, rest = child, [*path, child.name], rest[1:]
    if path:
        yield tuple(path), node.group and not rest


def _without_options(said: list[str], root: Command) -> list[str]:
    """Drop the program's own options, with their values, before the first command."""
    taking = [one for one in root.options if one.value is not None and not one.value.optional]
    names = {name for one in taking for name in (one.long, one.short, *one.other_names)}
    at = 0
    while at < len(said) and said[at].startswith("-"):
        at += 2 if said[at] in names else 1
    return said[at:]


def _child(word: str, node: Command) -> Command | None:
    """Return the command that a word of an example names; the first where a shortened one could be several."""
    exact = (child for child in node.commands if word == child.name or word in child.aliases)
    short = (child for child in node.commands if len(word) >= SHORTEST and child.name.startswith(word))
    return next(exact, None) or next(short, None)
