"""The health commands `doctor` and `status`: they report and never mint, and exit 0 for ok, 2 for warn, 1 for fail."""

from __future__ import annotations

import os

from . import hub, link, strict
from .fault import Fault

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .adapter import Terms
    from .manifest import Pack

    Check = tuple[str, str, str]  # what was looked at; ok, warn or fail; what was seen

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
    """Tell whether this pack can work here: `status` is the worst of `checks`."""
    checks = [_rows(pack), _environment(pack)]
    try:
        own = link.own(pack)
        terms.settings = own.settings
        checks += [_program(pack, terms), *_settings(pack, own), *_login(pack, own, terms)]
    except Fault as fault:
        checks.append(("configuration", "fail", fault.message))
    worst = max((state for _, state, _ in checks), key=list(EXIT).index)
    told = [{"name": name, "status": state, "message": message} for name, state, message in checks]
    return {"status": worst, "checks": told}


def _reported(data: Any) -> Any:
    if isinstance(data, dict) and data.get("status") in EXIT:
        return data
    return {"status": "fail", "report": data}


def _rows(pack: Pack) -> Check:
    lacking = [key for key in pack.verbs if key not in pack.rows]
    lacking += [ref for ref in pack.triggers if ref not in pack.stimuli]
    if lacking:
        return "policy", "fail", f"no row in policy.json for {', '.join(lacking)}"
    return "policy", "ok", f"{len(pack.verbs)} verbs and {len(pack.triggers)} triggers, each with its row"


def _environment(pack: Pack) -> Check:
    from .gate import mock_variables

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
        return "program", "fail", f"{fault.message}; try {fault.hint}" if fault.hint else fault.message


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


def _settings(pack: Pack, own: link.Own) -> list[Check]:
    told = {True: "is set", False: f"is not set; {pack.pack_id} --link NAME=VALUE"}
    return [(f"setting {name}", "ok", told[name in own.settings].replace("NAME", name)) for name in pack.settings]


def _login(pack: Pack, own: link.Own, terms: Terms) -> list[Check]:
    """The helper is there; the probe passes, where it can be asked without minted secrets."""
    if terms.mode in ("public", "mock"):
        return [("binding", "ok", f"{terms.mode}: nothing to mint")]
    if pack.secrets:
        if own.helper is None:
            return [("helper", "fail", f"no credential helper is set; {pack.pack_id} --link helper=/absolute/path")]
        unasked = "not asked: it needs minted secrets, and doctor never mints"
        return [("helper", "ok", own.helper[0]), ("probe", "ok", unasked)]
    if pack.probe is None and not (pack.wrap is None and terms.mode == "user"):
        state = "fail" if terms.mode in ("user", "mothership") else "ok"
        return [("probe", state, f"the pack declares none, and none of `secrets` for {terms.mode}")]
    try:
        hub.probe(pack, terms)
    except Fault as fault:
        return [("probe", "fail", fault.message)]
    return [("probe", "ok", "login and data are there")]
