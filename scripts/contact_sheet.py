"""Paint the image of the README: eight prompts in eight styles, each rendered as the executor renders it."""

from pathlib import Path

from PIL import Image

from engines.painter.paint_request import Look, PaintRequest
from engines.painter.painter import paint
from services.common.contract.image_chat import Medium
from services.rag.adapters.seed_data import load_seed_styles

PROMPTS = (
    ("cyberpunk", "画一只赛博朋克风格的猫", "猫", 7),
    ("ink_wash", "水墨山水，清晨有雾", "山水", 20),
    ("watercolor", "水彩花", "花", 7),
    ("pixel_art", "像素风的城市", "城市", 20),
    ("oil_painting", "油画大海", "大海", 7),
    ("ukiyo_e", "浮世绘海浪与帆船", "大海", 20),
    ("paper_cut", "剪纸风格的狐狸", "狐狸", 7),
    ("low_poly", "低多边形机器人", "机器人", 7),
)
COLUMNS, SIDE, THUMBNAIL, GAP = 4, 1024, 400, 8
TARGET = Path(__file__).resolve().parent.parent / "docs" / "images" / "styles.jpg"


def main() -> None:
    """Write docs/images/styles.jpg."""
    styles = {style.key: style for style in load_seed_styles()}
    rows = -(-len(PROMPTS) // COLUMNS)
    contact_sheet = Image.new("RGB", (COLUMNS * (THUMBNAIL + GAP) - GAP, rows * (THUMBNAIL + GAP) - GAP), "white")
    for number, (key, prompt, subject, seed) in enumerate(PROMPTS):
        style = styles[key]
        look = Look(Medium(style.medium.value), style.palette)
        image = Image.fromarray(paint(PaintRequest(prompt, subject, look, SIDE, SIDE, seed)))
        row, column = divmod(number, COLUMNS)
        thumbnail = image.resize((THUMBNAIL, THUMBNAIL), Image.Resampling.LANCZOS)
        contact_sheet.paste(thumbnail, (column * (THUMBNAIL + GAP), row * (THUMBNAIL + GAP)))
    TARGET.parent.mkdir(parents=True, exist_ok=True)
    contact_sheet.save(TARGET, quality=90)
    print(TARGET)


if __name__ == "__main__":
    main()
