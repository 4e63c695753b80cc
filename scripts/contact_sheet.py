"""Paint the picture of the README: eight wishes in eight styles, each as the executor would paint it."""

from pathlib import Path

from PIL import Image

from services.executor.domain.painter import Commission, Look, Medium, paint
from services.rag.adapters.library import shipped_styles

WISHES = (
    ("cyberpunk", "画一只赛博朋克风格的猫", "猫", 7),
    ("ink_wash", "水墨山水，清晨有雾", "山水", 20),
    ("watercolor", "水彩花", "花", 7),
    ("pixel_art", "像素风的城市", "城市", 20),
    ("oil_painting", "油画大海", "大海", 7),
    ("ukiyo_e", "浮世绘海浪与帆船", "大海", 20),
    ("paper_cut", "剪纸风格的狐狸", "狐狸", 7),
    ("low_poly", "低多边形机器人", "机器人", 7),
)
COLUMNS, SIDE, SHOWN, GAP = 4, 1024, 400, 8
TARGET = Path(__file__).resolve().parent.parent / "docs" / "images" / "styles.jpg"


def main() -> None:
    """Write docs/images/styles.jpg."""
    styles = {style.key: style for style in shipped_styles()}
    rows = -(-len(WISHES) // COLUMNS)
    sheet = Image.new("RGB", (COLUMNS * (SHOWN + GAP) - GAP, rows * (SHOWN + GAP) - GAP), "white")
    for number, (key, prompt, subject, seed) in enumerate(WISHES):
        style = styles[key]
        look = Look(Medium(style.medium.value), style.palette)
        picture = Image.fromarray(paint(Commission(prompt, subject, look, SIDE, SIDE, seed)))
        row, column = divmod(number, COLUMNS)
        shown = picture.resize((SHOWN, SHOWN), Image.Resampling.LANCZOS)
        sheet.paste(shown, (column * (SHOWN + GAP), row * (SHOWN + GAP)))
    TARGET.parent.mkdir(parents=True, exist_ok=True)
    sheet.save(TARGET, quality=90)
    print(TARGET)


if __name__ == "__main__":
    main()
