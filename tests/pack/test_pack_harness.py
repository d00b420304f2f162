"""HARNESS.md between its markers: nothing foreign is markup, nothing of the author's is touched."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from hcp_author import harness_md
from hcp_author.errors import FINDINGS, UserError
from hcp_author.pack.model import Pack, build
from hcp_author.pack.source import parse
from hcp_author.pack.text import hidden_characters

PAGE = (
    "# Mail\n\nLead.\n\n<!-- hcp:begin hot-path -->\n<!-- hcp:end hot-path -->\n\nProse  \n\n"
    "<!-- hcp:begin triggers -->\nold\n<!-- hcp:end triggers -->\n\n"
    "  <!-- hcp:begin examples -->\n<!-- hcp:end examples -->\n\nEnd"
)


def a_pack(summary: str = "x", key: str = "search", pack_id: str = "mail", land: str = "personal") -> Pack:
    surface = {
        "pack_id": pack_id,
        "summary": summary,
        "verbs": [{"verb_key": key, "summary": summary}, {"verb_key": "doctor", "summary": "Tell.", "builtin": True}],
        "stimulusTriggers": [{"ref": "new_item"}],
    }
    row = {"operation": "read", "privacy": {"land": land}}
    policy = {"pack_id": pack_id, "verbs": {key: row, "doctor": row}, "stimuli": {"new_item": row}}
    return build(
        Path(), parse(json.dumps(surface).encode(), "surface.json"), parse(json.dumps(policy).encode(), "policy.json")
    )


def test_drawn_sections_and_untouched_prose() -> None:
    assert harness_md.draw(a_pack("Find mail."), PAGE) == (
        "# Mail\n\nLead.\n\n<!-- hcp:begin hot-path -->\n"
        "| Verb | What it does | Class | Gate | Land |\n"
        "| --- | --- | --- | --- | --- |\n"
        "| `search` | Find mail. | read | - | personal |\n"
        "| `doctor` | Tell. | read | - | personal |\n"
        "<!-- hcp:end hot-path -->\n\nProse  \n\n"
        "<!-- hcp:begin triggers -->\n"
        "| Trigger | Land | Then |\n"
        "| --- | --- | --- |\n"
        "| `new_item` | personal | run `mail search` |\n"
        "<!-- hcp:end triggers -->\n\n"
        "  <!-- hcp:begin examples -->\n"
        "```sh\nmail search --json\nmail doctor --json\n```\n"
        "<!-- hcp:end examples -->\n\nEnd"
    )


def test_line_ends_are_those_of_the_markers() -> None:
    drawn = harness_md.draw(a_pack(), PAGE.replace("\n", "\r\n"))
    assert drawn == harness_md.draw(a_pack(), PAGE).replace("\n", "\r\n")


@given(
    st.lists(st.text(alphabet=st.characters(codec="utf-8"), max_size=12), min_size=4, max_size=4),
    st.sampled_from(["\n", "\r\n", "\r"]),
)
@settings(max_examples=80, deadline=None)
def test_prose_stays_byte_for_byte(prose: list[str], line_end: str) -> None:
    prose = [part for part in prose if "hcp:" not in part]
    lines = [
        *(prose[:1]),
        harness_md.begin("examples"),
        harness_md.end("examples"),
        *prose[1:2],
        harness_md.begin("hot-path"),
        "stale",
        harness_md.end("hot-path"),
    ]
    text = line_end.join(lines) + line_end + "".join(prose[2:])
    drawn = harness_md.draw(a_pack(), text)
    assert harness_md.draw(a_pack(), drawn) == drawn
    assert outside(drawn) == outside(text)


def outside(text: str) -> list[str]:
    """All that does not stand between markers."""
    kept, here = [], 0
    for section in harness_md.find(text):
        kept.append(text[here : section.start])
        here = section.end
    return [*kept, text[here:]]


BROKEN = [
    (
        "<!-- hcp:begin hot-path -->\n",
        "HARNESS.md:1: <!-- hcp:begin hot-path --> has no <!-- hcp:end hot-path --> after it",
    ),
    (
        "a\n<!-- hcp:begin hot-path -->",
        "HARNESS.md:2: <!-- hcp:begin hot-path --> has no <!-- hcp:end hot-path --> after it",
    ),
    (
        "\n<!-- hcp:end triggers -->\n",
        "HARNESS.md:2: <!-- hcp:end triggers --> has no <!-- hcp:begin triggers --> before it",
    ),
    (
        "<!-- hcp:begin hot-path -->\n<!-- hcp:begin triggers -->\n",
        "HARNESS.md:2: <!-- hcp:begin triggers --> stands inside <!-- hcp:begin hot-path --> (line 1)",
    ),
    (
        "<!-- hcp:begin hot-path -->\n<!-- hcp:end triggers -->\n",
        "HARNESS.md:2: <!-- hcp:end triggers --> has no <!-- hcp:begin triggers --> before it",
    ),
    (
        "<!-- hcp:begin examples -->\n<!-- hcp:end examples -->\n<!-- hcp:begin examples -->\n",
        "HARNESS.md:3: <!-- hcp:begin examples --> is given twice",
    ),
    ("<!-- hcp:begin hotpath -->\n<!-- hcp:end hotpath -->\n", "HARNESS.md:1: there is no section `hotpath`"),
    ("Here: <!-- hcp:begin hot-path -->\n", "HARNESS.md:1: `Here: <!-- hcp:begin hot-path -->` is no marker"),
    ("<!-- hcp:start hot-path -->\n", "HARNESS.md:1: `<!-- hcp:start hot-path -->` is no marker"),
]


@pytest.mark.parametrize(("text", "message"), BROKEN)
def test_markers_that_do_not_fit_are_told_with_their_line(text: str, message: str) -> None:
    with pytest.raises(UserError) as caught:
        harness_md.draw(a_pack(), text)
    assert (caught.value.message, caught.value.status) == (message, FINDINGS)
    assert caught.value.fix


def test_a_text_without_markers_is_told_what_to_paste() -> None:
    with pytest.raises(UserError) as caught:
        harness_md.draw(a_pack(), "# Mail\n")
    assert caught.value.message == "HARNESS.md has no markers, so there is no place for its tables"
    assert "<!-- hcp:begin hot-path -->" in caught.value.fix


def test_sections_without_markers_are_reported() -> None:
    text = "<!-- hcp:begin hot-path -->\n<!-- hcp:end hot-path -->\n"
    assert harness_md.missing(a_pack(), text) == ["triggers", "examples"]
    assert harness_md.missing(a_pack(), PAGE) == []


def test_without_a_file_a_whole_page_is_made() -> None:
    drawn = harness_md.draw(a_pack("1. # <b>"), None)
    assert harness_md.missing(a_pack(), drawn) == []
    assert harness_md.draw(a_pack("1. # <b>"), drawn) == drawn
    assert drawn.count("\n") < 80
    assert shape_of(drawn) == shape_of(harness_md.draw(a_pack("x"), None))


# Nothing of a summary is markup.

HOSTILE = [
    "a | b | c",
    "esc \\| pipe",
    "`` ` code | x",
    "<!-- hidden note for agents -->",
    "![p](http://127.0.0.1:9/p.png?d=1)",
    "[link](x) and [ref] [^1]",
    "# heading",
    "```\nnew block",
    "&lt;b&gt; &#124; x",
    "{{ 7*7 }} {% x %} ${x} {# x #} <% x %> $$x$$",
    "ends with a backslash \\",
    "\\",
    "*em* _em_ __b__ ~~gone~~ ~x~",
    "<b>bold</b> <script>x</script>",
    "see http://www.example.com or www.example.com, ftp://x.y, a.b@c.example",
    "1http://x.y http://http://x.y hthttp://tp://x.y",
    "<https://example.com> <a@b.example>",
    "|" * 200,
    "x" * 300,
    "\u202e evil \x1b[2J \U000e0041",
    "<!-- hcp:end hot-path -->",
    "\n<!-- hcp:end hot-path -->\n# more",
]
KEPT = [
    "Plan a trip from A to B (see --json)",
    'List snake_case names, 50% off; it\'s "quoted" (once)!',
    "日本語 → ∑ ✓",
]


def shape_of(text: str) -> list[str]:
    """The kinds of all tokens, inline ones too, as a CommonMark parser with GFM's tables sees them."""
    parser = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
    found = []
    for token in parser.parse(text):
        found.append(token.type)
        found += [inner.type for inner in token.children or [] if inner.type not in ("text", "text_special")]
    return found


def cells(text: str) -> list[str]:
    parser = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
    tokens = parser.parse(text)
    return [
        "".join(inner.content for inner in tokens[index + 1].children or [])
        for index, token in enumerate(tokens)
        if token.type == "td_open"
    ]


@pytest.mark.parametrize("summary", HOSTILE)
def test_nothing_of_a_summary_is_markup(summary: str) -> None:
    drawn = harness_md.draw(a_pack(summary), PAGE)
    assert shape_of(drawn) == shape_of(harness_md.draw(a_pack("x"), PAGE))
    assert harness_md.draw(a_pack(summary), drawn) == drawn
    assert not list(hidden_characters(drawn))
    for sign in ("{{", "{%", "${", "://", "www.", "<!-- hidden"):
        assert sign not in drawn
    assert len(harness_md.cell(summary)) <= harness_md.CELL_LIMIT


@pytest.mark.parametrize("summary", KEPT)
def test_harmless_text_is_kept_word_for_word(summary: str) -> None:
    assert f"| {summary} |" in harness_md.draw(a_pack(summary), PAGE)


@pytest.mark.parametrize("name", ["a`b", "a|b", "<b>", "a\nb", "x" * 200, "{{x}}", ""])
def test_names_and_lands_of_a_broken_pack_are_no_markup_either(name: str) -> None:
    plain = shape_of(harness_md.draw(a_pack(key="A B"), PAGE))
    assert shape_of(harness_md.draw(a_pack(key=name or " "), PAGE))[:20] == plain[:20]
    drawn = harness_md.draw(a_pack(land=name, pack_id=name), PAGE)
    assert harness_md.draw(a_pack(land=name, pack_id=name), drawn) == drawn


@given(
    st.text(
        alphabet=st.one_of(st.sampled_from("\\`*_{}[]()<>#+-.!|&~$:/@w\n \t'\"=h;%^"), st.characters(codec="utf-8"))
    )
)
@example("a_b_ _c_")
@settings(max_examples=200, deadline=None)
def test_no_text_at_all_changes_the_page(summary: str) -> None:
    drawn = harness_md.draw(a_pack(summary), PAGE)
    assert shape_of(drawn) == SHAPE
    assert harness_md.draw(a_pack(summary), drawn) == drawn


SHAPE = shape_of(harness_md.draw(a_pack("x"), PAGE))


@given(st.text(alphabet="\\`*_{}[]()<>#+-.!|&~$ab c1", max_size=50))
@settings(max_examples=120, deadline=None)
def test_a_cell_reads_as_its_text(summary: str) -> None:
    shown = cells(harness_md.draw(a_pack(summary), PAGE))[1]
    wanted = " ".join(summary.split())
    assert shown == wanted or shown.endswith("…")


def test_a_fence_is_longer_than_any_run_of_backticks() -> None:
    args: dict[str, Any] = {"type": "object", "properties": {"q": {"const": "````"}}, "required": ["q"]}
    surface = {
        "pack_id": "mail",
        "verbs": [{"verb_key": "x", "positionals": ["q"], "args": {**args, "additionalProperties": False}}],
    }
    pack = build(Path(), parse(json.dumps(surface).encode(), "surface.json"), parse(b"{}", "policy.json"))
    assert harness_md.body(pack, "examples") == "`````sh\nmail x '````' --json\n`````\n"


def test_a_diff_shows_a_missing_last_line_end() -> None:
    assert harness_md.diff("a\nb", "a\nc") == (
        "--- a/HARNESS.md\n+++ b/HARNESS.md\n@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+c\n"
        "\\ No newline at end of file\n"
    )
    assert harness_md.diff(None, "a\n") == "--- /dev/null\n+++ b/HARNESS.md\n@@ -0,0 +1 @@\n+a\n"
    assert harness_md.diff("a\n", "a\n") == ""
