"""L4: packs never hold secrets, in any of their files.

L4.6 Packs hold no secret: no token in any text, no key file, no .env, none in a command line or a variable.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from hcp_author.lint.contract import Hit, Text, in_text, on_file, rule
from hcp_author.pack import secrets
from hcp_author.pack.model import Pack
from hcp_author.pack.text import visible

# schemas are ours, digests are no secrets
NOT_READ = (".hcp/surface.schema.json", ".hcp/policy.schema.json")

# of one file; who mends these meets the next ones
SHOWN = 50


@rule("L4-secret-in-pack", "L4", "error", over="text", alone=True)
def secret_in_pack(pack: Pack, text: Text) -> Iterator[Hit]:
    """A file of the pack holds what looks like a secret: a token, a key, a password.

    Why: packs are copied, published and read by agents; a secret in one leaks, drifts and escapes audit (L4).
    No comment and no file of the pack silences this.
    Fix: take it out and revoke it; use a Binding: name the variable under `binding.secrets`, and let a helper fill it.
    Bad: notes.md
        Use {{"gh" "p_A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8"}} to log in.
    Good: notes.md
        Use `mail connect` to log in.
    """
    # what stands in a file of secrets is told once, by L4-secret-file
    if text.name in NOT_READ or secrets.is_secret_file(text.name):
        return
    for secret in islice(secrets.find(text.content), SHOWN):
        start = text.content[secret.start : secret.end]
        shown = visible(start[: secrets.KEPT])
        message = f"this looks like a secret: {secret.kind} (`{shown}…`, {len(start)} characters)"
        fix = "take it out and revoke it; use a Binding: name it under binding.secrets (L4)"
        yield in_text(text, secret.start, secret.end, message, fix, show=False)


@rule("L4-secret-file", "L4", "error")
def secret_file(pack: Pack) -> Iterator[Hit]:
    """A file of the pack is one that holds secrets, by its own name (`.env`, `id_ed25519`, `x.pem`), or is named so.

    Why: packs are copied and published whole; they hold no tokens, key files or `.env` files
    (non-goal: carry credentials).
    Fix: move it out of the pack's folder.
    Bad: .env
        MODE=quiet
    Good: notes.txt
        MODE=quiet
    """
    named_so = any(True for _ in secrets.tokens("\n".join(pack.files)))
    for name in pack.files:
        kinds = [secret.kind for secret in secrets.tokens(name)] if named_so else []
        if kinds:
            masked = secrets.mask(name)
            message = f"the name of `{visible(masked)}` holds what looks like a secret: {kinds[0]}"
            yield on_file(masked, message, "rename the file, and revoke the secret (L4)")
        elif secrets.is_secret_file(name):
            message = f"`{visible(name)}` is a file of secrets by its name"
            yield on_file(name, message, "move it out of the pack; a helper of your own hands secrets in (L4)")
