"""The result of a step in a few words."""

import pytest
from reflow.v1 import note_workflow_pb2

from services.cli.rendering.step_results import describe_product
from services.common.text.language import Language


@pytest.mark.parametrize(
    ("reason", "shown"), [("", ""), ("照常继续。", ""), ("Continue as planned.", ""), ("标题点题", "照常继续")]
)
def test_advice_to_continue_is_stated_once(reason: str, shown: str) -> None:
    # The thought before the result is the reason, or states the same where there is none.
    assert describe_product("advice", note_workflow_pb2.Advice(reason=reason), Language.CHINESE) == shown
