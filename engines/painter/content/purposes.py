"""Purposes and reasons of a request: what the image is for, and why someone wants it, is neither drawn nor missing."""

import re

_OBJECTS_EN = (
    r"(?:logo|avatar|poster|banner|sticker|icon|flyer|sign|mural|wallpaper|card|cover|picture|illustration|drawing|"
    r"image|print|graphic)s?"
)
_USES_EN = (
    r"(?:menu|class|classroom|project|homework|website|site|blog|shop|store|caf[eé]|party|card|wall|presentation|sheet|"
    r"newsletter|invitation|poster|flyer|logo|sticker|t-?shirt|mug|slides?|app|game|channel|profile|avatar|phone|desktop|"
    r"wallpaper|office|company|team|club|album|nursery|bedroom|room|book|notebook|journal|campaign|birthday|wedding)"
)
_CLAUSE_EN = r"[^,.;:!?\n]"
_RELATIVES_ZH = (
    "(?:妈妈|爸爸|奶奶|爷爷|外婆|外公|女儿|儿子|老婆|老公|孩子|宝宝|妹妹|弟弟|哥哥|姐姐|侄子|侄女|外甥|朋友|女朋友|男朋友|"
    "家人|老师|同学|同事|老板)"
)
_USES_ZH = (
    "(?:贴纸|头像|壁纸|封面|贺卡|卡片|礼物|装饰|海报|书签|标志|手账|桌面|屏保|招牌|菜单|宣传单|传单|请柬|请帖|表情包|"
    "手机壳|logo|插图|配图|展板|背景图)"
)
_CLAUSE_ZH = r"[^,，。；;：:！!？?\n]"
_PURPOSES = re.compile(
    # "For our café menu: ...", "a logo for my dog-walking business: ...", "our school needs a poster of ..."
    rf"(?:^|(?<=\n))(?:this is |it is |it's )?(?:[a-z]+ ){{0,4}}?(?:for|about) "
    rf"(?:my|our|an?|the) {_CLAUSE_EN}{{2,50}}: ?"
    rf"|(?:^|(?<=\n))(?:for|as) (?:my|our) {_CLAUSE_EN}{{2,40}}, ?(?=\S)"
    rf"|(?:^|(?<=\n))(?:my|our) [a-z' ]{{2,40}} (?:needs?|wants?) (?:an? )?{_OBJECTS_EN} (?:of|with|showing) "
    # "... for my d&d sheet", "... for my son"
    rf"|,? (?:to (?:use|put|hang|print) )?(?:for|on|in) (?:the [a-z]+ of )?"
    rf"(?:my|our) {_CLAUSE_EN}{{0,30}}?\b{_USES_EN}\b(?=$|[,.;:!?\n])"
    rf"|,? for (?:the|an?) (?:[a-z'&]+ ){{0,2}}{_USES_EN}\b(?=$|[,.;:!?\n])"
    r"|,? for (?:my|our) (?:[a-z]+ )?(?:son|daughter|kids?|children|nephew|niece|mom|mum|dad|mother|father|wife|"
    r"husband|grandma|grandpa|grandson|granddaughter|sister|brother|friend|students?|boss|client|teacher)"
    r"(?:'s [a-z ]{2,24})?"
    r"(?=$|[,.;:!?\n])"
    # Reasons.
    rf"|,? because {_CLAUSE_EN}*(?=$|[,.;:!?\n])"
    rf"|(?:^|(?<=\n))because {_CLAUSE_EN}*, ?"
)
"""What an English request is for, and why."""
_PURPOSES_ZH = re.compile(
    rf"(?:^|(?<=\n))[给为帮]{_CLAUSE_ZH}{{1,12}}[做当作]{_CLAUSE_ZH}{{0,4}}{_USES_ZH}(?:用)?的?[,，：:]\s?(?=\S)"
    rf"|(?:^|(?<=\n))[做当作](?:{_CLAUSE_ZH}{{0,4}}){_USES_ZH}用?的"
    rf"|(?:^|(?<=\n)){_CLAUSE_ZH}{{0,8}}(?:店|馆|公司|学校|班级?|社团?|餐厅|中心|医院|活动|比赛|晚会)"
    rf"的?{_USES_ZH}[,，：:]\s?(?=\S)"
    rf"|(?:^|(?<=\n)){_CLAUSE_ZH}{{1,10}}(?:要用|用的)[,，：:]\s?(?=\S)"
    rf"|[,，]\s?(?:[给为]{_CLAUSE_ZH}{{1,10}}|想|要|拿来|用来|可以)?[做当作印贴]{_CLAUSE_ZH}{{0,6}}{_USES_ZH}(?:用|上)?"
    rf"(?:的|吧|哦)?(?=$|[,，。；;！!\n])"
    rf"|[,，]\s?(?:[给为]{_CLAUSE_ZH}{{1,10}}用|送给?{_CLAUSE_ZH}{{1,12}}|(?:用来|拿来){_CLAUSE_ZH}{{1,14}})"
    rf"(?:的|吧|哦)?(?=$|[,，。；;！!\n])"
    rf"|[,，]\s?[放挂贴摆]在{_CLAUSE_ZH}{{1,10}}用的?(?=$|[,，。；;！!\n])"
    rf"|[,，]\s?因为{_CLAUSE_ZH}*(?=$|[,，。；;！!\n])"
    rf"|(?:^|(?<=\n))因为{_CLAUSE_ZH}*[,，]\s?(?=\S)"
)
"""What a Chinese request is for, and why: 给女儿做贴纸用."""
_LIKED_EN = re.compile(
    r"(?:^|(?<=\n))(?:my|our) (?:[a-z]+ ){1,3}?(?:really |just )?(?:loves?|likes?|adores?) (?P<thing>[a-z' ]{2,30}?)s?"
    r"[,;.] ?(?:so |please |can you |could you )*(?:please )?draw (?:me |us |him |her |them )?one(?=$|[,.;!?\n])"
)
_LIKED_ZH = re.compile(
    rf"(?:^|(?<=\n))我(?:的|家|们)?{_RELATIVES_ZH}(?:很|最|特别|超级?|非常|一直)?(?:喜欢|爱|想要|想看)"
    rf"(?P<thing>{_CLAUSE_ZH}{{1,12}})"
    r"[,，]\s?(?:请|帮我|给我|给[他她]|你)*画(?P<one>一[个只张条朵棵头匹辆座艘])(?:吧|呗|好吗|可以吗)?(?=$|[,，。\n])"
)
"""What someone likes, and one of it: 我妈妈喜欢猫头鹰，帮我画一只."""


_BOOK_STYLES = re.compile(
    r"(?:in (?:the |an? )?)?(?:style of (?:an? )?)?(?:children'?s?'?|kids?'?s?) (?:picture |story)?book"
    r" (?:style|illustration|art)(?: of)?|(?:picture|story) ?book (?:style|illustration|art)(?: of)?"
    r"|(?:儿童|幼儿|少儿|童话)?(?:绘本|故事书|童书|图画书)(?:的?(?:风格?|插画|插图))"
)
"""Styles that are named by a book and its readers, neither of which is in the image."""
_AUTHORS = re.compile(
    r"(?:^|(?<=[\n,:] )|(?<=\n))(?:(?:an?|the|by) )?(?:little |young )?(?:kids?|child(?:ren)?|toddlers?)'?s?'? "
    r"(?:(?:[a-z]+ )?(?:drawing|picture|painting|sketch|doodle|art)s? (?:of|with|showing)"
    r"|(?=(?:an?|the|some|two|three) ))"
    r"|(?:^|(?<=[\n,，]))(?:儿童|小孩子?|孩子|小朋友)"
    r"(?: ?[:：] ?|画?的?(?:蜡笔|水彩|简笔|涂鸦)?画的?(?:风格)? ?[:：,，] ?)"
)
"""Authors of a style, who are not in the image: "kid's crayon drawing of a snowman"."""
_LIKENED_STYLES = re.compile(
    r"(?:^|(?<=[\n,，:：]))[^,，。；;：:！!？?\n像]{0,10}?"
    r"(?:(?:效果|质感|那样)的(?=[\u4e00-\u9fff])"
    r"|那种(?:感觉|风格|味道|效果)(?:的(?=[\u4e00-\u9fff])|[,，]\s?))"
)
"""Styles that are named by a thing that has them: 霓虹灯招牌效果的火锅 has no sign, 教堂玻璃窗那样的葡萄 no church."""


def drop_purposes(text: str) -> str:
    """Return *text*, in lower case, without what the image is for and why it is requested."""
    liked = _LIKED_ZH.sub(lambda match: match["one"] + match["thing"], text)
    liked = _LIKED_EN.sub(lambda match: "a " + match["thing"], liked)
    dropped = _LIKENED_STYLES.sub(
        "", _AUTHORS.sub("", _BOOK_STYLES.sub("", _PURPOSES_ZH.sub("", _PURPOSES.sub("", liked))))
    )
    return dropped if dropped.strip() else text
