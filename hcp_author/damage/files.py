"""Damage to the files themselves: what is no JSON, what lies there, what is missing (the format, L1, L4, L11, L12)."""

from __future__ import annotations

import os

from hcp_author.damage.copy import Copy, damage, kinds_of


@damage("a comma after the last member", "F", "F-not-json")
def trailing_comma(copy: Copy) -> None:
    """A slip of every hand that edits JSON."""
    text = copy.text("surface.json").rstrip()
    copy.write("surface.json", text[:-1].rstrip() + ",\n}\n")


@damage("a key given twice", "F", "F-duplicate-key")
def duplicate_key(copy: Copy) -> None:
    """Two parsers would read two packs."""
    copy.swap("policy.json", '"pack_id"', f'"pack_id": "{copy.surface["pack_id"]}", "pack_id"')


@damage("a number that is none", "F", "F-nan")
def not_a_number(copy: Copy) -> None:
    """NaN is no JSON."""
    copy.swap("surface.json", '"pack_id"', '"x-rate": NaN, "pack_id"')


@damage("a number that parsers round", "F", "F-big-number")
def big_number(copy: Copy) -> None:
    """Beyond 2^53 nobody reads the same."""
    copy.swap("surface.json", '"pack_id"', '"x-rate": 9007199254740993, "pack_id"')


@damage("half a character", "F", "F-lone-surrogate")
def lone_surrogate(copy: Copy) -> None:
    """Half a surrogate pair cannot be written as UTF-8."""
    copy.swap("surface.json", '"summary": "', '"summary": "\\ud83d')


@damage("a byte order mark", "F", "F-bom")
def byte_order_mark(copy: Copy) -> None:
    """As some editors leave it."""
    copy.write("policy.json", "\ufeff" + copy.text("policy.json"))


@damage("bytes that are not UTF-8", "F", "F-not-utf8")
def not_utf8(copy: Copy) -> None:
    """Latin-1, as some editors save it."""
    data = (copy.root / "surface.json").read_bytes()
    copy.write("surface.json", data.replace(b'"summary": "', b'"summary": "caf\xe9 ', 1))


@damage("nesting without end", "F", "F-too-deep")
def too_deep(copy: Copy) -> None:
    """What makes parsers run out of stack."""
    copy.swap("surface.json", '"pack_id"', f'"x-deep": {"[" * 200}{"]" * 200}, "pack_id"')


@damage("no policy", "F", "F-missing-policy")
def no_policy(copy: Copy) -> None:
    """An unreadable policy means no."""
    (copy.root / "policy.json").unlink()


@damage("a link that leaves the pack", "F", "F-link-outside")
def link_outside(copy: Copy) -> None:
    """What lies there is anybody's."""
    (copy.root / "notes.md").symlink_to("/etc/hostname")


@damage("a pipe", "F", "F-not-regular")
def pipe(copy: Copy) -> None:
    """Who reads it waits for ever."""
    os.mkfifo(copy.root / "notes.md")


@damage("settings for its own linter", "F", "F-config-ignored")
def own_settings(copy: Copy) -> None:
    """A pack cannot say how it is checked."""
    copy.write("hcp-author.toml", 'ignore = ["L6"]\n')


@damage("no command-line face", "L1", "L1-no-cli-face")
def no_face(copy: Copy) -> None:
    """The CLI is the harness."""
    (copy.root / "bin" / copy.surface["pack_id"]).unlink()


@damage("a face that cannot be run", "L1", "L1-not-executable")
def not_executable(copy: Copy) -> None:
    """As a copy through a zip file leaves it."""
    name = f"bin/{copy.pack_id}"
    copy.write(name, copy.text(name))
    (copy.root / name).chmod(0o644)


@damage("a token in the Skill", "L4", "L4-secret-in-pack")
def token(copy: Copy) -> None:
    """Packs are copied, published and read by agents."""
    secret = "gh" + "p_" + "A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8"
    copy.write("notes.md", f"The token is {secret}.\n")


@damage("a key file", "L4", "L4-secret-file")
def key_file(copy: Copy) -> None:
    """No pack carries a key."""
    copy.write(
        "id_ed25519", "-----BEGIN " + "OPENSSH PRIVATE KEY-----\nb3BlbnNzaA==\n-----END OPENSSH PRIVATE KEY-----\n"
    )


@damage("a .env", "L4", "L4-secret-file")
def dot_env(copy: Copy) -> None:
    """No pack carries an environment."""
    copy.write(".env", "REGION=eu\n")


@damage("a gate of its own", "L11", "L11-runtime-modified")
def own_gate(copy: Copy) -> None:
    """A stranger's gate could always say yes."""
    copy.swap("bin/hcp_runtime/gate.py", "def confirmed(", "def confirmed(*_): return\n\n\ndef _confirmed(")


@damage("a file beside the runtime", "L11", "L11-runtime-modified")
def beside_runtime(copy: Copy) -> None:
    """It could stand in for a module of the runtime."""
    copy.write("bin/hcp_runtime/sitecustomize.py", "print('hello')\n")


@damage("a comment in JSON", "F", "F-not-json")
def comment(copy: Copy) -> None:
    """JSON has none."""
    copy.swap("surface.json", "{", "{\n  // what this pack declares")


@damage("quotes of another kind", "F", "F-not-json")
def single_quotes(copy: Copy) -> None:
    """As Python writes them."""
    copy.swap("policy.json", '"pack_id"', "'pack_id'")


@damage("a True of Python", "F", "F-not-json")
def python_true(copy: Copy) -> None:
    """JSON says `true`."""
    copy.swap("policy.json", '"confirm": true', '"confirm": True')


@damage("a file that ends early", "F", "F-not-json")
def cut_off(copy: Copy) -> None:
    """As a full disk leaves it."""
    text = copy.text("surface.json")
    copy.write("surface.json", text[: len(text) * 2 // 3])


@damage("an empty file", "F", "F-not-json")
def empty(copy: Copy) -> None:
    """Nothing is no Policy."""
    copy.write("policy.json", "")


@damage("a list in the place of a Policy", "F", "F-wrong-type")
def top_list(copy: Copy) -> None:
    """A Policy has names."""
    copy.write("policy.json", "[]\n")


@damage("null in the place of a surface", "F", "F-wrong-type")
def top_null(copy: Copy) -> None:
    """Nothing is no surface."""
    copy.write("surface.json", "null\n")


@damage("two values in one file", "F", "F-not-json")
def two_values(copy: Copy) -> None:
    """As a merge leaves them."""
    copy.append("policy.json", "{}\n")


@damage("marks of a merge", "F", "F-not-json")
def merge_marks(copy: Copy) -> None:
    """Never finished."""
    text = copy.text("policy.json")
    copy.write("policy.json", f"<<<<<<< HEAD\n{text}=======\n{text}>>>>>>> other\n")


@damage("a key given twice, once in disguise", "F", "F-duplicate-key")
def disguised_key(copy: Copy) -> None:
    """An escape is the same letter."""
    copy.swap("policy.json", '"pack_id"', f'"pack\\u005fid": "{copy.pack_id}", "pack_id"')


@damage("a number beyond all bounds", "F", "F-nan", "F-big-number")
def infinite(copy: Copy) -> None:
    """1e999 is infinite to most readers."""
    copy.swap("surface.json", '"pack_id"', '"x-rate": 1e999, "pack_id"')


@damage("a text over two lines", "F", "F-not-json")
def raw_line_end(copy: Copy) -> None:
    """A line end in a string is written as an escape."""
    copy.swap("surface.json", '"summary": "', '"summary": "One\n')


@damage("UTF-16", "F", "F-not-utf8")
def utf16(copy: Copy) -> None:
    """As some editors save it."""
    copy.write("policy.json", copy.text("policy.json").encode("utf-16"))


@damage("a surface of many megabytes", "F", "F-too-large")
def too_large(copy: Copy) -> None:
    """No pack needs that."""
    copy.append("surface.json", " " * 9_000_000)


@damage("files without number", "F", "F-too-many-files")
def too_many_files(copy: Copy) -> None:
    """Nobody reviews them."""
    (copy.root / "data").mkdir(exist_ok=True)
    for number in range(2001):
        (copy.root / "data" / f"{number}.txt").touch()


@damage("a file too large to be looked at", "F", "F-not-checked")
def not_checked(copy: Copy) -> None:
    """What is not looked at cannot be called clean."""
    copy.write("notes.md", "A line.\n" * 1_200_000)


@damage("a folder in the place of the Policy", "F", "F-not-regular", "F-missing-policy")
def folder(copy: Copy) -> None:
    """A folder says nothing."""
    (copy.root / "policy.json").unlink()
    (copy.root / "policy.json").mkdir()


@damage("a schema that lets anything through", "F", "F-own-schema")
def hollow_schema(copy: Copy) -> None:
    """An editor would call every mistake right."""
    copy.text(".hcp/surface.schema.json")
    copy.write(".hcp/surface.schema.json", "{}\n")


@damage("a schema that was changed", "F", "F-own-schema")
def changed_schema(copy: Copy) -> None:
    """The published one is another."""
    copy.swap(".hcp/policy.schema.json", '"confirm"', '"confirmed"')


@damage("a Policy that everybody may write to", "L11", "L11-open-file")
def open_policy(copy: Copy) -> None:
    """Whoever can redefines it."""
    copy.write("policy.json", copy.text("policy.json"))
    (copy.root / "policy.json").chmod(0o666)


KINDS = kinds_of(globals())
