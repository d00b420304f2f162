"""What a trigger's ref says by its words: a fact, a request, or polling; for the laws of Sense and of Policy rows."""

from __future__ import annotations

from hcp_author.lint.contract import Severity
from hcp_author.pack.model import Pack
from hcp_author.pack.names import REF, collision_key

IMPERATIVE = frozenset(
    (
        *("list", "get", "fetch", "send", "show", "search", "find", "read", "pull", "check", "run", "do", "create"),
        *("delete", "remove", "sync", "update", "start", "stop", "restart", "notify", "trigger", "call", "invoke"),
        *("execute", "follow", "query", "wait", "ask", "tell", "pay", "buy", "approve", "reject", "accept", "enable"),
        *("disable", "write", "make", "add", "mark", "install", "uninstall", "login", "wake", "retry"),
    )
)
# these are never nouns, so that a ref that begins with one asks, whatever follows
NEVER_NOUNS = frozenset(("do", "get", "fetch", "send", "create", "delete", "remove", "execute", "invoke", "notify"))
# these are nouns too: `pull_request`, `call.receipt`
NOUNS = frozenset(
    (
        *("search", "find", "read", "pull", "check", "run", "sync", "update", "start", "stop", "restart", "trigger"),
        *("call", "follow", "query", "wait"),
    )
)
THINGS = frozenset(("request", "result", "alert", "receipt", "reply", "response", "event", "notice"))
# how something went: `send_failure`, `sync_conflict`
OUTCOMES = frozenset(("error", "failure", "conflict", "timeout", "success", "warning", "limit"))
# what tells a fact: something is so, or came to be so
FACTS = frozenset(
    (
        *("new", "sent", "done", "lost", "found", "built", "paid", "made", "gone", "down", "up", "due", "low", "full"),
        *("late", "ready", "online", "offline", "available", "overdue", "begun", "held", "won", "met", "left", "set"),
        *("reset", "broken", "open"),
    )
)
POLLS = frozenset(
    (
        *("poll", "polls", "polled", "polling", "heartbeat", "heartbeats", "keepalive", "tick", "ticks", "ticked"),
        *("timer", "timers", "uptime", "refresh", "cron", "cronjob", "watchdog", "ping", "healthcheck", "interval"),
    )
)
POLL_PHRASES = ("keep-alive", "health-check", "still-alive", "is-alive", "every-second", "every-minute", "every-hour")


def can_stand(pack: Pack, ref: str) -> bool:
    """Whether no rule wants it gone or named otherwise: what is missing beside one that cannot stand, follows."""
    verbs = {collision_key(verb.verb_key) for verb in pack.verbs}
    return bool(REF.fullmatch(ref)) and not polls(ref) and request(ref) != "error" and collision_key(ref) not in verbs


def polls(ref: str) -> bool:
    """Whether a ref names polling or a timer."""
    words = words_of(ref)
    return bool(set(words) & POLLS) or any(phrase in "-".join(words) for phrase in POLL_PHRASES)


def words_of(ref: str) -> list[str]:
    """A ref's words, in order; never empty."""
    return [word for word in collision_key(ref).split("-") if word] or [""]


def request(ref: str) -> Severity | None:
    """How sure it is that a ref is a request: `send_mail` and `please_list` are, `item.update` may be a noun."""
    words = words_of(ref)
    if "please" in words:
        return "error"
    if any(word in FACTS or word.endswith("ed") for word in words) or names_a_thing(words):
        return None
    first, last = words_of(ref.split(".")[0]), words_of(ref.split(".")[-1])
    if first[0] in IMPERATIVE and (len(first) > 1 or "." not in ref or first[0] in NEVER_NOUNS):
        return "error"
    return "warning" if len(last) == 1 and last[0] in IMPERATIVE else None


def names_a_thing(words: list[str]) -> bool:
    """Whether a ref of several words names a thing (`pull_request`) or how something went (`send_failure`)."""
    *before, last = words
    return bool(before) and (
        (last in THINGS and before[0] in NOUNS) or (last in OUTCOMES and before[0] not in ("get", "list", "show"))
    )
