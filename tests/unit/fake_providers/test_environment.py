"""No test calls a real model, whatever its environment."""

import os

from tests.fixtures.systems.clean_environment import without_settings
from tests.fixtures.systems.command_line import command_environment


def test_the_switch_for_fake_providers_is_on_in_every_test() -> None:
    assert os.environ["REFLOW_MODEL_CALLS"] == "loopback"


def test_programs_under_test_get_the_switch_and_no_other_setting() -> None:
    outside = {"PATH": "/bin", "REFLOW_MODELS": "real.toml", "REFLOW_MODEL_CALLS": "any"}
    assert without_settings(outside) == {"PATH": "/bin", "REFLOW_MODEL_CALLS": "loopback"}


def test_the_command_line_under_test_has_the_switch() -> None:
    assert command_environment()["REFLOW_MODEL_CALLS"] == "loopback"
