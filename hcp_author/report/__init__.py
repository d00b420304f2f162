"""Findings in the formats that people and machines read; the register of formats."""

from __future__ import annotations

import importlib
from collections.abc import Callable

from hcp_author.lint.contract import Report
from hcp_author.report.view import PLAIN, View

NAMES = ("text", "json", "sarif", "junit", "github", "gitlab", "markdown")


def late(name: str) -> Callable[..., str]:
    """The function of one format, whose module is imported when it is called: most runs need one of seven."""

    def render(report: Report, view: View = PLAIN) -> str:
        written: str = importlib.import_module(f"hcp_author.report.{name}").render(report, view)
        return written

    return render


# name -> function(report, view) giving the whole output, its last newline included
FORMATS: dict[str, Callable[..., str]] = {name: late(name) for name in NAMES}
