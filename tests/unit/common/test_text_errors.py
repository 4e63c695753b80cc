"""What the parsers of JSON and YAML report, in the language of the text."""

import json
import re

import pytest

from services.common.agents.yaml_source import DefinitionsInvalid, parse_yaml
from services.common.text.json_errors import describe_json_error

_ENGLISH = re.compile(r"[a-z]{3,}")


@pytest.mark.parametrize("written", ['{"a": }', '{"a" 1}', '{"a": 1', '["a]', '["\\q"]', "{} {}", "[1,]", "9" * 5000])
def test_chinese_text_of_broken_json_has_no_english(written: str) -> None:
    with pytest.raises(ValueError, match=_ENGLISH) as caught:
        json.loads(written)
    assert not _ENGLISH.search(describe_json_error(caught.value).zh)


def test_chinese_text_of_broken_yaml_names_line_and_column() -> None:
    with pytest.raises(DefinitionsInvalid) as caught:
        parse_yaml(b"id: a\nlayer: [3\nname: b\n", "a.yaml")
    (mistake,) = caught.value.mistakes
    assert mistake.text.zh == "不是有效的 YAML：第 3 行第 5 列有写错的地方。"
