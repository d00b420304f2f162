"""What an option does to the call that takes it, by its name (effect.json: options)."""

from __future__ import annotations

from hcp_author.introspect.tree import Option, Value
from hcp_author.propose import words
from hcp_author.propose.actions import plain_name
from hcp_author.propose.vocabulary import read

_OUTPUT = (["output"], ["write"], ["save"], ["store"])


def option_kind(option: Option) -> str:
    """Name what an option does to a read: `asks`, `writes`, `stores`, `runs`, `opens`, or nothing of these (``)."""
    key, kinds = _key(option), read("effect")["options"]
    for kind in ("asks", "writes", "runs", "opens"):
        if key in kinds[kind]["words"]:
            return kind
    if key == "file" and option.value is not None and words.tokens(option.summary)[:1] in _OUTPUT:
        return "stores"  # `--file FILE: output file or directory name`
    return "stores" if key in kinds["stores"]["words"] and _names_a_file(option) else ""


def kind_reason(option: Option) -> str:
    """Say what an option of some kind does, in the vocabulary's own words."""
    kind = option_kind(option)
    return str(read("effect")["options"][kind]["reason"])


def _key(option: Option) -> str:
    """Return the option's name, or its first word where that is a deed: `--add-label` counts as `add`."""
    name = words.dashed(plain_name(option))
    if any(name in kind["words"] for kind in read("effect")["options"].values()):
        return name
    first = name.split("-", 1)[0]
    return first if first in read("effect")["option_deeds"]["words"] else name


def _names_a_file(option: Option) -> bool:
    """Tell whether an output option takes a file; one with choices, or whose text speaks of formats, does not."""
    value = option.value or Value()
    text = f"{option.summary} {value.name or ''}".lower()
    return not (option.value is None or value.choices or "format" in text or "json" in text)
