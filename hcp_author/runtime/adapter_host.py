"""Runs the author's adapter.py in a process of its own: one request on standard input, one answer out."""

from __future__ import annotations

import importlib.util
import json
import os
import sys
import traceback
from collections.abc import Iterator
from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader, FileFinder, SourceFileLoader
from typing import Any


class Fresh(SourceFileLoader):
    """Compiles the pack's own modules anew: what lies compiled beside them may be anybody's."""

    def path_stats(self, path: str) -> Any:
        """Know of no time at which a source was changed; nothing compiled is then read or kept."""
        raise OSError


def main() -> int:
    """Read the request, do it, write the answer; a print of the author's goes to standard error, not into it.

    A request on argv is a person's `connect`: the terminal stays theirs, and the exit status is the answer.
    """
    if len(sys.argv) > 1:
        return _on_terminal(json.loads(sys.argv[1]))
    request = json.loads(sys.stdin.readline())
    replies = os.dup(0)
    answer = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    api = _package().adapter_api
    try:
        reply = _do(request, api, answer, replies)
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
    except KeyboardInterrupt:
        return 130
    except EOFError:
        print()  # off the line of the question
        message, hint = "there was nothing more to read: it was not finished", ""
    except api.AdapterError as error:
        message, hint = error.message, error.hint
    except Exception as error:
        message, hint = _blame(error, request["ctx"]["pack_root"]), ""
    else:
        return 0
    print(f"error: {message}" + (f"\n  try: {hint}" if hint else ""), file=sys.stderr)
    return 1


def _do(request: dict[str, Any], api: Any, answer: Any, replies: int = -1) -> dict[str, Any]:
    facts = request["ctx"]
    facts["settings"] = {key: os.environ[key] for key in facts["settings"] if key in os.environ}
    facts["secrets"] = {name: _secret(name, number) for name, number in facts["secrets"].items()}
    ctx = api.Context(facts)
    module = _adapter(ctx.pack_root)
    if request["do"] == "describe":
        hooks = [name for name in ("connect", "emit", "probe") if callable(getattr(module, name, None))]
        return {"data": {"verbs": sorted(module.VERBS), "hooks": hooks}}
    if request["do"] == "verb":
        if request["verb"] not in module.VERBS:
            raise api.AdapterError("adapter_failed", f"adapter.py has no function for `{request['verb']}` in VERBS")
        return {"data": _whole(module.VERBS[request["verb"]](request["args"], ctx), request, answer)}
    if not hasattr(module, request["do"]):
        raise api.AdapterError("adapter_failed", f"adapter.py has no function `{request['do']}`")
    if request["do"] == "emit":
        for event in module.emit(ctx):
            _say(answer, {"event": event})
            if not os.read(replies, 1):  # until it is durable; nobody is left to record another
                break
        return {"data": None}
    return {"data": getattr(module, request["do"])(ctx)}


def _secret(name: str, number: int | None) -> str:
    """A secret from where it was handed over: the environment, or a file descriptor."""
    if number is None:
        return os.environ[name]
    with open(number, encoding="utf-8") as stream:
        return stream.read()


def _whole(data: Any, request: dict[str, Any], answer: Any) -> Any:
    """What a verb gave; of a generator all its items, or under `--stream` none, since each was said as it came."""
    if not isinstance(data, Iterator):
        return data
    if not request["stream"]:
        return list(data)
    for item in data:
        _say(answer, {"item": item})
    return None


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
    _freshly(here)
    package = _load("hcp_runtime", os.path.join(here, "__init__.py"), [here])
    importlib.import_module("hcp_runtime.adapter_api")
    return package


def _adapter(pack_root: str) -> Any:
    """Load adapter.py; the pack's folder comes last on sys.path, so that nothing in it hides a module of Python's."""
    sys.path.append(pack_root)
    _freshly(pack_root)
    return _load("adapter", os.path.join(pack_root, "adapter.py"))


def _load(name: str, path: str, folders: list[str] | None = None) -> Any:
    loader = Fresh(name, path)
    spec = importlib.util.spec_from_file_location(name, path, loader=loader, submodule_search_locations=folders)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    loader.exec_module(module)
    return module


def _freshly(root: str) -> None:
    """Have all that lies in a folder loaded by Fresh, and modules of C as ever."""

    def finder(path: str) -> FileFinder:
        if path != root and not path.startswith(root + "/"):
            raise ImportError
        return FileFinder(path, (ExtensionFileLoader, EXTENSION_SUFFIXES), (Fresh, [".py"]))

    sys.path_hooks.insert(0, finder)


def _blame(error: Exception, pack_root: str) -> str:
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename.startswith(pack_root)]
    where = f" ({os.path.relpath(frames[-1].filename, pack_root)}:{frames[-1].lineno})" if frames else ""
    return f"{type(error).__name__}: {error}{where}"


if __name__ == "__main__":
    sys.exit(main())
