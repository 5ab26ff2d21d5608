"""Encryption of values: one key of the installation in a file, one of each person in the database."""

import errno
import hashlib
import hmac
import os
import tempfile
from contextlib import suppress
from pathlib import Path

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from askwell.errors import StorageFailed

KEY_BYTES = 32
"""AES-256."""
_NONCE_BYTES = 12
"""The length that AES-GCM is defined for (NIST SP 800-38D)."""


def new_key() -> bytes:
    """A random key."""
    return AESGCM.generate_key(bit_length=KEY_BYTES * 8)


def seal(key: bytes, text: bytes, bound_to: str) -> bytes:
    """The text encrypted with AES-GCM. It opens only with the same key and the same `bound_to`."""
    nonce = os.urandom(_NONCE_BYTES)
    return nonce + AESGCM(key).encrypt(nonce, text, bound_to.encode())


def unseal(key: bytes, sealed: bytes, bound_to: str) -> bytes | None:
    """The text of `seal`; None if key or place are others, or the bytes have changed."""
    with suppress(InvalidTag):
        return AESGCM(key).decrypt(sealed[:_NONCE_BYTES], sealed[_NONCE_BYTES:], bound_to.encode())
    return None


def digest(key: bytes, *parts: str) -> bytes:
    """A keyed hash of these texts, the same for the same texts."""
    return hmac.new(key, "\0".join(parts).encode(), hashlib.sha256).digest()


def installation_key(file: Path) -> bytes:
    """The key in a file, which only its owner can read; a new one if there is none. Raises StorageFailed."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        if not file.exists():
            _create(file)
        key = file.read_bytes()
    except OSError as error:
        raise StorageFailed(
            f"The key of personal data ({file.name}) cannot be read: {error.strerror}",
            code="disk_full" if error.errno in {errno.ENOSPC, errno.EDQUOT} else None,
            hint="Check the data folder.",
        ) from error
    if len(key) != KEY_BYTES:
        raise StorageFailed(
            f"The key of personal data ({file.name}) has {len(key)} bytes instead of {KEY_BYTES}",
            hint="Restore the file from a backup; without it the values of placeholders cannot be read.",
        )
    return key


def _create(file: Path) -> None:
    """Write a new key, unless another process has written one. A full disk leaves no half of a key."""
    place, name = tempfile.mkstemp(dir=file.parent, prefix=".new-key-")  # only its owner can read it
    try:
        with os.fdopen(place, "wb") as written:
            written.write(new_key())
            written.flush()
            os.fsync(written.fileno())
        with suppress(FileExistsError):
            os.link(name, file)
    finally:
        Path(name).unlink(missing_ok=True)
