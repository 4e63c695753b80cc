"""Built-in titles, used if a template has none in the requested style."""

from services.common.text.language import Language

LIVELY_TITLES = {
    Language.CHINESE: (
        "听劝！{topic}照这样来就对啦",
        "{topic}看这篇就够啦！真的不难",
        "谁懂啊！{topic}原来可以这么轻松",
        "冲呀！{topic}这样安排超省心",
        "{audience}快来！{topic}看这篇就够啦",
        "{topic}，冲！",
        "{topic}来啦！",
    ),
    Language.ENGLISH: (
        "{topic}: you've got this!",
        "Ready? All about {topic}!",
        "{topic}? Yes, please! {count} things to know",
        "Let's talk about {topic}!",
        "{topic}, yay!",
    ),
}
FORMAL_TITLES = {
    Language.CHINESE: ("{topic}：{count}个要点", "关于{topic}的几点建议", "{topic}实用指南", "{topic}要点整理"),
    Language.ENGLISH: ("{topic}: {count} key points", "A practical note on {topic}", "{topic}: what to consider"),
}
COUNTED_TITLES = {
    Language.CHINESE: ("{topic}，记住这{count}点", "{topic}的{count}个要点", "{count}点说清{topic}"),
    Language.ENGLISH: ("{topic}: {count} things to know", "{count} notes on {topic}"),
}
QUESTION_TITLES = {
    Language.CHINESE: ("{topic}怎么安排才好？", "{topic}，你准备好了吗？", "怎么{topic}才不累？"),
    Language.ENGLISH: ("{topic}: where to begin?", "Thinking about {topic}?"),
}
SHORT_TITLES = {
    Language.CHINESE: ("{topic}看这篇", "{topic}小记", "聊聊{topic}", "{topic}"),
    Language.ENGLISH: ("{topic}: notes", "On {topic}", "{topic}"),
}
