"""The `openai` library as the client of an endpoint: its requests, over our connection, without its environment.

Loading it takes seconds on a slow machine, so it is loaded in a thread, and only where a model is configured. The
library reads OPENAI_CUSTOM_HEADERS, OPENAI_ORG_ID, OPENAI_PROJECT_ID and OPENAI_LOG, which would reach every provider,
or the log: so this module sets every header explicitly.
"""

import asyncio
import os
import threading
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, cast

import httpx

from services.common.collection import collection_paused

if TYPE_CHECKING:
    from openai import AsyncOpenAI

LOG_VARIABLE = "OPENAI_LOG"
_loading = threading.Lock()


async def load_client() -> None:
    """Load the library, unless this process has already loaded it."""
    await asyncio.to_thread(_load)


async def open_client(http: httpx.AsyncClient) -> "AsyncOpenAI":
    """Return a client of the endpoint that is the base of *http*, which authenticates and limits the requests.

    Nothing is retried here: only the orchestrator knows the remaining time.
    """
    client = await asyncio.to_thread(_load)
    # The arguments are stated so that none is read from the environment. The key travels by the auth of *http*.
    return client(
        api_key="",
        admin_api_key="",
        organization="",
        project="",
        webhook_secret="",
        base_url=str(http.base_url),
        max_retries=0,
        timeout=None,
        http_client=cast("Any", http),
        _enforce_credentials=False,
    )


async def post(
    client: "AsyncOpenAI", path: str, body: Mapping[str, Any], headers: Mapping[str, str], seconds: float
) -> httpx.Response:
    """Send *body*, and return the response with its body unread.

    Raises openai.APIStatusError for a status that is not 2xx, and the failure of the connection as httpx raises it.
    """
    from openai import APIConnectionError, AsyncStream, Omit

    # Headers that the library adds to each request and that no provider needs.
    omitted = dict.fromkeys(("Authorization", "x-stainless-retry-count", "x-stainless-read-timeout"), Omit())
    try:
        response: Any = await client.post(
            path,
            cast_to=httpx.Response,
            body=body,
            options={"headers": {**omitted, **headers}, "timeout": seconds},
            stream=True,
            stream_cls=AsyncStream[Any],
        )
        return cast("httpx.Response", response)
    except APIConnectionError as error:
        raise (error.__cause__ or error) from None


@cache
def _load() -> "type[AsyncOpenAI]":
    """Load the library; return the client. Blocking."""
    with _loading, collection_paused():  # the variable is unset for all threads until the library is loaded
        log_level = os.environ.pop(LOG_VARIABLE, None)
        try:
            from openai import AsyncOpenAI, Omit
        finally:
            if log_level is not None:
                os.environ[LOG_VARIABLE] = log_level

    class Client(AsyncOpenAI):
        @property
        def default_headers(self) -> dict[str, str | Omit]:
            return {"Accept": "application/json", "Content-Type": "application/json", "User-Agent": self.user_agent}

    return Client
