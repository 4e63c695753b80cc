"""Error codes of objects that a request names and that do not exist: a part of the catalog."""

from collections.abc import Mapping
from types import MappingProxyType

from services.common.errors.codes import Category, Code, Level
from services.common.errors.kind import ErrorKind, missing
from services.common.text.language import Text

MISSING_CATALOG: Mapping[Code, ErrorKind] = MappingProxyType(
    {
        Code.SESSION_UNKNOWN: missing(
            Text(
                "找不到这个会话。不带 sessionId 即可开始新的会话。",
                "No such session. Leave sessionId out to start a new one.",
            )
        ),
        Code.RUN_UNKNOWN: missing(Text("找不到这次运行，请检查 runId。", "No such run. Please check the runId.")),
        Code.ASSET_UNKNOWN: missing(Text("找不到这张图片，请重新上传。", "No such image. Please upload it again.")),
        Code.STYLE_UNKNOWN: missing(
            Text("找不到这个风格，请用 reflow styles list 查看。", "No such style. See `reflow styles list`.")
        ),
        Code.NOTE_UNKNOWN: missing(
            Text("找不到这篇笔记，请用 reflow notes list 查看。", "No such note. See `reflow notes list`.")
        ),
        Code.CREATIVE_UNKNOWN: missing(Text("找不到这篇创作。", "No such creative.")),
        Code.PROMPT_UNKNOWN: missing(
            Text(
                "找不到这个提示词或版本，请用 reflow prompts list 查看。",
                "No such prompt or version. See `reflow prompts list`.",
            )
        ),
        Code.TEMPLATE_UNKNOWN: missing(
            Text("找不到这个模板，请用 reflow templates list 查看。", "No such template. See `reflow templates list`.")
        ),
        Code.MODEL_UNKNOWN: ErrorKind(
            Category.VALIDATION,
            Level.WARNING,
            True,
            False,
            400,
            Text("没有配置这个图像模型。", "That image model is not configured."),
        ),
        Code.WEBHOOK_UNKNOWN: missing(
            Text("找不到这个 webhook，请用 reflow webhooks list 查看。", "No such webhook. See `reflow webhooks list`.")
        ),
        Code.DELIVERY_UNKNOWN: missing(
            Text(
                "找不到这次投递，请用 reflow webhooks deliveries 查看。",
                "No such delivery. See `reflow webhooks deliveries`.",
            )
        ),
        Code.SCHEDULE_UNKNOWN: missing(
            Text(
                "找不到这个定时任务，请用 reflow schedules list 查看。",
                "No such schedule. See `reflow schedules list`.",
            )
        ),
        Code.QUESTION_UNKNOWN: missing(Text("这次运行没有这个问题。", "This run has no such question.")),
    }
)
