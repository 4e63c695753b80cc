"""Localized texts of the executor for users."""

from collections.abc import Mapping, Sequence

from services.common.contract.image_chat import ReferenceUse
from services.common.llm.activities import RATE_LIMITED
from services.common.text.language import Text
from services.executor.domain.image_engine import BUILTIN

PAINTING = Text("正在绘制 {width}x{height}，引擎 {engine}", "Painting {width}x{height} with {engine}")
INPAINTING = Text("正在重绘圈出的区域，引擎 {engine}", "Repainting the marked area with {engine}")
ADJUSTING = Text("正在调整：{parameters}", "Adjusting: {parameters}")
RECEIVING = Text("图片已生成，正在下载…", "The image is ready; downloading it…")
RESIZING = Text("正在把图片调整为要求的尺寸…", "Resizing the image to the requested size…")
STORED = Text("已保存", "Stored")

WITHOUT_MODEL = Text("这次不使用模型，由内置引擎写一份草稿。", "Without a model, the built-in engine writes a draft.")

MAX_LENGTH = 80


def waiting_for_model(model: str) -> Text:
    """Report that the request was sent to *model*."""
    return Text(f"已提交给 {model}，正在等待图片…", f"Sent to {model}; waiting for the image…")


def painting_note_image(purpose: str, engine: str) -> Text:
    """Report that *engine* paints an image of a note; *purpose* may be empty."""
    if not purpose.strip():
        return Text(f"正在绘制配图，引擎 {engine}", f"Painting an image of the note with {engine}")
    short = " ".join(purpose.split())[:MAX_LENGTH]
    return Text(f"正在绘制配图（{short}），引擎 {engine}", f"Painting an image of the note ({short}) with {engine}")


_USES: Mapping[ReferenceUse, Text] = {
    ReferenceUse.PIXELS: Text("图像本身", "the image itself"),
    ReferenceUse.PALETTE: Text("配色", "its colors"),
    ReferenceUse.BRIGHTNESS: Text("明暗", "its brightness"),
    ReferenceUse.COMPOSITION: Text("构图", "its composition"),
}


def reference_used(engine: str, uses: Sequence[ReferenceUse]) -> Text:
    """Report the features that *engine* used of the reference image."""
    if not uses:
        return Text(f"引擎 {engine} 不能使用参考图。", f"{engine} cannot use a reference image.")
    zh, en = "、".join(_USES[use].zh for use in uses), ", ".join(_USES[use].en for use in uses)
    if ReferenceUse.PIXELS in uses or engine == BUILTIN:
        return Text(f"参考图用到了：{zh}。", f"Used from the reference image: {en}.")
    return Text(
        f"引擎 {engine} 不能看参考图，只用到了：{zh}。",
        f"{engine} cannot look at a reference image; used from it: {en}.",
    )


def writing_note(topic: str, *, again: bool) -> Text:
    """Report that a note on *topic*, which may be empty, is written, or revised if *again*."""
    short = " ".join(topic.split())[:MAX_LENGTH]
    zh, en = (f"“{short}”", f' on "{short}"') if short else ("", "")
    if again:
        return Text(f"按意见修改{zh}的文案", f"Revising the note{en} by the feedback")
    return Text(f"正在写{zh}的文案", f"Writing the note{en}")


def model_is_writing(model: str) -> Text:
    """Report that *model* is writing."""
    return Text(f"{model} 正在写…", f"{model} is writing…")


def overlaying_texts(count: int) -> Text:
    """Report that *count* texts are drawn on the image."""
    texts = "text" if count == 1 else "texts"
    return Text(f"正在把 {count} 段文字放到图片上", f"Putting {count} {texts} on the image")


def rate_limited(seconds: float) -> Text:
    """Report that the provider's rate limit delays the request by *seconds*."""
    whole = max(1.0, seconds)
    return Text(RATE_LIMITED.zh.format(seconds=whole), RATE_LIMITED.en.format(seconds=whole))
