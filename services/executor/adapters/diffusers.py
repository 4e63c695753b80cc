"""A diffusers pipeline in a local folder. Implements services.executor.engines.PictureSource.

Needs the optional extra: `pip install reflow[diffusers]`. Nothing of it is imported before the first picture.
Local and not charged. Weights are safetensors and nothing else: a pickle runs what its author wrote.
"""

import asyncio
import io
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property, partial
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from services.common.errors import Code, ReflowError
from services.common.language import Text
from services.executor.domain.prompts import without_marks
from services.executor.domain.sizes import Size
from services.executor.engines import Order, Received, Telling, Waiting, Working

if TYPE_CHECKING:
    import torch


EXTRA = ("torch", "diffusers", "transformers", "accelerate", "safetensors")
# What latent pipelines can divide: eight pixels to a latent, two latents to a patch.
_GRAIN = 16

LOADING = Text("正在载入本地模型…", "Loading the local model…")
PAINTING = Text("本地模型正在绘制…", "The local model is painting…")
NO_REPAINTS = Text(
    "这个本地模型不能重绘，请选择别的图像模型。", "This local model cannot repaint. Choose another image model."
)


class _Stopped(Exception):
    """Nobody waits for this picture any more."""


def missing(folder: str) -> Text | None:
    """Return what keeps a pipeline in *folder* from being loaded, in plain words, or None. Reads the file system."""
    absent = [name for name in EXTRA if find_spec(name) is None]
    if absent:
        names = ", ".join(absent)
        return Text(
            f"没有安装 {names}，请安装可选组件：pip install 'reflow[diffusers]'",
            f"{names} not installed; install the optional extra: pip install 'reflow[diffusers]'",
        )
    place = Path(folder).expanduser()
    if not (place / "model_index.json").is_file():
        return Text(f"{place} 里没有 model_index.json，不是 diffusers 模型文件夹", f"{place} has no model_index.json")
    if next(place.rglob("*.safetensors"), None) is None:
        return Text(
            f"{place} 里没有 .safetensors 权重（不会载入 pickle 文件）",
            f"{place} has no .safetensors weights (pickled ones are not loaded)",
        )
    return None


class LocalPipeline:
    """Paints with the pipeline in *folder*, one picture at a time in a thread of its own; loads once."""

    def __init__(self, folder: str, *, steps: int, edit_folder: str = "") -> None:
        self._folder = folder
        self._edit_folder = edit_folder
        self._steps = steps
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="diffusers")
        self._turn = asyncio.Lock()

    def generate(self, order: Order) -> Telling:
        return self._work(partial(self._painted, order))

    def edit(self, order: Order, picture: bytes, mask: bytes) -> Telling:
        return self._work(partial(self._repainted, order, picture, mask))

    async def _work(self, paint: Callable[[Callable[[float], None]], bytes]) -> Telling:
        """Let *paint* work in the thread and tell its steps. Leaving stops it between two of them."""
        if self._turn.locked():
            yield Waiting()
        async with self._turn:
            yield Working(0.0, PAINTING if "_pipeline" in self.__dict__ else LOADING)
            told, stop = asyncio.Queue[Working | None](), threading.Event()
            loop = asyncio.get_running_loop()

            def report(fraction: float) -> None:
                if stop.is_set():
                    raise _Stopped
                loop.call_soon_threadsafe(told.put_nowait, Working(fraction, PAINTING))

            def ended(job: asyncio.Future[bytes]) -> None:
                job.exception()  # looked at, also when nobody waits for it any more
                told.put_nowait(None)

            job = loop.run_in_executor(self._thread, _told_apart, paint, report)
            job.add_done_callback(ended)
            try:
                while (progress := await told.get()) is not None:
                    yield progress
            finally:
                stop.set()
            yield Received(job.result())

    def _painted(self, order: Order, report: Callable[[float], None]) -> bytes:
        width, height = _size_for(order)
        return self._run(self._pipeline, order, report, width=width, height=height)

    def _repainted(self, order: Order, picture: bytes, mask: bytes, report: Callable[[float], None]) -> bytes:
        from PIL import Image

        from services.executor.adapters.computations import mask_of, pixels_of
        from services.executor.domain.fitting import framed, framed_mask

        size = _size_for(order)
        image = Image.fromarray(framed(pixels_of(picture), size))
        marked = Image.fromarray(framed_mask(mask_of(mask), size))
        width, height = size
        return self._run(
            self._inpainting, order, report, image=image, mask_image=marked.convert("L"), width=width, height=height
        )

    def _run(self, pipeline: Any, order: Order, report: Callable[[float], None], **given: Any) -> bytes:
        import torch

        def ended(running: Any, step: int, _: Any, values: dict[str, Any]) -> dict[str, Any]:
            report((step + 1) / max(1, running.num_timesteps))
            return values

        report(0.0)
        result = pipeline(
            prompt=without_marks(order.prompt),
            num_inference_steps=self._steps,
            generator=torch.Generator("cpu").manual_seed(order.seed),
            callback_on_step_end=ended,
            **given,
        )
        if any(getattr(result, "nsfw_content_detected", None) or ()):
            raise ReflowError(Code.CONTENT_REFUSED, details="the pipeline's safety checker", node="executor")
        file = io.BytesIO()
        result.images[0].convert("RGB").save(file, "PNG", compress_level=1)
        return file.getvalue()

    @cached_property
    def _pipeline(self) -> Any:
        return _loaded("AutoPipelineForText2Image", self._folder)

    @cached_property
    def _inpainting(self) -> Any:
        """Return the pipeline that repaints: one of its own, or the same weights used another way."""
        if self._edit_folder:
            return _loaded("AutoPipelineForInpainting", self._edit_folder)
        from diffusers import AutoPipelineForInpainting

        try:
            pipeline = AutoPipelineForInpainting.from_pipe(self._pipeline)
        except ValueError as error:  # no way of repainting is known for this kind
            raise ReflowError(Code.LLM_REFUSED, NO_REPAINTS, details=str(error), node="executor") from error
        pipeline.set_progress_bar_config(disable=True)
        return pipeline


def _loaded(kind: str, folder: str) -> Any:
    """Return the pipeline in *folder*, on the GPU when there is one. Raises LLM_REFUSED when it cannot be there."""
    problem = missing(folder)
    if problem is not None:
        raise ReflowError(Code.LLM_REFUSED, problem, details=problem.en, node="executor")
    import diffusers
    import torch
    import transformers

    for library in (diffusers, transformers):  # they draw bars on the terminal
        library.utils.logging.disable_progress_bar()
    device, dtype = _where(torch)
    pipeline = getattr(diffusers, kind).from_pretrained(
        Path(folder).expanduser(), local_files_only=True, use_safetensors=True, dtype=dtype
    )
    pipeline.set_progress_bar_config(disable=True)
    return pipeline.to(device)


def _where(torch: Any) -> tuple[str, "torch.dtype"]:
    if not torch.cuda.is_available():
        return "cpu", torch.float32
    return "cuda", torch.bfloat16 if torch.cuda.is_bf16_supported() else torch.float16


def _told_apart(paint: Callable[[Callable[[float], None]], bytes], report: Callable[[float], None]) -> bytes:
    """Return what *paint* paints; libraries raise nearly anything, which is one failure here."""
    try:
        return paint(report)
    except (ReflowError, _Stopped):
        raise
    except Exception as error:
        details = f"{type(error).__name__}: {str(error)[:300]}"
        raise ReflowError(Code.EXECUTION_FAILED, details=details, node="executor") from error


def _size_for(order: Order) -> Size:
    """Return the size ordered, made a little larger where the pipeline could not divide it."""
    width, height = (-(-side // _GRAIN) * _GRAIN for side in (order.width, order.height))
    return width, height
