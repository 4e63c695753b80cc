"""The page at /: one file without external resources, which may load none."""

import base64
import hashlib
import re
from pathlib import Path

from fastapi import APIRouter
from starlette.responses import HTMLResponse

PAGE = Path(__file__).parent.parent / "page" / "index.html"
_INLINE = {
    "script-src": re.compile(r"<script>(.*?)</script>", re.DOTALL),
    "style-src": re.compile(r"<style>(.*?)</style>", re.DOTALL),
}


def create_router() -> APIRouter:
    """Return the route of the page, which is read once."""
    router = APIRouter(include_in_schema=False)
    html = PAGE.read_text(encoding="utf-8")
    headers = {
        "Content-Security-Policy": content_policy(html),
        "Cache-Control": "no-cache",
        "Referrer-Policy": "no-referrer",
    }

    @router.get("/")
    async def page() -> HTMLResponse:
        """Return the page."""
        return HTMLResponse(html, headers=headers)

    return router


def content_policy(html: str) -> str:
    """Return the policy under which *html* runs its own script and style, by their hashes, and no others (CSP 3)."""
    allowed = [
        f"{directive} " + " ".join(f"'sha256-{_hash(text)}'" for text in pattern.findall(html))
        for directive, pattern in _INLINE.items()
    ]
    rest = "default-src 'none'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'"
    return "; ".join([rest, "frame-ancestors 'none'", *allowed])


def _hash(text: str) -> str:
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
