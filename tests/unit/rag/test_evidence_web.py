"""What is asked of the web, and what is taken from its answer."""

import pytest

from services.rag.adapters.web_search import pages_of
from services.rag.domain.web_pages import LONGEST_EXCERPT, LONGEST_URL, plain, read_page, web_query


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
def test_the_web_is_asked_for_words_alone(topic: str, keywords: tuple[str, ...], query: str) -> None:
    assert web_query(topic, keywords, 200) == query


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
        "https://example.org/" + "a" * LONGEST_URL,
    ],
)
def test_a_page_without_an_address_a_person_could_open_is_none(url: str) -> None:
    assert read_page("标题", url, "摘要") is None


def test_a_page_without_a_title_is_none() -> None:
    assert read_page(" <b></b> ", "https://example.org/", "摘要") is None


def test_texts_of_a_page_are_plain_and_short() -> None:
    page = read_page("<b>春游</b>\u202e &amp; 野餐", "https://example.org/a", "一\n<script>x</script>" + "字" * 400)
    assert page is not None
    assert page.title == "春游 & 野餐"
    assert page.excerpt.startswith("一 x 字") and page.excerpt.endswith("…")
    assert len(page.excerpt) == LONGEST_EXCERPT


def test_markup_that_was_spelled_out_is_taken_away_too() -> None:
    assert plain("&lt;img src=x onerror=y&gt; 春游", 100) == "春游"


def test_an_answer_stuffed_with_results_is_read_no_further_than_anybody_needs() -> None:
    stuffed = b'{"results": [' + b"{}," * 1_000 + b'{"url": "https://example.org/", "title": "t"}]}'
    assert pages_of(stuffed, 5) == ()
