"""Display names of the adjustment parameters."""

from collections.abc import Mapping
from types import MappingProxyType

from services.common.text.language import Language, Text

# Those a panel shows, in its order; each from -1 to 1.
LEVELS: Mapping[str, Text] = MappingProxyType(
    {
        "brightness": Text("亮度", "Brightness"),
        "contrast": Text("对比度", "Contrast"),
        "saturation": Text("饱和度", "Saturation"),
        "warmth": Text("色温", "Warmth"),
        "sharpness": Text("锐度", "Sharpness"),
        "style_strength": Text("风格强度", "Style strength"),
    }
)
GEOMETRY: Mapping[str, Text] = MappingProxyType(
    {
        "width": Text("宽", "Width"),
        "height": Text("高", "Height"),
        "rotate": Text("旋转", "Rotation"),
        "flip_horizontal": Text("左右翻转", "Flip horizontally"),
        "flip_vertical": Text("上下翻转", "Flip vertically"),
        "crop_left": Text("左裁", "Crop left"),
        "crop_top": Text("上裁", "Crop top"),
        "crop_right": Text("右裁", "Crop right"),
        "crop_bottom": Text("下裁", "Crop bottom"),
        "aspect_ratio": Text("画幅", "Aspect ratio"),
        "scale": Text("缩放", "Scale"),
    }
)
STEPS = "steps"
"""How many images back an undo leads, or a redo forward; 1 where it is absent."""
RESTYLE = "restyle"
"""Renders the pixels of an image in the look of a style; its value is 1."""
_SWITCHES = frozenset({RESTYLE, "flip_horizontal", "flip_vertical"})
_ALL = {**LEVELS, **GEOMETRY, RESTYLE: Text("换风格", "Restyle")}


def format_parameters(parameters: Mapping[str, float], language: Language) -> str:
    """Return *parameters* as one line for people: levels with their sign, the others as they are."""
    named = ((_label(name, language), name, value) for name, value in sorted(parameters.items()))
    return Text("、", ", ").pick(language).join(_format(label, name, value) for label, name, value in named)


def keep_named(parameters: Mapping[str, float]) -> dict[str, float]:
    """Return those of *parameters* that have a name for people."""
    return {name: value for name, value in parameters.items() if name in _ALL}


def _format(label: str, name: str, value: float) -> str:
    if name in _SWITCHES:
        return label
    return f"{label} {value:+g}" if name in LEVELS else f"{label} {value:g}"


def _label(name: str, language: Language) -> str:
    return _ALL[name].pick(language) if name in _ALL else name
