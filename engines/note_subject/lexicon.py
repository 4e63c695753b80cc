"""Words that frame a subject without being one: whom a note is for, when, how much, and how it is asked."""

from engines.language.scanner import split_words

FRAMES = frozenset(
    split_words(
        # how it is asked, and what kind of note answers it
        "新手|入门|零基础|自学|基础|启蒙|第一次|第一|第一天|第一周|第一个|第一条|第一辆|首次|开始|教程|步骤|流程|计划|办法|技巧|"
        "小技巧|注意|清单|预算|经验|日常|常识|路线|推荐|怎么办|怎么样|来得及|还来得及|清楚|讲清楚|准备|安排|搞定|学会|教会|记住|"
        "三句话|就够|够用|不够|不用|有没有|没有|必要|出来|试出|完成|学着|知道|觉得|喜欢|总是|老是|一直|不肯|不爱|不想|有点|上来|"
        "练习|学做|慢慢|越来越|越攒越|手忙脚乱|救星|急救三天|好用|真的|管用|成功|参数|记录|长一点|标准|东西|事|样|问题|时候|"
        # where and when it happens to whom
        "家养|在家|家里|居家|自己|家常|成年人|大人|新来|接回来|早上|晚上|中午|下午|半年|今年|年底|月底|新学期|一周|一个月|三天|两天|一天|"
        "一日|一日游|几天|三天两夜|两天一夜|一晚|春天|夏天|秋天|冬天|秋日|冬日|周末|旅行|旅游|自由行|回家|上班|下班|五分钟|八分钟|十分钟|"
        # how it is
        "偷偷|家庭|公司|同事|姐妹|坐标|简单|快手|便宜|平价|实用|多长|多久|多大|多少|不腻|好吃|超过|大小|二手|孩子|宝宝|儿子|女儿|爸妈|父母|爸爸|妈妈|老人|长辈|"
        "爷爷|奶奶|姥姥|姥爷|朋友|舍友|室友|女生|人|",
        "first|time|times|beginner|starting|start|learning|learn|how|your|my|our|their|tip|basic|rule|guide|idea|simple|easy|quick|"
        "proper|properly|total|complete|day|week|weekend|weeknight|month|hour|minute|trip|travel|budget|cheap|home|adult|small|tiny|old|"
        "play|playing|past|noon|midnight|early|late|training|workout|fewer|less|more|new|big|giant|good|better|best|well|slow|useful|using|use|making|make|made|getting|get|keeping|keep|caring|care|choosing|"
        "choose|buying|buy|setting|set|up|preparing|prepare|planning|plan|doing|growing|grow|raising|raise|having|has|have|had|want|"
        "wanting|need|always|really|very|too|any|some|all|what|which|who|year|people|someone|something|anything|nothing|person|thing|"
        "without|survive|safely|right|looking|look|taking|take|turning|building|bringing|starting|supply|supplies|exercise|exercises|"
        "dollar|euro|t|don|doesn|won|m|ve|second|fresh|homemade|favourite|favorite|fixing|our|other|over|grown-up|"
        "doesn't|don't|won't|can't|isn't|i'm|i've|busy|weeks|went|go|goe|seem|starting|friend|family|mum|mom|dad|sister|brother|"
        "daughter|son|grandmother|grandfather|parent|kid|child|children|toddler|baby|teenager|stroller|tight|today|tonight|"
        "monday|tuesday|wednesday|thursday|friday|saturday|sunday|january|february|march|april|may|june|july|august|september|"
        "october|november|december|spring|summer|autumn|winter|kind|lot|bit|short|long|place|piece|stop|nervous|hate",
    )
)
"""A source that shares only these with a topic shares its frame: a first time, a budget, three days."""

SYNONYMS = tuple(
    frozenset(names.split("|"))
    for names in (
        "新生儿|婴儿",
        "血糖高|高血糖|糖尿病|糖尿病人|控糖",
        "起不来|起床|早起|赖床",
        "油垢|油污|油渍",
        "发霉|霉|除霉|霉斑|发黑",
        "大寿|送礼|礼物|生日礼物|寿礼",
        "西红柿|番茄|小番茄",
        "菜|美食|食物",
        "跑步|慢跑|长跑|夜跑",
        "减肥|减脂|减重|瘦身|减脂期",
        "单车|自行车|骑车|骑行",
        "出租屋|租房|出租房",
        "存钱|攒钱|省钱|钱",
        "雪景|下雪|下雪天|雪",
        "写字|练字|书法|硬笔",
        "午睡|睡午觉|午觉",
        "绿植|植物|盆栽|养花",
        "headset|headphone|earphone|earbud",
        "espresso|coffee",
        "5k|10k|run|running|jog|jogging",
        "lift|lifting|strength|weights",
        "clothe|clothes|wardrobe|outfit",
        "scottish|highland|scotland",
        "bike|bicycle|cycling|cycle",
        "nap|sleep|asleep|sleeping",
        "watercolour|watercolor",
        "organizing|organising|decluttering|declutter|tidying",
        "veg|veggie|vegetable",
        "pup|puppy",
        "flat|apartment|studio",
        "教师节|老师|教师",
        "爬山|徒步|登山|轻徒步",
        "film|胶片",
        "used|second-hand|secondhand|二手",
        "coffee|咖啡",
    )
)
"""Names of one thing."""

METHODS = frozenset(
    split_words(
        "空气炸锅|炸锅|电饭煲|微波炉|高压锅|烤箱|砂锅|面包机|破壁机|fryer|airfryer|cooker|microwave|oven|barbecue"
    )
)
"""Appliances: what is said about another way of cooking does not hold for them."""
