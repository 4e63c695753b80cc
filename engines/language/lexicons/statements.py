"""Sentences about the day of a user, not about an image: questions, plans, reports, as patterns over folded text."""

_PEOPLE = (
    "医生|老师|领导|老板|客户|同事|妈妈|爸爸|爷爷|奶奶|老婆|老公|孩子|儿子|女儿|孙子|孙女|朋友|室友|经理|他|她|他们|她们|大家|"
    "同学|房东|邻居"
)
_AGENDA = (
    "开会|会议|上班|下班|加班|考试|上课|放学|接孩子|交报|报表|作业|聚餐|面试|出差|请假|降温|升温|改到|截止|到期|家长会|体检|值班|"
    "疫苗|看病|搬家|起床|约了|开门|关门|打烊|营业|早点到|来店里|来公司|来学校|加衣|带伞|早点睡|回家|开学|放假|休息|会改|的会|排练|复诊|打针|吃药|缴费|还款|发工资|例会|航班|高铁"
)
_WHEN = (
    "今天|明天|后天|昨天|前天|今晚|明早|昨晚|下午|上午|晚上|早上|中午|下周|上周|这周|周末|周[一二三四五六日天末]|星期[一二三四五六日天]|"
    "[一二三四五六七八九十\\d]+[点号]"
)

EVERYDAY_ZH = (
    "我的?(?:中文|英文|英语|普通话)(?:不|说得不|很差).{0,4}|几点|周几|星期几|几号|多少钱|为什么|怎么(?:收|卖|回事|办|走|去|弄|用|发|联系|样了)|哪里|哪儿|哪位|哪家|哪些|什么时候|有没有(?:问题|时间|"
    "空|人知道)|来着$|猜猜|猜一猜|心情(?:不好|很好|好)|买点菜|买菜|别忘|记得(?!.*[画图])|提醒|不要忘"
    f"|(?:{_PEOPLE})(?:又|刚|刚才|非|都|也|老)?(?:说|叫|让|催|通知|喊|问|夸|骂|要)(?:我|大家|他|她|你|咱|加班|开会|交|写|改天)"
    f"|(?:{_WHEN}).*(?:{_AGENDA})(?!.{0, 3}的)|(?:{_AGENDA})(?!.{0, 3}的).*(?:{_WHEN})"
    f"|(?:{_PEOPLE}).{{0,10}}[，,](?:叫|让|喊|催|要)(?:我|你|大家|咱)"
    "|包邮|退货|运费|发票|售后|优惠券|有优惠|退款|投诉|人工客服|^(?:快递|外卖|包裹)(?:放|搁|到|送到)"
    "|我(?:先|得|要去|该|刚|也|又|还得|准备|打算)(?:去|吃|走|睡|上班|下班|开|接|回|忙|撤|出门|洗|看病|想想|买)"
    "|我(?:血压|头疼|肚子|腰|腿|胃|昨晚|昨天|今天|孙子|儿子|女儿|老公|老婆|们公司|们班)(?!.*[画图])"
    "|(?<![送寄拿抱])(?:外卖|快递|打印机|地铁|公交|堵车|工资|电脑|网络|网|发票|账单|密码|合同|文件|邮件|发货|收货|物流|退款|订单|充电|空调|"
    "停车|钥匙).*(?:了|没|有|好多|吗|坏|卡|到|改|填|问题|哪|地址|啊)"
    "|^我(?!想|要|的|家|和|站|坐|在)[\u3400-\u9fff]{2,8}了$|^[^一两三四五六]*[困累饿渴烦忙热冷]死(?:我|了)|没睡好|睡不着"
    "|(?:加班|下班|堵车|迟到|失眠|感冒|发烧)(?:了|啦|啊|到|呢)?$|(?:到家|吃饭|睡觉|走|先忙|开会去|出门)(?:了|啦)$"
    "|(?:都|很|挺)+(?:喜欢|满意)(?:[，,。！!]|$)|(?:有|没)进步|来了个?(?:新)?(?:同学|同事|人)$"
)
"""Occurs in a text about the day of a user."""

IMAGE_ZH = (
    "画|图|照片|海报|封面|头像|壁纸|插画|插图|贺卡|邀请函|表情包|贴纸|logo|绘本|漫画|背景|风格|颜色|色调|构图|横幅|宣传|传单|展板|"
    "生成|设计|素材|亮|暗|裁|镜像|饱和|对比"
)
"""Occurs in a text about an image."""

_DEFINITE = r"(?:the|my|our|your|his|her|their|this|that|these|those)"
_FINITE = (
    r"(?:(?:is|are|was|were)(?! \w+ing\b)|isn't|aren't|wasn't|leaves|got|gets|get|has|had|hasn't|will|won't|would|"
    r"can't|cannot|couldn't|went|goes|"
    r"came|comes|moved|starts|started|ends|ended|said|says|called|broke|crashed|keeps|kept|needs to|doesn't|didn't|"
    r"don't|"
    r"took|takes|left|lost|died|arrived|closes|opens)"
)
EVERYDAY_EN = (
    r"^(?:he|she|they|we|you) (?:never|always|keeps?|just|really|still|barely)\b|\b(?:these days|nowadays|lately)$"
    rf"|^(?:well |so |ugh |ok |oh |hey )*{_DEFINITE} (?:\w+ ){{1,3}}{_FINITE}\b"
    r"|^(?:well |so |ugh |ok |oh |hey |and |but )*(?:i'll|i've|i'm|im|i am|i was|i have to|i had|i've got|i gotta|"
    r"i got|i need to|"
    r"i need (?:coffee|sleep|a break|help|food|lunch|water|a nap|a drink)|we're|we'll|we have|we had|we were|"
    r"they're|he's|she's|"
    r"he is|she is|it's (?:late|monday|friday|my))\b"
    r"|^(?:ok |okay |alright |cool )*(?:let me (?!see|have)|sending|gotta|gonna|brb|ttyl|talk to you|see you|"
    r"heading|going to|off to|"
    r"running late|back in)\b"
    r"|\b(?:deadline|homework|wifi|invoice|accounting|out of office|lunch break|my commute|rent|taxes|payroll|"
    r"the meeting|the bus|the train|traffic jam)\b.*\b(?:is|are|was|moved|late|due|by|to|until|password)\b"
    r"|^(?:(?:good|have a) (?:night|day|evening|weekend|morning).*|(?:sorry|excuse)\b.{0,12}\b(?:english|spelling|"
    r"typing|typo).*)$"
    r"|\b(?:dinner|lunch|breakfast|food|the bus|my bus|taxi|uber|pizza)(?:'s| is) (?:ready|here|coming|"
    r"getting cold)\b|\bgotta (?:go|run)\b"
    r"|^knock knock\b|^testing\b|^(?:lm+a+o+|b+r+u+h+|ha(?:ha)+|lo+l+|omf?g|wtf|ikr|idk|smh|wow+)"
    r"(?: (?:so|that|thats|that's|this|you|yes|no|ok|nice|love|good|same|really|true|what|me too)\b.{0,20})?$"
)
"""Sentences about the day of a user; a description of an image has an indefinite subject, or no finite verb."""

IMAGE_EN = (
    r"\b(?:it|its|this|that|picture|image|photo|poster|painting|drawing|background|colou?rs?|style|composition|"
    r"one|version|look|looks|sky|window|ground|floor|eyes|face|hair|light|shadows?|edges?|sea|grass|trees?|logo|card|banner|bright|dark|contrast|draw|paint|crop|edit|change)\b"
)
"""Occurs in a text about an image."""
