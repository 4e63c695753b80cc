"""The body of POST /api/agent/chat, and the run it requests."""

import re
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import BeforeValidator, Field
from pydantic_core import PydanticCustomError

from services.common.contract.image_chat import ImageChatInput
from services.common.contract.input_validation import validate_text
from services.common.limits import Limits
from services.gateway.rejections import reject_field
from services.gateway.schemas.base import (
    MAX_NAME_LENGTH,
    MAX_SEED,
    Body,
    SessionId,
    Side,
    Url,
    compute_digest,
    parse_body,
)
from services.gateway.schemas.images import MaskData
from services.gateway.uploads import MaskUpload, to_mask_upload

_SIZE = re.compile(r"\s*(\d{1,9})\s*[xX×*]\s*(\d{1,9})\s*")


class Size(Body):
    """Width and height in pixels."""

    width: Side
    height: Side


def _parse_size(value: Any) -> Any:
    """Accept "1024x768" for a size; other values are validated as they are."""
    if not isinstance(value, str):
        return value
    size = _SIZE.fullmatch(value)
    if size is None:
        raise PydanticCustomError("size_form", "not a size")
    return {"width": int(size[1]), "height": int(size[2])}


class ImageOptions(Body):
    """Options of a request for an image."""

    preferred_model: str | None = Field(None, max_length=MAX_NAME_LENGTH, description="builtin, qwen-image, ...")
    width: Side | None = None
    height: Side | None = None
    size: Annotated[Size, BeforeValidator(_parse_size)] | None = Field(
        None, description='{"width": 1024, "height": 768} or "1024x768", instead of width and height.'
    )
    seed: int | None = Field(
        None,
        ge=0,
        le=MAX_SEED,
        description="The same prompt, size, model and seed: the same bytes. userInput has that of a run.",
    )
    fresh: bool | None = Field(None, description="Bypass the cache of model answers.")

    def to_input(self, text: str) -> ImageChatInput:
        """Return the input of a run with *text*, its images not imported yet. Raises INVALID_INPUT_FORMAT."""
        width, height = self._resolve_size()
        return ImageChatInput(
            text=text,
            preferred_model=self.preferred_model or "",
            width=width,
            height=height,
            seed=self.seed,
            fresh=self.fresh or False,
        )

    def _resolve_size(self) -> tuple[int, int]:
        if self.size is None:
            return self.width or 0, self.height or 0
        width, height = self.size.width, self.size.height
        if self.width not in (None, width) or self.height not in (None, height):
            raise reject_field(
                "size",
                "size 和 width、height 不一致，请只给一种。",
                "size and width, height differ; give only one of them.",
            )
        return width, height


class ChatBody(ImageOptions):
    """A request for an image."""

    text: str | None = Field(None, description="The prompt: at most 1,000 characters. May be left out with a mask.")
    mask_data: MaskData | None = None
    image_url: Url | None = Field(None, description="An image to edit: /api/assets/ID of this system, or http(s).")
    session_id: SessionId | None = Field(None, description="Left out, a new session is opened.")


@dataclass(frozen=True, slots=True)
class ChatRequest:
    """A validated request for an image: the input of the run, the image and mask to import, the digest of its body."""

    input: ImageChatInput
    session_id: str
    image_url: str
    image_field: str
    mask: MaskUpload | None
    digest: str


def parse_chat(body: bytes, limits: Limits) -> ChatRequest:
    """Return the request in *body*.

    Raises INVALID_INPUT_FORMAT or MASK_DATA_INVALID that names the field and what is expected.
    """
    chat = parse_body(ChatBody, body)
    image_url, image_field = _image_url(chat)
    return ChatRequest(
        input=chat.to_input(validate_text(chat.text or "", limits.text_length, "text")),
        session_id=chat.session_id or "",
        image_url=image_url,
        image_field=image_field,
        mask=to_mask_upload(chat.mask_data, limits, "maskData.") if chat.mask_data else None,
        digest=compute_digest(chat),
    )


def _image_url(chat: ChatBody) -> tuple[str, str]:
    own, of_mask = chat.image_url or "", (chat.mask_data.image_url or "") if chat.mask_data else ""
    if own and of_mask and own != of_mask:
        raise reject_field(
            "imageUrl",
            "imageUrl 和 maskData.imageUrl 指向不同的图片，请只给一个。",
            "imageUrl and maskData.imageUrl name different images; give only one.",
        )
    return (of_mask, "maskData.imageUrl") if of_mask else (own, "imageUrl")
