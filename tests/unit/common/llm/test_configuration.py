"""Errors in a file of models are reported in one line that names the file and the position."""

from pathlib import Path

import pytest

from services.common.llm.configuration import read_configuration, read_keys
from services.common.settings import SettingsInvalid

PLANNER = '[roles.planner]\nprovider = "own"\nmodel = "m"\n'


def rejection(path: Path) -> list[str]:
    """Return the lines that state what is wrong with the file at *path*."""
    with pytest.raises(SettingsInvalid) as raised:
        read_configuration(str(path))
    return [line.replace(str(path), "FILE") for line in str(raised.value).splitlines()]


def written(folder: Path, text: str | bytes) -> Path:
    path = folder / "models.toml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def test_a_missing_file_is_reported_with_the_reason(tmp_path: Path) -> None:
    assert rejection(tmp_path / "none.toml") == ["FILE cannot be read: no such file"]


def test_a_folder_is_not_accepted_as_a_file(tmp_path: Path) -> None:
    assert rejection(tmp_path) == ["FILE cannot be read: it is a folder"]


@pytest.mark.parametrize("text", [b"roles = [1", b"\xff\xfe"])
def test_a_file_that_is_not_toml_is_reported(text: bytes, tmp_path: Path) -> None:
    (line,) = rejection(written(tmp_path, text))
    assert line.startswith("FILE is not TOML: ")


def test_every_wrong_line_is_reported_with_its_place(tmp_path: Path) -> None:
    lines = rejection(written(tmp_path, '[roles.planner]\nprovider = "deepseek"\nmodle = "x"\n'))
    assert [line.split(": ")[1] for line in lines] == ["roles.planner.model", "roles.planner.modle"]


KEYS = ["sk-Marked0123456789", "0123456789abcdefMARKED.x", "MARKEDAKIAIOSFODNN7EXAMPLE", "marked_key", "A KEY MARKED"]


@pytest.mark.parametrize("key", KEYS)
def test_a_key_instead_of_the_name_of_its_variable_is_rejected_and_not_displayed(key: str, tmp_path: Path) -> None:
    (line,) = rejection(written(tmp_path, f'[providers.own]\nbase_url = "http://x"\nkey_variable = "{key}"\n{PLANNER}'))
    assert line.startswith("FILE: providers.own.key_variable: names the environment variable")
    assert "marked" not in line.lower()


@pytest.mark.parametrize(
    "place",
    ['preset = "{key}"', 'base_url = "{key}"', 'base_url = "http://x"\n{key} = 1', "requests_per_minute = '{key}'"],
)
def test_a_key_in_a_wrong_field_is_not_displayed(place: str, tmp_path: Path) -> None:
    text = "[providers.own]\n" + place.format(key="sk-Marked0123456789") + f"\n{PLANNER}"
    assert "Marked" not in "".join(rejection(written(tmp_path, text)))


def test_a_misspelled_preset_is_reported_with_the_known_ones(tmp_path: Path) -> None:
    text = f'[providers.own]\npreset = "depseek"\nbase_url = "http://x/v1"\n{PLANNER}'
    assert rejection(written(tmp_path, text)) == [
        "FILE: providers.own.preset names 'depseek', which is no known provider "
        "(deepseek, dashscope, zhipu, openai, vllm, ollama)"
    ]


def test_an_inconsistent_configuration_is_reported_only_in_our_own_text(tmp_path: Path) -> None:
    (line,) = rejection(written(tmp_path, '[images]\ndefault = "nobody"\n'))
    assert line == "FILE: images.default names 'nobody', which [images.engines] does not have"


@pytest.mark.parametrize("url", ["http://[::1", "http://host:99999/v1", "http://a b/v1", "ftp://host/v1", "host/v1"])
def test_an_address_that_cannot_receive_requests_is_rejected(url: str, tmp_path: Path) -> None:
    (line,) = rejection(written(tmp_path, f'[providers.own]\nbase_url = "{url}"\n{PLANNER}'))
    assert line.startswith("FILE: providers.own.base_url: ")


@pytest.mark.parametrize(
    "url", ["http://127.0.0.1:8000/v1", "https://模型.example/v1", "http://gpu_1:8000", "http://[::1]/v1"]
)
def test_an_address_is_stored_unchanged(url: str, tmp_path: Path) -> None:
    configuration = read_configuration(str(written(tmp_path, f'[providers.own]\nbase_url = "{url}"\n{PLANNER}')))
    assert configuration.providers["own"].base_url == url


@pytest.mark.parametrize("key", ["…", "密钥", "sk-one\nsk-two"])
def test_a_key_that_is_not_printable_ascii_is_rejected_and_not_displayed(key: str, tmp_path: Path) -> None:
    configuration = read_configuration(str(written(tmp_path, PLANNER.replace("own", "deepseek"))))
    with pytest.raises(SettingsInvalid) as raised:
        read_keys(configuration, {"DEEPSEEK_API_KEY": key})
    assert str(raised.value) == "DEEPSEEK_API_KEY: holds no key: a key is printable ASCII"
