"""Failures of a provider as errors of the catalog. Pure; no key is in a result.

Sources of the codes for an empty account or a content filter, read 2026-11:
OpenAI and Azure https://learn.microsoft.com/microsoft-cloud/dev/dev-proxy/concepts/openai-insufficient-quota,
DashScope https://help.aliyun.com/zh/model-studio/error-code, Zhipu https://docs.z.ai/api-reference/api-code,
DeepSeek https://api-docs.deepseek.com/quick_start/error_codes.
"""

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any

from services.common.errors import Code, ReflowError
from services.common.network.retry_after import parse_retry_after

MAX_DETAILS = 500
_MAX_SCANNED = 20_000
_MAX_KEY = 2_000

# Codes and types, lower case. 1301: Zhipu's for unsafe or sensitive content.
_CONTENT = frozenset(
    {
        "content_filter",
        "content_policy_violation",
        "data_inspection_failed",
        "datainspectionfailed",
        "internalerror.algo.datainspectionfailed",
        "ipinfringementsuspect",
        "moderation_blocked",
        "responsibleaipolicyviolation",
        "1301",
    }
)
# 1110 to 1121: Zhipu's for an account that is locked or in arrears. Some send them as 429, but waiting does not help.
_ACCOUNT = frozenset(
    {
        "account_deactivated",
        "arrearage",
        "billing_hard_limit_reached",
        "credit_balance_exhausted",
        "insufficient_quota",
        "organization_spend_limit_exceeded",
        "organization_usage_limit_exceeded",
        "project_spend_limit_exceeded",
        *(str(code) for code in range(1110, 1122)),
    }
)
# Prefixes of the codes for too many requests: DashScope's, in addition to OpenAI's.
_TOO_MANY = ("limit_", "throttling")
# Codes and types of a request that fails again if it is repeated, where the HTTP status is 200.
_REJECTED = frozenset(
    {
        "authentication_error",
        "authorization_error",
        "invalid_api_key",
        "invalid_request_error",
        "model_not_found",
        "not_found_error",
        "permission_error",
    }
)
_SECRET_LIKE = re.compile(
    r"(?i)\b(bearer\s+)[^\s\"',]+|\b(sk-)[\w*.-]{4,}|(://)[^\s/@\"']+@|([?&][\w-]*key=)[^&\s\"']+"
)
# Parts of a page of HTML that are not its text.
_INVISIBLE = re.compile(r"(?is)<(script|style)\b.*?(</\1\s*>|\Z)|<!--.*?(-->|\Z)")
_MARKUP = re.compile(r"<[A-Za-z/!?][^>]*>?")


class StatusError(ReflowError):
    """A response with an HTTP *status* that is not 2xx."""

    status = 0


class PageError(ReflowError):
    """A response with status 200 and a page in place of an answer."""


def from_status(
    status: int,
    headers: Mapping[str, str],
    body: str,
    provider: str,
    node: str | None = None,
    *,
    secrets: Iterable[str],
) -> ReflowError:
    """Return the error of a response with HTTP *status* (not 2xx). *headers* have lower case names."""
    codes, message = _error_codes(body)
    details = describe(f"{provider} answered {status}: {message or body}", secrets)
    code = _code(status, codes, message.lower())
    wait = parse_retry_after(headers) if code in (Code.LLM_RATE_LIMIT, Code.LLM_API_ERROR) else None
    error = StatusError(code, details=details, node=node, retry_after=wait)
    error.status = status
    return error


def from_transport(error: Exception, provider: str, node: str | None = None, *, secrets: Iterable[str]) -> ReflowError:
    """Return the catalog error for *error* of a connection: a timeout, or a broken connection."""
    import httpx  # not at the top: the configuration imports this module, and httpx loads slowly

    slow = isinstance(error, TimeoutError | httpx.TimeoutException)
    details = describe(f"{provider}: {type(error).__name__}: {error}", secrets)
    return ReflowError(Code.LLM_TIMEOUT if slow else Code.LLM_API_ERROR, details=details, node=node)


def from_error_object(error_object: object, provider: str, *, secrets: Iterable[str]) -> ReflowError:
    """Return the error of an error object that arrived in a response with status 200."""
    body = json.dumps({"error": error_object}, ensure_ascii=False, default=str)
    codes, message = _error_codes(body)
    code = _code(_infer_status(codes), codes, message.lower())
    return ReflowError(code, details=describe(f"{provider} answered with an error: {message or body}", secrets))


def from_page(body: str, content_type: str, provider: str, *, secrets: Iterable[str]) -> ReflowError:
    """Return the error of a *body* with status 200 that is neither JSON nor a stream of events.

    A page of HTML, such as a login page, means a wrong address or a missing permission: a retry would get it again.
    """
    is_page = "html" in content_type.lower() or body.lstrip()[:1] == "<"
    kind = content_type.partition(";")[0].strip() or "a body without Content-Type"
    details = f"{provider} answered 200 with {kind} in place of a completion: {body}"
    return PageError(Code.LLM_REFUSED if is_page else Code.LLM_API_ERROR, details=describe(details, secrets))


def rate_limited(provider: str, seconds: float) -> ReflowError:
    """Return the error of a request that our rate limit of *provider* delays by *seconds*, beyond its deadline."""
    details = f"{provider}: the configured requests per minute are used up for {seconds:.1f} s"
    return ReflowError(Code.LLM_RATE_LIMIT, details=details, retry_after=seconds)


def invalid_response(
    provider: str, why: str, *, code: Code = Code.LLM_API_ERROR, secrets: Iterable[str]
) -> ReflowError:
    """Return the error of an unusable response of *provider*."""
    return ReflowError(code, details=describe(f"{provider}: {why}", secrets))


def has_error_object(body: str) -> bool:
    """Return whether *body* is an error in a provider's format, and not the page of a proxy in between."""
    codes, message = _error_codes(body)
    return bool(codes or message)


def scrub(text: str, secrets: Iterable[str]) -> str:
    """Return *text* without *secrets*, in any case, and without text that looks like a key."""
    for secret in filter(None, secrets):
        text = re.sub(re.escape(secret), "***", text, flags=re.IGNORECASE)  # a host name is in lower case
    return _SECRET_LIKE.sub(lambda found: "".join(part for part in found.groups() if part) + "***", text)


def describe(text: str, secrets: Iterable[str]) -> str:
    """Return *text* for engineers: without keys and HTML markup, on one line, of limited length."""
    too_long = len(text) > _MAX_SCANNED
    # A lone surrogate, which JSON can encode, could neither be stored nor sent.
    text = scrub(text[:_MAX_SCANNED].encode(errors="replace").decode(), secrets)
    # A key that the truncation has cut is not found: a possible part of one is removed, too.
    text = text[:-_MAX_KEY] if too_long else text
    line = " ".join(_MARKUP.sub(" ", _INVISIBLE.sub(" ", text)).split())
    return line if len(line) <= MAX_DETAILS else line[: MAX_DETAILS - 1] + "…"


def _code(status: int, codes: frozenset[str], message: str) -> Code:
    if status < 500 and (codes & _CONTENT or "content exists risk" in message):
        return Code.CONTENT_REFUSED
    if status in (408, 504):
        return Code.LLM_TIMEOUT
    if status >= 500 or status in (409, 425):
        return Code.LLM_API_ERROR
    if status != 429:
        return Code.LLM_REFUSED
    # DashScope's "allocated quota" is a limit of tokens per minute, except for the free quota, which is not renewed.
    by_the_minute = "allocated quota" in message and "free allocated quota" not in message
    used_up = bool(codes & _ACCOUNT) or "free allocated quota" in message
    return Code.LLM_REFUSED if used_up and not by_the_minute else Code.LLM_RATE_LIMIT


def _infer_status(codes: frozenset[str]) -> int:
    """Return the HTTP status that corresponds to the codes."""
    if codes & _CONTENT:
        return 400
    if codes & _ACCOUNT or any(code_.startswith(_TOO_MANY) or "rate_limit" in code_ for code_ in codes):
        return 429
    if codes & _REJECTED:
        return 400
    return next((int(code_) for code_ in codes if re.fullmatch(r"[45]\d\d", code_)), 500)


def _error_codes(body: str) -> tuple[frozenset[str], str]:
    """Return the codes and types in the error *body*, lower case, and its message; OpenAI's shape or DashScope's."""
    try:
        parsed: Any = json.loads(body[:100_000])
    except (ValueError, RecursionError):
        return frozenset(), ""
    inner = parsed.get("error", parsed) if isinstance(parsed, dict) else None
    if not isinstance(inner, dict):
        return frozenset(), inner if isinstance(inner, str) else ""
    nested = inner.get("innererror")  # Azure's, with the reason of a content filter
    codes = (inner.get("code"), inner.get("type"), nested.get("code") if isinstance(nested, dict) else None)
    message = inner.get("message")
    return frozenset(str(code).lower() for code in codes if code), message if isinstance(message, str) else ""
