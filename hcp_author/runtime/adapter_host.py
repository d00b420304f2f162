"""Runs the author's adapter.py in a process of its own: one request on standard input, one answer out."""

from __future__ import annotations

import importlib.util
import json
import os
import sys
import traceback
from typing import Any


def main() -> int:
    """Read the request, do it, write the answer; a print of the author's goes to standard error, not into it.

    A request on argv is a person's `connect`: the terminal stays theirs, and the exit status is the answer.
    """
    if len(sys.argv) > 1:
        return _on_terminal(json.loads(sys.argv[1]))
    request = json.load(sys.stdin)
    answer = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    api = _package().adapter_api
    try:
        reply = _do(request, api, answer)
    except api.AdapterError as error:
        reply = {"error": {"code": str(error.code), "message": str(error.message), "hint": str(error.hint)}}
    except Exception as error:
        traceback.print_exc()
        reply = {"error": {"code": "adapter_failed", "message": _blame(error, request["ctx"]["pack_root"]), "hint": ""}}
    _say(answer, reply)
    return 0


def _on_terminal(request: dict[str, Any]) -> int:
    api = _package().adapter_api
    try:
        _do(request, api, None)
    except api.AdapterError as error:
        print(f"error: {error.message}" + (f"\n  try: {error.hint}" if error.hint else ""), file=sys.stderr)
        return 1
    return 0


def _do(request: dict[str, Any], api: Any, answer: Any) -> dict[str, Any]:
    facts = request["ctx"]
    for name in ("settings", "secrets"):
        facts[name] = {key: os.environ[key] for key in facts[name] if key in os.environ}
    ctx = api.Context(facts)
    module = _adapter(ctx.pack_root)
    if request["do"] == "describe":
        return {"data": {"verbs": sorted(module.VERBS), "probe": hasattr(module, "probe")}}
    if request["do"] == "verb":
        if request["verb"] not in module.VERBS:
            raise api.AdapterError("adapter_failed", f"adapter.py has no function for `{request['verb']}` in VERBS")
        return {"data": module.VERBS[request["verb"]](request["args"], ctx)}
    if not hasattr(module, request["do"]):
        raise api.AdapterError("adapter_failed", f"adapter.py has no function `{request['do']}`")
    if request["do"] == "emit":
        for event in module.emit(ctx):
            _say(answer, {"event": event})
        return {"data": None}
    return {"data": getattr(module, request["do"])(ctx)}


def _say(answer: Any, reply: dict[str, Any]) -> None:
    try:
        text = json.dumps(reply, allow_nan=False)
    except (TypeError, ValueError, RecursionError) as error:
        message = f"adapter.py: its answer is not JSON: {error}"
        text = json.dumps({"error": {"code": "not_json", "message": message, "hint": ""}})
    answer.write(text + "\n")
    answer.flush()


def _package() -> Any:
    """Make our own folder the package `hcp_runtime`, wherever it lies, so that adapter.py can import from it."""
    here = os.path.dirname(os.path.abspath(__file__))
    spec = importlib.util.spec_from_file_location(
        "hcp_runtime", os.path.join(here, "__init__.py"), submodule_search_locations=[here]
    )
    assert spec is not None
    assert spec.loader is not None
    package = importlib.util.module_from_spec(spec)
    sys.modules["hcp_runtime"] = package
    spec.loader.exec_module(package)
    importlib.import_module("hcp_runtime.adapter_api")
    return package


def _adapter(pack_root: str) -> Any:
    """Load adapter.py; the pack's folder comes last on sys.path, so that nothing in it hides a module of Python's."""
    sys.path.append(pack_root)
    spec = importlib.util.spec_from_file_location("adapter", os.path.join(pack_root, "adapter.py"))
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["adapter"] = module
    spec.loader.exec_module(module)
    return module


def _blame(error: Exception, pack_root: str) -> str:
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename.startswith(pack_root)]
    where = f" ({os.path.relpath(frames[-1].filename, pack_root)}:{frames[-1].lineno})" if frames else ""
    return f"{type(error).__name__}: {error}{where}"


if __name__ == "__main__":
    sys.exit(main())
