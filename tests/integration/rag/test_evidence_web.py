"""Web search at a service with SearXNG's API, and the research of a note when the service fails."""

import time
from collections.abc import AsyncIterator, Iterator

import pytest
from google.protobuf.json_format import MessageToDict
from pydantic import SecretStr
from reflow.v1 import notes_pb2
from structlog.testing import capture_logs

from services.common.database.pool import Pool
from services.common.settings import SettingsInvalid
from services.common.text.language import Language
from services.rag.adapters.web_search import MAX_BYTES, SearxngSearch, open_search
from services.rag.domain.web_pages import WebPage, WebSearchFailed
from services.rag.settings import RagSettings
from tests.fixtures.network.search_server import SearchServer, search_server
from tests.fixtures.services.evidence_client import Research, research
from tests.fixtures.services.rag_client import ConfiguredRag, RunRag

KEY = "sk-web-0123456789"
SEARCH = notes_pb2.SearchNotesRequest(query="春游")
PAGES: list[object] = [
    {
        "title": "春游<b>攻略</b>",
        "url": "https://example.org/a",
        "content": "带上野餐垫。",
        "engine": "x",
        "score": 9.0,
    },
    {"title": "同一页", "url": "https://example.org/a", "content": "又一次"},
    {"title": "坏地址", "url": "javascript:alert(1)", "content": ""},
    {"title": None, "url": 7, "content": {}},
    "no object",
    {"title": "Second", "url": "http://example.com/b"},
]


@pytest.fixture
def service() -> Iterator[SearchServer]:
    with search_server() as served:
        served.pages = list(PAGES)
        yield served


@pytest.fixture
async def web(service: SearchServer) -> AsyncIterator[SearxngSearch]:
    async with open_search(service.url, SecretStr(KEY), time.monotonic) as search:
        yield search


async def found(web: SearxngSearch, limit: int = 5, seconds: float = 5) -> tuple[WebPage, ...]:
    return await web.search("春游 攻略", limit, time.monotonic() + seconds, Language.CHINESE)


async def failed(web: SearxngSearch, seconds: float = 5) -> WebSearchFailed:
    with pytest.raises(WebSearchFailed) as caught:
        await found(web, seconds=seconds)
    assert KEY not in repr(caught.value) and KEY not in caught.value.details
    assert caught.value.text.zh and caught.value.text.en
    return caught.value


async def test_pages_are_sanitized_and_unique(web: SearxngSearch, service: SearchServer) -> None:
    assert await found(web) == (
        WebPage("春游 攻略", "https://example.org/a", "带上野餐垫。"),
        WebPage("Second", "http://example.com/b", ""),
    )
    assert len(await found(web, limit=1)) == 1
    assert service.queries[0] == {"q": "春游 攻略", "format": "json", "language": "zh", "categories": "general"}
    assert (service.paths[0], service.keys[0]) == ("/search", f"Bearer {KEY}")


@pytest.mark.parametrize("path", ["/", "/search", "/search/"])
async def test_the_address_may_be_the_service_or_its_search_and_an_empty_key_is_not_sent(
    path: str, service: SearchServer
) -> None:
    async with open_search(service.url + path, SecretStr(""), time.monotonic) as web:
        assert await found(web)
    assert (service.paths, service.keys) == (["/search"], [""])


async def test_a_redirect_is_not_followed(web: SearxngSearch, service: SearchServer) -> None:
    with search_server() as elsewhere:
        service.status, service.headers = 302, {"Location": elsewhere.url}
        assert "REFLOW_WEB_SEARCH_URL" in (await failed(web)).text.en
        assert elsewhere.queries == []


@pytest.mark.parametrize(
    ("status", "message"),
    [(403, "search.formats"), (401, "KEY"), (429, "too many"), (500, "invalid"), (404, "invalid")],
)
async def test_a_rejection_has_a_message_with_a_remedy(
    status: int, message: str, web: SearxngSearch, service: SearchServer
) -> None:
    service.status = status
    assert message in (await failed(web)).text.en


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"<html>captcha</html>",
        b"[]",
        b'{"results": "none"}',
        b'{"results": [' + b"[" * 100_000,
        b"\xff\xfe",
        b'{"results": [], "x": "' + b"a" * MAX_BYTES + b'"}',
    ],
)
async def test_an_invalid_response_is_a_clear_failure(body: bytes, web: SearxngSearch, service: SearchServer) -> None:
    service.body = body
    assert "invalid" in (await failed(web)).text.en


async def test_a_compressed_response_is_rejected(web: SearxngSearch, service: SearchServer) -> None:
    service.headers = {"Content-Encoding": "gzip"}
    assert "invalid" in (await failed(web)).text.en


async def test_no_pages_is_a_result_but_unresponsive_engines_are_a_failure(
    web: SearxngSearch, service: SearchServer
) -> None:
    service.pages = []
    assert await found(web) == ()
    service.more = {"unresponsive_engines": [["google", "timeout"]]}
    assert "engines" in (await failed(web)).text.en


async def test_an_unresponsive_service_fails_at_the_deadline(web: SearxngSearch, service: SearchServer) -> None:
    service.released.clear()
    began = time.monotonic()
    assert "in time" in (await failed(web, seconds=0.2)).text.en
    assert time.monotonic() - began < 60


async def test_a_missing_service_is_reported_as_unreachable() -> None:
    async with open_search("http://127.0.0.1:9", SecretStr(KEY), time.monotonic) as web:
        assert "reached" in (await failed(web)).text.en


def searching(configured: ConfiguredRag, service: SearchServer) -> RagSettings:
    return configured().model_copy(update={"web_search_url": service.url, "web_search_key": SecretStr(KEY)})


def get_web_output(research: Research) -> dict[str, object]:
    (answer,) = research.answers("webSearch")
    return answer


async def test_pages_of_the_web_are_sources_and_their_search_is_cached_unless_fresh(
    configured: ConfiguredRag, running: RunRag, service: SearchServer
) -> None:
    async with running(searching(configured, service)) as rag:
        first = await research(rag, "量子计算")
        assert [source.url for source in first.pack.sources] == ["https://example.org/a", "http://example.com/b"]
        assert first.pack.web_search == "已联网搜索“量子计算”，采用 2 个网页。"
        again = await research(rag, "量子计算")
        assert ([get_web_output(one)["cached"] for one in (first, again)], len(service.queries)) == ([False, True], 1)
        assert again.pack.sources == first.pack.sources
        await research(rag, "量子计算", fresh=True)
        assert len(service.queries) == 2


async def test_a_failed_web_search_does_not_affect_the_rest_nor_reveal_the_key(
    configured: ConfiguredRag, running: RunRag, service: SearchServer
) -> None:
    service.status = 403
    with capture_logs() as logs:
        async with running(searching(configured, service)) as rag:
            done = await research(rag, "春游")
    assert (get_web_output(done)["status"], bool(done.pack.sources)) == ("failed", True)
    assert done.pack.web_search.startswith("联网搜索没有成功")
    written = [MessageToDict(one) for one in (done.pack, *done.calls, *done.results)]
    assert KEY not in str(written) and KEY not in str(logs)


async def test_pages_of_the_web_remain_where_the_library_cannot_be_searched(
    configured: ConfiguredRag, running: RunRag, service: SearchServer, pool: Pool
) -> None:
    async with running(searching(configured, service)) as rag:
        await rag.notes.SearchNotes(SEARCH)
        async with pool.connection() as connection:
            await connection.execute("DROP FUNCTION chosen_notes CASCADE")
        done = await research(rag, "春游")
    assert [one["status"] for one in done.answers("searchNotes")] == ["failed"]
    assert [bool(source.url) for source in done.pack.sources] == [True, True]
    assert "无法查询笔记库" in done.thoughts[-1]


async def test_an_unresponsive_web_search_costs_time_only(
    configured: ConfiguredRag, running: RunRag, service: SearchServer
) -> None:
    service.released.clear()
    settings = searching(configured, service)
    limits = settings.limits.model_copy(update={"rag_seconds": 2.0})
    async with running(settings.model_copy(update={"limits": limits})) as rag:
        await rag.notes.SearchNotes(SEARCH)
        done = await research(rag, "春游")
    assert (get_web_output(done)["status"], len(done.pack.sources)) == ("failed", 6)


@pytest.mark.parametrize(
    "url",
    ["ftp://x", "searx.example.org", "https:///a", "https://u:p@x/", "https://x/?key=1", "http://[::1", "http://x:y"],
)
async def test_an_invalid_address_stops_the_start_without_being_revealed(
    url: str, configured: ConfiguredRag, running: RunRag
) -> None:
    with pytest.raises(SettingsInvalid, match=r"^REFLOW_WEB_SEARCH_URL: ") as caught:
        async with running(configured().model_copy(update={"web_search_url": url})):
            pass
    assert url not in str(caught.value)


@pytest.mark.parametrize("key", ["密钥-0123", "sk-1\nx"])
async def test_an_invalid_key_stops_the_start_with_the_name_of_its_setting(
    key: str, configured: ConfiguredRag, running: RunRag
) -> None:
    wrong = {"web_search_url": "http://127.0.0.1:9", "web_search_key": SecretStr(key)}
    with pytest.raises(SettingsInvalid, match=r"^REFLOW_WEB_SEARCH_KEY: ") as caught:
        async with running(configured().model_copy(update=wrong)):
            pass
    assert key not in str(caught.value)
