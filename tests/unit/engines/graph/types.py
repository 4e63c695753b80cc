"""Node types for the tests: a few of ComfyUI's and two of our own."""

import itertools
from collections.abc import Callable

from engines.graph.node_types.node_type import Input, NodeType, NodeTypes, Output, Parameter, ParameterKind

INTEGER, NUMBER, TEXT, CHOICE = (
    ParameterKind.INTEGER,
    ParameterKind.NUMBER,
    ParameterKind.TEXT,
    ParameterKind.CHOICE,
)


def _sampler(namespace: str, name: str) -> NodeType:
    return NodeType(
        namespace,
        name,
        inputs=(
            Input("model", ("MODEL",)),
            Input("positive", ("CONDITIONING",)),
            Input("negative", ("CONDITIONING",)),
            Input("latent_image", ("LATENT",)),
        ),
        outputs=(Output("LATENT", "LATENT"),),
        parameters=(
            Parameter("seed", INTEGER, 0, 0, 2**64 - 1, types=("INT",)),
            Parameter("steps", INTEGER, 20, 1, 10_000, types=("INT",)),
            Parameter("cfg", NUMBER, 8.0, 0, 100),
            Parameter("sampler_name", CHOICE, "euler", choices=("euler", "dpmpp_2m", "heun")),
            Parameter("scheduler", CHOICE, "normal", choices=("normal", "karras", "simple")),
            Parameter("denoise", NUMBER, 1.0, 0, 1),
        ),
    )


_TYPES = (
    NodeType(
        "comfy",
        "CheckpointLoaderSimple",
        outputs=(Output("MODEL", "MODEL"), Output("CLIP", "CLIP"), Output("VAE", "VAE")),
        parameters=(Parameter("ckpt_name", TEXT, "a"),),
    ),
    NodeType(
        "comfy",
        "CLIPTextEncode",
        inputs=(Input("clip", ("CLIP",)),),
        outputs=(Output("CONDITIONING", "CONDITIONING"),),
        parameters=(Parameter("text", TEXT, "", types=("STRING",)),),
    ),
    _sampler("comfy", "KSampler"),
    NodeType(
        "comfy",
        "EmptyLatentImage",
        outputs=(Output("LATENT", "LATENT"),),
        parameters=(
            Parameter("width", INTEGER, 512, 16, 4096),
            Parameter("height", INTEGER, 512, 16, 4096),
            Parameter("batch_size", INTEGER, 1, 1, 64),
        ),
    ),
    NodeType(
        "comfy",
        "LoraLoader",
        inputs=(Input("model", ("MODEL",)), Input("clip", ("CLIP",))),
        outputs=(Output("MODEL", "MODEL"), Output("CLIP", "CLIP")),
        parameters=(
            Parameter("lora_name", TEXT, ""),
            Parameter("strength_model", NUMBER, 1.0),
            Parameter("strength_clip", NUMBER, 1.0),
        ),
    ),
    NodeType(
        "comfy",
        "VAEDecode",
        inputs=(Input("samples", ("LATENT",)), Input("vae", ("VAE",))),
        outputs=(Output("IMAGE", "IMAGE"),),
    ),
    NodeType(
        "comfy",
        "SaveImage",
        inputs=(Input("images", ("IMAGE",)),),
        parameters=(Parameter("filename_prefix", TEXT, "x"),),
        is_output=True,
    ),
    NodeType("test", "Load", outputs=(Output("image", "IMAGE"), Output("mask", "MASK"))),
    NodeType(
        "test",
        "Blend",
        inputs=(
            Input("first", ("IMAGE", "MASK")),
            Input("second", ("IMAGE",), optional=True),
            Input("more", ("IMAGE",), optional=True, multiple_links=True),
            Input("any", ("*",), optional=True),
        ),
        outputs=(Output("image", "IMAGE"),),
        parameters=(
            Parameter("amount", NUMBER, 0.5, 0, 1, types=("FLOAT",)),
            Parameter("kind", CHOICE, "mix", choices=("mix", "add", "screen")),
            Parameter("tags", CHOICE, choices=("a", "b", "c"), multiselect=True),
            Parameter("gain", NUMBER, 1.0, 0, 2, depends_on={"kind": ("add",)}),
            Parameter("extra", ParameterKind.JSON),
        ),
    ),
    NodeType("test", "Number", outputs=(Output("value", "FLOAT"),), parameters=(Parameter("value", NUMBER, 0.0),)),
)
TYPES: NodeTypes = {node_type.full_name: node_type for node_type in _TYPES}


def count_ids(prefix: str = "n") -> Callable[[], str]:
    """Return a source of ids."""
    numbers = itertools.count(1)
    return lambda: f"{prefix}{next(numbers):04}"
