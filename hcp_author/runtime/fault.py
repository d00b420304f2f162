"""What the runtime says when it does not do a thing: a code, a message, a hint, and the exit status of each code."""

from __future__ import annotations

OK = 0
FAILED = 1
USAGE = 64
REFUSED = 77
INTERRUPTED = 130

_CODES = {
    USAGE: "usage unknown_verb unknown_argument bad_argument option_like_value file_reference",
    REFUSED: "bad_pack bad_session control_plane no_execute_grant no_policy_row no_project outside_workspace "
    "confirm_required mint_failed env_mock_refused pass_through person_required",
    FAILED: "adapter_failed timed_out output_too_large not_json not_utf8 no_fixture sink_failed audit_failed "
    "unprinted internal",
}
STATUS = {code: status for status, codes in _CODES.items() for code in codes.split()}


class Fault(Exception):  # noqa: N818  the call failed, which need not be an error
    """A call that was not done; `code` is one of STATUS, or an Adapter's own word (exit status 1)."""

    def __init__(self, code: str, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.hint = hint

    @property
    def status(self) -> int:
        """The exit status of the pack's face for this code (pack-format: The two faces)."""
        return STATUS.get(self.code, FAILED)


def reason(error: OSError) -> str:
    """A system's error as a person reads it: what is wrong, and with which file."""
    return f"{error.strerror or error}" + (f": `{error.filename}`" if error.filename else "")


def nearest(word: str, words: list[str]) -> str:
    """The one of `words` that `word` is most like, or an empty string."""
    import difflib

    close = difflib.get_close_matches(word, words, 1)
    return close[0] if close else ""
