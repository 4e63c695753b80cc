"""People with an activity, several copies of a thing in one drawing, and their surroundings."""

import pytest

from engines.painter.content.figures import parse_figures
from engines.painter.paint_request import PaintRequest
from engines.painter.painter import compose_request, paint_with_report
from engines.painter.prompt_parser import parse_scene
from engines.painter.scene import Setting, Subject, TimeOfDay
from services.common.contract.image_chat import Medium, PartKind, PartOutcome


@pytest.mark.parametrize(
    ("prompt", "subject"),
    [
        ("a girl riding a bicycle", "action/ride|person/girl///|icon/own/bicycle||1|"),
        ("小女孩骑自行车", "action/ride|person/girl///|icon/own/bicycle||1|"),
        ("a boy swimming", "icon/own/man_swimming"),
        ("一个男孩在打篮球", "icon/person-bouncing-ball"),
    ],
)
def test_a_person_and_an_activity_are_one_drawing(prompt: str, subject: str) -> None:
    (figure,) = parse_figures(prompt).figures
    assert figure.subject == subject
    assert [part.outcome for part in figure.words if part.kind is PartKind.ACTION] == [PartOutcome.SHOWN]


@pytest.mark.parametrize("prompt", ["a dog running", "a boy and a swimming duck"])
def test_only_a_person_with_the_activity_is_drawn_with_it(prompt: str) -> None:
    assert not any("man-" in str(figure.subject) for figure in parse_figures(prompt).figures)


def test_a_drawing_of_two_counts_twice() -> None:
    (figure,) = parse_figures("eight cherries").figures
    assert figure.count == 4


@pytest.mark.parametrize(
    ("prompt", "copies"), [("两个好朋友在聊天", 1), ("three classmates", 1), ("four best friends", 2), ("两个乐队", 2)]
)
def test_a_number_before_a_group_counts_its_members(prompt: str, copies: int) -> None:
    assert parse_figures(prompt).figures[0].count == copies


def test_an_odd_number_of_things_drawn_in_pairs_is_reported_as_another_number() -> None:
    (figure,) = parse_figures("three cherries").figures
    (count,) = (part for part in figure.words if part.kind is PartKind.COUNT)
    assert (count.outcome, count.substitute) == (PartOutcome.SUBSTITUTED, "4")


@pytest.mark.parametrize(
    ("prompt", "setting"),
    [
        ("a lake with mountains", Setting.LAKE),
        ("两条锦鲤在湖里", Setting.POND),
        ("金色的麦田", Setting.FIELD),
        ("a purple lavender field", Setting.FIELD),
        ("northern lights over a forest", Setting.NORTHERN_LIGHTS),
        ("a full moon over the sea", Setting.SEA),
    ],
)
def test_a_landscape_has_its_own_setting(prompt: str, setting: Setting) -> None:
    assert parse_scene(PaintRequest(prompt, "", None, 64, 64, 1), Medium.OIL).setting is setting


def test_fireworks_are_painted_at_night() -> None:
    scene = parse_scene(PaintRequest("烟花", "", None, 64, 64, 1), Medium.OIL)
    assert scene.time_of_day is TimeOfDay.NIGHT


def test_a_full_moon_over_the_sea_is_reported_as_shown() -> None:
    painting = paint_with_report(PaintRequest("a full moon over the sea", "", None, 128, 128, 1))
    assert {part.outcome for part in painting.content if part.kind is PartKind.SUBJECT} == {PartOutcome.SHOWN}


def test_several_companions_do_not_crowd_out_the_main_subject() -> None:
    drawing = compose_request(PaintRequest("a Christmas tree with presents", "", None, 128, 128, 1)).drawing
    sizes = []
    for copy in drawing.copies:
        points = [drawing.shapes[number].points[:, 1] for number in range(copy.start, copy.end)]
        sizes.append(max(float(y.max()) for y in points) - min(float(y.min()) for y in points))
    assert len(sizes) == 4
    assert sizes[0] > 1.5 * max(sizes[1:])


@pytest.mark.parametrize("prompt", ["荷兰风车", "halloween: a witch"])
def test_a_place_or_holiday_that_qualifies_the_subject_is_not_reported_as_missing(prompt: str) -> None:
    parts = [*parse_figures(prompt).parts, *(part for one in parse_figures(prompt).figures for part in one.words)]
    assert not [part for part in parts if part.kind is PartKind.SUBJECT and part.outcome is PartOutcome.MISSING]


def test_one_lantern_is_drawn_once() -> None:
    (figure,) = parse_figures("a lantern").figures
    assert (figure.subject, figure.count) == (Subject.LANTERN, 1)
    drawing = compose_request(PaintRequest("a lantern", "", None, 128, 128, 1)).drawing
    bodies = [shape for shape in drawing.shapes[drawing.copies[0].start : drawing.copies[0].end] if shape.glow == 0.55]
    assert len(bodies) == 1
