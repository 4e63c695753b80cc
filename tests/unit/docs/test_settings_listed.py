"""Settings that the pages name."""

import re

import pytest

from tests.unit.docs.test_paths import PAGES, ROOT

SETTING = re.compile(r"\bREFLOW_[A-Z_]*[A-Z]\b(?!_)")
OF_TESTS = {"REFLOW_CHAOS_SEED", "REFLOW_FUZZ_SEED", "REFLOW_FUZZ_SECONDS"}


@pytest.mark.parametrize("page", PAGES)
def test_every_setting_of_a_page_is_in_the_example(page: str) -> None:
    listed = set(SETTING.findall((ROOT / ".env.example").read_text("utf-8")))
    named = {name for name in SETTING.findall((ROOT / page).read_text("utf-8")) if "__" not in name}
    assert named - listed - OF_TESTS == set()
