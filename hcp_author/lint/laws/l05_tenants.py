"""L5: three lands; entity arguments are not tenants.

L5.1 There are three lands: personal, brain and local.
L5.4 Tenant, user, role, project and Principal are no arguments, at any depth.
L5.5 They are no fixed words of a command line, and no variables that a pack sets.
L5.6 The pack's code takes them from the session alone.
L5.7 An argument may pick an account inside the Binding's scope, and never makes the caller another.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import zip_longest

from hcp_author.lint.contract import Hit, Text, at, rule
from hcp_author.lint.laws import _code
from hcp_author.lint.laws._calls import calls, place, properties_below
from hcp_author.lint.laws._code import Code
from hcp_author.pack import args, argv, names
from hcp_author.pack.argv import Element
from hcp_author.pack.late import ast
from hcp_author.pack.model import LANDS, Pack, Verb
from hcp_author.pack.source import pointer
from hcp_author.pack.text import visible

# options under which a caller becomes another
IMPERSONATION = frozenset(
    (
        *("impersonate", "impersonate-user", "impersonate-service-account", "on-behalf-of", "run-as", "act-as"),
        *("as-user", "as-uid", "as-group", "assume-role", "sudo-user", "become-user"),
    )
)
# who calls, whoever that is
OWN = frozenset(("me", "@me", "self", "current", "mine", "true", "false", "yes", "no", ""))
TENANTS = ("tenant", "org", "organization", "organisation", "principal")
# what of `ctx` tells who calls
OF_A_SESSION = frozenset(("principal", "project_id"))
WHO_AM_I = frozenset(("getpass.getuser", "os.getlogin", "pwd.getpwuid", "pwd.getpwnam"))


@rule("L5-identity-argument", "L5", "error", needs=("surface:/verbs/*/args",))
def identity_argument(pack: Pack) -> Iterator[Hit]:
    """An argument picks a tenant, user, role, project or principal, by its name or by the option that it goes to.

    Why: these come from the authenticated Principal's session, or one user reaches another user's data through a pack's
    argument (L5). Of options, `--tenant`, `--principal` and `--as` count, whatever the argument is called.
    Fix: take it out; where it picks an account inside the Binding's own scope, call it what it is: `entity`, `account`.
    Bad: surface.json /verbs/2/args/properties/tenant_id
        {"type": "string"}
    Bad: surface.json /verbs/2/exec/argv
        ["count", {"option": "--account", "arg": "tenant_id"}, "--", {"positional": "query"}]
    Good: surface.json /verbs/2/args/properties/account
        {"type": "string"}
    Good: surface.json /verbs/2/exec/argv
        ["count", {"option": "--account", "arg": "account"}, "--", {"positional": "query"}]
    """
    for verb in pack.verbs:
        # what an option makes of it is told by L5-impersonation
        acting = {one.arg for one in argv.elements(verb) if option_words(one) in IMPERSONATION}
        for where, name in properties_below(verb.args, f"{verb.pointer}/args"):
            reason = args.identity(name)
            if reason and name not in acting:
                message = f"`{name}` of `{verb.verb_key}`: {reason}, never from an argument"
                fix = "take it out; what picks an account inside the Binding's scope is called `account` or `entity`"
                yield at(pack.surface, where, message, fix, key=True)
        for one in argv.elements(verb):
            reason = by_option(verb, one)
            if reason:
                message = f"`{one.arg}` of `{verb.verb_key}` goes to `{one.text}`: {reason}, never from an argument"
                yield at(pack.surface, one.pointer, message, "take the option out")


def by_option(verb: Verb, one: Element) -> str | None:
    """Why an option whose value the caller gives under another name says who acts or for whom; None where it may."""
    schema = argv.properties(verb).get(one.arg, {})
    # `of_tenant` says that it only picks or filters; a listed value is none of the caller's
    picks = one.arg.startswith("of_") or "enum" in schema or schema.get("type") in ("integer", "number", "boolean")
    if one.kind != "option" or picks or args.identity(one.arg):
        return None
    words = option_words(one).split("-")
    if words == ["as"]:
        return args.identity("user")
    return args.identity("".join(words)) if words[0] in ("tenant", "principal") else None


@rule("L5-impersonation", "L5", "error", needs=("surface:/verbs/*/exec", "surface:/binding", "surface:/connect"))
def impersonation(pack: Pack) -> Iterator[Hit]:
    """A verb hands the program an option under which the caller acts as somebody else (`--impersonate`, `--run-as`).

    Why: whoever calls acts as the session's Principal (L5), and every record of it says so.
    Fix: take the option out; a Principal who may act for another has a session of that one.
    Bad: surface.json /verbs/0/exec/argv/1
        "--on-behalf-of=ann"
    Good: surface.json /verbs/0/exec/argv/1
        "--format=json"
    """
    for verb in calls(pack):
        for one in argv.elements(verb):
            if option_words(one) in IMPERSONATION:
                message = f"`{verb.verb_key}` acts as somebody else (`{one.text.partition('=')[0]}`)"
                yield at(pack.surface, place(one.pointer), message, "take the option out")


@rule("L5-fixed-identity", "L5", "error", needs=("surface:/verbs/*/exec", "surface:/binding", "surface:/connect"))
def fixed_identity(pack: Pack) -> Iterator[Hit]:
    """A fixed command line or variable names a tenant, user, role, project or principal (`--tenant=acme`).

    Why: a pack is shared across tenants; they come from the session, and anything of one tenant's in it is a leak or a
    lie (L5, non-goals).
    Fix: take it out; what is the user's own stands in their configuration: `binding.settings` names the variable.
    Bad: surface.json /verbs/0/exec/argv/1
        "--tenant=acme"
    Good: surface.json /binding/settings
        ["NOTMUCH_CONFIG", "NOTMUCH_PROFILE"]
    """
    for verb in calls(pack):
        elements = argv.elements(verb)
        for one, following in zip_longest(elements, elements[1:]):
            reason = names_somebody(one, following)
            if reason:
                message = f"`{visible(one.text, 60)}` in a pack: {reason}"
                yield at(pack.surface, place(one.pointer), message, "take it out; it is the session's, or a setting")
        env = (verb.exec or {}).get("env")
        for name, value in env.items() if isinstance(env, Mapping) else ():
            reason = by_last_words(name)
            if reason and isinstance(value, str) and value.lower() not in OWN:
                where = f"{verb.pointer}/exec/env" + pointer(name)
                fix = "take it out; name it under binding.settings, for the user's own configuration"
                yield at(pack.surface, where, f"`{name}` has a value in a pack: {reason}", fix, key=True)


def names_somebody(one: Element, following: Element | None) -> str | None:
    """Why a literal is the name of a tenant, user, role, project or principal; None where it is none."""
    _, equals, value = one.text.partition("=")
    words = option_words(one)
    if one.kind != "literal" or not words or words in IMPERSONATION:
        return None
    if equals:
        return args.identity(words) if value.lower() not in OWN else None
    # `--user` alone is often a switch: only what never is one counts, with a fixed value after it
    fixed = following is not None and following.kind == "literal" and not following.text.startswith("-")
    return args.identity(words) if fixed and words.split("-")[0] in TENANTS else None


def by_last_words(name: str) -> str | None:
    """Why a variable is one of those by the end of its name: `ACME_TENANT`, `ACME_PROJECT_ID`."""
    words = name.lower().split("_")
    return args.identity(words[-1]) or (args.identity("".join(words[-2:])) if len(words) > 1 else None)


def option_words(one: Element) -> str:
    """The words of a long option or flag, joined by `-`; empty for anything else."""
    name = one.text.partition("=")[0]
    return names.as_words(name[2:]) if name.startswith("--") and len(name) > 2 else ""


@rule("L5-identity-in-code", "L5", "error", over="text", alone=True)
def identity_in_code(pack: Pack, text: Text) -> Iterator[Hit]:
    """The pack's own code takes tenant, user, role, project or principal from an argument, a variable or the machine.

    Why: they come from the authenticated Principal's session (L5); from anywhere else, one user could name another. To
    give `ctx.principal` a value is the same.
    Fix: use `ctx.principal` and `ctx.project_id`.
    Base: fleet
    Bad: extra.py
        def folder(args, ctx):
            return f"{ctx.state}/{args['tenant']}"
    Good: extra.py
        def folder(args, ctx):
            return f"{ctx.state}/{ctx.project_id}"
    """
    code = _code.read(text)
    for node, holder, key in _code.subscripts(code) if code else ():
        reason = None
        if key and code and holder in code.args:
            reason = args.identity(key)
        elif key and holder in ("os.environ", "os.environb"):
            reason = by_last_words(key) if key.lower() != "logname" else args.identity("user")
        if reason:
            shown = visible(key or "", 60)
            yield _code.in_code(text, node, f"`{shown}`: {reason}", "use ctx.principal or ctx.project_id")
    for node, name in _code.calls(code) if code else ():
        key = _code.text(node.args[0], code) if code and name == "os.getenv" and node.args else None
        reason = "the user is the session's Principal" if name in WHO_AM_I else by_last_words(key) if key else None
        if reason:
            yield _code.in_code(text, node, f"`{name}`: {reason}", "use ctx.principal or ctx.project_id")
    for named, value in constants(code) if code else ():
        message = f"`{named.id}` has a value in a pack: the tenant comes from the session"
        yield _code.in_code(text, value, message, "take it out; it is the session's, or a setting of the user's")
    for where in made_another(code) if code else ():
        message = f"`ctx.{where.attr}` is given a value: it is the session's, and no code makes the caller another"
        yield _code.in_code(text, where, message, "take it out")


def constants(code: Code) -> Iterator[tuple[ast.Name, ast.expr]]:
    """Each constant that names one tenant (`TENANT_ID = "acme"`), but for the name of a key (`TENANT = "tenant"`)."""
    for node in code.nodes:
        targets = (
            node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
        )
        for one in targets:
            value = getattr(node, "value", None)
            if isinstance(one, ast.Name) and isinstance(value, ast.Constant) and isinstance(value.value, str):
                words = one.id.lower().split("_")
                named = words[-1] in TENANTS or (words[-1] in ("id", "name") and words[-2:-1] and words[-2] in TENANTS)
                plain = names.as_words(value.value).replace("-", "_")
                if named and value.value.lower() not in OWN and set(plain.split("_")) - set(words) - {"x", "id"}:
                    yield one, value


def made_another(code: Code) -> Iterator[ast.Attribute]:
    """Each place that gives `ctx.principal` or `ctx.project_id` a value."""
    for node in code.nodes:
        if not isinstance(node, ast.Attribute) or isinstance(node.ctx, ast.Load) or node.attr not in OF_A_SESSION:
            continue
        if isinstance(node.value, ast.Name) and node.value.id == "ctx":
            yield node


@rule("L5-unknown-land", "L5", "error", phase="shape")
def unknown_land(pack: Pack) -> Iterator[Hit]:
    """A row's land is none of `personal`, `brain` and `local`.

    Why: there are three lands (L5), and a runtime cannot tell whose data a fourth one would be.
    Fix: `personal` is private to the actor, `brain` a shared project, `local` a workspace folder.
    Bad: policy.json /verbs/search/privacy/land
        "team"
    Good: policy.json /verbs/search/privacy/land
        "personal"
    """
    for section in ("verbs", "stimuli"):
        rows = pack.policy.value.get(section) if isinstance(pack.policy.value, Mapping) else None
        for name, row in rows.items() if isinstance(rows, Mapping) else ():
            privacy = row.get("privacy") if isinstance(row, Mapping) else None
            land = privacy.get("land") if isinstance(privacy, Mapping) else None
            if isinstance(land, str) and land not in LANDS:
                meant = "personal (the actor's), brain (a project's) or local (a folder's)"
                fix = names.did_you_mean(land.lower(), LANDS) or meant
                message = f"`{land}` is no land; the lands are {', '.join(LANDS)}"
                yield at(pack.policy, pointer(section, name, "privacy", "land"), message, fix)
