"""The patterns of the contract (limit.proto) in words: what a text must be. Pure."""

import re
from collections.abc import Mapping
from types import MappingProxyType

from services.common.text.choices import list_alternatives
from services.common.text.language import Text

_PATTERNS: Mapping[str, Text] = MappingProxyType(
    {
        "[.]*[A-Za-z0-9_:-][A-Za-z0-9._:-]*": Text(
            "只能用字母、数字和 . _ : -，不能只有点", "may only have letters, digits and . _ : -, and not dots alone"
        ),
        "[0-9A-Za-z_-]+": Text("只能用字母、数字和 _ -", "may only have letters, digits and _ -"),
        "[0-9a-f-]{36}": Text("应为小写的 UUID", "must be a UUID in small letters"),
        "[0-9a-f]{64}": Text("应为 64 位小写的十六进制数", "must be 64 hexadecimal digits in small letters"),
        "#[0-9a-fA-F]{6}": Text("应为 #ff8800 这样的颜色", "must be a color such as #ff8800"),
        "auto|#[0-9a-fA-F]{6}": Text("应为 auto 或 #ff8800 这样的颜色", "must be auto or a color such as #ff8800"),
        "[0-9]{4}-[0-9]{2}-[0-9]{2}": Text("应为 2026-01-31 这样的日期", "must be a date such as 2026-01-31"),
        "[A-Z_]+": Text("只能用大写字母和 _", "may only have capital letters and _"),
        "[a-z0-9][a-z0-9-]*": Text(
            "只能用小写字母、数字和 -，不能以 - 开头", "may only have small letters, digits and -, and not begin with -"
        ),
        "[a-z0-9][a-z0-9_]*": Text(
            "只能用小写字母、数字和 _，不能以 _ 开头", "may only have small letters, digits and _, and not begin with _"
        ),
        "[a-z][a-z0-9_-]*": Text(
            "只能用小写字母、数字和 _ -，以字母开头",
            "may only have small letters, digits and _ -, and begins with a letter",
        ),
        "[a-z][a-z0-9_]*": Text(
            "只能用小写字母、数字和 _，以字母开头",
            "may only have small letters, digits and _, and begins with a letter",
        ),
        "v1,[0-9A-Za-z+/=]+": Text("应为 v1, 加上 base64", "must be v1, and base64"),
    }
)
_ALTERNATIVES = re.compile(r"[a-z_-]+(\|[a-z_-]+)+")


def describe_pattern(pattern: str) -> Text:
    """Return what a text that *pattern* matches must be: "may only have letters, digits and _ -"."""
    if _ALTERNATIVES.fullmatch(pattern):
        names = list_alternatives(pattern.split("|"))
        return Text(f"应为 {names.zh}", f"must be {names.en}")
    return _PATTERNS.get(pattern) or Text(f"应符合 {pattern}", f"must match {pattern}")
