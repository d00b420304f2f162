"""Real use as evidence: calls found in scripts, CI files and histories, and what they change in a proposal."""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from propose_trees import forge, group, leaf, many, one, switch, takes, tree, versions

from hcp_author.cli.main import run
from hcp_author.errors import UserError
from hcp_author.introspect.tree import Command, Tree
from hcp_author.propose import calls, evidence, scripts, shellwords, tldr
from hcp_author.propose.evidence import Source, gather
from hcp_author.propose.select import consider


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A HOME in which no pages of tldr lie."""
    folder = tmp_path / "home"
    folder.mkdir()
    monkeypatch.setenv("HOME", str(folder))
    for name in ("CACHE", "DATA"):
        monkeypatch.delenv(f"XDG_{name}_HOME", raising=False)
    return folder


def tool() -> Tree:
    """A program with global options, aliases and a group."""
    return tree(
        "tool",
        leaf("list", "List things.", takes("--limit", "N")),
        leaf("add", "Add a thing.", one("name"), aliases=["a", "plus"]),
        leaf("status", "Show the status."),
        group("remote", leaf("add", "Add a remote.", one("name")), leaf("list", "List remotes.")),
        leaf("commit", "Record things.", takes("-m", "TEXT"), switch("--all")),
        options=(takes("-C", "DIR"), takes("--config", "FILE"), switch("--quiet"), switch("-v")),
    )


def found(text: str, program: Tree | None = None) -> list[str]:
    """The command paths that are called in a text, each as one line."""
    return [" ".join(path) for path in calls.called(text, calls.known(program or tool()))]


@pytest.mark.parametrize(
    ("text", "paths"),
    [
        ("tool list", ["list"]),
        ("/usr/bin/tool list; ./tool status", ["list", "status"]),
        ("toolbox list; my-tool list; tool.py list; xtool status", []),
        ("tool list | head && tool status || tool add x & tool commit", ["list", "status", "add", "commit"]),
        ("(cd x; tool list) && { tool status; }", ["list", "status"]),
        ('echo "$(tool list --limit 3)" `tool status`', ["list", "status"]),
        ("echo \"now: tool list\" 'tool status'", []),
        ("# tool list\ntool status # tool add\necho a#b; tool add x", ["status", "add"]),
        ("A=b C='d e' tool list", ["list"]),
        ("sudo tool list; sudo -u ada -E tool status", ["list", "status"]),
        ("env -u X A=b tool list; time tool status; nohup nice -n 5 tool add x", ["list", "status", "add"]),
        ("timeout 5 tool list; timeout -k 1 5s tool status", ["list", "status"]),
        ("find . | xargs -n1 -I{} tool add {}; find . -exec tool add {} \\;", ["add", "add"]),
        ("if ! tool status; then tool add x; else tool list; fi", ["status", "add", "list"]),
        ("for tool in list; do tool list; done; while tool status; do :; done", ["list", "status"]),
        ("case $1 in\n start) tool add x ;;\n *) tool list ;;\nesac", ["add", "list"]),
        ("f() { tool list; }\nfunction g { tool status; }", ["list", "status"]),
        ("sh -c 'tool list && tool status'; bash -lc \"tool add x\"", ["list", "status", "add"]),
        ("ssh -p 22 host tool list; ssh host 'cd /x && tool status'; eval \"tool add x\"", ["list", "status", "add"]),
        ("cat <<EOF\ntool list, isn't it\nEOF\ntool status", ["status"]),
        ("bash <<'EOF'\ntool list\nEOF\ntool status", ["list", "status"]),
        ("tool \\\n  commit \\\n  -m 'a ; tool list'", ["commit"]),
        ('tool commit -m "several\nlines; tool list"\ntool status', ["commit", "status"]),
        ("tool 2>/dev/null list >out 2>&1 <in; diff <(tool status) <(tool list)", ["list", "status", "list"]),
        (
            "tool -C list status; tool -Clist status; tool --config=list status; tool --config list status",
            ["status"] * 4,
        ),
        ("tool -v --quiet -C x remote add y; tool remote --unknown list", ["remote add", "remote list"]),
        ("tool --unknown value list; tool a x; tool plus x", ["list", "add", "add"]),
        ("tool; tool --version; tool list --help; tool unheard; tool -- list", []),
        ("x=$((1 + 2)); y=(tool list); tool status", ["list", "status"]),
        ("don't\ntool list", ["list"]),
        ('echo "open\ntool list', ["list"]),
        ("$HOME/bin/tool list; ${BIN}/tool status; $TOOL add", ["list", "status"]),
        ("if tool status; and tool list; end; set x (tool add y)", ["status", "list", "add"]),
    ],
)
def test_calls_are_found_as_a_shell_would(text: str, paths: list[str]) -> None:
    assert Counter(found(text)) == Counter(paths)


@pytest.mark.parametrize(
    ("name", "content", "paths"),
    [
        ("run.sh", "tool list\n", ["list"]),
        ("run", "#!/usr/bin/env bash\ntool list\n", ["list"]),
        ("run", "#!/usr/bin/env python3\ntool list\n", []),
        ("notes.txt", "tool list\n", []),
        (
            "Makefile",
            "tool: list\n\t@tool list \\\n\t\t--limit 3\n\t-tool status\nV := $(shell tool add x)\n",
            ["list", "status", "add"],
        ),
        ("ci.yml", "on: push\njobs:\n  a:\n    steps:\n      - name: tool add\n        run: tool list\n", ["list"]),
        (
            "ci.yml",
            "steps:\n- run: |\n    tool list\n    tool status\n  name: x\n- run: >\n    tool\n    add\n",
            ["list", "status", "add"],
        ),
        (
            ".gitlab-ci.yml",
            "job:\n  script:\n    - tool list\n    - 'tool status'\n    - |\n      tool add x\n  stage: tool commit\n",
            ["list", "status", "add"],
        ),
        (".gitlab-ci.yml", "job:\n  before_script: [\"tool list\", 'tool status']\n", ["list", "status"]),
        ("compose.yaml", 'services:\n  a:\n    command: ["tool", "list"]\n', ["list"]),
        (
            "Jenkinsfile",
            "steps { sh 'tool list'\n sh(script: \"tool status\")\n sh '''\n tool add x\n''' }",
            ["list", "status", "add"],
        ),
        (
            "Dockerfile",
            'FROM x\n# RUN tool add\nRUN --mount=x tool list && \\\n # no\n tool status\nCMD ["tool", "add", "x"]\n',
            ["list", "status", "add"],
        ),
        ("Dockerfile.dev", "RUN <<EOF\ntool list\nEOF\nENV X=tool\n", ["list"]),
        ("package.json", '{"scripts": {"a": "tool list", "b": 3}, "name": "tool status"}', ["list"]),
        ("package.json", "{", []),
        (".bash_history", "#1699999999\ntool list\ntool commit -m 'it\ntool status\n", ["list", "commit", "status"]),
        (".zsh_history", ": 1699999999:0;tool list\n: 1699999999:0;tool commit \\\n-m x\n", ["list", "commit"]),
        (
            "fish_history",
            "- cmd: tool list\n  when: 1699999999\n  paths:\n    - tool status\n- cmd: tool add\\nx\n",
            ["list", "add"],
        ),
        (
            "README.md",
            "tool add\n\n```sh\n$ tool list\ntool status\n```\n\n```python\ntool.add()\ntool commit\n```\n",
            ["list"],
        ),
        ("README.md", "```console\n# tool list\n```\n~~~\ntool status\n~~~\n", ["status"]),
    ],
)
def test_every_kind_of_file_gives_its_shell(name: str, content: str, paths: list[str]) -> None:
    got = [path for text in scripts.texts(name, content) for path in found(text)]
    assert Counter(got) == Counter(paths)


def test_a_file_that_was_named_is_read_as_lines_whatever_it_is_called(tmp_path: Path) -> None:
    file = tmp_path / "typed.txt"
    file.write_text("  12  tool list\n  13* tool status 'open\ntool list\n")
    assert gather(tool(), [str(file)]).sources[0].calls == {("list",): 2, ("status",): 1}


def flat() -> Tree:
    options = (
        switch("--extract", "Extract the files of an archive."),
        switch("--list", "List the contents of an archive."),
        switch("--create", "Create a new archive."),
        takes("--file", "FILE", "Use this archive."),
        switch("--verbose", "List the files that are handled."),
    )
    root = Command("bag", options=list(options))
    for option, letter in zip(root.options, "xtcfv", strict=True):
        option.short = f"-{letter}"
    made = tree("bag")
    made.root = root
    return made


@pytest.mark.parametrize(
    ("text", "paths"),
    [
        ("bag --list --file x", ["--list"]),
        ("bag -t -f x; bag -xvf a; bag xvf a; bag -vf --list -c", ["--list", "--extract", "--extract", "--create"]),
        ("bag x.tar; bag -fx", ["", ""]),
        ("bag text", [""]),
    ],
)
def test_the_modes_of_a_program_without_commands_are_counted(text: str, paths: list[str]) -> None:
    assert found(text, flat()) == paths


def test_a_mode_that_is_used_comes_first() -> None:
    made = consider(flat(), kind="read_only", evidence={("--list",): 4})
    assert made.verbs[0].path == ["--list"]
    assert made.verbs[0].why[0] == "called 4 times"


def folder(tmp_path: Path) -> Path:
    root = tmp_path / "work"
    for name, text in {
        "a.sh": "forge label view 1\nforge label view 2\nforge label delete 3\n",
        ".git/hooks/x.sh": "forge issue list\n",
        "node_modules/x/x.sh": "forge issue list\n",
        "venv/pyvenv.cfg": "",
        "venv/x.sh": "forge issue list\n",
        "sub/ci.yml": "run: forge release create\n",
        "binary.sh": "\0forge issue list\n",
    }.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    os.symlink(root / "a.sh", root / "sub" / "again.sh")
    os.symlink(root, root / "sub" / "loop")
    return root


def test_a_folder_is_walked_without_links_and_without_what_is_not_ours(tmp_path: Path) -> None:
    sources = gather(forge(), [str(folder(tmp_path))]).sources
    assert [dict(source.calls) for source in sources] == [
        {("label", "view"): 2, ("label", "delete"): 1, ("release", "create"): 1}
    ]


def test_what_is_really_used_is_proposed_first_with_its_reason(tmp_path: Path) -> None:
    root = folder(tmp_path)
    without = consider(forge(), kind="channel", limit=3)
    assert ["label", "view"] not in [verb.path for verb in without.verbs]
    found = gather(forge(), [str(root)])
    made = consider(forge(), kind="channel", limit=3, evidence=found.sources)
    assert {tuple(verb.path) for verb in made.verbs} == {("label", "view"), ("label", "delete"), ("release", "create")}
    assert made.verbs[0].why[0] == f"called 2 times in {root}"
    assert made.verbs[-1].why[0] == f"called once in {root}"


def test_what_is_used_and_cannot_be_a_verb_says_both() -> None:
    program = tree("post", leaf("shell", "Open an interactive shell."), leaf("list", "List the mail."))
    left = consider(program, kind="channel", evidence={("shell",): 9}).left_out
    assert left[0].path == ["shell"]
    assert left[0].why[1] == "called 9 times"


def test_without_evidence_nothing_is_different() -> None:
    for program in (forge(), versions(), flat()):
        plain = consider(program, kind="channel")
        assert plain == consider(program, kind="channel", evidence={})
        assert plain == consider(program, kind="channel", evidence=gather(program).sources)


def test_more_use_counts_for_more() -> None:
    made = consider(versions(), kind="channel", evidence={("log",): 3, ("diff",): 300})
    ranked = [verb.path for verb in made.verbs if verb.why[0].startswith("called")]
    assert ranked == [["diff"], ["log"]]


def test_of_two_that_do_the_same_the_called_one_stays() -> None:
    program = tree("ship", leaf("ps", "List ships."), group("ships", leaf("list", "List ships.")))
    assert consider(program, kind="channel").verbs[0].path == ["ps"]
    assert consider(program, kind="channel", evidence={("ships", "list"): 2}).verbs[0].path == ["ships", "list"]


@pytest.mark.parametrize("kind", ["nowhere", "pipe", "nul"])
def test_a_path_that_cannot_be_read_is_named(tmp_path: Path, kind: str) -> None:
    path = str(tmp_path / kind) if kind != "nul" else "a\0b"
    if kind == "pipe":
        os.mkfifo(path)
    with pytest.raises(UserError) as caught:
        evidence.check([path])
    assert caught.value.status == 2
    assert caught.value.fix.startswith("--evidence ")


def test_a_search_that_finds_nothing_is_told(tmp_path: Path) -> None:
    (tmp_path / "x.sh").write_text("echo\n")
    assert gather(tool(), [str(tmp_path / "x.sh")]).notes == [f"{tmp_path / 'x.sh'}: no call of `tool` in 1 file"]


def test_of_a_long_history_the_end_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evidence, "FILE_BYTES", 100)
    file = tmp_path / ".bash_history"
    file.write_text("tool list\n" * 50 + "tool status\n" * 5)
    assert gather(tool(), [str(file)]).sources[0].calls == {("list",): 4, ("status",): 5}


def test_the_files_of_a_folder_are_limited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evidence, "MOST_FILES", 2)
    for name in "abcd":
        (tmp_path / f"{name}.sh").write_text("tool list\n")
    found = gather(tool(), [str(tmp_path)])
    assert found.sources[0].calls == {("list",): 2}
    assert "too much to read whole" in found.notes[0]


PAGE = """\
# tool

> A tool.

- Add a thing:

`tool add {{name}}`

- List some with a limit:

`tool {{[-C|--chdir]}} {{dir}} list --limit {{3}}`
"""


def test_pages_of_tldr_are_used_where_they_lie(home: Path) -> None:
    pages = home / ".cache" / "tldr" / "pages"
    (pages / "common").mkdir(parents=True)
    (pages / "linux").mkdir()
    (pages / "osx").mkdir()
    (pages / "common" / "tool.md").write_text(PAGE)
    (pages / "common" / "tool-remote.md").write_text("`tool remote list`\n\n`tool add {{x}}`\n")
    (pages / "common" / "toolbox.md").write_text("`tool status`\n")
    sources = gather(tool()).sources
    assert [(dict(source.calls), source.weight) for source in sources] == [
        ({("add",): 1, ("list",): 1}, "tldr"),
        ({("remote", "list"): 1, ("add",): 1}, "tldr_further"),
    ]
    made = consider(tool(), kind="channel", evidence=sources)
    why = {verb.verb_key: verb.why for verb in made.verbs}
    assert why["add"][0] == "its program's tldr page shows it once"


def test_the_long_name_of_a_choice_is_taken() -> None:
    assert list(tldr.examples("`bag {{[-x|--extract]}} {{[-f|--file]}} {{a b ...}}`\nno `bag x` here\n")) == [
        "bag --extract --file _"
    ]


SHELL = st.lists(
    st.sampled_from(
        ["'", '"', "`", "$(", ")", "(", "tool", " ", "list", "\n", "\\", "<<", "EOF", "|", "&", ";", "#", "${"]
    )
    | st.text(max_size=3),
    max_size=40,
).map("".join)


@settings(max_examples=300, deadline=None)
@given(SHELL)
def test_no_text_is_an_error(text: str) -> None:
    assert all(isinstance(word, str) for words in shellwords.commands(text) for word in words)
    program = calls.known(tool())
    for name in ("x.sh", "Makefile", "a.yml", "Dockerfile", "package.json", "Jenkinsfile", "a.md", "fish_history", "x"):
        for piece in scripts.texts(name, text, given=True):
            assert set(calls.called(piece, program)) <= set(every(program.root, ()))


def every(command: Command, path: tuple[str, ...]) -> list[tuple[str, ...]]:
    below = [(*path, child.name) for child in command.commands]
    return below + [deeper for child in command.commands for deeper in every(child, (*path, child.name))]


@settings(max_examples=200, deadline=None)
@given(
    st.lists(st.text(st.characters(blacklist_characters="\0", blacklist_categories=("Cs",)), max_size=8), max_size=5)
)
def test_a_quoted_call_comes_back_word_for_word(words: list[str]) -> None:
    import shlex

    given = ["tool", *words]
    assert shellwords.commands(shlex.join(given)) == [given]


@pytest.mark.parametrize(
    "piece", ["'", '"', "`", "$(", "<<X\n", "${", "$'\\'", "(", ")", "\\\n", '"$(', "a=", "- run: |\n", "```\n"]
)
def test_odd_text_is_read_in_time_that_grows_with_it(piece: str) -> None:
    for name in ("x.sh", "a.yml", "a.md", "Jenkinsfile", "Dockerfile"):
        for text in scripts.texts(name, piece * 20_000):
            shellwords.commands(text)


PROGRAM = """\
#!{python}
print("usage: box COMMAND\\n\\ncommands:")
for word in ("list", "show", "search", "count", "find", "create", "copy", "tag", "rename", "archive", "delete", "wrap"):
    print(f"  {word:9} {word} the boxes")
"""


def test_the_command_tells_the_use_and_nothing_else_of_the_files(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # where the folder's name is long, the reason is cut
    program = tmp_path / "box"
    program.write_text(PROGRAM.replace("{python}", sys.executable))
    program.chmod(0o755)
    (tmp_path / ".bash_history").write_text("TOKEN=swordfish box wrap --secret hunter2\nbox wrap\nbox list\n")
    words = ["propose", str(program), "--no-sandbox", "--evidence", ".bash_history"]
    assert run([*words, "--json"]) == 0
    document = capsys.readouterr().out
    why = {verb["verb_key"]: verb["why"] for verb in json.loads(document)["verbs"]}
    assert why["wrap"][0] == "called 2 times in .bash_history"
    assert run([*words, "--evidence", str(tmp_path / "here")]) == 2
    assert "cannot read" in capsys.readouterr().err
    (tmp_path / "here").mkdir()
    assert run([*words, "--evidence", str(tmp_path / "here")]) == 0
    said = capsys.readouterr()
    assert "called once in" in said.out
    assert "note: " in said.err
    for word in ("swordfish", "hunter2", "--secret"):
        assert word not in document + said.out + said.err


def test_what_is_given_and_what_is_found_count_together(tmp_path: Path) -> None:
    (tmp_path / "x.sh").write_text("tool list\n")
    propose = evidence.informed(consider, [str(tmp_path / "x.sh")])
    made = propose(tool(), kind="channel", evidence={("list",): 3})
    why = {verb.verb_key: verb.why for verb in made.verbs}
    assert why["list"][:2] == ["called 3 times", f"called once in {tmp_path / 'x.sh'}"]


def test_a_tree_is_searched_for_once(tmp_path: Path) -> None:
    file = tmp_path / "x.sh"
    file.write_text("echo\n")
    notes: list[str] = []
    propose, program = evidence.informed(consider, [str(file)], notes.append), tool()
    propose(program, kind="channel")
    propose(program, kind="channel")
    assert len(notes) == 1


def test_plain_counts_are_evidence_too() -> None:
    assert evidence.sources({("list",): 2}) == [Source({("list",): 2})]
    assert evidence.sources(None) == []
    assert many("x").variadic
