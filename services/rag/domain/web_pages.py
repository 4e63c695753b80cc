"""Results of a web search: sanitized texts and addresses."""

import html
import re
from dataclasses import dataclass
from urllib.parse import urlsplit

from services.common.text.language import Text
from services.common.text.sanitization import to_one_line

MAX_TITLE = 200
MAX_EXCERPT = 300
MAX_URL = 2_048

_MARKUP = re.compile(r"<[^<>]{0,200}>")
# Operators of search engines: !images, !!g, :en, <3, site:, and quotes.
_OPERATORS = re.compile(r"^[!:?<>+\-]+|[\"“”]")


@dataclass(frozen=True, slots=True)
class WebPage:
    """A web page: title and excerpt as plain text on one line, and an http or https address without credentials."""

    title: str
    url: str
    excerpt: str


class WebSearchFailed(Exception):
    """The web search failed.

    Attributes:
        text: message for users, in both languages.
        details: details for operators, without key or address.

    """

    def __init__(self, text: Text, details: str = "") -> None:
        super().__init__(details or text.en)
        self.text = text
        self.details = details


def build_web_query(topic: str, keywords: tuple[str, ...], max_length: int) -> str:
    """Return the query: the topic and the keywords that are not in it, at most *max_length* characters.

    Operators of search engines (choice of an engine, redirects) are removed: the query consists of words.
    """
    parts = [topic, *(word for word in keywords if word.casefold() not in topic.casefold())]
    words = (_OPERATORS.sub("", word) for word in " ".join(parts).split())
    query = ""
    for word in dict.fromkeys(word for word in words if word):
        longer = f"{query} {word}".strip()
        if len(longer) > max_length:
            break
        query = longer
    return query or " ".join(topic.split())[:max_length].lstrip("!:?<>+- ")


def parse_page(title: str, url: str, excerpt: str) -> WebPage | None:
    """Return the page of a search result, None if it has no title or no address that a browser can open."""
    title, url = strip_markup(title, MAX_TITLE), url.strip()
    return WebPage(title, url, strip_markup(excerpt, MAX_EXCERPT)) if title and _is_public_address(url) else None


def strip_markup(text: str, max_length: int) -> str:
    """Return *text* without markup and invisible characters, on one line, at most *max_length* characters."""
    bare = html.unescape(_MARKUP.sub(" ", text[: 20 * max_length]))
    line = to_one_line(_MARKUP.sub(" ", to_one_line(bare)))
    return line if len(line) <= max_length else f"{line[: max_length - 1].rstrip()}…"


def _is_public_address(url: str) -> bool:
    if len(url) > MAX_URL or any(character <= " " or character in "\\\x7f" for character in url):
        return False
    try:
        parts = urlsplit(url)
        return parts.scheme in ("http", "https") and bool(parts.hostname) and "@" not in parts.netloc
    except ValueError:
        return False
