"""People: every row of the tables can be drawn, is named in both languages, and is claimed only if it is visible."""

import itertools
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest

from engines.painter.content.figures import parse_figures
from engines.painter.content.inspection import Inspection
from engines.painter.paint_request import Look, PaintRequest
from engines.painter.painter import compose_request, paint_with_report
from engines.painter.prompt_parser import parse_scene
from engines.painter.scene import Setting
from engines.painter.shapes import WHITE, Pen
from engines.painter.subjects.catalog import find_entry
from engines.painter.subjects.people.activities import load_activities
from engines.painter.subjects.people.composition import compose_person, draw_composition
from engines.painter.subjects.people.groups import Group, load_groups
from engines.painter.subjects.people.keys import PersonKey, is_person, parse_key
from engines.painter.subjects.people.model import Kind, Model, Slot
from engines.painter.subjects.people.outfits import load_outfits
from engines.painter.subjects.people.parts import PARTS
from engines.painter.subjects.people.poses import ARMS, LEGS
from engines.painter.subjects.people.roles import load_roles
from engines.painter.subjects.people.table_reader import read_rows
from engines.painter.subjects.people.things import load_things
from services.common.contract.image_chat import Medium, PartKind, PartOutcome

PALETTE = ("#f6f1e4", "#3f6b8c", "#e08a5b", "#7fae7d", "#d9607a", "#f4cf72")
NAMED = [role for role in load_roles().values() if role.names]


def find_key(prompt: str) -> PersonKey:
    """Return the person that is the only figure of *prompt*."""
    (figure,) = parse_figures(prompt).figures
    return parse_key(figure.subject)


def report(prompt: str, medium: Medium = Medium.FLAT) -> dict[tuple[str, str], str]:
    """Return the outcome of each part of an image of *prompt*."""
    painting = paint_with_report(PaintRequest(prompt, prompt, Look(medium, PALETTE), 192, 192, 3))
    return {(part.kind.value, part.requested): part.outcome.value for part in painting.content}


def test_there_are_sixty_roles_and_twenty_five_activities_in_both_languages() -> None:
    in_both = [role for role in NAMED if {name.isascii() for name in role.names} == {True, False}]
    assert len(in_both) >= 60
    assert len(load_activities()) >= 25


def test_every_role_names_existing_poses_parts_and_setting() -> None:
    for role in load_roles().values():
        assert role.arms in ARMS and role.legs in LEGS, role.key
        assert Setting(role.setting)
        assert [name for name, _ in role.parts if name not in PARTS] == [], role.key


def test_every_activity_names_existing_poses_parts_and_setting() -> None:
    for activity in load_activities().values():
        assert activity.arms in ("", *ARMS) and activity.legs in ("", *LEGS), activity.key
        assert activity.setting == "" or Setting(activity.setting)
        assert [name for name, _ in activity.parts if name not in PARTS] == [], activity.key
        assert activity.arms or activity.legs or activity.parts, activity.key


def test_every_thing_names_an_existing_part_and_poses() -> None:
    for thing in load_things().values():
        assert thing.part in PARTS, thing.key
        assert thing.arms in ("", *ARMS) and thing.legs in ("", *LEGS), thing.key


def test_what_is_worn_in_place_of_other_clothes_takes_a_requested_color() -> None:
    for outfit in load_outfits().values():
        assert [name for name, _ in outfit.parts if name not in PARTS] == []
        assert not outfit.is_clothing or PARTS[outfit.parts[0][0]].is_garment


def test_every_name_of_a_role_is_that_role() -> None:
    others = list[str]()
    for role, name in [(named, name) for named in NAMED for name in named.names]:
        for prompt in (f"a {name}", f"a {name} in the rain") if name.isascii() else (f"一位{name}", f"雨中的{name}"):
            drawn = [(figure.subject, figure.words[0].outcome) for figure in parse_figures(prompt).figures]
            if [(parse_key(key).role, outcome) for key, outcome in drawn] != [(role.key, PartOutcome.SHOWN)]:
                others.append(prompt)
    assert others == []


def test_no_two_roles_look_the_same() -> None:
    keys = [str(PersonKey(role.kind, role.key)) for role in load_roles().values()]
    parts = {key: {*compose_person(parse_key(key)).parts} for key in keys}
    same = [(one, other) for one, other in itertools.combinations(keys, 2) if parts[one] == parts[other]]
    assert same == []


@pytest.mark.parametrize("kind", list(Kind))
def test_every_role_can_be_drawn_as_every_kind_of_person_and_fits_the_frame(kind: Kind) -> None:
    for role in load_roles():
        entry = find_entry(str(PersonKey(kind, role)))
        assert entry is not None
        assert 0.2 < entry.share <= 0.9 and entry.share * entry.width < 0.95
        assert len(draw_composition(str(PersonKey(kind, role))).shapes) > 25


@pytest.mark.parametrize("medium", [Medium.WATERCOLOR, Medium.MOSAIC, Medium.LINE_ART])
@pytest.mark.parametrize("prompt", ["a blacksmith", "a barista", "一位僧人", "a tailor", "一个角斗士", "武士"])
def test_a_role_is_a_shown_subject_in_strong_and_soft_media(prompt: str, medium: Medium) -> None:
    assert [outcome for (kind, _), outcome in report(prompt, medium).items() if kind == "subject"] == [
        PartOutcome.SHOWN
    ]


def test_a_role_that_the_pixels_do_not_show_is_not_claimed() -> None:
    composed = compose_request(PaintRequest("a samurai", "samurai", Look(Medium.FLAT, PALETTE), 192, 192, 3))
    (figure,) = composed.scene.figures
    assert Inspection(composed.drawing, np.full((192, 192, 3), 128, dtype=np.uint8)).is_unclear(figure)


@pytest.mark.parametrize("prompt", ["an ombudsman", "a phlebotomist", "一位公证员"])
def test_a_role_without_a_drawing_is_missing(prompt: str) -> None:
    content = parse_figures(prompt)
    assert not any(is_person(figure.subject) for figure in content.figures)
    assert PartOutcome.MISSING in [part.outcome for part in content.parts if part.kind is PartKind.SUBJECT]


@pytest.mark.parametrize(
    ("prompt", "kind"),
    [
        ("女铁匠", Kind.WOMAN),
        ("a female pirate", Kind.WOMAN),
        ("老裁缝", Kind.OLD_MAN),
        ("an old monk", Kind.OLD_MAN),
        ("小和尚", Kind.BOY),
        ("a boy archer", Kind.BOY),
        ("花木兰", Kind.WOMAN),
    ],
)
def test_a_word_before_the_role_names_the_kind_of_person(prompt: str, kind: Kind) -> None:
    assert find_key(prompt).kind is kind


@pytest.mark.parametrize("medium", [Medium.ANIME, Medium.PHOTO])
@pytest.mark.parametrize("prompt", ["a woman waving", "a professor", "a pianist"])
def test_what_is_behind_a_face_does_not_shade_it(prompt: str, medium: Medium) -> None:
    request = PaintRequest(prompt, prompt, Look(medium, PALETTE), 288, 288, 3)
    composed, painted = compose_request(request), paint_with_report(request).pixels
    (copy,) = composed.drawing.copies
    skin = [n for n in composed.drawing.list_numbers(copy) if composed.drawing.shapes[n].tone.tint == "#f4cba8"]
    face = max(skin, key=lambda n: int((composed.drawing.index == n).sum()))
    cells = np.argwhere(composed.drawing.index == face)
    rows = cells[:, 0]
    lower = cells[rows > np.quantile(rows, 0.7)] * 2
    upper = cells[rows < np.quantile(rows, 0.5)] * 2
    light = [float(np.median(painted[half[:, 0], half[:, 1]])) for half in (upper, lower)]
    assert light[1] > 0.85 * light[0]


@pytest.mark.parametrize("kind", [Kind.WOMAN, Kind.GIRL, Kind.OLD_WOMAN, Kind.BOY])
def test_women_and_children_have_no_beards(kind: Kind) -> None:
    slots = [PARTS[name].slot for role in load_roles() for name, _ in compose_person(PersonKey(kind, role)).parts]
    assert Slot.BEARD not in slots


@pytest.mark.parametrize(
    ("prompt", "kind", "role", "activities"),
    [
        ("一位老奶奶在巷子口卖烤红薯", Kind.OLD_WOMAN, "", ("sell_potatoes",)),
        ("一位僧人在院子里扫落叶", Kind.MAN, "monk", ("sweep",)),
        ("a barista pouring latte art", Kind.WOMAN, "barista", ("latte",)),
        ("a tailor asleep at his sewing machine", Kind.MAN, "tailor", ("sleep_desk",)),
        ("a firefighter carrying a child out of the smoke", Kind.MAN, "firefighter", ("carry_child",)),
        ("a boy playing the violin", Kind.BOY, "", ("violin",)),
        ("a girl reading a book", Kind.GIRL, "", ("read",)),
        ("老奶奶织毛衣", Kind.OLD_WOMAN, "", ("knit",)),
        ("少年抱着篮球坐在操场边", Kind.BOY, "", ("hold_ball", "sit")),
        ("a man walking his dog", Kind.MAN, "", ("walk_dog",)),
    ],
)
def test_a_person_a_role_and_an_activity_are_one_drawing(
    prompt: str, kind: Kind, role: str, activities: tuple[str, ...]
) -> None:
    assert find_key(prompt) == PersonKey(kind, role, activities)
    words = parse_figures(prompt).figures[0].words
    assert {part.outcome for part in words if part.kind is PartKind.ACTION} == {PartOutcome.SHOWN}


@pytest.mark.parametrize(
    ("prompt", "activities", "extras"),
    [
        ("a woman running with headphones", ("run",), ("headphones",)),
        ("跳舞的女人穿红裙子", ("dance",), ("dress", "shoes")),
    ],
)
def test_a_name_of_a_person_at_an_activity_keeps_it_with_more_words(
    prompt: str, activities: tuple[str, ...], extras: tuple[str, ...]
) -> None:
    assert find_key(prompt) == PersonKey(Kind.WOMAN, "", activities, extras)


@pytest.mark.parametrize(
    ("prompt", "part"),
    [("a soldier with a spear", "spear"), ("端着蛋糕的厨师", "cake_in_hand"), ("a king on his throne", "throne")],
)
def test_people_hold_things_and_are_at_places(prompt: str, part: str) -> None:
    assert part in [name for name, _ in compose_person(find_key(prompt)).parts]


@pytest.mark.parametrize("prompt", ["a potter at the wheel", "a shepherd with his sheep", "a waiter with a tray"])
def test_what_the_drawing_of_a_role_has_is_not_drawn_again(prompt: str) -> None:
    assert [part.outcome for part in parse_figures(prompt).figures[0].words] == [PartOutcome.SHOWN] * 2
    assert find_key(prompt).activities == ()


def test_a_drawing_that_has_the_thing_anyway_stays() -> None:
    (figure,) = parse_figures("a knight with a sword").figures
    assert figure.subject == "knight"


def test_the_place_of_an_activity_is_not_claimed_with_it() -> None:
    assert [part.requested for part in parse_figures("少年抱着篮球坐在操场边").parts] == ["操场"]
    assert "smoke" in [
        part.requested for part in parse_figures("a firefighter carrying a child out of the smoke").parts
    ]


@pytest.mark.parametrize("prompt", ["a cat reading a book", "a dog wearing a hat", "a robot playing guitar"])
def test_only_people_are_drawn_with_an_activity_or_clothes(prompt: str) -> None:
    assert not any(is_person(figure.subject) for figure in parse_figures(prompt).figures)


def test_an_activity_keeps_the_clothes_and_the_hat_of_the_role() -> None:
    parts = [name for name, _ in compose_person(PersonKey(Kind.MAN, "samurai", ("tea",))).parts]
    assert {"plates", "samurai_helmet", "tea_cup", "tea_table"} <= {*parts}
    assert "katana" not in parts


def test_a_number_of_things_in_hand_is_no_activity() -> None:
    counted = [figure.count for figure in parse_figures("a girl holding five balloons").figures]
    assert counted == [1, 5]


def test_clothes_and_accessories_are_drawn_on_the_person() -> None:
    key = find_key("一个穿和服戴眼镜的女孩")
    assert key.kind is Kind.GIRL and {"kimono", "glasses"} <= {*key.extras}


@pytest.mark.parametrize("prompt", ["a woman in a red dress", "a boy with a blue hat", "a girl holding a red umbrella"])
def test_the_color_of_clothes_and_of_what_is_held_is_measured(prompt: str) -> None:
    assert [outcome for (kind, _), outcome in report(prompt).items() if kind == "color"] == [PartOutcome.SHOWN]


def test_a_second_color_on_one_person_is_missing() -> None:
    outcomes = report("a girl in a red dress holding a yellow umbrella")
    assert (outcomes["color", "red"], outcomes["color", "yellow"]) == (PartOutcome.SHOWN, PartOutcome.MISSING)


def test_a_requested_color_is_that_of_the_clothes_not_of_the_skin() -> None:
    composed = compose_request(PaintRequest("a woman in a green dress", "woman in a green dress", None, 128, 128, 3))
    tones = {shape.tone for shape in composed.drawing.list_body(composed.drawing.copies[0])}
    assert any(tone.is_exact for tone in tones)
    assert not any(tone.is_exact and tone.tint == "#f4cba8" for tone in tones)
    assert any(tone.tint == "#f4cba8" for tone in tones)


@pytest.mark.parametrize("group", load_groups().values(), ids=lambda group: group.key)
def test_a_group_has_all_its_members(group: Group) -> None:
    for name in group.names:
        assert find_key(name).role == group.key, name
    kind = group.members[0][0]
    alone, together = (draw_composition(str(PersonKey(kind, role))) for role in ("", group.key))
    assert together.width > 0.6 * len(group.members) * alone.width


def test_a_group_shares_one_umbrella_and_one_table() -> None:
    def count(key: PersonKey, color: str) -> int:
        return sum(shape.tone.tint == color for shape, _ in draw_composition(str(key)).shapes)

    umbrella, table = PARTS["parasol"].color, PARTS["dumplings"].color
    for activity, color in (("umbrella", umbrella), ("make_dumplings", table)):
        alone = PersonKey(Kind.MAN, "", (activity,))
        assert count(PersonKey(Kind.MAN, "friends", (activity,)), color) == count(alone, color) > 0


def test_a_family_of_animals_is_no_family_of_people() -> None:
    (figure,) = parse_figures("a family of bears").figures
    assert (figure.subject, figure.count) == ("bear", 4)


@pytest.mark.parametrize(
    ("prompt", "setting"),
    [("a pirate", Setting.BEACH), ("a courier", Setting.CITY), ("a man cooking", Setting.KITCHEN)],
)
def test_a_person_is_where_its_role_or_activity_belongs(prompt: str, setting: Setting) -> None:
    assert parse_scene(PaintRequest(prompt, "", None, 64, 64, 1), Medium.OIL).setting is setting


def test_the_parts_of_people_are_loaded_with_the_first_person() -> None:
    script = (
        "import sys\n"
        "from engines.painter.paint_request import PaintRequest\n"
        "from engines.painter.painter import paint\n"
        "for prompt in ('a cat', 'a monk'):\n"
        "    paint(PaintRequest(prompt, '', None, 64, 64, 1))\n"
        "    print('engines.painter.subjects.people.parts' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "True"]


def test_a_part_that_is_a_drawing_names_an_existing_drawing_slot_and_depth() -> None:
    rows = list(read_rows("drawn_parts"))
    assert len(rows) >= 40
    for row in rows:
        model = Model(Pen([], 0.0, 0.0, 1.0), Kind.WOMAN, ARMS["down"], LEGS["stand"])
        ((_, draw),) = PARTS[row["part"]].layers
        draw(model, WHITE)
        assert model.body.shapes, row["part"]


@pytest.mark.parametrize(
    ("prompt", "part"),
    [
        ("a market woman with a basket of mangoes and pineapples on her head", "head_basket"),
        ("an Indian bride in a red sari", "sari_drape"),
        ("a little boy building a sandcastle", "sandcastle"),
        ("小男孩堆沙堡", "sandcastle"),
        ("一家人围着火锅吃饭", "hotpot_table"),
        ("a witch stirring a cauldron", "cauldron"),
        ("an old fisherman mending his net", "lap_net"),
        ("放鞭炮的孩子", "sparkler"),
    ],
)
def test_what_is_carried_and_worked_at_is_a_part_of_the_person(prompt: str, part: str) -> None:
    scene = parse_scene(PaintRequest(prompt, prompt, None, 64, 64, 1), Medium.FLAT)
    (figure,) = scene.figures
    key = parse_key(figure.subject)
    group = load_groups().get(key.role)
    person = replace(key, role="") if group else key
    assert part in {name for name, _ in compose_person(person).parts}


def test_a_basket_on_the_head_is_above_it_and_the_skin_is_that_of_the_role() -> None:
    woman = PersonKey(Kind.WOMAN, "market_woman")
    plain = draw_composition(str(PersonKey(Kind.WOMAN)))
    tints = [shape.tone.tint for shape, _ in draw_composition(str(woman)).shapes]
    assert "#8a5434" in tints and "#f4cba8" not in tints
    assert "#f4cba8" in [shape.tone.tint for shape, _ in plain.shapes]
    basket = [points for shape, points in draw_composition(str(woman)).shapes if shape.tone.tint == "#a8703a"]
    assert basket and max(points[:, 1].min() for points in basket) > 0.7


@pytest.mark.parametrize(("prompt", "kind"), [("a boy", "boy"), ("小男孩", "boy"), ("a little girl", "girl")])
def test_a_child_is_a_whole_figure(prompt: str, kind: str) -> None:
    (figure,) = parse_figures(prompt).figures
    entry = find_entry(figure.subject)
    assert figure.subject == f"icon/{kind}" and entry is not None
    assert entry.share == find_entry(f"person/{kind}///").share  # type: ignore[union-attr]


@pytest.mark.parametrize(
    "prompt",
    [
        "a man in a plaid shirt",
        "a girl in a red polka dot dress",
        "穿条纹毛衣的男孩",
        "穿红色碎花裙的女孩",
        "a boy walking his spotted dog",
    ],
)
def test_a_look_of_clothes_that_no_drawing_has_is_missing(prompt: str) -> None:
    words = parse_figures(prompt).figures[0].words
    assert {part.outcome for part in words if part.kind is PartKind.ACTION} == {PartOutcome.MISSING}


@pytest.mark.parametrize(
    ("prompt", "is_shown"),
    [("a man selling fruit", True), ("a man selling kites", True), ("a man selling houses", False)],
)
def test_a_stall_sells_what_is_drawn_on_it(prompt: str, is_shown: bool) -> None:
    words = parse_figures(prompt).figures[0].words
    shown = [part for part in words if part.kind is PartKind.ACTION and part.outcome is PartOutcome.SHOWN]
    assert bool(shown) is is_shown
