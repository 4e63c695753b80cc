"""The renderer of each medium."""

from collections.abc import Callable
from typing import assert_never

from engines.painter.composition import Composition
from engines.painter.media import (
    anime,
    crayon,
    flat,
    ink_wash,
    line_art,
    low_poly,
    mosaic,
    neon,
    oil,
    paper_cut,
    photo,
    pixel,
    pointillism,
    pop_art,
    stained_glass,
    watercolor,
    woodblock,
)
from engines.painter.texture import Field
from services.common.contract.image_chat import Medium

ON_PAPER = (Medium.INK_WASH, Medium.LINE_ART)
"""Media with bare paper as ground, also at night."""


def get_renderer(medium: Medium) -> Callable[[Composition], Field]:
    """Return the function that renders *medium*."""
    match medium:
        case Medium.NEON:
            return neon.render
        case Medium.INK_WASH:
            return ink_wash.render
        case Medium.WATERCOLOR:
            return watercolor.render
        case Medium.OIL:
            return oil.render
        case Medium.PIXEL:
            return pixel.render
        case Medium.FLAT:
            return flat.render
        case Medium.LINE_ART:
            return line_art.render
        case Medium.ANIME:
            return anime.render
        case Medium.CRAYON:
            return crayon.render
        case Medium.PAPER_CUT:
            return paper_cut.render
        case Medium.MOSAIC:
            return mosaic.render
        case Medium.WOODBLOCK:
            return woodblock.render
        case Medium.PHOTO:
            return photo.render
        case Medium.LOW_POLY:
            return low_poly.render
        case Medium.POINTILLISM:
            return pointillism.render
        case Medium.POP_ART:
            return pop_art.render
        case Medium.STAINED_GLASS:
            return stained_glass.render
        case _:
            assert_never(medium)
