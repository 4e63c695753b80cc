"""Language of the command line."""

import pytest

from services.cli.language import resolve_language
from services.common.text.language import Language


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "zh"),
        ({"LANG": "C.UTF-8"}, "zh"),
        ({"LANG": "zh_CN.UTF-8"}, "zh"),
        ({"LANG": "de_DE.UTF-8"}, "zh"),
        ({"LANG": "en_US.UTF-8"}, "en"),
        ({"LANG": "en_US.UTF-8", "LC_ALL": "zh_CN.UTF-8"}, "zh"),
        ({"LANG": "zh_CN.UTF-8", "LC_ALL": "", "LC_MESSAGES": "en_GB"}, "en"),
    ],
)
def test_the_locale_decides_and_chinese_is_the_default(environment: dict[str, str], language: str) -> None:
    assert resolve_language(None, environment) == language


def test_a_requested_language_wins_over_the_locale() -> None:
    assert resolve_language(Language.ENGLISH, {"LC_ALL": "zh_CN.UTF-8"}) is Language.ENGLISH
