"""Jobs of graph nodes that run in worker processes: masks and compositions, bytes in, PNG out.

Each imports its libraries itself, as the image jobs do.
"""

import io
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from services.common.contract.graphs.graph import GraphSnapshot
from services.common.contract.graphs.graph_execution import ExecutionPlan, NodeLink, PlannedNode, RejectedNode
from services.common.images.stored_pixels import decode_pixels
from services.common.text.language import Language
from services.executor.adapters.jobs.graphs import map_invalid_graph

if TYPE_CHECKING:
    from engines.image_editing.masks import Gray
    from services.common.images.arrays import Pixels

Parameters = Mapping[str, Any]
MAX_REASON = 1_000


def plan_graph(graph: GraphSnapshot, language: Language) -> ExecutionPlan:
    """Return how a graph is executed. Raises GRAPH_INVALID."""
    from engines.graph.execution.plan import MAX_NODES, name_node, plan_execution
    from engines.graph.json_form import parse_graph
    from engines.graph.json_values import dump_json
    from engines.graph.node_types.core_types import load_core_types

    with map_invalid_graph():
        parsed = parse_graph(graph.content)
    plan = plan_execution(parsed, load_core_types())
    nodes = tuple(
        PlannedNode(
            one.node.id,
            one.node.type,
            name_node(one.node, one.type).pick(language),
            dump_json(one.data).encode(),
            tuple(NodeLink(link.handle, link.source, link.source_handle) for link in one.links),
            one.type.is_output,
        )
        for one in plan.nodes
    )
    rejected = tuple(
        RejectedNode(one.node_id, one.type, one.text.pick(language)[:MAX_REASON], one.title.pick(language))
        for one in plan.rejections[:MAX_NODES]
    )
    return ExecutionPlan(nodes, rejected, tuple(note.pick(language)[:MAX_REASON] for note in plan.notes))


def compute_mask(name: str, parameters: Parameters, contents: Sequence[bytes]) -> bytes:
    """Return the PNG of the mask that a node of the type *name* computes from its images or masks, in order."""
    from services.common.images.encoder import encode_png

    return encode_png(_MASKS[name](parameters, contents))


def compose_image(name: str, parameters: Parameters, contents: Sequence[bytes]) -> bytes:
    """Return the PNG of the image that a node of the type *name* composes from its images and masks, in order.

    All are scaled to the size of the first.
    """
    from services.common.images.encoder import encode_png

    return encode_png(_IMAGES[name](parameters, contents))


def scale_mask(mask: bytes, size: tuple[int, int]) -> bytes:
    """Return *mask* scaled to (width, height) *size*."""
    from services.common.images.encoder import encode_png

    return encode_png(_decode_mask(mask, size))


def _shape_mask(parameters: Parameters, contents: Sequence[bytes]) -> "Gray":
    from PIL import Image

    from engines.image_editing.masks import draw_shape

    with Image.open(io.BytesIO(contents[0])) as image:
        size = image.size
    left, top, width, height = (float(parameters[name]) for name in ("left", "top", "width", "height"))
    return draw_shape(size, parameters["shape"], (left, top, width, height))


def _invert_mask(_: Parameters, contents: Sequence[bytes]) -> "Gray":
    from engines.image_editing.masks import invert_mask

    return invert_mask(_decode_mask(contents[0]))


def _grow_mask(parameters: Parameters, contents: Sequence[bytes]) -> "Gray":
    from engines.image_editing.masks import grow_mask

    return grow_mask(_decode_mask(contents[0]), int(parameters["pixels"]))


def _feather_mask(parameters: Parameters, contents: Sequence[bytes]) -> "Gray":
    from engines.image_editing.masks import soften_mask

    return soften_mask(_decode_mask(contents[0]), int(parameters["pixels"]))


def _combine_masks(parameters: Parameters, contents: Sequence[bytes]) -> "Gray":
    from engines.image_editing.masks import combine_masks

    first = _decode_mask(contents[0])
    return combine_masks(first, _decode_mask(contents[1], first.shape[::-1]), parameters["operation"])


def _image_to_mask(parameters: Parameters, contents: Sequence[bytes]) -> "Gray":
    import numpy as np
    from PIL import Image

    from engines.image_editing.masks import extract_channel

    with Image.open(io.BytesIO(contents[0])) as image:
        return extract_channel(np.asarray(image.convert("RGBA")), parameters["channel"])


def _mask_to_image(_: Parameters, contents: Sequence[bytes]) -> "Pixels":
    from engines.image_editing.masks import to_pixels

    return to_pixels(_decode_mask(contents[0]))


def _blend_images(parameters: Parameters, contents: Sequence[bytes]) -> "Pixels":
    from engines.image_editing.blend import blend_images

    first = decode_pixels(contents[0])
    second = _scale(decode_pixels(contents[1]), first.shape[1::-1])
    return blend_images(first, second, parameters["mode"], float(parameters["share"]))


def _composite_images(_: Parameters, contents: Sequence[bytes]) -> "Pixels":
    from engines.image_editing.blend import composite_images

    background = decode_pixels(contents[0])
    size = background.shape[1::-1]
    return composite_images(background, _scale(decode_pixels(contents[1]), size), _decode_mask(contents[2], size))


def _decode_mask(png: bytes, size: "tuple[int, ...] | None" = None) -> "Gray":
    import numpy as np
    from PIL import Image

    with Image.open(io.BytesIO(png)) as image:
        gray = image.convert("L")
    width, height = size or gray.size
    return np.asarray(gray if gray.size == (width, height) else gray.resize((width, height)), dtype=np.uint8)


def _scale(pixels: "Pixels", size: tuple[int, ...]) -> "Pixels":
    """Return *pixels* cropped and scaled to (width, height) *size*."""
    from services.executor.domain.image_fit import cover

    width, height = size
    return pixels if pixels.shape[1::-1] == (width, height) else cover(pixels, (width, height))


_MASKS: Mapping[str, Callable[[Parameters, Sequence[bytes]], "Gray"]] = MappingProxyType(
    {
        "ShapeMask": _shape_mask,
        "InvertMask": _invert_mask,
        "GrowMask": _grow_mask,
        "FeatherMask": _feather_mask,
        "CombineMasks": _combine_masks,
        "ImageToMask": _image_to_mask,
    }
)
_IMAGES: Mapping[str, Callable[[Parameters, Sequence[bytes]], "Pixels"]] = MappingProxyType(
    {"MaskToImage": _mask_to_image, "BlendImages": _blend_images, "CompositeImages": _composite_images}
)
MASK_TYPES, IMAGE_TYPES = frozenset(_MASKS), frozenset(_IMAGES)
