"""Command `reflow overlay`. It imports its implementation when it runs."""

from pathlib import Path
from typing import Annotated

import typer

from engines.typesetting.values import Align, Anchor, Weight
from services.cli.commands.options import Data, Lang

HELP = (
    "把文字写到图片上：自动选字号、换行和颜色，不会超出框。 "
    "Put text on an image, as large as its box allows and never outside it."
)
SHORT_HELP = "把文字写到图片上。 Put text on an image."
DEFAULT_BOX = "0.08,0.62,0.84,0.3"


def overlay_command(
    image: Annotated[Path, typer.Argument(metavar="IMAGE", help="图片文件。 The image's file.")],
    text: Annotated[str, typer.Argument(metavar="TEXT", help="文字；- 为标准输入。 The text; - reads stdin.")],
    box: Annotated[
        str, typer.Option(metavar="左,上,宽,高", help="框，占图片的比例。 left,top,width,height as fractions.")
    ] = DEFAULT_BOX,
    align: Annotated[Align, typer.Option(help="水平对齐。 Horizontal alignment.")] = Align.CENTER,
    anchor: Annotated[Anchor, typer.Option(help="垂直对齐。 Vertical alignment.")] = Anchor.MIDDLE,
    color: Annotated[
        str, typer.Option("--colour", "--color", metavar="auto|#rrggbb", help="文字颜色。 Color of the text.")
    ] = "auto",
    plate: Annotated[
        bool | None, typer.Option("--plate/--no-plate", help="衬底；默认看不清时才加。 Plate; default: where needed.")
    ] = None,
    scrim: Annotated[bool, typer.Option("--scrim", help="用渐变阴影代替衬底。 A gradient, not a plate.")] = False,
    weight: Annotated[Weight, typer.Option(help="字体粗细。 Strokes.")] = Weight.BOLD,
    least_size: Annotated[
        float, typer.Option(metavar="0-1", help="最小字号，占短边的比例，0 为默认。 Minimum size, of the shorter side.")
    ] = 0.0,
    most_size: Annotated[
        float, typer.Option(metavar="0-1", help="最大字号，占短边的比例，0 为不限。 Maximum size, of the shorter side.")
    ] = 0.0,
    shorten: Annotated[bool, typer.Option("--shorten", help="放不下时用省略号。 Truncate what does not fit.")] = False,
    out: Annotated[Path, typer.Option(metavar="DIR", help="图片的保存位置。 Output folder.")] = Path("out"),
    data: Data = None,
    lang: Lang = None,
) -> int:
    """Draw one text on one image."""
    from services.cli.execution import execute
    from services.cli.overlay import OverlayArguments, overlay

    arguments = OverlayArguments(
        image, text, box, align, anchor, color, plate, scrim, weight, least_size, most_size,
        shorten, out, data,
    )  # fmt: skip
    return execute(lambda language: overlay(arguments, language), lang)
