"""What looks like a secret (L4): kinds of tokens and keys, where they stand in a text, and masking them."""

from __future__ import annotations

import base64
import binascii
import math
import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import chain

from hcp_author.pack import suspects
from hcp_author.pack.late import pattern
from hcp_author.pack.record import record

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
    "Discord webhook": r"discord(?:app)?\.com/api/webhooks/\d{17,20}/[A-Za-z0-9_-]{60,}",
    "Twilio key": r"SK[0-9a-f]{32}(?![0-9a-f])",
    "Mailgun key": r"key-[0-9a-f]{32}(?![0-9a-f])",
    "Square token": r"sq0[a-z]{3}-[0-9A-Za-z_-]{22,43}|EAAA[a-zA-Z0-9_-]{60}",
    "Dropbox token": r"sl\.[A-Za-z0-9_-]{120,}",
    "Figma token": r"figd_[A-Za-z0-9_-]{30,}",
    "Postman key": r"PMAK-[0-9a-f]{24}-[0-9a-f]{34}",
    "Supabase key": r"sbp_[0-9a-f]{40}",
    "Doppler token": r"dp\.(?:pt|st|ct|sa)\.[A-Za-z0-9]{40,}",
    "PlanetScale token": r"pscale_(?:tkn|pw|oauth)_[A-Za-z0-9_.-]{32,}",
    "Sentry token": r"sntry[su]_[A-Za-z0-9+/=_]{40,}",
    "New Relic key": r"NRAK-[A-Z0-9]{27}|NRII-[A-Za-z0-9_-]{32}",
    "Netlify token": r"nfp_[A-Za-z0-9]{36,}",
    "RubyGems key": r"rubygems_[0-9a-f]{48}",
    "Replicate token": r"r8_[A-Za-z0-9]{37}",
    "Groq key": r"gsk_[A-Za-z0-9]{48,}",
    "xAI key": r"xai-[A-Za-z0-9]{70,}",
    "Perplexity key": r"pplx-[A-Za-z0-9]{40,}",
    "Airtable token": r"pat[A-Za-z0-9]{14}\.[0-9a-f]{64}",
    "CircleCI token": r"CCIPAT_[A-Za-z0-9_]{40,}",
    "Pulumi token": r"pul-[0-9a-f]{40}",
    "Fly token": r"FlyV1 [A-Za-z0-9+/=_,-]{60,}",
    "Cloudflare key": r"v1\.0-[0-9a-f]{24}-[0-9a-f]{146}",
    "crates.io token": r"cio[A-Za-z0-9]{32}(?![A-Za-z0-9])",
    "1Password token": r"ops_eyJ[A-Za-z0-9_-]{200,}",
}
TOKEN = pattern(r"(?<![A-Za-z0-9_])(?:" + "|".join(f"(?P<k{n}>{kind})" for n, kind in enumerate(TOKENS.values())) + ")")
KINDS = tuple(TOKENS)
PASSWORD_IN_URL = pattern(r"[a-z][a-z0-9+.-]{1,20}://[^\s/:@\"'`<>]{1,100}:([^\s/@\"'`<>]{3,200})@[A-Za-z0-9\[]")
# a word that means a secret at the end of a name, then a value that could be one
WORDS = ("token", "secret", "passw", "passphrase", "key", "credential")
ASSIGNED = pattern(
    r"(?i:(?:token|secret|passw(?:or)?d|passphrase|api_?-?key|access_?-?key|private_?-?key|auth_?-?key|credential)s?)"
    r"[\"']?\s{0,4}[:=]\s{0,4}(?P<quote>[\"']?)(?P<value>[^\s\"'`,;]{12,400})"
)
HEADER = pattern(
    r"(?i:authorization[\"']?\s{0,4}[:=,]\s{0,4}[\"']?(?:bearer|basic|token)) (?P<value>[^\s\"'`,;<>$]{16,400})"
)
NAME_BEFORE = pattern(r"[A-Za-z0-9_.-]{0,60}\Z")
PAGING = pattern(r"(?i)(?:page|next|prev|sync|cursor|continuation|csrf|start|resume)")
PLACEHOLDER = pattern(
    r"(?i)[<>${}*…]|your|example|placeholder|changeme|xxxx|dummy|redacted|\.\.\.|environ|getenv|secret-?name"
)
ENCODED = pattern(r"[A-Za-z0-9+/_-]{24,4000}={0,2}")
ESCAPED = pattern(r"\\u00([0-7][0-9a-fA-F])")

FILE_NAMES = pattern(
    r"(?:\.env(?:\.(?!example$|sample$|template$|dist$).*)?|.+\.env|\.envrc"
    r"|.*\.(?:pem|p12|pfx|p8|key|keystore|jks|ppk|kdbx?|asc\.key|ovpn|tfstate|agekey)"
    r"|id_(?:rsa|dsa|ecdsa|ed25519|xmss)(?:_sk)?|id_[a-z0-9]+|\.netrc|_netrc|\.npmrc|\.pypirc|\.pgpass|\.htpasswd"
    r"|\.my\.cnf|\.s3cfg|\.boto|\.dockercfg|\.vault-token|\.terraformrc|\.yarnrc\.yml|\.gem/credentials"
    r"|\.git-credentials|credentials|credentials\.(?:json|ya?ml|toml|ini)|client_secret.*\.json|service[-_]account.*\.json"
    r"|(?:access|refresh|auth|api|bearer)?[-_]?tokens?\.(?:json|txt)|cookies?\.(?:txt|json|sqlite)"
    r"|\.secrets\.baseline|secrets?\.(?:json|ya?ml|toml|ini|txt)|passwords?\.(?:json|ya?ml|txt|csv)|kubeconfig)",
    re.IGNORECASE,
)
# names of variables that hold a secret themselves (`ACME_TOKEN`), in capitals
SECRET_NAME = pattern(
    r"(?:^|_)(?:[A-Z]{0,6}(?:TOKEN|PASSWORD|PASSWD)|SECRET|PASSPHRASE|PASS|PWD|KEY|APIKEY|CREDENTIALS?|COOKIE|JWT|PAT)S?"
    r"(?:_(?:VALUE|ID))?$"
)
# names that end so and hold no secret: where it lies, or what it is called
HARMLESS_NAME = pattern(r"(?:FILE|PATH|DIR|COMMAND|CMD|HELPER|URL|PUBLIC_KEY|KEY_ID|TOKEN_ID|SORT_KEY|PRIMARY_KEY)S?$")
# names of variables that would switch what only the envelope, the session or the person says
GATE_NAME = pattern(
    r"(?:^|_)(?:MOCK(?:ED|S|_MODE|_BINDING|_API|_DATA)?|(?:FAKE|STUB|PAPER)_(?:MODE|BINDING|API))$|^USE_(?:MOCK|FAKE)S?(?:_|$)"
    r"|^HCP_(?:BINDING|CONFIRM|APPLY|SESSION|GRANTS?|PRINCIPAL|OPERATOR|PROJECT|PROJECT_ID|TENANT|MODE|WORKSPACE)$"
    r"|(?:^|_)(?:AUTO|SKIP|NO|ALWAYS)_?CONFIRM$"
)
# arguments that carry a credential by their own name, their words joined by `-`
SECRET_WORD = pattern(
    r"(?:^|.*-)(?:password|passwd|passphrase|api-?key|(?:secret|private|access|client|auth)-key|client-secret"
    r"|(?:access|auth|api|bearer|refresh|session|id|oauth|personal|bot|github|gitlab|slack)-token|bearer|credentials?|otp)"
    r"|token|jwt|cookies?"
)


@record(frozen=True)
class Secret:
    """Something that looks like a secret: its kind, and `text[start:end]` that holds it."""

    kind: str
    start: int
    end: int


def find(text: str) -> Iterator[Secret]:
    """Everything in the text that looks like a secret, in no order."""
    taken: list[tuple[int, int]] = []  # in order of place; none overlaps another
    for secret in chain(tokens(text), passwords(text), headers(text), assigned(text), encoded(text)):
        at = bisect_left(taken, (secret.start, secret.end))
        if (at == 0 or taken[at - 1][1] <= secret.start) and (at == len(taken) or secret.end <= taken[at][0]):
            taken.insert(at, (secret.start, secret.end))
            yield secret


def tokens(text: str) -> Iterator[Secret]:
    """Tokens that are known by their own shape, also where JSON escapes hide it."""
    end = 0
    for at in suspects.starts(text):
        match = TOKEN.match(text, at) if at >= end else None
        if match:
            end = match.end()
            yield Secret(KINDS[int((match.lastgroup or "k0")[1:])], at, end)
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


def headers(text: str) -> Iterator[Secret]:
    """Credentials in a header that authorises a request."""
    for match in HEADER.finditer(text) if "uthorization" in text else ():
        if not PLACEHOLDER.search(match["value"]) and random_looking(match["value"], False):
            yield Secret("credential in a header", *match.span("value"))


def assigned(text: str) -> Iterator[Secret]:
    """Values that a name calls a secret and that are random enough to be one."""
    if not suspects.mixed(text) or not any(ASSIGNED.search(text, *place) for place in suspects.names(text, WORDS)):
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
    if any(inside(match[0]) for match in ENCODED.finditer(suspects.joined(text))):
        for match in ENCODED.finditer(text):
            kind = inside(match[0])
            if kind:
                yield Secret(f"{kind} in base64", *match.span())


def inside(word: str) -> str | None:
    """The kind of the token that is within a word of base64; None where there is none."""
    word = word.rstrip("=").replace("-", "+").replace("_", "/")
    try:
        plain = base64.b64decode(word + "=" * (-len(word) % 4)).decode("ascii")
    except (binascii.Error, ValueError):
        return None
    return next((secret.kind for secret in tokens(plain)), None)


def is_secret_name(name: str) -> bool:
    """Whether a variable of this name holds a secret itself (`ACME_TOKEN`, not `ACME_TOKEN_FILE`)."""
    return bool(SECRET_NAME.search(name.upper())) and not HARMLESS_NAME.search(name.upper())


def is_gate_name(name: str) -> bool:
    """Whether a variable of this name would switch mock mode, Binding, confirm or the session (`HCP_MOCK`)."""
    return GATE_NAME.search(name.upper()) is not None


def is_secret_word(words: str) -> bool:
    """Whether an argument or option, as words joined by `-`, carries a credential (`api-key`, not `page-token`)."""
    return SECRET_WORD.fullmatch(words) is not None


def is_secret_file(name: str) -> bool:
    """Whether a file's own name says that it holds secrets (`.env`, `id_ed25519`, `x.pem`)."""
    return _is_secret_file(name.rsplit("/", 1)[-1])


@lru_cache(maxsize=1024)
def _is_secret_file(name: str) -> bool:
    return FILE_NAMES.fullmatch(name) is not None


def mask(text: str) -> str:
    """The text with all but the first four characters of each secret as `*`, its length kept."""
    if len(text) < 12:
        return text
    for secret in find(text):
        shown = min(secret.start + KEPT, secret.end)
        text = text[:shown] + "*" * (secret.end - shown) + text[secret.end :]
    return text
