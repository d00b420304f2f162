"""Help that is cut, shuffled, flipped or endless: no reader raises, stalls, or lets a hidden character out."""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
import unicodedata
from dataclasses import asdict

import introspect_frameworks
import introspect_pages
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hcp_author.introspect import dialects
from hcp_author.introspect.page import Page
from hcp_author.introspect.text import read

TEXTS = [file.read_bytes() for file in introspect_pages.files()] + [
    page.encode()
    for file in introspect_frameworks.written()
    for page in introspect_frameworks.pages(file.read_text()).values()
]
HIDDEN = frozenset(("Cc", "Cf", "Zl", "Zp", "Co", "Cn", "Cs"))
NOISE = (
    b"\x1b[1m", b"\x1b]0;title\x07", b"\r", b"\x00", b"\x08", b"\xff\xfe", b"\xc3", b"\xe2\x80\xa8", b"\xc2\x85",
    b"\xe2\x80\xae", b"\xe3\x85\xa4", b"\x0b", b"\x0c", b"\x1c", b"\t", b" " * 3000, b"x " * 1500, b"<" * 1500,
    b"[" * 1500, b"--" + b"a-" * 1000, "│".encode(), "╭─".encode(), b"  # ", b" := { ", b"Usage:\n", b"\n\n", b"|",
)  # fmt: skip


@st.composite
def damaged(draw: st.DrawFn) -> bytes:
    """A page of help to which several things happened."""
    text = draw(st.sampled_from(TEXTS))
    chance = random.Random(draw(st.integers(0, 2**32)))
    for how in draw(st.lists(st.sampled_from(DAMAGE), min_size=1, max_size=4)):
        text = how(text, chance)
    return text


def cut(text: bytes, chance: random.Random) -> bytes:
    return text[: chance.randrange(len(text) + 1)]


def behead(text: bytes, chance: random.Random) -> bytes:
    return text[chance.randrange(len(text) + 1) :]


def shuffle(text: bytes, chance: random.Random) -> bytes:
    lines = text.split(b"\n")
    chance.shuffle(lines)
    return b"\n".join(lines)


def flip(text: bytes, chance: random.Random) -> bytes:
    data = bytearray(text)
    for _ in range(min(len(data), 20)):
        data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
    return bytes(data)


def noise(text: bytes, chance: random.Random) -> bytes:
    for _ in range(4):
        at = chance.randrange(len(text) + 1)
        text = text[:at] + chance.choice(NOISE) + text[at:]
    return text


def indent(text: bytes, chance: random.Random) -> bytes:
    return b"\n".join(b" " * chance.choice((0, 1, 2, 40, 500)) + line for line in text.split(b"\n"))


def glue(text: bytes, chance: random.Random) -> bytes:
    return text.replace(b"\n", chance.choice((b" ", b"\r", b"\n\n", b"")))


def mix(text: bytes, chance: random.Random) -> bytes:
    return text + chance.choice(TEXTS)


DAMAGE = (cut, behead, shuffle, flip, noise, indent, glue, mix)


def strings(found: Page) -> list[str]:
    """Every string of a page."""
    todo: list[object] = [asdict(found)]
    kept: list[str] = []
    while todo:
        one = todo.pop()
        if isinstance(one, str):
            kept.append(one)
        elif isinstance(one, dict):
            todo += one.values()
        elif isinstance(one, list | tuple | set):
            todo += one
    return kept


@given(damaged(), st.sampled_from([(), ("moor",), ("crew", "hire")]))
@settings(max_examples=150, deadline=None)
def test_a_damaged_page_is_read_without_complaint_and_comes_out_clean(data: bytes, path: tuple[str, ...]) -> None:
    lines = read(data).lines
    found = dialects.read(lines, "quay", path)
    assert not [text for text in strings(found) if any(unicodedata.category(c) in HIDDEN for c in text)]


@given(damaged(), st.sampled_from(dialects.DIALECTS))
@settings(max_examples=150, deadline=None)
def test_every_dialect_reads_every_page_without_complaint(data: bytes, dialect: dialects.Dialect) -> None:
    lines = read(data).lines
    dialect.recognises(lines)
    dialect.read(lines, "quay", ("moor",))


@pytest.mark.parametrize(
    "end", [b"\xc2\x85", b"\xe2\x80\xa8", b"\xe2\x80\xa9", b"\x0b", b"\x0c", b"\x1c", b"\x1e", b"\r"]
)
@pytest.mark.parametrize("text", TEXTS[:: max(1, len(TEXTS) // 12)])
def test_only_a_line_feed_ends_a_line(text: bytes, end: bytes) -> None:
    """What stands behind another separator cannot become a command of its own."""
    poisoned = re.sub(rb"(?<=[^\n])\n", end + b"  wipe-all  Destroy everything\n", text)
    found = dialects.read(read(poisoned).lines, "quay", ())
    assert "wipe-all" not in {name for c in found.commands for name in (c.name, *c.aliases)}


def test_a_manual_page_with_overstrikes_reads_like_one_without() -> None:
    file = introspect_pages.PAGES / "manual-rendered@notes@find.txt"
    struck = "".join(f"{c}\b{c}" if c.isupper() else f"_\b{c}" if c.islower() else c for c in file.read_text())
    found = dialects.read(read(struck.encode()).lines, "notes", ("find",))
    assert introspect_pages.told(found) == introspect_pages.told(introspect_pages.page(file))


# each is repeated to the size that is asked for
SHAPES = {
    "words in one line": "a word " * 20_000 + "\n",
    "blanks": "Commands:\n  a" + " " * 50_000 + "b\n",
    "dashes": "  --" + "a-" * 30_000 + "  text\n",
    "angles": "<" * 40_000 + "\n",
    "brackets": "usage: quay " + "[" * 1_900 + "\n",
    "closed brackets": "  [-a " + "[--b] " * 300 + "# c\n",
    "bars": "Usage: quay " + "a|" * 900 + "\n",
    "rows": "  -a, --abc=<x>...  text [choices: a, b] (default: c) [$ENV]\n",
    "bracketed rows": "      [--copies=one two three], [--no-x]  # to whom\n",
    "slashes": "  /A[:value]  text\n",
    "headings": "Commands:\n  a  b\n\nUSAGE:\n   x\n",
    "frames": "╭─ a ─╮\n│ --x <int range> [1<=x<=9]  y │\n╰─╯\n",
    "plain frames": "+- a ------+\n| x   [x>=1]   y |\n+----------+\n",
    "titles": "Befehle:\n  a  b\nOptionen:\n  --x  y\n",
    "usages": "Usage:\n  quay a [-h | --help] <x>...\n  quay b --c=<d>\n",
    "grammar": "OBJECT := { a | b [ c ] }\n",
    "quoted sets": "  -a X  can be 'a', 'b', 'c' or " + "'d', " * 300 + "\n",
    "spaces and bounds": " " * 900 + "[" + "1" * 900 + "x]" + " " * 100 + "\n",
    "names": "Currently defined functions:\n" + "\ta, b, c,\n",
    "blank lines": "\n" * 100,
}
SCRIPT = """
import json, sys, time
from hcp_author.introspect import dialects
from hcp_author.introspect.text import read
shapes, size, found = json.load(sys.stdin), int(sys.argv[1]), {}

def measure(title, text, work):
    started = time.process_time()
    work(read(text.encode()).lines)
    found[title] = time.process_time() - started

for name, shape in shapes.items():
    text = (shape * (size // len(shape) + 1))[:size]
    measure(name, text, lambda lines: dialects.read(lines, "quay", ()))
share = size // len(shapes) // 4
mixed = "".join((shape * (share // len(shape) + 1))[:share] + chr(10) for shape in shapes.values())
for dialect in dialects.DIALECTS:
    measure(dialect.__name__, mixed, lambda lines: (dialect.recognises(lines), dialect.read(lines, "quay", ("moor",))))
# the peak of this program alone: getrusage would count what its parent held when it was started
peak = next(line for line in open("/proc/self/status") if line.startswith("VmHWM"))
json.dump({"seconds": found, "kib": int(peak.split()[1])}, sys.stdout)
"""


def measured(size: int) -> tuple[dict[str, float], int]:
    """Processor seconds for each shape and each dialect, and the KiB of all together, in a process of their own."""
    argv = [sys.executable, "-c", SCRIPT, str(size)]
    done = subprocess.run(argv, input=json.dumps(SHAPES), capture_output=True, text=True, check=True)
    answer = json.loads(done.stdout)
    return answer["seconds"], answer["kib"]


def test_time_and_memory_grow_with_the_text_and_stay_small() -> None:
    (small, _), (large, memory) = measured(40_000), measured(160_000)
    assert not {name: seconds for name, seconds in large.items() if seconds > 2}
    # four times the text; what takes next to nothing says nothing
    assert not {name: (small[name], now) for name, now in large.items() if now > 0.3 and now > 10 * small[name]}
    assert memory < 200 * 1024
