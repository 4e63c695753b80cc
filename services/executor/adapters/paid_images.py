"""Downloads of images that a provider has charged."""

import time
from typing import TYPE_CHECKING

from services.common.errors import Code, ReflowError
from services.common.network.address_policy import AllowList
from services.executor.adapters.image_downloader import DownloadLimits, download_image
from services.executor.adapters.orders import NODE, image_unusable
from services.executor.domain.image_engine import ReceivedImage

if TYPE_CHECKING:
    from services.common.llm.endpoint import Endpoint

_DATA_URL = "data:"


def is_data_url(url: str) -> bool:
    """Return whether *url* contains its content (RFC 2397)."""
    return url[: len(_DATA_URL)].lower() == _DATA_URL


async def fetch_paid_image(url: str, limits: DownloadLimits, allow: AllowList, endpoint: "Endpoint") -> ReceivedImage:
    """Return the image at *url*, an address that the provider at *endpoint* chose, or a data URL.

    Raises:
        ReflowError: LLM_TIMEOUT or LLM_API_ERROR if the next attempt may download it; IMAGE_UNUSABLE if it certainly
            fails again: an address that is not allowed, too many bytes, or not an image.

    """
    if not url:
        raise image_unusable("broken answer: an image with neither data nor URL")
    if is_data_url(url):
        return ReceivedImage(url.encode(), is_base64=True)
    started_at = time.monotonic()
    try:
        data = await download_image(
            url, limits, error=Code.IMAGE_UNUSABLE, field=None, temporary=Code.LLM_API_ERROR, allow=allow
        )
    except ReflowError as error:
        # The text of the error is for a user who sent a URL; this URL is the provider's.
        is_late = error.code is Code.LLM_API_ERROR and time.monotonic() - started_at >= limits.seconds
        code = Code.LLM_TIMEOUT if is_late else error.code
        details = f"the image could not be downloaded: {error.details or error.text.en}"
        raise endpoint.failure(code, details, NODE) from None
    return ReceivedImage(data)
