"""Reasons of pydantic in both languages, by its error types: https://docs.pydantic.dev/latest/errors/validation_errors/."""

from collections.abc import Mapping
from types import MappingProxyType

from services.common.text.language import Text

VALIDATION_REASONS: Mapping[str, Text] = MappingProxyType(
    {
        "missing": Text("缺失", "is missing"),
        "string_type": Text("应为字符串", "must be a string"),
        "int_type": Text("应为整数", "must be a whole number"),
        "int_parsing": Text("应为整数", "must be a whole number"),
        "int_from_float": Text("应为整数", "must be a whole number"),
        "float_type": Text("应为数字", "must be a number"),
        "float_parsing": Text("应为数字", "must be a number"),
        "finite_number": Text("应为有限的数字", "must be a finite number"),
        "bool_type": Text("应为 true 或 false", "must be true or false"),
        "bool_parsing": Text("应为 true 或 false", "must be true or false"),
        "list_type": Text("应为数组", "must be an array"),
        "tuple_type": Text("应为数组", "must be an array"),
        "model_type": Text("应为对象", "must be an object"),
        "dict_type": Text("应为对象", "must be an object"),
        "literal_error": Text("应为 {expected}", "must be {expected}"),
        "enum": Text("应为 {expected}", "must be {expected}"),
        "string_too_short": Text("不能为空", "must not be empty"),
        "string_too_long": Text("太长：最多 {max_length} 个字符", "is too long: at most {max_length} characters"),
        "string_pattern_mismatch": Text("写法应符合 {pattern}", "must match {pattern}"),
        "too_short": Text("至少要有 {min_length} 项", "needs at least {min_length} items"),
        "too_long": Text("太多：最多 {max_length} 项", "has too many items: at most {max_length}"),
        "greater_than": Text("应大于 {gt}", "must be greater than {gt}"),
        "greater_than_equal": Text("不能小于 {ge}", "must be at least {ge}"),
        "less_than": Text("应小于 {lt}", "must be less than {lt}"),
        "less_than_equal": Text("不能大于 {le}", "must be at most {le}"),
        "url_parsing": Text("不是有效的 URL", "is not a valid URL"),
        "url_scheme": Text("开头应为 {expected}", "must begin with {expected}"),
    }
)
