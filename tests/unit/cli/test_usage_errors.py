"""Errors in the use of a command."""

import pytest
from typer.exceptions import TyperException
from typer.main import get_command

from services.cli.app import app
from services.cli.usage_errors import describe_usage_error


@pytest.mark.parametrize(
    ("arguments", "zh", "en"),
    [
        (
            "run --foo",
            "没有选项 --foo，相近的有 --folder, --out",
            "There is no option --foo; similar ones are --folder",
        ),
        ("run --zzzzz", "没有 --zzzzz", "There is no --zzzzz"),
        ("foo", "没有 foo", "There is no foo"),
        ("runs shwo", "没有 shwo，是不是 show", "There is no shwo; did you mean show"),
        ("styles list --data", "选项 --data 后面缺少值", "The option --data needs a value"),
        ("styles show", "缺少 key", "key is missing"),
        ("styles show a b", "多出了 b", "Too many arguments: b"),
        ("run --seed abc x", "--seed 应是数字", "--seed must be a number"),
        ("runs list -n 0", "-n / --count 不能小于 1", "-n / --count must be at least 1"),
        ("run --lang de x", "--lang 只能是 zh, en，不能是 de", "--lang must be one of zh, en, not de"),
    ],
)
def test_an_error_is_in_the_language_of_the_user(arguments: str, zh: str, en: str) -> None:
    with pytest.raises(TyperException) as raised:
        get_command(app).main(arguments.split(), standalone_mode=False)
    text = describe_usage_error(raised.value.format_message())
    assert text.zh.startswith(zh) and text.en.startswith(en)


def test_an_unknown_error_is_unchanged() -> None:
    assert describe_usage_error("Something new.").zh == "Something new."
