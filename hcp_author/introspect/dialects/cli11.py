"""CLI11: names joined by a comma alone, then `TEXT:DIR [default] ... REQUIRED (Env:X)` before the description."""

from __future__ import annotations

import re

from hcp_author.introspect.dialects import _marks
from hcp_author.introspect.page import Page
from hcp_author.introspect.reading import assemble

_ROW = re.compile(
    r"^(?P<names>\s{1,8}-[\w,-]{1,120}) (?P<type>[A-Z]{2,20})(?P<check>:\S{1,80})?"
    r"(?: in \{(?P<set>[^{}]{1,300})\}(?: OR \{[^{}]{1,300}\})?)?"
    r"(?P<default> \[[^\[\]]{0,80}\])?(?P<many> \.\.\.| x \d{1,3})?(?P<needed> REQUIRED)?"
    r"(?: +\(Env:(?P<env>\w{1,60})\))?(?P<about>\s{2,}\S.*)?$"
)


def recognises(lines: list[str]) -> bool:
    """The words of its own help option behind its names."""
    return any(
        line.lstrip().startswith("-h,--help ") and line.endswith("Print this help message and exit") for line in lines
    )


def read(lines: list[str], program: str, path: tuple[str, ...]) -> Page:
    """Read one page of help of `program`'s command `path`."""
    plain = [_plain(line) for line in lines]
    page = assemble.read(plain, program, path)
    _marks.repeat(page, plain, _marks.dotted)
    for operand in page.arguments:
        operand.name = operand.name.removesuffix(" REQUIRED")
    return page


def _plain(line: str) -> str:
    """A row as other help has it: `-b,--books=<DIR>`, what else was said of the value behind the description."""
    match = _ROW.match(line) if " -" in line[:9] else None
    if match is None:
        return line
    words = [word.partition("->")[0].strip() for word in (match["set"] or "").split(",")]
    kind = (match["check"] or "").strip(":").split(":")[0]
    value = "{" + ",".join(words) + "}" if match["set"] else f"<{kind if kind.isupper() else match['type']}>"
    notes = [f"[default: {match['default'].strip(' []')}]" if match["default"] else ""]
    notes += ["[required]" if match["needed"] else "", f"[env: {match['env']}]" if match["env"] else ""]
    dots = "..." if (match["many"] or "").strip() == "..." else ""
    about = " ".join([(match["about"] or "").strip(), *notes]).strip()
    return f"{match['names']}={value}{dots}   {about}".rstrip()
