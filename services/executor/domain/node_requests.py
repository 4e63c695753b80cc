"""Nodes of graphs as requests to the image engines. Pure."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from engines.graph.node_types.node_type import NodeType, Parameter, ParameterKind
from engines.graph.validation.parameters import check_value
from engines.typesetting.values import Align, Box, TextOverlay
from services.common.contract import requests
from services.common.contract.input_validation import MAX_ASPECT
from services.common.errors import Code, ReflowError
from services.common.text.language import Text

Values = Mapping[str, Any]
_ALIGNS = {"left": Align.LEFT, "center": Align.CENTER, "right": Align.RIGHT}
_CROPS = ("left", "top", "right", "bottom")


def check_values(node_type: NodeType, values: Values) -> Values:
    """Return *values* with the values of parameters converted to their kind.

    Raises INVALID_INPUT_FORMAT, naming the parameter, for an invalid value that arrived through a link.
    """
    checked = dict(values)
    for parameter in node_type.parameters:
        if parameter.name in values and values[parameter.name] is not None:
            checked[parameter.name] = _check_value(node_type, parameter, values[parameter.name])
    return checked


def build_generation(values: Values) -> requests.GenerateImage:
    """Return the request of a Text to Image node."""
    prompt = ", ".join(filter(None, (values["prompt"].strip(), values["style"].strip())))
    return generate(prompt, values["width"], values["height"], values["seed"], values["model"])


def build_sampling(values: Values) -> requests.GenerateImage:
    """Return the request of a Sampler node: its latent states the size."""
    latent, prompt = values["latent"], values["positive"]["text"].strip()
    return generate(prompt, latent["width"], latent["height"], values["seed"], values["model"]["model"])


def generate(prompt: str, width: int, height: int, seed: int, model: str) -> requests.GenerateImage:
    """Return a request for a new image. Raises INVALID_INPUT_FORMAT for an aspect ratio that no engine composes."""
    if max(width, height) > MAX_ASPECT * min(width, height):
        text = Text(
            f"宽高比最大为 {MAX_ASPECT}:1，收到 {width}x{height}。",
            f"The aspect ratio may be at most {MAX_ASPECT}:1, got {width}x{height}.",
        )
        raise ReflowError(Code.INVALID_INPUT_FORMAT, text, field="width", node="executor")
    return requests.GenerateImage(prompt, prompt, None, width, height, seed, model)


def build_adjustment(name: str, values: Values) -> dict[str, float] | None:
    """Return the parameters of an adjusting node of the type *name*; None for any other type."""
    build = _ADJUSTMENTS.get(name)
    return None if build is None else build(values)


def build_overlay(values: Values) -> TextOverlay:
    """Return the text of an Overlay Text node. Raises FieldError naming the parameter."""
    box = Box(*(float(values[name]) for name in ("left", "top", "width", "height")))
    return TextOverlay(values["text"], box, align=_ALIGNS[values["align"]], color=values["color"])


def _check_value(node_type: NodeType, parameter: Parameter, value: Any) -> Any:
    if parameter.kind is ParameterKind.INTEGER and isinstance(value, float) and value.is_integer():
        value = int(value)
    finding = next(check_value(f"/{parameter.name}", parameter, value), None)
    if finding is not None:
        title = node_type.titles
        text = Text(f"{title.zh}：{finding.text.zh}", f"{title.en}: {finding.text.en}")
        raise ReflowError(Code.INVALID_INPUT_FORMAT, text, field=parameter.name, node="executor")
    return value


def _level(name: str, sign: float = 1.0) -> Callable[[Values], dict[str, float]]:
    return lambda values: {name: sign * float(values["amount"])}


_ADJUSTMENTS: Mapping[str, Callable[[Values], dict[str, float]]] = MappingProxyType(
    {
        "AdjustBrightness": _level("brightness"),
        "AdjustContrast": _level("contrast"),
        "AdjustSaturation": _level("saturation"),
        "AdjustWarmth": _level("warmth"),
        "Sharpen": _level("sharpness"),
        "Blur": _level("sharpness", -1.0),
        "Crop": lambda values: {f"crop_{side}": float(values[side]) for side in _CROPS},
        "Resize": lambda values: {"width": float(values["width"]), "height": float(values["height"])},
        "Flip": lambda values: {f"flip_{values['direction']}": 1.0},
        "Rotate": lambda values: {"rotate": float(values["degrees"])},
    }
)
