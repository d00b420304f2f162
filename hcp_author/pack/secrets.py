"""What looks like a secret (L4): kinds of tokens and keys, where they stand in a text, and masking them."""

from __future__ import annotations

import base64
import binascii
import math
import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

KEPT = 4

# kind -> pattern; each begins with literal text, so that the one joined search is quick
TOKENS = {
    "GitHub token": r"gh[pousr]_[A-Za-z0-9]{36,}|github_pat_[A-Za-z0-9_]{60,}",
    "Anthropic key": r"sk-ant-[A-Za-z0-9_-]{20,}",
    "OpenAI key": r"sk-(?:proj-|svcacct-|admin-)?[A-Za-z0-9_-]{32,}",
    "AWS access key": r"(?:AKIA|ASIA)[0-9A-Z]{16}",
    "Slack token": r"xox[abeoprs]-[A-Za-z0-9-]{10,}|xapp-\d-[A-Za-z0-9-]{10,}",
    "Slack webhook": r"hooks\.slack\.com/services/T[A-Z0-9]+/B[A-Z0-9]+/[A-Za-z0-9]{16,}",
    "Google key": r"AIza[0-9A-Za-z_-]{35}|ya29\.[0-9A-Za-z_-]{20,}|GOCSPX-[0-9A-Za-z_-]{20,}",
    "Stripe key": r"[sr]k_(?:live|test)_[0-9A-Za-z]{16,}|whsec_[0-9A-Za-z]{24,}",
    "npm token": r"npm_[A-Za-z0-9]{36}",
    "PyPI token": r"pypi-AgE[A-Za-z0-9_-]{50,}",
    "GitLab token": r"gl(?:pat|ptt|dt|rt|cbt|soat|agent|oas|ft|imt)-[0-9A-Za-z_-]{20,}",
    "Hugging Face token": r"hf_[A-Za-z0-9]{30,}",
    "SendGrid key": r"SG\.[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}",
    "Telegram bot token": r"\d{8,10}:AA[A-Za-z0-9_-]{33}",
    "JSON web token": r"eyJ[A-Za-z0-9_-]{10,1000}\.eyJ[A-Za-z0-9_-]{10,9000}\.[A-Za-z0-9_-]{10,}",
    "private key": r"-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----",
    "age key": r"AGE-SECRET-KEY-1[0-9A-Z]{58}",
    "DigitalOcean token": r"do[opr]_v1_[0-9a-f]{64}",
    "Docker token": r"dckr_pat_[A-Za-z0-9_-]{20,}",
    "Shopify token": r"shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}",
    "Databricks token": r"dapi[0-9a-f]{32}",
    "Atlassian token": r"ATATT3[A-Za-z0-9_=-]{50,}",
    "Linear key": r"lin_api_[A-Za-z0-9]{32,}",
    "Notion token": r"ntn_[A-Za-z0-9]{40,}|secret_[A-Za-z0-9]{43}",
    "Vault token": r"hv[sbr]\.[A-Za-z0-9_-]{24,}",
    "Grafana token": r"glsa_[A-Za-z0-9_]{32,}|glc_[A-Za-z0-9+/=]{32,}",
    "Tailscale key": r"tskey-[a-z]+-[A-Za-z0-9-]{20,}",
    "Azure storage key": r"AccountKey=[A-Za-z0-9+/]{60,}={0,2}",
}
TOKEN = re.compile(
    r"(?<![A-Za-z0-9_])(?:" + "|".join(f"(?P<k{n}>{pattern})" for n, pattern in enumerate(TOKENS.values())) + ")"
)
KINDS = tuple(TOKENS)
PASSWORD_IN_URL = re.compile(r"[a-z][a-z0-9+.-]{1,20}://[^\s/:@\"'`<>]{1,100}:([^\s/@\"'`<>]{3,200})@[A-Za-z0-9\[]")
# a word that means a secret at the end of a name, then a value that could be one
WORDS = ("token", "secret", "passw", "passphrase", "key", "credential")
ASSIGNED = re.compile(
    r"(?i:(?:token|secret|passw(?:or)?d|passphrase|api_?-?key|access_?-?key|private_?-?key|auth_?-?key|credential)s?)"
    r"[\"']?\s{0,4}[:=]\s{0,4}(?P<quote>[\"']?)(?P<value>[^\s\"'`,;]{12,400})"
)
NAME_BEFORE = re.compile(r"[A-Za-z0-9_.-]{0,60}\Z")
PAGING = re.compile(r"(?i)(?:page|next|prev|sync|cursor|continuation|csrf|start|resume)")
PLACEHOLDER = re.compile(
    r"(?i)[<>${}*…]|your|example|placeholder|changeme|xxxx|dummy|redacted|\.\.\.|environ|getenv|secret-?name"
)
ENCODED = re.compile(r"[A-Za-z0-9+/_-]{24,4000}={0,2}")
ESCAPED = re.compile(r"\\u00([0-7][0-9a-fA-F])")

FILE_NAMES = re.compile(
    r"(?:\.env(?:\.(?!example$|sample$|template$|dist$).*)?|.+\.env|.*\.(?:pem|p12|pfx|key|keystore|jks|ppk|kdbx|asc\.key)"
    r"|id_(?:rsa|dsa|ecdsa|ed25519|xmss)(?:_sk)?|id_[a-z0-9]+|\.netrc|_netrc|\.npmrc|\.pypirc|\.pgpass|\.htpasswd"
    r"|\.git-credentials|credentials|credentials\.(?:json|ya?ml|toml|ini)|client_secret.*\.json|service[-_]account.*\.json"
    r"|\.secrets\.baseline|secrets?\.(?:json|ya?ml|toml|ini|txt)|kubeconfig)",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Secret:
    """Something that looks like a secret: its kind, and `text[start:end]` that holds it."""

    kind: str
    start: int
    end: int


def find(text: str) -> Iterator[Secret]:
    """Everything in the text that looks like a secret, in no order."""
    taken: list[tuple[int, int]] = []  # in order of place; none overlaps another
    for secret in chain(tokens(text), passwords(text), assigned(text), encoded(text)):
        at = bisect_left(taken, (secret.start, secret.end))
        if (at == 0 or taken[at - 1][1] <= secret.start) and (at == len(taken) or secret.end <= taken[at][0]):
            taken.insert(at, (secret.start, secret.end))
            yield secret


def tokens(text: str) -> Iterator[Secret]:
    """Tokens that are known by their own shape, also where JSON escapes hide it."""
    for match in TOKEN.finditer(text):
        yield Secret(KINDS[int((match.lastgroup or "k0")[1:])], match.start(), match.end())
    if "\\u00" in text:
        yield from escaped(text)


def escaped(text: str) -> Iterator[Secret]:
    """Tokens in lines that write plain letters as `\\u0067`; the whole line is taken for the place."""
    start = 0
    for line in text.split("\n"):
        plain = ESCAPED.sub(lambda match: chr(int(match[1], 16)), line) if "\\u00" in line else line
        if plain != line:
            for match in TOKEN.finditer(plain):
                yield Secret(KINDS[int((match.lastgroup or "k0")[1:])], start, start + len(line))
        start += len(line) + 1


def passwords(text: str) -> Iterator[Secret]:
    """Passwords inside an address."""
    if "://" not in text:
        return
    for match in PASSWORD_IN_URL.finditer(text):
        if not PLACEHOLDER.search(match[1]) and match[1].lower() not in ("pass", "password", "secret", "pw"):
            yield Secret("password in an address", *match.span(1))


def assigned(text: str) -> Iterator[Secret]:
    """Values that a name calls a secret and that are random enough to be one."""
    lowered = text.lower()
    if not any(word in lowered for word in WORDS):
        return
    for match in ASSIGNED.finditer(text):
        before = NAME_BEFORE.search(text[max(0, match.start() - 60) : match.start()])
        if PAGING.search(before[0] if before else "") or PLACEHOLDER.search(match["value"]):
            continue
        if random_looking(match["value"], bool(match["quote"])):
            yield Secret("value of a secret's name", *match.span("value"))


def random_looking(value: str, quoted: bool) -> bool:
    """Letters and digits well mixed, and no code: `read(path)` is none, `abc123def456ghi789` is one."""
    if not (re.search(r"\d", value) and re.search(r"[A-Za-z]", value)) or re.search(r"[()\[\]]", value):
        return False
    if not quoted and not re.fullmatch(r"[A-Za-z0-9+/=_.~-]+", value):
        return False
    return entropy(value) >= 3.2


def entropy(value: str) -> float:
    """Shannon entropy in bits a character."""
    counts = Counter(value).values()
    return -sum(count / len(value) * math.log2(count / len(value)) for count in counts)


def encoded(text: str) -> Iterator[Secret]:
    """Tokens in base64."""
    for match in ENCODED.finditer(text):
        word = match[0].rstrip("=").replace("-", "+").replace("_", "/")
        try:
            plain = base64.b64decode(word + "=" * (-len(word) % 4)).decode("ascii")
        except (binascii.Error, ValueError):
            continue
        inner = TOKEN.search(plain)
        if inner:
            yield Secret(KINDS[int((inner.lastgroup or "k0")[1:])] + " in base64", *match.span())


def is_secret_file(name: str) -> bool:
    """Whether a file's own name says that it holds secrets (`.env`, `id_ed25519`, `x.pem`)."""
    return FILE_NAMES.fullmatch(name.rsplit("/", 1)[-1]) is not None


def mask(text: str) -> str:
    """The text with all but the first four characters of each secret as `*`, its length kept."""
    if len(text) < 12:
        return text
    for secret in find(text):
        shown = min(secret.start + KEPT, secret.end)
        text = text[:shown] + "*" * (secret.end - shown) + text[secret.end :]
    return text
