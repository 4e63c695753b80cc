"""The object_info of a running ComfyUI server, fetched like an image of a user: never from a private network.

Imported only if needed: loading the HTTP client takes a while. A ComfyUI server that the operator has configured as an
image engine may be in a private network; it is fetched from this address only, and its redirects are not followed.
"""

from collections.abc import Collection
from dataclasses import replace
from urllib.parse import urlsplit

from services.common.errors import Code
from services.common.images.rejection import Rejection
from services.common.network.address_policy import PUBLIC_ONLY, AllowList
from services.common.network.downloader import DownloadLimits, Resolve, download, resolve_with_system
from services.common.text.language import Text

PATH = "/object_info"
NOUN = Text("节点目录", "node catalog")


async def fetch_object_info(
    url: str,
    configured: Collection[str],
    *,
    max_bytes: int,
    seconds: float,
    allow: AllowList = PUBLIC_ONLY,
    resolve: Resolve = resolve_with_system,
) -> bytes:
    """Return the object_info at *url*, the address of a ComfyUI server or of its `/object_info`.

    Args:
        url: http or https, as the user sent it.
        configured: addresses of ComfyUI servers that the operator has configured.
        max_bytes: limit of the response.
        seconds: limit of the download.
        allow: addresses that are allowed beyond the public internet.
        resolve: resolver of host names.

    Raises:
        ReflowError: INVALID_INPUT_FORMAT with the field `url`, if the address is not allowed or does not respond.

    """
    base = url.strip().rstrip("/").removesuffix(PATH)
    limits = DownloadLimits(max_bytes, seconds)
    if base in {one.rstrip("/") for one in configured}:
        allow, limits = allow.with_host((urlsplit(base).hostname or "").lower()), replace(limits, max_redirects=0)
    return await download(
        base + PATH,
        limits,
        Rejection(Code.INVALID_INPUT_FORMAT, "url", NOUN),
        accept="application/json",
        allow=allow,
        resolve=resolve,
    )
