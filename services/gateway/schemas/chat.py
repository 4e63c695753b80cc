"""The body of POST /api/agent/chat, and the run it requests."""

import re
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import BeforeValidator, Field
from pydantic_core import PydanticCustomError
from reflow.v1 import events_pb2, orchestrator_pb2

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
    normalize_text,
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


class ChatBody(Body):
    """A request for an image."""

    text: str | None = Field(None, description="The prompt: at most 1,000 characters. May be left out with a mask.")
    mask_data: MaskData | None = None
    image_url: Url | None = Field(None, description="An image to edit: /api/assets/ID of this system, or http(s).")
    preferred_model: str | None = Field(None, max_length=MAX_NAME_LENGTH, description="builtin, qwen-image, ...")
    session_id: SessionId | None = Field(None, description="Left out, a new session is opened.")
    width: Side | None = None
    height: Side | None = None
    size: Annotated[Size, BeforeValidator(_parse_size)] | None = Field(
        None, description='{"width": 1024, "height": 768} or "1024x768", instead of width and height.'
    )
    seed: int | None = Field(None, ge=0, le=MAX_SEED, description="The same prompt, size and seed: the same bytes.")
    fresh: bool | None = Field(None, description="Bypass the cache of model answers.")


@dataclass(frozen=True, slots=True)
class ChatRequest:
    """A validated request for an image, and the digest of its body. "" and 0 where the user specified nothing."""

    text: str
    session_id: str
    preferred_model: str
    width: int
    height: int
    seed: int | None
    fresh: bool
    image_url: str
    image_field: str
    mask: MaskUpload | None
    digest: str

    def to_proto(self, *, request_id: str, image_asset_id: str, mask_asset_id: str) -> orchestrator_pb2.StartRunRequest:
        """Return the request that starts the run, with its image and mask imported before."""
        chat = events_pb2.ImageChatInput(
            text=self.text,
            image_asset_id=image_asset_id,
            mask_asset_id=mask_asset_id,
            preferred_model=self.preferred_model,
            width=self.width,
            height=self.height,
            seed=self.seed,
            fresh=self.fresh,
        )
        return orchestrator_pb2.StartRunRequest(
            request_id=request_id, session_id=self.session_id, image_chat=chat, request_digest=self.digest
        )


def parse_chat(body: bytes, limits: Limits) -> ChatRequest:
    """Return the request in *body*.

    Raises INVALID_INPUT_FORMAT or MASK_DATA_INVALID that names the field and what is expected.
    """
    chat = parse_body(ChatBody, body)
    image_url, image_field = _image_url(chat)
    width, height = _size(chat)
    return ChatRequest(
        text=normalize_text(chat.text or "", limits.text_length, "text"),
        session_id=chat.session_id or "",
        preferred_model=chat.preferred_model or "",
        width=width,
        height=height,
        seed=chat.seed,
        fresh=chat.fresh or False,
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


def _size(chat: ChatBody) -> tuple[int, int]:
    if chat.size is None:
        return chat.width or 0, chat.height or 0
    width, height = chat.size.width, chat.size.height
    if chat.width not in (None, width) or chat.height not in (None, height):
        raise reject_field(
            "size",
            "size 和 width、height 不一致，请只给一种。",
            "size and width, height differ; give only one of them.",
        )
    return width, height
