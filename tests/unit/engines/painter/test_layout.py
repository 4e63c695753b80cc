"""Where figures stand: rows that recede, ranks in one scale, contact with the ground, a backdrop that suits all."""

import numpy as np
import pytest

from engines.painter.composer import Copy, Drawing, Frame, compose
from engines.painter.homes import choose_common_home
from engines.painter.paint_request import Look, PaintRequest
from engines.painter.prompt_parser import parse_scene
from engines.painter.rng import Rng
from engines.painter.scene import Setting
from engines.painter.shapes import Layer
from engines.painter.subjects.natural_sizes import find_natural_height
from services.common.contract.image_chat import Medium

_PALETTE = ("#fdfaf0", "#8fb0c8", "#e08a9a", "#9ac08a", "#f0d080")


def draw(prompt: str, medium: Medium = Medium.FLAT) -> Drawing:
    scene = parse_scene(PaintRequest(prompt, prompt, Look(medium, _PALETTE), 300, 300, 3), medium)
    return compose(scene, medium, False, Frame(1.0, 1.0), Rng(3, prompt))


def measure(drawing: Drawing, copy: Copy) -> tuple[float, float, float, float]:
    """Return the left, upper, right and lower edge of *copy*."""
    points = np.vstack([shape.points for shape in drawing.list_body(copy)])
    return (*points.min(axis=0).tolist(), *points.max(axis=0).tolist())


def find_copies(drawing: Drawing, subject: str) -> list[Copy]:
    return [copy for copy in drawing.copies if subject in copy.figure.subject]


@pytest.mark.parametrize("prompt", ["seven candles on a table", "八个苹果", "ten penguins", "twelve cups"])
def test_rows_on_the_ground_recede_instead_of_floating(prompt: str) -> None:
    drawing = draw(prompt)
    feet = [measure(drawing, copy)[3] for copy in drawing.copies]
    assert len(set(np.round(feet, 2))) > 1
    assert min(feet) > 0.65


def test_the_near_row_is_drawn_over_the_far_one() -> None:
    drawing = draw("seven candles")
    feet = [round(measure(drawing, copy)[3], 3) for copy in drawing.copies]
    assert feet == sorted(feet)


@pytest.mark.parametrize("prompt", ["five sheep and a barn", "three kids, three tents, a campfire", "四个孩子和两棵树"])
def test_tall_things_stand_behind_many_small_figures(prompt: str) -> None:
    drawing = draw(prompt)
    tall = [copy for copy in drawing.copies if any(name in copy.figure.subject for name in ("barn", "tent", "tree"))]
    small = [copy for copy in drawing.copies if copy not in tall]
    assert tall and small
    assert max(copy.end for copy in tall) <= min(copy.start for copy in small)


def test_figures_of_one_image_share_a_scale_however_many_there_are() -> None:
    drawing = draw("six children and a marshmallow")
    heights = {copy.figure.subject: measure(drawing, copy)[3] - measure(drawing, copy)[1] for copy in drawing.copies}
    assert min(heights.values()) < 0.6 * max(heights.values())


def test_a_pole_makes_nobody_smaller_than_a_child() -> None:
    seller = find_natural_height("person/man/haws_seller//")
    assert seller is not None
    assert seller > 2.0


def test_a_shadow_is_below_the_feet() -> None:
    drawing = draw("a boy flying a kite")
    copy = drawing.copies[0]
    shadow = next(shape for shape in drawing.shapes[copy.start : copy.end] if shape.layer is Layer.NEAR)
    points = np.vstack([shape.points for shape in drawing.list_body(copy)])
    feet = points[points[:, 1] > points[:, 1].max() - 0.02, 0]
    assert feet.min() < shadow.points[:, 0].mean() < feet.max()
    assert np.ptp(shadow.points[:, 0]) < 0.8 * np.ptp(points[:, 0])


@pytest.mark.parametrize("prompt", ["a lighthouse and a whale", "a ship and a shark", "灯塔和海豚"])
def test_what_swims_next_to_a_ship_is_in_the_water(prompt: str) -> None:
    drawing = draw(prompt)
    assert drawing.setting is Setting.SEA
    swimming = next(
        copy for copy in drawing.copies if any(name in copy.figure.subject for name in ("whale", "shark", "dolphin"))
    )
    covering = drawing.shapes[swimming.end - 3 : swimming.end]
    _, top, _, bottom = measure(drawing, swimming)
    assert bottom > 0.75
    assert any(shape.layer is Layer.NEAR and top < shape.points[:, 1].min() < bottom for shape in covering)


@pytest.mark.parametrize("prompt", ["a chef in a kitchen", "a pilot and a dog", "two teachers", "一位法官和一只猫"])
def test_people_who_are_not_alone_stand_on_their_feet(prompt: str) -> None:
    drawing = draw(prompt)
    points = np.vstack([shape.points for shape in drawing.list_body(drawing.copies[0])])
    bottom = points[:, 1].max()
    low = points[points[:, 1] > bottom - 0.02, 0]
    assert bottom < 0.99
    assert np.ptp(low) < 0.75 * np.ptp(points[:, 0])


@pytest.mark.parametrize("prompt", ["a batman", "a chef", "a vampire"])
def test_a_portrait_is_cut_by_the_frame_and_by_nothing_else(prompt: str) -> None:
    drawing = draw(prompt)
    assert measure(drawing, drawing.copies[0])[3] >= 1.0


@pytest.mark.parametrize(
    ("main", "other", "home"),
    [
        ("icon/octopus", "icon/sailboat", Setting.SEA),
        ("icon/octopus", "icon/own/coral_reef", Setting.UNDERWATER),
        ("icon/penguin", "icon/snowman", Setting.SNOWFIELD),
        ("icon/guitar", "sofa", Setting.LIVING_ROOM),
        ("cake", "icon/elephant", Setting.MEADOW),
        ("cake", "coffee", Setting.TABLE),
        ("robot", "boat", Setting.LAKE),
        ("icon/camel", "cactus", Setting.DESERT),
        ("bird", "house", Setting.MEADOW),
        ("icon/airplane", "boat", Setting.SEA),
        ("icon/own/hammer", "icon/screwdriver", Setting.STUDIO),
    ],
)
def test_the_backdrop_suits_every_figure(main: str, other: str, home: Setting) -> None:
    assert choose_common_home(main, [other], Medium.FLAT) is home


@pytest.mark.parametrize("prompt", ["a wrench", "an accordion", "唢呐"])
def test_no_leaves_grow_around_a_thing(prompt: str) -> None:
    drawing = draw(prompt)
    assert drawing.setting is Setting.STUDIO
    assert not [shape for shape in drawing.shapes if shape.layer is Layer.FAR]
