"""A diffusers pipeline in a local folder. Implements services.executor.domain.image_engine.ImageProvider.

Needs the optional extra: `pip install reflow[diffusers]`. Nothing of it is imported before the first image.
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

from services.common.contract.image_chat import ReferenceUse
from services.common.errors import Code, ReflowError
from services.common.text.choices import list_names
from services.common.text.language import Text
from services.executor.domain.image_engine import (
    EngineAbilities,
    ImageRequest,
    ProviderEvents,
    ReceivedImage,
    Running,
    WaitingForWorker,
)
from services.executor.domain.prompt_markers import strip_markers
from services.executor.domain.sizes import Size

if TYPE_CHECKING:
    import torch


EXTRA = ("torch", "diffusers", "transformers", "accelerate", "safetensors")
# Latent pipelines need eight pixels per latent and two latents per patch.
_SIDE_MULTIPLE = 16

LOADING = Text("正在载入本地模型…", "Loading the local model…")
RUNNING = Text("本地模型正在绘制…", "The local model is painting…")
INPAINTING_UNSUPPORTED = Text(
    "这个本地模型不能重绘，请选择别的图像模型。", "This local model cannot repaint. Choose another image model."
)
REFERENCE_UNSUPPORTED = Text(
    "这个本地模型不能使用参考图，请选择别的图像模型。",
    "This local model cannot use a reference image. Choose another image model.",
)


class _Stopped(Exception):
    """The caller has closed the generator."""


def find_problem(folder: str) -> Text | None:
    """Return why a pipeline in *folder* cannot be loaded, or None. Reads the file system."""
    absent = [name for name in EXTRA if find_spec(name) is None]
    if absent:
        names = list_names(absent)
        return Text(
            f"没有安装 {names.zh}，请安装可选组件：pip install 'reflow[diffusers]'",
            f"{names.en} not installed; install the optional extra: pip install 'reflow[diffusers]'",
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


class DiffusersProvider:
    """Generates with the pipeline in *folder*, one image at a time in its own thread; loads it once."""

    def __init__(self, folder: str, *, steps: int, edit_folder: str = "") -> None:
        self._folder = folder
        self._edit_folder = edit_folder
        self._steps = steps
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="diffusers")
        self._lock = asyncio.Lock()

    @property
    def abilities(self) -> EngineAbilities:
        return EngineAbilities(can_repaint=True, reference_uses=(ReferenceUse.PIXELS,))

    async def find_problem(self) -> Text | None:
        return await asyncio.to_thread(find_problem, self._folder)

    def generate(self, image_request: ImageRequest) -> ProviderEvents:
        return self._run_in_thread(partial(self._generate, image_request))

    def edit(self, image_request: ImageRequest, image: bytes, mask: bytes) -> ProviderEvents:
        return self._run_in_thread(partial(self._inpaint, image_request, image, mask))

    async def _run_in_thread(self, paint: Callable[[Callable[[float], None]], bytes]) -> ProviderEvents:
        """Run *paint* in the thread and yield its progress. Closing stops it between two steps."""
        if self._lock.locked():
            yield WaitingForWorker()
        async with self._lock:
            yield Running(0.0, RUNNING if "_pipeline" in self.__dict__ else LOADING)
            events, stop = asyncio.Queue[Running | None](), threading.Event()
            loop = asyncio.get_running_loop()

            def on_progress(fraction: float) -> None:
                if stop.is_set():
                    raise _Stopped
                loop.call_soon_threadsafe(events.put_nowait, Running(fraction, RUNNING))

            def on_done(job: asyncio.Future[bytes]) -> None:
                job.exception()  # retrieve it, so that asyncio does not log it
                events.put_nowait(None)

            job = loop.run_in_executor(self._thread, _paint_or_fail, paint, on_progress)
            job.add_done_callback(on_done)
            try:
                while (progress := await events.get()) is not None:
                    yield progress
            finally:
                stop.set()
            yield ReceivedImage(job.result())

    def _generate(self, image_request: ImageRequest, on_progress: Callable[[float], None]) -> bytes:
        width, height = size = _round_up_size(image_request)
        if image_request.reference is None:
            return self._run(self._pipeline, image_request, on_progress, width=width, height=height)
        from PIL import Image

        from services.common.images.stored_pixels import decode_pixels
        from services.executor.domain.image_fit import cover

        # The size of the result is that of the image.
        image = Image.fromarray(cover(decode_pixels(image_request.reference.image), size))
        strength = image_request.reference.strength
        return self._run(self._image_to_image, image_request, on_progress, image=image, strength=strength)

    def _inpaint(
        self, image_request: ImageRequest, image: bytes, mask: bytes, on_progress: Callable[[float], None]
    ) -> bytes:
        from PIL import Image

        from services.common.images.stored_pixels import decode_pixels, decode_stored_mask
        from services.executor.domain.image_fit import frame, frame_mask

        size = _round_up_size(image_request)
        framed_image = Image.fromarray(frame(decode_pixels(image), size))
        mask_image = Image.fromarray(frame_mask(decode_stored_mask(mask), size))
        width, height = size
        return self._run(
            self._inpainting,
            image_request,
            on_progress,
            image=framed_image,
            mask_image=mask_image.convert("L"),
            width=width,
            height=height,
        )

    def _run(
        self, pipeline: Any, image_request: ImageRequest, on_progress: Callable[[float], None], **parameters: Any
    ) -> bytes:
        import torch

        def on_step_end(running: Any, step: int, _: Any, values: dict[str, Any]) -> dict[str, Any]:
            on_progress((step + 1) / max(1, running.num_timesteps))
            return values

        on_progress(0.0)
        result = pipeline(
            prompt=strip_markers(image_request.prompt),
            num_inference_steps=self._steps,
            generator=torch.Generator("cpu").manual_seed(image_request.seed),
            callback_on_step_end=on_step_end,
            **parameters,
        )
        if any(getattr(result, "nsfw_content_detected", None) or ()):
            raise ReflowError(Code.CONTENT_REFUSED, details="the pipeline's safety checker", node="executor")
        file = io.BytesIO()
        result.images[0].convert("RGB").save(file, "PNG", compress_level=1)
        return file.getvalue()

    @cached_property
    def _pipeline(self) -> Any:
        return _load_pipeline("AutoPipelineForText2Image", self._folder)

    @cached_property
    def _image_to_image(self) -> Any:
        """Return the image-to-image pipeline of the same weights."""
        from diffusers import AutoPipelineForImage2Image

        try:
            pipeline = AutoPipelineForImage2Image.from_pipe(self._pipeline)
        except ValueError as error:  # diffusers has no such pipeline of this kind
            raise ReflowError(Code.LLM_REFUSED, REFERENCE_UNSUPPORTED, details=str(error), node="executor") from error
        pipeline.set_progress_bar_config(disable=True)
        return pipeline

    @cached_property
    def _inpainting(self) -> Any:
        """Return the inpainting pipeline: a separate one, or the same weights."""
        if self._edit_folder:
            return _load_pipeline("AutoPipelineForInpainting", self._edit_folder)
        from diffusers import AutoPipelineForInpainting

        try:
            pipeline = AutoPipelineForInpainting.from_pipe(self._pipeline)
        except ValueError as error:  # diffusers has no inpainting pipeline of this kind
            raise ReflowError(Code.LLM_REFUSED, INPAINTING_UNSUPPORTED, details=str(error), node="executor") from error
        pipeline.set_progress_bar_config(disable=True)
        return pipeline


def _load_pipeline(kind: str, folder: str) -> Any:
    """Return the pipeline in *folder*, on the GPU if available. Raises LLM_REFUSED when it cannot be loaded."""
    problem = find_problem(folder)
    if problem is not None:
        raise ReflowError(Code.LLM_REFUSED, problem, details=problem.en, node="executor")
    import diffusers
    import torch
    import transformers

    for library in (diffusers, transformers):  # they print progress bars
        library.utils.logging.disable_progress_bar()
    device, dtype = _choose_device(torch)
    pipeline = getattr(diffusers, kind).from_pretrained(
        Path(folder).expanduser(), local_files_only=True, use_safetensors=True, dtype=dtype
    )
    pipeline.set_progress_bar_config(disable=True)
    return pipeline.to(device)


def _choose_device(torch: Any) -> tuple[str, "torch.dtype"]:
    if not torch.cuda.is_available():
        return "cpu", torch.float32
    return "cuda", torch.bfloat16 if torch.cuda.is_bf16_supported() else torch.float16


def _paint_or_fail(paint: Callable[[Callable[[float], None]], bytes], on_progress: Callable[[float], None]) -> bytes:
    """Return the image of *paint*; any error of a library becomes EXECUTION_FAILED."""
    try:
        return paint(on_progress)
    except (ReflowError, _Stopped):
        raise
    except Exception as error:
        details = f"{type(error).__name__}: {str(error)[:300]}"
        raise ReflowError(Code.EXECUTION_FAILED, details=details, node="executor") from error


def _round_up_size(image_request: ImageRequest) -> Size:
    """Return the requested size, rounded up to what the pipeline supports."""
    width, height = (
        -(-side // _SIDE_MULTIPLE) * _SIDE_MULTIPLE for side in (image_request.width, image_request.height)
    )
    return width, height
