"""Signatures of the requests of webhooks, by Standard Webhooks. Pure."""

import base64
import hashlib
import hmac

SECRET_PREFIX = "whsec_"  # noqa: S105  # of every secret, as Standard Webhooks has it


def format_secret(key: bytes) -> str:
    """Return *key* as users receive it."""
    return SECRET_PREFIX + base64.b64encode(key).decode()


def sign(secret: str, message_id: str, timestamp: int, body: bytes) -> str:
    """Return the header webhook-signature of a request, by https://www.standardwebhooks.com."""
    key = base64.b64decode(secret.removeprefix(SECRET_PREFIX))
    content = b".".join((message_id.encode(), str(timestamp).encode(), body))
    return "v1," + base64.b64encode(hmac.new(key, content, hashlib.sha256).digest()).decode()
