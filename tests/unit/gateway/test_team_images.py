"""Images of a task: every accepted form becomes bytes, whose type is detected, or a URL."""

import base64
import io
import json
from typing import Any

import pytest
from PIL import Image

from services.common.errors import Code, ReflowError
from services.common.limits import Limits
from services.gateway.schemas.team import TeamRequest, parse_team
from services.gateway.uploads import ImageUpload

ASSET = f"/api/assets/{'0' * 64}"


def encode(kind: str) -> bytes:
    encoded = io.BytesIO()
    Image.new("RGB", (30, 20), "white").save(encoded, kind)
    return encoded.getvalue()


def parse(*images: str, **body: Any) -> TeamRequest:
    return parse_team(json.dumps({"text": "mark it", "images": list(images)} | body).encode(), Limits())


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP"])
def test_every_form_becomes_the_same_bytes_regardless_of_its_name(kind: str) -> None:
    content = encode(kind)
    plain = base64.b64encode(content).decode()
    file = {"path": "a/shot.gif", "base64": plain}
    uploads = [
        *(attached.image for attached in parse(plain).attachments),
        *(attached.image for attached in parse(f"data:image/gif;base64,{plain}").attachments),
        *(attached.image for attached in parse("a/shot.gif", files=[file]).attachments),
        *(attached.image for attached in parse(files=[file]).attachments),
    ]
    assert uploads == [ImageUpload(data=content)] * 4


def test_a_url_and_an_asset_are_unchanged() -> None:
    given = ("https://example.org/a.png", ASSET)
    assert [one.image for one in parse(*given).attachments] == [ImageUpload(url=url) for url in given]


@pytest.mark.parametrize(
    "image", ["data:image/png;base64,????", "iVBORw0KGgo" + "A" * 100 + "?", "", "data:,", "x" * 3_000]
)
def test_a_bad_image_is_an_error_that_names_its_field(image: str) -> None:
    with pytest.raises(ReflowError) as raised:
        parse(ASSET, image)
    assert (raised.value.code, raised.value.field) == (Code.INVALID_INPUT_FORMAT, "images[1]")
