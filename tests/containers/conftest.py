"""Skips the tests of containers without podman and built images; `scripts/check_containers` provides both."""

import os

import pytest


@pytest.fixture(scope="session", autouse=True)
def images() -> None:
    """Skip the tests unless the images are built."""
    if os.environ.get("REFLOW_TEST_CONTAINERS") != "1":
        pytest.skip("scripts/check_containers builds the images and sets REFLOW_TEST_CONTAINERS")
