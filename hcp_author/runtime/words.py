"""From the words of a command line to a verb's args: flags are whole, values keep their JSON types."""

from __future__ import annotations

from . import strict
from .fault import Fault, nearest
from .kinds import Any

FLAGS = ("--help", "--json", "--confirm", "--apply", "--stream", "--emit")
VALUED = ("--binding", "--session", "--workspace", "--envelope", "--announce", "--link")


class Line:
    """A command line in parts: our own options, the verb's options and positionals in order, what stands after `--`."""

    def __init__(self) -> None:
        self.ours: dict[str, Any] = {}
        self.words: list[str] = []
        self.breaks: set[int] = set()  # where among `words` one of our own options stood: no value reaches over it
        self.rest: list[str] | None = None


def split(argv: list[str]) -> Line:
    """Take our own options out of a command line; raises Fault `usage`."""
    line = Line()
    words = argv[::-1]
    while words:
        word = words.pop()
        name, equals, value = word.partition("=")
        if name in FLAGS or name in VALUED:
            line.breaks.add(len(line.words))
        if word == "--":
            line.rest, words = words[::-1], []
        elif name in FLAGS:
            if equals:
                raise Fault("usage", f"`{name}` takes no value", f"write {name} alone")
            line.ours[name] = True
        elif name == "--link":
            told = not equals and words and not words[-1].startswith("-")
            line.ours[name] = words.pop() if told else value if equals else None
        elif name in VALUED:
            if name in line.ours:
                raise Fault("usage", f"`{name}` is given twice")
            line.ours[name] = value if equals else _next(name, words.pop() if words else None)
        else:
            line.words.append(word)
    return line


def kebab(name: str) -> str:
    """A property's name as an option: `dryRun` and `dry_run` are `--dry-run`."""
    spaced = "".join(f"-{mark.lower()}" if mark.isupper() else mark for mark in name)
    return "--" + spaced.replace("_", "-").strip("-")


def read(verb: dict[str, Any], line: Line) -> dict[str, Any]:
    """The args of a verb from its command line; wrong types are left for the gate to refuse."""
    properties = verb.get("args", {}).get("properties", {})
    positionals = verb.get("positionals", [])
    options = table({name: schema for name, schema in properties.items() if name not in positionals})
    made: dict[str, Any] = {}
    placed: list[str] = []
    queue = iter(list(enumerate(line.words))[1:])
    for index, word in queue:
        if not word.startswith("-") or word == "-" or _is_number(word):
            placed.append(word)
            continue
        flag, equals, value = word.partition("=")
        if flag not in options:
            raise unknown(verb["verb_key"], flag, [*options, *FLAGS, *VALUED])
        name, switch = options[flag]
        if switch is not None and equals:
            raise Fault("usage", f"`{flag}` takes no value", f"write {flag} alone")
        numbers = properties[name].get("type") in ("integer", "number")
        if switch is None and not equals:
            # no value reaches over one of our own words: `--body --confirm text` confirms nothing
            value = _next(flag, None if index + 1 in line.breaks else next(queue, (0, None))[1], numbers)
        _set(made, name, properties[name], switch, value)
    _place(verb, properties, placed + (line.rest or []), made)
    return made


def table(properties: dict[str, Any]) -> dict[str, tuple[str, bool | None]]:
    """Each whole flag with its property, and what it sets where it is a switch (`--x`, `--no-x`)."""
    made: dict[str, tuple[str, bool | None]] = {}
    for name, schema in properties.items():
        flag = kebab(name)
        new: dict[str, tuple[str, bool | None]] = {flag: (name, None)}
        if schema.get("type") == "boolean":
            new = {flag: (name, True), f"--no-{flag[2:]}": (name, False)}
        if made.keys() & new.keys():
            raise Fault("bad_pack", f"surface.json: two properties are both `{flag}` on the command line")
        made |= new
    return made


def _set(made: dict[str, Any], name: str, schema: dict[str, Any], switch: bool | None, text: str) -> None:
    if schema.get("type") == "array":
        made.setdefault(name, []).append(convert(schema.get("items", {}), text))
    elif name in made:
        raise Fault("usage", f"`{kebab(name)}` is given twice")
    else:
        made[name] = convert(schema, text) if switch is None else switch


def _place(verb: dict[str, Any], properties: dict[str, Any], words: list[str], made: dict[str, Any]) -> None:
    """Give the words to the positionals in order; an array takes all but what the names after it need."""
    names = verb.get("positionals", [])
    for index, name in enumerate(names):
        if not words:
            return
        schema = properties[name]
        if schema.get("type") == "array":
            count = max(len(words) - (len(names) - index - 1), 1)
            made[name] = [convert(schema.get("items", {}), word) for word in words[:count]]
        else:
            count = 1
            made[name] = convert(schema, words[0])
        words = words[count:]
    if words:
        takes = " ".join(name.upper() for name in names) or "no arguments by place"
        raise Fault("unknown_argument", f"`{verb['verb_key']}` has no place for {words[0][:80]!r}", f"it takes {takes}")


def convert(schema: dict[str, Any], text: str) -> Any:
    """Text as the JSON value that its schema asks for, or the text itself where it is no JSON."""
    kind = schema.get("type")
    if kind == "string" or (kind is None and text in schema.get("enum", [])):
        return text
    if text != text.strip() and kind not in ("array", "object"):
        return text
    try:
        return strict.loads(text)
    except strict.NotStrict:
        return text


def _next(flag: str, word: str | None, numbers: bool = False) -> str:
    if word is None:
        like = f"{flag} -" if flag in ("--announce", "--envelope") else f"{flag}=VALUE"
        raise Fault("usage", f"`{flag}` needs a value", like)
    if word.startswith("-") and word != "-" and not (numbers and _is_number(word)):
        from shlex import quote

        message = f"`{flag}` needs a value, and {word[:80]!r} begins with '-'"
        raise Fault("usage", message, f"if it is the value, write {flag}={quote(word)}")
    return word


def _is_number(word: str) -> bool:
    try:
        return word[:1] == "-" and word[1:2].isdecimal() and word.isascii() and isinstance(float(word), float)
    except ValueError:
        return False


def unknown(key: str, flag: str, known: list[str]) -> Fault:
    """The refusal of an option that is none of `known`, with the whole one that may be meant."""
    whole = [option for option in known if option.startswith(flag)] if len(flag) > 2 else []
    if len(whole) == 1:
        message = f"unknown or incomplete option `{flag[:80]}`; options are never shortened"
        return Fault("unknown_argument", message, f"write {whole[0]}")
    close = nearest(flag, known)
    hint = f"did you mean `{close}`?" if close else f"see {key} --help; a value that begins with '-' stands after --"
    return Fault("unknown_argument", f"`{key}` has no option `{flag[:80]}`", hint)
