"""L3: named commands, 5 to 12, never a PATH wrap and never a catch-all."""

from __future__ import annotations

from collections.abc import Iterator

from hcp_author.lint.contract import Hit, at, rule
from hcp_author.pack.model import Pack
from hcp_author.pack.text import as_word

FEWEST, MOST = 5, 12
KEYS = ("surface:/verbs/*/verb_key", "surface:/kind")

# a verb made of such words alone is no command, it is a door to all of them
CATCH_ALL = frozenset(
    (
        *(
            "run",
            "exec",
            "execute",
            "shell",
            "sh",
            "bash",
            "raw",
            "call",
            "api",
            "invoke",
            "command",
            "cmd",
            "eval",
            "do",
        ),
        *(
            "spawn",
            "system",
            "passthrough",
            "pass",
            "through",
            "dispatch",
            "proxy",
            "script",
            "argv",
            "cli",
            "subcommand",
        ),
    )
)
FILLERS = frozenset(
    ("any", "anything", "arbitrary", "custom", "generic", "all", "request", "query", "line", "code", "it")
)


@rule("L3-wrap-without-commands", "L3", "error", needs=(*KEYS, "surface:/wrap", "surface:/pass_through"))
def wrap_without_commands(pack: Pack) -> Iterator[Hit]:
    """A pack wraps a program and names no command of it.

    Why: Policy and Skill can only be written for things with names (L3).
    Fix: declare 5 to 12 verbs, or say `"pass_through": true` while you are finding out which.
    """
    if pack.wrap and not pack.verbs and not pack.pass_through:
        fix = f"hcp-author propose {pack.wrap.bin}" if pack.wrap.bin else "declare 5 to 12 verbs"
        yield at(pack.surface, "/wrap", "wrap requires named commands or pass_through", fix, key=True)


@rule("L3-pass-through", "L3", "warning", needs=("surface:/pass_through",))
def pass_through(pack: Pack) -> Iterator[Hit]:
    """The pack is a pass-through wrap.

    Why: it is a bootstrap step, for a person on a terminal; the pack conforms only once it is promoted to named
    commands (L3).
    Fix: `hcp-author promote PACK` declares 5 to 12 verbs and takes `pass_through` out.
    """
    if pack.pass_through and not pack.verbs:
        fix = f"hcp-author promote {as_word(pack.root)}" if pack.wrap else "declare 5 to 12 verbs"
        message = "a pass-through pack does not conform until it is promoted to named commands"
        yield at(pack.surface, "/pass_through", message, fix, key=True)


@rule("L3-pass-through-with-verbs", "L3", "error", needs=("surface:/pass_through", "surface:/verbs/*/verb_key"))
def pass_through_with_verbs(pack: Pack) -> Iterator[Hit]:
    """A pack names commands and passes everything through besides.

    Why: the gate of a named command is none where the same program can be called around it (L3, L6).
    Fix: take `pass_through` out.
    """
    if pack.pass_through and pack.verbs:
        yield at(
            pack.surface, "/pass_through", "`pass_through` goes with no verbs", 'take "pass_through" out', key=True
        )


@rule("L3-too-many", "L3", "error", needs=KEYS)
def too_many(pack: Pack) -> Iterator[Hit]:
    """A pack declares more than 12 verbs.

    Why: a screen of commands is read and a manual is not; Policy that nobody reads gates nothing (L3, L10).
    Fix: keep the hot path; put what operators need into a second pack.
    """
    if len(pack.verbs) > MOST:
        message = f"the pack declares {len(pack.verbs)} verbs; {FEWEST} to {MOST} is the range"
        yield at(pack.surface, pack.verbs[MOST].pointer + "/verb_key", message, f"keep the {MOST} that are used most")


@rule("L3-too-few", "L3", "warning", needs=(*KEYS, "surface:/wrap", "surface:/pass_through", "surface:/few"))
def too_few(pack: Pack) -> Iterator[Hit]:
    """A pack declares fewer than 5 verbs; a note where `few` says why, an error where there is none at all.

    Why: a pack of two commands is mostly half of one, the rest reached some other way (L3).
    Fix: declare the commands that belong to it, or say why there are no more: `"few": "reason"`.
    """
    if pack.kind == "sense_only" or pack.pass_through or len(pack.verbs) >= FEWEST or (pack.wrap and not pack.verbs):
        return
    count = f"{len(pack.verbs)} verb{'' if len(pack.verbs) == 1 else 's'}"
    message = f"the pack declares {count}; {FEWEST} to {MOST} is the range"
    fix = 'declare the rest of the hot path, or say why not: "few": "…"'
    few = pack.surface.value.get("few") if isinstance(pack.surface.value, dict) else None
    if not pack.verbs:
        yield at(
            pack.surface,
            "/verbs",
            message,
            'declare verbs, or "kind": "sense_only" with a trigger',
            key=True,
            severity="error",
        )
    elif isinstance(few, str) and few.strip():
        yield at(pack.surface, "/few", f"{message} (said: {few.strip()})", None, severity="note")
    else:
        yield at(pack.surface, "/verbs", message, fix, key=True)


@rule("L3-catch-all", "L3", "error", needs=("surface:/verbs/*/verb_key",))
def catch_all(pack: Pack) -> Iterator[Hit]:
    """A verb is a catch-all by its name (`run`, `exec`, `shell`, `api`).

    Why: Policy and Skill can only be written for things with names; a catch-all is all of them at once (L3).
    Fix: name the commands that it was meant for.
    """
    for verb in pack.verbs:
        words = verb.verb_key.lower().replace("_", "-").split("-")
        if set(words) & CATCH_ALL and set(words) <= CATCH_ALL | FILLERS:
            message = f"`{verb.verb_key}` is a catch-all, not a command (L3)"
            yield at(pack.surface, f"{verb.pointer}/verb_key", message, "name the commands that it was meant for")


@rule("L3-allowed-subcommands", "L3", "error", phase="shape")
def allowed_subcommands(pack: Pack) -> Iterator[Hit]:
    """The pack lists subcommands that are let through, in the place of naming commands.

    Why: an allow-list of words carries no args, no class and no gate (L3).
    Fix: make each of them a verb.
    """
    top = pack.surface.value if isinstance(pack.surface.value, dict) else {}
    holders = {"": top, "/wrap": top.get("wrap"), "/binding": top.get("binding")}
    for place, holder in holders.items():
        for key in holder if isinstance(holder, dict) else ():
            if key.replace("_", "").replace("-", "").lower() in (
                "allowedsubcommands",
                "subcommands",
                "allowedcommands",
            ):
                yield at(
                    pack.surface,
                    f"{place}/{key}",
                    f"`{key}` is no way to name commands",
                    "make each of them a verb",
                    key=True,
                )
