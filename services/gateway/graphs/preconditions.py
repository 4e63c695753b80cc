"""The header If-Match: the revision that a change is based on."""

from fastapi import Request

from services.common.errors import Code, ReflowError
from services.common.text.language import Text
from services.gateway.errors import HttpError
from services.gateway.rejections import reject_field

PRECONDITION_REQUIRED = 428
# Revisions are counted; 15 digits are exact in a browser.
MAX_DIGITS = 15
ANY = "*"


def parse_revision(text: str) -> int | None:
    """Return the revision that *text* states, None for none."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= MAX_DIGITS else None


def parse_if_match(request: Request) -> int:
    """Return the revision of If-Match, 0 without one or for `*`. Raises INVALID_INPUT_FORMAT."""
    header = request.headers.get("if-match", ANY).strip()
    if header == ANY:
        return 0
    revision = parse_revision(header.removeprefix("W/").strip('"'))
    if not revision:
        raise reject_field(
            "If-Match",
            'If-Match 应为图的 ETag（版本号），例如 "5"。',
            'If-Match must be the ETag of the graph, its revision, such as "5".',
        )
    return revision


def require_if_match(request: Request) -> int:
    """Return the revision of If-Match, 0 for `*`. Raises INVALID_INPUT_FORMAT (428) without the header."""
    if "if-match" not in request.headers:
        text = Text(
            "缺少 If-Match：请给出这次改动所依据的版本（ETag），或用 * 表示当前版本。",
            "If-Match is missing: name the revision (ETag) that the change was made on, or * for the current one.",
        )
        raise HttpError(PRECONDITION_REQUIRED, ReflowError(Code.INVALID_INPUT_FORMAT, text, field="If-Match"))
    return parse_if_match(request)
