"""A promoted pack is made and tried beside the real one first, and then swapped in whole."""

from __future__ import annotations

import os
import shutil
import stat
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from hcp_author import prove
from hcp_author.errors import FINDINGS, UserError
from hcp_author.lint import engine
from hcp_author.pack import files, limits
from hcp_author.pack.model import Pack
from hcp_author.pack.text import as_word, clean
from hcp_author.scaffold.stage import held

Texts = Mapping[str, bytes]
Before = Mapping[str, bytes | None]


def before(pack: Pack, names: list[str]) -> Before:
    """The bytes of each file as it stands; None for one that is not there.

    Raises UserError (1) where one is not what the pack was read from: somebody wrote to it while verbs were chosen.
    """
    old = {name: _bytes(pack.root / name) for name in names}
    read = {document.name: document.text for document in (pack.surface, pack.policy, pack.proof) if document.exists}
    read |= {"HARNESS.md": pack.harness} if pack.harness is not None else {}
    for name, text in read.items():
        if old.get(name) != text.encode():
            raise _changed_meanwhile(pack.root, name)
    return old


def check(root: Path, made: Texts) -> None:
    """Try the pack with `made` in a copy: lint it as --strict does, and run its proof without the live read.

    Raises UserError (1) with the first thing that is wrong. None of the wrapped program's commands is run.
    """
    for name in made:
        # before the copy: what is written there would go through the same links
        _check_place(root, root / name)
    with tempfile.TemporaryDirectory(prefix="hcp-author-") as folder:
        copy = Path(folder) / (root.resolve().name or "pack")
        _copy(root, copy, made)
        _lint(copy, root)
        _prove(copy, root)


def _copy(root: Path, copy: Path, made: Texts) -> None:
    """The pack with `made` in another place; UserError (1) where a file of it cannot be read."""
    try:
        shutil.copytree(root, copy, symlinks=True, ignore=shutil.ignore_patterns(*limits.SKIPPED))
        for name, data in made.items():
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            (copy / name).write_bytes(data)
    except OSError as error:
        # of several, copytree tells (source, target, why) of each
        several = error.args[0] if isinstance(error, shutil.Error) else []
        why = str(several[0][2] if several else error.strerror or error)
        message = f"the pack cannot be copied, so as to be tried: {clean(why, 200)}; nothing was changed"
        raise UserError(message, _try(root), FINDINGS) from None


def _lint(copy: Path, root: Path) -> None:
    wrong = [one for one in engine.check(files.read(copy)) if one.severity != "note"]
    if wrong:
        file = os.path.join(root, os.path.relpath(wrong[0].file, copy))
        more = f" (and {len(wrong) - 1} more)" if len(wrong) > 1 else ""
        message = f"the promoted pack would not lint clean: {clean(file)}: {wrong[0].message} ({wrong[0].rule}){more}"
        fix = f"{_try(root)} --yes --binding local" if wrong[0].law == "L4" else f"{_try(root)} --pick VERBS"
        raise UserError(f"{message}; nothing was changed", fix, FINDINGS)


def _prove(copy: Path, root: Path) -> None:
    document = prove.run(copy, ["--without-lint", "--without-live"])
    failed = next((step for step in document["steps"] if not step["ok"]), None)
    if failed:
        reason = clean(str(failed["reason"]), 300)
        message = f"the promoted pack would not prove itself: {clean(str(failed['name']))}: {reason}"
        raise UserError(f"{message}; nothing was changed", f"{_try(root)} --pick VERBS", FINDINGS)


def swap(root: Path, made: Texts, old: Before) -> None:
    """Put all of `made` in place of `old`, or nothing at all; surface.json, which turns the pack over, comes last.

    Raises UserError (1) where a file was changed meanwhile, is a link, or cannot be written.
    """
    order = sorted((name for name in made if made[name] != old[name]), key=lambda name: name == "surface.json")
    try:
        with held() as stop_if_told, _written(root, {name: made[name] for name in order}) as beside:
            stop_if_told()
            _check_unchanged(root, order, old)
            _rename(root, order, beside, old)
    except OSError as error:
        why = error.strerror or type(error).__name__
        message = f"cannot write `{clean(str(error.filename or root))}`: {why}; nothing was changed"
        raise UserError(message, "see who may write there, and whether there is room", FINDINGS) from None


@contextmanager
def _written(root: Path, made: Texts) -> Iterator[dict[str, Path]]:
    """Each new file whole beside its place; what is left of them at the end goes, with folders made for nothing."""
    beside: dict[str, Path] = {}
    folders: list[Path] = []
    try:
        for name, data in made.items():
            place = root / name
            _check_place(root, place)
            if not place.parent.is_dir():
                place.parent.mkdir()
                folders.append(place.parent)
            handle, temporary = tempfile.mkstemp(dir=place.parent, prefix=f".{place.name}.")
            beside[name] = Path(temporary)
            with os.fdopen(handle, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            os.chmod(temporary, _mode(place))
        yield beside
    finally:
        for left in beside.values():
            left.unlink(missing_ok=True)
        for folder in reversed(folders):
            with suppress(OSError):
                folder.rmdir()


def _rename(root: Path, order: list[str], beside: Mapping[str, Path], old: Before) -> None:
    """One rename after the other; where one fails, those before it are taken back."""
    done: list[str] = []
    try:
        for name in order:
            os.replace(beside[name], root / name)
            done.append(name)
    except BaseException:
        for name in reversed(done):
            data = old[name]
            if data is None:
                (root / name).unlink(missing_ok=True)
            else:
                (root / name).write_bytes(data)
        raise


def _check_place(root: Path, place: Path) -> None:
    """Refuse a link, or a way through one: a pack must not choose what is written elsewhere."""
    for path in (place, *place.parents):
        if path == root:
            return
        if path.is_symlink() or (path == place and os.path.lexists(path) and not path.is_file()):
            message = f"`{clean(str(path))}` is a link, or no regular file; nothing was changed"
            raise UserError(message, "put a file there, or nothing", FINDINGS)


def _check_unchanged(root: Path, names: list[str], old: Before) -> None:
    for name in names:
        if _bytes(root / name) != old[name]:
            raise _changed_meanwhile(root, name)


def _changed_meanwhile(root: Path, name: str) -> UserError:
    message = f"`{clean(str(root / name))}` was changed meanwhile; nothing was done to it"
    return UserError(message, _try(root), FINDINGS)


def _bytes(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None


def _mode(place: Path) -> int:
    if place.exists():
        return stat.S_IMODE(place.stat().st_mode)
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def _try(root: Path) -> str:
    return f"hcp-author promote {as_word(root)}"
