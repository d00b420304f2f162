"""The format: what is there and was not taken for what it is, code that is no Python and configuration for us.

F.6 What was not looked at is said, and never called clean.
F.7 What a pack says about its own checking is not heard.
F.16 A decision to leave a finding out stands outside the pack, has a reason, and ends.
"""

from __future__ import annotations

from collections.abc import Iterator

from hcp_author.lint.contract import Hit, Text, in_text, on_file, rule
from hcp_author.lint.laws import _code
from hcp_author.pack.model import Pack
from hcp_author.pack.text import visible

CONFIG_FILES = frozenset(
    (
        *("hcp-author.toml", ".hcp-author.toml", ".hcp-lint.toml", ".secrets.baseline"),
        *("hcp-author-suppressions.toml", "hcp-author-baseline.json"),
    )
)


COMPILED = (".pyc", ".pyo", ".pyd", ".so", ".dll", ".dylib", ".exe", ".class", ".jar", ".wasm", ".o", ".a")


@rule("F-code-not-read", "F", "warning", over="text")
def code_not_read(pack: Pack, text: Text) -> Iterator[Hit]:
    """Code of the pack was not read as code: it is compiled, too long, or no Python that this version knows.

    Why: what was not read cannot be called clean; the laws on code (no shell, no look-up, no token from the
    environment) had nothing to look at.
    Fix: make the file shorter, or mend it.
    Base: fleet
    Bad: extra.py
        def broken(:
    Good: extra.py
        def sound():
            return 1
    """
    if text.name.lower().endswith(COMPILED):
        yield on_file(
            text.name, f"`{visible(text.name)}` is compiled code, which nobody can read", "take it out of the pack"
        )
        return
    # of adapter.py L2-adapter-syntax tells; beside a wrap nothing runs it
    told = text.name == "adapter.py" and (pack.wrap is not None or len(text.content) <= _code.PARSED)
    if _code.is_code(text.name) and not told and _code.module(text.content) is None:
        long = len(text.content) > _code.PARSED
        why = f"it is longer than {_code.PARSED} characters" if long else "it is no Python"
        fix = "make it shorter" if long else "mend it, or take it out of the pack"
        yield on_file(text.name, f"`{visible(text.name)}` was not read as code: {why}", fix)


@rule("F-config-ignored", "F", "note", over="text", alone=True)
def config_ignored(pack: Pack, text: Text) -> Iterator[Hit]:
    """The pack holds configuration for this linter, which is not read.

    Why: a stranger's pack must not switch off what it is judged by.
    Fix: nothing; configuration belongs to the one who lints.
    Bad: hcp-author.toml
        ignore = ["L4-secret-in-pack"]
    Good: notes.toml
        about = "mail"
    """
    name = text.name.rsplit("/", 1)[-1]
    start = text.content.find("[tool.hcp-author") if name == "pyproject.toml" else -1
    if start >= 0 or name in CONFIG_FILES:
        line_end = text.content.find("\n", max(start, 0))
        end = line_end if line_end >= 0 else len(text.content)
        message = "ignored configuration in the linted pack"
        yield in_text(text, max(start, 0), end, message, "give it to hcp-author lint yourself, if you mean it")
