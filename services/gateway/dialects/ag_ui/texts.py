"""Localized texts of the AG-UI dialect."""

from services.common.text.language import Text

SUPERSEDED = Text(
    "（这一段来自失败的尝试，已作废，正在重做。）", "(This is from a failed attempt: it is void, and will be repeated.)"
)
FAILED = Text("运行没有成功。", "The run did not succeed.")
STOPPING = Text(
    "服务正在重启，运行本身不受影响。请用同一个 runId 再发一次请求，从头接上。",
    "The service is restarting; the run itself continues. Send the request again with the same runId to resume it.",
)
BROKEN = Text(
    "与后台的连接断开了，运行本身不受影响。请用同一个 runId 再发一次请求，从头接上。",
    "The connection to the run broke; the run itself continues. Send the request again with the same runId.",
)
NO_PROMPT = Text(
    "messages 里没有用户消息，请写下想要什么，例如“画一只猫”。",
    'There is no user message in messages. Describe what you would like, such as "a cat".',
)
NO_GRAPH_PROMPT = Text(
    "messages 里没有用户消息，请写下图要怎么改，例如“加一个采样器”。",
    'There is no user message in messages. Describe the change, such as "add a sampler".',
)
NO_TASK = Text(
    "messages 里没有用户消息，请写下任务，例如“找出图里的文字并标注”。",
    'There is no user message in messages. Describe the task, such as "mark the text in the image".',
)
TWO_GRAPHS = Text("graphId 和 graph 只能给一个。", "Give either graphId or graph, not both.")
NOT_AN_INTERRUPT = Text(
    "这个对话里没有这个待回答的问题，可能写错了 interruptId 或 threadId。",
    "This thread has no such question; check interruptId and threadId.",
)
ONE_ANSWER = Text(
    "一次运行只等一个回答，resume 里请只留一项。", "A run waits for one answer at a time: send one entry in resume."
)
TWO_WORKFLOWS = Text(
    "地址里的 workflow 和 forwardedProps.workflow 不一致，请只给一个。",
    "The workflow of the address and that of forwardedProps differ; give only one.",
)
MASK_INLINE = Text(
    "遮罩请以 base64 附上，或使用本系统的地址（/api/assets/…）。",
    "Attach a mask as base64, or by its address in this system (/api/assets/...).",
)
UNUSED_ATTACHMENTS = Text(
    "有 {count} 个附件这里用不上（只接受图片：图像对话一次一张，笔记最多九张，任务最多二十张），已跳过。",
    "{count} attachments cannot be used here and were ignored: only images are accepted, one for an image chat, "
    "nine for a note, twenty for a task.",
)
UNKNOWN_ENTRIES = Text(
    "resume 里有 {count} 项不属于这个对话正在等的问题，已忽略。",
    "{count} entries of resume match no question of this thread, and were ignored.",
)
