"""Nodes of the fake ComfyUI, and validation of graphs.

Formats of the errors: `validate_prompt` and `validate_inputs` of
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
MAX_SIDE = 16_384

Graph = Mapping[str, Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class IntegerInput:
    """An integer input with its range."""

    minimum: int
    maximum: int


@dataclass(frozen=True, slots=True)
class UploadedFile:
    """The name of an uploaded image."""


InputType = str | tuple[str, ...] | IntegerInput | UploadedFile
"""Type of an input: a link to that kind (upper case), "STRING", "FLOAT", choices, an integer, a file."""


@dataclass(frozen=True, slots=True)
class NodeClass:
    """A class of nodes: its inputs, the types of its outputs, and whether it is an output of the graph."""

    inputs: Mapping[str, InputType]
    outputs: tuple[str, ...]
    is_output: bool = False


_SIDE = IntegerInput(16, MAX_SIDE)

NODES: Mapping[str, NodeClass] = {
    "CheckpointLoaderSimple": NodeClass({"ckpt_name": CHECKPOINTS}, ("MODEL", "CLIP", "VAE")),
    "CLIPTextEncode": NodeClass({"text": "STRING", "clip": "CLIP"}, ("CONDITIONING",)),
    "EmptyLatentImage": NodeClass({"width": _SIDE, "height": _SIDE, "batch_size": IntegerInput(1, 4096)}, ("LATENT",)),
    "KSampler": NodeClass(
        {
            "model": "MODEL",
            "seed": IntegerInput(0, 2**64 - 1),
            "steps": IntegerInput(1, 10_000),
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
        {"pixels": "IMAGE", "vae": "VAE", "mask": "MASK", "grow_mask_by": IntegerInput(0, 64)}, ("LATENT",)
    ),
    "SetLatentNoiseMask": NodeClass({"samples": "LATENT", "mask": "MASK"}, ("LATENT",)),
    "LoadImage": NodeClass({"image": UploadedFile()}, ("IMAGE", "MASK")),
    "LoadImageMask": NodeClass({"image": UploadedFile(), "channel": CHANNELS}, ("MASK",)),
    "ImageScale": NodeClass(
        {
            "image": "IMAGE",
            "upscale_method": SCALING,
            "width": IntegerInput(0, MAX_SIDE),
            "height": IntegerInput(0, MAX_SIDE),
            "crop": ("disabled", "center"),
        },
        ("IMAGE",),
    ),
    "PreviewImage": NodeClass({"images": "IMAGE"}, (), is_output=True),
    "SaveImage": NodeClass({"images": "IMAGE", "filename_prefix": "STRING"}, (), is_output=True),
}


def build_object_info() -> dict[str, Any]:
    """Return the classes of nodes as `GET /object_info` does (schema V1)."""
    return {
        name: {
            "input": {"required": {field: _describe_input(kind) for field, kind in node.inputs.items()}},
            "input_order": {"required": list(node.inputs)},
            "is_input_list": False,
            "output": list(node.outputs),
            "output_is_list": [False] * len(node.outputs),
            "output_name": list(node.outputs),
            "name": name,
            "display_name": name,
            "description": "",
            "python_module": "nodes",
            "category": "fake",
            "output_node": node.is_output,
        }
        for name, node in NODES.items()
    }


def _describe_input(kind: InputType) -> list[Any]:
    match kind:
        case IntegerInput(minimum, maximum):
            return ["INT", {"default": minimum, "min": minimum, "max": maximum}]
        case UploadedFile():
            return [[], {"image_upload": True}]
        case tuple():
            return [list(kind), {}]
        case _:
            return [kind, {}]


GraphErrors = tuple[dict[str, Any], dict[str, Any]]


def validate_graph(graph: Graph, is_uploaded: Callable[[str], bool]) -> GraphErrors | None:
    """Return the error and the node errors of an invalid *graph*, None for a valid one."""
    for node_id, node in graph.items():
        missing = _validate_class(node_id, node)
        if missing is not None:
            return missing, {}
    outputs = [node_id for node_id, node in graph.items() if NODES[node["class_type"]].is_output]
    if not outputs:
        return _build_error("prompt_no_outputs", "Prompt has no outputs", ""), {}
    node_errors: dict[str, Any] = {}
    for node_id, node in graph.items():
        errors = _validate_node(graph, node, is_uploaded)
        if errors:
            node_errors[node_id] = {"errors": errors, "dependent_outputs": outputs, "class_type": node["class_type"]}
    if not node_errors:
        return None
    all_errors = [error for node in node_errors.values() for error in node["errors"]]
    details = "\n".join(f"{error['message']}: {error['details']}" for error in all_errors)
    return _build_error("prompt_outputs_failed_validation", "Prompt outputs failed validation", details), node_errors


def _validate_class(node_id: str, node: Mapping[str, Any]) -> dict[str, Any] | None:
    class_type = node.get("class_type")
    if class_type in NODES:
        return None
    title = node.get("_meta", {}).get("title", class_type)
    message = f"Node '{title}' not found. The custom node may not be installed."
    return _build_error("missing_node_type", message, f"Node ID '#{node_id}'")


def _validate_node(graph: Graph, node: Mapping[str, Any], is_uploaded: Callable[[str], bool]) -> list[dict[str, Any]]:
    errors = []
    for name, required in NODES[node["class_type"]].inputs.items():
        if name not in node["inputs"]:
            errors.append(_build_error("required_input_missing", "Required input is missing", name, name))
        else:
            error = _validate_input(graph, name, required, node["inputs"][name], is_uploaded)
            errors += [error] if error else []
    return errors


def _validate_input(
    graph: Graph, name: str, required: InputType, value: Any, is_uploaded: Callable[[str], bool]
) -> dict[str, Any] | None:
    if isinstance(value, list):
        return _validate_link(graph, name, required, value)
    match required:
        case tuple() if value not in required:
            return _build_error(
                "value_not_in_list", "Value not in list", f"{name}: {value!r} not in {list(required)}", name
            )
        case IntegerInput() if not isinstance(value, int | float):
            message = "Failed to convert an input value to a INT value"
            return _build_error("invalid_input_type", message, f"{name}, {value}", name)
        case IntegerInput(minimum, maximum) if not minimum <= int(value) <= maximum:
            small = int(value) < minimum
            text = f"smaller than min of {minimum}" if small else f"bigger than max of {maximum}"
            return _build_error(f"value_{'smaller' if small else 'bigger'}_than", f"Value {value} {text}", name, name)
        case UploadedFile() if not is_uploaded(str(value)):
            details = f"{name} - Invalid image file: {value}"
            return _build_error("custom_validation_failed", "Custom validation failed for node", details, name)
        case str() if required not in ("STRING", "FLOAT"):
            return _build_error("return_type_mismatch", "Return type mismatch between linked nodes", name, name)
        case _:
            return None


def _validate_link(graph: Graph, name: str, required: InputType, link: list[Any]) -> dict[str, Any] | None:
    if len(link) != 2 or link[0] not in graph:
        message = "Bad linked input, must be a length-2 list of [node_id, slot_index]"
        return _build_error("bad_linked_input", message, name, name)
    outputs = NODES[graph[link[0]]["class_type"]].outputs
    received = outputs[link[1]] if link[1] < len(outputs) else "nothing"
    if isinstance(required, str) and received == required:
        return None
    details = f"{name}, received_type({received}) mismatch input_type({required})"
    return _build_error("return_type_mismatch", "Return type mismatch between linked nodes", details, name)


def _build_error(kind: str, message: str, details: str, name: str = "") -> dict[str, Any]:
    extra = {"input_name": name} if name else {}
    return {"type": kind, "message": message, "details": details, "extra_info": extra}
