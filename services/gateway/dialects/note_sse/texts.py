"""Localized texts of the note dialect."""

from services.common.text.language import Text

STARTED = Text("收到，开始创作笔记。", "Got it: starting on your note.")
ABORTED = Text("创作已中止，已完成的部分会保留。", "The note was stopped; its finished parts are retained.")
WAITING = Text("正在排队，请稍候。", "Waiting for a free worker.")
WORKING = Text("进行中：{share:.0%}", "In progress: {share:.0%}")
IMAGE = Text("{started}（第 {number} 张，共 {count} 张）。", "{started} ({number} of {count}).")
CHOICES = {
    "approve": Text("可以，继续", "Looks good, continue"),
    "reject": Text("退回重做", "Redo it"),
    "modify": Text("我来修改", "I will edit it"),
}
UP_TO_YOU = Text("你来定，继续", "You decide, continue")
