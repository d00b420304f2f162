"""The one gate that every call passes on both faces, in the order of pack-format: nothing runs before its end."""

from __future__ import annotations

import os

from . import args as arguments
from . import argv as argvs
from . import audit, entry, manifest, mock, session
from .fault import Fault, nearest
from .kinds import TYPE_CHECKING, Any, Callable, Pack, Session
from .manifest import Row

if TYPE_CHECKING:
    from .adapter import Terms


class Call:
    """One call as a face read it: the verb, its args, the confirm as given, and what the host said on argv."""

    def __init__(self, pack_id: str, verb_key: str, args: dict[str, Any], confirm: Any, mode: str) -> None:
        self.pack_id = pack_id
        self.verb_key = verb_key
        self.args = args
        self.confirm = confirm
        self.mode = mode
        self.session: str | None = None
        self.workspace: str | None = None
        self.tell: Callable[[Any], None] | None = None


def run(pack: Pack, call: Call) -> Any:
    """Let a call through to its Adapter and give the data, or raise Fault at the first step that says no.

    session → pack and plane → declared verb → Execute grant → arguments → Policy row → land → confirm → mint → Adapter
    """
    try:
        with audit.Note(pack, call) as note:
            entry.no_mock_by_environment(pack, call.verb_key)
            who = session.open_(call.session, pack.root)
            note.by(who)
            right_pack_and_plane(pack, call, who)
            verb = declared_verb(pack, call)
            execute_grant(pack, who)
            right_arguments(verb, call.args)
            row = policy_row(pack, call.verb_key)
            args, folder = on_its_land(row, verb, call, who)
            confirmed(row, call)
            note.ready()
            terms = minted(pack, call, who, folder)
            note.allowed()
            return carried_out(pack, call, verb, args, terms)
    except Fault as fault:
        return out_of_reach(pack, call, fault)


def minted(pack: Pack, call: Call, who: Session, folder: str | None) -> Terms | None:
    """What the Adapter runs under, with what the hub mints for the mode (L4); None in mock, and nothing for health."""
    entry.binding_declared(pack, call.mode)
    if call.mode == "mock":
        return None
    from . import adapter, hub

    terms = adapter.Terms(who, call.mode, folder)
    if call.verb_key not in manifest.HEALTH:
        hub.mint(pack, terms)
        terms.tell = call.tell
    return terms


def carried_out(pack: Pack, call: Call, verb: dict[str, Any], args: dict[str, Any], terms: Terms | None) -> Any:
    """Run the Adapter; mock answers with a fixture, and a health verb reports."""
    if terms is None:
        return mocked(pack, verb, call.args)
    from . import calls, health

    if call.verb_key in manifest.HEALTH:
        return health.answer(pack, verb, args, terms)
    return calls.call(pack, verb, args, terms)


def right_pack_and_plane(pack: Pack, call: Call, who: Session) -> None:
    """This pack and no other, on a plane that the session may call."""
    if call.pack_id != pack.pack_id:
        raise Fault("usage", f"this is the pack `{pack.pack_id}`, not {call.pack_id[:80]!r}")
    entry.plane(pack, who)


def out_of_reach(pack: Pack, call: Call, fault: Fault) -> dict[str, Any]:
    """What a health verb reports to one who may not call the plane: that, with nothing run; any other call raises."""
    if fault.code != "control_plane" or call.verb_key not in manifest.HEALTH or call.verb_key not in pack.verbs:
        raise fault
    return {"status": "fail", "checks": [{"name": "session", "status": "fail", "message": fault.message}]}


def declared_verb(pack: Pack, call: Call) -> dict[str, Any]:
    """The verb as surface.json declares it (L3)."""
    if call.verb_key in pack.verbs:
        return pack.verbs[call.verb_key]
    if pack.pass_through:
        raise Fault("pass_through", f"`{pack.pack_id}` has no named commands yet", "hcp-author promote gives it some")
    if call.verb_key == "connect" and pack.connect:
        raise Fault("unknown_verb", "`connect` is for a person on a terminal", f"{pack.pack_id} connect")
    close = nearest(call.verb_key, list(pack.verbs))
    listed = f"the verbs are {', '.join(pack.verbs)}" if pack.verbs else f"it has none; see {pack.pack_id} --help"
    hint = f"did you mean `{close}`?" if close else listed
    raise Fault("unknown_verb", f"`{pack.pack_id}` has no verb {call.verb_key[:80]!r}", hint)


def execute_grant(pack: Pack, who: Session) -> None:
    """The Principal may Execute on this pack (L11)."""
    if not who.holds("execute", pack.pack_id):
        message = f"`{who.principal}` has no `execute` grant for `{pack.pack_id}`"
        raise Fault("no_execute_grant", message, f'the host writes "execute:{pack.pack_id}" into its session\'s grants')


def right_arguments(verb: dict[str, Any], args: Any) -> None:
    """The arguments are the declared ones, of the declared types, and can be handed to a program."""
    schema = right_schema(verb)
    known = list(schema.get("properties", {}))
    for name in args:
        if name not in known:
            close = nearest(name, known)
            hint = f"did you mean `{close}`?" if close else f"it takes {', '.join(known) or 'no arguments'}"
            raise Fault("unknown_argument", f"`{verb['verb_key']}` has no argument {name[:80]!r}", hint)
    for pointer, message in arguments.check(schema, args):
        raise Fault("bad_argument", arguments.sentence(pointer, message, "args"))
    argvs.plain(args)
    if "exec" in verb:
        argvs.sound(verb["exec"])
        argvs.build(verb["exec"], args)


def right_schema(verb: dict[str, Any]) -> dict[str, Any]:
    """The schema of a verb's args, which must stay in the closed part of JSON Schema that is checked."""
    schema: dict[str, Any] = verb.get("args", {"type": "object", "properties": {}, "additionalProperties": False})
    if wrong := arguments.check_schema(schema):
        raise manifest.bad("surface.json", f"`{wrong[0][0] or '/'}` of `{verb['verb_key']}`'s args: {wrong[0][1]}")
    return schema


def policy_row(pack: Pack, verb_key: str) -> Row:
    """The verb's row in policy.json: without one, no (L10)."""
    if verb_key not in pack.rows:
        raise Fault("no_policy_row", f"verb {verb_key} missing from policy.json", "hcp-author lint shows what to mend")
    return pack.rows[verb_key]


def on_its_land(row: Row, verb: dict[str, Any], call: Call, who: Session) -> tuple[dict[str, Any], str | None]:
    """The args as they may be used on the row's land, and the workspace where the land is `local` (L5)."""
    if row.land == "brain" and not who.project():
        raise Fault("no_project", "brain requires project_id, of a project that the session is a member of")
    if row.land != "local":
        return arguments.map_paths(verb.get("args", {}), call.args, absolute), None
    from . import workspace

    folder = workspace.choose(who, call.workspace)
    kept = arguments.map_paths(verb.get("args", {}), call.args, lambda path: workspace.keep_inside(folder, path))
    for name, value, operand in argvs.values(verb.get("exec", {}), kept):
        workspace.no_file_outside(folder, name, value, operand and row.operation == "write")
    return kept, folder


def absolute(path: str) -> str:
    """A path where there is no workspace: the program runs in an empty folder, where a relative one means nothing."""
    if path.startswith("/"):
        return path
    message = f"the path {path[:80]!r} must be absolute: this verb works in an empty folder of its own"
    try:
        hint = f"{os.path.abspath(path)[:200]}, if it is in the current folder"
    except FileNotFoundError:  # the current folder itself is gone
        hint = ""
    raise Fault("bad_argument", message, hint)


def confirmed(row: Row, call: Call) -> None:
    """A gated verb needs the JSON value true or the whole flag (L6): not 1, not "true"."""
    if row.gated and call.confirm is not True:
        got = "" if call.confirm is False else f", not {arguments.shown(call.confirm)}"
        message = f'`{call.verb_key}` is a gated {row.operation}; say --confirm or "confirm": true{got}'
        raise Fault("confirm_required", f"confirm required: {message}", "ask the person first, then add the confirm")


def mocked(pack: Pack, verb: dict[str, Any], args: dict[str, Any]) -> Any:
    """What mock mode answers: the fixture; for a builtin `doctor` without one, that nothing was looked at."""
    if verb.get("builtin") and not mock.cases(pack, verb["verb_key"]):
        check = {"name": "binding", "status": "ok", "message": "mock: nothing was looked at"}
        return {"status": "ok", "checks": [check]}
    return mock.answer(pack, verb["verb_key"], args)
