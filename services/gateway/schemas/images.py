"""Bodies with images and masks."""

from typing import Annotated, Any

from pydantic import BeforeValidator, ConfigDict, Field
from typing_extensions import TypedDict

from services.gateway.schemas.base import Body, Url

Finite = Annotated[float, Field(allow_inf_nan=False)]


class PathPoint(TypedDict):
    """A point in pixels of the image, from its upper left corner. A dict, since a body may have a million of them."""

    __pydantic_config__ = ConfigDict(strict=True, extra="forbid")  # type: ignore[misc]

    x: Finite
    y: Finite


def _to_paths(value: Any) -> Any:
    """Accept a single path in place of a list of paths."""
    return [value] if isinstance(value, list) and value and isinstance(value[0], dict) else value


Paths = Annotated[
    list[list[PathPoint]],
    BeforeValidator(_to_paths),
    Field(description="One path [{x, y}, ...] or several [[{x, y}, ...], ...], in pixels of the image."),
]


class MaskBody(Body):
    """A mask: exactly one of the two."""

    base64: str | None = Field(None, description="A PNG or JPEG, white where to paint: raw base64 or a data URL.")
    coordinates: Paths | None = None


class MaskData(MaskBody):
    """The area to repaint, and the image it belongs to."""

    image_url: Url | None = Field(None, description="The image to edit; left out, the session's last one.")


class ImageBody(Body):
    """An image to import: exactly one of the two."""

    model_config = ConfigDict(title="PictureBody")  # the published name of the schema

    url: Url | None = None
    base64: str | None = Field(None, description="Raw base64 or a data URL.")
