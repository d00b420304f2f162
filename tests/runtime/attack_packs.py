"""Packs as `hcp-author new` makes them, with a spy in what they run, for the attacks on both faces."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from runtime_packs import PackFolder, program

SECRET = "probe-secret-9f2c"
BOX = '''
import json, os, sys
PAGES = {
    "": """Usage: box COMMAND [OPTIONS]

A box of notes.

Commands:
  show     Show one note
  list     List the notes
  search   Search the notes for text
  report   Print a report as text
  add      Add files to the box
  post     Post a note to the board
  wipe     Delete every note
""",
    "show": "Usage: box show [OPTIONS] REF\\n\\nShow one note.\\n\\nOptions:\\n  --json   Print JSON\\n",
    "list": "Usage: box list [OPTIONS]\\n\\nList the notes.\\n\\nOptions:\\n"
    "  --limit INTEGER   At most this many notes\\n  --json            Print JSON\\n",
    "search": "Usage: box search [OPTIONS] QUERY\\n\\nSearch the notes.\\n\\nOptions:\\n  --json   Print JSON\\n",
    "report": "Usage: box report [OPTIONS]\\n\\nPrint a report as text.\\n",
    "add": "Usage: box add [OPTIONS] FILES...\\n\\nAdd files to the box.\\n\\nOptions:\\n  --json   Print JSON\\n",
    "post": "Usage: box post [OPTIONS]\\n\\nPost a note to the board.\\n\\nOptions:\\n"
    "  --body TEXT    The text; @FILE reads it from a file  [required]\\n"
    "  --title TEXT   Its title\\n  --json         Print JSON\\n",
    "wipe": "Usage: box wipe [OPTIONS]\\n\\nDelete every note.\\n\\nOptions:\\n  --json   Print JSON\\n",
}
words = sys.argv[1:]
if "--help" in words or not words:
    print(PAGES.get(words[0] if words else "", PAGES[""]), end="")
    sys.exit(0)
open(os.path.realpath(sys.argv[0]) + ".ran", "a").write(words[0] + "\\n")
print(json.dumps({"argv": words, "env": sorted(os.environ), "quiet": os.environ["PAGER"]}))
'''
SPY = """
import os
open({ran!r}, "a").write("adapter\\n")
"""


class Ground:
    """The packs box (a wrap), tree (the same on the land `local`), mail and fleet (control), and their spies."""

    def __init__(self, base: Path) -> None:
        self.base, self.home = base, base / "home"
        self.home.mkdir(parents=True)
        self.box = program(base / "tool" / "box", BOX)
        self.ran = Path(f"{self.box}.ran")
        self.packs: dict[str, PackFolder] = {}
        for words in (["channel", "box", "--wrap", self.box], ["channel", "mail"], ["control", "fleet"]):
            self.packs[words[1]] = self._new(words)
        for name in ("mail", "fleet"):
            with (self.packs[name].root / "adapter.py").open("a") as stream:
                stream.write(SPY.format(ran=str(self.ran)))
        self.packs["tree"] = self._local()
        self.helper = program(base / "helper", "#!/bin/sh\nexit 1\n")
        self.ran.unlink(missing_ok=True)

    def _new(self, words: list[str]) -> PackFolder:
        root = self.base / words[1]
        command = [sys.executable, "-m", "hcp_author", "new", *words, "--yes", "--into", str(root)]
        env = {"HOME": str(self.home), "PATH": "/usr/bin:/bin"}
        subprocess.run(command, env=env, cwd=self.base, check=True, capture_output=True, timeout=120)
        return PackFolder(root, self.home, self.base / "cache")

    def _local(self) -> PackFolder:
        shutil.copytree(self.base / "box", self.base / "tree" / "box")
        pack = PackFolder(self.base / "tree" / "box", self.home, self.base / "cache")
        pack.change(
            "policy.json", lambda policy: [row["privacy"].update(land="local") for row in policy["verbs"].values()]
        )
        self.link(pack, program=self.box)
        return pack

    def link(self, pack: PackFolder, **facts: Any) -> None:
        """What the user links for one pack; what is kept for the others of its id stays."""
        path = self.home / ".config/hcp/packs" / f"{pack.name}.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        whole = json.loads(path.read_text()) if path.exists() else {}
        path.write_text(json.dumps({**whole, os.path.realpath(pack.root): facts}))
        path.chmod(0o600)

    def started(self) -> list[str]:
        """What was started so far: the wrapped program, an adapter, the user's helper."""
        return self.ran.read_text().split() if self.ran.exists() else []

    def written(self) -> dict[str, bytes]:
        """All files but the audit, compiled files and what the spies note."""
        found = (path for path in self.base.rglob("*") if path.is_file() and not path.is_symlink())
        own = ("/home/.local/state/hcp/audit/", "/cache/", "/tool/box.ran")
        return {str(path): path.read_bytes() for path in found if not any(part in str(path) for part in own)}

    def audited(self) -> list[dict[str, Any]]:
        folder = self.home / ".local/state/hcp/audit"
        lines = (line for path in sorted(folder.glob("*.jsonl")) for line in path.read_text().splitlines())
        return [json.loads(line) for line in lines]


def typed(pack: PackFolder, verb_key: str, args: dict[str, Any]) -> list[str]:
    """The words of a call on the CLI face; each value in the one word that leaves it as it is."""
    verbs = json.loads((pack.root / "surface.json").read_text())["verbs"]
    verb = next((verb for verb in verbs if verb["verb_key"] == verb_key), {})
    places = [name for name in verb.get("positionals", []) if name in args]
    words = [verb_key]
    for name, value in args.items():
        for item in value if isinstance(value, list) else [value]:
            if name not in places:
                words.append(
                    f"--{name.replace('_', '-').lstrip('-')}={item if isinstance(item, str) else json.dumps(item)}"
                )
    last = [item for name in places for item in (args[name] if isinstance(args[name], list) else [args[name]])]
    return [*words, *(["--", *map(str, last)] if last else [])]
