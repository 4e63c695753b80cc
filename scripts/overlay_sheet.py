"""Paint the picture of docs/overlay.md: texts over dark, bright, soft and busy pictures, in boxes of many shapes."""

from pathlib import Path

import numpy as np
from PIL import Image

from services.common.pictures.arrays import Pixels
from services.executor.adapters.typefaces import shipped_typefaces
from services.executor.domain.overlay.drawing import draw_overlays
from services.executor.domain.overlay.values import Align, Anchor, Backing, Box, TextOverlay, Weight
from services.executor.domain.painter import Commission, Look, Medium, paint
from services.rag.adapters.library import shipped_styles

SIDE, SHOWN, GAP, COLUMNS = 1024, 400, 8, 4
TARGET = Path(__file__).resolve().parent.parent / "docs" / "images" / "overlay.jpg"
BODY = (
    "周五晚出发，高铁两小时到。第一天逛老城，第二天爬山看日出，第三天睡到自然醒。"
    "人均 800 元，住宿、交通、吃喝全都算进去了。"
)

Case = tuple[Pixels, tuple[TextOverlay, ...]]


def painted(key: str, prompt: str, subject: str, width: int = SIDE, height: int = SIDE) -> Pixels:
    """Return a picture in the shipped style *key*."""
    style = next(style for style in shipped_styles() if style.key == key)
    look = Look(Medium(style.medium.value), style.palette)
    return paint(Commission(prompt, subject, look, width, height, 7))


def busy(seed: int) -> Pixels:
    """Return confetti: nothing can be read on it as it is."""
    colours = np.random.default_rng(seed).integers(0, 256, (32, 32, 3), dtype=np.uint8)
    return np.asarray(Image.fromarray(colours).resize((SIDE, SIDE), Image.Resampling.NEAREST))


def cases() -> list[Case]:
    """Return the pictures with what is to stand on them."""
    sea, night = painted("photorealism", "清晨的大海", "大海"), painted("cyberpunk", "夜晚的城市", "城市")
    hills, flowers = painted("ink_wash", "水墨山水，清晨有雾", "山水"), painted("watercolor", "水彩花", "花")
    wide = painted("photorealism", "山谷日出", "山", SIDE, SIDE // 2)
    wide = np.asarray(np.vstack([wide, np.full((SIDE - SIDE // 2, SIDE, 3), 246, np.uint8)]))
    title = Box(0.08, 0.08, 0.84, 0.3)
    return [
        (sea, (TextOverlay("春游攻略：三天两夜玩转海边小城", title, backing=Backing.AUTO),)),
        (night, (TextOverlay("深夜食堂 TOP 10", Box(0.06, 0.62, 0.88, 0.32), Align.LEFT, Anchor.BOTTOM),)),
        (hills, (TextOverlay("慢\n下\n来", Box(0.76, 0.1, 0.16, 0.6), anchor=Anchor.TOP),)),
        (busy(1), (TextOverlay("“别再踩坑了！”\n装修避雷清单", Box(0.1, 0.3, 0.8, 0.4)),)),
        (
            flowers,
            (
                TextOverlay("春日限定", Box(0.08, 0.06, 0.84, 0.22), colour="#c2185b"),
                TextOverlay(BODY, Box(0.08, 0.62, 0.84, 0.32), Align.LEFT, weight=Weight.REGULAR, most_size=0.05),
            ),
        ),
        (
            night,
            (
                TextOverlay(
                    "City Lights 城市之光",
                    Box(0, 0.55, 1, 0.45),
                    anchor=Anchor.BOTTOM,
                    backing=Backing.SCRIM,
                    most_size=0.13,
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
                TextOverlay("周末去哪儿", Box(0.05, 0.04, 0.3, 0.92), backing=Backing.PLATE),
                TextOverlay("@小岛日记", Box(0.6, 0.9, 0.36, 0.06), Align.RIGHT, weight=Weight.REGULAR),
            ),
        ),
    ]


def main() -> None:
    """Write docs/images/overlay.jpg."""
    drawn = [draw_overlays(picture, overlays, shipped_typefaces()) for picture, overlays in cases()]
    rows = -(-len(drawn) // COLUMNS)
    sheet = Image.new("RGB", (COLUMNS * (SHOWN + GAP) - GAP, rows * (SHOWN + GAP) - GAP), "white")
    for number, (picture, told) in enumerate(drawn):
        row, column = divmod(number, COLUMNS)
        shown = Image.fromarray(picture).resize((SHOWN, SHOWN), Image.Resampling.LANCZOS)
        sheet.paste(shown, (column * (SHOWN + GAP), row * (SHOWN + GAP)))
        for text in told:
            print(f"{number}: {text.size} px, {text.backing}, {text.colour}, {text.contrast:.1f}, {text.lines}")
    TARGET.parent.mkdir(parents=True, exist_ok=True)
    sheet.save(TARGET, quality=88)
    print(TARGET)


if __name__ == "__main__":
    main()
