"""What topics and notes are about beyond things: problems and tasks, each with the words that people have for it.

"Can't drop off at night" and "How to fall asleep faster" share no word, "storing potatoes" and "growing potatoes" all but
one. An entry is the name in both languages and a pattern of all words for it; a note is about the matters of its title
and tags. Those that the sample library has no note on are here, too: a note that lacks the matter of a topic is not on it.
"""
# ruff: noqa: E501  (patterns are easier to read as one line for each matter)

import re
from functools import lru_cache

from engines.language.characters import is_chinese

_MATTERS = {
    # Body and sleep
    "失眠 睡前/fall asleep": r"失眠|睡不着|入睡|睡不好|数羊|\binsomnia|\b(?:fall|falling|get|getting|go|going|back) (?:asleep|to sleep)|\b(?:drop|nod|dropping|nodding) off\b(?! (?:at|the|my|our))|\bdrop off at night|\bcan(?:['’]t|not) sleep|\bsleepless|\b(?:lie|lying|wide) awake|\bmind (?:is )?racing",
    "打鼾/snoring": r"打鼾|打呼|呼噜|\bsnor",
    "早起/getting up early": r"早起|起不来|起不了床|赖床|起床困难|\b(?:get|getting|wak\w+) up (?:that |so |this )?early|\bearly (?:riser|mornings?)|\bsnooz|\boversle",
    "戒糖 控糖/quitting sugar": r"戒糖|控糖|少吃糖|不吃糖|戒(?:不掉)?(?:甜食|奶茶)|奶茶也?戒不掉|\b(?:quit\w*|cut\w*|giv\w+ up|off|less)\b.{0,16}\bsugar",
    "减脂 减重/losing weight": r"减脂|减肥|减重|瘦身|掉秤|瘦下来|肚子小|\b(?:los\w+|shed\w*) (?:weight|fat|belly|some)|\bfat loss",
    "居家健身 徒手训练 不用器械/home workout without equipment": r"居家(?:健身|训练|锻炼)|徒手|在家里?.{0,3}(?:锻炼|健身|运动|练(?!瑜伽|琴|字|习))|不用器械|没有?(?:哑铃|器械)|\bhome workout|\bwork(?:ing)?[ -]?outs? (?:at|from) home|\b(?:without|no) (?:any )?(?:equipment|gym|weights)",
    "肩颈 拉伸/stretching": r"肩颈|颈椎|脖子.{0,4}(?:动|疼|痛|酸|僵)|落枕|久坐|拉伸|\bstiff (?:neck|back|shoulders)|\b(?:neck|shoulder|back) (?:pain|ache|hurts)|\bstretch",
    "过敏性鼻炎/hay fever": r"鼻炎|花粉|打喷嚏|\bhay fever|\bpollen|\bsneez",
    "晒伤/sunburn": r"晒伤|晒脱皮|晒红|\bsunburn",
    "敏感肌 换季护肤/sensitive skin": r"敏感肌|脸过敏|泛红|\bsensitive skin|\bred(?:ness| face)",
    "起皮 卡粉/flaky skin": r"起皮|卡粉|脸.{0,3}干|\bflak[ey]",
    "近视/eyesight": r"近视|眼镜|\bshort-?sighted|\bglasses\b|\beyesight",
    "脱发/hair loss": r"脱发|掉头发|\bhair loss|\bgoing bald",
    "急救/first aid": r"急救|噎(?:到|住)|心肺复苏|海姆立克|\bfirst aid|\bchok(?:e|ing)|\bcpr\b",
    # Children
    "孩子不爱吃青菜 挑食/toddler refuses vegetables": r"挑食|不(?:爱|肯|愿意?)?吃(?:青|蔬)?菜|\b(?:picky|fussy) eat|\b(?:refus|spit|won['’]t|hate|throw)\w*\b.{0,20}\b(?:vegetable|veg\b|greens|food)",
    "午睡/nap": r"午睡|午觉|\bnaps?\b",
    "宝宝夜醒/baby wakes at night": r"夜醒|夜里醒|夜奶|\bwak\w+ (?:up )?(?:every|at night|\w+ times)",
    "幼儿园 分离焦虑/first day of kindergarten": r"幼儿园|入园|分离焦虑|\b(?:nursery|kindergarten|preschool)\b|\bseparation anxiety",
    "写作业/homework": r"作业|\bhomework",
    "屏幕时间/screen time": r"屏幕时间|看屏幕|沉迷|总?看(?:手机|平板|动画片)|\bscreen time|\b(?:glued to|hooked on|addicted to)\b",
    "辅食/first foods": r"辅食|\bfirst foods|\b(?:solids|solid food)\b|\bbaby food",
    "如厕/potty training": r"如厕|戒尿布|尿裤子|\bpotty|\btoilet train|\bnappies\b|\bdiapers?\b",
    "压岁钱/pocket money": r"压岁钱|零花钱|\bpocket money|\ballowance\b",
    "下雨天带娃 室内/rainy day with children": r"雨天.{0,6}(?:孩子|带娃|娃)|\brain\w*\b.{0,40}\b(?:kids|children|toddler|twins|boys|girls)|\b(?:kids|children|toddler|twins|boys|girls)\b.{0,40}\brain",
    # Animals
    "鞭炮 害怕/afraid of fireworks": r"鞭炮|放炮|炮仗|爆竹|打雷|雷声|雷雨|\b(?:dog|pup|puppy|cat)s?\b.{0,24}\bthunder|\bthunder\w*\b.{0,24}\b(?:dog|pup|puppy|cat)|(?:狗|猫|毛孩子|宠物).{0,8}烟花|\b(?:dog|pup|puppy|cat)s?\b.{0,24}\bfireworks|\bfireworks\b.{0,24}\b(?:dog|pup|puppy|cat)",
    "扑人/jumping up": r"扑人|(?:就|爱|老是|总)扑|\bjump\w* (?:up )?(?:on|at) (?:people|guests|visitors|everyone|strangers)",
    "掉毛/shedding": r"掉毛|换毛|猫毛|狗毛|\bshed(?:s|ding)\b|\b(?:cat|dog) hair",
    "两只猫打架/introducing a second cat": r"两只猫|猫[^，。]{0,8}打架|第二只猫|新猫|原住民|猫[^。]{0,16}(?:再|又)(?:养|领|接|来)[一了]?只|\b(?:second|new|another) (?:cat|kitten)|\b(?:kitten|cat)\b.{0,30}\bold(?:er)? cat|\bresident cat",
    "寄养/boarding": r"寄养|寄放|\bboarding kennel|\bcatter|\bpet ?sit",
    "领养/adopting": r"领养|\badopt|\brescue (?:dog|cat)|\bfrom (?:a|the) shelter",
    "不爱喝水/drinking water": r"喝水|\bdrink\w*(?: \w+)? water",
    # Home and garden
    "收纳 整理/decluttering organizing": r"收纳|整理|断舍离|没处放|放不下|(?:东西|衣服).{0,3}太?多|收衣服|囤积|\bdeclutter|\bclear(?:ing)? out|\btoo (?:much stuff|many (?:things|clothes))|\b(?:nothing has a|no (?:room|place|space) for|nowhere to put)\b|\b(?:organi[sz]|tidy|storage)",
    "晾晒/drying laundry": r"晾|烘干|(?<!防)晒衣服|\b(?:dry|drying|air-?dry)\w* (?:\w+ )?(?:clothes|laundry|washing)",
    "旧衣改造/old clothes": r"旧衣|旧[Tt]恤|改造衣|衣服改造|\bupcycl|\bold (?:clothes|t-?shirts?|shirts?|jeans)",
    "胶囊衣橱/capsule wardrobe": r"胶囊衣橱|少买衣服|\bcapsule\b|\b(?:fewer|too many) clothes|\bwardrobe of",
    "押金 退租/rental deposit": r"押金|退租|\bdeposit back|\blandlord",
    "租房改造/rental makeover": r"租房改造|出租屋改造|租(?:房|来|的|了)[^，。]{0,8}(?:改造|换个样|变个样|布置|装饰)|不[能让用]?打孔|\b(?:rental|rented) .{0,12}(?:makeover|decor)",
    "搬家/moving": r"搬家|搬出来|\bmoving (?:out|house|flat|to|home)|\bmove (?:out|house|to a)",
    "大扫除/spring cleaning": r"大扫除|\bspring clean|\bdeep clean",
    "除霉/mould": r"除霉|发霉|霉斑|长霉|\bmou?ld",
    "水垢/limescale": r"水垢|\blimescale",
    "油污/grease": r"油污|油腻|油烟|油垢|积油|的油(?!漆)|\bgreas[ey]",
    "磨刀/sharpening": r"磨刀|\bsharpen",
    "修理/repairing": r"维修|修理|漏水|滴水|坏了|\brepair|\bfix(?:ing)? an?\b|\bdripp|\bleak",
    "装修/renovating": r"装修|甲醛|刷墙|\brenovat|\bplastering|\bpainting (?:a|the) (?:wall|room)",
    "绿植/houseplants": r"绿植|盆栽|室内植物|\bhouse ?plants?|\bplants? (?:for|in|survive)|\bwhich plants",
    "阴暗 没有窗/dark rooms": r"没有?窗|采光|朝北|阴暗|没有?(?:阳光|光照|日照)|不见光|\bno (?:direct |natural )?(?:sun|light)\b|\bnever sees? the sun|\b(?:no|without an?) window|\bwindowless|\b(?:awful|low|little|no|poor|bad|terrible) light\b|\bnorth[- ]facing|\bdark (?:room|flat|corner)",
    "换盆/repotting": r"换盆|\brepot",
    # Food
    "一人食/meals for one": r"一人食|一个人(?:吃|做饭)|\b(?:meals?|prep|cooking|dinners?|lunch(?:es)?|recipes?) for (?:one|myself)",
    "路上吃的/food for a journey": r"(?:高铁|火车|飞机|路上|车上)[^，。]{0,6}(?:吃|零食)|\b(?:snacks?|food|eat)\w* (?:for|on|during) (?:a|an|the|my|our) (?:\w+ )?(?:train|flight|road|plane|journey|drive)",
    "带饭/packed lunch": r"带饭|便当|\bpacked lunch|\blunch ?box|\bmeal prep",
    "不用烤箱/without an oven": r"(?:不用|没有?)烤箱|烤箱坏|\b(?:without an?|no) oven|\boven (?:is |has )?(?:broken|died)",
    "炖软/tender meat": r"咬不动|嚼不烂|炖不?[软烂]|\btough (?:meat|beef|steak)|\b(?:meat|beef|stew)\b.{0,20}\btough",
    "酸种/sourdough starter": r"酸种|天然酵种|\bstarter\b",
    # Work and money
    "存钱/saving money": r"存钱|存不(?:下|住)|攒(?:不下|下|了)?(?:第一笔|点|一笔)?钱|月光|存款|存下|剩[^，。]{0,3}钱|\bsav(?:e|ing) (?:money|up|for|on)|\bsavings\b|\bbroke by\b",
    "记账/keeping accounts": r"记账|开销|\bbudgeting\b|\btrack\w* (?:spending|expenses|money)|\bkeeping accounts|钱.{0,4}花(?:哪|去哪)",
    "涨薪 谈薪水/asking for a raise": r"谈薪|涨工资|加薪|涨薪|薪水|\b(?:pay )?raises?\b|\bpay rise|\bunderpaid|\bnegotiat\w*\b.{0,16}(?:salary|pay)",
    "离职/leaving a job": r"离职|辞职|裸辞|\bresign|\b(?:quit\w*|leav\w+) (?:my|a|the) job",
    "转行/changing careers": r"转行|\b(?:chang|switch)\w* careers?|\bcareer change",
    "简历/resume": r"简历|\bresumes?\b|\bcvs?\b",
    "面试/job interview": r"面试|群面|复试|\binterview",
    "实习/internship": r"实习|\bintern(?:ship)?s?\b",
    "远程办公/working from home": r"居家办公|远程|\bwork(?:ing|s)? (?:from home|remotely)|\bremote(?:ly)?\b",
    "会议/meetings": r"会议|开会|\bmeetings?\b",
    "投资/investing": r"股票|基金|理财产品|\bstocks?\b|\bindex fund|\binvest",
    "保险/insurance": r"保险|\binsurance",
    "报税/taxes": r"报税|个税|退税|\btax(?:es)?\b",
    "买房/mortgage": r"买房|房贷|\bmortgage",
    "开店 备货/running a shop": r"备货|进货|库存|开店|开业|摆摊|\brestock|\binventory|\b(?:open|run)(?:ing)? (?:a|my|our) (?:shop|caf[eé]|business|stall)",
    "副业/side job": r"副业|兼职|\bside (?:hustle|job)",
    # Study
    "背单词/vocabulary": r"单词|词汇|\bvocabulary",
    "听力/listening": r"听力|精听|\blistening\b",
    "记笔记/taking notes": r"记笔记|康奈尔|\bnote-?taking|\btak\w+ notes",
    "论文/thesis": r"论文|\bthesis|\bdissertation|\bessays?\b",
    "错题/mistakes": r"错题",
    "记不住 读完/remembering books": r"(?:书|读完).{0,6}记不住|\bforget\w* (?:what|everything) i (?:have )?read",
    # Occasions
    "送礼 礼物/gift": r"送礼|礼物|送(?:点|些)?(?:什么|啥)|\bgifts?\b|\bpresents?\b(?= for|$)",
    "婚礼/wedding": r"婚礼|结婚|\bwedding|\bbride",
    "葬礼/funeral": r"葬礼|\bfuneral|\beulogy",
    "异地恋 不能见面/long distance": r"异地|不能见面|见不[到了]面|\blong[- ]distance",
    # Devices
    "手机内存满/storage full": r"内存|存储空间|\b(?:out of|no|low on) (?:storage|space)|\bstorage (?:is )?full",
    "调色 修图/editing photos": r"调色|修图|滤镜|\bedit\w* photos|\blightroom",
}
BROAD = frozenset({"绿植/houseplants"})
"""Matters that are rather a thing: what a topic is about beyond them counts, too."""
CHOOSING = "choosing"
_TASKS = {
    "growing": r"种(?!草|类|[^\u4e00-\u9fff])|\bgrow(?:s|ing)?\b|\bplanting\b|\bvegetable (?:garden|patch|plot)",
    "storing": r"存放|保存|囤|(?:土豆|洋葱|大蒜|红薯)[^，]{0,6}发芽|\b(?:potato|onion|garlic)\w*\b.{0,20}\bsprout|\bstor(?:e|ing)\b|\bkeep (?:fresh|longer)",
    "making": r"自制|手作|手工|(?:自己|在家|学)做|DIY|\bhome-?made\b|\b(?:making|make|bake|baking|brew|brewing)\b",
    CHOOSING: r"怎么[挑选买]|挑(?!战)|买(?!卖)|选购|购买|二手|\b(?:buy|buying|choosing|picking|second-?hand)\b",
    "packing": r"打包|装箱|\bpack(?:ing)?\b",
    "using": r"怎么[喷穿涂用]|\b(?:wearing|using)\b",
    "removing": r"怎么去|去渍|去污|清洁|清洗|\b(?:removing|get out|cleaning)\b",
}
"""What is done with a thing. A note on one task does not answer a request for another one of the same thing."""
COMPLAINT = re.compile(
    r"总是?|老是|一直|经常|天天|.[卷黄掉坏死蔫裂断堵烂臭肿丢]了$|一.{1,2}就[卷黄掉坏死裂断哭碎疼]|越来越|突然|又开始|睡不着|不肯|受不了|[上下进起来动了]不[去来起了动]|[\u4e00-\u9fff]不(?:干(?!净)|净|完|清|熟)$|发[黄黑霉软蔫臭红]|变[黄黑软臭形]|打蔫|不开花|掉[叶花]"
    r"|\bkeeps? (?:on )?\w{2,}ing\b|\b(?:won['’]?t|doesn['’]?t|can['’]?t|cannot|no longer|every time|all the time|all night)\b"
    r"|\b(?:scared|afraid|terrified) of\b|\b(?:hates?|refuses?|hurts?|aches?|leaks?|stinks?|smells|dies|droops?|wilts?)\b"
    r"|\b(?:dying|dead|broken|leaking|wilting|drooping|falling (?:off|apart))\b|\b(?:turn\w*|ha(?:ve|s)|get\w*) (?:yellow|brown|black)\b|\bkilling me\b",
    re.IGNORECASE,
)
"""Words of a clause that states what is wrong."""
_COMPLAINT_FRAME = re.compile(r"总是?|老是|一直|经常|天天|越来越|突然|又开始|受不了|\bkeeps?\b", re.IGNORECASE)
_SYMPTOM = re.compile(r"[黄卷掉坏死蔫裂断堵烂臭肿霉软晾枯抖漏锈]")

_PATTERNS, _TASK_PATTERNS = (
    {name: re.compile(pattern, re.IGNORECASE) for name, pattern in patterns.items()} for patterns in (_MATTERS, _TASKS)
)


def strip_complaint_frame(text: str) -> str:
    """Return *text* without the words that only frame its complaint ("总是")."""
    return _COMPLAINT_FRAME.sub(" ", text)


def find_symptoms(text: str) -> frozenset[str]:
    """Return the characters of *text* that name what is wrong: 黄, of 叶尖发黄."""
    return frozenset(_SYMPTOM.findall(text))


@lru_cache(maxsize=4096)
def find_matters(text: str) -> frozenset[str]:
    """Return the names of the matters that *text* has words for."""
    return frozenset(name for name, pattern in _PATTERNS.items() if pattern.search(text))


def list_matter_words(text: str, matters: frozenset[str]) -> tuple[str, ...]:
    """Return the words of *text* that name *matters*, folded."""
    found = (_PATTERNS[name].search(text) for name in sorted(matters))
    return tuple(match[0].lower() for match in found if match is not None)


def is_of_another_task(topic: str, title: str) -> bool:
    """Return whether *title* names what is done with its thing, and nothing that *topic* names as done."""
    expected, named = find_tasks(topic), find_tasks(title)
    return bool(expected and named) and not expected & named


def find_tasks(text: str) -> frozenset[str]:
    """Return what *text* names as done with a thing."""
    return frozenset(name for name, pattern in _TASK_PATTERNS.items() if pattern.search(text))


def name_matters(matters: frozenset[str], topic: str) -> str:
    """Return the names of *matters* in the language of *topic*, in a fixed order; "" for none."""
    place = 0 if is_chinese(topic) else 1
    return " ".join(name.split("/")[place] for name in _PATTERNS if name in matters)
