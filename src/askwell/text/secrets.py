"""Secrets inside texts: passwords, tokens and keys in URLs, connection strings and headers."""

import re

HIDDEN = "(hidden)"
"""Shown in place of a secret."""

LONGEST = 2_000
"""Maximum length of a secret that is recognised, characters; it keeps the search linear."""

_REST = rf"[^\s\"<>]{{0,{LONGEST}}}"
_NAMES = r"[\w.-]{0,40}(?:passw(?:or)?d|passphrase|pwd|token(?!s)|secret|api[_-]?key|credential|signature)[\w.-]{0,40}"
_RULES: tuple[tuple[re.Pattern[str], str], ...] = (
    # The last `@` ends the user info: a password may contain `/`, `#`, `?` and `@`, though none of them should.
    (re.compile(rf"(://[^\s:@/\"<>]{{0,200}}:){_REST}@"), rf"\1{HIDDEN}@"),
    # A single name in a web address is usually a token. In that of a database it is the user.
    (re.compile(r"(https?://)[^\s:@/?#\"<>]{1,2000}@", re.IGNORECASE), rf"\1{HIDDEN}@"),
    (
        re.compile(r"(\b[\w.+-]{1,100}:)[^\s:@/\"<>]{1,2000}@(?=[\w.\[-])"),
        rf"\1{HIDDEN}@",
    ),  # an address without a scheme
    (re.compile(r"(authorization\W{1,8}(?:bearer|basic)\s{1,4})[^\s'\"]{1,4000}", re.IGNORECASE), rf"\1{HIDDEN}"),
    (re.compile(rf"(\b{_NAMES}=)(?:'[^']*'|\"[^\"]*\"|[^\s&;,'\"]+)", re.IGNORECASE), rf"\1{HIDDEN}"),
    (re.compile(r"([?&](?:key|auth|sig)=)[^\s&;,'\"]+", re.IGNORECASE), rf"\1{HIDDEN}"),
    (re.compile(r"\b(sk-)[\w-]{8,}"), rf"\1{HIDDEN}"),
    (re.compile(r"\b(askwell_[0-9a-f]{16}_)[\w-]{8,}"), rf"\1{HIDDEN}"),
)


def hide_secrets(text: str) -> str:
    """The text with passwords, tokens and keys replaced by `(hidden)`; user names, hosts and paths are kept."""
    for pattern, shown in _RULES:
        text = pattern.sub(shown, text)
    return text
