"""Words around the scene of an image: requests, numbers, and thanks."""

from enum import Enum, auto

from engines.language.scanner import Lexicon, map_words, split_words


class Opener(Enum):
    """Kind of a word at the start of a request."""

    POLITE = auto()
    """Adds nothing to the request: "please", "帮我"."""
    DESIRE = auto()
    """A request only if a verb, an article or a measure word follows: "i want", "我想"."""
    PAINT = auto()
    """Requests an image: "draw", "画"."""
    BRING = auto()
    """Requests an image only before an article or a measure word: "make", "来"."""
    CONTAINER = auto()
    """Names the image itself: "an image of", "一张图，"."""
    MEASURE = auto()
    """An article, or one and its measure word: "a", "一只"."""
    THING = auto()
    """Starts like one of the above, but is none: "画家", "make-up"."""


_MEASURES = (
    "只|张|幅|副|个|位|座|朵|条|匹|辆|棵|株|头|艘|架|间|栋|座|片|款|组|套|枚|颗|把|件|本|家|名|顶|"
    "双|对|盏|块|尊|具|台|份|些|点|点儿|种|段|扇|轮|道|场|根|枝|口"
)
"""Without those that are things or arrangements to be seen: a cup, a basket, a bunch, a row of something."""

_BRINGABLE = "张|幅|个|只|组|套|份|位|座|朵|条|匹|辆|款|点|些|棵|头|艘|片|枚|颗|群|碗|盘|壶|瓶|篮|串|锅|杯|盆|束|对"

MEASURES = frozenset(f"一{measure}" for measure in _MEASURES.split("|"))
"""One of something; a larger number is part of the scene."""

OPENERS = Lexicon(
    {
        **map_words(
            Opener.POLITE,
            (
                "给俺|给咱|帮俺|帮咱|请|请你|请问|请问你|麻烦|麻烦你|麻烦您|劳驾|拜托|拜托你|求你|帮我|帮忙|帮|给我|"
                "为我|替我|你能",
                "你能不能|能不能|能否|可以|可不可以|可否",
                "能|你可以|你可以帮我|可以帮我|能帮我|能给我|你能帮我|能不能帮我|你好|您好|嗨|哈喽|嘿|早上好|晚上好",
                "下午好|那|那么|好的|好|嗯|呃|就|现在|我要你",
                "快|先|不如|要不|亲|老师|ai|帮我把|随便|请帮我|请给我|请为我|你会|会|你来|你给我|你帮我|你|啊|哦|喂",
                "有没有可能|有可能的话|小助手|直接|另外|接下来|接着|随后|下面|然后|再帮我|来吧",
                "can we|could we|shall we|can we try|could we try|i was wondering if you could|"
                "i was wondering if you can|i wonder if you could|"
                "i wonder if you can|do you think you could|do you think you can|is it possible to|"
                "any chance you could|any chance of|"
                "would it be possible to|would you be able to|are you able to|is there a way to|would you kindly|uh|"
                "er|erm|umm|uhm|hm|hmm|hmmm|mm|mmm|well|oh|okay so|ok so|maybe|perhaps|alright|right|"
                "please|pls|plz|kindly|can you|could you|would you|will you|can you please|could you please",
                "would you please|can u|could u",
                "hi|hey|hello|hi there|hello there|hey there|ok|okay|so|now|um|then|just|go ahead and|try to",
                "i need you to|can i get|can i have",
                "could i get|could i have|may i have|would you mind|let's|lets|let us|how about|what about",
                "i'd like you to|i want you to|can we have|also|for me",
            ),
        ),
        **map_words(
            Opener.DESIRE,
            (
                "我要的是|我想要的是|我需要的是|我想|我想要|我要|想要|想|我希望|希望|我需要|需要|我想让你|想请你|要|"
                "给|我想请你",
                "what i want is|what i need is|what i'd like is|i want like|i need like|i want to have|"
                "i would like to request|i'd like to request|we would like to request|i would like to order|"
                "i'd like to order|"
                "i would like to commission|i wish to have|i wish to request|i require|we require|we would like|"
                "i'd like to have|i'd love to have|i'm looking for|i am looking for|looking for|"
                "we want|we'd like|i should like|i should like to|i should love|i'd kill for|i'm after|i want|"
                "i want to|i'd like|i would like|i'd like to|"
                "i would like to|i need|i'd love|i wanna|i wish for",
                "we need|i was thinking of|i'm thinking of|i am thinking of|i imagine|i had in mind",
            ),
        ),
        **map_words(
            Opener.PAINT,
            (
                "来个|做个|弄个|设计个|搞个|生成个|制作个|出个|创建|新建|创造|绘出|描绘出|画一张|我想看|我想看看|"
                "想看看|看看|想看|我想看到|画|画出|画个|绘制|绘|绘画|画一画|生成|创作|"
                "渲染|描绘|勾勒|手绘|画一下|生图|出图",
                "制图|作画|画画",
                "i wanna see|wanna see|we wanna see|would love to see|love to see|i also need a picture of|"
                "can i see|could i see|may i see|can we see|"
                "got any pictures of|do you have a picture of|do you have any pictures of|"
                "i want to see|i'd like to see|i'd love to see|draw|draw me|draw us|paint|paint me|generate",
                "generate me|illustrate|render|create|create me|depict|imagine|visualise|visualize",
                "sketch me|design|design me|drawing|picture this|draw up|/imagine|imagine prompt",
            ),
        ),
        **map_words(
            Opener.BRING,
            (
                "来|做|制作|设计|弄|搞|整|出|造|给|要|给我来|整个",
                "gimme|gimme a|whip up|cook up|put together|make|make me|make us|make up|show me|show us|give me|"
                "give us|produce|produce me|get me|do|do me",
                "sketch|bring me|compose|craft|build me",
            ),
        ),
        **map_words(
            Opener.CONTAINER,
            (
                "图片|图像|图|图画|照片内容是|画面是|画面内容是|内容是|内容为|主题是|主题为|描述|prompt:|prompt|提示词",
                "图：|图片：|图片:|关于|有关",
                "image:|picture:|drawing:|photo:|picture of|pictures of|image of|images of|pic of|drawing of",
                "painting of|artwork of|visual of|some art of|art of|scene of|depiction of|rendering of|render of",
                "one of|something like|something with|picture showing|image showing|picture with|image with",
                "painting showing|wallpaper of",
            ),
        ),
        **dict.fromkeys(MEASURES, Opener.MEASURE),
        **map_words(
            Opener.MEASURE,
            (
                _BRINGABLE,
                "a|an|the|one|some|a nice|a new|a cool|a pretty",
            ),
        ),
        **map_words(
            Opener.THING,
            (
                "整张图|整张照片|整幅图|整幅画|整个图|整个画面|整张画|一家三口|一家四口|一家五口|一家人|一家子|一家老小|画得|做得|画的更|画家|画廊|画室|画展|画框|画布|画架|画筒|"
                "图钉|图章|图鉴|绘马|绘图仪|"
                "画板|画笔|画册|画面|画风|画质|画像|画师|画卷|画眉|画舫|出租|出口|出海",
                "来自|来往|做梦|做饭|做饭的|能量|能源|快递|快乐|快餐|先生",
                "给它|给他|给她|给图|给图片|给画面|给照片|给这|给猫|要塞|想象|想念|可以看|好莱坞|好看|可乐|可爱|图书",
                "图腾|图书馆|好多|好奇|好友|就业|那些|那个|那只|图案|图标|图纸|亲子|老师在|老师和|老师正",
                "张飞|张良|套餐|整齐|整座|做的|来了|生成的|张开|条纹|片刻|点心|头发|头像|头盔|头戴|组合|对话|把手|台风",
                "台阶|名画|名人|位于|份量|双手|双子|段落|家庭|家里|件套|个人|个性|套娃|枚举|群山|群岛|座椅|只有|朵朵",
                "点点|点灯|点燃|款式|棵棵|艘艘|颗粒|匹配|位置|画画的|绘画的|渲染的|绘本|现在的",
                "design studio|do not|don't|give it|give him|give her|make it|make this|make that|make the|make him",
                "make her|render farm|drawing room|drawing board|so-called|hello kitty|ok sign|paint brush",
                "paint splash|paint splashes|paint bucket|paint buckets|paint tube|paint tubes|paint roller|"
                "paint rollers|paint can|paint cans|paint palette|paint box|drawing compass|drawing pin|drawing pins|"
                "sketch pad|hello world|render it|paint it|draw it|"
                "the same|now and then",
                "well of|then and now|one more|sketch book|sketch of",
            ),
        ),
    }
)

TAILS = split_words(
    "吧|呀|啊|呢|吗|嘛|哦|哈|啦|谢谢|谢谢你|谢谢您|多谢|拜托了|好吗|可以吗|行吗|好不好|行不行|一下|谢了",
    "给我看看|看看|给我|谢谢啦|感谢",
    " please| pls| plz| thanks| thank you| thx| for me| for us| now| thank you very much| thanks a lot| ok",
    " okay| thank you so much",
)
"""May follow a request without being part of it."""

CONTAINER_TAILS = split_words(
    "的图片|的图像|的图画|的图|的画|的画面|的画像|的作品|的壁纸|的画作|的插图|的场景图|图片|图像|壁纸|的绘画",
    "作品|画作",
    " picture| image| pic| wallpaper| artwork| painting| drawing| pictures| images",
)
"""Names of the image itself at the end of a scene."""

ANYTHING = frozenset(
    split_words(
        "点什么|什么|什么都行|什么都可以|点东西|点儿什么|随便什么|你喜欢的|你喜欢的东西|任意|随机|惊喜|点好看的",
        "好看的|点好玩的|你想画的|一张随便的",
        "something|anything|whatever|whatever you like|whatever you want|something nice|something beautiful",
        "something cool|something random",
        "something pretty|anything you like|anything you want|a surprise|surprise|something fun|surprise me",
        "给我惊喜|给我一个惊喜|给我个惊喜|随便画点什么|随便画",
    )
)
"""Subjects that leave the choice to the painter."""

NOTHING_NAMED = frozenset(
    split_words(
        "that|this|that one|this one|him|her|them|those|one|图|图片|画|一幅画|图像|一张图|照片|画儿|张图|张画|幅画|"
        "东西|画画|picture|image|it|me|drawing|painting|art",
        "a picture|pictures|images|pic|draw|paint",
    )
)
"""Subjects that name nothing at all."""
