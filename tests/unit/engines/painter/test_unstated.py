"""Adjectives, postures, ways, counts of one and absences are drawn, or reported as missing; a verb draws nothing."""

import pytest

from engines.painter.content.exclusions import find_excluded
from engines.painter.content.mentions import find_mentions
from engines.painter.content.names import load_names, load_similar
from engines.painter.content.normalization import normalize
from engines.painter.content.verb_names import VERBS
from engines.painter.paint_request import Look, PaintRequest
from engines.painter.painter import compose_request
from engines.painter.prompt_parser import parse_scene
from engines.painter.scene import Scene
from services.common.contract.image_chat import Medium, PartKind, PartOutcome

_PALETTE = ("#fdfaf0", "#8fb0c8", "#e08a9a", "#9ac08a", "#f0d080")


def parse(prompt: str) -> Scene:
    """Return the scene of *prompt*."""
    return parse_scene(PaintRequest(prompt, prompt, Look(Medium.FLAT, _PALETTE), 300, 300, 3), Medium.FLAT)


def find_parts(prompt: str, outcome: PartOutcome, kind: PartKind) -> set[str]:
    """Return the words of *kind* in the report of *prompt* that have *outcome*."""
    scene = parse(prompt)
    parts = [part for figure in scene.figures for part in figure.words] + list(scene.parts)
    return {part.requested for part in parts if (part.outcome, part.kind) == (outcome, kind)}


def find_lost(prompt: str, kind: PartKind = PartKind.ACTION) -> set[str]:
    """Return the words of *kind* that an image of *prompt* lacks."""
    return find_parts(prompt, PartOutcome.MISSING, kind)


@pytest.mark.parametrize(
    ("prompt", "look"),
    [
        ("an old typewriter on a desk", "old"),
        ("a round window in a brick house", "round"),
        ("a fat orange cat on a fence", "fat"),
        ("two kayaks on a calm lake", "calm"),
        ("a cat with a long tail", "long"),
        ("a tall woman with a violin", "tall"),
        ("一双旧鞋", "旧"),
        ("一只胖企鹅", "胖"),
        ("一辆又小又旧的卡车", "小"),
        ("一辆又小又旧的卡车", "旧"),
        ("一条又长又细的绳子", "长"),
        ("一位长头发的女孩弹吉他", "长头发"),
    ],
)
def test_a_look_that_no_drawing_has_is_missing(prompt: str, look: str) -> None:
    assert look in find_lost(prompt)


@pytest.mark.parametrize(
    ("prompt", "look"),
    [
        ("a round balloon", "round"),
        ("a tall lighthouse", "tall"),
        ("a dog running round the house", "round"),
        ("a male nurse", "male"),
        ("a cat sleeping all day long", "long"),
        ("长城", "长"),
        ("一只长颈鹿", "长"),
        ("古老的长椅", "长"),
    ],
)
def test_a_look_that_the_usual_drawing_has_is_not_missing(prompt: str, look: str) -> None:
    assert look not in find_lost(prompt)


def test_a_covered_face_shows_no_sex() -> None:
    assert "female" in find_lost("a female welder")
    assert "female" not in find_lost("a female blacksmith")


@pytest.mark.parametrize(
    ("prompt", "state"),
    [
        ("a knight with his visor up", "visor up"),
        ("leaves all over the path", "all over"),
        ("工人从梯子上下来", "从梯子上下来"),
        ("同学们在草地上拔河", "拔河"),
    ],
)
def test_a_state_or_a_way_is_missing(prompt: str, state: str) -> None:
    assert state in find_lost(prompt)


def test_a_game_is_not_the_place_in_its_name() -> None:
    scene = parse("大家在沙滩上拔河")
    assert "河" not in {part.requested for part in scene.parts}


@pytest.mark.parametrize(
    ("prompt", "posture", "is_lost"),
    [
        ("爷爷坐在门槛上剥豆子", "坐", True),
        ("a lion lying on a rock", "lying", True),
        ("mechanic lying under a van", "lying", True),
        ("一只猫坐在垫子上", "坐", False),
        ("a panda sitting on a log", "sitting", False),
        ("一条蛇盘在石头上", "盘", False),
        ("a woman playing the piano", "sitting", False),
    ],
)
def test_a_posture_is_missing_unless_it_is_drawn(prompt: str, posture: str, is_lost: bool) -> None:
    assert (posture in find_lost(prompt)) is is_lost


@pytest.mark.parametrize(
    ("prompt", "words"),
    [
        ("下雪的火车站，一个人也没有", "一个人也没有"),
        ("夜里的街道上一个行人都没有", "一个行人都没有"),
        ("空无一人的教室", "空无一人的"),
        ("无人的街道", "无人的"),
        ("an empty beach with nobody around", "with nobody around"),
        ("a street at night, not a soul in sight", "not a soul in sight"),
        ("a swimming pool without anyone", "without anyone"),
        ("a park bench with no one around", "with no one around"),
        ("a deserted street in the rain", "deserted"),
    ],
)
def test_words_for_no_people_exclude_them(prompt: str, words: str) -> None:
    scene = parse(prompt)
    assert words in find_parts(prompt, PartOutcome.SHOWN, PartKind.EXCLUSION)
    assert not any("person" in figure.subject for figure in scene.figures)


def test_people_who_are_requested_break_an_exclusion_of_people() -> None:
    assert "no one else around" in " ".join(find_lost("a boy on a bench, no one else around", PartKind.EXCLUSION))


def test_a_drawing_with_someone_in_it_breaks_an_exclusion_of_people() -> None:
    assert "一个人也没有" in find_lost("龙舟，一个人也没有", PartKind.EXCLUSION)
    assert "people" in find_lost("a dragon boat, no people", PartKind.EXCLUSION)


def count_shapes(prompt: str) -> int:
    """Return the number of shapes of the first figure of *prompt*."""
    copy = compose_request(PaintRequest(prompt, "", Look(Medium.FLAT, _PALETTE), 96, 96, 3)).drawing.copies[0]
    return copy.end - copy.start


def test_a_drawing_is_drawn_without_its_people_where_they_are_excluded() -> None:
    assert "一个人也没有" in find_parts("公交站，一个人也没有", PartOutcome.SHOWN, PartKind.EXCLUSION)
    shapes = [count_shapes(text) for text in ("乌篷船", "乌篷船，不要人")]
    assert shapes[0] > shapes[1]


def test_what_a_drawing_has_on_it_breaks_its_exclusion() -> None:
    assert "stars" in find_lost("a christmas tree, no stars", PartKind.EXCLUSION)
    assert "stars" in find_parts("an apple, no stars", PartOutcome.SHOWN, PartKind.EXCLUSION)


def test_the_count_of_one_that_the_planner_leaves_out_is_drawn() -> None:
    request = PaintRequest("one fish", "fish", Look(Medium.FLAT, _PALETTE), 300, 300, 3)
    assert [figure.subject for figure in parse_scene(request, Medium.FLAT).figures] == ["icon/fish"]


def test_what_is_counted_as_none_is_excluded_and_the_place_after_it_is_not() -> None:
    text = "一只猫也没有的院子和房子"
    mentions = find_mentions(text)
    assert [text[one.start : one.end] for one in find_excluded(text, mentions)] == ["猫"]


def test_otherwise_empty_is_an_exclusion() -> None:
    assert "otherwise empty" in find_lost("a chair in an otherwise empty room", PartKind.EXCLUSION)


@pytest.mark.parametrize(
    ("prompt", "subject"),
    [
        ("a boy teaching his dog to jump", "kangaroo"),
        ("a boxer who has to duck", "duck"),
        ("kids who want to swing", "swing"),
        ("a goat must bear a heavy load", "bear"),
        ("a man about to saw a log", "saw"),
        ("a girl learning to swim", "swim"),
        ("a bird can swallow a berry", "swallow"),
        ("a dog barks and the horse rocks", "rock"),
        ("a raccoon fishes in the river", "fish"),
    ],
)
def test_a_verb_is_no_thing(prompt: str, subject: str) -> None:
    assert not any(subject in figure.subject.rpartition("/")[2] for figure in parse(prompt).figures)


def test_no_name_of_a_drawing_that_is_a_verb_is_drawn_after_to() -> None:
    names = [word for word in (*load_names().list_words(), *load_similar().list_words()) if word in VERBS]
    found = {one: find_mentions(f"an elf wants to {one}") for one in names}
    assert len(names) > 300
    assert [one for one, mentions in found.items() if any(m.start > len("an elf wants ") for m in mentions)] == []


@pytest.mark.parametrize(
    ("prompt", "subject"),
    [
        ("a cat next to a duck", "duck"),
        ("a tree next to rock pools", "rock"),
        ("two dog bowls on the floor", "bowl"),
        ("a swing in the garden", "swing"),
        ("the swallow on a wire", "swallow"),
    ],
)
def test_a_name_that_is_no_verb_is_drawn(prompt: str, subject: str) -> None:
    assert any(subject in figure.subject for figure in parse(prompt).figures)


def test_the_young_is_drawn_if_there_is_a_drawing_of_it() -> None:
    assert [figure.subject for figure in parse("一匹小马在草地上").figures] == ["icon/own/foal"]
    assert [figure.subject for figure in parse("a young horse").figures] == ["icon/own/foal"]


@pytest.mark.parametrize(("prompt", "word"), [("三只小鹅", "小"), ("a little fox", "little"), ("三只小猪", "小")])
def test_the_young_without_a_drawing_is_missing(prompt: str, word: str) -> None:
    assert word in find_lost(prompt)


@pytest.mark.parametrize("prompt", ["一只小狗", "小鸭子"])
def test_a_tender_name_asks_for_no_other_drawing(prompt: str) -> None:
    assert "小" not in find_lost(prompt)


def test_one_is_drawn_alone_or_missing() -> None:
    assert [figure.subject for figure in parse("one yellow tulip").figures] == ["icon/tulip"]
    assert "one" in find_lost("one bamboo", PartKind.COUNT)


def test_a_word_inside_the_name_of_a_thing_is_no_action() -> None:
    scene = parse("妈妈在厨房，猫趴在洗衣机上")
    assert "icon/own/washing_machine" in {figure.subject for figure in scene.figures}


def test_thanks_and_aspects_are_no_things() -> None:
    assert normalize("西瓜，谢谢") == "西瓜"
    assert not find_lost("candles of different heights", PartKind.SUBJECT)
