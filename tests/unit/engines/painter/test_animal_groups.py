"""Groups of animals: a mother and her young, herds and flocks are one drawing, found under each of their names."""

import numpy as np
import pytest

from engines.painter.content.figures import parse_figures
from engines.painter.paint_request import Look, PaintRequest
from engines.painter.painter import paint_with_report
from engines.painter.prompt_parser import parse_scene
from engines.painter.subjects.animal_groups import Group, arrange_group, read_groups
from engines.painter.subjects.catalog import record_areas
from engines.painter.subjects.drawing_text import parse_areas
from engines.painter.subjects.icons import load_icons
from services.common.contract.image_chat import Medium, PartKind, PartOutcome

PALETTE = ("#f6f1e4", "#3f6b8c", "#e08a5b", "#7fae7d", "#d9607a", "#f4cf72")


def find_subject(prompt: str) -> tuple[str, int]:
    """Return the key and the count of the only figure of *prompt*."""
    (figure,) = parse_figures(prompt).figures
    assert figure.words[0].outcome is PartOutcome.SHOWN
    return figure.subject.removeprefix("icon/own/"), figure.count


@pytest.mark.parametrize("group", list(read_groups()), ids=lambda group: group.key)
def test_every_group_has_names_in_both_languages_and_more_areas_than_one_animal(group: Group) -> None:
    icon = load_icons()[f"icon/own/{group.key}"]
    assert icon.zh and icon.en
    subject = group.line.split()[3]
    single = parse_areas(subject.removeprefix("icon/own/")) if "own/" in subject else record_areas(subject)
    assert len(parse_areas(group.key)) > len(single)


@pytest.mark.parametrize(
    ("prompt", "key"),
    [
        ("a mother elephant and her calf", "elephant_family"),
        ("an elephant with its calf crossing a river", "elephant_family"),
        ("a cow and her calf", "cow_family"),
        ("a bear and her two cubs", "bear_family"),
        ("a lioness with her cubs", "lioness_family"),
        ("a duck with her ducklings", "duck_family"),
        ("母鸡带着小鸡", "hen_family"),
        ("熊猫妈妈和熊猫宝宝", "panda_family"),
        ("袋鼠妈妈和小袋鼠", "kangaroo_family"),
        ("沙漠里的骆驼队", "camel_group"),
        ("a camel caravan in the desert", "camel_group"),
        ("草原上的羊群", "ewe_group"),
        ("a herd of elephants at sunset", "elephant_group"),
        ("大雁南飞", "flying_goose_group"),
        ("a school of fish", "tropical_fish_group"),
        ("一群蝴蝶", "butterfly_group"),
    ],
)
def test_a_mother_with_young_and_a_herd_are_one_drawing(prompt: str, key: str) -> None:
    assert find_subject(prompt) == (key, 1)


def test_the_young_are_smaller_than_their_mother_and_in_front_of_her() -> None:
    mother, *young = arrange_group("family", 2, 1.2, 1.2)
    assert not mother.is_young and all(one.is_young for one in young)
    assert all(one.size < 0.6 * mother.size and one.y < mother.y for one in young)
    assert young[0].x < mother.x < young[1].x


def test_the_near_row_of_a_herd_is_larger_and_lower() -> None:
    far, near = arrange_group("herd", 5, 1.2, 1.2)[:3], arrange_group("herd", 5, 1.2, 1.2)[3:]
    assert min(place.size for place in near) > max(place.size for place in far)
    assert max(place.y for place in near) < min(place.y for place in far)


def test_any_subject_is_recorded_with_its_foot_at_the_origin_and_height_one() -> None:
    for subject in ("cat", "icon/camel", "person/girl///"):
        points = np.vstack([outline for _, outline in record_areas(subject)])
        assert np.allclose([points[:, 1].min(), points[:, 1].max()], [0.0, 1.0], atol=1e-6), subject


@pytest.mark.parametrize("medium", [Medium.FLAT, Medium.MOSAIC, Medium.LINE_ART])
@pytest.mark.parametrize("prompt", ["a herd of elephants", "企鹅排队", "a mother elephant and her calf"])
def test_a_group_is_a_shown_subject_in_strong_and_soft_media(prompt: str, medium: Medium) -> None:
    painting = paint_with_report(PaintRequest(prompt, prompt, Look(medium, PALETTE), 256, 256, 3))
    assert [part.outcome for part in painting.content if part.kind is PartKind.SUBJECT] == [PartOutcome.SHOWN]


@pytest.mark.parametrize(
    ("prompt", "key", "is_colored"),
    [
        ("a sleeping cat", "sleeping_cat", False),
        ("a sleeping black cat", "sleeping_cat", True),
        ("a black cat is sleeping", "sleeping_cat", True),
        ("睡着的橘猫", "sleeping_cat", True),
        ("a polar bear sleeping", "sleeping_polar_bear", False),
        ("睡觉的小狗", "sleeping_dog", False),
    ],
)
def test_what_sleeps_is_drawn_asleep_in_its_color(prompt: str, key: str, is_colored: bool) -> None:
    (figure,) = parse_scene(PaintRequest(prompt, prompt, None, 64, 64, 1), Medium.FLAT).figures
    assert figure.subject == f"icon/own/{key}" and bool(figure.color) is is_colored
