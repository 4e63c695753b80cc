"""Errors of the parsers of JSON, TOML and YAML, in the user's language."""

import json
import re
import tomllib

import pytest

from services.common.agents.yaml_source import DefinitionsInvalid, parse_yaml
from services.common.text.parse_errors import describe_json_error, describe_toml_error

_ENGLISH = re.compile(r"[a-z]{3,}")


@pytest.mark.parametrize("written", ['{"a": }', '{"a" 1}', '{"a": 1', '["a]', '["\\q"]', "{} {}", "[1,]", "9" * 5000])
def test_chinese_text_of_broken_json_has_no_english(written: str) -> None:
    with pytest.raises(ValueError, match=_ENGLISH) as caught:
        json.loads(written)
    assert not _ENGLISH.search(describe_json_error(caught.value).zh)


@pytest.mark.parametrize(
    ("written", "text"), [("a = 1\nb = =", "第 2 行第 5 列有写错的地方"), ("[servers", "结尾不完整")]
)
def test_chinese_text_of_broken_toml_names_the_place(written: str, text: str) -> None:
    with pytest.raises(tomllib.TOMLDecodeError) as caught:
        tomllib.loads(written)
    assert describe_toml_error(caught.value).zh == text


def test_chinese_text_of_broken_yaml_names_line_and_column() -> None:
    with pytest.raises(DefinitionsInvalid) as caught:
        parse_yaml(b"id: a\nlayer: [3\nname: b\n", "a.yaml")
    (mistake,) = caught.value.mistakes
    assert mistake.text.zh == "不是有效的 YAML：第 3 行第 5 列有写错的地方。"
