"""The page at /: a few files, which are not allowed to load external resources."""

from collections.abc import Mapping
from pathlib import Path

from fastapi import APIRouter
from starlette.exceptions import HTTPException
from starlette.responses import Response

FOLDER = Path(__file__).parent.parent / "page"
_MEDIA_TYPES = {".html": "text/html", ".css": "text/css", ".js": "text/javascript"}
# Allows only resources that the gateway itself serves (CSP 3).
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_HEADERS = {"Content-Security-Policy": _POLICY, "Cache-Control": "no-cache", "Referrer-Policy": "no-referrer"}


def create_router() -> APIRouter:
    """Return the routes of the page, whose files are read once."""
    router = APIRouter(include_in_schema=False)
    files = {path.name: path.read_bytes() for path in FOLDER.iterdir() if path.suffix in _MEDIA_TYPES}

    @router.get("/")
    async def page() -> Response:
        """Return the page."""
        return _create_response(files, "index.html")

    @router.get("/page/{name}")
    async def part(name: str) -> Response:
        """Return a script or the style of the page."""
        if name not in files:
            raise HTTPException(404)
        return _create_response(files, name)

    return router


def _create_response(files: Mapping[str, bytes], name: str) -> Response:
    return Response(files[name], media_type=_MEDIA_TYPES[Path(name).suffix], headers=_HEADERS)
