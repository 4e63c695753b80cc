"""What the executor says to people."""

from services.common.language import Text
from services.common.serving.activities import HELD

PAINTING = Text("正在绘制 {width}x{height}，引擎 {engine}", "Painting {width}x{height} with {engine}")
REPAINTING = Text("正在重绘圈出的区域，引擎 {engine}", "Repainting the marked area with {engine}")
ADJUSTING = Text("正在调整：{parameters}", "Adjusting: {parameters}")
OVERLAYING = Text("正在把 {count} 段文字放到图片上", "Putting {count} texts on the picture")
QUEUED = Text("画师都在忙，正在排队…", "All painters are busy; waiting for one…")
MADE_BEFORE = Text("这一步已经完成过，直接使用结果。", "This step was done before; using its result.")
RECEIVING = Text("画好了，正在取回图片…", "It is painted; fetching the picture…")
FITTING = Text("正在把图片裁成要求的尺寸…", "Bringing the picture to the size ordered…")
STORED = Text("已保存", "Stored")

NO_SUCH_IMAGE = Text("找不到要修改的图片，请重新上传。", "The picture to change was not found. Please upload it again.")

WITHOUT_MODEL = Text(
    "这次不用模型，由内置引擎写一份草稿。", "Without the model this time: the built-in engine writes a draft."
)

LONGEST_PURPOSE = 80


def asking(model: str) -> Text:
    """Return that *model* of a provider was asked and paints."""
    return Text(f"已交给 {model}，等它作画…", f"Asked {model} for the picture; waiting for it…")


def painting_for(purpose: str, engine: str) -> Text:
    """Return that *engine* paints a picture of a note that has *purpose*, which may be empty."""
    if not purpose.strip():
        return Text(f"正在绘制配图，引擎 {engine}", f"Painting a picture of the note with {engine}")
    shown = " ".join(purpose.split())[:LONGEST_PURPOSE]
    return Text(f"正在绘制配图（{shown}），引擎 {engine}", f"Painting a picture of the note ({shown}) with {engine}")


def writing(topic: str, *, again: bool) -> Text:
    """Return that a note on *topic*, which may be empty, is written, or written *again* by what was said of it."""
    shown = " ".join(topic.split())[:LONGEST_PURPOSE]
    zh, en = (f"“{shown}”", f' on "{shown}"') if shown else ("", "")
    if again:
        return Text(f"按意见修改{zh}的文案", f"Changing the note{en} as asked")
    return Text(f"正在写{zh}的文案", f"Writing the note{en}")


def model_writes(model: str) -> Text:
    """Return that *model* writes."""
    return Text(f"{model} 正在写…", f"{model} is writing…")


def overlaying(count: int) -> Text:
    """Return that *count* texts are drawn on the picture."""
    texts = "text" if count == 1 else "texts"
    return Text(f"正在把 {count} 段文字放到图片上", f"Putting {count} {texts} on the picture")


def held(seconds: float) -> Text:
    """Return that the provider's rate limit holds the order for *seconds*."""
    whole = max(1.0, seconds)
    return Text(HELD.zh.format(seconds=whole), HELD.en.format(seconds=whole))
