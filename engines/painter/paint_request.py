"""The request to the painter: values only."""

from dataclasses import dataclass

from engines.image_editing.subject_position import Framing
from services.common.contract.image_chat import Medium
from services.common.images.color_codes import is_color


@dataclass(frozen=True, slots=True)
class Look:
    """A medium with its colors.

    `palette` contains 4 to 6 colors '#rrggbb' by role: ground, deep shadow, main subject, second subject, accents.
    `strength` 0..1.5 is the intensity of the technique; 0 leaves plain colored shapes.

    Raises:
        ValueError: the palette is not of that form.

    """

    medium: Medium
    palette: tuple[str, ...]
    strength: float = 1.0

    def __post_init__(self) -> None:
        if not 4 <= len(self.palette) <= 6 or not all(map(is_color, self.palette)):
            raise ValueError(f"a palette is 4 to 6 colors '#rrggbb', not {self.palette!r}")


@dataclass(frozen=True, slots=True)
class Revision:
    """Changes of another attempt: a larger subject, less texture, colors closer to the palette."""

    larger_subject: bool = False
    less_texture: bool = False
    closer_to_palette: bool = False


@dataclass(frozen=True, slots=True)
class PaintRequest:
    """One image to paint. `width` and `height` are in pixels. Without `look`, the prompt determines the look.

    With `is_area` the image is an area of another one: what is requested stands alone, without a sky around it.
    `framing` is the position of subject and horizon; without it, the seed determines them.
    """

    prompt: str
    subject: str
    look: Look | None
    width: int
    height: int
    seed: int
    framing: Framing | None = None
    revision: Revision = Revision()
    is_area: bool = False

    def __post_init__(self) -> None:
        if self.width < 1 or self.height < 1:
            raise ValueError(f"a image needs at least one pixel, not {self.width} x {self.height}")
