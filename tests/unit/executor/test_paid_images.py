"""Downloads of paid images from addresses that a provider selected."""

import pytest
from pydantic import SecretStr

from services.common.errors import Code, ReflowError
from services.common.llm.endpoint import Endpoint
from services.common.network.address_policy import AllowList
from services.executor.adapters.image_downloader import DownloadLimits
from services.executor.adapters.paid_images import fetch_paid_image

KEY = "marked.0123456789"


@pytest.mark.parametrize("url", [f"http://{KEY}:x@10.0.0.1/cat.png", f"ftp://{KEY}/", f"http://10.0.0.1/{KEY}"])
async def test_a_key_in_the_address_is_in_no_error(url: str) -> None:
    endpoint = Endpoint("p", "http://127.0.0.1:9", SecretStr(KEY), None, loopback_only=True)
    with pytest.raises(ReflowError) as raised:
        await fetch_paid_image(url, DownloadLimits(), AllowList.parse(()), endpoint)
    await endpoint.close()
    assert raised.value.code is Code.IMAGE_UNUSABLE and raised.value.details.startswith("p: ")
    assert KEY not in repr(raised.value) + raised.value.details
