"""Where lint's reports go: standard output, files, several at once; each is checked before the work begins."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from hcp_author.errors import FINDINGS, UserError
from hcp_author.pack.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hcp_author.lint.contract import Report, Rule
    from hcp_author.pack.model import Pack
    from hcp_author.report.view import View

STDOUT = "-"
# whose checkout the paths of a format are told from, where that CI runs us
CHECKOUTS = {
    "github": ("GITHUB_WORKSPACE",),
    "gitlab": ("CI_PROJECT_DIR",),
    "sarif": ("GITHUB_WORKSPACE", "CI_PROJECT_DIR"),
    "markdown": ("GITHUB_WORKSPACE", "CI_PROJECT_DIR"),
}
# no report takes the place of one of these in a pack
PACK_FILES = ("surface.json", "policy.json", "proof.json", "proof.py", "adapter.py", "HARNESS.md")
# the formats that carry the very changes which mend a finding
WITH_EDITS = ("json", "sarif")


@record(frozen=True)
class Output:
    """One report that is asked for: its format, and the file that it goes to (`-` is standard output)."""

    format: str
    file: str


def plan(format_: str, as_json: bool, outputs: Sequence[str]) -> list[Output]:
    """What is asked for, in order; raises UserError for what cannot be done, before anything is looked at.

    `format_` is empty where none was given: then standard output gets text, unless one of `outputs` goes there.
    """
    if as_json and format_ not in ("", "json"):
        raise UserError(f"--json and --format {format_} are two formats for one output", "hcp-author lint --json")
    wanted = [asked(each) for each in outputs]
    if first := "json" if as_json else format_:
        wanted.insert(0, Output(known(first), STDOUT))
    elif all(one.file != STDOUT for one in wanted):
        wanted.insert(0, Output("text", STDOUT))
    check_apart(wanted)
    for one in wanted:
        if one.file != STDOUT:
            check_writable(one.file)
    return wanted


def asked(text: str) -> Output:
    """`sarif=out.sarif` as an Output."""
    format_, equals, file = text.partition("=")
    if not equals or not file:
        raise UserError(f"`--output {text}` is no FORMAT=FILE", "--output sarif=lint.sarif, or --output json=-")
    return Output(known(format_), file)


def known(format_: str) -> str:
    """The format's name; UserError where there is none such, with the nearest."""
    from hcp_author.report import FORMATS

    if format_ in FORMATS:
        return format_
    import difflib

    near = difflib.get_close_matches(format_.lower(), FORMATS, 1)
    fix = f"hcp-author lint --format {near[0]}" if near else f"one of {', '.join(FORMATS)}"
    raise UserError(f"there is no format `{format_}`", fix)


def check_apart(wanted: Sequence[Output]) -> None:
    """No two reports into one file, or both to standard output."""
    seen: set[str] = set()
    for one in wanted:
        place = one.file if one.file == STDOUT else os.path.realpath(one.file)
        if place in seen:
            where = "standard output" if one.file == STDOUT else f"`{one.file}`"
            raise UserError(f"two reports would go to {where}", "give each a file of its own: --output FORMAT=FILE")
        seen.add(place)


def check_writable(file: str) -> None:
    """Refuse a folder, and a file in a folder that is not there or may not be written to."""
    from hcp_author.pack.text import as_word

    folder = os.path.dirname(os.path.realpath(file))
    if os.path.isdir(file):
        raise UserError(f"`{file}` is a folder, and a report is a file", f"--output FORMAT={file.rstrip('/')}/lint.txt")
    if not os.path.isdir(folder):
        raise UserError(f"there is no folder `{folder}` to write `{file}` in", f"mkdir -p {as_word(Path(folder))}")
    if os.path.basename(os.path.realpath(file)) in PACK_FILES and os.path.isfile(os.path.join(folder, "surface.json")):
        raise UserError(f"`{file}` is a pack's own file, and a report would take its place", "choose another file")
    if not os.access(file if os.path.exists(file) and not regular(file) else folder, os.W_OK):
        raise UserError(f"`{file}` cannot be written to", "choose another file, or see who may write there", FINDINGS)


def regular(file: str) -> bool:
    """Whether a regular file stands there, behind links too."""
    return os.path.exists(file) and stat.S_ISREG(os.stat(file).st_mode)


def write(wanted: Sequence[Output], report: Report, packs: Mapping[Path, Pack] | None = None) -> None:
    """Write all of them, a file whole or not at all; files first, for who reads standard output may go away.

    `packs` are those that are not as they lie on the disk, by their folders.
    """
    from hcp_author.report import FORMATS

    if report.findings and any(one.format in WITH_EDITS for one in wanted):
        from hcp_author.lint.fixes import with_edits

        report = with_edits(report, packs)
    for one in sorted(wanted, key=lambda one: one.file == STDOUT):
        text = FORMATS[one.format](report, view(one, report))
        if one.file == STDOUT:
            sys.stdout.write(text)
        else:
            put(one.file, text)


def put(file: str, text: str) -> None:
    """Write one file in one step, behind a link too; a pipe or a device, and a job's summary, is added to."""
    from hcp_author.pack import files

    target = os.path.realpath(file)
    if (os.path.exists(target) and not regular(target)) or file == os.environ.get("GITHUB_STEP_SUMMARY"):
        with open(target, "a", encoding="utf-8", newline="") as stream:
            stream.write(text)
    else:
        files.replace(Path(target), text)


def view(output: Output, report: Report) -> View:
    """How this format is to be written here."""
    from hcp_author import __version__
    from hcp_author.report.view import View

    checkouts = (os.environ.get(name) for name in CHECKOUTS.get(output.format, ()))
    on_terminal = output.file == STDOUT and sys.stdout.isatty()
    person = output.format == "text"
    return View(
        colour=person and output.file == STDOUT and wants_colour(),
        columns=columns() if person and on_terminal else 0,
        folder=next((folder for folder in checkouts if folder and os.path.isdir(folder)), ""),
        rules=rules() if report.findings or output.format == "sarif" else (),
        fixes=fixes(report) if person else {},
        version=__version__,
        hints=person,
    )


def columns() -> int:
    """The width of the terminal; COLUMNS has the last word."""
    told = os.environ.get("COLUMNS", "")
    try:
        return int(told) if told.isdecimal() else os.get_terminal_size(sys.stdout.fileno()).columns
    except OSError:
        return 80


def rules() -> tuple[Rule, ...]:
    """Every rule."""
    from hcp_author.lint.laws import RULES

    return RULES


def fixes(report: Report) -> dict[str, str]:
    """By the id of each rule that found something, whether `--fix` mends it unasked, or only as a suggestion."""
    from hcp_author.lint.mendable import kind

    kinds = {finding.rule: kind(finding.rule) for finding in report.findings}
    return {name: told for name, told in kinds.items() if told}


def wants_colour() -> bool:
    """Colour is for a terminal, or for who asks for it (FORCE_COLOR, CLICOLOR_FORCE); NO_COLOR has the last word."""
    if os.environ.get("NO_COLOR"):
        return False
    if any(os.environ.get(name, "0") not in ("", "0", "false") for name in ("FORCE_COLOR", "CLICOLOR_FORCE")):
        return True
    return sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
