"""The inside of a roff line: escapes, a macro's arguments, and chains of mdoc macros, as plain text."""

from __future__ import annotations

import re

_ESCAPE = re.compile(
    r"\\(?:f\[[^\]\n]{0,20}\]|f\(..|f.|s[+-]?\d{1,2}|\[[^\]\n]{1,20}\]|\*\[[^\]\n]{0,40}\]|\*\(..|\*.|\(..|n\(..|n\[[^\]\n]{0,30}\]|n.|"
    r"[hvwd]'[^'\n]{0,60}'|m\[[^\]\n]{0,20}\]|k.|[z&%|^/,:~ 0ce'`.\-\\t!{}up])"
)
_CHARS = {
    "aq": "'",
    "dq": '"',
    "lq": '"',
    "rq": '"',
    "oq": "'",
    "cq": "'",
    "hy": "-",
    "mi": "-",
    "en": "-",
    "em": "-",
    "bu": "*",
    "co": "(c)",
    "ti": "~",
    "ha": "^",
    "rs": "\\",
    "bv": "|",
    "ba": "|",
    "ga": "`",
    "la": "<",
    "ra": ">",
    "lB": "[",
    "rB": "]",
    "lC": "{",
    "rC": "}",
    "at": "@",
    "sh": "#",
    "Do": "$",
    "sl": "/",
    "ul": "_",
    "<=": "<=",
    ">=": ">=",
}
_ONE = {"-": "-", "e": "\\", "\\": "\\", " ": " ", "~": " ", "0": " ", "t": " ", "'": "'", "`": "`", ".": "."}
MDOC = frozenset(
    (
        "Fl",
        "Ar",
        "Op",
        "Cm",
        "Nm",
        "Ic",
        "Li",
        "Ql",
        "Dq",
        "Sq",
        "Qq",
        "Em",
        "Sy",
        "No",
        "Tn",
        "Ev",
        "Va",
        "Xr",
        "Pa",
        "Bq",
        "Brq",
        "Pq",
        "Aq",
        "Ns",
        "Ap",
        "Oo",
        "Oc",
        "Xo",
        "Xc",
        "Dv",
        "Ad",
        "Cd",
        "Er",
        "Fa",
        "Ft",
        "Lk",
        "Mt",
        "Ms",
        "Fn",
        "Vt",
        "Ta",
        "Do",
        "Dc",
        "So",
        "Sc",
        "Po",
        "Pc",
        "Bo",
        "Bc",
        "Bro",
        "Brc",
        "Qo",
        "Qc",
    )
)
_AROUND = {"Op": "[]", "Bq": "[]", "Brq": "{}", "Pq": "()", "Aq": "<>", "Dq": '""', "Qq": '""', "Sq": "''", "Ql": "''"}
_OPENING = {"Oo": "[", "Bo": "[", "Bro": "{", "Po": "(", "Do": '"', "Qo": '"', "So": "'"}
_CLOSING = {"Oc": "]", "Bc": "]", "Brc": "}", "Pc": ")", "Dc": '"', "Qc": '"', "Sc": "'"}
PUNCTUATION = frozenset(".,:;)]?!")


# a part of an option's name that is set in italics stands for something: `--assert-<feature>`
_NAMED_PART = re.compile(r"(-[\w-]{0,40}\\-(?:\\f[RPB]){0,2})\\fI([\w-]{1,40})(?=\\f)")


def unescaped(text: str) -> str:
    """Text without escapes: fonts dropped, named characters spelled out."""
    if "\\" not in text:
        return text
    if "\\fI" in text:
        text = _NAMED_PART.sub(r"\g<1><\g<2>>", text)
    return _ESCAPE.sub(_character, text.split('\\"', 1)[0])


def _character(match: re.Match[str]) -> str:
    code = match.group()[1:]
    if code[0] == "(":
        return _CHARS.get(code[1:], "")
    if code[0] == "[":
        return _CHARS.get(code[1:-1], "")
    return _ONE.get(code, "")


def arguments(rest: str) -> list[str]:
    """Split a macro's arguments at blanks, those in double quotes as one."""
    words: list[str] = []
    at = 0
    while at < len(rest):
        if rest[at] == " ":
            at += 1
        elif rest[at] == '"':
            end = rest.find('"', at + 1)
            end = end if end > 0 else len(rest)
            words.append(rest[at + 1 : end])
            at = end + 1
        else:
            end = at
            while end < len(rest) and rest[end] != " ":
                end += 2 if rest[end] == "\\" else 1
            words.append(rest[at:end])
            at = end
    return words


def mdoc(call: str) -> str:
    """The text of a chain of mdoc macros: `Op Fl f Ar file` -> `[-f file]`."""
    out = ""
    closing: list[str] = []
    glue, flag = True, ""
    for word in arguments(call):
        if word in _AROUND or word in _OPENING:
            pair = _AROUND.get(word)
            out += ("" if glue else " ") + (pair[0] if pair else _OPENING[word])
            closing += [pair[1]] if pair else []
            glue, flag = True, ""
        elif word in _CLOSING:
            out, glue, flag = out + _CLOSING[word], False, ""
        elif word in ("Ns", "Ap"):
            out, glue = out + ("'" if word == "Ap" else ""), True
        elif word == "Fl":
            out, glue, flag = out + ("" if glue else " ") + "-", True, "-"
        elif word in MDOC:
            glue, flag = (False if flag == "-" and out.endswith("-") and word != "Ns" else glue), ""
        else:
            text = unescaped(word)
            # every word after `Fl` is a flag of its own: `Fl L | S` is `-L | -S`
            dash = "-" if flag == "after" and text[:1].isalnum() else ""
            out += ("" if glue or text in PUNCTUATION else " ") + dash + text
            glue = False
            flag = "after" if flag else ""
    return out + "".join(reversed(closing))
