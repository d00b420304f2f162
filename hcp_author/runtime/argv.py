"""From a verb's arguments to the program's argv: data to data, no shell, no string that is split again."""

from __future__ import annotations

from . import strict
from .fault import Fault
from .kinds import Any, Iterator

ELEMENT_LIMIT = 131_071  # bytes; Linux takes one argv element of this length and refuses one more
TOTAL_LIMIT = 1_500_000  # bytes of argv with its pointers; beneath every system's ARG_MAX minus an environment
# dashes that Unicode files elsewhere, and letters that draw nothing (beside the categories C, M and Z)
DASHES = "\N{MINUS SIGN}\u02d7\u2043\u207b\u208b\u2796"
UNSEEN = "\u115f\u1160\u2800\u3164\uffa0"
OUTPUTS = ("json", "jsonl", "text", "base64")
_EXEC = {"argv": list, "env": dict, "stdin": str, "output": str, "ok_exit": list}
_KEYS = {
    "flag": {"flag", "arg"},
    "option": {"option", "arg", "join", "dash", "at"},
    "positional": {"positional", "prefix", "each", "dash", "at"},
}


def sound(exec_: Any) -> None:
    """Refuse an `exec` that is not what pack-format says, before any of it is used; raises Fault `bad_pack`."""
    wrong = "an object" if not isinstance(exec_, dict) else ""
    for key, value in exec_.items() if not wrong else ():
        if key not in _EXEC:
            wrong = f"without `{key}`"
        elif not isinstance(value, _EXEC[key]) or (key == "output" and value not in OUTPUTS):
            wrong = f"with a fitting `{key}`"
    if wrong or not all(type(status) is int for status in exec_.get("ok_exit", [])):
        raise Fault("bad_pack", f"surface.json: `exec` must be {wrong or 'with whole numbers in `ok_exit`'}")


def build(exec_: dict[str, Any], args: dict[str, Any]) -> list[str]:
    """The argv after the program's name (pack-format: `exec.argv`).

    An element whose argument is absent is dropped. Raises Fault: `option_like_value`, `bad_argument`, or
    `bad_pack` where the element itself is none.
    """
    words: list[str] = []
    elements = exec_.get("argv", [])
    marks = tuple(str(one["prefix"]) for one in elements if isinstance(one, dict) and one.get("prefix"))
    for element in elements:
        words += [element] if isinstance(element, str) else _element(element, args, marks)
    _fits(words)
    return words


def stdin(exec_: dict[str, Any], args: dict[str, Any]) -> bytes | None:
    """What the program reads from its standard input; None where nothing is handed to it."""
    name = exec_.get("stdin")
    if name is None or name not in args:
        return None
    return _text(args[name]).encode()


def values(exec_: dict[str, Any], args: dict[str, Any]) -> Iterator[tuple[str, str, bool]]:
    """Each text that the program is given, the name of its argument, and whether it is an operand or an option's."""
    for element in exec_.get("argv", []):
        bare = isinstance(element, dict) and "flag" not in element and "prefix" not in element
        name = str(element.get("positional", element.get("arg", ""))) if bare else ""
        told = args.get(name, [])
        for one in told if isinstance(told, list) else [told]:
            yield name, _text(one), "positional" in element


def plain(value: Any, name: str = "") -> None:
    """Refuse text that no program can be handed: NUL, and halves of surrogate pairs; raises Fault."""
    if isinstance(value, str):
        if "\0" in value:
            raise Fault("bad_argument", f"`{name}` holds a NUL character, which no program can be handed")
        if not value.isascii() and any("\ud800" <= mark <= "\udfff" for mark in value):
            raise Fault("bad_argument", f"`{name}` is not UTF-8 text")
    elif isinstance(value, list):
        for index, item in enumerate(value):
            plain(item, f"{name}[{index}]")
    elif isinstance(value, dict):
        for key, item in value.items():
            plain(key, name)
            plain(item, f"{name}.{key}" if name else key)


def _element(element: Any, args: dict[str, Any], marks: tuple[str, ...]) -> list[str]:
    kind = _kind(element)
    name = element["positional"] if kind == "positional" else element["arg"]
    if name not in args:
        return []
    value = args[name]
    if kind == "flag":
        return [element["flag"]] if value is True else []
    values = value if isinstance(value, list) else [value]
    if kind == "positional" and "prefix" not in element:
        _unmarked(values, marks, name)
    if element.get("at") == "file":
        _no_file(values, name)
    make = _option if kind == "option" else _positional
    return [word for index, item in enumerate(values) for word in make(element, item, _label(name, value, index))]


def _kind(element: Any) -> str:
    """What an element is: flag, option or positional; raises Fault where its keys are not exactly those of one."""
    kind = next((kind for kind in _KEYS if isinstance(element, dict) and kind in element), "")
    needed = {kind} if kind == "positional" else {kind, "arg"}
    whole = kind and needed <= element.keys() <= _KEYS[kind]
    if not whole or not all(isinstance(value, str) for key, value in element.items() if key != "each"):
        raise Fault("bad_pack", f"surface.json: `{strict.dumps(element)[:80]}` is no element of `exec.argv`")
    return kind


def _option(element: dict[str, str], value: Any, label: str) -> list[str]:
    option, text = element["option"], _text(value)
    if not option.lstrip("-")[:1].isalnum() and option not in ("-@", "-?", "-#"):
        raise Fault("bad_pack", f"surface.json: {option!r} is no option: its argument would choose one")
    join = element.get("join", "=" if option.startswith("--") else "space")
    if join == "=":
        return [f"{option}={text}"]
    if join not in ("space", "none"):
        raise Fault("bad_pack", f"surface.json: `{join}` is no join; it is `=`, `space` or `none`")
    _no_dash(element, text, label)
    if join == "none" and not text:
        raise Fault("bad_argument", f"`{label}` is empty", "leave it out, or give it a value")
    return [option, text] if join == "space" else [option + text]


def _positional(element: dict[str, str], value: Any, label: str) -> list[str]:
    text, prefix = _text(value), element.get("prefix", "")
    if prefix.startswith("--"):
        raise Fault("bad_pack", f"surface.json: the prefix {prefix!r} lets `{label}` choose an option")
    if not text:
        raise Fault("bad_argument", f"`{label}` is empty", "leave it out, or give it a value")
    _no_dash(element, text, label)
    return [prefix + text]


def _unmarked(values: list[Any], marks: tuple[str, ...], name: str) -> None:
    """Refuse an operand that begins with a mark that the same command gives a meaning to (`+tag` beside a query)."""
    for value in values:
        if marks and _text(value).startswith(marks):
            message = f"`{name}` starts with {value[:1]!r}, which means something else to this program"
            raise Fault("option_like_value", message, f"give `{name}` a value that does not")


def _no_file(values: list[Any], name: str) -> None:
    """Refuse a value that this program would take for the name of a file to read, or for its standard input."""
    for value in values:
        text = _text(value)
        parts = [part.strip().lower() for part in (text, text.partition("=")[2])]  # also `name=@file`, as a form has it
        if any(part == "-" or part.startswith(("@", "<", "file:", "fileb:")) for part in parts):
            message = f"`{name}` looks like a file reference, which this program would read: {text[:80]!r}"
            raise Fault("file_reference", message, f"give `{name}` the text itself, or use a verb that takes a path")


def _no_dash(element: dict[str, str], text: str, label: str) -> None:
    if element.get("dash") != "ok" and option_like(text):
        message = f"`{label}` starts with '-', as an option does, so it is not passed to the program: {text[:80]!r}"
        raise Fault("option_like_value", message, f"give `{label}` a value that does not start with '-'")


def option_like(text: str) -> bool:
    """Whether text would look like an option: its first visible character is a dash of any kind."""
    if text[:1].isascii() and text[:1].isalnum():
        return False
    import unicodedata

    from . import output

    for mark in output.clean(text):
        category = unicodedata.category(mark)
        if category[0] in "CMZ" or mark in UNSEEN or mark.isspace():
            continue
        return category == "Pd" or mark in DASHES
    return False


def _text(value: Any) -> str:
    return value if isinstance(value, str) else strict.dumps(value)


def _label(name: str, value: Any, index: int) -> str:
    return f"{name}[{index}]" if isinstance(value, list) else name


def _fits(words: list[str]) -> None:
    sizes = [len(word.encode("utf-8", "surrogateescape")) for word in words]
    if sizes and max(sizes) > ELEMENT_LIMIT:
        raise Fault("bad_argument", f"an argument is {max(sizes):,} bytes long; the limit is {ELEMENT_LIMIT:,}")
    total = sum(sizes) + 9 * len(sizes)
    if total > TOTAL_LIMIT:
        raise Fault("bad_argument", f"the arguments take {total:,} bytes; the limit is {TOTAL_LIMIT:,}")
