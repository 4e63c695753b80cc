"""Localized texts of the note workflow."""

from collections.abc import Mapping
from types import MappingProxyType

from services.common.contract.feedback import ChangeOutcome
from services.common.text.language import Text
from services.orchestrator.domain.note.agents import NoteAgent

LIST_SEPARATOR = Text("；", "; ")

EVIDENCE_AGAIN = Text("查资料失败，写正文之前再查一次。", "The research failed; it is repeated before the text.")
DEFAULT_USED = Text(
    "需求没有说清楚（{question}），按默认写：主题“{topic}”，读者“{audience}”。",
    "The request left this open ({question}), so the default was used: topic “{topic}”, audience “{audience}”.",
)
EVIDENCE_MISSING = Text(
    "查资料两次都失败了：这篇笔记没有用到资料库，内容没有资料可以对照。",
    "The research failed twice: the note uses no source of the library, and nothing was checked against one.",
)
NO_EVIDENCE = Text("没有查到资料，先不使用资料继续写。", "No evidence was found; the note continues without it.")
NO_REFERENCES = Text(
    "无法读取参考图，先不使用参考图继续。", "The reference images could not be read; they are left out."
)
NO_ADVICE = Text("主管没有给出建议，按既定顺序继续。", "The supervisor gave no advice; the default order applies.")
NO_PROMPTS = Text(
    "无法读取保存的提示词，各角色使用自带的提示词。",
    "The saved prompts could not be read; the agents use their built-in ones.",
)
NO_TEMPLATES = Text("无法推荐模板，不使用模板继续写。", "No templates could be selected; the note continues without.")
NOT_REVIEWED = Text(
    "评审暂时不可用，这篇笔记没有经过评审。", "The reviewer was not available; this note was not reviewed."
)
BUILTIN_FALLBACK = Text("这一步出错了，改由内置引擎重做。", "This step failed; the built-in engine repeats it.")
NO_IMAGES = Text(
    "没有一张配图生成成功，文字已保留。",
    "No image could be generated; the text is saved.",
)

APPROVE_CONTENT = Text(
    "正文写好了：《{title}》。可以继续配图吗？", "The text is written: “{title}”. Shall I continue with its images?"
)
APPROVE_IMAGE_PLANS = Text(
    "计划画 {count} 张配图，可以开始画吗？", "The images are planned ({count}). Shall I start generating them?"
)

CHANGES = Text("您的意见：", "Your feedback:")
CHANGE_OUTCOMES: Mapping[str, Text] = MappingProxyType(
    {
        ChangeOutcome.DONE: Text("✓ {text}：已改", "✓ {text}: done"),
        ChangeOutcome.PARTLY: Text(
            "≈ {text}：只改了一部分，其余要靠写作模型", "≈ {text}: only in part; the rest needs a writing model"
        ),
        ChangeOutcome.ALREADY_SO: Text(
            "= {text}：原稿里没有要去掉的，或者本来就是这样，没有改",
            "= {text}: it is not in the draft, or already so; unchanged",
        ),
        ChangeOutcome.NOT_POSSIBLE: Text(
            "✗ {text}：看懂了，但内置引擎做不到，没有改",
            "✗ {text}: understood, but the built-in engine cannot do it; unchanged",
        ),
        ChangeOutcome.NOT_UNDERSTOOD: Text("? {text}：没有看懂，没有改", "? {text}: not understood; unchanged"),
    }
)

DONE = Text("《{title}》写好了，配图 {count} 张。", "“{title}” is done. Images: {count}.")
WORKING = Text("正在写笔记…", "Writing the note…")
CANCELLED = Text("已停止，完成的部分已保留。", "Stopped; finished parts are saved.")

REPEATED_BY_RULES = Text("{parts}出过错，由内置引擎重做。", "After an error, the built-in engine repeated: {parts}.")
PARTS: Mapping[NoteAgent, Text] = MappingProxyType(
    {
        NoteAgent.BRIEF: Text("简报", "the brief"),
        NoteAgent.WRITER: Text("正文", "the text"),
        NoteAgent.LAYOUT: Text("版面", "the layout"),
        NoteAgent.IMAGE_PLANNER: Text("配图计划", "the image plans"),
    }
)
PARTS_SEPARATOR = Text("、", ", ")
DRAFT = Text(
    "正文是内置引擎写的草稿，请修改后再发布。", "The text is a draft by the built-in engine: revise it before posting."
)
IMAGES_FAILED = Text(
    "计划 {planned} 张配图，有 {failed} 张没有生成成功。",
    "Of the images planned ({planned}), {failed} could not be generated.",
)
BEST_OF_ROUNDS = Text(
    "返工了 {rounds} 次，这是目前最好的一版（{score:.2f} 分）：{feedback}",
    "This is the best version so far (score {score:.2f}, sent back: {rounds}): {feedback}",
)
BELOW_THRESHOLD = Text(
    "这篇笔记没有达到评审的标准（{score:.2f} 分）：{feedback}",
    "This note is below the standard of the review (score {score:.2f}): {feedback}",
)

ROUTE_REASONS: Mapping[NoteAgent, Text] = MappingProxyType(
    {
        NoteAgent.BRIEF: Text("先明确笔记的需求", "First, clarify the requirements of the note"),
        NoteAgent.EVIDENCE: Text("查找同类笔记和趋势", "Look at similar notes and at trends"),
        NoteAgent.REFERENCES: Text("分析参考图", "Look at the reference images"),
        NoteAgent.WRITER: Text("需求和资料已齐，撰写正文", "Brief and evidence are ready: write the text"),
        NoteAgent.LAYOUT: Text("正文已定，规划版式", "The text is final: plan the layout"),
        NoteAgent.IMAGE_PLANNER: Text("版式已定，规划配图", "The layout is final: plan the images"),
        NoteAgent.IMAGES: Text("配图计划已定，开始绘制", "The images are planned: generate them"),
        NoteAgent.REVIEW: Text("全部完成，开始评审", "Everything is ready: review it"),
    }
)

ADVICE_TAKEN = Text("主管建议返工：{reason}", "The supervisor sends it back: {reason}")
ADVICE_IGNORED = Text(
    "未采纳主管的建议（{why}）：{reason}", "The supervisor's advice was not followed ({why}): {reason}"
)
REVIEW_IS_DUE = Text("轮到评审，不能跳过", "the review is due and cannot be skipped")
NO_MORE_RETURNS = Text("返工次数已用完", "no returns are left")
AFTER_AN_ERROR = Text("刚发生过严重错误，按既定顺序进行", "after a severe error the default order applies")
NO_SUCH_AGENT = Text("没有这个角色", "there is no such agent")
LOSES_USER_TEXT = Text("会丢掉您自己写的内容", "it would discard the text that you wrote")
NOT_BACKWARD = Text("建议只能指向之前的步骤", "advice can only lead back to an earlier step")
