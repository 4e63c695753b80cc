"""Advice on a failed call of a role's model: the cause, and what to do about it. Pure."""

import re
from collections.abc import Mapping

from services.common.errors import Code, ReflowError
from services.common.llm.configuration import Provider, Role, RoleModel
from services.common.llm.provider_errors import PageError, StatusError
from services.common.text.language import Text

_VERSIONED = re.compile(r"/v\d+(/|$)")
# Parameters that some endpoints reject, and the setting that leaves them out.
_PARAMETERS: Mapping[str, str] = {
    "stream_options": "stream_options = false",
    "stream": "stream = false",
    "response_format": 'structured = "plain"',
    "json_schema": 'structured = "json_mode"',
    "temperature": "fixed_temperature = true",
    "dimensions": "fixed_length = true",
}

_PAGE = Text(
    "返回的是网页而不是模型的回答：请检查 base_url（通常以 /v1 结尾），或网关是否要求登录",
    "answers with a page instead of a model: check base_url (it usually ends with /v1), "
    "or whether the gateway requires a login",
)
_NO_VERSION = Text(
    "找不到接口（404）：base_url 没有版本号，请试 {url}/v1",
    "has no such endpoint (404): base_url has no version, try {url}/v1",
)
_NO_MODEL = Text(
    "没有这个模型或接口（404）：请检查 roles.{role}.model（{model}）和 base_url",
    "has no such model or endpoint (404): check roles.{role}.model ({model}) and base_url",
)
_KEY = Text("不接受密钥（{status}）：请检查 {variable}", "does not accept the key ({status}): check {variable}")
_BALANCE = Text(
    "账户余额或额度不足：请充值，或换一个服务商",
    "has no balance or quota left: top up the account, or use another provider",
)
_PARAMETER = Text(
    "拒绝参数 {parameter}：请在 models.toml 中设置 {setting}",
    "rejects the parameter {parameter}: set {setting} in models.toml",
)
_REJECTED = Text(
    "拒绝了请求：请检查模型名和 docs/models/models.md 中的设置",
    "rejects the request: check the name of the model, and the settings in docs/models/models.md",
)
_SLOW = Text(
    "没有及时回答：请换更快的模型，或关闭思考（extra_body）",
    "does not answer in time: use a faster model, or disable its thinking (extra_body)",
)
_LIMITED = Text(
    "请求过多：请稍后再试，或调低 requests_per_minute",
    "is rate limited: try later, or lower requests_per_minute",
)
_UNUSABLE = Text(
    "出错或回答无法使用：请稍后再试；若一直如此，请检查 base_url、model 和 structured",
    "fails, or its answer cannot be used: try later; if it stays so, check base_url, model and structured",
)
_FILTERED = Text("内容过滤拒绝了测试请求", "its content filter rejects the test request")


def advise(error: ReflowError, role: Role, model: RoleModel, provider: Provider) -> Text:
    """Return the cause, what to do, and the provider's message, which contains no key."""
    status, parameter = error.status if isinstance(error, StatusError) else 0, _find_parameter(error)
    advice = _choose(error, status, provider)
    fields = {
        "url": provider.base_url.rstrip("/"),
        "role": role.value,
        "model": model.model,
        "variable": provider.key_variable or "key_variable",
        "status": status,
        "parameter": parameter,
        "setting": _PARAMETERS.get(parameter, ""),
    }
    return Text(f"{advice.zh.format(**fields)}（{error.details}）", f"{advice.en.format(**fields)} ({error.details})")


def _choose(error: ReflowError, status: int, provider: Provider) -> Text:
    match error.code:
        case _ if isinstance(error, PageError):
            return _PAGE
        case Code.LLM_TIMEOUT:
            return _SLOW
        case Code.LLM_RATE_LIMIT:
            return _LIMITED
        case Code.CONTENT_REFUSED:
            return _FILTERED
        case Code.LLM_REFUSED if status in (401, 403):
            return _KEY
        case Code.LLM_REFUSED if status in (402, 429):
            return _BALANCE
        case Code.LLM_REFUSED if status == 404:
            return _NO_MODEL if _VERSIONED.search(provider.base_url) else _NO_VERSION
        case Code.LLM_REFUSED:
            return _PARAMETER if _find_parameter(error) else _REJECTED
        case _:
            return _UNUSABLE


def _find_parameter(error: ReflowError) -> str:
    """Return the parameter that the provider's message names, "" for none."""
    return next((name for name in _PARAMETERS if re.search(rf"\b{name}\b", error.details)), "")
