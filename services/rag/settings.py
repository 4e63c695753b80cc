"""Settings of the rag, read from the environment."""

import os
from urllib.parse import urlsplit

from pydantic import Field, SecretStr

from services.common.limits import MEGABYTE
from services.common.settings import ReportingSettings, SettingsInvalid


class RagSettings(ReportingSettings):
    """Settings of the rag."""

    listen: str = "0.0.0.0:50052"
    max_request_bytes: int = Field(4 * MEGABYTE, ge=64 * 1024, description="an import is one message")
    database_url: str = Field(description="postgresql://...; the style library")
    pool_size: int = Field(5, ge=1)
    scope: str = Field(
        "default",
        min_length=1,
        description="scope of changed and added styles, notes and templates",
    )
    workers: int = Field(1, ge=1, description="processes that embed large imports")
    blobs_url: str = Field(description="blob store of images; the same as the executor's")
    image_workers: int = Field(
        default_factory=lambda: os.cpu_count() or 1,
        ge=1,
        description="reference images analyzed concurrently",
    )
    web_search_url: str = Field(
        "", description="a SearXNG instance for web searches (docs/notes/library.md); empty: no web search"
    )
    web_search_key: SecretStr = Field(SecretStr(""), description="sent as a bearer token; empty for none")

    def validate_web_search_url(self) -> str:
        """Return the address of the search service, "" for none, after validation of address and key.

        Raises SettingsInvalid; the message does not contain the address, as a key may be in it.
        """
        url = self.web_search_url.strip()
        try:
            parts = urlsplit(url)
            usable = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
        except ValueError:
            usable = False
        if url and not usable:
            raise SettingsInvalid("REFLOW_WEB_SEARCH_URL: not an http:// or https:// address")
        if url and ("@" in parts.netloc or parts.query or parts.fragment):
            raise SettingsInvalid(
                "REFLOW_WEB_SEARCH_URL: no user, password, query or fragment here; a key goes into"
                " REFLOW_WEB_SEARCH_KEY"
            )
        key = self.web_search_key.get_secret_value()
        if not (key.isascii() and key.isprintable()):
            raise SettingsInvalid("REFLOW_WEB_SEARCH_KEY: only printable ASCII characters can be sent")
        return url
