"""Ed25519 signatures of release manifests, by the system's OpenSSL, which Debian keeps secure."""

import subprocess
import tempfile
from collections.abc import Iterable
from pathlib import Path

from app.text.terminal_output import CannotStart, cannot_read

LENGTH = 64  # bytes of a signature


def sign(text: bytes, key: Path) -> bytes:
    """Sign a text with the private key in a file (PEM). CannotStart if that is no Ed25519 key."""
    with tempfile.TemporaryDirectory() as folder:
        said = Path(folder, "text")
        said.write_bytes(text)
        signed = _openssl("pkeyutl", "-sign", "-rawin", "-inkey", key, "-in", said)
    if signed.returncode or len(signed.stdout) != LENGTH:
        raise CannotStart(f"{key}: is not an Ed25519 private key; `openssl genpkey -algorithm ed25519` makes one.")
    return signed.stdout


def derive_public_key(key: Path) -> bytes:
    """Return the public half of a private key, as PEM. CannotStart if it is no key."""
    try:
        key.open("rb").close()
    except OSError as problem:
        raise cannot_read(key, problem) from None
    said = _openssl("pkey", "-in", key, "-pubout")
    if said.returncode:
        raise CannotStart(f"{key}: this is not a private key.")
    return said.stdout


def is_signed(text: bytes, signature: bytes, keys: Iterable[Path]) -> bool:
    """Return True if one of these public keys (PEM) verifies the signature of the text."""
    with tempfile.TemporaryDirectory() as folder:
        said, signed = Path(folder, "text"), Path(folder, "signature")
        said.write_bytes(text)
        signed.write_bytes(signature)
        words = ("pkeyutl", "-verify", "-rawin", "-in", said, "-sigfile", signed, "-pubin", "-inkey")
        return any(_openssl(*words, key).returncode == 0 for key in keys)


def _openssl(*words: str | Path) -> "subprocess.CompletedProcess[bytes]":
    try:
        return subprocess.run(["openssl", *words], capture_output=True, stdin=subprocess.DEVNULL, check=False)
    except FileNotFoundError:
        raise CannotStart("openssl is not installed; apt-get install openssl") from None
