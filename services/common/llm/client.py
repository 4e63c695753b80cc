"""The `openai` client over an endpoint's own connection, and its failures as errors of the catalog.

Imported only where a model is configured: loading the library takes the better part of a second.
"""

from typing import Any, cast

import httpx
import openai
from openai import AsyncOpenAI

from services.common.errors import ReflowError
from services.common.llm.endpoint import Endpoint
from services.common.llm.provider_errors import from_error_object, invalid_response

# What a provider or the way to it can make the library raise: JSON that is none is a ValueError.
ProviderFailure = (openai.OpenAIError, httpx.HTTPError, httpx.StreamError, OSError, ValueError, RecursionError)


def open_client(endpoint: Endpoint) -> AsyncOpenAI:
    """Return a client that never retries. The endpoint's connection puts the key in; the library never holds it."""
    return AsyncOpenAI(
        api_key="set-by-the-endpoint",
        base_url=endpoint.base_url,
        # Else these come from the environment and go to whichever provider this is.
        organization="",
        project="",
        default_headers=cast(Any, {"OpenAI-Organization": openai.Omit(), "OpenAI-Project": openai.Omit()}),
        max_retries=0,
        http_client=cast(Any, endpoint.http),  # the library takes httpx clients too, its types name httpx2
    )


def to_error(error: Exception, endpoint: Endpoint) -> ReflowError:
    """Return what *error*, a ProviderFailure, is. Raise it `from None`: the cause's request carries the key."""
    match error:
        case openai.APIStatusError():
            return endpoint.to_error(error.status_code, error.response.headers, error.response.text)
        case openai.APITimeoutError():
            return endpoint.broken(TimeoutError("no answer in time"))
        case openai.APIConnectionError():
            cause = error.__cause__
            return endpoint.broken(cause if isinstance(cause, Exception) else error)
        case openai.APIError():
            return from_error_object(error.body or error.message, endpoint.name, secrets=endpoint.secrets)
        case OSError() | httpx.HTTPError() | httpx.StreamError():
            return endpoint.broken(error)
        case _:
            return invalid_response(endpoint.name, f"a broken answer: {type(error).__name__}", secrets=endpoint.secrets)
