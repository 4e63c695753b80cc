"""The example configurations that users copy."""

import re
from pathlib import Path

import pytest

from services.common.llm.configuration import KNOWN_ENGINES, Configuration, Role, read_configuration
from services.common.llm.presets import PRESETS
from services.common.settings import SettingsInvalid

ROOT = Path(__file__).parents[4]
PAGE = (ROOT / "docs" / "models" / "models.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)


def read(text: str, folder: Path) -> Configuration:
    path = folder / "models.toml"
    path.write_text(text, encoding="utf-8")
    return read_configuration(str(path))


def test_the_example_file_is_a_valid_configuration() -> None:
    configuration = read_configuration(str(ROOT / "models.example.toml"))

    assert configuration.roles[Role.PLANNER].provider == "dashscope"
    assert configuration.key_variables == ("DASHSCOPE_API_KEY",)


def test_the_commented_out_part_of_the_example_file_is_also_valid(tmp_path: Path) -> None:
    text = (ROOT / "models.example.toml").read_text(encoding="utf-8")
    tables = re.sub(r"^# (?=\[|[a-z_]+ = )", "", text, flags=re.MULTILINE)

    assert {"company", "openai", "dashscope"} == set(read(tables, tmp_path).providers)


def test_the_example_file_names_every_engine_that_needs_no_table() -> None:
    text = (ROOT / "models.example.toml").read_text(encoding="utf-8")
    assert all(f"[images.engines.{name}]" in text for name in KNOWN_ENGINES)


@pytest.mark.parametrize("block", BLOCKS)
def test_every_example_of_the_page_is_a_valid_configuration(block: str, tmp_path: Path) -> None:
    assert read(block, tmp_path).roles


def test_the_page_shows_every_preset_as_it_is() -> None:
    for name, preset in PRESETS.items():
        key = f"`{preset.key_variable}`" if preset.key_variable else "none"
        assert f"| `{name}` | {preset.base_url} | {key} | `{preset.structured.value}` |" in PAGE
        assert any(f'provider = "{name}"' in block for block in BLOCKS)


def test_an_embedding_without_its_length_is_rejected(tmp_path: Path) -> None:
    with pytest.raises(SettingsInvalid, match=r"roles\.embedding\.dimensions is missing"):
        read('[roles.embedding]\nprovider = "openai"\nmodel = "text-embedding-3-small"\n', tmp_path)


@pytest.mark.parametrize(
    ("role", "field"),
    [("planner", "messages = []"), ("planner", "stream = false"), ("planner", "n = 2"), ("writer", "input = 1")],
)
def test_a_field_that_reflow_fills_in_itself_is_rejected(role: str, field: str, tmp_path: Path) -> None:
    text = f'[roles.{role}]\nprovider = "openai"\nmodel = "gpt"\nextra_body = {{ {field} }}\n'

    with pytest.raises(SettingsInvalid, match=rf"roles\.{role}\.extra_body must not hold {field.split()[0]}"):
        read(text, tmp_path)


def test_a_field_that_json_cannot_represent_is_rejected(tmp_path: Path) -> None:
    text = '[roles.planner]\nprovider = "openai"\nmodel = "gpt"\nextra_body = { since = 2026-01-01 }\n'

    with pytest.raises(SettingsInvalid, match=r"roles\.planner\.extra_body"):
        read(text, tmp_path)
