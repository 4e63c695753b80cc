"""Values of nodes that compute no image: texts, numbers, conditions, and the settings of a sampler.

These functions pass an image or mask through as an opaque value.
"""

import math
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from services.common.contract.field_error import FieldError
from services.common.text.language import Text

Values = Mapping[str, Any]
_MAX_TEXT = 20_000
ONE_IMAGE = Text("一次只能生成一张。", "One image is generated at a time.")


def evaluate_node(node_type: str, values: Values) -> Values | None:
    """Return the outputs of a node by its parameters and inputs, *values*; None for a type that computes an image.

    Raises FieldError if there is no result, for example for a division by zero.
    """
    compute = _COMPUTATIONS.get(node_type.removeprefix("core:"))
    return None if compute is None else compute(values)


def _calculate(values: Values) -> Values:
    first, second, operation = float(values["first"]), float(values["second"]), values["operation"]
    try:
        result = _OPERATIONS[operation](first, second)
    except (ZeroDivisionError, OverflowError, ValueError):
        result = math.nan
    if isinstance(result, complex) or not math.isfinite(result):
        text = Text(f"{first:g} {operation} {second:g} 没有结果。", f"{first:g} {operation} {second:g} has no result.")
        raise FieldError("second", text)
    return {"value": result, "integer": round(result)}


def _join_text(values: Values) -> Values:
    text = f"{values['first']}{values['separator']}{values['second']}"
    if len(text) > _MAX_TEXT:
        limit = Text(f"文字超过 {_MAX_TEXT} 个字符。", f"The text is longer than {_MAX_TEXT} characters.")
        raise FieldError("first", limit)
    return {"text": text}


def _combine_prompts(values: Values) -> Values:
    texts = [values[name]["text"] for name in ("first", "second")]
    return {"conditioning": {"text": ", ".join(filter(None, texts))}}


def _empty_latent(values: Values) -> Values:
    if values["batch"] != 1:  # through a link: the plan rejects the parameter itself
        raise FieldError("batch", ONE_IMAGE)
    return {"latent": {name: values[name] for name in ("width", "height", "batch")}}


def _load_model(values: Values) -> Values:
    model = {"model": values["model"]}
    return {"model": model, "clip": model, "vae": model}


_OPERATIONS: Mapping[str, Callable[[float, float], float]] = MappingProxyType(
    {
        "add": lambda first, second: first + second,
        "subtract": lambda first, second: first - second,
        "multiply": lambda first, second: first * second,
        "divide": lambda first, second: first / second,
        "minimum": min,
        "maximum": max,
        "power": lambda first, second: first**second,
        "modulo": math.fmod,
    }
)
_COMPARISONS: Mapping[str, Callable[[float, float], bool]] = MappingProxyType(
    {
        "greater": lambda first, second: first > second,
        "greater_or_equal": lambda first, second: first >= second,
        "less": lambda first, second: first < second,
        "less_or_equal": lambda first, second: first <= second,
        "equal": lambda first, second: first == second,
        "not_equal": lambda first, second: first != second,
    }
)
_COMPUTATIONS: Mapping[str, Callable[[Values], Values]] = MappingProxyType(
    {
        "Text": lambda values: {"text": values["value"]},
        "Integer": lambda values: {"value": values["value"]},
        "Number": lambda values: {"value": values["value"]},
        "Boolean": lambda values: {"value": values["value"]},
        "Seed": lambda values: {"seed": values["seed"]},
        "JoinText": _join_text,
        "Calculate": _calculate,
        "Compare": lambda values: {"result": _COMPARISONS[values["operation"]](values["first"], values["second"])},
        "Switch": lambda values: {"value": values["on_true" if values["condition"] else "on_false"]},
        "Reroute": lambda values: {"value": values["value"]},
        "LoadModel": _load_model,
        "Prompt": lambda values: {"conditioning": {"text": values["text"]}},
        "CombinePrompts": _combine_prompts,
        "EmptyLatent": _empty_latent,
        "DecodeLatent": lambda values: {"image": values["latent"]},
        "PreviewImage": lambda values: {},
        "SaveImage": lambda values: {},
        "Output": lambda values: {},
    }
)
