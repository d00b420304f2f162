"""Small programs that speak to machines, and what a crawl of one asked and found."""

from __future__ import annotations

import struct
import sys
from collections.abc import Callable
from pathlib import Path

from hcp_author.introspect.tree import Command, Option, Tree

Make = Callable[[str, str], Path]
MARKS = b"\x04\0\0\0Go\0\0 spf13/cobra.(*Command).ExecuteC __completeNoDesc"
_BASE = 0x400000


def compiled(shell: Make, name: str, body: str, marks: bytes = MARKS) -> Path:
    """A small compiled program that carries `marks`, and does what a shell script beside it says."""
    script = shell(f".{name}.sh", body)
    code_at = _BASE + 64 + 56
    size = 4 + 5 + 10 + 4 + 10 + 5 + 3 + 5 + 2
    interpreter, file = b"/bin/sh\0", str(script).encode() + b"\0"
    code = b"\x48\x8b\x0c\x24" + b"\x48\x8d\x54\xcc\x10"  # argc; the environment behind the arguments
    code += b"\x48\xbf" + struct.pack("<Q", code_at + size) + b"\x48\x89\x3c\x24"
    code += b"\x48\xb8" + struct.pack("<Q", code_at + size + len(interpreter)) + b"\x48\x89\x44\x24\x08"
    code += b"\x48\x89\xe6" + b"\xb8\x3b\0\0\0" + b"\x0f\x05"  # execve
    image = code + interpreter + file + marks
    total = 64 + 56 + len(image)
    header = b"\x7fELF\2\1\1" + bytes(9)
    header += struct.pack("<HHIQQQIHHHHHH", 2, 62, 1, code_at, 64, 0, 0, 64, 56, 1, 0, 0, 0)
    header += struct.pack("<IIQQQQQQ", 1, 5, 0, _BASE, _BASE, total, total, 0x1000)
    path = script.parent / name
    path.write_bytes(header + image)
    path.chmod(0o755)
    return path


def named(command: Command, *path: str) -> Command:
    for word in path:
        command = next(c for c in command.commands if c.name == word)
    return command


def option(command: Command, long: str) -> Option:
    return next(o for o in command.options if o.long == long)


def forms(tree: Tree, mark: str) -> list[str]:
    """What the program was asked in the form that holds `mark`."""
    return [" ".join(args) for args in tree.asked if any(mark in arg for arg in args)]


def environment(tmp_path: Path, name: str, files: dict[str, str]) -> Path:
    """A program of its own virtual environment: the modules that it is made of, and the script that starts it."""
    library = f"lib/python{sys.version_info[0]}.{sys.version_info[1]}/site-packages"
    for file, text in files.items():
        path = tmp_path / "venv" / library / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    real = Path(sys.executable).resolve()
    home = tmp_path / "venv/pyvenv.cfg"
    home.write_text(f"home = {real.parent}\ninclude-system-site-packages = false\n")
    (tmp_path / "venv/bin").mkdir(exist_ok=True)
    (tmp_path / "venv/bin/python").symlink_to(real)
    script = tmp_path / "venv/bin" / name
    script.write_text(f"#!{tmp_path}/venv/bin/python\nfrom quaylib.cli import main\nmain()\n")
    script.chmod(0o755)
    return script
