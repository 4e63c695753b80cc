"""Words of a request for a note in Chinese and English: content types, tones, audiences, and the words around them."""

from engines.language.scanner import map_words, split_words
from services.common.contract.note import ContentType
from services.common.text.language import Text

CONTENT_TYPES = {
    **map_words(
        ContentType.GUIDE,
        (
            "攻略|指南|路线|行程|行程单|避坑|避雷|规划|玩法|全攻略|旅行计划|须知",
            "guide|guides|tips|itinerary|itineraries|travel plan|survival guide|city guide|travel guide",
        ),
    ),
    **map_words(
        ContentType.REVIEW,
        (
            "测评|评测|开箱|点评|使用感受|使用体验|体验报告|试用|试用报告|红黑榜|对比|横评|探店",
            "review|reviews|hands-on|unboxing|comparison",
        ),
    ),
    **map_words(
        ContentType.TUTORIAL,
        (
            "教程|步骤|做法|食谱|菜谱|配方|手把手|教学|方法|入门|小技巧|技巧|小窍门|窍门|小妙招",
            "tutorial|tutorials|how-to|recipe|recipes|step by step|step-by-step|walkthrough|instructions",
        ),
    ),
    **map_words(
        ContentType.LIST,
        (
            "清单|合集|盘点|榜单|排行|排行榜|大全|必备|汇总|书单|片单|歌单|单品合集|灵感|点子",
            "list|lists|checklist|roundup|round-up|collection|ideas|top picks|listicle|ranking",
        ),
    ),
    **map_words(
        ContentType.STORY,
        (
            "日记|故事|日常|随笔|经历|心情|回忆|记录|vlog|游记|手记|碎碎念|心得",
            "diary|diaries|story|stories|journal|memoir|a day in the life|vlog",
        ),
    ),
    **map_words(
        ContentType.RECOMMENDATION,
        (
            "种草|推荐|安利|好物|必买|必入|种草清单",
            "recommendation|recommendations|must-haves|must haves|favourites|favorites|picks|haul",
        ),
    ),
}
"""Words for the content types of notes."""

PLAIN_NOTES = frozenset(
    split_words(
        "笔记|图文|图文笔记|文章|帖子|推文|文案|内容|推送|分享|贴子|软文|小红书|"
        "小红书笔记|稿子|短文|博文|种草文|作文|文|经验|经验贴|经验帖|干货|发朋友圈|发小红书|发抖音|发微博|朋友圈|抖音|公众号",
        "note|notes|post|posts|article|articles|blog post|blog|caption|piece|text|content|copy|carousel|write-up",
    )
)
"""Words for a note without a content type."""

OPENERS = frozenset(
    split_words(
        "请问|想问|想问问|问一下|求问|请|求|请你|你帮我|你给我|你来|打算写|请帮我|麻烦|麻烦你|劳驾|拜托|帮我|帮忙|帮|给我|替我|为我|你好|"
        "您好|嗨|哈喽|那|那么|好的|嗯|现在|能不能|能否|可以|可不可以|你能|能",
        "我想|我想要|我要|想要|想|我希望|希望|我需要|需要|我想让你|我打算|打算|"
        "准备|小助手|亲|老师|再|再来|重新|也|我想请你|我|要",
        "列一份|列一个|列个|列份|排一份|排个|拟一份|拟个",
        "写|写写|写个|写一写|写一下|写成|写出|做成|整理成|做|做个|做一个|来|来个|来点|出|出个|整|整个|"
        "生成|创作|撰写|发|发个|发布|编|编写|起草|输出|制作|搞|弄|策划|产出|准备写",
        "关于|有关|聊聊|聊一聊|聊|说说|讲讲|讲|讲一讲|介绍|介绍一下|介绍下|谈谈|"
        "围绕|以|一下|主题是|主题为|题目是|内容是|内容关于|一下子|小红书",
        "分享|分享一下|分享下|晒|晒一下|晒晒|推荐|推荐一下|推荐下|推荐几个|推荐几家|"
        "推荐几款|安利|安利一下|种草|种草一下|测评|测评一下|评测|评测一下|盘点|"
        "盘点一下|记录|记录一下|整理|整理一下|总结|总结一下|教大家|教你|教我|教|"
        "手把手教你|告诉大家",
        "一篇|篇|一份|份|一条|条|一个|一期|期|一组|组|一则|则|一段|段|几个|几家|几款|几条|几部|几本|一部|一本|一款|一首"
        "|一些|些|两篇|个|一套|套",
    )
)
"""Words at the start of a request, before its topic."""

CONTENT_TYPE_OPENERS = {
    **map_words(ContentType.REVIEW, ("测评|测评一下|评测|评测一下",)),
    **map_words(ContentType.LIST, ("盘点|盘点一下|整理|整理一下|总结|总结一下",)),
    **map_words(
        ContentType.RECOMMENDATION, ("推荐|推荐一下|推荐下|推荐几个|推荐几家|推荐几款|安利|安利一下|种草|种草一下",)
    ),
    **map_words(ContentType.TUTORIAL, ("教大家|教你|教我|教|手把手教你",)),
    **map_words(ContentType.STORY, ("记录|记录一下",)),
}
"""Openers that imply a content type."""

NON_OPENERS = frozenset(
    split_words(
        "教程|教学|教案|求职|求婚|求医|求生|教育|教师|教室|教堂|教练|写真|写作|写字|写字楼|做饭|"
        "做菜|做梦|做旧|出行|出游|出租|出国|出差|出海|发型|发色|发饰|发烧|发际线|"
        "整理师|整形|整容|"
        "推荐信|推荐算法|分享会|记录片|记录仪|想象|要点|那不勒斯|以色列|以旧换新|"
        "讲座|讲台|聊天|聊斋|组合|组装|条纹|段位|份子钱|个人|个性|个税|期末|期货|"
        "期中|"
        "套装|套房|篇章|也门|再生|再就业|我家|我们|我国|我的|能量|能源|可以说|"
        "准备婚礼|晒太阳|晒后|晒伤|晒背|来福士|弄堂|编程|编织|编发|测评师|讲究|"
        "介绍信|一个人|一条街|一份工作|要不要|可可|可乐|请假|请客|能力|老师傅|"
        "需要的"
    )
)
"""Words that start like an opener but are part of the topic."""

TONES = frozenset(
    split_words(
        "活泼|轻松|幽默|搞笑|有趣|俏皮|可爱|治愈|温柔|温暖|温馨|文艺|清新|专业|"
        "严谨|正式|官方|理性|客观|真诚|诚恳|真实|实在|走心|接地气|口语化|口语|简洁|干练|"
        "高级|高冷|热情|亲切|犀利|毒舌|元气|甜美|励志|沉稳|浪漫|诗意|科普|自然|"
        "生动|欢快|俏皮可爱|轻松活泼|活泼可爱|轻松幽默|幽默风趣|风趣|感性|细腻|"
        "朴实|随性|成熟|乐观|中二|夸张|"
        "松弛|朋友式|闺蜜|闺蜜式|聊天式|像朋友聊天|冷静|短小精悍|有感染力|短平快",
        "playful|lively|fun|funny|humorous|humourous|friendly|warm|casual|relaxed|professional|formal|serious|cheerful|"
        "witty|cute|poetic|honest|enthusiastic|concise|inspiring|calm|upbeat|informal|conversational|sincere|objective|"
        "neutral|romantic|gentle|light-hearted|lighthearted|energetic|sarcastic|dry|cosy|cozy|personal|heartfelt|bold",
    )
)

AUDIENCES = frozenset(
    split_words(
        "大学生|学生|学生党|高中生|初中生|小学生|研究生|考研党|上班族|打工人|职场人|"
        "职场新人|白领|程序员|宝妈|妈妈|妈妈们|奶爸|爸爸|新手爸妈|宝爸|准妈妈|"
        "孕妇|孕妈|新手|新手妈妈|"
        "小白|初学者|零基础|亲子|亲子家庭|家庭|情侣|夫妻|闺蜜|朋友|单身|独居女生|"
        "独居|女生|男生|女性|男性|女孩|男孩|年轻人|老人|老年人|中年人|孩子|小朋友|"
        "儿童|宝宝|青少年|家长|"
        "老师|租房党|租客|毕业生|应届生|上海人|北京人|本地人|外地人|游客|背包客|"
        "自由行游客|铲屎官|猫奴|养猫人|养狗人|爱猫人士|油皮|干皮|敏感肌|混油皮|"
        "痘肌|小个子|小个子女生|微胖女生|梨形身材|"
        "懒人|吃货|手残党|运动新手|跑步新手|户外新手|自由职业者|创业者|设计师|"
        "摄影爱好者|爱好者|咖啡爱好者|露营新手|数码党|90后|00后|80后|i人|e人|预算有限的人|"
        "二孩家庭|带娃家庭|一家三口|退休人士",
        "families|family|families with kids|kids|children|toddlers|students|college students|"
        "university students|beginners|"
        "parents|new parents|couples|women|men|teens|teenagers|seniors|travellers|travelers|solo travellers|"
        "solo travelers|moms|mums|mothers|dads|fathers|dog owners|cat owners|pet owners|owners|lovers|people|runners|"
        "newbies|professionals|young professionals|workers|office workers|remote workers|"
        "freelancers|teachers|girls|boys|"
        "friends|everyone|first-timers|readers|adults|young adults|singles|backpackers|"
        "tourists|locals|commuters|gamers|"
        "developers|designers|foodies|hikers|cyclists|homeowners|renters|graduates|pupils|babies|retirees|expats|fans",
    )
)

AUDIENCE_SUFFIXES = split_words(
    "人群|人士|人|生|党|族|家庭|妈|爸|妈妈|爸爸|者|新手|小白|女生|男生|女孩|男孩|老人",
    "孩子|宝宝|朋友|家长|老师|青年|情侣|夫妻|员|师|友|粉丝|皮|肌|用户|同学|学生|女性|男性",
)
"""Suffixes of Chinese audiences."""

PROHIBITIONS = split_words(
    "不要|别|不能|不用|避免|无需|不写|禁止|不得|不准|不想要|不提|不出现|切忌|少写|不带|拒绝",
    "don't|do not|no|avoid|without|never|not|skip|leave out|exclude",
)
REQUIREMENTS = split_words(
    "必须|一定要|务必|要有|要包含|要提到|要写|要突出|记得|突出|强调|重点|重点写|"
    "重点讲|包括|包含|提到|需要有|需要包含|最好有|最好|要求|至少|尽量|加上|"
    "带上|附上|每段|每天|千万|结尾|开头|标题|题目|段落|正文|全文|标签|话题标签",
    "must|make sure|be sure to|include|including|mention|focus on|highlight|at least|at most|it should|should|use|"
    "keep|add|end with|start with|remember to|please include|please mention|title under|title at most|"
    "title no more than|the title|body under|tags at most",
)
REVISION_VERBS = split_words(
    "改得|改成|改为|改的|改|写得|写的|换成|换个|换一个|换|变得|变成|调整|更|"
    "再加|再多|再少|再短|再长|再详细|再简单|再活泼|再正式|再口语|多写|少一点|"
    "多一点|短一点|长一点|加一点|缩短|扩写|精简|润色|"
    "太|语气|不够|删掉|去掉|补充|标题改|标题换",
    "make it|make the|change|rewrite|shorter|longer|more|less|too|remove|add more|tone down|shorten|expand|polish|"
    "revise|edit|fix|turn it|turn this|rephrase",
)
"""Words at the start of a message that changes an earlier note."""

BROAD_TOPICS = frozenset(
    split_words(
        "生活|日常|美食|旅行|旅游|穿搭|美妆|护肤|健身|学习|读书|家居|育儿|职场|"
        "情感|摄影|宠物|数码|好物|运动|电影|音乐|娱乐|时尚|科技",
        "life|food|travel|fashion|beauty|skincare|fitness|study|reading|home|parenting|"
        "work|pets|tech|music|movies|sports",
    )
)
"""Topics that are too broad to be specific."""

AUDIENCE_DEPENDENT_TOPICS = frozenset(
    split_words(
        "礼物|送礼|生日礼物|礼品|理财|保险|投资|gift|gifts|presents|gift ideas|insurance|investing|investment",
    )
)
"""Topics that need an audience."""

CONTENT_TYPE_NAMES: dict[str, Text] = {
    ContentType.GUIDE: Text("攻略", "guide"),
    ContentType.REVIEW: Text("测评", "review"),
    ContentType.TUTORIAL: Text("教程", "tutorial"),
    ContentType.LIST: Text("清单", "list"),
    ContentType.STORY: Text("故事", "story"),
    ContentType.RECOMMENDATION: Text("推荐", "recommendation"),
}
