"""Frames in Chinese."""

from engines.note_themes import Theme
from engines.note_writer.phrases.topics import TopicPhrases
from engines.note_writer.phrases.zh_daily import FITNESS, HOME, PETS, STUDY
from engines.note_writer.phrases.zh_outside import FOOD, LOOKS, TRAVEL
from engines.note_writer.phrases.zh_themes import (
    CRAFT,
    FESTIVAL,
    HEALTH,
    MONEY,
    PARENTING,
    PHOTO,
    PLANTS,
    READING,
    TECH,
    WORK,
)
from engines.note_writer.values import Section, Template

GENERAL = Template(
    titles=(
        "{topic}，看这一篇就够了",
        "第一次{topic}？先看这{count}点",
        "{topic}入门：{count}件事先想清楚",
        "把{topic}这件事讲明白",
        "{topic}｜新手友好清单",
    ),
    openings=(
        "想了解{topic}，又不知道从哪儿下手？按下面的顺序一项项来，思路会清楚很多。",
        "关于{topic}，先把最关键的几件事理一遍，照着做就不容易走弯路。",
        "给准备开始{topic}的你：不求一步到位，先把基础的做好。",
    ),
    sections=(
        Section(
            "🎯 先想清楚",
            (
                "先写下来：为什么要做、希望做到什么程度，一两句话就够。",
                "能投入多少时间和精力，提前给自己一个范围。",
                "把“必须有”和“有更好”分成两列，取舍的时候不纠结。",
                "目标定小一点，完成第一步比计划完美更重要。",
            ),
        ),
        Section(
            "🧰 动手之前",
            (
                "需要的东西列成清单，先看看手边已经有什么。",
                "找一两个靠谱的参考就够了，看太多反而不敢开始。",
                "给自己留一点余量，第一次总会比预想的慢。",
            ),
        ),
        Section(
            "👣 一步一步来",
            (
                "从最简单的一步开始，做完再看下一步。",
                "过程里随手记两笔，回头看特别有用。",
                "卡住的时候换个顺序试试，或者先放一放。",
                "每完成一小段就检查一下方向，改起来成本最低。",
            ),
        ),
        Section(
            "⚠️ 容易忽略",
            (
                "别人的做法未必适合自己，先小范围试一试。",
                "不要一次改太多，否则不知道是哪一步起了作用。",
                "遇到拿不准的信息，多核对一个来源再决定。",
            ),
        ),
    ),
    closings=(
        "先收藏，准备开始的时候对照着看。你在{topic}上还有什么疑问？评论区聊聊～",
        "就写到这里，觉得有用记得收藏。你最想先从哪一步开始？",
        "慢慢来，做一点是一点。欢迎在评论区补充你的经验～",
    ),
)

TOPICS = (
    TopicPhrases(frozenset((Theme.TRAVEL, Theme.OUTDOORS)), TRAVEL),
    TopicPhrases(frozenset((Theme.FOOD, Theme.DRINK)), FOOD),
    TopicPhrases(frozenset((Theme.BEAUTY, Theme.FASHION)), LOOKS),
    TopicPhrases(frozenset((Theme.FITNESS,)), FITNESS),
    TopicPhrases(frozenset((Theme.STUDY,)), STUDY),
    TopicPhrases(frozenset((Theme.WORK,)), WORK),
    TopicPhrases(frozenset((Theme.PHOTO,)), PHOTO),
    TopicPhrases(frozenset((Theme.HEALTH,)), HEALTH),
    TopicPhrases(frozenset((Theme.READING,)), READING),
    TopicPhrases(frozenset((Theme.MONEY,)), MONEY),
    TopicPhrases(frozenset((Theme.PLANTS,)), PLANTS),
    TopicPhrases(frozenset((Theme.TECH,)), TECH),
    TopicPhrases(frozenset((Theme.PARENTING,)), PARENTING),
    TopicPhrases(frozenset((Theme.FESTIVAL,)), FESTIVAL),
    TopicPhrases(frozenset((Theme.CRAFT,)), CRAFT),
    TopicPhrases(frozenset((Theme.HOME,)), HOME),
    TopicPhrases(frozenset((Theme.PETS,)), PETS),
)

ASIDES = (
    (("预算", "花费", "费用", "省钱"), "预算先列三栏：必须花的、可以省的、想犒劳自己的，心里有数就不容易超。"),
    (("交通", "怎么去", "停车"), "交通提前查两种走法，主选一条、备选一条，临时有变化也不慌。"),
    (("天气", "下雨", "雨天"), "临出发前再看一次天气，顺手准备一个下雨也能进行的备选方案。"),
    (("拍照", "摄影", "出片"), "拍照尽量选清晨或傍晚，光线柔和；背景越干净，主角越突出。"),
    (("住宿", "酒店", "民宿"), "住宿优先看位置和近期评价，退改规则在下单前读一遍。"),
    (("孩子", "带娃", "亲子", "宝宝", "小朋友"), "带孩子的话，节奏放慢一半，零食、水和替换衣物多备一份。"),
    (("老人", "爸妈", "父母", "长辈"), "有长辈同行就少安排爬坡和久站，每隔一阵留出坐下来的时间。"),
    (("时间", "几点", "多久"), "时间上留三成余量，宁可少做一件，也不要赶。"),
    (("安全", "注意事项"), "安全放在第一位：拿不准的不要逞强，紧急联系人提前存好。"),
    (("新手", "小白", "入门"), "新手先求完整、再求好，第一次顺利做完就已经赢了一半。"),
    (("吃", "美食", "餐"), "吃的方面先顾口味和忌口，再看热度，别让排队占掉大半天。"),
    (("装备", "带什么", "物品", "清单"), "东西列成清单逐项打勾，重复用途的只带一件。"),
    (("环保", "垃圾"), "自己带走自己的垃圾，能重复用的就不用一次性的。"),
)
GENERAL_ASIDE = "关于{word}：先想好自己的需求，再按实际情况来选，不必照搬别人。"
