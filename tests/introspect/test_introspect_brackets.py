"""Options that a page lists twice, in brackets with their values and in rows without; titles that end a sentence."""

from __future__ import annotations

from hcp_author.introspect.dialects import read

BRACKETS = """Install a thing

Usage:
pack add [<thing> ...]

Options:
[-S|--save|--no-save] [--before <date>]
[--omit <dev|peer> [--omit <dev|peer> ...]] [--deep]

  -S|--save
    Save it as well.

  --before
    Take what was there then.

  --omit
    Leave these out.

  --deep
    Go down.
"""

SENTENCE = """This is the looker.  Usage:

    look [options] [file]

Options:
  --help             Print this message.

At the start, the looker reads the following files and then executes their
commands:
   None found.

For more, see its pages.
"""


def test_brackets_give_the_rows_below_them_their_values() -> None:
    page = read(BRACKETS.splitlines(), "pack", ("add",))
    values = {one.long: one.value and (one.value.name, one.value.choices) for one in page.options}
    assert values["--before"] == ("date", None)
    assert values["--omit"] == ("dev|peer", ["dev", "peer"])
    assert (values["--save"], values["--deep"]) == (None, None)
    assert page.commands == []


def test_the_end_of_a_sentence_is_no_title_of_a_list() -> None:
    page = read(SENTENCE.splitlines(), "look", ())
    assert [command.name for command in page.commands] == []
