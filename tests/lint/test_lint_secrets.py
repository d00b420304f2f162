"""Secrets in a pack are found and never shown; tokens are joined here, so that no scanner trips."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from hcp_author.lint import engine
from hcp_author.pack import secrets
from hcp_author.report import FORMATS

GITHUB = "gh" + "p_" + "A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8"
ANTHROPIC = "sk" + "-ant-api03-" + "Ab1_" * 23 + "AA"
TOKENS = [
    GITHUB,
    ANTHROPIC,
    "github" + "_pat_" + "11ABCDEFG0abcdefghijkl_" + "Ab1" * 20,
    "sk" + "-proj-" + "Ab1cD2eF3" * 6,
    "AKIA" + "IOSFODNN7ABCDEFG",
    "xox" + "b-123456789012-abcdefABCDEF",
    "AIza" + "SyA1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q",
    "sk" + "_live_" + "4eC39HqLyjWDarjtT1zdp7dc",
    "np" + "m_" + "A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8",
    "gl" + "pat-" + "A1b2C3d4E5f6G7h8I9j0",
    "hf" + "_" + "AbCdEfGhIjKlMnOpQrStUvWxYzAbCdEfGh",
    "-----BEGIN " + "OPENSSH PRIVATE KEY-----",
    "ey" + "JhbGciOiJIUzI1NiJ9.ey" + "JzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9P",
    "https://ada:" + "s3cr3t-pa55@example.org/x",
    "ACME_TOKEN=" + "abc123def456ghi789",
    'password = "' + 'Tr0ub4dor&3xyz9"',
    "fig" + "d_" + "A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6",
    "nf" + "p_" + "A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8",
    "gs" + "k_" + "A1b2C3d4E5f6G7h8" * 3,
    "pplx" + "-" + "A1b2C3d4E5" * 4,
    "ruby" + "gems_" + "0a1b2c3d" * 6,
    "pul" + "-" + "0a1b2c3d" * 5,
    "NRAK" + "-" + "A1B2C3D4E5F6G7H8I9J0K1L2M3N",
    "authorization: Bearer " + "a1B2c3D4e5F6g7H8i9J0",
    "'Authorization', 'Basic " + "YWRhOnMzY3IzdC1wYTU1'",
]
HARMLESS = [
    '{"env": "ACME_TOKEN"}',
    "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    "550e8400-e29b-41d4-a716-446655440000",
    "token: ${ACME_TOKEN}",
    'password = "<YOUR_PASSWORD>"',
    "--token TOKEN  API token [env: ACME_TOKEN]",
    "https://user:password@example.org",
    'token = os.environ["ACME_TOKEN"]',
    'next_page_token": "CAUQAA1b2c3d4e5f6"',
    '"secrets": ["RESTIC_PASSWORD", "RESTIC_KEY_HINT_2"]',
    'password_command = "pass show mail/imap1"',
    "postgres://localhost:5432/mail",
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk",
    "api_key_rotation_policy: 'every-90-days-or-sooner'",
    "Authorization: Bearer <token>",
    "Authorization: Bearer ${ACME_TOKEN}",
    "the key-0123456789abcdef is short",
    "skills, key-value pairs and pull-requests",
]


@pytest.mark.parametrize("token", TOKENS, ids=lambda token: token[:6])
def test_a_token_is_found_whole(token: str) -> None:
    assert len(list(secrets.find(f"some text {token} and more"))) == 1


@pytest.mark.parametrize("line", HARMLESS)
def test_what_is_no_secret_is_none(line: str) -> None:
    assert list(secrets.find(line)) == []


@pytest.mark.parametrize(
    ("file", "content"),
    [
        ("surface.json", '{\n  "token": "' + GITHUB + '"\n}'),
        ("HARNESS.md", f"Use {ANTHROPIC} here\n"),
        ("adapter.py", f'k = "{GITHUB}"  # pragma: allowlist secret\n'),
        ("policy.json", json.dumps({"note": base64.b64encode(GITHUB.encode()).decode()})),
        ("policy.json", '{"note": "\\u0067' + GITHUB[1:] + '"}'),
        ("fixtures/search.json", json.dumps({"cases": [{"args": {"query": GITHUB}, "data": []}]})),
        ("deep/in/a.txt", f"{GITHUB}\n"),
    ],
)
@pytest.mark.parametrize("form", sorted(FORMATS))
def test_no_report_shows_it(file: str, content: str, form: str, build: Callable[..., Path]) -> None:
    root = build()
    (root / file).parent.mkdir(parents=True, exist_ok=True)
    (root / file).write_text(content)
    # a baseline of the pack's own silences nothing
    (root / ".secrets.baseline").write_text('{"results": {}}')
    report = engine.run([root])
    rules = {one.rule for one in report.findings}
    assert {"L4-secret-in-pack", "L4-secret-file"} <= rules
    said = FORMATS[form](report)
    for token in (GITHUB, ANTHROPIC, base64.b64encode(GITHUB.encode()).decode()):
        assert token not in said
        assert token[8:24] not in said


def test_the_finding_says_kind_length_place_and_what_to_do(build: Callable[..., Path]) -> None:
    root = build()
    (root / "notes.md").write_text(f"one\ntoken {GITHUB}\n")
    [finding] = engine.lint([root])
    assert (finding.file, finding.line, finding.column) == ("mail/notes.md", 2, 7)
    assert finding.message == "this looks like a secret: GitHub token (`ghp_…`, 40 characters)"
    assert "use a Binding" in (finding.fix or "")
    assert "L4" in (finding.fix or "")


@pytest.mark.parametrize("name", [".env", ".env.local", "x.pem", "id_rsa", "keys/id_ed25519", "a.p12", ".netrc"])
def test_files_that_are_secrets_by_name(name: str) -> None:
    assert secrets.is_secret_file(name)


@pytest.mark.parametrize(
    "name", [".env.example", "id_ed25519.pub", "id_map.json", "monkey.md", "keys.md", "secrets.md"]
)
def test_files_that_are_not(name: str) -> None:
    assert not secrets.is_secret_file(name)


def test_a_long_line_costs_nothing(build: Callable[..., Path]) -> None:
    import time

    root = build()
    (root / "long.txt").write_text("token=" + "aB3" * 300_000)
    started = time.process_time()
    engine.lint([root])
    assert time.process_time() - started < 3
