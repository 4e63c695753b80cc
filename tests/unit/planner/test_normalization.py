"""Fields of requests that the contract leaves open get known names and numbers in range."""

import pytest

from services.common.contract.note import Brief, LayoutSection, LayoutSpec
from services.common.contract.session import ChatMessage
from services.planner.domain.messages import normalize_messages
from services.planner.domain.normalization import normalize_brief, normalize_layout


@pytest.mark.parametrize(("role", "normalized"), [("assistant", "assistant"), ("user", "user"), ("system", "user")])
def test_a_message_of_an_unknown_role_is_the_users(role: str, normalized: str) -> None:
    assert normalize_messages([ChatMessage(role, "画一只猫")]) == (ChatMessage(normalized, "画一只猫"),)


@pytest.mark.parametrize(("content_type", "normalized"), [("list", "list"), ("", "guide"), ("poem", "guide")])
def test_a_brief_of_an_unknown_content_type_is_a_guide(content_type: str, normalized: str) -> None:
    assert normalize_brief(Brief("春游", content_type=content_type)).content_type == normalized


@pytest.mark.parametrize(("count", "normalized"), [(0, 1), (1, 1), (9, 9), (10, 9)])
def test_a_brief_has_one_to_nine_images(count: int, normalized: int) -> None:
    assert normalize_brief(Brief("春游", image_count=count)).image_count == normalized


def test_a_section_of_an_unknown_role_is_a_plain_section() -> None:
    layout = LayoutSpec("grid", sections=(LayoutSection("cover"), LayoutSection("sidebar")))
    assert [section.role for section in normalize_layout(layout).sections] == ["cover", "section"]
