"""The syntax of host names, and of a table's public address, which the command line and the settings share."""

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
