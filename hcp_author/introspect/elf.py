"""Option tables compiled into a program: `struct option` of getopt_long(3) and its letters, read from the file.

Source of the layouts: the ELF-64 object file format, and <getopt.h> of the C library. Nothing is run; what does not
fit is no table. Only 64-bit little-endian files are read, and of them at most MAX_FILE bytes.
"""

from __future__ import annotations

import mmap
import re
import struct
from collections.abc import Iterator
from dataclasses import dataclass, field

MAX_FILE = 1 << 24
MAX_POINTERS = 100_000
_LOAD, _DYNAMIC = 1, 2
_RELA, _RELA_SIZE, _RELR_SIZE, _RELR = 7, 8, 35, 36
_RELATIVE = (8, 1027)  # R_X86_64_RELATIVE, R_AARCH64_RELATIVE
_ENTRY = struct.Struct("<QQQQ")
_NAME = re.compile(rb"-?[A-Za-z0-9][A-Za-z0-9_.+-]{0,59}\0")
_LETTERS = re.compile(rb"(?<=\0)[-+:]{0,2}((?:[A-Za-z0-9?@#%.,^~!_=/|][:;]{0,2}){2,80})(?=\0)")
_LEAST = 3


@dataclass(frozen=True)
class Entry:
    """One row of a table: long name without dashes; 0, 1, 2 for no, one, an optional value; the letter or ""."""

    name: str
    value: int
    letter: str


@dataclass(frozen=True)
class Image:
    """A mapped ELF file: its loaded segments as (address, size, offset), and what relocation puts at an address."""

    data: mmap.mmap
    segments: list[tuple[int, int, int]]
    pointers: dict[int, int] = field(default_factory=dict)

    def offset(self, address: int, size: int = 1) -> int | None:
        """Where in the file an address lies with `size` bytes after it; None outside of it."""
        for start, length, offset in self.segments:
            if start <= address and address + size <= start + length:
                return offset + address - start
        return None


def tables(path: str) -> tuple[list[list[Entry]], list[str]]:
    """All option tables in a file, in the order of their addresses, and all strings that may be getopt's letters.

    Both empty for a file that is no such program or cannot be read.
    """
    try:
        with open(path, "rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
            image = _image(data) if len(data) <= MAX_FILE else None
            if image is None:
                return [], []
            found = list(_tables(image))
            return found, _letters(data) if found else []
    except (OSError, ValueError, OverflowError, struct.error):
        return [], []


def _image(data: mmap.mmap) -> Image | None:
    """The segments and pointers of an ELF file; None where it is none that we read."""
    if data[:6] != b"\x7fELF\x02\x01":
        return None
    fixed = struct.unpack_from("<H", data, 16)[0] == 2
    start, size, count = struct.unpack_from("<Q", data, 32)[0], *struct.unpack_from("<HH", data, 54)
    segments, dynamic = [], None
    for at in range(start, start + size * min(count, 64), size):
        kind, _, offset, address, _, length = struct.unpack_from("<IIQQQQ", data, at)
        if kind == _LOAD:
            segments.append((address, length, offset))
        elif kind == _DYNAMIC:
            dynamic = (offset, length)
    image = Image(data, segments)
    image.pointers.update(_raw(image) if fixed else _relocated(image, dynamic))
    return image


def _relocated(image: Image, dynamic: tuple[int, int] | None) -> Iterator[tuple[int, int]]:
    """The pointers that the loader writes: relative relocations, plain and packed."""
    tags = dict(struct.iter_unpack("<QQ", image.data[dynamic[0] : dynamic[0] + (dynamic[1] & ~15)])) if dynamic else {}
    size = min(tags.get(_RELA_SIZE, 0) // 24, MAX_POINTERS) * 24
    at = image.offset(tags.get(_RELA, 0), size)
    if size and at is not None:
        for place, info, target in struct.iter_unpack("<QQQ", image.data[at : at + size]):
            if info & 0xFFFFFFFF in _RELATIVE:
                yield place, target
    yield from _packed(image, tags)


def _packed(image: Image, tags: dict[int, int]) -> Iterator[tuple[int, int]]:
    """Relative relocations in RELR form: an even word is an address, an odd one a map of the 63 words after it."""
    size = min(tags.get(_RELR_SIZE, 0) // 8, MAX_POINTERS // 8) * 8
    at = image.offset(tags.get(_RELR, 0), size)
    if not size or at is None:
        return
    here = 0
    for (word,) in struct.iter_unpack("<Q", image.data[at : at + size]):
        if word & 1:
            places = [here + 8 * bit for bit in range(63) if word >> (bit + 1) & 1]
            here += 8 * 63
        else:
            places = [word]
            here = word + 8
        for place in places:
            where = image.offset(place, 8)
            if where is not None:
                yield place, struct.unpack_from("<Q", image.data, where)[0]


def _raw(image: Image) -> Iterator[tuple[int, int]]:
    """The words of a file for a fixed address that are addresses in it."""
    low = min((s for s, _, _ in image.segments), default=0)
    high = max((s + n for s, n, _ in image.segments), default=0)
    seen = 0
    for start, length, offset in image.segments:
        skip = -start % 8
        words = image.data[offset + skip : offset + skip + ((length - skip) & ~7)]
        for at, (word,) in enumerate(struct.iter_unpack("<Q", words)):
            if word and low <= word < high:
                yield start + skip + 8 * at, word
                seen += 1
                if seen > MAX_POINTERS:
                    return


def _tables(image: Image) -> Iterator[list[Entry]]:
    """Runs of at least _LEAST rows that end with a row of zeros."""
    taken: set[int] = set()
    for address in sorted(image.pointers):
        if address in taken:
            continue
        rows: list[Entry] = []
        here = address
        while (row := _row(image, here)) is not None:
            rows.append(row)
            taken.add(here)
            here += _ENTRY.size
        end = image.offset(here, _ENTRY.size)
        if len(rows) >= _LEAST and end is not None and not any(image.data[end : end + _ENTRY.size]):
            # a name with a dash of its own is a private one, that no person is meant to type
            yield [row for row in rows if not row.name.startswith("-")]


def _row(image: Image, address: int) -> Entry | None:
    """The row at an address: a pointer to a name, 0 to 2, nothing or a pointer, and a number of 32 bits."""
    name = _name(image, image.pointers.get(address))
    at = image.offset(address, _ENTRY.size)
    if name is None or at is None:
        return None
    _, value, flag, number = _ENTRY.unpack_from(image.data, at)
    if value > 2 or number >= 1 << 32 or (flag and address + 16 not in image.pointers):
        return None
    letter = chr(number) if 32 < number < 127 and not flag and address + 16 not in image.pointers else ""
    return Entry(name, value, letter if letter.isalnum() else "")


def _name(image: Image, address: int | None) -> str | None:
    """The option's name that begins at an address, right after the end of another string or of anything else."""
    at = image.offset(address) if address is not None else None
    found = _NAME.match(image.data, at) if at is not None else None
    return found[0][:-1].decode() if found else None


def _letters(data: mmap.mmap) -> list[str]:
    """The strings of the file that have the form of getopt's letters."""
    found = dict.fromkeys(match[1].decode() for match in _LETTERS.finditer(data))
    return [text for text in found if ":" in text or len(set(text)) == len(text)]
