"""The names that annotations use, nothing at run time: to import typing would cost what all else here does."""

from __future__ import annotations

TYPE_CHECKING = False  # mypy knows this name
if TYPE_CHECKING:
    from collections.abc import Callable as Callable
    from collections.abc import Iterator as Iterator
    from typing import Any as Any

    from .manifest import Pack as Pack
    from .session import Session as Session
else:
    Any = Callable = Iterator = Pack = Session = None
