"""The health commands `doctor` and `status`: they report and never mint, and exit 0 for ok, 2 for warn, 1 for fail."""

from __future__ import annotations

import os

from . import hub, link, strict
from .adapter import Terms
from .fault import Fault
from .kinds import Any, Pack

Check = tuple[str, str, str]  # what was looked at; ok, warn or fail; what was seen

PASSED = ("probe", "ok", "login and data are there")
EXIT = {"ok": 0, "warn": 2, "fail": 1}


def answer(pack: Pack, verb: dict[str, Any], args: dict[str, Any], terms: Terms) -> Any:
    """The health verb's data: ours where it is builtin, else what the Adapter reports, run without a mint."""
    if verb.get("builtin"):
        return doctor(pack, terms)
    from . import adapter, argv, calls, output

    terms.settings = link.own(pack).settings
    if pack.wrap is None:
        return _reported(calls.call(pack, verb, args, terms))
    exec_: Any = verb.get("exec")
    argv.sound(exec_)
    taken = output.Taken(adapter.OUTPUT_LIMIT)
    status, complaint = calls.launch(pack, exec_, args, terms, taken.take)
    word = next((word for word, number in EXIT.items() if number == status), "fail")
    report = output.read(taken.data(), exec_.get("output", "text"), {}) if taken.size else None
    return {"status": word, "report": report, "said": output.clean(complaint.decode("utf-8", "replace")).strip()}


def exit_status(data: Any) -> int:
    """0 for ok, 2 for warn, 1 for fail; anything that is no report is a failure."""
    state = data.get("status") if isinstance(data, dict) else None
    return EXIT.get(state, 1) if isinstance(state, str) else 1


def doctor(pack: Pack, terms: Terms) -> dict[str, Any]:
    """Tell whether this pack can work here: `status` is the worst of `checks`, `binding` how the Binding stands."""
    checks = [_rows(pack), _environment(pack)]
    state = ""
    try:
        own = link.own(pack)
        terms.settings = own.settings
        login, state = _login(pack, own, terms)
        checks += [_program(pack, terms), *_settings(pack, own, PASSED in login), *login]
    except Fault as fault:
        checks.append(("configuration", "fail", _with_hint(fault)))
    worst = max((state for _, state, _ in checks), key=list(EXIT).index)
    told = [{"name": name, "status": state, "message": message} for name, state, message in checks]
    return {"status": worst, "binding": state or "unlinked", "checks": told}


def _reported(data: Any) -> Any:
    if isinstance(data, dict) and data.get("status") in EXIT:
        return data
    return {"status": "fail", "report": data}


def _rows(pack: Pack) -> Check:
    lacking = [key for key in pack.verbs if key not in pack.rows]
    lacking += [ref for ref in pack.triggers if ref not in pack.stimuli]
    if lacking:
        return "policy", "fail", f"no row in policy.json for {', '.join(lacking)}"
    there = f"{_count(len(pack.verbs), 'verb')} and {_count(len(pack.triggers), 'trigger')}"
    return "policy", "ok", f"{there}, each with its row"


def _count(number: int, name: str) -> str:
    return f"{number} {name}" if number == 1 else f"{number or 'no'} {name}s"


def _with_hint(fault: Fault) -> str:
    return f"{fault.message}; try: {fault.hint}" if fault.hint else fault.message


def _environment(pack: Pack) -> Check:
    from .entry import mock_variables

    names = mock_variables(pack)
    if names:
        return "environment", "fail", f"unset {', '.join(names)}: no variable can choose the Binding"
    return "environment", "ok", "no variable tries to choose the Binding"


def _program(pack: Pack, terms: Terms) -> Check:
    from . import calls

    try:
        if pack.wrap is None:
            return _adapter(pack, calls.python(pack, {"do": "describe"}, terms)["verbs"])
        return _unchanged(pack, calls.program(pack))
    except Fault as fault:
        return "program", "fail", _with_hint(fault)


def _adapter(pack: Pack, functions: list[str]) -> Check:
    lacking = [key for key, verb in pack.verbs.items() if key not in functions and not verb.get("builtin")]
    if lacking:
        return "adapter", "fail", f"adapter.py has no function for {', '.join(lacking)}"
    return "adapter", "ok", "adapter.py has a function for every verb"


def _unchanged(pack: Pack, path: str) -> Check:
    """Hold the program against the digest it had when it was introspected, where that was kept."""
    from hashlib import sha256

    try:
        kept = strict.loads(strict.read_file(os.path.join(pack.root, ".hcp", "introspection.json"), 16 << 20))
        digest = kept["program"]["sha256"]
    except (OSError, ValueError, KeyError, TypeError):
        return "program", "ok", path
    with open(path, "rb") as stream:
        if sha256(stream.read()).hexdigest() == digest:
            return "program", "ok", f"{path}, unchanged"
    return "program", "warn", f"{path} has changed since it was introspected; see hcp-author introspect {path}"


def _settings(pack: Pack, own: link.Own, proven: bool) -> list[Check]:
    """What is not set is a warning, unless a probe that passed has `proven` that it is not needed."""
    checks = []
    for name in pack.settings:
        if name in own.settings:
            checks.append((f"setting {name}", "ok", "is set"))
        else:
            state = "ok" if proven else "warn"
            checks.append((f"setting {name}", state, f"is not set; try: {pack.pack_id} --link {name}=VALUE"))
    return checks


def _login(pack: Pack, own: link.Own, terms: Terms) -> tuple[list[Check], str]:
    """The operator and the helper are there; the probe passes, where it can be asked without minted secrets.

    Also how the Binding stands: as it was last found, where nothing was asked now.
    """
    if terms.mode in ("public", "mock"):
        return [("binding", "ok", f"{terms.mode}: nothing to mint")], "ok"
    before = hub.state(pack, terms)
    if terms.mode == "mothership" and not terms.session.operator:
        told = "the Binding mode `mothership` takes an operator's session; try: --session FILE"
        return [("session", "fail", told)], before
    probed = pack.probe is not None or (pack.wrap is None and terms.mode == "user")
    if pack.secrets:
        unasked = ("probe", "warn", "not asked: it needs minted secrets, and doctor never mints")
        found = [_helper(pack, own), *([unasked] if probed else [])]
        if found[0][1] == "fail":
            return found, "unlinked"
        if before in ("degraded", "unlinked"):
            found.append(("mint", "fail", "it failed when it was last tried; a read tells whether it does still"))
        return found, before or "ok"
    if not probed and terms.mode == "local":
        return [("binding", "ok", "local: the pack needs no login")], "ok"
    if not probed:
        message = f"surface.json has neither `probe` nor `secrets`, so that nothing can be minted for `{terms.mode}`"
        return [("probe", "fail", message)], "unlinked"
    try:
        hub.probe(pack, terms, again=True)
    except Fault as fault:
        return [("probe", "fail", _with_hint(fault))], hub.turned(pack, terms, fault.code)
    return [PASSED], hub.turned(pack, terms)


def _helper(pack: Pack, own: link.Own) -> Check:
    try_ = f"; try: {pack.pack_id} --link helper=/absolute/path"
    if own.helper is None:
        return "helper", "fail", f"no credential helper is set{try_}"
    if not (os.path.isfile(own.helper[0]) and os.access(own.helper[0], os.X_OK)):
        return "helper", "fail", f"`{own.helper[0]}` is no program that can be run{try_}"
    return "helper", "ok", own.helper[0]
