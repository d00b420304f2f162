"""Writes pack/quick.py, the yes or no of our schemas as plain Python: `python -m hcp_author.pack.quick_source`.

Each object and each list of a schema becomes one small function, everything else an expression. What is written
says yes only where the schema does; a no may be wrong about what json never makes (a subclass of dict), and is
looked at again by pack.verdict's reader of the schema itself. A test holds the file to be current.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from typing import Any

from hcp_author.pack import shape, verdict

Schema = Mapping[str, Any]

FILE = os.path.join(os.path.dirname(__file__), "quick.py")
HEAD = '''"""Whether a value is right under the schemas, as lint holds files to them; written by quick_source.py."""

# fmt: off
# ruff: noqa
from __future__ import annotations

from hcp_author.pack.verdict import pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

NONE: Any = object()
'''
KINDS = {
    "string": "type({x}) is str",
    "integer": "(type({x}) is int or (type({x}) is float and {x}.is_integer()))",
    "number": "(type({x}) is int or type({x}) is float)",
    "boolean": "({x} is True or {x} is False)",
    "null": "{x} is None",
    "object": "type({x}) is dict",
    "array": "type({x}) is list",
}
# keyword -> (the types it is about, what must hold)
SIZES = {
    "minLength": ("str", "len({x}) >= {n}"),
    "maxLength": ("str", "len({x}) <= {n}"),
    "minItems": ("list", "len({x}) >= {n}"),
    "maxItems": ("list", "len({x}) <= {n}"),
    "minimum": ("(int, float)", "{x} >= {n}"),
    "maximum": ("(int, float)", "{x} <= {n}"),
}


class Writer:
    """The functions written so far for one schema: name -> text, in the order that they were finished in."""

    def __init__(self, name: str, root: Schema) -> None:
        self.root = root
        self.prefix = name
        self.functions: dict[str, str] = {}

    def holds(self, schema: Schema, x: str, name: str) -> str:
        """An expression that is true where the value in the variable `x` is right; `name` is for what it calls."""
        if "$ref" in schema:
            reference = schema["$ref"]
            return self.holds(verdict.resolve(self.root, reference), x, reference.rsplit("/", 1)[-1])
        kind = schema.get("type")
        if kind == "object" and len(schema.keys() - verdict.SAYS_ONLY) > 1:
            return self.called(self.object_body, schema, x, name)
        if kind == "array" and ("items" in schema or "uniqueItems" in schema):
            return self.called(self.list_body, schema, x, name)
        return " and ".join(self.parts(schema, x, name)) or "True"

    def parts(self, schema: Schema, x: str, name: str) -> list[str]:
        """What must hold of a value that is neither an object nor a list with rules of its own."""
        kind = schema.get("type")
        kinds = [kind] if isinstance(kind, str) else kind or []
        found = [" or ".join(KINDS[one] for one in kinds).format(x=x)] if kinds else []
        if len(kinds) > 1:
            found = [f"({found[0]})"]
        if "enum" in schema or "const" in schema:
            choices = tuple(schema.get("enum", [schema.get("const")]))
            found.append(equal(choices, x))
        for keyword, (types, text) in SIZES.items():
            if keyword in schema:
                rule = text.format(x=x, n=schema[keyword])
                found.append(rule if kind else f"(not isinstance({x}, {types}) or {rule})")
        if "pattern" in schema:
            found.append(f"pattern({schema['pattern']!r}).search({x})")
        if "anyOf" in schema:
            branches = [self.holds(one, x, f"{name}_{index}") for index, one in enumerate(schema["anyOf"])]
            found.append(f"({' or '.join(branches)})")
        return found

    def called(self, write: Any, schema: Schema, x: str, name: str) -> str:
        """A call of the function for an object or list, which is written if there is none yet."""
        full = f"_{self.prefix}_{name}".lower().replace("-", "_").replace("$", "")
        if full not in self.functions:
            self.functions[full] = ""  # a schema that holds itself calls what is being written
            text = write(schema, name)
            del self.functions[full]
            self.functions[full] = f"def {full}(v: Any) -> bool:\n{text}"
        return f"{full}({x})"

    def list_body(self, schema: Schema, name: str) -> str:
        """The body of a function over a list."""
        lines = ["if type(v) is not list:", "    return False"]
        for keyword in ("minItems", "maxItems"):
            if keyword in schema:
                lines += [f"if not {SIZES[keyword][1].format(x='v', n=schema[keyword])}:", "    return False"]
        inner = self.holds(schema.get("items", {}), "x", f"{name}_item")
        lines += [] if inner == "True" else ["for x in v:", f"    if not ({inner}):", "        return False"]
        # an unhashable item is for the slow reader to compare
        lines.append("return unique(v)" if schema.get("uniqueItems") else "return True")
        return indented(lines)

    def object_body(self, schema: Schema, name: str) -> str:
        """The body of a function over an object; `left` counts the keys that no property has taken."""
        lines = ["if type(v) is not dict:", "    return False"]
        if "propertyNames" in schema:
            rule = self.holds(schema["propertyNames"], "k", f"{name}_name")
            lines += ["for k in v:", f"    if not ({rule}):", "        return False"]
        known = schema.get("properties", {})
        lines += ["left = len(v)"] if known else []
        for key, inner in known.items():
            lines += self.member(key, inner, key in schema.get("required", ()), name)
        for key in schema.get("required", ()):
            lines += [] if key in known else [f"if {key!r} not in v:", "    return False"]
        return indented([*lines, *self.others(schema, name), "return True"])

    def member(self, key: str, schema: Schema, required: bool, name: str) -> list[str]:
        """The lines for one property."""
        rule = self.holds(schema, "x", f"{name}_{key}")
        lines = [f"x = v.get({key!r}, NONE)", "if x is not NONE:", "    left -= 1"]
        if rule != "True":
            lines += [f"    if not ({rule}):", "        return False"]
        return [*lines, *(["else:", "    return False"] if required else [])]

    def others(self, schema: Schema, name: str) -> list[str]:
        """The lines for the keys that are no property of their own."""
        rest, known = schema.get("additionalProperties", True), schema.get("properties", {})
        patterns = schema.get("patternProperties", {})
        if any(inner != {} and inner is not True for inner in patterns.values()):
            raise ValueError("a pattern of properties with rules is not written yet")
        if rest is True and not patterns:
            return []
        if rest is False and not patterns:
            return ["if left:", "    return False"] if known else ["if v:", "    return False"]
        free = " and ".join(["k not in KNOWN"] * bool(known) + [f"not pattern({p!r}).search(k)" for p in patterns])
        free = free.replace("KNOWN", repr(tuple(known)))
        rule = "False" if rest is False else self.holds(rest, "x", f"{name}_other")
        test = " and ".join(part for part in (free, "" if rule == "False" else f"not ({rule})") if part)
        loop = [
            "for k in v:" if rule == "False" else "for k, x in v.items():",
            f"    if {test}:",
            "        return False",
        ]
        if not free and rule != "False":
            loop[0] = "for x in v.values():"
        return ["if left:", *(f"    {line}" for line in loop)] if known else loop


def equal(choices: tuple[Any, ...], x: str) -> str:
    """An expression for one of a few values; true is not 1."""
    if len(choices) == 1 and isinstance(choices[0], bool):
        return f"{x} is {choices[0]}"
    if not all(isinstance(choice, str) for choice in choices):
        raise ValueError("a choice that is no string is not written yet")
    return f"{x} == {choices[0]!r}" if len(choices) == 1 else f"type({x}) is str and {x} in {choices!r}"


def indented(lines: list[str]) -> str:
    """The lines one step to the right, each with its end."""
    return "".join(f"    {line}\n" for line in lines)


UNIQUE = """

def unique(v: list[Any]) -> bool:
    try:
        return len(set(v)) == len(v)
    except TypeError:
        return False
"""


def source() -> str:
    """The whole text of pack/quick.py."""
    texts = [HEAD + UNIQUE]
    entries = []
    for name in ("surface", "policy"):
        schema = shape.for_lint(name)
        writer = Writer(name, schema)
        entry = writer.holds({**schema, "$ref": "#"} if "$ref" in schema else schema, "v", "document")
        texts += writer.functions.values()
        entries.append(f'    "{name}": {entry.removesuffix("(v)")},')
    return "\n\n".join(texts) + "\n\nVALID = {\n" + "\n".join(entries) + "\n}\n"


if __name__ == "__main__":
    with open(FILE, "w", encoding="utf-8") as file:
        file.write(source())
    sys.stdout.write(f"wrote {FILE}\n")
