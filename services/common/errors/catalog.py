"""Catalog of error codes: the single source of retries, levels, HTTP statuses and texts."""

from collections.abc import Mapping
from types import MappingProxyType

from services.common.errors.codes import Category, Code, Level
from services.common.errors.graph_catalog import GRAPH_CATALOG
from services.common.errors.kind import ErrorKind
from services.common.errors.missing_catalog import MISSING_CATALOG
from services.common.text.language import Text

_API, _VALIDATION, _BUSINESS = Category.API, Category.VALIDATION, Category.BUSINESS
_RESOURCE, _NETWORK, _UNKNOWN = Category.RESOURCE, Category.NETWORK, Category.UNKNOWN
_CRITICAL, _ERROR, _WARNING = Level.CRITICAL, Level.ERROR, Level.WARNING

CATALOG: Mapping[Code, ErrorKind] = MappingProxyType(
    {
        Code.LLM_API_ERROR: ErrorKind(
            _API,
            _ERROR,
            True,
            True,
            502,
            Text("模型服务暂时出错。", "The model service failed."),
            retry_after=5,
            max_retries=3,
        ),
        Code.LLM_RATE_LIMIT: ErrorKind(
            _API,
            _WARNING,
            True,
            True,
            429,
            Text("模型服务请求过多。", "The model service is rate limited."),
            retry_after=60,
            max_retries=1,
        ),
        Code.LLM_TIMEOUT: ErrorKind(
            _API,
            _ERROR,
            True,
            True,
            504,
            Text("模型没有及时回答。", "The model did not answer in time."),
            retry_after=3,
            max_retries=2,
        ),
        Code.LLM_REFUSED: ErrorKind(
            _API,
            _ERROR,
            True,
            False,
            502,
            Text(
                "模型服务拒绝了请求，请让管理员用 reflow doctor 检查密钥、额度和模型名。",
                "The model service rejected the request. Check its key, quota and model name: `reflow doctor`.",
            ),
        ),
        Code.CONTENT_REFUSED: ErrorKind(
            _BUSINESS,
            _WARNING,
            True,
            False,
            422,
            Text(
                "模型服务不接受这段内容，请换一种说法再试。",
                "The model service does not accept this content. Please put it differently.",
            ),
        ),
        Code.OUTCOME_UNKNOWN: ErrorKind(
            _API,
            _ERROR,
            True,
            False,
            502,
            Text(
                "已向模型服务请求图片，但没有收到结果，可能已经计费。为避免重复付费，没有再次请求；如需再画一张，请重新发起。",
                "The image was requested from the model service, but no result arrived; it may have been charged. "
                "To avoid paying twice, it was not requested again. Start a new run to try again.",
            ),
        ),
        Code.TOOL_FAILED: ErrorKind(
            _API,
            _WARNING,
            True,
            False,
            502,
            Text("一个工具没有返回结果，将不用它继续。", "A tool returned nothing; the work continues without it."),
        ),
        Code.IMAGE_UNUSABLE: ErrorKind(
            _API,
            _ERROR,
            True,
            False,
            502,
            Text(
                "模型服务返回的图片无法使用，可能已经计费。再次请求也会得到同样的结果，所以没有再次请求；请换一个图像模型。",
                "The model service returned an image that cannot be used; it may have been charged. It was not "
                "requested again, as the result would be the same. Choose another image model.",
            ),
        ),
        Code.BUDGET_EXCEEDED: ErrorKind(
            _RESOURCE,
            _WARNING,
            True,
            False,
            422,
            Text(
                "这次运行的模型预算已经用完，已停止。可以缩小请求再试，或请管理员提高预算。",
                "This run has used up its model budget and was stopped. Request less, or have the budget raised.",
            ),
        ),
        Code.INVALID_INPUT_EMPTY: ErrorKind(
            _VALIDATION,
            _WARNING,
            True,
            False,
            400,
            Text(
                "请输入想画的内容，例如“画一只赛博朋克风格的猫”，或在图片上圈出要修改的区域。",
                'Describe what you would like, for example "a cat in cyberpunk style", or mark an area of an image.',
            ),
        ),
        Code.INVALID_INPUT_FORMAT: ErrorKind(
            _VALIDATION,
            _WARNING,
            True,
            False,
            400,
            Text("请求的格式不正确，请检查后重试。", "The request is malformed. Please check it and try again."),
        ),
        Code.MASK_DATA_MISSING: ErrorKind(
            _BUSINESS,
            _WARNING,
            True,
            False,
            422,
            Text(
                "想修改图片的一部分，请先圈出要修改的区域，再告诉我改成什么。",
                "To repaint a part of an image, mark the area first, then describe what it should become.",
            ),
        ),
        Code.MASK_DATA_INVALID: ErrorKind(
            _BUSINESS,
            _WARNING,
            True,
            False,
            400,
            Text(
                "遮罩或它的图片无法使用。请提供 10 MB 以内、与原图同比例的 PNG 或 JPEG 遮罩。",
                "The mask or its image cannot be used. Send a PNG or JPEG mask of at most 10 MB "
                "with the aspect ratio of its image.",
            ),
        ),
        Code.INTENT_UNKNOWN: ErrorKind(
            _BUSINESS,
            _WARNING,
            True,
            False,
            422,
            Text(
                "没有看懂您的需求。可以这样说：“画一只水彩风格的猫”、“再亮一点”。",
                'I did not understand. Try "a watercolor cat" or "make it brighter".',
            ),
        ),
        Code.EXECUTION_FAILED: ErrorKind(
            _BUSINESS,
            _ERROR,
            True,
            True,
            500,
            Text("图片没有生成成功。", "The image could not be generated."),
            retry_after=5,
            max_retries=3,
        ),
        Code.EXECUTION_TIMEOUT: ErrorKind(
            _RESOURCE,
            _ERROR,
            True,
            True,
            504,
            Text(
                "处理超时，换一个更小的尺寸会快一些。",
                "This took too long; a smaller size is faster.",
            ),
            retry_after=5,
            max_retries=1,
        ),
        Code.VECTOR_DB_ERROR: ErrorKind(
            _RESOURCE,
            _ERROR,
            True,
            True,
            503,
            Text(
                "风格库暂时不可用，将直接按原文生成。",
                "The style library is unavailable; the request continues as written.",
            ),
            retry_after=1,
            max_retries=1,
        ),
        Code.VECTOR_DB_TIMEOUT: ErrorKind(
            _RESOURCE,
            _ERROR,
            True,
            True,
            504,
            Text(
                "风格库响应太慢，将直接按原文生成。",
                "The style library was too slow; the request continues as written.",
            ),
        ),
        Code.WORKFLOW_ERROR: ErrorKind(
            _BUSINESS,
            _ERROR,
            False,
            True,
            500,
            Text(
                "流程出错，本次请求已停止，请重新发起。",
                "The workflow failed and this run has stopped. Please start again.",
            ),
        ),
        Code.SSE_CONNECTION_ERROR: ErrorKind(
            _NETWORK,
            _ERROR,
            True,
            True,
            503,
            Text("事件流断开，正在从断点继续。", "The event stream broke; resuming where it stopped."),
            retry_after=0,
        ),
        Code.SESSION_EXPIRED: ErrorKind(
            _BUSINESS,
            _WARNING,
            True,
            False,
            410,
            Text("会话已过期，请开始新的会话。", "This session has expired. Please start a new one."),
        ),
        **MISSING_CATALOG,
        Code.ANSWER_CONFLICT: ErrorKind(
            _BUSINESS,
            _WARNING,
            True,
            False,
            409,
            Text(
                "这个问题已经有人回答了，您的回答没有生效。",
                "This question has already been answered; your answer changed nothing.",
            ),
        ),
        Code.ANSWER_STALE: ErrorKind(
            _BUSINESS,
            _WARNING,
            True,
            False,
            409,
            Text(
                "您看到的内容已经变了，请看过现在的内容再回答。",
                "The content has changed since it was displayed. Review the current content, then answer.",
            ),
        ),
        Code.THREAD_WAITING: ErrorKind(
            _BUSINESS,
            _WARNING,
            True,
            False,
            409,
            Text(
                "这个对话正在等您确认，请先回答，或取消正在等待的运行。",
                "This conversation is waiting for your answer: answer first, or cancel the waiting run.",
            ),
        ),
        Code.IDEMPOTENCY_KEY_REUSED: ErrorKind(
            _VALIDATION,
            _WARNING,
            True,
            False,
            422,
            Text(
                "这个 Idempotency-Key 已经用于另一个请求。请换一个新的键；重试时请原样发送第一次的请求。",
                "This Idempotency-Key was used for another request. Use a new key; to retry, send the first request "
                "unchanged.",
            ),
        ),
        Code.QUEUE_FULL: ErrorKind(
            _RESOURCE,
            _WARNING,
            True,
            True,
            429,
            Text("排队的请求太多。", "The queue is full."),
            retry_after=5,
        ),
        Code.STORAGE_FULL: ErrorKind(
            _RESOURCE,
            _ERROR,
            True,
            False,
            507,
            Text(
                "图片的存储空间已满，请联系管理员。",
                "The storage for images is full. Please ask the operator for more.",
            ),
        ),
        **GRAPH_CATALOG,
        Code.PERMISSION_DENIED: ErrorKind(
            _BUSINESS,
            _ERROR,
            False,
            False,
            403,
            Text(
                "调用方的证书不允许调用这个接口；哪些服务可以调用什么，见 docs/deploy.md。",
                "The certificate of the caller does not allow this call. docs/deploy.md lists who may call what.",
            ),
        ),
        Code.UNKNOWN_ERROR: ErrorKind(
            _UNKNOWN,
            _CRITICAL,
            False,
            False,
            500,
            Text("发生了未知错误，已记录。", "Something unexpected went wrong. It has been recorded."),
        ),
    }
)
