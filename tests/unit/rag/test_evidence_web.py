"""Query of the web search, and parsing of its results."""

import pytest

from services.rag.adapters.web_search import parse_pages
from services.rag.domain.web_pages import MAX_EXCERPT, MAX_URL, build_web_query, parse_page, strip_markup


@pytest.mark.parametrize(
    ("topic", "keywords", "query"),
    [
        ("春游", ("春游", "攻略", "野餐"), "春游 攻略 野餐"),
        ("spring outing", ("Spring", "picnic"), "spring outing picnic"),
        ("!!g 春游", (), "g 春游"),
        ("!images :en <3 ?春游", (), "images en 3 春游"),
        ('"site" 春游', ("-野餐",), "site 春游 野餐"),
        ("一 一\n二", (), "一 二"),
        ("x" * 300, (), "x" * 200),
        ("!!", (), ""),
    ],
)
def test_a_web_query_contains_words_only(topic: str, keywords: tuple[str, ...], query: str) -> None:
    assert build_web_query(topic, keywords, 200) == query


@pytest.mark.parametrize(
    "url",
    [
        "",
        "javascript:alert(1)",
        "file:///etc/passwd",
        "//example.org/a",
        "https://",
        "https://user:secret@example.org/",
        "https://example.org/\\evil",
        "https://example.org/a b",
        "http://[::1",
        "https://example.org/" + "a" * MAX_URL,
    ],
)
def test_a_page_without_a_public_address_is_ignored(url: str) -> None:
    assert parse_page("标题", url, "摘要") is None


def test_a_page_without_a_title_is_ignored() -> None:
    assert parse_page(" <b></b> ", "https://example.org/", "摘要") is None


def test_texts_of_a_page_are_plain_and_short() -> None:
    page = parse_page("<b>春游</b>\u202e &amp; 野餐", "https://example.org/a", "一\n<script>x</script>" + "字" * 400)
    assert page is not None
    assert page.title == "春游 & 野餐"
    assert page.excerpt.startswith("一 x 字") and page.excerpt.endswith("…")
    assert len(page.excerpt) == MAX_EXCERPT


def test_escaped_markup_is_removed_too() -> None:
    assert strip_markup("&lt;img src=x onerror=y&gt; 春游", 100) == "春游"


def test_only_the_first_results_of_a_response_are_parsed() -> None:
    stuffed = b'{"results": [' + b"{}," * 1_000 + b'{"url": "https://example.org/", "title": "t"}]}'
    assert parse_pages(stuffed, 5) == ()
