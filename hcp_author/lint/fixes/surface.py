"""Fixes of surface.json: refs, planes, Binding modes, closed arguments."""

from __future__ import annotations

from hcp_author.lint.contract import Finding
from hcp_author.lint.fixes.overlay import Texts, file_of
from hcp_author.lint.fixes.rows import at_pointer
from hcp_author.pack import edit, files, names
from hcp_author.pack.model import MODES, Pack
from hcp_author.pack.source import pointer, split


def format_ref(pack: Pack, finding: Finding) -> Texts:
    """Spell a ref as refs are spelt, where nothing but JSON names it: no code that emits it."""
    old = str(at_pointer(pack.surface.value, finding.pointer))
    return {} if emitted(pack, old) else spell_ref(pack, finding)


def spell_ref(pack: Pack, finding: Finding) -> Texts:
    """Spell a ref as refs are spelt, in surface.json, policy.json and proof.json at once."""
    old = str(at_pointer(pack.surface.value, finding.pointer))
    new = ".".join(names.as_words(part).replace("-", "_") for part in old.split(".")).strip(".")
    taken = {trigger.ref for trigger in pack.triggers}
    if not names.REF.fullmatch(new) or new in taken:
        return {}
    texts = {"surface.json": edit.replace_value(pack.surface.text, finding.pointer, new)}
    for document in (pack.policy, pack.proof):
        stimuli = document.value.get("stimuli") if isinstance(document.value, dict) else None
        if isinstance(stimuli, dict) and old in stimuli and new not in stimuli:
            texts[document.name] = edit.rename(document.text, pointer("stimuli", old), new)
    return texts


def emitted(pack: Pack, ref: str) -> bool:
    """Whether the pack's own code names the ref (or cannot be read, and so may)."""
    data = files.read_bytes(pack.root, "adapter.py")
    return data is not None and (not isinstance(data, bytes) or ref.encode("utf-8", "replace") in data)


def remove_item(pack: Pack, finding: Finding) -> Texts:
    """Remove the list's item that the finding stands on, or in."""
    where = finding.pointer.removesuffix("/ref")
    return {"surface.json": edit.remove(pack.surface.text, where)}


def control_plane(pack: Pack, finding: Finding) -> Texts:
    """Put a `control` pack on the control plane, out of an end user's reach."""
    return put(pack, "", "plane", "control") if pack.kind == "control" else {}


def control_kind(pack: Pack, finding: Finding) -> Texts:
    """Make a pack of the control plane a `control` pack."""
    return put(pack, "", "kind", "control") if pack.plane == "control" else {}


def mothership(pack: Pack, finding: Finding) -> Texts:
    """Bind a control pack to `mothership` by default."""
    if pack.binding is None:
        return {}
    text = pack.surface.text
    if "mothership" not in pack.binding.modes:
        text = edit.insert_member(text, "/binding/modes", 0, "mothership")
    return {"surface.json": edit.replace_value(text, "/binding/default", "mothership")}


def add_mode(pack: Pack, finding: Finding) -> Texts:
    """Declare the default Binding mode among the modes, where it is one that may be a default."""
    mode = pack.binding.default if pack.binding else ""
    if mode not in MODES or mode == "mock":
        return {}
    return {"surface.json": edit.insert_member(pack.surface.text, "/binding/modes", 0, mode)}


def other_default(pack: Pack, finding: Finding) -> Texts:
    """Take the first mode that is not mock for the default."""
    modes = [mode for mode in pack.binding.modes if mode in MODES and mode != "mock"] if pack.binding else []
    return put(pack, "/binding", "default", modes[0]) if modes else {}


def setting_to_secret(pack: Pack, finding: Finding) -> Texts:
    """Move the name of a secret from settings to secrets."""
    name = at_pointer(pack.surface.value, finding.pointer)
    text = edit.remove(pack.surface.text, finding.pointer)
    binding = pack.surface.value["binding"]
    if "secrets" not in binding:
        text = edit.insert_member(text, "/binding", "secrets", [])
    if name not in binding.get("secrets", ()):
        text = edit.insert_member(text, "/binding/secrets", None, name)
    return {"surface.json": text}


def close_args(pack: Pack, finding: Finding) -> Texts:
    """Close an object of `args`: what is not declared is not taken."""
    schema = at_pointer(pack.surface.value, finding.pointer)
    if not isinstance(schema, dict) or schema.get("type") != "object" or "properties" not in schema:
        return {}
    return put(pack, finding.pointer, "additionalProperties", False)


def put(pack: Pack, where: str, key: str, value: object) -> Texts:
    """surface.json with one member, new or in place of what it was."""
    text = pack.surface.text
    if key in at_pointer(pack.surface.value, where):
        return {"surface.json": edit.replace_value(text, f"{where}/{key}", value)}
    return {"surface.json": edit.insert_member(text, where, key, value)}


def same_pack_id(pack: Pack, finding: Finding) -> Texts:
    """Give policy.json the pack_id of surface.json."""
    return {"policy.json": edit.replace_value(pack.policy.text, "/pack_id", pack.pack_id)} if pack.pack_id else {}


def own_schema(pack: Pack, finding: Finding) -> Texts:
    """Let `$schema` name the pack's own copy of the schema; or nothing, where there is none."""
    name = file_of(pack, finding)
    document = next(one for one in (pack.surface, pack.policy, pack.proof) if one.name == name)
    if finding.pointer != "/$schema":
        return {}
    own = f".hcp/{name.removesuffix('.json')}.schema.json"
    if own in pack.files:
        return {name: edit.replace_value(document.text, "/$schema", own)}
    return {name: edit.remove(document.text, "/$schema")}


def take_out(pack: Pack, finding: Finding) -> Texts:
    """Take out the member that the finding stands on, in surface.json or policy.json."""
    name = "surface.json" if finding.file.endswith("surface.json") else "policy.json"
    document = pack.surface if name == "surface.json" else pack.policy
    return {name: edit.remove(document.text, pointer(*split(finding.pointer)))}
