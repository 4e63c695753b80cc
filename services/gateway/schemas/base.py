"""Common parts of JSON bodies. Strict: a field of the wrong type, or an unknown one, is rejected."""

import hashlib
import re
from collections.abc import Callable
from typing import Annotated, TypeVar

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError
from pydantic.alias_generators import to_camel

from services.common.limits import Limits
from services.gateway.rejections import reject_field, validation_rejection

# Limits of URLs, and of the names of sessions and models; as in the contract.
MAX_URL_LENGTH = 2_048
MAX_NAME_LENGTH = 128
MAX_FEEDBACK_LENGTH = 4_000
MAX_CHOSEN_OPTIONS, MAX_CHOSEN_LENGTH = 100, 1_000
# JSON numbers of this size and beyond lose digits in browsers.
MAX_SEED = 2**53 - 1
MAX_SIDE = 2**31 - 1

_IDEMPOTENCY_KEY = re.compile(r"[!-~]{1,128}")

Side = Annotated[int, Field(ge=1, le=MAX_SIDE)]
# As in the contract. An id of dots alone would be resolved in the paths of URLs.
SessionId = Annotated[
    str,
    StringConstraints(min_length=1, max_length=MAX_NAME_LENGTH, pattern=r"^[.]*[A-Za-z0-9_:-][A-Za-z0-9._:-]*$"),
]
Url = Annotated[str, StringConstraints(min_length=1, max_length=MAX_URL_LENGTH)]


class Body(BaseModel):
    """Base of all bodies: names in camelCase, no conversions, no unknown fields."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, alias_generator=to_camel)


AnyBody = TypeVar("AnyBody", bound=Body)


class SessionBody(Body):
    """A session to open."""

    session_id: SessionId | None = Field(None, description="The requested id; left out, one is chosen.")


def parse_body(kind: type[AnyBody], body: bytes) -> AnyBody:
    """Return *body*, JSON, as *kind*. Raises INVALID_INPUT_FORMAT that names the field and what is expected."""
    # An empty body is an empty object: every field has been left out.
    return _validate(kind, lambda: kind.model_validate_json(body or b"{}"))


def validate_body(kind: type[AnyBody], value: object) -> AnyBody:
    """Return *value*, parsed JSON, as *kind*. Raises like `parse_body`."""
    return _validate(kind, lambda: kind.model_validate(value))


def _validate(kind: type[AnyBody], validate: Callable[[], AnyBody]) -> AnyBody:
    try:
        return validate()
    except ValidationError as error:
        problem = error.errors(include_url=False, include_context=True)[0]
        fields = sorted(field.alias or name for name, field in kind.model_fields.items())
        raise validation_rejection(problem, fields) from None


def compute_digest(body: Body) -> str:
    """Return a digest of what *body* states, however its JSON was written."""
    return hashlib.sha256(body.model_dump_json(exclude_none=True).encode()).hexdigest()


def parse_session(body: bytes, _: Limits) -> str:
    """Return the session id of *body*, "" without one. Raises INVALID_INPUT_FORMAT."""
    return parse_body(SessionBody, body).session_id or ""


def parse_idempotency_key(header: str | None) -> str:
    """Return the request id of an Idempotency-Key header, "" without one. An empty key is rejected."""
    if header is None:
        return ""
    if _IDEMPOTENCY_KEY.fullmatch(header) is None:
        raise reject_field(
            "Idempotency-Key",
            "Idempotency-Key 应为 1 到 128 个可见的 ASCII 字符，例如一个 UUID。",
            "Idempotency-Key must be 1 to 128 visible ASCII characters, such as a UUID.",
        )
    return header
