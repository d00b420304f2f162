"""L11: Invokers never redefine Policy or Binding: a pack brings no grants, no second Policy and no auth of its own.

L11.2 Agents, APIs, UIs and people run the same command, each with a Principal whose grants the runtime evaluates:
      L11-grant-in-pack, L11-invoker-file.
L11.3 None adds its own auth or policy for it, or the weaker one decides: L11-policy-in-surface, L11-second-policy,
      L11-runtime-internals.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from hcp_author.lint.contract import Hit, Text, at, in_text, on_file, rule
from hcp_author.lint.laws import _code
from hcp_author.lint.laws._strangers import strangers
from hcp_author.pack.late import pattern
from hcp_author.pack.model import Pack
from hcp_author.pack.text import visible

GRANTS = frozenset(
    (
        *("grant", "grants", "sense", "sense-enable", "enabled", "activation", "acl", "permission", "permissions"),
        *("scope", "scopes", "auth", "authorization", "authentication", "oauth", "invoker", "invokers", "trusted"),
        *("trust", "allow", "allowed", "allow-list", "deny", "auto-confirm", "auto-approve", "auto-apply", "approved"),
        *("consent", "skip-confirm", "default-confirm", "bypass"),
    )
)
POLICY_KEYS = frozenset(("operation", "confirm", "privacy", "land", "gate", "gated", "read-only", "destructive"))
POLICY_AT_TOP = frozenset(("policy", "policies", "stimuli", "rows", "overrides", "policy-overrides"))
SECOND_POLICY = pattern(r"(?:.*/)?(?:policy|policies)(?:[._-][\w.-]*)?\.(?:json|ya?ml|toml)|policies/.*", re.IGNORECASE)
INVOKER_FILES = pattern(
    r"(?:.*/)?(?:session|grants?|principals?|permissions|invokers?|acl)(?:[._-][\w-]*)?\.(?:json|ya?ml|toml)"
    r"|\.claude/settings(?:\.local)?\.json|\.codex/config\.toml|\.gemini/settings\.json",
    re.IGNORECASE,
)
OURS = ("policy.json", ".hcp/policy.schema.json")
NOT_READ = (".hcp/", "bin/", "fixtures/", "test/", "tests/")
INTERNALS = pattern(
    r"\bhcp_runtime(?:\.(?!adapter_api\b)(\w+)|[ \t]{1,9}import[ \t]{1,9}(?!adapter_api\b)\(?[ \t]{0,9}(\w+))"
)


@rule("L11-grant-in-pack", "L11", "error", phase="shape")
def grant_in_pack(pack: Pack) -> Iterator[Hit]:
    """The pack grants something, or brings an auth of its own (`grants`, `sense.enable`, `permissions`, `auth`).

    Why: each caller carries a Principal whose grants the runtime evaluates; none adds its own auth or policy for a
    command (L11). A pack that grants itself anything decides over its own gate.
    Fix: take it out; grants are the runtime's, and the user's own configuration.
    Bad: surface.json /grants
        ["execute", "sense.enable"]
    Good: surface.json /x-notes
        "Made by hand."
    """
    for one in strangers(pack, "surface", "verb", "trigger", "policy", "row", "stimulus"):
        if one.plain in GRANTS:
            message = f"`{one.key}`: a pack grants nothing and has no auth of its own; the runtime evaluates grants"
            yield at(one.document, one.pointer, message, "take it out; grants are the runtime's", key=True)


@rule("L11-policy-in-surface", "L11", "error", phase="shape")
def policy_in_surface(pack: Pack) -> Iterator[Hit]:
    """surface.json says what policy.json is there to say (`operation`, `confirm`, `land` of a verb).

    Why: when one command has two policies the weaker one decides (L11).
    Fix: take it out, and say it in the verb's row of policy.json.
    Bad: surface.json /verbs/3/confirm
        false
    Good: surface.json /verbs/3/builtin
        false
    """
    for one in strangers(pack, "surface", "verb", "trigger"):
        if one.plain in (POLICY_AT_TOP if one.owner == "surface" else POLICY_KEYS):
            message = f"`{one.key}` in surface.json: one command has one Policy, its row in policy.json"
            yield at(one.document, one.pointer, message, "take it out, and say it in policy.json", key=True)


@rule("L11-second-policy", "L11", "warning")
def second_policy(pack: Pack) -> Iterator[Hit]:
    """The pack has a file that looks like another Policy (`policy.local.json`, `policies/agent.yaml`).

    Why: when one command has two policies the weaker one decides (L11); no runtime reads a second one, and a reader
    takes it for the one that counts.
    Fix: say it in policy.json, and remove the file.
    Bad: policy.local.json
        {"verbs": {"tag": {"operation": "read"}}}
    Good: README.md
        What a verb may do stands in policy.json.
    """
    for name in pack.files:
        # what differs in case alone is F-colliding-files, or F-missing-policy
        if name.lower() not in OURS and not name.startswith(NOT_READ) and SECOND_POLICY.fullmatch(name):
            message = f"`{visible(name)}` looks like a second Policy; the pack's one Policy is policy.json"
            yield on_file(name, message, "say it in policy.json, and remove the file")


@rule("L11-invoker-file", "L11", "warning")
def invoker_file(pack: Pack) -> Iterator[Hit]:
    """The pack has a file by which an Invoker would be granted something (`session.json`, `grants.yaml`).

    Why: Principal and grants come from the host (a session outside the pack), and are evaluated by the runtime (L5,
    L11). A file of the pack that hands them out is a leak, or a lie.
    Fix: remove it; a session is an inherited file descriptor, or a file of the user's outside the pack.
    Bad: session.json
        {"principal": "ann", "grants": ["execute"]}
    Good: README.md
        The session comes from the host.
    """
    for name in pack.files:
        if not name.startswith(NOT_READ) and INVOKER_FILES.fullmatch(name):
            message = f"`{visible(name)}` hands out grants by its name; they come from the host, never from a pack"
            yield on_file(name, message, "remove it from the pack")


@rule("L11-runtime-internals", "L11", "error", over="text", alone=True)
def runtime_internals(pack: Pack, text: Text) -> Iterator[Hit]:
    """The pack's own code reaches into the runtime (`hcp_runtime.gate`, `hcp_runtime.hub`).

    Why: gate, hub and sink decide for every Invoker alike; code that calls or changes them is a policy of its own
    (L11), and an emitter that does so joins the two loops (L7). `hcp_runtime.adapter_api` alone is the author's.
    Fix: `from hcp_runtime.adapter_api import AdapterError`, and nothing else.
    Base: fleet
    Bad: adapter.py

        from hcp_runtime import gate
    Good: adapter.py

        from hcp_runtime.adapter_api import AdapterError
    """
    if not _code.is_code(text.name) or "hcp_runtime" not in text.content:
        return
    for match in INTERNALS.finditer(text.content):
        line = text.content[text.content.rfind("\n", 0, match.start()) + 1 : match.start()]
        if "#" not in line:
            name = match[1] or match[2]
            message = f"`hcp_runtime.{name}` is the runtime's own; a pack's code has adapter_api alone"
            yield in_text(text, match.start(), match.end(), message, "use what `ctx` gives, and AdapterError")
            return  # what follows from the first is no other mistake
