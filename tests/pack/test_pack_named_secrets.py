"""Secrets that are told by the name beside them, and ordinary texts that hold none."""

from __future__ import annotations

import time
from typing import Any

import pytest

from hcp_author.pack import named_secrets

HASH = "9fceb02d0ae598e95dc970b74767f19372d61af8"
LOG = f"{HASH} Fix password reset\ncommit {HASH}\nAuthor: Ann <ann@x.org>\n\n    password: tidy up the form\n"
PASSWORD, TOKEN, CODE = "value of `password`", "value of `token`", "one-time code"


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("password: hunter2hunter2", PASSWORD),
        ("Password: swordfish", PASSWORD),
        ("the password is swordfish.", PASSWORD),
        ("DB_PASSWORD='swordfish'", PASSWORD),
        ("password=swordfish host=x", PASSWORD),
        ("user: bob / password: hunter2 / host: x", PASSWORD),
        ('{"password": "hunter2"}', PASSWORD),
        ("AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", "value of `access_key`"),
        (f"api key {HASH}", "value of `api key`"),
        ("api_key: sk_9a8b7c6d5e4f", "value of `api_key`"),
        ("private key = 0123456789abcdef0123", "value of `private key`"),
        ("passphrase is correct horse battery staple", "value of `passphrase`"),
        ("the passphrase is correct-horse-7", "value of `passphrase`"),
        ("https://x/y?token=9f8e7d6c5b4a&x=1", TOKEN),
        ("token=abc123def456", TOKEN),
        ("bearer a9b8c7d6e5f4a3b2c1d0", "value of `bearer`"),
        ("secret: s3cr3tv4lue", "value of `secret`"),
        ("credential: 9s8d7f6g5h4j", "value of `credential`"),
        ("auth: 9s8d7f6g5h4jkk", "value of `auth`"),
        ("your code is 482913", CODE),
        ("482913 is your one-time code", CODE),
        ("Your login code is G-482913", CODE),
        ("verification code: 482 913", CODE),
        ("Code: 482913", CODE),
        ("OTP 4829", CODE),
        ("pin: 4829", CODE),
    ],
)
def test_a_name_and_a_value_beside_it(text: str, kind: str) -> None:
    assert list(named_secrets.find([{"text": text}])) == [("/0/text", kind)]


@pytest.mark.parametrize(
    ("data", "found"),
    [
        ({"password": "hunter2"}, ("/password", PASSWORD)),
        ({"db": {"userPassword": "swordfish"}}, ("/db/userPassword", PASSWORD)),
        ({"passwords": ["required", "tunafish"]}, ("/passwords/1", PASSWORD)),
        (
            {"a/b": {"DB_PASSPHRASE": "correct horse battery staple"}},
            ("/a~1b/DB_PASSPHRASE", "value of `passphrase`"),
        ),
        ({"access_token": "abcd1234efgh"}, ("/access_token", TOKEN)),
        ({"secret": "a1b2c3d4e5"}, ("/secret", "value of `secret`")),
        ({"credential": "Zz9Yy8Xx7"}, ("/credential", "value of `credential`")),
        ({"privateKey": "a9b8c7d6e5f4"}, ("/privateKey", "value of `private-key`")),
        ({"otp": 482913}, ("/otp", CODE)),
        ({"pin": "4821"}, ("/pin", CODE)),
        ({"code": "482913"}, ("/code", CODE)),
        ({"verificationCode": "482913"}, ("/verificationCode", CODE)),
        ({"x": {"ghp_" + "a1B2" * 9: 1}}, ("/x", "GitHub token")),
    ],
)
def test_a_key_and_its_value(data: Any, found: tuple[str, str]) -> None:
    assert list(named_secrets.find(data)) == [found]


@pytest.mark.parametrize(
    "text",
    [
        *("the secret of good soup", "token bucket", "token bucket: rate=10", "tokens: 1500", "max_tokens=4096"),
        *(HASH, f"commit {HASH}", LOG, "Merge branch 'token' of x", "keys: a1b2c3d4e5", "author: ann12345"),
        *("password is required", "The password is incorrect.", "passphrase is used to encrypt the key"),
        *("--password=PASSWORD", "--password STRING  the password to use", "Password for the account: "),
        *("password: ********", "password: <hidden>", "password: ${DB_PASSWORD}", "password = getpass.getpass()"),
        *("password=self.password", "def login(user, password: str = None)", "passwords are stored hashed"),
        *("Fix password: handle unicode", "password policy: at least 8 characters", "password: see https://x.y/z"),
        *("exit code 137000", "error code: 404404", "HTTP code 5000", "zip code: 902101", "status code is 200200"),
        *("code 2024 is fine", "source code: 2024 lines", "postal code 90210", "pin 8080:80", "barcode 12345678"),
        *(
            "auth: basic",
            "auth: refactor login handling",
            "token: fix parser",
            "secret: the sauce",
            "Auth0 integration",
        ),
        *("the token is base64url-encoded", "secret: kubernetes.io/service-account-token", "token 5 of 1234567"),
        *("next_page_token=abc123def456", "private key: ~/.ssh/id_rsa", "private key /home/a/.ssh/id_ed25519"),
    ],
)
def test_an_ordinary_text_holds_none(text: str) -> None:
    assert list(named_secrets.find({"text": text})) == []


@pytest.mark.parametrize(
    "data",
    [
        *({"nextPageToken": "abc123def456"}, {"tokens": 15}, {"token_count": 1500}, {"type": "token", "value": "x"}),
        *({"password": None}, {"password": "required"}, {"password": "****"}, {"passwordRequired": True}),
        *({"password": "The password of the account."}, {"forgot_password": "https://x/reset"}),
        *(
            {"auth": "oauth2"},
            {"secret": "db-credentials-v2"},
            {"secretName": "tls-cert-2024"},
            {"credential": "keychain"},
        ),
        *({"code": 200}, {"code": "E1001"}, {"code": 482913}, {"sha": HASH}, {"commit": {"id": HASH}}),
        *(None, [], {}, 7, "", {"": ""}),
    ],
)
def test_an_ordinary_value_is_none(data: Any) -> None:
    assert list(named_secrets.find(data)) == []


@pytest.mark.parametrize(
    "text",
    ["a" * 65_536, "password: " * 6_000, "token " * 10_000, "code " * 12_000, "1234 is your " * 5_000, "-" * 65_536],
)
def test_a_long_text_is_read_in_a_moment(text: str) -> None:
    began = time.monotonic()
    list(named_secrets.find({"token": text, "x": text, "password": text}))
    assert time.monotonic() - began < 20


def test_a_deep_value_breaks_nothing() -> None:
    data: Any = "password: hunter2hunter2"
    for _ in range(5_000):
        data = [data]
    assert list(named_secrets.find(data)) == [("/0" * 5_000, PASSWORD)]
