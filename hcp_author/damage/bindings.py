"""Damage to the Binding, the plane and what stands beside them in surface.json (L4, L9, the non-goals)."""

from __future__ import annotations

from hcp_author.damage.copy import Copy, NotHereError, damage, kinds_of

SURFACE = "surface.json"


@damage("a key that is missing", "F", "F-missing-key")
def missing_key(copy: Copy) -> None:
    """Every pack says under which Binding it works."""
    copy.drop(SURFACE, "/binding")


@damage("a value of another type", "F", "F-wrong-type")
def wrong_type(copy: Copy) -> None:
    """Text where a list belongs."""
    copy.set(SURFACE, "/binding/modes", "user")


@damage("an MCP server as what is installed", "N", "N-mcp-install", "L1-mcp-server", "F-unknown-key")
def mcp_install(copy: Copy) -> None:
    """MCP is an export, never the install path."""
    copy.add(SURFACE, "", "mcpServers", {"mail": {"command": "npx", "args": ["mail-mcp"]}})


@damage("a default that is no mode", "L4", "L4-default-not-in-modes", "L9-mothership-default")
def default_mode(copy: Copy) -> None:
    """The hub could not mint it."""
    other = "local" if copy.surface["binding"]["default"] != "local" else "public"
    modes = [mode for mode in copy.surface["binding"]["modes"] if mode != other]
    copy.set(SURFACE, "/binding/modes", modes)
    copy.set(SURFACE, "/binding/default", other)


@damage("mock as the default", "L4", "L4-mock-default", "L9-mothership-default")
def mock_default(copy: Copy) -> None:
    """Mock is explicit, never where one falls to."""
    copy.set(SURFACE, "/binding/default", "mock")


@damage("a secret as a setting", "L4", "L4-secret-setting")
def secret_setting(copy: Copy) -> None:
    """Settings are shown; secrets go by a helper."""
    binding = copy.surface["binding"]
    if "settings" in binding:
        copy.add(SURFACE, "/binding/settings", None, "ACME_API_TOKEN")
    else:
        copy.add(SURFACE, "/binding", "settings", ["ACME_API_TOKEN"])


@damage("a variable that chooses mock", "L4", "L4-mock-by-environment")
def mock_by_environment(copy: Copy) -> None:
    """Mock is said in the envelope, never by a variable."""
    pointer, verb = copy.exec_verb()
    if "env" in verb["exec"]:
        raise NotHereError("env")
    copy.add(SURFACE, f"{pointer}/exec", "env", {"HCP_MOCK": "1"})


@damage("a variable that loads code", "L4", "L4-unsafe-variable")
def unsafe_variable(copy: Copy) -> None:
    """It makes a program run what nobody named."""
    pointer, verb = copy.exec_verb()
    if "env" in verb["exec"]:
        raise NotHereError("env")
    copy.add(SURFACE, f"{pointer}/exec", "env", {"LD_PRELOAD": "/usr/lib/x.so"})


@damage("a tenant in the pack", "N", "N-tenant-in-pack", "F-unknown-key")
def tenant_in_pack(copy: Copy) -> None:
    """A pack is shared across tenants."""
    copy.add(SURFACE, "", "tenant", "acme")


@damage("the control plane under another kind", "L9", "L9-mothership-default", "L9-kind-and-plane")
def plane(copy: Copy) -> None:
    """Control and runtime are two packs."""
    if copy.surface.get("kind") == "control":
        raise NotHereError("it is one")
    if "plane" in copy.surface:
        copy.set(SURFACE, "/plane", "control")
    else:
        copy.add(SURFACE, "", "plane", "control")


@damage("an operator's mode in a runtime pack", "L9", "L9-operator-modes")
def operator_mode(copy: Copy) -> None:
    """An end user's agent would inherit an operator's credential."""
    if copy.surface.get("kind") == "control":
        raise NotHereError("it is one")
    copy.add(SURFACE, "/binding/modes", None, "mothership")


@damage("a control pack on the user's own login", "L9", "L9-mothership-default")
def control_default(copy: Copy) -> None:
    """Control plane packs default Binding mothership."""
    if copy.surface.get("kind") != "control":
        raise NotHereError("it is none")
    copy.set(SURFACE, "/binding/default", "user")
    copy.add(SURFACE, "/binding/modes", None, "user")


@damage("a mode that there is not", "F", "F-wrong-value")
def unknown_mode(copy: Copy) -> None:
    """Five modes, and no other."""
    copy.add(SURFACE, "/binding/modes", None, "oauth")


@damage("a mode given twice", "F", "F-wrong-value")
def mode_twice(copy: Copy) -> None:
    """As a merge leaves it."""
    copy.add(SURFACE, "/binding/modes", None, copy.surface["binding"]["modes"][0])


@damage("a login that nothing proves", "L4", "L4-unproven-login")
def unproven(copy: Copy) -> None:
    """Mint would never fail."""
    if (
        "wrap" not in copy.surface
        or copy.surface["binding"].get("secrets")
        or copy.surface["binding"]["default"] != "user"
    ):
        raise NotHereError("no probe")
    copy.drop(SURFACE, "/binding/probe")


@damage("a token with its value in the Binding", "L4", "F-wrong-value", "L4-secret-in-pack")
def secret_value(copy: Copy) -> None:
    """Names alone, and never a value."""
    copy.put(SURFACE, "/binding", "secrets", ["TOKEN=abc"])


@damage("a setting that loads code", "L4", "L4-unsafe-variable")
def unsafe_setting(copy: Copy) -> None:
    """It makes a program run what nobody named."""
    copy.put(SURFACE, "/binding", "settings", ["LD_PRELOAD"])


@damage("a setting that switches mock on", "L4", "L4-mock-by-environment")
def mock_setting(copy: Copy) -> None:
    """Mock is said in the envelope."""
    copy.put(SURFACE, "/binding", "settings", ["HCP_MOCK"])


@damage("a user's mode in a control pack", "L9", "L9-operator-modes")
def user_mode(copy: Copy) -> None:
    """Control packs are for operators."""
    if copy.surface.get("kind") != "control":
        raise NotHereError("it is none")
    copy.add(SURFACE, "/binding/modes", None, "user")


@damage("a control pack on the runtime plane", "L9", "L9-kind-and-plane", "L9-operator-modes")
def runtime_plane(copy: Copy) -> None:
    """An end user's agent could call it."""
    if copy.surface.get("kind") != "control":
        raise NotHereError("it is none")
    copy.set(SURFACE, "/plane", "runtime")


@damage("a control pack of another kind", "L9", "L9-kind-and-plane")
def control_kind(copy: Copy) -> None:
    """`kind` and `plane` go together."""
    if copy.surface.get("kind") != "control":
        raise NotHereError("it is none")
    copy.set(SURFACE, "/kind", "channel")


@damage("a wrap without commands", "L3", "L3-wrap-without-commands")
def no_commands(copy: Copy) -> None:
    """A wrap names commands, or says that it is a pass-through."""
    if "wrap" not in copy.surface:
        raise NotHereError("it wraps nothing")
    copy.set(SURFACE, "/verbs", [])


@damage("a pass-through beside named commands", "L3", "L3-pass-through-with-verbs")
def both_ways(copy: Copy) -> None:
    """The names would govern nothing."""
    if "wrap" not in copy.surface:
        raise NotHereError("it wraps nothing")
    copy.add(SURFACE, "", "pass_through", True)


@damage("a version of the protocol that there is not", "F", "F-wrong-value")
def protocol(copy: Copy) -> None:
    """HCP/1.x."""
    copy.set(SURFACE, "/hcp", "7.1")


@damage("a probe that anybody passes", "L4", "L4-unproven-login")
def hollow_probe(copy: Copy) -> None:
    """A program tells its version to everybody."""
    binding = copy.surface["binding"]
    if "wrap" not in copy.surface or "user" not in binding["modes"] or binding.get("secrets"):
        raise NotHereError("nothing to prove")
    copy.put("surface.json", "/binding", "probe", ["--version"])


@damage("every exit status an answer", "L4", "L4-failure-answered")
def any_status(copy: Copy) -> None:
    """Then nothing ever fails."""
    where, _ = copy.exec_verb()
    copy.put("surface.json", f"{where}/exec", "ok_exit", list(range(256)))


KINDS = kinds_of(globals())
