"""The register of fixes, written out: rule id -> what a program may do unasked, and what it may do when told to."""

from __future__ import annotations

from collections.abc import Callable

from hcp_author.errors import UserError
from hcp_author.lint.contract import Finding
from hcp_author.lint.fixes import derived, rows, surface, text
from hcp_author.lint.fixes.overlay import Texts, text_of
from hcp_author.pack.model import Pack
from hcp_author.pack.record import record

# (pack, finding) -> the new text of each file that changes; nothing where this finding has no such fix
Function = Callable[[Pack, Finding], Texts]


@record(frozen=True)
class Fix:
    """How one rule's findings are mended.

    `safe` never widens a permission and never calls a write a read; `suggested` is a guess at what was meant, tried
    where `safe` has nothing. With `executable` the file gets its executable bits, and no text changes.
    """

    safe: Function | None = None
    suggested: Function | None = None
    executable: bool = False


FIXES: dict[str, Fix] = {
    "F-bom": Fix(safe=text.without_mark),
    "F-not-json": Fix(safe=text.without_comma),
    "F-duplicate-key": Fix(suggested=text.keep_one),
    "F-missing-policy": Fix(suggested=rows.whole_policy),
    "F-unknown-key": Fix(suggested=text.meant_key),
    "F-schema-elsewhere": Fix(suggested=surface.own_schema),
    "F-args": Fix(safe=surface.close_args),
    "L1-not-executable": Fix(executable=True),
    "L2-pack-id-differs": Fix(suggested=surface.same_pack_id),
    "L4-default-not-in-modes": Fix(suggested=surface.add_mode),
    "L4-mock-default": Fix(suggested=surface.other_default),
    "L4-secret-setting": Fix(suggested=surface.setting_to_secret),
    "L5-unknown-land": Fix(suggested=rows.mend_land),
    "L6-ungated-write": Fix(safe=rows.gate_row),
    "L6-connect-row": Fix(safe=rows.gate_row),
    "L6-read-that-writes": Fix(safe=rows.gate_verb),
    "L6-read-confirm": Fix(suggested=rows.gate_row),
    "L6-read-named-write": Fix(suggested=rows.gate_row),
    "L6-dry-run-read": Fix(safe=rows.gate_row),
    "L9-mothership-default": Fix(suggested=surface.mothership),
    "L9-kind-and-plane": Fix(safe=surface.control_plane, suggested=surface.control_kind),
    "L9-operator-modes": Fix(suggested=surface.remove_item),
    "L10-verb-without-row": Fix(safe=rows.add_verb_row, suggested=rows.add_or_rename_row),
    "L10-stimulus-without-row": Fix(safe=rows.add_stimulus_row, suggested=rows.add_or_rename_row),
    "L10-row-without-verb": Fix(suggested=rows.remove_row),
    "L10-row-without-trigger": Fix(suggested=rows.add_trigger),
    "L10-missing-skill": Fix(suggested=derived.make_skill),
    "L10-no-markers": Fix(suggested=derived.add_markers),
    "L10-stale-table": Fix(safe=derived.draw_tables),
    "L12-proof-disagrees": Fix(safe=derived.accept_narrower, suggested=derived.accept),
    "N-pack-version": Fix(suggested=surface.take_out),
    "S-ref-name": Fix(safe=surface.format_ref, suggested=surface.spell_ref),
    "S-duplicate-ref": Fix(safe=surface.remove_item),
    "S-stimulus-write": Fix(safe=rows.without_confirm, suggested=rows.announce_only),
    "T-hidden-character": Fix(suggested=text.without_hidden),
    "T-hidden-character-in-file": Fix(suggested=text.without_character),
}


def attempt(function: Function | None, pack: Pack, finding: Finding) -> Texts:
    """What a fix would write: only files that change. Nothing where it has no place to hold on to."""
    if function is None:
        return {}
    try:
        found = function(pack, finding)
    except (KeyError, IndexError, TypeError, ValueError, AttributeError, UserError):
        # foreign files: what the fix needs is not there, or is of another shape
        return {}
    return {name: new for name, new in found.items() if new != text_of(pack, name)}


def choose(pack: Pack, finding: Finding, suggested: bool) -> tuple[Texts, bool]:
    """What mends the finding, and whether that is safe; suggestions only where they are wanted."""
    fix = FIXES.get(finding.rule, Fix())
    found = attempt(fix.safe, pack, finding)
    if found or not suggested:
        return found, True
    return attempt(fix.suggested, pack, finding), False
