"""Requests as users write them, and their parsed form."""

import pytest

from engines.note_planner.request.parser import parse_request
from services.common.contract.note import ContentType

GUIDE, REVIEW, TUTORIAL = ContentType.GUIDE, ContentType.REVIEW, ContentType.TUTORIAL
LIST, STORY, RECOMMENDATION = ContentType.LIST, ContentType.STORY, ContentType.RECOMMENDATION

# Text, topic, audience ("" for none), content type, and number of images (0 for none).
REQUESTS = (
    ("给带孩子的家长写一篇春游攻略", "春游", "带孩子的家长", GUIDE, 0),
    ("给刚毕业的女生写一篇租房攻略", "租房", "刚毕业的女生", GUIDE, 0),
    ("帮我给养猫新手写个猫砂盆测评", "猫砂盆", "养猫新手", REVIEW, 0),
    ("给我写一篇成都三天两晚的旅行攻略，5张图", "成都三天两晚的旅行", "", GUIDE, 5),
    ("给爸妈写一份体检注意事项清单", "体检注意事项", "爸妈", LIST, 0),
    ("给预算有限的大学生推荐几款蓝牙耳机", "蓝牙耳机", "预算有限的大学生", RECOMMENDATION, 0),
    ("为第一次露营的人写一份装备清单", "第一次露营，装备", "第一次露营的人", LIST, 0),
    ("给上班族写一篇带饭攻略，语气轻松", "带饭", "上班族", GUIDE, 0),
    ("写给新手妈妈的待产包清单，4张图", "待产包", "新手妈妈", LIST, 4),
    ("写一篇给程序员看的颈椎拉伸教程", "颈椎拉伸", "程序员", TUTORIAL, 0),
    ("想发一篇周末citywalk的笔记", "周末citywalk", "", None, 0),
    ("想发一篇关于早起的心得", "早起", "", STORY, 0),
    ("帮我写一篇手冲咖啡入门教程", "手冲咖啡入门", "", TUTORIAL, 0),
    ("帮我写个小户型收纳技巧", "小户型收纳", "", TUTORIAL, 0),
    ("写一篇关于厦门的旅行攻略", "厦门的旅行", "", GUIDE, 0),
    ("关于秋天的穿搭合集", "秋天的穿搭", "", LIST, 0),
    ("露营装备清单，标题不超过15字", "露营装备", "", LIST, 0),
    ("平价护肤品测评", "平价护肤品", "", REVIEW, 0),
    ("戴森吹风机使用感受", "戴森吹风机", "", REVIEW, 0),
    ("空气炸锅食谱合集，九宫格", "空气炸锅食谱", "", LIST, 9),
    ("我的考研日记", "考研", "", STORY, 0),
    ("种草一下我家附近的咖啡馆", "我家附近的咖啡馆", "", RECOMMENDATION, 0),
    ("夏天防晒霜推荐，不要提品牌", "夏天防晒霜", "", RECOMMENDATION, 0),
    ("写一篇北京秋天赏银杏的攻略，配6张图，轻松一点", "北京秋天赏银杏", "", GUIDE, 6),
    ("春节回家年货清单，500字左右", "春节回家年货", "", LIST, 0),
    ("帮我写一条朋友圈文案，内容是周末去爬山", "周末去爬山", "", None, 0),
    ("介绍一下《小王子》这本书，要走心", "《小王子》", "", None, 0),
    ("安利一部电影《海街日记》", "《海街日记》", "", RECOMMENDATION, 0),
    ("写一篇“一个人的周末”的随笔", "一个人的周末", "", STORY, 0),
    ("最近想换手机，帮我写一篇iPhone和华为的对比测评", "最近换手机，iPhone和华为的对比测评", "", REVIEW, 0),
    ("我们家猫最近老是半夜跑酷，想写一篇养猫日常，语气搞笑一点", "我们家猫最近老是半夜跑酷，养猫", "", STORY, 0),
    (
        "马上要放五一了，打算带爸妈去杭州玩三天，你帮我写一篇适合老人的杭州三日游攻略吧，别太累，每天不要走太多路",
        "马上要放五一了，杭州三日游",
        "老人",
        GUIDE,
        0,
    ),
    ("你好呀，我是一个宝妈，平时自己带娃，想分享一下辅食制作的经验，写成一篇教程", "辅食制作", "", TUTORIAL, 0),
    ("帮我出一期家庭健身的教程，不用器械", "家庭健身", "", TUTORIAL, 0),
    ("求一份大理旅游攻略！！", "大理旅游", "", GUIDE, 0),
    ("寫一篇露營攻略", "露营", "", GUIDE, 0),
    ("幫我寫一篇給新手的手沖咖啡教學", "手冲咖啡", "新手", TUTORIAL, 0),
    ("給上班族的便當食譜，3張圖", "便当", "上班族", TUTORIAL, 3),
    ("写一篇 Notion 使用教程", "Notion 使用", "", TUTORIAL, 0),
    ("MacBook Air 开箱", "MacBook Air", "", REVIEW, 0),
    ("给 INFP 写一篇职场生存指南", "职场生存", "INFP", GUIDE, 0),
    ("用小红书风格写一篇减脂餐食谱", "减脂餐", "", TUTORIAL, 0),
    ("帮我写小红书，主题是阳台种菜，要活泼，200字以内", "阳台种菜", "", None, 0),
    ("多肉植物怎么养，写个教程", "多肉植物", "", TUTORIAL, 0),
    ("敏感肌换季护肤攻略，标题要有数字，正文300字以内", "敏感肌换季护肤", "敏感肌", GUIDE, 0),
    ("标题不超过12个字，写一篇赶海攻略", "赶海", "", GUIDE, 0),
    ("三亚亲子酒店推荐", "三亚亲子酒店", "", RECOMMENDATION, 0),
    ("情侣约会去处合集", "情侣约会去处", "情侣", LIST, 0),
    ("考公上岸经验分享", "考公上岸", "", None, 0),
    ("读书笔记怎么做", "读书笔记", "", None, 0),
    ("如何养成早睡的习惯", "如何养成早睡的习惯", "", TUTORIAL, 0),
    ("怎么在家做拿铁", "怎么在家做拿铁", "", TUTORIAL, 0),
    ("Write a guide to spring picnics", "spring picnics", "", GUIDE, 0),
    ("a packing list for a weekend hike", "packing list for a weekend hike", "", LIST, 0),
    ("Write a beginner's guide to pour-over coffee with 4 pictures", "pour-over coffee", "beginners", GUIDE, 4),
    ("Write a post for new parents about baby sleep", "baby sleep", "new parents", None, 0),
    ("10 tips for better sleep, playful tone", "better sleep", "", GUIDE, 0),
    ("Review of the Kindle Paperwhite, under 150 words", "Kindle Paperwhite", "", REVIEW, 0),
    ("how to bake sourdough bread", "how to bake sourdough bread", "", TUTORIAL, 0),
    ("my first week in Tokyo, a diary", "my first week in Tokyo", "", STORY, 0),
    ("I want to share my skincare routine for sensitive skin", "my skincare routine for sensitive skin", "", None, 0),
    ("Recommend some cafes in Lisbon for remote workers", "cafes in Lisbon", "remote workers", RECOMMENDATION, 0),
    ("Please write a checklist for moving house, title under 40 characters", "moving house", "", LIST, 0),
    ("a list of books for teenagers", "books", "teenagers", LIST, 0),
    ("Could you put together an itinerary for 3 days in Rome? No museums please.", "3 days in Rome", "", GUIDE, 0),
    ("comparison of oat milk and soy milk", "oat milk and soy milk", "", REVIEW, 0),
    ("Spring capsule wardrobe ideas for office workers", "spring capsule wardrobe", "office workers", LIST, 0),
    ("想给我妈写一篇广场舞穿搭攻略", "广场舞穿搭", "我妈", GUIDE, 0),
    ("写一篇笔记，主题是极简生活，读者是30岁左右的女性，语气温柔，600字", "极简生活", "30岁左右的女性", None, 0),
    ("考研英语怎么复习", "考研英语怎么复习", "", TUTORIAL, 0),
    ("露营带什么", "露营带什么", "", LIST, 0),
    ("周末想带娃去动物园，写个攻略", "周末想带娃去动物园", "", GUIDE, 0),
    ("双十一数码好物清单！！！急！！", "双十一数码好物", "", LIST, 0),
    ("小红书文案：新疆自驾10天，标题要吸引人，9张图", "新疆自驾10天", "", None, 9),
    ("Day trip from London to Bath, itinerary with 5 photos", "day trip from London to Bath", "", GUIDE, 5),
    ("Best street food in bangkok", "street food in Bangkok", "", None, 0),
    ("write something fun about my dog's birthday", "my dog's birthday", "", None, 0),
    ("Why I quit social media - a personal story", "Why I quit social media", "", STORY, 0),
    ("Write about desk plants", "desk plants", "", None, 0),
)


@pytest.mark.parametrize(
    ("text", "topic", "audience", "content_type", "count"), REQUESTS, ids=[row[0] for row in REQUESTS]
)
def test_a_request_is_parsed(
    text: str, topic: str, audience: str, content_type: ContentType | None, count: int
) -> None:
    parsed = parse_request(text)
    assert (parsed.topic, parsed.audience, parsed.content_type, parsed.image_count) == (
        topic,
        audience,
        content_type,
        count,
    )


@pytest.mark.parametrize(
    ("text", "constraints"),
    [
        ("露营装备清单，标题不超过15字", ("标题不超过15字",)),
        ("春游攻略，正文300字以内", ("正文300字以内",)),
        ("春游攻略，标题不超过12个字，正文300字左右", ("标题不超过12个字", "正文300字左右")),
        ("标题不超过12个字，写一篇赶海攻略", ("标题不超过12个字",)),
        ("春游攻略，标签最多5个", ("标签最多5个",)),
        ("写一篇800字的春游攻略", ("800字",)),
        ("写一篇春游攻略，300字以内", ("300字以内",)),
        ("a checklist for moving house, title under 40 characters", ("title under 40 characters",)),
        ("a guide to picnics in at most 150 words", ("in at most 150 words",)),
        ("夏天防晒霜推荐，不要提品牌", ("不要提品牌",)),
    ],
)
def test_a_limit_applies_only_to_the_part_that_it_names(text: str, constraints: tuple[str, ...]) -> None:
    assert parse_request(text).constraints == constraints


@pytest.mark.parametrize("text", ["taking useful notes in a fast lecture", "给我妈报了瑜伽班"])
def test_a_topic_is_not_a_fragment_of_a_sentence(text: str) -> None:
    assert parse_request(text).topic == text
