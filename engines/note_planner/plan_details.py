"""Details that a reviewer adds to planned images, and words that no image can show."""
# ruff: noqa: E501  (patterns are easier to read as one line for each language)

import re

from engines.language.characters import is_chinese
from engines.language.moods import Mood, read_mood
from engines.note_planner.clause_images import Clause
from engines.note_planner.plan_subjects import strip_subject
from services.common.text.language import Language

_MAX_DETAIL = 60
_OF_TEXT = re.compile(
    r"(?:字|标题|文字|文案).{0,6}(?:[左右上下中]|角|边|居中|大|小|粗|颜色|[红绿蓝黄橙紫粉白黑灰棕])|(?:挡|压|遮|盖)(?:住|到|着)?"
    r"|\b(?:text|title|words|lettering|caption|headline)\b.{0,24}\b(?:left|right|top|bottom|corner|middle|centre|center|bigger|smaller|larger|higher|lower|font)\b|\b(?:cover|block|hide)(?:s|ing|ed)? (?:up )?the \w+$"
)
"""The place or size of a text on an image, which is no subject of it."""
_NO_SUBJECT = re.compile(
    r"^(?:在|放)?(?:最)?[左右上下中][左右上下]?(?:边|角|方|侧|部|面)?$|^[左右][上下]角|角落$|字$"
    r"|\b(?:top|bottom|upper|lower) (?:left|right|half|third)\b|\bcorner\b|\b(?:picture|photo|shot|drawing)s? of\b|\b(?:needs? to|has to|have to|must|should|ought to)\b|\b(?:pic|image)s?\b|\blook(?:s|ing)? (?:a lot|way|more|less|too)\b|^(?:left|right|top|bottom|middle)\b|^(?:closer|further|bigger|smaller|larger|lighter|darker|brighter|higher|lower|sharper|softer|warmer|cooler|simpler|cleaner|fuller|emptier)\b"
    r"|^(?:the )?(?:cover|first|second|third|fourth|fifth|last|other|next)(?: (?:one|picture|image|photo|pic))?$"
    r"|\b(?:boring|dull|ugly|weird|awful|bland|meh|rubbish|stupid|generic|cutesy|similar|same|else|page|click)\b|无聊|难看|太像|奇怪|[丑土]$"
    r"|\b(?:texts?|captions?|lettering|letters|fonts?|covers?|stays?|titles?|format|layout|order)\b|一?点$|^(?:字|标题|文字|封面|图)|[图字]$|(?:前|后)面$|统一|一致|[几一两三四五六七八\d][个行句](?:大|小)?字|[:：]|特写|^(?:extreme )?close-?ups?$"
)
"""Places within an image, and complaints."""
_AMBIENCE = re.compile(
    r"^(?:at |in (?:the )?)?(?:dusk|dawn|night(?:time)?|evening|early morning|morning|sunset|sunrise|golden hour|winter|autumn|summer|spring|snow(?:y|ing)?|rain(?:y|ing)?|fog(?:gy)?|mist(?:y)?|(?:warm |soft )?(?:evening|morning|afternoon|late afternoon|sunset|winter|warm|soft|golden|natural|candle) ?light|(?:foggy|misty|rainy|snowy|sunny|early|late) (?:morning|evening|afternoon|day|night))$"
    r"|^(?:傍晚|黄昏|夜晚|晚上|夜里|清晨|早晨|清早|日落|日出|雨天|下雨|雪天|下雪|雾天|冬天|秋天|夏天|春天|夕阳|朝阳|晨光|阳光|暖阳)(?:的?(?:阳光|日光|光线|暖光|光))?(?:照[过进射]来)?的?(?:那种)?的?(?:样子|时候|感觉|氛围)?$"
)
_MAKE = re.compile(
    r"\bmake (?:it|them|that) (?:look )?(?P<en>[a-z ]{3,20}?)(?: (?:instead of|rather than|not) .*)?$|(?:换成|改成|变成|要)(?P<zh>[\u4e00-\u9fff]{2,8})$"
)
_LOOK = re.compile(
    r"\b(?:grain(?:y|ier)|muted|faded|vintage|retro|nostalgic|messy|messier|lived-in|cluttered|co[sz]y|minimal(?:ist)?|hazy|dreamy|candid|natural light|blurred background|shallow focus|late afternoon light)\b"
    r"|复古|颗粒|做旧|凌乱|乱一?点|生活气|烟火气|温馨|梦幻|朦胧|虚化|逆光|侧光|近景|远景|特写|俯拍|俯视|侧面|仰拍|背影"
)
"""The look of an image: light, order, distance."""
_VERB = re.compile(
    r"^(?:现在|目前|像|看着|显得|拍|画|放|来|换|改|删|去|加|别|不|要|把|让|还|只|用|请|跟|和|就|都|也|第|封面)|去掉|删掉?|拿掉|[换改变]成|[“”\"「」『』]|什么|怎么|[吗呢吧了]$|要.*点|[亮暗大小近远高低淡深]一?点$|更|可以|不[要用行好]|喜欢"
    r"|^(?:make|change|replace|remove|drop|delete|add|swap|put|keep|leave|use|don['’]t|do|no|not|and|but|the (?:first|second|third|last|cover|others?)|others?|rest|please|why|i|we|it|they|that|this|nothing|just|only|others)\b"
    r"|\b(?:is|are|was|looks?|needs?|should|has|have|had|does|did|says?|comes?|goes|too|more|less|please|though|instead|don['’]t|want|would|can|could|fine|good|great|lovely|nice|ok)\b|[?？]"
)
"""Words of a request or a judgment, which a detail does not have."""


def is_about_text(folded: str) -> bool:
    """Return whether the clause is about the place or size of a text on an image."""
    return _OF_TEXT.search(folded) is not None


def can_show(subject: str) -> bool:
    """Return whether an image can show *subject*: no place within the image, no complaint."""
    folded = subject.lower()
    return bool(subject) and _NO_SUBJECT.search(folded) is None and _LOOK.fullmatch(folded) is None


def is_ambience(subject: str) -> bool:
    """Return whether *subject* is only a time, a season or a weather, which joins what the image shows."""
    return _AMBIENCE.match(subject.lower()) is not None


def find_ambience(folded: str) -> str:
    """Return the time, season or weather that the clause asks for, "" for none."""
    found = _MAKE.search(folded)
    words = (found["en"] or found["zh"] or "").strip() if found else ""
    return strip_feeling(words) if _AMBIENCE.match(words) else ""


def strip_feeling(words: str) -> str:
    """Return *words* for a light or a season without the word for the feeling that it gives."""
    return re.sub(r"的?(?:那种)?的?(?:样子|时候|感觉|氛围)$", "", words)


def find_look(clause: Clause, language: Language) -> str:
    """Return the clause as words for the look of the image, "" if it is none or asks not to have it."""
    folded = clause.folded
    found = _LOOK.search(folded)
    is_unwanted = re.search(r"不要|别|太|不用|去掉|\b(?:no|not|without|less|too|n['’]t)\b", folded)
    return found[0] if found and not is_unwanted and is_chinese(found[0]) is (language is Language.CHINESE) else ""


def find_detail(clause: Clause, language: Language) -> str:
    """Return a clause that only names a detail, which belongs to the subject of the clause before; "" for another."""
    text = re.sub(r"^(?:and|with|plus|再?加|还有) ?", "", clause.text.strip(" ,，.。"), flags=re.IGNORECASE)
    is_plain = not _VERB.search(text.lower()) and len(text) <= _MAX_DETAIL and read_mood(text) is Mood.REQUEST
    is_in_language = is_chinese(text) is (language is Language.CHINESE)
    return (
        text
        if not is_about_text(clause.folded) and is_plain and is_in_language and can_show(text) and strip_subject(text)
        else ""
    )


def join_detail(subject: str, detail: str, language: Language) -> str:
    """Return *subject* with *detail*."""
    return f"{subject}{'，' if language is Language.CHINESE else ', '}{detail}"
