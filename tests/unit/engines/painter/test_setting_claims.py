"""Claims about places, seasons and weather: the water has a bank, the season its trees, and past weather is over."""

import pytest

from engines.painter.content.autumn import is_deciduous
from engines.painter.content.banks import is_at_bank
from engines.painter.paint_request import Look, PaintRequest
from engines.painter.painter import compose_request, inspect, paint_with_report
from engines.painter.prompt_parser import parse_scene
from engines.painter.scene import Scene, Setting, Weather
from services.common.contract.image_chat import Medium, PartKind, PartOutcome
from services.rag.adapters.seed_data import load_seed_styles


def build_request(text: str, medium: Medium = Medium.FLAT) -> PaintRequest:
    palette = next(style.palette for style in load_seed_styles() if style.medium is medium)
    return PaintRequest(text, text, Look(medium, palette), 384, 384, 7)


def read_scene(text: str) -> Scene:
    return parse_scene(build_request(text), Medium.FLAT)


def find_outcome(text: str, words: str, medium: Medium = Medium.FLAT) -> PartOutcome | None:
    parts = paint_with_report(build_request(text, medium)).content
    return next((part.outcome for part in parts if part.requested == words), None)


@pytest.mark.parametrize("text", ["a woman by a lily pond", "一只狗在池塘边", "一只白鹤站在荷塘边", "池塘边的马"])
def test_who_stands_at_a_pond_has_a_bank(text: str) -> None:
    request = build_request(text)
    assert read_scene(text).setting is Setting.LAKE
    assert inspect(compose_request(request), paint_with_report(request).pixels).stands_on_bank()


@pytest.mark.parametrize("text", ["a fish in a pond", "荷塘里的青蛙", "a duck on a pond"])
def test_a_pond_is_seen_from_above_where_nobody_stands(text: str) -> None:
    assert read_scene(text).setting is Setting.POND


@pytest.mark.parametrize("text", ["荷塘边的女孩", "a girl by a lotus pond"])
def test_a_lotus_pond_has_lotuses(text: str) -> None:
    with_lotuses, plain = (
        len(compose_request(build_request(one)).drawing.distinctions) for one in (text, "a girl by a pond")
    )
    assert with_lotuses == plain + 1


@pytest.mark.parametrize("text", ["湖边", "by the river", "on the bank of a lake", "lakeside"])
def test_words_for_a_bank(text: str) -> None:
    assert is_at_bank(text)


@pytest.mark.parametrize("text", ["a duck in a pond", "湖里的鱼", "a boat on the river"])
def test_words_for_what_is_in_the_water(text: str) -> None:
    assert not is_at_bank(text)


def test_mist_in_ink_is_claimed_where_it_veils_land() -> None:
    assert find_outcome("水墨山水，雾", "雾", Medium.INK_WASH) is PartOutcome.SHOWN
    assert find_outcome("雾中的小船", "雾", Medium.INK_WASH) is PartOutcome.MISSING


@pytest.mark.parametrize("text", ["一只猫头鹰停在松枝上", "an owl on a pine branch", "a robin on a holly branch"])
def test_a_bird_sits_on_its_own_branch_for_that_of_a_tree(text: str) -> None:
    parts = paint_with_report(build_request(text)).content
    assert [part.substitute for part in parts if part.kind is PartKind.SUBJECT][1] in ("树枝", "branch")
    assert all(part.outcome is PartOutcome.SUBSTITUTED for part in parts if part.kind is PartKind.RELATION)


def test_a_bird_with_a_branch_of_its_own_is_on_no_tree() -> None:
    assert find_outcome("a robin on a cherry tree", "on") is PartOutcome.MISSING
    assert find_outcome("an owl on an oak tree", "on") is PartOutcome.SHOWN


@pytest.mark.parametrize("medium", [Medium.POINTILLISM, Medium.OIL, Medium.FLAT])
def test_the_sun_is_high_at_noon(medium: Medium) -> None:
    request = build_request("a harbor at noon", medium)
    sky = inspect(compose_request(request), paint_with_report(request).pixels).sky
    assert sky.has_high_sun()
    assert not sky.is_yellow()
    assert find_outcome("a harbor at noon", "noon", medium) is PartOutcome.SHOWN


def test_noon_is_missing_in_a_dark_look() -> None:
    assert find_outcome("a street at noon", "noon", Medium.NEON) is PartOutcome.MISSING


@pytest.mark.parametrize("text", ["an oak tree in autumn", "秋天的白桦林", "秋天的大树"])
def test_trees_are_not_green_in_autumn(text: str) -> None:
    request = build_request(text)
    assert not inspect(compose_request(request), paint_with_report(request).pixels).sky.has_green_trees()


def test_evergreens_stay_green() -> None:
    assert not is_deciduous("icon/own/pine")
    assert is_deciduous("tree")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("一个农民，刚下过雨", "刚下过雨"),
        ("雨停了，一条小街", "雨停了"),
        ("雨后的花园", "雨后"),
        ("a street after heavy rain", "after heavy rain"),
        ("the rain has stopped, a garden", "rain has stopped"),
    ],
)
def test_rain_that_is_over_does_not_fall(text: str, words: str) -> None:
    assert read_scene(text).weather is not Weather.RAIN
    assert find_outcome(text, words) is PartOutcome.MISSING


@pytest.mark.parametrize(("text", "words"), [("雪后的小屋", "雪后"), ("a house after the snow", "after the snow")])
def test_snow_that_is_over_lies_on_the_ground(text: str, words: str) -> None:
    scene = read_scene(text)
    assert (scene.setting, scene.weather) == (Setting.SNOWFIELD, Weather.CLEAR)
    assert find_outcome(text, words) is PartOutcome.SHOWN


@pytest.mark.parametrize("text", ["下雨的街道", "a street in the rain", "下着雪的村庄"])
def test_weather_that_lasts_falls(text: str) -> None:
    assert read_scene(text).weather in (Weather.RAIN, Weather.SNOW)


def _count_red(text: str, medium: Medium) -> int:
    pixels = paint_with_report(build_request(text, medium)).pixels.astype(int)
    return int((pixels[..., 0] - pixels[..., 1] > 100).sum())


@pytest.mark.parametrize("words", ["不要印章", "no seal", "without a red stamp"])
def test_the_stamp_of_the_artist_is_left_out_where_it_is_excluded(words: str) -> None:
    assert _count_red(f"a bamboo grove, {words}", Medium.INK_WASH) == 0
    assert _count_red("a bamboo grove", Medium.INK_WASH) > 0


def test_a_woodblock_print_has_no_stamp_where_it_is_excluded() -> None:
    request = build_request("一棵松树，不要印章", Medium.WOODBLOCK)
    assert not compose_request(request).composition.has_stamp
