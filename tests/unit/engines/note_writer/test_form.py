"""Requirements on the form of a text: each is met by the draft, or a remark states that it is not."""

import pytest

from tests.fixtures.notes.pipeline import write_content


@pytest.mark.parametrize(
    ("request_", "requirement"),
    [("写一篇写作业磨蹭的笔记，结尾给新老师三条建议", "结尾给新老师三条建议"),
     ("写一篇写作业磨蹭的笔记，不要写得很励志", "不要写得很励志"),
     ("写一篇写作业磨蹭的笔记，写得幽默一点", "幽默"),
     ("my sourdough starter died twice. write a funny post about it", "funny"),
     ("A post on repotting a snake plant. Include a short poem", "Include a short poem")],
)  # fmt: skip
def test_a_requirement_without_effect_is_declared(request_: str, requirement: str) -> None:
    assert any(requirement in remark for remark in write_content(request_).remarks)


def test_a_tone_of_a_draft_with_citations_is_declared_as_one_of_its_edges() -> None:
    remarks = write_content("写一篇写作业磨蹭的笔记，语气别太官方").remarks
    assert any("只有开头和结尾照做的要求：" in remark and "别太官方" in remark for remark in remarks)


@pytest.mark.parametrize("request_", ["写一篇写作业磨蹭的笔记，不超过200字", "A post on repotting plants, no emoji"])
def test_a_requirement_that_the_draft_meets_is_not_declared(request_: str) -> None:
    assert not any("要求：" in remark or "Requirements" in remark for remark in write_content(request_).remarks)


@pytest.mark.parametrize("request_", ["写一篇写作业磨蹭的笔记，不要标签", "A post on repotting plants, no hashtags"])
def test_a_note_without_tags_has_none(request_: str) -> None:
    assert write_content(request_).tags == ()
