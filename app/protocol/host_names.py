"""The syntax of host names, and of a table's addresses, which the command line and the settings share."""

import re
from typing import Final
from urllib.parse import urlsplit

HOST: Final = re.compile(r"[A-Za-z0-9.\-]{1,253}(:\d{1,5})?|\[[0-9a-fA-F:.]{2,45}(%[\w.\-]{1,16})?\](:\d{1,5})?", re.A)


def parse_public_url(url: str) -> str:
    """Return a public address in its normal form, `https://table.example.org`; "" if the text is none."""
    try:
        parts = urlsplit(url.rstrip("/"))
    except ValueError:
        return ""
    if parts.scheme != "https" or not HOST.fullmatch(parts.netloc) or parts.path or parts.query or parts.fragment:
        return ""
    return f"https://{parts.netloc.lower()}"


def is_address(text: str) -> bool:
    """Check that a QR code can link there: a host, with or without a port, or a whole URL."""
    if not (0 < len(text) <= 200 and text.isprintable() and " " not in text):
        return False
    try:
        parts = urlsplit(text if "://" in text else f"http://{text}")
        return bool(parts.hostname) and parts.port != 0 and parts.scheme in ("http", "https")
    except ValueError:  # incomplete IPv6 address or invalid port
        return False
