"""Create the image of docs/overlay.md: texts over dark, bright, soft and busy images, in boxes of many shapes."""

from pathlib import Path

import numpy as np
from PIL import Image

from engines.painter.paint_request import Look, PaintRequest
from engines.painter.painter import paint
from engines.typesetting.fonts import load_typefaces
from engines.typesetting.renderer import draw_overlays
from engines.typesetting.values import Align, Anchor, BackingMode, Box, TextOverlay, Weight
from services.common.contract.image_chat import Medium
from services.common.images.arrays import Pixels
from services.rag.adapters.seed_data import load_seed_styles

SIDE, THUMBNAIL, GAP, COLUMNS = 1024, 400, 8, 4
TARGET = Path(__file__).resolve().parent.parent / "docs" / "images" / "overlay.jpg"
BODY = (
    "周五晚出发，高铁两小时到。第一天逛老城，第二天爬山看日出，第三天睡到自然醒。"
    "人均 800 元，住宿、交通、吃喝全都算进去了。"
)

Case = tuple[Pixels, tuple[TextOverlay, ...]]


def paint_image(key: str, prompt: str, subject: str, width: int = SIDE, height: int = SIDE) -> Pixels:
    """Return an image in the style *key* of the seed data."""
    style = next(style for style in load_seed_styles() if style.key == key)
    look = Look(Medium(style.medium.value), style.palette)
    return paint(PaintRequest(prompt, subject, look, width, height, 7))


def draw_confetti(seed: int) -> Pixels:
    """Return confetti: no text is readable on it without a backing."""
    colors = np.random.default_rng(seed).integers(0, 256, (32, 32, 3), dtype=np.uint8)
    return np.asarray(Image.fromarray(colors).resize((SIDE, SIDE), Image.Resampling.NEAREST))


def build_cases() -> list[Case]:
    """Return images and the overlays for them."""
    sea, night = paint_image("photorealism", "清晨的大海", "大海"), paint_image("cyberpunk", "夜晚的城市", "城市")
    hills, flowers = paint_image("ink_wash", "水墨山水，清晨有雾", "山水"), paint_image("watercolor", "水彩花", "花")
    wide = paint_image("photorealism", "山谷日出", "山", SIDE, SIDE // 2)
    wide = np.asarray(np.vstack([wide, np.full((SIDE - SIDE // 2, SIDE, 3), 246, np.uint8)]))
    title = Box(0.08, 0.08, 0.84, 0.3)
    return [
        (sea, (TextOverlay("春游攻略：三天两夜玩转海边小城", title, backing=BackingMode.AUTO),)),
        (night, (TextOverlay("深夜食堂 TOP 10", Box(0.06, 0.62, 0.88, 0.32), Align.LEFT, Anchor.BOTTOM),)),
        (hills, (TextOverlay("慢\n下\n来", Box(0.76, 0.1, 0.16, 0.6), anchor=Anchor.TOP),)),
        (draw_confetti(1), (TextOverlay("“别再踩坑了！”\n装修避雷清单", Box(0.1, 0.3, 0.8, 0.4)),)),
        (
            flowers,
            (
                TextOverlay("春日限定", Box(0.08, 0.06, 0.84, 0.22), color="#c2185b"),
                TextOverlay(BODY, Box(0.08, 0.62, 0.84, 0.32), Align.LEFT, weight=Weight.REGULAR, max_size=0.05),
            ),
        ),
        (
            night,
            (
                TextOverlay(
                    "City Lights 城市之光",
                    Box(0, 0.55, 1, 0.45),
                    anchor=Anchor.BOTTOM,
                    backing=BackingMode.SCRIM,
                    max_size=0.13,
                ),
            ),
        ),
        (
            wide,
            (
                TextOverlay("看日出的正确打开方式", Box(0.06, 0.06, 0.88, 0.16), Align.LEFT, Anchor.TOP),
                TextOverlay(BODY * 2, Box(0.06, 0.54, 0.88, 0.42), Align.LEFT, Anchor.TOP, weight=Weight.REGULAR),
            ),
        ),
        (
            sea,
            (
                TextOverlay("周末去哪儿", Box(0.05, 0.04, 0.3, 0.92), backing=BackingMode.PLATE),
                TextOverlay("@小岛日记", Box(0.6, 0.9, 0.36, 0.06), Align.RIGHT, weight=Weight.REGULAR),
            ),
        ),
    ]


def main() -> None:
    """Write docs/images/overlay.jpg."""
    results = [draw_overlays(image, overlays, load_typefaces()) for image, overlays in build_cases()]
    rows = -(-len(results) // COLUMNS)
    contact_sheet = Image.new("RGB", (COLUMNS * (THUMBNAIL + GAP) - GAP, rows * (THUMBNAIL + GAP) - GAP), "white")
    for number, (image, texts) in enumerate(results):
        row, column = divmod(number, COLUMNS)
        thumbnail = Image.fromarray(image).resize((THUMBNAIL, THUMBNAIL), Image.Resampling.LANCZOS)
        contact_sheet.paste(thumbnail, (column * (THUMBNAIL + GAP), row * (THUMBNAIL + GAP)))
        for text in texts:
            print(f"{number}: {text.size} px, {text.backing}, {text.color}, {text.contrast:.1f}, {text.lines}")
    TARGET.parent.mkdir(parents=True, exist_ok=True)
    contact_sheet.save(TARGET, quality=88)
    print(TARGET)


if __name__ == "__main__":
    main()
