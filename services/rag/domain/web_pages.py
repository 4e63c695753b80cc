"""Pages that a search of the web found, as far as a note may draw on them: texts and addresses, cleaned."""

import html
import re
import unicodedata
from dataclasses import dataclass
from urllib.parse import urlsplit

from services.common.language import Text

LONGEST_TITLE = 200
LONGEST_EXCERPT = 300
LONGEST_URL = 2_048

_MARKUP = re.compile(r"<[^<>]{0,200}>")
# Words that a search engine would take as orders: !images, !!g, :en, <3, site:, and quotes that bind.
_ORDERS = re.compile(r"^[!:?<>+\-]+|[\"“”]")


@dataclass(frozen=True, slots=True)
class Page:
    """A page of the web: plain text on one line each, and an http or https address without credentials."""

    title: str
    url: str
    excerpt: str


class WebSearchFailed(Exception):
    """The web could not be searched.

    Attributes:
        text: what people read, in both languages.
        details: what engineers read; neither key nor address is in it.

    """

    def __init__(self, text: Text, details: str = "") -> None:
        super().__init__(details or text.en)
        self.text = text
        self.details = details


def web_query(topic: str, keywords: tuple[str, ...], most: int) -> str:
    """Return what to ask the web: the topic and the keywords that are not in it, at most *most* characters.

    Nothing in it is an order to the search engine (which engine to ask, where to go on to): only words are asked for.
    """
    parts = [topic, *(word for word in keywords if word.casefold() not in topic.casefold())]
    words = (_ORDERS.sub("", word) for word in " ".join(parts).split())
    query = ""
    for word in dict.fromkeys(word for word in words if word):
        longer = f"{query} {word}".strip()
        if len(longer) > most:
            break
        query = longer
    return query or " ".join(topic.split())[:most].lstrip("!:?<>+- ")


def read_page(title: str, url: str, excerpt: str) -> Page | None:
    """Return the page that somebody told of, None where it has no title or no address a person could open."""
    title, url = plain(title, LONGEST_TITLE), url.strip()
    return Page(title, url, plain(excerpt, LONGEST_EXCERPT)) if title and _is_public_address(url) else None


def plain(text: str, most: int) -> str:
    """Return *text* without markup and what cannot be seen, on one line, at most *most* characters."""
    bare = html.unescape(_MARKUP.sub(" ", text[: 20 * most]))
    seen = "".join(letter if not unicodedata.category(letter).startswith("C") else " " for letter in bare)
    line = " ".join(_MARKUP.sub(" ", seen).split())
    return line if len(line) <= most else f"{line[: most - 1].rstrip()}…"


def _is_public_address(url: str) -> bool:
    if len(url) > LONGEST_URL or any(sign <= " " or sign in "\\\x7f" for sign in url):
        return False
    try:
        parts = urlsplit(url)
        return parts.scheme in ("http", "https") and bool(parts.hostname) and "@" not in parts.netloc
    except ValueError:
        return False
