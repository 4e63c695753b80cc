"""Downloads an image from a URL of a user."""

import ssl

from services.common.errors import Code
from services.common.images.decoder import validate_format
from services.common.images.formats import IMAGE_FORMATS
from services.common.images.rejection import Rejection
from services.common.network.address_policy import PUBLIC_ONLY, AllowList
from services.common.network.downloader import DownloadLimits, Resolve, download, resolve_with_system

__all__ = ["DownloadLimits", "download_image"]

_ACCEPT = "image/png, image/jpeg, image/webp"


async def download_image(
    url: str,
    limits: DownloadLimits,
    *,
    error: Code,
    field: str | None,
    temporary: Code | None = None,
    allow: AllowList = PUBLIC_ONLY,
    resolve: Resolve = resolve_with_system,
    trust: ssl.SSLContext | None = None,
) -> bytes:
    """Return the bytes of the image at *url*: a PNG, JPEG or WebP by its first bytes, not decoded.

    Args:
        url: http or https, as the user sent it.
        limits: bytes, time and redirects.
        error: the code of every rejection.
        field: the request field that carried the URL.
        temporary: the code if a later download may succeed; *error* when None.
        allow: what is allowed beyond the public internet.
        resolve: resolver of host names; called once per hop.
        trust: the certificates to trust for https; the default ones when None.

    Raises:
        ReflowError: with *error* and *field*, when the URL is not allowed, leads to a private network, cannot be
            fetched within the limits, or is not an image.

    """
    rejection = Rejection(error, field, temporary=temporary)
    data = await download(url, limits, rejection, accept=_ACCEPT, allow=allow, resolve=resolve, trust=trust)
    validate_format(data, IMAGE_FORMATS, rejection)
    return data
