"""Localized texts about the brief, the evidence and the content of a note: problems and suggestions."""

from typing import Final

from services.common.text.language import Text
from services.critic.domain.image.texts import FindingText

# The brief

NO_TOPIC: Final = FindingText(
    Text("策划没有写明主题", "the brief names no topic"),
    Text("在策划里写明这篇笔记的主题", "name the topic of the note in the brief"),
)
TOPIC_NOT_REQUESTED: Final = FindingText(
    Text("策划的主题“{topic}”与原话对不上", "the topic of the brief, “{topic}”, is not what was requested"),
    Text("按原话重新确定主题：“{requested}”", "take the topic from the request itself: “{requested}”"),
)
BRIEF_INCOMPLETE: Final = FindingText(
    Text("策划缺少{what}", "the brief lacks {what}"), Text("在策划里补上{what}", "add {what} to the brief")
)
WRONG_IMAGE_COUNT: Final = FindingText(
    Text(
        "原话要 {requested} 张图，策划写了 {planned} 张",
        "{requested} images were requested, but the brief says {planned}",
    ),
    Text("把策划的图片数改为 {requested}", "set the number of images in the brief to {requested}"),
)
BAN_MISSING: Final = FindingText(
    Text("策划漏掉了“不要{what}”", "the brief leaves out that “{what}” is not wanted"),
    Text("把“不要{what}”写进策划的要求", "add “no {what}” to the constraints of the brief"),
)

AUDIENCE: Final = Text("面向的读者", "the audience")
GOAL: Final = Text("目的", "the goal")
TONE: Final = Text("语气", "the tone")
KEYWORDS: Final = Text("关键词", "keywords")
CONTENT_TYPE: Final = Text("笔记类型", "the type of note")

# Evidence and references

EVIDENCE_OFF_TOPIC: Final = FindingText(
    Text("找到的资料没有谈到“{topic}”", "the sources say nothing about “{topic}”"),
    Text("换用更贴近“{topic}”的词重新查找资料", "search again with terms closer to “{topic}”"),
)
FEW_SOURCES_FIT: Final = FindingText(
    Text("{total} 条资料里只有 {fit} 条谈到主题", "only {fit} of {total} sources are about the topic"),
    Text("多找几条直接谈“{topic}”的资料", "find more sources about “{topic}” itself"),
)
NO_SOURCES: Final = FindingText(
    Text("标签和标题没有注明来源", "tags and titles have no source"),
    Text("为资料注明来源", "cite the sources of the evidence"),
)
REFERENCE_UNREAD: Final = FindingText(
    Text("第 {number} 张参考图没有分析结果", "reference image {number} was not analyzed"),
    Text("重新分析第 {number} 张参考图", "analyze reference image {number} again"),
)
REFERENCE_PARTLY_READ: Final = FindingText(
    Text("第 {number} 张参考图的分析不完整", "the analysis of reference image {number} is incomplete"),
    Text("补全第 {number} 张参考图的配色与比例", "add the palette and aspect ratio of reference image {number}"),
)

# Title

NO_TITLE: Final = FindingText(Text("没有标题", "there is no title"), Text("写一个标题", "write a title"))
TITLE_LONG: Final = FindingText(
    Text("标题有 {length} 个字，超过 {most} 个字", "the title has {length} characters, more than {most}"),
    Text("标题超过 {most} 字，请缩短", "shorten the title to at most {most} characters"),
)
TITLE_SHORT: Final = FindingText(
    Text("标题太短", "the title is too short"),
    Text("标题里写明主题和亮点", "name the topic in the title, and what makes it special"),
)
TITLE_OFF_TOPIC: Final = FindingText(
    Text("标题没有提到“{topic}”", "the title does not mention “{topic}”"),
    Text("把“{topic}”写进标题", "put “{topic}” into the title"),
)

# Body

NO_BODY: Final = FindingText(Text("正文是空的", "the body is empty"), Text("写出完整的正文", "write the body"))
BODY_SHORT: Final = FindingText(
    Text("正文只有 {length} {unit}", "the body has only {length} {unit}"),
    Text(
        "把正文写到至少 {least} {unit}，多写具体做法和细节",
        "write at least {least} {unit}, with concrete steps and details",
    ),
)
BODY_LONG: Final = FindingText(
    Text("正文有 {length} {unit}，超过 {most} {unit}", "the body has {length} {unit}, more than {most}"),
    Text("把正文缩短到 {most} {unit}以内", "shorten the body to at most {most} {unit}"),
)
ONE_BLOCK: Final = FindingText(
    Text("正文只有 {paragraphs} 段，读起来费力", "the body is hard to read: paragraphs: {paragraphs}"),
    Text(
        "用空行把正文分成 3 段以上，一段讲一件事", "split the body into at least 3 paragraphs, with one point in each"
    ),
)
LONG_PARAGRAPH: Final = FindingText(
    Text("第 {number} 段太长", "paragraph {number} is too long"),
    Text("把第 {number} 段拆成两段", "split paragraph {number} in two"),
)
NO_HOOK: Final = FindingText(
    Text("开头没有抓住读者", "the opening does not draw the reader in"),
    Text(
        "开头用一句提问、数字或对读者说的话，控制在两三句",
        "open with a question, a number or a direct address, in two or three sentences",
    ),
)
BODY_OFF_TOPIC: Final = FindingText(
    Text(
        "正文写的不是“{topic}”（主题词只命中 {share}）",
        "the body is not about “{topic}” (it contains {share} of the topic's words)",
    ),
    Text("围绕“{topic}”重写正文", "rewrite the body so that it is about “{topic}”"),
)
OTHER_SUBJECT: Final = FindingText(
    Text(
        "有 {count} 句引用的资料讲的不是“{topic}”：{titles}",
        "{count} of the cited facts are from sources that are not about “{topic}”: {titles}",
    ),
    Text("只引用讲“{topic}”的资料", "cite only sources that are about “{topic}”"),
)
SOURCES_UNUSED: Final = FindingText(
    Text("资料里有 {count} 句可用的内容，正文一句也没有用", "the body uses none of the {count} facts in its sources"),
    Text("把资料里的具体做法、数字和地点写进正文", "work in the steps, numbers and places from the sources"),
)
GENERIC: Final = FindingText(
    Text("有 {count} 句话放在哪个主题里都成立", "{count} sentences would fit any topic"),
    Text("把空泛的句子换成这个主题的具体内容", "replace sentences that fit any topic with facts about this one"),
)
TITLE_TAKEN: Final = FindingText(
    Text("已经有一篇笔记用了这个标题：“{title}”", "another note already has the title “{title}”"),
    Text("换一个不同的标题", "choose another title"),
)
EARLIER_REPEATED: Final = FindingText(
    Text(
        "正文有 {share} 的句子和这个会话里先前的《{title}》一样",
        "{share} of the sentences are those of “{title}”, an earlier note of this session",
    ),
    Text("换一个角度，或补充新的资料", "take another angle, or add other sources"),
)
DETAILS_IGNORED: Final = FindingText(
    Text(
        "原话里的条件没有写到，也没有说明：{words}",
        "details of the request are neither used nor mentioned as unused: {words}",
    ),
    Text("写到这些条件，或说明没有用上：{words}", "use these details, or say that they were not used: {words}"),
)
CHANGES_MISSING: Final = FindingText(
    Text("要求的修改没有做：{words}", "requested changes are missing: {words}"),
    Text("改写这几处，或自己改", "make these changes, or edit the note"),
)
KEYWORDS_MISSING: Final = FindingText(
    Text("没有写到这些关键词：{words}", "these keywords are missing: {words}"),
    Text("在正文里自然地写到：{words}", "work these into the body: {words}"),
)
OTHER_LANGUAGE: Final = FindingText(
    Text("正文的语言不是所要的语言", "the body is not in the requested language"),
    Text("用{language}重写正文", "write the body in {language}"),
)

# Constraints

BANNED_WORD: Final = FindingText(
    Text("要求不要“{word}”，文中却写到了", "“{word}” was to be left out, but it is in the text"),
    Text("删掉与“{word}”有关的内容", "remove everything about “{word}”"),
)
BANNED_EMOJI: Final = FindingText(
    Text("要求不用表情符号，文中却有", "no emoji were wanted, but there are some"),
    Text("去掉所有表情符号", "remove all emoji"),
)
REQUIRED_MISSING: Final = FindingText(
    Text("要求写到“{word}”，文中没有", "“{word}” should be mentioned, but it is not"),
    Text("补写“{word}”", "mention “{word}”"),
)

# Tags

NO_TAGS: Final = FindingText(Text("没有标签", "there are no tags"), Text("加 3 到 10 个标签", "add 3 to 10 tags"))
FEW_TAGS: Final = FindingText(
    Text("标签只有 {count} 个", "there are only {count} tags"),
    Text("把标签补到 3 个以上", "add tags until there are at least 3"),
)
MANY_TAGS: Final = FindingText(
    Text("标签有 {count} 个，太多了", "there are {count} tags, too many"),
    Text("只留最贴切的 10 个以内", "keep only the best 10 or fewer"),
)
TAGS_TWICE: Final = FindingText(
    Text("标签有重复：{words}", "some tags are repeated: {words}"), Text("去掉重复的标签", "remove the duplicates")
)
TAGS_MALFORMED: Final = FindingText(
    Text("标签写法不对：{words}", "some tags are not valid: {words}"),
    Text("标签写成不带 # 和空格的短词", "write tags as short words, without # or spaces"),
)
TAGS_OFF_TOPIC: Final = FindingText(
    Text("标签与内容无关：{words}", "some tags have nothing to do with the text: {words}"),
    Text("换成与“{topic}”有关的标签", "choose tags about “{topic}” instead"),
)

# Cleanliness

PLACEHOLDER: Final = FindingText(
    Text("还留着没有填写的占位符：{words}", "placeholders were left in the text: {words}"),
    Text("把 {words} 换成真实的内容", "replace {words} with the real content"),
)
LEFTOVER_CODE: Final = FindingText(
    Text("混进了代码或 JSON", "code or JSON was left in the text"),
    Text("只留给读者看的文字", "keep only the text meant for readers"),
)
LEFTOVER_MARKUP: Final = FindingText(
    Text("留有 Markdown 符号", "Markdown symbols were left in the text"),
    Text("去掉 **、## 等符号，改用纯文字", "remove **, ## and similar symbols, and use plain text"),
)
REPEATED: Final = FindingText(
    Text("同一句话写了不止一次：“{sentence}”", "a sentence appears more than once: “{sentence}”"),
    Text("删掉重复的句子，换成新的内容", "replace repeated sentences with something new"),
)

CHINESE: Final = Text("中文", "Chinese")
ENGLISH: Final = Text("英文", "English")
CHARACTERS: Final = Text("字", "characters")
WORDS: Final = Text("个单词", "words")
