"""The nodes that the fake ComfyUI has, what it checks before it takes a graph on, and what they make.

Shapes of the refusals: `validate_prompt` and `validate_inputs` of
https://github.com/Comfy-Org/ComfyUI/blob/master/execution.py; the nodes: its nodes.py.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

CHECKPOINTS = ("fake.safetensors", "fake-sdxl.safetensors")
SAMPLERS = ("euler", "dpmpp_2m", "ddim")
SCHEDULERS = ("normal", "karras", "simple")
SCALING = ("nearest-exact", "bilinear", "area", "bicubic", "lanczos")
CHANNELS = ("alpha", "red", "green", "blue")
MOST_SIDE = 16_384

Graph = Mapping[str, Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number between two others."""

    least: int
    most: int


@dataclass(frozen=True, slots=True)
class Uploaded:
    """The name of a picture that was uploaded."""


Wanted = str | tuple[str, ...] | Whole | Uploaded
"""What an input wants: a link to that kind (upper case), "STRING", "FLOAT", one of several, a number, a file."""


@dataclass(frozen=True, slots=True)
class NodeClass:
    """A kind of node: its inputs, what it gives, and whether the graph runs for its sake."""

    inputs: Mapping[str, Wanted]
    gives: tuple[str, ...]
    is_output: bool = False


_SIDE = Whole(16, MOST_SIDE)

NODES: Mapping[str, NodeClass] = {
    "CheckpointLoaderSimple": NodeClass({"ckpt_name": CHECKPOINTS}, ("MODEL", "CLIP", "VAE")),
    "CLIPTextEncode": NodeClass({"text": "STRING", "clip": "CLIP"}, ("CONDITIONING",)),
    "EmptyLatentImage": NodeClass({"width": _SIDE, "height": _SIDE, "batch_size": Whole(1, 4096)}, ("LATENT",)),
    "KSampler": NodeClass(
        {
            "model": "MODEL",
            "seed": Whole(0, 2**64 - 1),
            "steps": Whole(1, 10_000),
            "cfg": "FLOAT",
            "sampler_name": SAMPLERS,
            "scheduler": SCHEDULERS,
            "positive": "CONDITIONING",
            "negative": "CONDITIONING",
            "latent_image": "LATENT",
            "denoise": "FLOAT",
        },
        ("LATENT",),
    ),
    "VAEDecode": NodeClass({"samples": "LATENT", "vae": "VAE"}, ("IMAGE",)),
    "VAEEncode": NodeClass({"pixels": "IMAGE", "vae": "VAE"}, ("LATENT",)),
    "VAEEncodeForInpaint": NodeClass(
        {"pixels": "IMAGE", "vae": "VAE", "mask": "MASK", "grow_mask_by": Whole(0, 64)}, ("LATENT",)
    ),
    "SetLatentNoiseMask": NodeClass({"samples": "LATENT", "mask": "MASK"}, ("LATENT",)),
    "LoadImage": NodeClass({"image": Uploaded()}, ("IMAGE", "MASK")),
    "LoadImageMask": NodeClass({"image": Uploaded(), "channel": CHANNELS}, ("MASK",)),
    "ImageScale": NodeClass(
        {
            "image": "IMAGE",
            "upscale_method": SCALING,
            "width": Whole(0, MOST_SIDE),
            "height": Whole(0, MOST_SIDE),
            "crop": ("disabled", "center"),
        },
        ("IMAGE",),
    ),
    "PreviewImage": NodeClass({"images": "IMAGE"}, (), is_output=True),
    "SaveImage": NodeClass({"images": "IMAGE", "filename_prefix": "STRING"}, (), is_output=True),
}

Refusal = tuple[dict[str, Any], dict[str, Any]]


def refused(graph: Graph, is_uploaded: Callable[[str], bool]) -> Refusal | None:
    """Return the error and the node errors for which *graph* is not taken on, None where it is."""
    for node_id, node in graph.items():
        missing = _missing_class(node_id, node)
        if missing is not None:
            return missing, {}
    outputs = [node_id for node_id, node in graph.items() if NODES[node["class_type"]].is_output]
    if not outputs:
        return _error("prompt_no_outputs", "Prompt has no outputs", ""), {}
    node_errors: dict[str, Any] = {}
    for node_id, node in graph.items():
        errors = _node_errors(graph, node, is_uploaded)
        if errors:
            node_errors[node_id] = {"errors": errors, "dependent_outputs": outputs, "class_type": node["class_type"]}
    if not node_errors:
        return None
    all_errors = [error for node in node_errors.values() for error in node["errors"]]
    details = "\n".join(f"{error['message']}: {error['details']}" for error in all_errors)
    return _error("prompt_outputs_failed_validation", "Prompt outputs failed validation", details), node_errors


def _missing_class(node_id: str, node: Mapping[str, Any]) -> dict[str, Any] | None:
    class_type = node.get("class_type")
    if class_type in NODES:
        return None
    title = node.get("_meta", {}).get("title", class_type)
    message = f"Node '{title}' not found. The custom node may not be installed."
    return _error("missing_node_type", message, f"Node ID '#{node_id}'")


def _node_errors(graph: Graph, node: Mapping[str, Any], is_uploaded: Callable[[str], bool]) -> list[dict[str, Any]]:
    errors = []
    for name, wanted in NODES[node["class_type"]].inputs.items():
        if name not in node["inputs"]:
            errors.append(_error("required_input_missing", "Required input is missing", name, name))
        else:
            error = _input_error(graph, name, wanted, node["inputs"][name], is_uploaded)
            errors += [error] if error else []
    return errors


def _input_error(
    graph: Graph, name: str, wanted: Wanted, value: Any, is_uploaded: Callable[[str], bool]
) -> dict[str, Any] | None:
    if isinstance(value, list):
        return _link_error(graph, name, wanted, value)
    match wanted:
        case tuple() if value not in wanted:
            return _error("value_not_in_list", "Value not in list", f"{name}: {value!r} not in {list(wanted)}", name)
        case Whole() if not isinstance(value, int | float):
            message = "Failed to convert an input value to a INT value"
            return _error("invalid_input_type", message, f"{name}, {value}", name)
        case Whole(least, most) if not least <= int(value) <= most:
            small = int(value) < least
            words = f"smaller than min of {least}" if small else f"bigger than max of {most}"
            return _error(f"value_{'smaller' if small else 'bigger'}_than", f"Value {value} {words}", name, name)
        case Uploaded() if not is_uploaded(str(value)):
            details = f"{name} - Invalid image file: {value}"
            return _error("custom_validation_failed", "Custom validation failed for node", details, name)
        case str() if wanted not in ("STRING", "FLOAT"):
            return _error("return_type_mismatch", "Return type mismatch between linked nodes", name, name)
        case _:
            return None


def _link_error(graph: Graph, name: str, wanted: Wanted, link: list[Any]) -> dict[str, Any] | None:
    if len(link) != 2 or link[0] not in graph:
        message = "Bad linked input, must be a length-2 list of [node_id, slot_index]"
        return _error("bad_linked_input", message, name, name)
    gives = NODES[graph[link[0]]["class_type"]].gives
    given = gives[link[1]] if link[1] < len(gives) else "nothing"
    if isinstance(wanted, str) and given == wanted:
        return None
    details = f"{name}, received_type({given}) mismatch input_type({wanted})"
    return _error("return_type_mismatch", "Return type mismatch between linked nodes", details, name)


def _error(kind: str, message: str, details: str, name: str = "") -> dict[str, Any]:
    extra = {"input_name": name} if name else {}
    return {"type": kind, "message": message, "details": details, "extra_info": extra}
