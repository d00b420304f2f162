"""What a program printed, read as data or told as a fault; a minted secret is taken out of both."""

from __future__ import annotations

import json
from functools import lru_cache

from . import strict
from .fault import STATUS, Fault
from .kinds import Any, Callable, Iterator

TOLD = 2_000  # characters of standard error that a message repeats, from its end
LONGEST = 65_536  # bytes of a line of standard error that is still passed on whole
CODE = 64  # characters of an Adapter's own code
LINE = 12  # characters; a shorter line of a secret of many lines tells nothing
VALUE = 16  # characters of what stands after `=` or `:` in such a line
HELD = 50  # lines of a stream that a secret may go through
SHORTEST = 4  # characters; anything shorter is in every text, and no secret
_SPACE = dict.fromkeys(mark for mark in range(0x3001) if chr(mark).isspace())


class Taken:
    """Collects output up to a limit of bytes; raises Fault `output_too_large` on the first byte beyond."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.size = 0
        self.pieces: list[bytes] = []

    def take(self, piece: bytes) -> None:
        """Keep one piece."""
        self.size += len(piece)
        if self.size > self.limit:
            raise Fault("output_too_large", f"the program printed more than {self.limit:,} bytes", "ask for less")
        self.pieces.append(piece)

    def data(self) -> bytes:
        """All that was taken."""
        return b"".join(self.pieces)


class Lines:
    """Cuts output into lines as it comes and hands each to `line`; `limit` is in bytes, for one line."""

    def __init__(self, limit: int, line: Callable[[str], object]) -> None:
        self.taken = Taken(limit)
        self.line = line

    def take(self, piece: bytes) -> None:
        """Hand over the lines that this piece completes."""
        *whole, rest = piece.split(b"\n")
        for part in whole:
            self.taken.take(part)
            self.line(self.text())
        self.taken.take(rest)

    def end(self) -> None:
        """Hand over a last line that no line break ends."""
        if self.taken.size:
            self.line(self.text())

    def text(self) -> str:
        """The line that was taken so far; what comes is the next one's."""
        data, self.taken = self.taken.data(), Taken(self.taken.limit)
        return _text(data)


class Aloud(Lines):
    """Passes on what a program complains of, line by line as it comes, as text that no terminal obeys."""

    def take(self, piece: bytes) -> None:
        """Tell the lines that this piece completes, and one that grows too long before it ends."""
        super().take(piece)
        if self.taken.size > LONGEST:
            self.end()

    def text(self) -> str:
        """The line, whatever bytes are in it."""
        data, self.taken = self.taken.data(), Taken(self.taken.limit)
        return clean(data.decode("utf-8", "replace"))


class Told(Lines):
    """Tells lines of text without secrets; one in which a secret may begin waits for those after it."""

    def __init__(self, limit: int, tell: Callable[[str], object], secrets: dict[str, str]) -> None:
        super().__init__(limit, self.hold)
        self.tell = tell
        self.secrets = secrets
        self.held: list[str] = []
        self.told = ""  # the last characters of what was told, too few to hold it back, in which a secret may begin

    def hold(self, text: str) -> None:
        """Tell what is held with this line, unless a secret may go on after it."""
        self.held.append(text)
        whole = redact("\n".join([self.told, *self.held]), self.secrets)
        if len(self.held) > HELD or not _may_go_on(whole, _squeezed_forms(tuple(self.secrets.values()))):
            self._tell(whole)

    def end(self) -> None:
        """Tell what is left."""
        super().end()
        if self.held:
            self._tell(redact("\n".join([self.told, *self.held]), self.secrets))

    def _tell(self, whole: str) -> None:
        first, *rest = whole.split("\n")
        lines = rest if first == self.told else ["[redacted]" + first.partition("[redacted]")[2], *rest]
        self.held, self.told = [], _squeezed(whole[-LINE:])[1 - SHORTEST :]
        for line in lines:
            self.tell(line)


def _may_go_on(text: str, forms: list[str]) -> bool:
    """Whether text ends in the beginning of a form, of SHORTEST characters or more."""
    tail = _squeezed(text)[-len(forms[0]) :] if forms else ""
    for form in forms:
        at = tail.find(form[:SHORTEST], max(0, len(tail) - len(form) + 1))
        while at >= 0 and not form.startswith(tail[at:]):
            at = tail.find(form[:SHORTEST], at + 1)
        if at >= 0:
            return True
    return False


def read(data: bytes, kind: str, secrets: dict[str, str]) -> Any:
    """The data in output of kind json, jsonl, text or base64; raises Fault `not_utf8`, `not_json`."""
    if kind == "base64":
        import base64

        told = redact(data.decode("utf-8", "surrogateescape"), secrets).encode("utf-8", "surrogateescape")
        return {"base64": base64.b64encode(told).decode()}
    return redact_value(value(_text(data), kind), secrets)


def value(text: str, kind: str) -> Any:
    """One text as data; nothing printed is null under json and an empty list under jsonl."""
    try:
        if kind == "text":
            return {"text": text}
        if kind == "jsonl":
            return list(_documents(text))
        if kind == "json":
            return strict.loads_output(text) if text.strip() else None
    except strict.NotStrict as error:
        raise Fault("not_json", f"the program's output is not JSON: {error}") from None
    raise Fault("bad_pack", f"surface.json: `exec.output` cannot be `{kind}`")


def _documents(text: str) -> Iterator[Any]:
    for number, line in enumerate(text.split("\n"), 1):
        if number > strict.MANY:
            raise strict.NotStrict(f"it holds more than {strict.MANY:,} lines")
        try:
            if line.strip():
                yield strict.loads_output(line)
        except strict.NotStrict as error:
            raise strict.NotStrict(f"line {number}: {str(error).partition(': ')[2] or error}") from None


def failed(name: str, status: int, complaint: bytes, secrets: dict[str, str]) -> Fault:
    """The fault of a program that ended badly: its exit status or signal, and the end of its standard error."""
    how = f"was ended by signal {-status}" if status < 0 else f"ended with exit status {status}"
    # of the last bytes that are kept the first may be the end of a secret
    cut = max(map(len, _forms(tuple(secrets.values()))), default=0) * 4 if len(complaint) >= LONGEST else 0
    said = redact(clean(complaint[cut:].decode("utf-8", "replace")), secrets).strip()
    said = "…" + said[-TOLD:] if len(said) > TOLD else said
    return Fault("adapter_failed", f"`{name}` {how}" + (f": {said}" if said else ""))


def adapter_error(error: dict[str, str], secrets: dict[str, str]) -> Fault:
    """An AdapterError as a fault: its own code where that is a plain word and none of the gate's."""
    code = redact(error["code"], secrets)
    own = code.isascii() and code.replace("_", "").isalnum() and code == code.lower() and code not in STATUS
    own = own and len(code) <= CODE and code != "ok"  # `ok` is how the audit closes a call that went well
    message, hint = (redact(clean(error[key]), secrets) for key in ("message", "hint"))
    return Fault(code if own or code == "not_json" else "adapter_failed", message, hint)


def clean(text: str) -> str:
    """Text without escape sequences and control or format characters; line breaks and tabs stay."""
    import re
    import unicodedata

    text = re.sub(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?|[@-Z\\-_]?)", "", text)
    return "".join(mark for mark in text if mark in "\n\t" or unicodedata.category(mark)[0] != "C")


def redact(text: str, secrets: dict[str, str]) -> str:
    """Text without minted secrets, as they are or as base64, URL or JSON text holds them, broken into lines too."""
    forms = _forms(tuple(secrets.values()))
    if not forms or len(text) < len(forms[-1]):
        return text
    for form in forms:
        text = text.replace(form, "[redacted]")
    return _mended(text, _squeezed_forms(tuple(secrets.values())))


def _mended(text: str, forms: list[str]) -> str:
    """Text without the forms that white space, or its escape in JSON text, goes through, wherever that stands."""
    import re

    whole = _squeezed(text)
    for form in forms if len(whole) < len(text) else ():
        if len(form) >= LINE and form in whole:
            text = re.sub(r"\s*(?:\\[nrt]\s*)*".join(map(re.escape, form)), "[redacted]", text)
    return text


@lru_cache(maxsize=8)
def _squeezed_forms(secrets: tuple[str, ...]) -> list[str]:
    return sorted({_squeezed(form) for form in _forms(secrets)}, key=len, reverse=True)


def _squeezed(text: str) -> str:
    text = text.translate(_SPACE)
    return text.replace("\\n", "").replace("\\r", "").replace("\\t", "") if "\\" in text else text


def redact_value(value: Any, secrets: dict[str, str]) -> Any:
    """A JSON value with every string redacted."""
    if not secrets:
        return value
    if isinstance(value, str):
        return redact(value, secrets)
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        told = repr(value)
        return value if redact(told, secrets) == told else "[redacted]"
    if isinstance(value, list):
        return [redact_value(item, secrets) for item in value]
    if isinstance(value, dict):
        return {redact(key, secrets): redact_value(item, secrets) for key, item in value.items()}
    return value


@lru_cache(maxsize=8)
def _forms(secrets: tuple[str, ...]) -> list[str]:
    """All that would give a secret away, the longest first; made once, since a long answer has many strings."""
    import base64
    from html import escape
    from urllib.parse import quote, quote_plus

    forms: set[str] = set()
    for secret in {part for whole in secrets for part in _parts(whole)}:
        quoted = {quote(secret), quote(secret, safe=""), quote_plus(secret)}
        forms |= {secret, secret.encode().hex(), secret.encode().hex().upper(), *quoted, *map(_lower_hex, quoted)}
        forms |= {strict.dumps(secret)[1:-1], json.dumps(secret)[1:-1], repr(secret)[1:-1], escape(secret)}
        forms |= {secret.encode().hex(":"), secret.encode().hex(" "), secret.encode().hex(":").upper()}
        for lead in range(3):  # base64 of a longer text holds the secret at one of three offsets
            coded = base64.b64encode(b"\0" * lead + secret.encode())
            tail = (0, 3, 2)[(lead + len(secret.encode())) % 3]
            inner = coded[(0, 2, 3)[lead] : len(coded) - tail].decode()
            forms |= {inner, inner.replace("+", "-").replace("/", "_")}
    return sorted((form for form in forms if len(form) >= SHORTEST), key=len, reverse=True)


def _parts(secret: str) -> set[str]:
    """A secret whole, as `clean` leaves it, and each of its lines: programs trim what they read, and quote by line."""
    import re

    lines = {line.strip() for line in secret.splitlines()}
    values = {re.split("[=:]", line, maxsplit=1)[-1].strip(" \t\"',") for line in lines}
    kept = {line for line in lines if len(line) >= LINE} | {value for value in values if len(value) >= VALUE}
    return {secret, secret.strip(), clean(secret).strip(), *kept}


def _lower_hex(quoted: str) -> str:
    """URL text with its `%2F` written `%2f`, as some programs do."""
    import re

    return re.sub("%[0-9A-F]{2}", lambda code: code[0].lower(), quoted)


def _text(data: bytes) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Fault("not_utf8", f"byte {error.start} of the program's output is not UTF-8") from None
