"""`record` makes a frozen value class, as `dataclasses.dataclass(frozen=True)` does, without what importing that costs.

`dataclasses` and the classes that it compiles take twice as long as a bare interpreter; a linter is started on each
commit. What such a class can do is the same: positions, keywords, defaults, `==`, `hash`, `repr`, `match`, and
`dataclasses.replace`, `fields` and `asdict`, for which its fields are worked out when they are asked for.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from dataclasses import dataclass as record
    from typing import Any
else:

    def record(cls=None, *, frozen=True, eq=True):
        """Make `cls` a frozen value class; with `eq=False` it is equal to itself alone."""
        if cls is None:
            return lambda late: _made(late, eq)
        return _made(cls, eq)


__all__ = ["record"]


class _Fields:
    """The fields as `dataclasses` has them; it is imported when somebody looks."""

    def __get__(self, instance: object, owner: Any) -> Any:
        from dataclasses import dataclass

        names: dict[str, Any] = owner.__annotations__
        own = {name: owner.__dict__[name] for name in names if name in owner.__dict__}
        twin: Any = dataclass(type(owner.__name__, (), {"__annotations__": names, **own}))
        owner.__dataclass_fields__ = twin.__dataclass_fields__  # once: `replace` looks each time
        return owner.__dataclass_fields__


def _made(cls: Any, eq: bool) -> Any:
    names = tuple(cls.__annotations__)
    cls.__match_args__ = names  # type: ignore[misc]
    cls.__dataclass_fields__ = _Fields()
    cls.__init__ = _first(cls, names)
    cls.__repr__ = _repr
    cls.__setattr__ = cls.__delattr__ = _refuse
    if eq:
        cls.__eq__, cls.__hash__ = _equal, _hash
    return cls


def _first(cls: Any, names: tuple[str, ...]) -> Callable[..., None]:
    """The `__init__` that writes the true one at the first call: most runs make no value of most classes."""

    def init(self: Any, *values: Any, **named: Any) -> None:
        cls.__init__ = _init(cls, names)
        cls.__init__(self, *values, **named)

    return init


def _init(cls: Any, names: tuple[str, ...]) -> Any:
    defaults = {f"_{name}": cls.__dict__[name] for name in names if name in cls.__dict__}
    head = ", ".join(f"{name}=_{name}" if f"_{name}" in defaults else name for name in names)
    body = "".join(f"\n own[{name!r}] = {name}" for name in names)
    space: dict[str, Any] = defaults
    # the names are those of our own classes; this is what dataclasses does too
    exec(f"def __init__(self, {head}):\n own = self.__dict__{body}", space)  # noqa: S102
    made = space["__init__"]
    made.__qualname__ = f"{cls.__qualname__}.__init__"
    return made


def _values(one: Any) -> tuple[Any, ...]:
    own = one.__dict__
    return tuple([own[name] for name in one.__match_args__])


def _equal(self: Any, other: object) -> Any:
    if other.__class__ is not self.__class__:
        return NotImplemented
    return _values(self) == _values(other)


def _hash(self: Any) -> int:
    return hash(_values(self))


def _repr(self: Any) -> str:
    shown = ", ".join(f"{name}={value!r}" for name, value in zip(self.__match_args__, _values(self), strict=True))
    return f"{self.__class__.__qualname__}({shown})"


def _refuse(self: Any, name: str, *value: Any) -> None:
    raise AttributeError(f"`{name}` of a {self.__class__.__name__} cannot be changed")
