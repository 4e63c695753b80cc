"""Web search with the JSON API of SearXNG (https://docs.searxng.org/dev/search_api.html).

Imported only if a search service is configured: loading the HTTP client takes a while.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Annotated, Any

import httpx
from pydantic import BaseModel, BeforeValidator, SecretStr, ValidationError

from services.common.llm.endpoint import is_loopback
from services.common.text.language import Language, Text
from services.rag.domain.web_pages import WebPage, WebSearchFailed, parse_page

MAX_BYTES = 2 * 1024 * 1024
MAX_RESULTS = 100
"""Maximum number of parsed results; an instance returns ten to forty."""
CONNECT_SECONDS = 2.0
_PATH = "/search"
# The whole request has a deadline.
_TIMEOUT = httpx.Timeout(None, connect=CONNECT_SECONDS)
_HEADERS = {
    "Accept": "application/json",
    "Accept-Encoding": "identity",  # so that the size limit applies to the decoded body
    "User-Agent": "reflow",
}

_TIMED_OUT = Text("搜索服务没有及时响应。", "the search service did not answer in time.")
_UNREACHABLE = Text("无法连接搜索服务。", "the search service cannot be reached.")
_REDIRECTED = Text(
    "搜索服务返回了重定向，没有跟随；请管理员把 REFLOW_WEB_SEARCH_URL 设为最终的地址。",
    "the search service redirects elsewhere, which is not followed: set its final address in REFLOW_WEB_SEARCH_URL.",
)
_FORBIDDEN = Text(
    "搜索服务拒绝了请求；请管理员在它的设置里允许 JSON 格式（search.formats），并检查 REFLOW_WEB_SEARCH_KEY。",
    "the search service rejected the request: its settings have to allow JSON (search.formats), and"
    " REFLOW_WEB_SEARCH_KEY may be wrong.",
)
_RATE_LIMITED = Text("搜索服务请求过多，请稍后再试。", "the search service has too many requests; try again later.")
_INVALID_RESPONSE = Text("搜索服务的响应无法使用。", "the answer of the search service is invalid.")
_NO_ENGINES = Text("搜索服务的搜索引擎都没有响应。", "none of the engines behind the search service answered.")
_REJECTIONS = {401: _FORBIDDEN, 403: _FORBIDDEN, 429: _RATE_LIMITED}


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


class _Result(BaseModel):
    """A result; missing fields and fields that are not text are empty."""

    url: Annotated[str, BeforeValidator(_text)] = ""
    title: Annotated[str, BeforeValidator(_text)] = ""
    content: Annotated[str, BeforeValidator(_text)] = ""


class _Response(BaseModel):
    """A response; results that are not objects are skipped."""

    results: list[Any]
    unresponsive_engines: list[Any] = []


class SearxngSearch:
    """Searches with a SearXNG instance, or a compatible service. The key is sent to its address only."""

    def __init__(self, http: httpx.AsyncClient, url: str, clock: Callable[[], float]) -> None:
        """Use *http*, opened by `open_search`; deadlines are on *clock*."""
        self._http = http
        self._url = url
        self._clock = clock

    async def search(self, query: str, limit: int, deadline: float, language: Language) -> tuple[WebPage, ...]:
        """Return at most *limit* pages, best first, each address once. Raises WebSearchFailed."""
        parameters = {"q": query, "format": "json", "language": language.value, "categories": "general"}
        try:
            async with asyncio.timeout(max(0.0, deadline - self._clock())):
                body = await self._fetch(parameters)
        except TimeoutError:
            raise WebSearchFailed(_TIMED_OUT) from None
        except httpx.HTTPError as error:  # not chained: its request contains the key
            raise WebSearchFailed(_UNREACHABLE, type(error).__name__) from None
        return parse_pages(body, limit)

    async def _fetch(self, parameters: dict[str, str]) -> bytes:
        async with self._http.stream("GET", self._url, params=parameters) as response:
            if response.is_redirect:
                raise WebSearchFailed(_REDIRECTED, f"status {response.status_code}")
            if response.status_code != httpx.codes.OK:
                text = _REJECTIONS.get(response.status_code, _INVALID_RESPONSE)
                raise WebSearchFailed(text, f"status {response.status_code}")
            if response.headers.get("content-encoding", "identity").lower() != "identity":
                raise WebSearchFailed(_INVALID_RESPONSE, "compressed, though identity was requested")
            body = bytearray()
            async for chunk in response.aiter_raw():
                body += chunk
                if len(body) > MAX_BYTES:
                    raise WebSearchFailed(_INVALID_RESPONSE, f"more than {MAX_BYTES} bytes")
            return bytes(body)


@asynccontextmanager
async def open_search(url: str, key: SecretStr, clock: Callable[[], float]) -> AsyncIterator[SearxngSearch]:
    """Yield a search client for *url*, of an instance or of its /search; *key* is sent unless it is empty.

    Redirects are not followed. Proxies of the environment are not used for loopback addresses.
    """
    search_url = url.rstrip("/").removesuffix(_PATH) + _PATH
    headers = dict(_HEADERS)
    if key.get_secret_value():
        headers["Authorization"] = f"Bearer {key.get_secret_value()}"
    proxied = not is_loopback(httpx.URL(search_url).host)
    async with httpx.AsyncClient(headers=headers, timeout=_TIMEOUT, follow_redirects=False, trust_env=proxied) as http:
        yield SearxngSearch(http, search_url, clock)


def parse_pages(body: bytes, limit: int) -> tuple[WebPage, ...]:
    """Return at most *limit* pages of the response *body*, each address once. Raises WebSearchFailed."""
    try:
        response = _Response.model_validate_json(body)
    except ValidationError as error:
        raise WebSearchFailed(_INVALID_RESPONSE, f"{error.error_count()} fields are not as documented") from None
    results = [_Result.model_validate(one) for one in response.results[:MAX_RESULTS] if isinstance(one, dict)]
    pages: dict[str, WebPage] = {}
    for result in results:
        if (page := parse_page(result.title, result.url, result.content)) is not None:
            pages.setdefault(page.url, page)
    if not pages and response.unresponsive_engines:
        raise WebSearchFailed(_NO_ENGINES, f"{len(response.unresponsive_engines)} engines did not answer")
    return tuple(pages.values())[:limit]
