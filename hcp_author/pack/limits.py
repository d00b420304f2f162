"""How much of a folder is looked at, and what in it is another program's."""

from __future__ import annotations

ENTRY_LIMIT = 2000
FOLDER_DEPTH = 16
# Not the pack's own text: version control, caches, other programs' folders.
SKIPPED = frozenset((".git", ".hg", "__pycache__", "node_modules", ".venv", ".mypy_cache", ".ruff_cache"))
# of those, the ones that every clone has: nothing in them is ever handed on with the pack
UNTOLD = frozenset((".git", ".hg"))
