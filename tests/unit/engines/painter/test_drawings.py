"""The painter's own drawings: text that becomes areas, found under each of its names."""

from collections import Counter

import numpy as np
import pytest
from PIL import Image, ImageDraw

from engines.color.spaces import from_code, to_oklab
from engines.painter.content.figures import parse_figures
from engines.painter.paint_request import Look, PaintRequest
from engines.painter.painter import compose_request, paint_with_report
from engines.painter.shapes import Layer, Role, Shape, Tone
from engines.painter.subjects import drawing_text
from engines.painter.subjects.color_change import recolor
from engines.painter.subjects.drawing_text import EMPTY, DrawingText, load_drawing_texts, parse_areas
from services.common.contract.image_chat import Medium, PartKind, PartOutcome

PALETTE = ("#f6f1e4", "#3f6b8c", "#e08a5b", "#7fae7d", "#d9607a", "#f4cf72")
DRAWINGS = {
    key: drawing for key, drawing in load_drawing_texts().items() if not drawing.is_part and not key.startswith(EMPTY)
}


def draw_lines(monkeypatch: pytest.MonkeyPatch, *lines: str) -> list[tuple[str, list[float]]]:
    """Return the color and the bounds (left, bottom, right, top) of each area of a drawing of *lines*."""
    texts = {"it": DrawingText("it", "", (), (), lines), "dot": DrawingText("dot", "part", (), (), ("r fff 0 0 1 1",))}
    monkeypatch.setattr(drawing_text, "load_drawing_texts", lambda: texts)
    areas = parse_areas("it")
    return [(color, [*outline.min(axis=0).round(3), *outline.max(axis=0).round(3)]) for color, outline in areas]


def test_there_are_two_hundred_drawings_and_each_has_names_in_both_languages_and_areas() -> None:
    assert len(DRAWINGS) >= 200
    assert all(drawing.zh and drawing.en and len(parse_areas(key)) >= 4 for key, drawing in DRAWINGS.items())


def test_no_name_has_two_drawings() -> None:
    names = [name for drawing in DRAWINGS.values() for name in (*drawing.zh, *drawing.en)]
    assert len(names) == len(set(names))


def test_no_key_has_two_drawings() -> None:
    files = [file.read_text(encoding="utf-8") for file in sorted(drawing_text.FOLDER.glob("*.txt"))]
    keys = [line.split(" ")[1] for text in files for line in text.splitlines() if line.startswith("> ")]
    assert [key for key, number in Counter(keys).items() if number > 1] == []


def test_the_first_name_in_each_language_is_drawn_as_the_drawing() -> None:
    others = list[str]()
    for key, drawing in DRAWINGS.items():
        for text in (drawing.zh[0], f"a {drawing.en[0]}"):
            drawn = [(figure.subject, figure.words[0].outcome) for figure in parse_figures(text).figures]
            if drawn != [(f"icon/own/{key}", PartOutcome.SHOWN)]:
                others.append(text)
    assert others == []


def test_a_mirrored_area_is_drawn_on_both_sides(monkeypatch: pytest.MonkeyPatch) -> None:
    assert draw_lines(monkeypatch, "~r f00 1 0 2 3") == [("#ff0000", [1, 0, 2, 3]), ("#ff0000", [-2, 0, -1, 3])]


def test_areas_repeat_in_steps_and_around_a_point(monkeypatch: pytest.MonkeyPatch) -> None:
    assert [box for _, box in draw_lines(monkeypatch, "*2 5 1 r 00ff00 0 0 1 1")] == [[0, 0, 1, 1], [5, 1, 6, 2]]
    assert [box for _, box in draw_lines(monkeypatch, "@2 0 0 r 00ff00 1 0 2 1")] == [[1, 0, 2, 1], [-2, -1, -1, 0]]


def test_a_part_is_drawn_at_its_place_and_flipped(monkeypatch: pytest.MonkeyPatch) -> None:
    boxes = draw_lines(monkeypatch, "u dot 10 0 2", "u dot 10 0 2 flip")
    assert [box for _, box in boxes] == [[10, 0, 12, 2], [8, 0, 10, 2]]


def test_a_circle_is_a_line_around_its_middle(monkeypatch: pytest.MonkeyPatch) -> None:
    ((_, (left, bottom, right, top)),) = draw_lines(monkeypatch, "c 000 2 0 0 10")
    assert [left, bottom, right, top] == pytest.approx([-11, -11, 11, 11], abs=0.1)


def test_a_circle_has_no_gap(monkeypatch: pytest.MonkeyPatch) -> None:
    drawing = DrawingText("ring", "tool", (), (), ("c fff 20 0 0 100",))
    monkeypatch.setattr(drawing_text, "load_drawing_texts", lambda: {"ring": drawing})
    ((_, outline),) = parse_areas("ring")
    canvas = Image.new("L", (260, 260))
    ImageDraw.Draw(canvas).polygon([(x + 130, 130 - y) for x, y in outline.tolist()], fill=255)
    angles = np.radians(np.arange(360))
    around = np.column_stack([130 + 100 * np.cos(angles), 130 - 100 * np.sin(angles)]).round().astype(int)
    assert {canvas.getpixel((x, y)) for x, y in around.tolist()} == {255}


def test_the_color_of_a_flower_is_that_of_its_petals() -> None:
    square = np.array([(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)])
    leaf, petal = (
        Shape(square + offset, Tone(Role.MAIN, tint=tint), Layer.SUBJECT)
        for offset, tint in (([0, 0], "#3f8a40"), ([2, 0], "#d9507a"))
    )
    shapes = [leaf, petal]
    recolor(shapes, 0, "#2f6fd0", spares_leaves=True)
    assert not shapes[0].tone.is_exact and shapes[1].tone.is_exact


@pytest.mark.parametrize("prompt", ["a red house", "a red castle"])
def test_the_color_of_a_building_is_that_of_its_walls(prompt: str) -> None:
    request = PaintRequest(prompt, prompt, Look(Medium.FLAT, PALETTE), 192, 192, 3)
    composed, painting = compose_request(request), paint_with_report(request)
    (copy,) = composed.drawing.copies
    tones = {number: composed.drawing.shapes[number].tone for number in range(copy.start, copy.end)}
    walls = [number for number, tone in tones.items() if tone.is_exact and tone.role is Role.WHITE]
    assert np.isin(composed.drawing.index, walls).sum() > 0.2 * composed.drawing.mask(copy).sum()
    side = np.linspace(0, 191, 144).astype(int)
    lab = to_oklab(painting.pixels[np.ix_(side, side)] / 255.0)[np.isin(composed.drawing.index, walls)]
    assert np.median(lab[:, 1]) > 0.5 * to_oklab(from_code("#d8322f"))[1]
    assert (PartKind.COLOR, PartOutcome.SHOWN) in {(part.kind, part.outcome) for part in painting.content}
