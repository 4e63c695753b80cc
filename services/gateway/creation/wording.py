"""What the gateway itself says about the making of a note."""

from services.common.language import Text

STARTED = Text("收到，开始创作笔记。", "Got it: starting on your note.")
ABORTED = Text("创作已中止，已完成的部分会保留。", "The work was stopped; what was made is kept.")
WAITING = Text("正在排队，请稍候。", "Waiting for a free worker.")
WORKING = Text("进行中：{share:.0%}", "In progress: {share:.0%}")
PICTURE = Text("{begun}（第 {number} 张，共 {count} 张）。", "{begun} ({number} of {count}).")
CHOICES = {
    "approve": Text("可以，继续", "Looks good, go on"),
    "reject": Text("退回重做", "Do it again"),
    "modify": Text("我来修改", "I will edit it"),
}
UP_TO_YOU = Text("你来定，继续", "You decide, go on")

NO_MESSAGE = Text(
    "请在 message 里写明想要的笔记，例如“写一篇春游攻略”。",
    'Say in message which note you would like, such as "write a guide to a spring outing".',
)
NO_THREAD = Text(
    "找不到 threadId 对应的对话，请检查，或不带 threadId 开始新的对话。",
    "There is no conversation of that threadId. Check it, or leave it out to start a new one.",
)
NO_RUN = Text(
    "这个对话里还没有笔记，请先用 POST /api/agent/stream 开始。", "This conversation has no note yet: start one."
)
NO_SUCH_RUN = Text(
    "这个对话里没有这次运行，请检查 runId。", "This conversation has no such run. Please check the runId."
)
NOTHING_ASKED = Text("这个对话没有在等待回答。", "This conversation waits for no answer.")
