"""Whether a pack can be promoted as it stands, and which program it passes through."""

from __future__ import annotations

from pathlib import Path

from hcp_author.errors import FINDINGS, UserError
from hcp_author.lint import engine
from hcp_author.pack import files
from hcp_author.pack.model import Pack
from hcp_author.pack.text import as_word, clean
from hcp_author.runtime import calls, manifest
from hcp_author.runtime.fault import Fault


def open_pack(root: Path) -> Pack:
    """The pack in `root`, which is a pass-through without verbs and has no error besides.

    Raises UserError: no pack (2); promoted already, nothing wrapped, or errors that a person has to mend first (1).
    """
    pack = files.read(root)
    name = as_word(root)
    if pack.surface.value is not None and not (pack.pass_through and pack.wrap and not pack.verbs):
        raise _no_pass_through(pack, name)
    wrong = [one for one in engine.check(pack) if one.severity == "error"]
    if wrong:
        more = f" (and {len(wrong) - 1} more)" if len(wrong) > 1 else ""
        place = f"{clean(wrong[0].file)}:{wrong[0].line}:{wrong[0].column}"
        # what mends it at once, where the law knows that
        fix = clean(wrong[0].fix, 200) if wrong[0].fix and not more else f"hcp-author lint {name}"
        raise UserError(f"{place}: {wrong[0].message}{more}", fix, FINDINGS)
    return pack


def _no_pass_through(pack: Pack, name: str) -> UserError:
    """What a pack is that cannot be promoted."""
    shown = f"`{clean(pack.pack_id)}`" if pack.pack_id else "the pack"
    if pack.pass_through and pack.verbs:
        message = f"{shown} names {len(pack.verbs)} commands and says `pass_through` besides"
        return UserError(message, 'take "pass_through" out of surface.json, or the verbs', FINDINGS)
    if pack.verbs:
        message = f"{shown} is promoted already: it names {len(pack.verbs)} commands, and passes nothing through"
        return UserError(message, f"hcp-author show {name}", FINDINGS)
    if not pack.wrap:
        what = "is sense_only and has no verbs" if pack.kind == "sense_only" else "wraps no program"
        message = f"{shown} {what}, so there is nothing to promote"
        return UserError(message, f"hcp-author new channel {clean(pack.pack_id) or 'NAME'} --wrap PROGRAM", FINDINGS)
    message = f"{shown} wraps {clean(pack.wrap.bin)}, and is no pass-through"
    return UserError(message, 'put "pass_through": true into surface.json', FINDINGS)


def program(pack: Pack) -> tuple[str, str]:
    """(The file that the pack runs, ""), or (its plain name, why the pack itself would not find it).

    The user's link wins, then the first of `wrap.paths` that is there, as when the pack runs it.
    """
    try:
        return calls.program(manifest.load(str(pack.root))), ""
    except Fault as fault:
        if fault.code != "adapter_failed" or not pack.wrap or "/" in pack.wrap.bin:
            raise UserError(fault.message, fault.hint, FINDINGS) from None
        return pack.wrap.bin, fault.message
