"""The JSON bodies that requests may have. Strict: a field of the wrong type or an unknown one is refused."""

import re
from typing import Annotated, Any, Literal, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints, ValidationError
from pydantic.alias_generators import to_camel
from pydantic_core import PydanticCustomError
from typing_extensions import TypedDict

from services.gateway.refusing import malformed

# The longest URL a picture may have, and the most that names of sessions and models have; as in the contract.
LONGEST_URL = 2_048
LONGEST_NAME = 128
LONGEST_FEEDBACK = 4_000
MOST_CHOSEN = 100
# JSON numbers of this size and beyond lose digits in browsers.
LARGEST_SEED = 2**53 - 1
LARGEST_SIDE = 2**31 - 1

_SIZE = re.compile(r"\s*(\d{1,9})\s*[xX×*]\s*(\d{1,9})\s*")

Side = Annotated[int, Field(ge=1, le=LARGEST_SIDE)]
SessionId = Annotated[str, StringConstraints(min_length=1, max_length=LONGEST_NAME, pattern=r"^[A-Za-z0-9._:-]+$")]
Url = Annotated[str, StringConstraints(min_length=1, max_length=LONGEST_URL)]
Finite = Annotated[float, Field(allow_inf_nan=False)]


class Body(BaseModel):
    """What all bodies share: names in camelCase, no conversions, nothing unknown."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, alias_generator=to_camel)


B = TypeVar("B", bound=Body)


class PathPoint(TypedDict):
    """A point in pixels of the picture, from its upper left corner. A million of them may come: no objects of ours."""

    __pydantic_config__ = ConfigDict(strict=True, extra="forbid")  # type: ignore[misc]

    x: Finite
    y: Finite


class Size(Body):
    """Width and height in pixels."""

    width: Side
    height: Side


def _as_paths(value: Any) -> Any:
    """Take one path for a list of one."""
    return [value] if isinstance(value, list) and value and isinstance(value[0], dict) else value


def _as_size(value: Any) -> Any:
    """Take "1024x768" for a size; leave what is not text to be judged as it is."""
    if not isinstance(value, str):
        return value
    written = _SIZE.fullmatch(value)
    if written is None:
        raise PydanticCustomError("size_form", "not a size")
    return {"width": int(written[1]), "height": int(written[2])}


Paths = Annotated[
    list[list[PathPoint]],
    BeforeValidator(_as_paths),
    Field(description="One path [{x, y}, ...] or several [[{x, y}, ...], ...], in pixels of the picture."),
]


class MaskBody(Body):
    """A mask: exactly one of the two."""

    base64: str | None = Field(None, description="A PNG or JPEG, white where to paint: raw base64 or a data URL.")
    coordinates: Paths | None = None


class MaskData(MaskBody):
    """The marked area, and the picture it belongs to."""

    image_url: Url | None = Field(None, description="The picture being edited; left out, the session's last one.")


class ChatBody(Body):
    """What a person asks."""

    text: str | None = Field(None, description="The wish: at most 1,000 characters. May be left out with a mask.")
    mask_data: MaskData | None = None
    image_url: Url | None = Field(None, description="A picture to edit: /api/assets/ID of this system, or http(s).")
    preferred_model: str | None = Field(None, max_length=LONGEST_NAME, description="builtin, qwen-image, ...")
    session_id: SessionId | None = Field(None, description="Left out, a new session is opened.")
    width: Side | None = None
    height: Side | None = None
    size: Annotated[Size, BeforeValidator(_as_size)] | None = Field(
        None, description='{"width": 1024, "height": 768} or "1024x768", instead of width and height.'
    )
    seed: int | None = Field(None, ge=0, le=LARGEST_SEED, description="The same wish, size and seed: the same bytes.")
    fresh: bool | None = Field(None, description="Answer anew even where a cached answer exists.")


class AnswerBody(Body):
    """What a person answers a run."""

    decision: Literal["approve", "reject", "modify", "choose"]
    key: str | None = Field(None, min_length=1, max_length=LONGEST_NAME, description="The question; or what waits.")
    digest: str | None = Field(
        None, min_length=1, max_length=64, description="What was shown, as the question names it."
    )
    feedback: str | None = Field(None, max_length=LONGEST_FEEDBACK, description="Why not, or a choice of one's own.")
    chosen: list[str] | None = Field(None, max_length=MOST_CHOSEN, description="The ids of the options chosen.")
    content: dict[str, Any] | None = Field(None, description="With modify: what takes the place of what was shown.")
    request_id: str | None = Field(
        None, min_length=1, max_length=LONGEST_NAME, description="Makes repeating safe: the same id answers once."
    )


class SessionBody(Body):
    """A session to be opened."""

    session_id: SessionId | None = Field(None, description="The id wanted; left out, one is chosen.")


class PictureBody(Body):
    """A picture to be taken in: exactly one of the two."""

    url: Url | None = None
    base64: str | None = Field(None, description="Raw base64 or a data URL.")


def parse_body(kind: type[B], body: bytes) -> B:
    """Return *body* as *kind*. Raises INVALID_INPUT_FORMAT, saying where and what would do."""
    try:
        # A body without a character is an empty object: every field has been left out.
        return kind.model_validate_json(body or b"{}")
    except ValidationError as error:
        problem = error.errors(include_url=False, include_context=True)[0]
        raise malformed(problem, sorted(field.alias or name for name, field in kind.model_fields.items())) from None
