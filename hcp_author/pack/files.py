"""A folder to a Pack: regular files only, never through a link that leaves the pack."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterable, Iterator, Mapping
from operator import attrgetter
from pathlib import Path

from hcp_author.errors import FINDINGS, UserError
from hcp_author.pack.limits import ENTRY_LIMIT, FOLDER_DEPTH, SKIPPED, UNTOLD
from hcp_author.pack.model import Pack, build
from hcp_author.pack.opened import not_regular, open_folder, read_in
from hcp_author.pack.source import SIZE_LIMIT, START, Document, Place, Problem, absent, parse, refused, too_large
from hcp_author.pack.text import visible

# a Skill is a screen of 80 lines (L10); no reader is made to look through more than this
HARNESS_LIMIT = 64 * 1024
_NAME = attrgetter("name")


def read(root: Path, unsaved: Mapping[str, str] | None = None) -> Pack:
    """Read the pack in folder `root`; UserError (2) where it is no folder or has no surface.json.

    `unsaved` is text by file name that stands in for what lies on the disk, as an editor holds it. A file that cannot
    be read, is no regular file or no strict JSON is a problem of the Pack, not an error.
    """
    unsaved = unsaved or {}
    _check_root(root)
    files, troubles = list_files(root)
    files = sorted({*files, *unsaved})
    documents: dict[str, Document] = {}
    for name in ("surface.json", "policy.json", "proof.json", *_fixtures(files)):
        documents[name] = read_document(root, name, unsaved)
    harness = _text(root, "HARNESS.md", troubles, unsaved)
    found = {name: document for name, document in documents.items() if name.startswith("fixtures/")}
    return build(
        root,
        documents["surface.json"],
        documents["policy.json"],
        proof=documents["proof.json"],
        fixtures={name[len("fixtures/") : -len(".json")]: document for name, document in found.items()},
        harness=harness,
        files=tuple(files),
        troubles=tuple(_once([*_document_problems(documents), *troubles])),
        unsaved=unsaved,
    )


def content(pack: Pack, name: str, limit: int = SIZE_LIMIT) -> bytes | Problem | None:
    """The bytes of one file of a pack that was read, as `read_bytes` gives them, or what stands in for them."""
    return _content(pack.root, name, pack.unsaved, limit)


def contents(pack: Pack, names: Iterable[str]) -> Iterator[tuple[str, bytes | Problem | None]]:
    """`content` of several files; each folder is opened once where they are in order."""
    above, folder = None, -1
    try:
        for name in names:
            parent, _, last = name.rpartition("/")
            data: bytes | Problem | None = None
            if name not in pack.unsaved:
                try:
                    if parent != above or folder < 0:
                        if folder >= 0:
                            os.close(folder)
                        above, folder = parent, -1
                        folder = open_folder(pack.root, name)
                    data = read_in(folder, last, name, SIZE_LIMIT)
                except OSError:
                    data = None  # `content` says what it is
            yield name, content(pack, name) if data is None else data
    finally:
        if folder >= 0:
            os.close(folder)


def _content(root: Path, name: str, unsaved: Mapping[str, str], limit: int = SIZE_LIMIT) -> bytes | Problem | None:
    if name not in unsaved:
        return read_bytes(root, name, limit)
    try:
        data = unsaved[name].encode("utf-8", "surrogateescape")  # what was no UTF-8 where it came from is none here
    except UnicodeEncodeError:
        data = unsaved[name].encode("utf-8", "surrogatepass")
    return data if len(data) <= limit else too_large(visible(name), len(data), limit)


def read_document(root: Path, name: str, unsaved: Mapping[str, str] | None = None) -> Document:
    """Read one JSON file of the pack; `name` is relative, with `/`."""
    data = _content(root, name, unsaved or {})
    if data is None:
        return absent(name)
    return refused(name, data) if isinstance(data, Problem) else parse(data, name)


def read_bytes(root: Path, name: str, limit: int = SIZE_LIMIT) -> bytes | Problem | None:
    """The bytes of one regular file inside the pack, at most `limit`; the Problem; None where there is no such file.

    A link is followed only where it ends inside the pack. Pipes, sockets and devices are never opened.
    """
    try:
        if not name.startswith("/") and ".." not in name.split("/"):
            return _open_and_read(root, name, limit)
    except FileNotFoundError:
        return None
    except OSError as error:
        if error.errno not in (errno.ELOOP, errno.ENOTDIR):
            return _unreadable(name, error)
    return _read_behind_link(root, name, limit)


def list_files(root: Path) -> tuple[list[str], list[tuple[str, Problem]]]:
    """The names of the pack's regular files, sorted, with `/`; and what else lies there as (name, Problem)."""
    files: list[str] = []
    troubles: list[tuple[str, Problem]] = []
    for name, problem in _walk(root, "", 0):
        if problem:
            troubles.append((name, problem))
        if problem is None or problem.code == "F-link":
            files.append(name)
        if len(files) + len(troubles) > ENTRY_LIMIT:
            troubles.append(("surface.json", _too_many()))
            break
    return sorted(files), sorted(troubles, key=lambda trouble: trouble[0])


def replace(path: Path, text: str) -> None:
    """Put `text` in place of the regular file at `path`, or where none is, in one step; its mode is kept.

    UserError (1) where a link, a pipe or a folder stands there: a pack must not choose what is written elsewhere.
    """
    import tempfile

    shown = visible(str(path))
    try:
        found = os.lstat(path)
    except FileNotFoundError:
        mode = 0o666 & ~_umask()
    else:
        if not stat.S_ISREG(found.st_mode):
            what = "a symbolic link" if stat.S_ISLNK(found.st_mode) else "no regular file"
            raise UserError(f"`{shown}` is {what}; nothing was written", "put a file there, or nothing", FINDINGS)
        mode = stat.S_IMODE(found.st_mode)
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(text.encode("utf-8"))
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, mode)
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _check_root(root: Path) -> None:
    folder = str(root)
    if not os.path.isdir(folder):
        missing = "there is no folder" if not os.path.lexists(folder) else "not a folder:"
        raise UserError(f"{missing} `{visible(folder)}`", "give the folder that holds surface.json")
    if not os.path.lexists(f"{folder}/surface.json"):
        what = f"`{visible(folder)}` is no pack: it has no surface.json"
        raise UserError(what, "give the folder that holds surface.json")


def _fixtures(files: list[str]) -> list[str]:
    return [name for name in files if name.startswith("fixtures/") and name.endswith(".json") and name.count("/") == 1]


def _document_problems(documents: dict[str, Document]) -> Iterator[tuple[str, Problem]]:
    for name, document in documents.items():
        for problem in document.problems:
            yield name, problem


def _once(troubles: list[tuple[str, Problem]]) -> list[tuple[str, Problem]]:
    """A link or pipe is met both when listing and when reading: tell it once."""
    return list(dict.fromkeys(troubles))


def _text(root: Path, name: str, troubles: list[tuple[str, Problem]], unsaved: Mapping[str, str]) -> str | None:
    data = _content(root, name, unsaved, HARNESS_LIMIT)
    if isinstance(data, Problem):
        troubles.append((name, data))
    if not isinstance(data, bytes):
        return None
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        text = f"byte 0x{data[error.start]:02x} on line {line} is not UTF-8"
        column = len(data[data.rfind(b"\n", 0, error.start) + 1 : error.start].decode("utf-8")) + 1
        place = Place(line, column, line, column + 1)
        troubles.append((name, Problem("F-not-utf8", text, place, "", "save it as UTF-8 without BOM")))
        return data.decode("utf-8", "replace")


def _inside(root: Path, name: str) -> str | Problem | None:
    """The name to open: `name` itself, or where a link inside the pack leads."""
    if not os.path.lexists(root / name):
        return None
    if not _is_inside(root, name):
        text = f"`{visible(name)}`: symbolic link leaves the pack"
        return Problem("F-link-outside", text, START, "", "put the file itself into the pack")
    if not os.path.exists(root / name):
        return Problem("F-not-regular", f"`{visible(name)}` is a symbolic link to nothing", START, "", "remove it")
    return os.path.relpath(os.path.realpath(root / name), os.path.realpath(root))


def _is_inside(root: Path, name: str) -> bool:
    real_root = os.path.realpath(root)
    return os.path.commonpath((real_root, os.path.realpath(root / name))) == real_root


def _read_behind_link(root: Path, name: str, limit: int) -> bytes | Problem | None:
    inside = _inside(root, name)
    if not isinstance(inside, str):
        return inside
    try:
        return _open_and_read(root, inside, limit)
    except OSError as error:
        return _unreadable(name, error)


def _open_and_read(root: Path, name: str, limit: int) -> bytes | Problem:
    folder = open_folder(root, name)
    try:
        return read_in(folder, name.rpartition("/")[2], name, limit)
    finally:
        os.close(folder)


def _walk(root: Path, below: str, level: int) -> Iterator[tuple[str, Problem | None]]:
    try:
        with os.scandir(f"{root}/{below}") as found:
            entries = sorted(found, key=_NAME)
    except OSError as error:
        yield below, _unreadable(below, error)
        return
    for entry in entries:
        name = f"{below}/{entry.name}" if below else entry.name
        if entry.is_symlink():
            yield name, _link(root, name)
        elif entry.is_file(follow_symlinks=False):
            yield name, None
        elif not entry.is_dir(follow_symlinks=False):
            yield name, not_regular(name)
        elif entry.name in SKIPPED:
            if entry.name not in UNTOLD and not _holds_nothing(root / name):
                yield name, _not_looked_at(name)
        elif level >= FOLDER_DEPTH:
            text = f"folders are nested more than {FOLDER_DEPTH} deep"
            yield name, Problem("F-too-deep", text, START, "", "nest them less deeply")
        else:
            yield from _walk(root, name, level + 1)


def _holds_nothing(folder: Path) -> bool:
    """Whether a skipped folder is empty, or is the interpreter's own and holds its compiled files alone."""
    try:
        with os.scandir(folder) as found:
            names = [entry.name if entry.is_file(follow_symlinks=False) else "" for entry in found]
    except OSError:
        return False
    return not names or (folder.name == "__pycache__" and all(name.endswith(".pyc") for name in names))


def _link(root: Path, name: str) -> Problem:
    if (root / name).is_dir() and _is_inside(root, name):
        text = f"`{visible(name)}` is a symbolic link to a folder"
        return Problem("F-not-regular", text, START, "", "put the folder itself there")
    inside = _inside(root, name)
    if isinstance(inside, Problem):
        return inside
    text = f"`{visible(name)}` is a symbolic link to `{visible(inside or '')}`"
    return Problem("F-link", text, START, "", "put the file itself there")


def _not_looked_at(name: str) -> Problem:
    text = f"what lies in `{visible(name)}` was not looked at"
    return Problem("F-not-checked", text, START, "", "take the folder out of the pack")


def _unreadable(name: str, error: OSError) -> Problem:
    reason = (error.strerror or "unknown").lower()
    return Problem("F-unreadable", f"`{visible(name)}` cannot be read: {reason}", START, "", "make it readable")


def _too_many() -> Problem:
    text = f"the pack has more than {ENTRY_LIMIT} files"
    return Problem("F-too-many-files", text, START, "", "take out what is no part of it")
