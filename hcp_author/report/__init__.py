"""Findings in the formats that people and machines read; the register of formats."""

from __future__ import annotations

from collections.abc import Callable

from hcp_author.lint.contract import Report
from hcp_author.report import json, text

# name -> function(report, colour) giving the whole output, its last newline included
FORMATS: dict[str, Callable[[Report, bool], str]] = {
    "text": text.render,
    "json": json.render,
}
