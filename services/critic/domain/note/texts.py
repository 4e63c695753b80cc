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
    Text("策划的主题“{topic}”与原话对不上", "the brief's topic “{topic}” is not what was asked for"),
    Text("按原话重新确定主题：“{asked}”", "take the topic from the person's own words: “{asked}”"),
)
BRIEF_INCOMPLETE: Final = FindingText(
    Text("策划缺少{what}", "the brief lacks {what}"), Text("在策划里补上{what}", "add {what} to the brief")
)
WRONG_IMAGE_COUNT: Final = FindingText(
    Text("原话要 {asked} 张图，策划写了 {planned} 张", "{asked} pictures were asked for, the brief has {planned}"),
    Text("把策划的图片数改为 {asked}", "set the number of pictures in the brief to {asked}"),
)
BAN_MISSING: Final = FindingText(
    Text("策划漏掉了“不要{what}”", "the brief forgets that “{what}” is not wanted"),
    Text("把“不要{what}”写进策划的要求", "add to the brief's constraints that “{what}” is not wanted"),
)

AUDIENCE: Final = Text("面向的读者", "the audience")
GOAL: Final = Text("目的", "the goal")
TONE: Final = Text("语气", "the tone")
KEYWORDS: Final = Text("关键词", "keywords")
CONTENT_TYPE: Final = Text("笔记类型", "the kind of note")

# Evidence and references

EVIDENCE_OFF_TOPIC: Final = FindingText(
    Text("找到的资料没有谈到“{topic}”", "what was found does not speak of “{topic}”"),
    Text("换用更贴近“{topic}”的词重新查找资料", "search again with words nearer to “{topic}”"),
)
FEW_SOURCES_FIT: Final = FindingText(
    Text("{total} 条资料里只有 {fit} 条谈到主题", "only {fit} of {total} sources speak of the topic"),
    Text("多找几条直接谈“{topic}”的资料", "find more sources that speak of “{topic}” itself"),
)
NO_SOURCES: Final = FindingText(
    Text("标签和标题没有注明来源", "tags and titles come without a source"),
    Text("为资料注明来源", "name the sources of the evidence"),
)
REFERENCE_UNREAD: Final = FindingText(
    Text("第 {number} 张参考图没有分析结果", "reference picture {number} was not analysed"),
    Text("重新分析第 {number} 张参考图", "analyse reference picture {number} again"),
)
REFERENCE_PARTLY_READ: Final = FindingText(
    Text("第 {number} 张参考图的分析不完整", "the analysis of reference picture {number} is incomplete"),
    Text("补全第 {number} 张参考图的配色与比例", "add palette and aspect of reference picture {number}"),
)

# Title

NO_TITLE: Final = FindingText(Text("没有标题", "there is no title"), Text("写一个标题", "write a title"))
TITLE_LONG: Final = FindingText(
    Text("标题有 {length} 个字，超过 {most} 个字", "the title has {length} characters, more than {most}"),
    Text("标题超过 {most} 字，请缩短", "shorten the title to at most {most} characters"),
)
TITLE_SHORT: Final = FindingText(
    Text("标题太短", "the title is too short"),
    Text("标题里写明主题和亮点", "let the title tell the topic and what is special about it"),
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
        "write at least {least} {unit}, with concrete steps and detail",
    ),
)
BODY_LONG: Final = FindingText(
    Text("正文有 {length} {unit}，超过 {most} {unit}", "the body has {length} {unit}, more than {most}"),
    Text("把正文缩短到 {most} {unit}以内", "shorten the body to at most {most} {unit}"),
)
ONE_BLOCK: Final = FindingText(
    Text("正文只有 {paragraphs} 段，读起来费力", "the body has only {paragraphs} paragraph(s) and is hard to read"),
    Text("用空行把正文分成 3 段以上，一段讲一件事", "part the body into 3 paragraphs or more, one matter each"),
)
LONG_PARAGRAPH: Final = FindingText(
    Text("第 {number} 段太长", "paragraph {number} is too long"),
    Text("把第 {number} 段拆成两段", "part paragraph {number} in two"),
)
NO_HOOK: Final = FindingText(
    Text("开头没有抓住读者", "the opening does not catch the reader"),
    Text(
        "开头用一句提问、数字或对读者说的话，控制在两三句",
        "open with a question, a number or a word to the reader, in two or three sentences",
    ),
)
BODY_OFF_TOPIC: Final = FindingText(
    Text("正文没有写到“{topic}”", "the body does not speak of “{topic}”"),
    Text("围绕“{topic}”重写正文", "write the body anew about “{topic}”"),
)
KEYWORDS_MISSING: Final = FindingText(
    Text("没有写到这些关键词：{words}", "these keywords are missing: {words}"),
    Text("在正文里自然地写到：{words}", "work these into the body: {words}"),
)
OTHER_LANGUAGE: Final = FindingText(
    Text("正文的语言不是所要的语言", "the body is in another language than asked for"),
    Text("用{language}重写正文", "write the body in {language}"),
)

# Constraints

BANNED_WORD: Final = FindingText(
    Text("要求不要“{word}”，文中却写到了", "“{word}” was not wanted and is there"),
    Text("删掉与“{word}”有关的内容", "take out what has to do with “{word}”"),
)
BANNED_EMOJI: Final = FindingText(
    Text("要求不用表情符号，文中却有", "no emoji were wanted and there are some"),
    Text("去掉所有表情符号", "take out all emoji"),
)
REQUIRED_MISSING: Final = FindingText(
    Text("要求写到“{word}”，文中没有", "“{word}” was to be mentioned and is not"),
    Text("补写“{word}”", "mention “{word}”"),
)

# Tags

NO_TAGS: Final = FindingText(Text("没有标签", "there are no tags"), Text("加 3 到 10 个标签", "add 3 to 10 tags"))
FEW_TAGS: Final = FindingText(
    Text("标签只有 {count} 个", "there are only {count} tags"),
    Text("把标签补到 3 个以上", "add tags until there are 3 or more"),
)
MANY_TAGS: Final = FindingText(
    Text("标签有 {count} 个，太多了", "there are {count} tags, too many"),
    Text("只留最贴切的 10 个以内", "keep the 10 that fit best, or fewer"),
)
TAGS_TWICE: Final = FindingText(
    Text("标签有重复：{words}", "tags are there twice: {words}"), Text("去掉重复的标签", "take out the doubles")
)
TAGS_MALFORMED: Final = FindingText(
    Text("标签写法不对：{words}", "tags are not written as tags: {words}"),
    Text("标签写成不带 # 和空格的短词", "write tags as short words without # and spaces"),
)
TAGS_OFF_TOPIC: Final = FindingText(
    Text("标签与内容无关：{words}", "tags have nothing to do with the text: {words}"),
    Text("换成与“{topic}”有关的标签", "use tags that have to do with “{topic}”"),
)

# Cleanliness

PLACEHOLDER: Final = FindingText(
    Text("还留着没有填写的占位符：{words}", "places were left unfilled: {words}"),
    Text("把 {words} 换成真实的内容", "replace {words} by what belongs there"),
)
LEFTOVER_CODE: Final = FindingText(
    Text("混进了代码或 JSON", "code or JSON was left in the text"),
    Text("只留给读者看的文字", "leave only what is for readers"),
)
LEFTOVER_MARKUP: Final = FindingText(
    Text("留有 Markdown 符号", "Markdown signs were left in the text"),
    Text("去掉 **、## 等符号，改用纯文字", "take out **, ## and the like, plain words will do"),
)
REPEATED: Final = FindingText(
    Text("同一句话写了不止一次：“{sentence}”", "a sentence is there more than once: “{sentence}”"),
    Text("删掉重复的句子，换成新的内容", "take out repeated sentences and say something new instead"),
)

CHINESE: Final = Text("中文", "Chinese")
ENGLISH: Final = Text("英文", "English")
CHARACTERS: Final = Text("字", "characters")
WORDS: Final = Text("个单词", "words")
