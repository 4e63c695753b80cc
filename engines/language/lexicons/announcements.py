"""Words that announce another image, which does not continue the last one."""

import re
from enum import Enum, auto

from engines.language.scanner import Lexicon, map_words, split_words

NEW_TOPICS = split_words(
    "start over with|move on to|moving on to|next picture|next image|next up|draw something else|"
    "paint something else|make something else|show me something else|draw something different|"
    "换个题材|换个主题|换个内容|换个话题|换一个主题|换一个题材|换个别的|换别的|换一换|重新开始|从头来|下一个画|"
    "新的图|新图|新的一张|再开一张|另起一张|画点别的|画别的|画个别的|"
    "来点别的|不画这个了|"
    "不要这个了|别画这个了|something else entirely|something else|something different|new topic|new picture"
    "|new image|different subject|different topic|forget that one|forget the cat|moving on",
)
"""Announce another image: the following text does not continue the last one."""

_PERSON_ZH = (
    "(?:好了?|那|现在|嗯|[，, ])*(?:我)?(?:儿子|女儿|闺女|弟弟|妹妹|哥哥|姐姐|老大|老二|孩子|宝宝|小朋友|老婆|"
    "老公|妈妈|爸爸|"
    "客户|同事|朋友)(?=也|还|又)"
)
NEW_TOPIC = re.compile(
    r"(?:新|另|另外|再另)(?:画|来|做|生成|开|起|出|搞)(?:一)?(?:张|个|幅)(?:新的|新图|图|画)?[:：，, ]+|"
    r"(?:好了?|那|行|嗯)?[，,]?(?:再|接着|接下来|下面|然后|这次|这回|现在|我们|咱们|来|我想|想要?|换|改)*"
    r"(?:画|来|换|做|生成|弄|搞|拍)?一?(?:张|个|幅|点|些)?(?:别的|其他的?|其它的?|另外的|不一样的|全新的|新的)"
    r"(?:东西|主题|内容|题材|图|画|画面)?(?:吧|了)?[:：，, ]+"
    r"|(?:下一张|下一幅|下一个|下张|新主题|新题材|新需求|新的需求)[:：，, ]+"
    r"|(?:好了?|那|行|嗯)?[，,]?(?:下一?|新的?一?|另一?|再一)(?:个|款|道|位|张|页|份|组|件|种|期|章|节|课|步|"
    r"幅)(?:的)?[\u3400-\u9fff]{0,4}[:：] *"
    r"|(?:新)(?:的)?[\u3400-\u9fff]{1,3}[:：] *(?=[一两三四五\u3400-\u9fff])"
    r"|(?:(?:that's|this is|it's) (?:done|it|all|enough|finished)|all done|done|finished|saved|got it|great|perfect|"
    r"thanks|thank you|"
    r"looks good|love it)[,.;!]+ *(?:so |and |ok )?(?:now|next|then)(?: up)?[:,]? +(?=(?:an?|the|some|two|three|"
    r"draw|paint|create) )"
    r"|(?:ok |okay |and |so )*now ?: *"
    r"|(?:this is |something |completely |totally )*(?:unrelated|off[- ]topic|different (?:thing|topic|project|"
    r"request|subject|client))"
    r"[,:;. -]+(?:but |and )?"
    r"|(?:ok |okay |alright |great |thanks |now |and |so |then )*,? ?(?:the |my |our )?(?:next|new|"
    r"another) [a-z]+(?: [a-z]+)?: *"
    r"|(?:再|另外?)(?:给我|帮我|来|出|画|做|生成|整|弄|搞)*一?[张幅个](?:图|画|新的)?[:：] *"
    r"(?![这那换改加把它让给戴穿不别跟和同])"
    r"|(?:ok |okay |alright |now |and |so )*(?:my |the |our )?\w+ (?:also )?(?:wants?|needs?|would like|would love) "
    r"(?:his|her|their) own(?: (?:picture|image|drawing|painting|one))?(?: of)?[ :,;.]+(?=(?:an?|the|some|two|three) )"
    rf"|{_PERSON_ZH}(?:也|还|又)?(?:想要|要|想|非要)一?(?:张|幅|个)(?:自己的|他的|她的)?(?:画|图)?[:：，, ]*(?=.)"
    r"|(?:接下来|接着|下面|然后|下一张|下一幅|下次)(?=(?:给我|帮我|我想|我要|再)?(?:画|来|生成|"
    r"做)一?[张个幅只座条朵匹棵艘辆])"
    r"|(?:ok |okay |alright |great |thanks |now |and |so |then )*,? ?"
    r"(?:next(?: up| one| picture| image| request| idea)?|now for something (?:else|different|new)|moving on"
    r"|something (?:else|new|different)(?: now| please)?|for the next (?:one|picture|image)"
    r"|let's (?:do|try|draw|make|paint) something (?:else|different|new)"
    r"|(?:a )?(?:new|another|different) (?:request|prompt|idea|subject|topic|theme))(?: ?[:,;.—-]+ *)"
)
"""Announces another image, unless a change of the last one follows ("next, make it brighter")."""

_CREATE = (
    "(?:再|就|改|还是|你)?(?:画|来|生成|给我)|(?:please |now |just |then |and )*(?:draw|paint|make|create|"
    "generate|show|give)|i want|i'd like|i need|how about|let's|我想|我要|想要"
)
DROPPED = re.compile(
    r"(?:先)?(?:不|别)(?:想)?(?:画|要)(?:这个|这只|这张|[\u3400-\u9fff]{1,5}?)?了[，,。 ]*(?="
    rf"{_CREATE})|[\u3400-\u9fff]{{1,4}}?(?:就|先)+(?:放着|放一放|放一边|不管|画到这|到这|这样)(?:儿|里)?(?:吧|"
    rf"了)?[，,。 ]+(?={_CREATE})"
    r"|(?:forget(?: about)?|(?:i'm |we're |all )?done with|enough of|enough with|no more|never mind|skip|"
    r"drop) (?:the |this |that )?"
    rf"[a-z ]{{1,20}}[,.;]+ *(?={_CREATE})"
)
"""Drops the subject of the last image before an independent request."""


class Announcing(Enum):
    """The meaning of a word of an announcement."""

    LEAVES = auto()
    """Leaves the last image: "something else", "never mind"."""
    OTHER = auto()
    """Another one; IMAGE names its kind."""
    IMAGE = auto()
    FILLER = auto()


ANNOUNCING: Lexicon[Announcing] = Lexicon({
    **map_words(Announcing.LEAVES, (
        "leave this one|leave this|leave it there|leave it at that|keep this one|keep that one|save this one|"
        "fresh start|clean slate|else|something different|move on|moving on|enough|done with this|done with that|"
        "tired of this|bored of this|"
        "nvm|never mind|nevermind|set this aside|put this aside|start over|start fresh|from scratch|instead of this",
        "第二张|第三张|第二幅|别的|先放着|先放|放一放|放一边|先不管|回头再说|到此为止|先这样|就到这|不画了|不要了|"
        "不改了|不弄了|不做了|不搞了|不要这个了",
    )),
    **map_words(Announcing.OTHER, (
        "下一|下页|"
        "different|another|other|new|next|separate|fresh|unrelated|下一个|下一张|下一幅|下个|下张|另|另外|其他|其它|"
        "新的|新|全新|"
        "换个|换一个|换|不一样的|无关的",
    )),
    **map_words(Announcing.IMAGE, (
        "image|picture|pic|painting|drawing|illustration|request|brief|prompt|idea|topic|subject|task|job|project|"
        "order|assignment|thing|client|illustration|page|spread|slide|asset|deliverable|item|piece|commission|card|cover|"
        "banner|shoot|campaign|post|lesson|class|chapter|visual|icon|页|单子|稿|稿子|物料|素材|图|图片|画|主题|题材|题目|产品|商品|需求|任务|作品|话题|作业|单|款",
    )),
    **map_words(Announcing.FILLER, (
        "ok|okay|alright|great|good|nice|cool|so|and|now|then|well|right|lets|let's|let us|do|try|make|draw|paint|have|"
        "can|could|we|you|i|i'd|i'm|im|me|us|please|pls|need|want|like|would|love|for|to|of|on|with|a|an|the|this|that|"
        "one|it|something|some|completely|totally|entirely|whole|very|quite|just|time|here's|here is|here comes|up|is|"
        "be|about|how|what|thanks|thank you|go|going|also|too|give|get|show|create|generate|today|moment|by|are|my",
        "好|好了|行|行了|那|嗯|我|我们|咱|咱们|你|给|给我|帮|帮我|来|做|弄|搞|出|生成|设计|要|想|想要|我要|我想|再|"
        "接着|接下来|"
        "然后|下面|现在|这次|这回|就|先|把|这|这个|这张|这幅|那张|张|个|幅|点|一张|一个|一幅|一点|东西|内容|的|了|"
        "吧|啊|呢|哈|着|"
        "请|麻烦|可以|能|能不能|算了|完|完全|谢谢|也|重新",
    )),
})  # fmt: skip
"""Words of announcements of another image; the text after only such words is the announced image."""

ANNOUNCED = re.compile(
    r"(?:an?|one|two|three|four|five|six|seven|some|several|\d+) |(?:draw|paint|create|generate|make|sketch|illustrate|"
    r"design|imagine)\b(?! (?:it|this|that|him|her|them|the)\b)"
    r"|(?:画|生成|设计|绘制|绘|来|做)(?:一?[个只张幅条座匹朵辆棵艘位]|[一两二三四五六七八九十几])|"
    r"画(?![面得质里中的完好])|"
    r"[一两二三四五六七八九十几\d]+[\u3400-\u9fff]"
)
"""The start of the announced image if no colon precedes it."""

ANNOUNCED_NOUN = re.compile(
    r"(?![把将给让加换改去删调变裁旋翻再还也很太更在有和跟风背前后左右上下这那它他她我你您咱拿发])[\u3400-\u9fff]{3,}"
)
"""The same after a comma, in Chinese."""
