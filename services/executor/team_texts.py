"""Localized texts of the agents of a team."""

from collections.abc import Mapping, Sequence

from services.common.text.language import Text
from services.common.text.quantities import count_noun

MAX_LENGTH = 80
UNKNOWN_ANALYSIS = Text('with.type 应是 "ocr" 或 "detection"。', 'with.type must be "ocr" or "detection".')
_ELEMENTS: Mapping[str, Text] = {
    "button": Text("按钮", "button"),
    "text": Text("文字", "text"),
    "image": Text("图片", "image"),
    "icon": Text("图标", "icon"),
}
_MAX_QUOTED = 10


def analyzing(path: str, kind: str) -> Text:
    """Report that an image of a task is analyzed."""
    if kind == "ocr":
        return Text(f"正在读 {path} 里的文字。", f"Reading the text of {path}.")
    return Text(f"正在找 {path} 里的界面元素。", f"Finding the elements of {path}.")


def found_texts(found: Sequence[str]) -> Text:
    """Report the texts of an image."""
    if not found:
        return Text("图里没有读到文字。", "No text was found in the image.")
    quoted = " · ".join(text[:MAX_LENGTH] for text in found[:_MAX_QUOTED])
    return Text(f"读到 {len(found)} 处文字：{quoted}", f"Found {count_noun(len(found), 'text')}: {quoted}")


def found_elements(kinds: Sequence[str]) -> Text:
    """Report the elements of an image."""
    if not kinds:
        return Text("图里没有找到界面元素。", "No elements were found in the image.")
    counts = {kind: kinds.count(kind) for kind in _ELEMENTS if kind in kinds}
    zh = "，".join(f"{_ELEMENTS[kind].zh} {count}" for kind, count in counts.items())
    en = ", ".join(count_noun(count, _ELEMENTS[kind].en) for kind, count in counts.items())
    return Text(f"找到 {len(kinds)} 个元素：{zh}", f"Found {count_noun(len(kinds), 'element')}: {en}")


def annotated(path: str, count: int) -> Text:
    """Report an annotated image."""
    return Text(f"已在 {path} 上标出 {count} 处。", f"Marked {count_noun(count, 'region')} on {path}.")


def covered(path: str, count: int) -> Text:
    """Report a redacted image."""
    return Text(f"已在 {path} 上遮住 {count} 处。", f"Covered {count_noun(count, 'region')} on {path}.")


def needs_model(agent: str, provider: str = "") -> Text:
    """Report that an agent cannot work without a language model."""
    if provider:
        return Text(
            f"智能体“{agent}”要用服务商 {provider} 的模型，但它没有配置好。请在 REFLOW_MODELS 的文件里加上。",
            f'The agent "{agent}" uses a model of {provider}, which is not configured: add it to REFLOW_MODELS.',
        )
    return Text(
        f"智能体“{agent}”需要语言模型。请在 REFLOW_MODELS 的文件里配置角色 agent。",
        f'The agent "{agent}" needs a language model: configure the role agent in the file of REFLOW_MODELS.',
    )


def model_works(model: str) -> Text:
    """Report that a model works on a step."""
    return Text(f"{model} 正在处理。", f"{model} is working on it.")


def tool_timed_out(seconds: float) -> Text:
    """Report a tool that took too long."""
    return Text(f"工具在 {seconds:.0f} 秒内没有返回。", f"The tool did not return within {seconds:.0f} s.")


TOOL_GONE = Text("这个工具现在不可用。", "This tool is not available now.")
NOT_APPROVED = Text("这次调用没有得到用户的同意。", "The user has not approved this call.")


NO_SOURCES = Text("没有可以审查的 Python 文件，请附上。", "There are no Python files to review; attach some.")


def reviewed(files: int, findings: int, fixable: int) -> Text:
    """Report a review of source files."""
    return Text(
        f"审查了 {files} 个文件：{findings} 处问题，其中 {fixable} 处可以安全地自动修复。",
        f"Reviewed {count_noun(files, 'file')}: {count_noun(findings, 'finding')}, "
        f"{fixable} of them can be fixed safely.",
    )


def fixed(files: int, findings: int) -> Text:
    """Report the fixes that were applied."""
    return Text(
        f"修复了 {findings} 处问题，改动了 {files} 个文件。",
        f"Fixed {count_noun(findings, 'finding')} in {count_noun(files, 'file')}.",
    )


def verified(findings: int) -> Text:
    """Report the findings that remain after the fixes."""
    return Text(
        f"再次审查：还剩 {findings} 处问题，需要人或模型来决定。",
        f"Reviewed again: {count_noun(findings, 'finding')} left for a user or a model.",
    )


_OUTCOMES_ZH = {"passed": "通过", "failed": "失败", "error": "出错", "skipped": "跳过"}


def checked(passed: bool | None, counts: Mapping[str, int], ruff: int | None, problem: str) -> Text:
    """Report the checks in the sandbox."""
    if passed is None:
        return Text(f"测试没有结果：{problem}", f"The tests have no result: {problem}")
    listed = ", ".join(f"{count} {name}" for name, count in counts.items())
    listed_zh = "，".join(f"{count} 个{_OUTCOMES_ZH[name]}" for name, count in counts.items())
    zh = f"测试{'通过' if passed else '没有通过'}（{listed_zh}）；ruff 报告 {ruff} 处问题。"
    return Text(zh, f"The tests {'passed' if passed else 'failed'} ({listed}); ruff reports {ruff}.")


NO_IMAGE_TEXT = Text(
    "没有识别过文字的图片，前面要先有一个识别文字的阶段。", "No image was read: a stage must read the text first."
)


def transcribed(images: int, lines: int, without: int) -> Text:
    """Report the text of images."""
    zh = f"抄录了 {images} 张图片里的 {lines} 行文字" + (f"，有 {without} 张没有读到文字。" if without else "。")
    en = f"Transcribed {count_noun(lines, 'line')} of {count_noun(images, 'image')}" + (
        f"; {without} of them have no text." if without else "."
    )
    return Text(zh, en)


PRIVATE_KINDS: Mapping[str, Text] = {
    "phone": Text("电话号码", "phone number"),
    "email": Text("邮箱", "email address"),
    "id_number": Text("身份证号", "identity card number"),
    "card": Text("银行卡号", "card number"),
    "secret": Text("密码或密钥", "password or key"),
    "ip": Text("IP 地址", "IP address"),
}
_PLURALS: Mapping[str, str] = {"email": "email addresses", "secret": "passwords or keys", "ip": "IP addresses"}
_LOOK = Text(
    "没有读出来的文字、人脸和图案不会被遮住，分享前请再看一遍。",
    "Text that was not read, faces and pictures are not covered: look at the images before you share them.",
)


def private_found(kinds: Mapping[str, int], truncated: int) -> Text:
    """Report the private data that will be covered; *truncated* counts the images of which only a part was read."""
    more = Text("", "")
    if truncated:
        more = Text(
            f"有 {truncated} 张图片文字太多，只检查了一部分。",
            f"Of {count_noun(truncated, 'image')} only a part of the text was checked. ",
        )
    if not kinds:
        return Text(f"没有发现隐私信息。{more.zh}{_LOOK.zh}", f"No private data was found. {more.en}{_LOOK.en}")
    zh = "、".join(f"{PRIVATE_KINDS[kind].zh} {count} 处" for kind, count in kinds.items())
    en = ", ".join(count_noun(count, PRIVATE_KINDS[kind].en, _PLURALS.get(kind, "")) for kind, count in kinds.items())
    return Text(f"发现{zh}。{more.zh}{_LOOK.zh}", f"Found {en}. {more.en}{_LOOK.en}")


def outlined(modules: int, symbols: int, undocumented: int, cycles: int) -> Text:
    """Report an overview of code, and the symbols without a description."""
    zh = f"{modules} 个模块，{symbols} 个类和函数，其中 {undocumented} 个公开的没有文档字符串；循环导入 {cycles} 组。"
    en = (
        f"{count_noun(modules, 'module')} with {count_noun(symbols, 'class or function', 'classes and functions')}, "
        f"{count_noun(undocumented, 'public one')} without a docstring; "
        f"{count_noun(cycles, 'import cycle')}."
    )
    return Text(
        zh + "说明取自文档字符串，没有模型解读代码。",
        f"{en} Descriptions are the docstrings: no model has read the code.",
    )


def mcp_failed(server: str, reason: str) -> Text:
    """Report that a call of an MCP server failed."""
    return Text(f"MCP 服务器“{server}”没有完成调用：{reason}", f'The MCP server "{server}" failed: {reason}')
