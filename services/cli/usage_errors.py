"""Usage errors of commands, in the user's language: Typer has them only in English."""

import re
from typing import NamedTuple

from services.common.text.language import Text


class _Message(NamedTuple):
    """The texts for messages of Typer that match *pattern*; a missing group is empty."""

    pattern: re.Pattern[str]
    text: Text


_MESSAGES = tuple(
    _Message(re.compile(pattern), Text(zh, en))
    for pattern, zh, en in (
        (r"No such (?:option|command):? '?(\S+?)'?\.?", "没有 {0}", "There is no {0}"),
        (
            r"No such option: (\S+) \(Possible options: (.+)\)",
            "没有选项 {0}，相近的有 {1}",
            "There is no option {0}; similar ones are {1}",
        ),
        (
            r"No such (?:option|command):? '?(\S+?)'?\.? Did you mean '?(.+?)'?\?",
            "没有 {0}，是不是 {1}",
            "There is no {0}; did you mean {1}",
        ),
        (r"Option '(.+)' requires an argument\.", "选项 {0} 后面缺少值", "The option {0} needs a value"),
        (r"Missing (?:argument|option) '(.+)'\.?", "缺少 {0}", "{0} is missing"),
        (r"Got unexpected extra arguments?(?:\(s\))? \((.+)\)", "多出了 {0}", "Too many arguments: {0}"),
        (
            r"Invalid value for (.+?): Input should be a valid (?:integer|number).*",
            "{0} 应是数字",
            "{0} must be a number",
        ),
        (
            r"Invalid value for (.+?): Input should be greater than or equal to (.+)",
            "{0} 不能小于 {1}",
            "{0} must be at least {1}",
        ),
        (
            r"Invalid value for (.+?): Input should be less than or equal to (.+)",
            "{0} 不能大于 {1}",
            "{0} must be at most {1}",
        ),
        (
            r"Invalid value for (.+?): Value error, (.+) is not one of (.+?)\.?",
            "{0} 只能是 {2}，不能是 {1}",
            "{0} must be one of {2}, not {1}",
        ),
    )
)


def describe_usage_error(message: str) -> Text:
    """Return the text of Typer's *message*; an unknown message stays in English."""
    for known in _MESSAGES:
        if found := known.pattern.fullmatch(message):
            groups = [group.replace("'", "") for group in found.groups("")]
            return Text(known.text.zh.format(*groups), known.text.en.format(*groups))
    return Text(message, message)
