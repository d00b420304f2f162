"""Patterns that are compiled, and a module that is imported, when they are first used: most runs use few of them."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    import ast
    from re import compile as pattern
else:

    class _Pattern:
        """A pattern as `re.compile` gives it, from the first use on."""

        def __init__(self, text, flags=0):
            self._given = text, flags

        def __getattr__(self, name):
            import re

            found = getattr(re.compile(*self._given), name)
            self.__dict__[name] = found
            return found

    class _Module:
        """A module of the standard library, from the first use on."""

        def __init__(self, name):
            self._name = name

        def __getattr__(self, name):
            found = getattr(__import__(self._name), name)
            self.__dict__[name] = found
            return found

    def pattern(text, flags=0):
        """What `re.compile` gives, compiled when it is first used."""
        return _Pattern(text, flags)

    ast = _Module("ast")

__all__ = ["ast", "pattern"]
