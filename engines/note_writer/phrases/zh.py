"""Frames in Chinese."""

from engines.note_themes import Theme
from engines.note_writer.phrases.topics import ACTIVITIES, PHOTOS, SPENDING, TRIPS, TopicPhrases
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

TOPICS = (
    TopicPhrases(frozenset((Theme.TRAVEL, Theme.OUTDOORS)), TRAVEL, "旅行 旅游 出游 郊游 春游 秋游 踏青 野餐"),
    TopicPhrases(frozenset((Theme.FOOD, Theme.DRINK)), FOOD, "美食 做饭 下厨 家常菜 早餐 午餐 晚餐 便当"),
    TopicPhrases(frozenset((Theme.BEAUTY, Theme.FASHION)), LOOKS, "穿搭 通勤 搭配"),
    TopicPhrases(frozenset((Theme.FITNESS,)), FITNESS, "健身 运动 瑜伽 跑步 训练"),
    TopicPhrases(frozenset((Theme.STUDY,)), STUDY, "学习 复习 备考 考试"),
    TopicPhrases(frozenset((Theme.WORK,)), WORK, "职场 上班 办公"),
    TopicPhrases(frozenset((Theme.PHOTO,)), PHOTO, "摄影 拍照"),
    TopicPhrases(frozenset((Theme.HEALTH,)), HEALTH, "健康 养生"),
    TopicPhrases(frozenset((Theme.READING,)), READING, "读书 阅读 书单"),
    TopicPhrases(frozenset((Theme.MONEY,)), MONEY, "存钱 省钱 攒钱 理财 记账"),
    TopicPhrases(frozenset((Theme.PLANTS,)), PLANTS, "植物 养花 种花"),
    TopicPhrases(frozenset((Theme.TECH,)), TECH, "数码"),
    TopicPhrases(frozenset((Theme.PARENTING,)), PARENTING, "育儿 带娃 亲子 孩子"),
    TopicPhrases(frozenset((Theme.FESTIVAL,)), FESTIVAL, ""),
    TopicPhrases(frozenset((Theme.CRAFT,)), CRAFT, "手工"),
    TopicPhrases(frozenset((Theme.HOME,)), HOME, "收纳 整理 家务 家居"),
    TopicPhrases(frozenset((Theme.PETS,)), PETS, "宠物 猫咪 狗狗 养猫 养狗 猫 狗"),
)

ASIDES = (
    (
        ("预算", "花费", "费用", "省钱"),
        "预算先列三栏：必须花的、可以省的、想犒劳自己的，心里有数就不容易超。",
        SPENDING,
    ),
    (("交通", "怎么去"), "交通提前查两种走法，主选一条、备选一条，临时有变化也不慌。", TRIPS),
    (("天气", "下雨", "雨天"), "临出发前再看一次天气，顺手准备一个下雨也能进行的备选方案。", TRIPS),
    (("拍照", "摄影", "出片"), "拍照尽量选清晨或傍晚，光线柔和；背景越干净，主角越突出。", PHOTOS),
    (("住宿", "酒店", "民宿"), "住宿优先看位置和近期评价，退改规则在下单前读一遍。", TRIPS),
    (("孩子", "带娃", "亲子", "宝宝", "小朋友"), "带孩子的话，节奏放慢一半，零食、水和替换衣物多备一份。", TRIPS),
    (("老人", "爸妈", "父母", "长辈"), "有长辈同行就少安排爬坡和久站，每隔一阵留出坐下来的时间。", TRIPS),
    (("时间",), "时间上留三成余量，宁可少做一件，也不要赶。", TRIPS),
    (("安全", "注意事项"), "安全放在第一位：拿不准的不要逞强，紧急联系人提前存好。", ACTIVITIES),
    (("新手", "小白", "入门"), "新手先求完整、再求好，第一次顺利做完就已经赢了一半。", ACTIVITIES),
    (("吃", "美食", "餐"), "吃的方面先顾口味和忌口，再看热度，别让排队占掉大半天。", TRIPS),
    (("装备", "带什么", "物品", "清单"), "东西列成清单逐项打勾，重复用途的只带一件。", ACTIVITIES),
    (("环保", "垃圾"), "自己带走自己的垃圾，能重复用的就不用一次性的。", TRIPS),
)
"""Names of a matter, a general sentence on it, and the themes of the notes for which it holds."""
