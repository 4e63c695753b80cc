"""Searching the web: the port, and SearXNG's JSON interface (https://docs.searxng.org/dev/search_api.html).

Imported only where a search service is configured: loading the HTTP client takes a while.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Annotated, Any

import httpx
from pydantic import BaseModel, BeforeValidator, SecretStr, ValidationError

from services.common.language import Language, Text
from services.common.models.endpoint import is_loopback
from services.rag.domain.web_pages import Page, WebSearchFailed, read_page

MOST_BYTES = 2 * 1024 * 1024
MOST_READ = 100
"""Results that are looked at; an instance gives ten to forty."""
CONNECT_SECONDS = 2.0
_PATH = "/search"
# The time is bounded as a whole.
_TIMEOUT = httpx.Timeout(None, connect=CONNECT_SECONDS)
_HEADERS = {
    "Accept": "application/json",
    "Accept-Encoding": "identity",  # so that the bytes counted are the bytes kept
    "User-Agent": "reflow",
}

_LATE = Text("搜索服务没有在时限内答复。", "the search service did not answer in time.")
_UNREACHABLE = Text("连不上搜索服务。", "the search service cannot be reached.")
_ELSEWHERE = Text(
    "搜索服务要求转到别的地址，没有跟去；请管理员把 REFLOW_WEB_SEARCH_URL 设为最终的地址。",
    "the search service redirects elsewhere, which is not followed: its final address belongs in"
    " REFLOW_WEB_SEARCH_URL.",
)
_FORBIDDEN = Text(
    "搜索服务拒绝了请求；请管理员在它的设置里允许 JSON 格式（search.formats），并检查 REFLOW_WEB_SEARCH_KEY。",
    "the search service refused: its settings have to allow JSON (search.formats), and REFLOW_WEB_SEARCH_KEY may be"
    " wrong.",
)
_TOO_MANY = Text("搜索服务请求过多，请稍后再试。", "the search service has too many requests; try again later.")
_BROKEN = Text("搜索服务的答复无法使用。", "the search service's answer is of no use.")
_NO_ENGINES = Text("搜索服务背后的搜索引擎都没有答复。", "none of the engines behind the search service answered.")
_REFUSALS = {401: _FORBIDDEN, 403: _FORBIDDEN, 429: _TOO_MANY}


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


class _Result(BaseModel):
    """One result; what is missing or no text counts as empty."""

    url: Annotated[str, BeforeValidator(_text)] = ""
    title: Annotated[str, BeforeValidator(_text)] = ""
    content: Annotated[str, BeforeValidator(_text)] = ""


class _Answer(BaseModel):
    """What is read of an answer; a result that is no object is passed over."""

    results: list[Any]
    unresponsive_engines: list[Any] = []


class SearxngSearch:
    """Asks a SearXNG instance, or what speaks as one does. The key goes to its own address alone."""

    def __init__(self, http: httpx.AsyncClient, url: str, clock: Callable[[], float]) -> None:
        """Ask *url* over *http*, opened by `opened_search`; deadlines are told on *clock*."""
        self._http = http
        self._url = url
        self._clock = clock

    async def search(self, query: str, limit: int, deadline: float, language: Language) -> tuple[Page, ...]:
        """Return at most *limit* pages, best first, an address once. Raises WebSearchFailed."""
        parameters = {"q": query, "format": "json", "language": language.value, "categories": "general"}
        try:
            async with asyncio.timeout(max(0.0, deadline - self._clock())):
                body = await self._ask(parameters)
        except TimeoutError:
            raise WebSearchFailed(_LATE) from None
        except httpx.HTTPError as error:  # not as the cause: its request carries the key
            raise WebSearchFailed(_UNREACHABLE, type(error).__name__) from None
        return pages_of(body, limit)

    async def _ask(self, parameters: dict[str, str]) -> bytes:
        async with self._http.stream("GET", self._url, params=parameters) as response:
            if response.is_redirect:
                raise WebSearchFailed(_ELSEWHERE, f"status {response.status_code}")
            if response.status_code != httpx.codes.OK:
                text = _REFUSALS.get(response.status_code, _BROKEN)
                raise WebSearchFailed(text, f"status {response.status_code}")
            if response.headers.get("content-encoding", "identity").lower() != "identity":
                raise WebSearchFailed(_BROKEN, "compressed, though identity was asked for")
            body = bytearray()
            async for chunk in response.aiter_raw():
                body += chunk
                if len(body) > MOST_BYTES:
                    raise WebSearchFailed(_BROKEN, f"more than {MOST_BYTES} bytes")
            return bytes(body)


@asynccontextmanager
async def opened_search(url: str, key: SecretStr, clock: Callable[[], float]) -> AsyncIterator[SearxngSearch]:
    """Search at *url*, of an instance or of its /search, until the context ends; *key* is sent where it is not empty.

    Redirects are not followed. What is on this machine is asked without the proxies that the environment names.
    """
    search = url.rstrip("/").removesuffix(_PATH) + _PATH
    headers = dict(_HEADERS)
    if key.get_secret_value():
        headers["Authorization"] = f"Bearer {key.get_secret_value()}"
    proxied = not is_loopback(httpx.URL(search).host)
    async with httpx.AsyncClient(headers=headers, timeout=_TIMEOUT, follow_redirects=False, trust_env=proxied) as http:
        yield SearxngSearch(http, search, clock)


def pages_of(body: bytes, limit: int) -> tuple[Page, ...]:
    """Return at most *limit* pages of an answer's *body*, an address once. Raises WebSearchFailed."""
    try:
        answer = _Answer.model_validate_json(body)
    except ValidationError as error:
        raise WebSearchFailed(_BROKEN, f"{error.error_count()} fields are not as documented") from None
    results = [_Result.model_validate(one) for one in answer.results[:MOST_READ] if isinstance(one, dict)]
    pages: dict[str, Page] = {}
    for one in results:
        if (page := read_page(one.title, one.url, one.content)) is not None:
            pages.setdefault(page.url, page)
    if not pages and answer.unresponsive_engines:
        raise WebSearchFailed(_NO_ENGINES, f"{len(answer.unresponsive_engines)} engines did not answer")
    return tuple(pages.values())[:limit]
