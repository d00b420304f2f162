"""L12: proof is a script that CI can run: something runs it, of its own accord and whole, and heeds what it says.

L12.1 The pack proves itself with a script that CI can run, and heeds it: L12-unheeded-proof, L12-proof-not-run.
L12.4 Lint is one step of the proof, and never skipped in silence: L12-unheeded-proof.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from hcp_author.lint.contract import Hit, Text, in_text, on_file, rule
from hcp_author.pack import files
from hcp_author.pack.late import pattern
from hcp_author.pack.model import Pack
from hcp_author.pack.text import visible

WORKFLOW = pattern(r"\.github/workflows/[^/]+\.ya?ml|\.gitlab-ci\.ya?ml|\.circleci/config\.yml|\.travis\.yml")
# where others keep what a machine runs at each change; which of them is read does not matter here
RUNS = pattern(
    r"\.(?:github|gitea|forgejo)/workflows/[^/]+\.ya?ml|\.(?:gitlab-ci|travis|drone|cirrus|appveyor)\.ya?ml"
    r"|\.(?:circleci|buildkite|builds|woodpecker|tekton|ci)/.+|\.woodpecker\.ya?ml|(?:azure|bitbucket)-pipelines\.ya?ml"
    r"|Jenkinsfile|appveyor\.yml|cloudbuild\.ya?ml|\.build\.yml|\.pre-commit-config\.yaml"
)
# what such a file says where it runs the proof, or hands over to what may
PROVES = pattern(r"proof\.py\b|\bprove\b|\b(?:make|just|task|tox|nox|invoke)\b")
OWN = ".github/workflows/proof.yml"
ANSWERS = ".hcp/answers.json"
SWALLOWED = pattern(r"proof\.py[^\n|;&]{0,200}(?:\|\||;)[ \t]{0,9}(?:true\b|:(?=\s|$)|exit 0|echo\b)")
GOES_ON = pattern(r"^[ \t]*(?:- )?(?:continue-on-error|allow_failure):[ \t]*true\b", re.MULTILINE)
WITHOUT_LINT = pattern(r"proof\.py[^\n|;&]{0,200}--without-lint\b")
LINT = pattern(r"\bhcp-author\s{1,9}(?:-\S+\s{1,9})?lint\b|\bid:[ \t]{0,9}hcp-author\b")
COMMENT = pattern(r"^[ \t]*#[^\n]*", re.MULTILINE)
EVENTS = pattern(r"^[\"']?on[\"']?:[ \t]*(?P<inline>[^\n]*)\n?(?P<block>(?:[ \t][^\n]*\n|\n)*)", re.MULTILINE)
ASKED_FOR = frozenset(("workflow_dispatch", "repository_dispatch"))
NEVER = pattern(r"[ \t]*(?:- )?(?P<never>if:[ \t]*(?:\$\{\{[ \t]*)?[\"']?false[\"']?(?:[ \t]*\}\})?)[ \t\r]*")

# where it stands, what is wrong, what to do
Told = tuple[int, int, str, str]


@rule("L12-unheeded-proof", "L12", "warning", over="text", alone=True)
def unheeded_proof(pack: Pack, text: Text) -> Iterator[Hit]:
    """CI has the proof, and passes whatever it says, leaves its lint step out, or never runs it of its own accord.

    Why: proof is a script that CI can run (L12), and lint is one step of it; a failure that nobody is told of, or a
    proof that waits until somebody asks, proves nothing.
    Fix: run it at each change, whole, and let the step fail where the proof does.
    Bad: .github/workflows/proof.yml
        on: push
        jobs:
          proof:
            runs-on: ubuntu-latest
            steps:
              - run: python3 proof.py || true
    Good: .github/workflows/proof.yml
        on: push
        jobs:
          proof:
            runs-on: ubuntu-latest
            steps:
              - run: python3 proof.py
    """
    if "proof.py" in text.content and WORKFLOW.fullmatch(text.name):
        said = COMMENT.sub(lambda match: " " * len(match[0]), text.content)
        for start, end, message, fix in unheeded(said):
            yield in_text(text, start, end, message, fix)
            return


def unheeded(said: str) -> Iterator[Told]:
    """What is wrong with a workflow that has the proof in it, without its comments."""
    found = SWALLOWED.search(said) or GOES_ON.search(said)
    if found:
        yield *found.span(), "CI runs the proof and passes whatever it says", "let the step fail where the proof does"
    found = WITHOUT_LINT.search(said)
    if found and not LINT.search(said):
        message = "CI leaves the lint step out of the proof (`--without-lint`)"
        yield *found.span(), message, "install hcp-author in a step before, and run `python3 proof.py`"
    found = EVENTS.search(said) if "proof.py" in said else None
    if found and (names := events(found)) and names <= ASKED_FOR:
        message = f"CI runs the proof only when somebody asks (`{min(names)}`)"
        yield found.start(), found.end("inline"), message, "`on: [push, pull_request]`"
    for start, line in beside(said):
        if match := NEVER.fullmatch(line):
            message = "CI never runs the proof (`if: false`)"
            yield start + match.start("never"), start + match.end("never"), message, "take the condition out"


def events(found: re.Match[str]) -> set[str]:
    """The names of what starts a workflow: `push`, `[push]`, or the keys or items below `on:`."""
    inline = found["inline"].split("#")[0].strip()
    if inline:
        return {one.partition(":")[0].strip(" \"'") for one in inline.strip("[]{} ").split(",")} - {""}
    lines = [line for line in found["block"].split("\n") if line.strip()]
    first = min((indent(line) for line in lines), default=0)
    return {line.strip(" \t-").partition(":")[0].strip(" \"'") for line in lines if indent(line) == first}


def indent(line: str) -> int:
    """How far in a line begins."""
    return len(line) - len(line.lstrip(" "))


def beside(said: str) -> Iterator[tuple[int, str]]:
    """The lines of a workflow that hold for its proof, with offsets: keys of its step, its job, and of all around."""
    lines, starts, offset = said.split("\n"), list[int](), 0
    for line in lines:
        starts.append(offset)
        offset += len(line) + 1
    here = next((number for number, line in enumerate(lines) if "proof.py" in line), None)
    if here is None:
        return
    level, inner = 1 << 30, 0
    for number in range(here, -1, -1):
        own, item = indent(lines[number]), lines[number].lstrip().startswith("- ")
        inner = own + 2 if item else own
        if lines[number].strip() and inner <= level:
            yield starts[number], lines[number]
            level = own if item else inner
    step = indent(lines[here]) + (2 if lines[here].lstrip().startswith("- ") else 0)
    for number in range(here + 1, len(lines)):
        if lines[number].strip() and (indent(lines[number]) < step or lines[number].lstrip().startswith("- ")):
            return
        if indent(lines[number]) == step:
            yield starts[number], lines[number]


@rule("L12-proof-not-run", "L12", "note")
def proof_not_run(pack: Pack) -> Iterator[Hit]:
    """The workflow that `new` made is gone, and no other file of the pack has CI run the proof.

    Why: the pack proves itself with a script that CI can run (L12); one that nothing runs is soon out of step. In a
    catalog it may be the catalog's own CI that does, which one pack cannot tell: so this is a note.
    Fix: put `.github/workflows/proof.yml` back, or have the CI that you use run `python3 proof.py`.
    Bad: .hcp/answers.json
        {"kind": "channel"}
    Good: .github/workflows/proof.yml
        on: push
        jobs:
          proof:
            runs-on: ubuntu-latest
            steps:
              - run: python3 proof.py
    """
    if ANSWERS in pack.files and "proof.py" in pack.files:
        machines = [name for name in pack.files if RUNS.fullmatch(name)]
        if not any(proves(pack, name) for name in machines):
            where = visible(machines[0]) if machines else OWN
            message = f"no CI of the pack runs its proof: `{where}` {'does not name it' if machines else 'is missing'}"
            fix = f"have it run `python3 proof.py`, as the {OWN} of a pack that `hcp-author new` makes does"
            yield on_file(where, message, fix)


def proves(pack: Pack, name: str) -> bool:
    """Whether a file of CI runs the proof as far as it tells; what cannot be read is given the benefit."""
    data = files.content(pack, name)
    return not isinstance(data, bytes) or bool(PROVES.search(COMMENT.sub("", data.decode("utf-8", "replace"))))
