"""What a prompt asks to see, and the painter's report of it."""

import numpy as np
import pytest

from engines.painter import PaintRequest, paint_with_report
from engines.painter.content.figures import parse_figures
from engines.painter.content.words import Position, Relation
from engines.painter.palette import from_hex, to_lab
from engines.painter.scene import Subject
from engines.painter.subjects.icons import decode_drawing, load_icons
from services.common.contract.image_chat import PartKind, PartOutcome


def report(prompt: str) -> dict[tuple[str, str], str]:
    """Return the outcome of each part of an image of *prompt*."""
    painting = paint_with_report(PaintRequest(prompt, prompt, None, 96, 96, 3))
    return {(part.kind.value, part.requested): part.outcome.value for part in painting.content}


def test_there_are_twelve_hundred_subjects_and_every_one_has_areas() -> None:
    icons = load_icons()
    assert len(icons) + len(Subject) >= 1_200
    assert all(decode_drawing(key).areas and (icon.zh or icon.en) for key, icon in icons.items())


@pytest.mark.parametrize(
    ("prompt", "subject"),
    [
        ("恐龙", "icon/t-rex"),
        ("自行车", "icon/bicycle"),
        ("斑马", "icon/zebra"),
        ("金字塔", "icon/pyramid"),
        ("长颈鹿弹钢琴", "icon/giraffe"),
        ("a hot dog", "icon/hot-dog"),
        ("wolves", "icon/wolf"),
    ],
)
def test_the_longest_name_wins(prompt: str, subject: str) -> None:
    assert parse_figures(prompt).figures[0].subject == subject


def test_each_noun_has_its_own_count_color_position_and_relation() -> None:
    boys, dog = parse_figures("两个男孩和一只黑狗").figures
    assert (boys.count, boys.color, dog.count, bool(dog.color)) == (2, "", 1, True)
    left, right = parse_figures("左边一只狗，右边一只猫").figures
    assert (left.position, right.position) == (Position.LEFT, Position.RIGHT)
    assert parse_figures("an owl above a lighthouse").figures[0].relation is Relation.ABOVE
    assert parse_figures("twelve penguins").figures[0].count == 12


def test_what_must_not_be_there_is_not_drawn() -> None:
    assert [figure.subject for figure in parse_figures("海边的房子，不要猫").figures] == [Subject.HOUSE]


def test_the_report_names_what_is_shown_and_what_is_missing() -> None:
    assert report("长颈鹿弹钢琴") == {
        ("subject", "长颈鹿"): "shown",
        ("subject", "钢琴"): "shown",
        ("action", "弹"): "missing",
    }
    assert ("subject", "zibblewock") in report("zibblewock")
    assert set(report("zibblewock").values()) == {"missing"}


def test_more_than_twelve_are_reported_as_twelve() -> None:
    painting = paint_with_report(PaintRequest("30 cats", "30 cats", None, 96, 96, 3))
    (count,) = [part for part in painting.content if part.kind is PartKind.COUNT]
    assert (count.outcome, count.substitute) == (PartOutcome.SUBSTITUTED, "12")


@pytest.mark.parametrize(
    ("prompt", "color"),
    [("a purple elephant", "#7b45b5"), ("绿色的车", "#3f9b47"), ("红色的狐狸", "#d8322f")],
)
def test_a_color_that_the_report_claims_is_in_the_image(prompt: str, color: str) -> None:
    painting = paint_with_report(PaintRequest(prompt, prompt, None, 192, 192, 3))
    assert all(part.outcome is PartOutcome.SHOWN for part in painting.content if part.kind is PartKind.COLOR)
    lab, target = to_lab(painting.pixels / 255.0), to_lab(from_hex(color))
    near = np.hypot(lab[..., 1] - target[1], lab[..., 2] - target[2]) < 0.06
    assert near.mean() > 0.03
