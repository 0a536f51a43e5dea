"""The check of addresses that people type, apart from the settings: the command line starts without those."""

from urllib.parse import urlsplit


def is_address(text: str) -> bool:
    """Check that a QR code can link there: a host, with or without a port, or a whole URL."""
    if not (0 < len(text) <= 200 and text.isprintable() and " " not in text):
        return False
    try:
        parts = urlsplit(text if "://" in text else f"http://{text}")
        return bool(parts.hostname) and parts.port != 0 and parts.scheme in ("http", "https")
    except ValueError:  # incomplete IPv6 address or invalid port
        return False
