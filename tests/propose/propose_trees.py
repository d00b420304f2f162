"""Small command trees written by hand, for the tests of the propose room."""

from __future__ import annotations

from hcp_author.introspect.tree import Command, Option, Positional, Program, Tree, Value


def tree(
    name: str, *commands: Command, summary: str = "", options: tuple[Option, ...] = (), env: tuple[str, ...] = ()
) -> Tree:
    root = Command(name, summary=summary, group=bool(commands), options=list(options), commands=list(commands))
    return Tree(Program(name, f"/usr/bin/{name}"), root, env=list(env))


def leaf(name: str, summary: str = "", *parts: Option | Positional, **more: object) -> Command:
    options = [part for part in parts if isinstance(part, Option)]
    arguments = [part for part in parts if isinstance(part, Positional)]
    return Command(name, summary=summary, options=options, arguments=arguments, **more)  # type: ignore[arg-type]


def group(name: str, *commands: Command, summary: str = "", heading: str = "") -> Command:
    return Command(name, summary=summary, group=True, heading=heading, commands=list(commands))


def switch(name: str, summary: str = "", **more: object) -> Option:
    return _option(name, summary, None, more)


def takes(name: str, metavar: str | None = None, summary: str = "", **more: object) -> Option:
    value = Value(metavar, choices=more.pop("choices", None), type=more.pop("type", None))  # type: ignore[arg-type]
    return _option(name, summary, value, more)


def _option(name: str, summary: str, value: Value | None, more: dict[str, object]) -> Option:
    names = {"long": name} if name.startswith("--") else {"short": name}
    return Option(**names, summary=summary, value=value, **more)  # type: ignore[arg-type]


def one(name: str, required: bool = True, choices: list[str] | None = None) -> Positional:
    return Positional(name, required, choices=choices)


def marked(name: str, *prefixes: str) -> Positional:
    return Positional(name, False, prefixes=list(prefixes))


def many(name: str, required: bool = True) -> Positional:
    return Positional(name, required, variadic=True)


def mailer() -> Tree:
    """A mail tool with its own store: login, reads with JSON, gated writes."""
    shape = takes("--format", "FORMAT", "Output format: json or text", choices=["json", "text"])
    limit = takes("--limit", "N", "Limit the number of results to N.", type="integer")
    return tree(
        "post",
        leaf("setup", "Interactively set up post for first use."),
        leaf("search", "Search for messages matching the given terms.", many("term"), shape, limit),
        leaf("show", "Show a message.", one("message-id"), shape),
        leaf("count", "Count messages matching the given terms.", many("term")),
        leaf("tag", "Add/remove tags for messages.", marked("tag", "+"), many("term")),
        leaf("send", "Send a message.", takes("--to", "ADDRESS", required=True), takes("--body", "TEXT")),
        leaf("purge", "Delete messages for good.", many("term"), switch("--yes", "Do not ask for confirmation.")),
        leaf("serve", "Start a web server that shows the mail."),
        leaf("exec", "Run a command on each message.", many("command")),
        leaf("help", "Show help for a command.", one("command", False)),
        summary="A mail tool.",
        env=("POST_CONFIG", "POST_TOKEN", "POST_EDITOR", "HOME"),
    )


def forge() -> Tree:
    """A deep tree: the same verbs on several nouns."""
    nouns = ("issue", "change", "release", "label", "repo")

    def members(noun: str) -> list[Command]:
        return [
            leaf("create", f"Create a new {noun}", takes("--title", "TEXT", "Title"), takes("--body", "TEXT", "Body")),
            leaf("list", f"List {noun}s", takes("--limit", "int", "Maximum number of items", type="integer")),
            leaf("view", f"View a {noun}", one("number")),
            leaf("delete", f"Delete a {noun}", one("number"), switch("--yes", "Skip the confirmation prompt")),
        ]

    return tree("forge", *(group(noun, *members(noun), heading="CORE COMMANDS") for noun in nouns))


def versions() -> Tree:
    """A version-control tool that works on the folder it stands in."""
    return tree(
        "vcs",
        leaf("status", "Show the working tree status", many("pathspec", False)),
        leaf(
            "log", "Show commit logs of the repository", many("path", False), takes("--max-count", "n", type="integer")
        ),
        leaf("diff", "Show changes between commits and working tree", many("path", False), takes("--output", "file")),
        leaf("add", "Add file contents to the index", many("pathspec")),
        leaf("commit", "Record changes to the repository", takes("--message", "msg", "The message")),
        leaf("branch", "List, create, or delete branches", one("name", False), switch("--delete")),
        leaf("clean", "Remove untracked files from the working tree", switch("--dry-run"), switch("--force")),
    )
