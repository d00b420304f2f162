"""L4: no credential goes by way of an argument or a command line that the pack fixes; the Binding mints it.

L4.2 The hub mints the credential: it comes as no argument, and no code fetches it by itself.
L4.6 Packs hold no secret: no token in any text, no key file, no .env, none in a command line or a variable.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest

from hcp_author.lint.contract import Hit, at, rule
from hcp_author.lint.laws._calls import calls, place, properties_below
from hcp_author.lint.laws._handed_out import handed_out, option_words
from hcp_author.pack import argv, names, secrets
from hcp_author.pack.argv import Element
from hcp_author.pack.model import Pack
from hcp_author.pack.text import visible

MINTED = 'take it out, and name its variable under binding.secrets: "secrets": ["…"]'


@rule("L4-secret-argument", "L4", "error", needs=("surface:/verbs/*/args", "surface:/verbs/*/exec"))
def secret_argument(pack: Pack) -> Iterator[Hit]:
    """An argument carries a credential (`token`, `password`, `api_key`).

    Why: a pack names a Binding mode and the runtime's hub mints the credential (L4). What comes as an argument has gone
    through the agent that calls, its context and its log.
    Fix: take it out; name the variable under `binding.secrets`, and let a credential helper fill it.
    Bad: surface.json /verbs/2/args/properties/api_key
        {"type": "string"}
    Bad: surface.json /verbs/2/exec/argv
        ["count", {"option": "--api-key", "arg": "api_key"}, "--", {"positional": "query"}]
    Good: surface.json /binding/secrets
        ["ACME_API_KEY"]
    """
    for verb in pack.verbs:
        for where, name in properties_below(verb.args, f"{verb.pointer}/args"):
            if secrets.is_secret_word(names.as_words(name)):
                message = f"`{name}` of `{verb.verb_key}` would carry a credential; the Binding mints it"
                yield at(pack.surface, where, message, MINTED, key=True)
        # under a name that does not say so
        for one in argv.elements(verb):
            hidden = one.kind == "option" and not secrets.is_secret_word(names.as_words(one.arg))
            if hidden and secrets.is_secret_word(option_words(one.text)):
                message = f"`{one.arg}` of `{verb.verb_key}` would hand `{one.text}` a credential; the Binding mints it"
                yield at(pack.surface, one.pointer, message, MINTED)


@rule("L4-secret-in-argv", "L4", "error", needs=("surface:/verbs/*/exec", "surface:/binding", "surface:/connect"))
def secret_in_argv(pack: Pack) -> Iterator[Hit]:
    """A fixed command line gives a value to an option that takes a credential (`--password=x`).

    Why: packs are copied, published and read by agents; a credential in one leaks, however short it is (L4).
    Fix: take it out; name the program's variable for it under `binding.secrets`.
    Bad: surface.json /verbs/0/exec/argv/1
        "--password=x"
    Good: surface.json /binding/secrets
        ["ACME_PASSWORD"]
    """
    for verb in calls(pack):
        elements = argv.elements(verb)
        for one, following in zip_longest(elements, elements[1:]):
            name, equals, value = one.text.partition("=")
            if one.kind != "literal" or not secrets.is_secret_word(option_words(name)):
                continue
            if value or (not equals and takes(following)):
                message = f"`{name}` takes a credential, and its value stands in the pack"
                yield at(
                    pack.surface, place(one.pointer), message, "take it out; binding.secrets lets a helper fill it"
                )


@rule("L4-hands-out-secret", "L4", "warning", needs=("surface:/verbs/*/exec",))
def hands_out_secret(pack: Pack) -> Iterator[Hit]:
    """A verb prints a credential (`auth token`, `auth print-access-token`, `--show-token`).

    Why: the hub mints the credential and hands it to the program alone (L4); what a verb prints goes through the agent
    that calls, its context and its log.
    Fix: take the verb out; to tell whether the login works, ask for its status.
    Bad: surface.json /verbs/2/exec/argv
        ["auth", "token", "--", {"positional": "query"}]
    Good: surface.json /verbs/2/exec/argv
        ["auth", "status", "--", {"positional": "query"}]
    """
    for verb in pack.verbs:
        if one := next(handed_out(argv.elements(verb)), None):
            message = f"`{verb.verb_key}` prints a credential (`{visible(one.text, 60)}`); only the Binding has it"
            yield at(pack.surface, one.pointer, message, "take it out; ask for the status of the login instead")


def takes(following: Element | None) -> bool:
    """Whether the next element is a value that the pack fixes."""
    return following is not None and following.kind == "literal" and not following.text.startswith("-")
