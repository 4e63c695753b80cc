"""Requests of webhooks: sent once, to the public internet or to addresses that the operator allows."""

from collections.abc import Mapping

import httpx

from services.common.errors import Code, ReflowError
from services.common.images.rejection import Rejection
from services.common.network.address_policy import AllowList
from services.common.network.hops import check_hop, parse_url, resolve_with_system
from services.common.network.poster import PostResponse, post
from services.common.text.language import Text

REJECTION = Rejection(
    Code.INVALID_INPUT_FORMAT,
    "url",
    noun=Text("回调", "webhook"),
    remedy=Text(
        "；内网地址须由管理员在 REFLOW_WEBHOOK_ALLOW 中允许",
        "; the operator allows a private one in REFLOW_WEBHOOK_ALLOW",
    ),
)
MAX_ERROR_LENGTH = 200


class WebhookSender:
    """Sends the requests of webhooks to public addresses, and to those in *allow*."""

    def __init__(self, allow: AllowList) -> None:
        self._allow = allow

    async def check(self, url: str) -> None:
        """Raise INVALID_INPUT_FORMAT for a URL that is not allowed."""
        await check_hop(parse_url(url, REJECTION), REJECTION, self._allow, resolve_with_system)

    async def send(self, url: str, body: bytes, headers: Mapping[str, str], seconds: float) -> PostResponse | str:
        """Send *body* and return the response, or the reason why none arrived within *seconds*."""
        try:
            return await post(url, body, headers, seconds, REJECTION, allow=self._allow)
        except ReflowError as error:
            return error.text.en if error.text else str(error.code)
        except TimeoutError:
            return f"no response within {seconds:g} seconds"
        except (httpx.HTTPError, httpx.InvalidURL, ValueError) as failure:
            return f"{type(failure).__name__}: {failure}"[:MAX_ERROR_LENGTH]
