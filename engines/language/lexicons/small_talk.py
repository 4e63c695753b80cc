"""Words of text that requests no image."""

from engines.language.scanner import Lexicon, map_words, split_words

GREETINGS = frozenset(split_words(
    "你好|您好|嗨|哈喽|哈啰|在吗|在不在|早|早上好|早安|晚安|晚上好|下午好|中午好|再见|拜拜|谢谢|谢谢你|多谢",
    "辛苦了|好的|好|嗯|嗯嗯|哦|是的|是|对|不是|不|行|可以|没事|没问题|不错|很好|真棒|太棒了|厉害|好看|真好看",
    "很好看|漂亮|真漂亮|喜欢|我喜欢|很喜欢|太美了|完美|牛|赞|测试|测试一下|你是谁|帮助|怎么用|算了|不用了|取消",
    "停|停止|继续|你真棒|你叫什么|太好了|干得好|无聊|好无聊|生气|开心|帮我|请|麻烦|可以吗|好吗|呃|啊|额|救命",
    "等等|等一下|等下|稍等|先等等|先别动|别动|先这样|回头再说|再说|"
    "hola|bonjour|hallo|ciao|salut|aloha|namaste|merci|gracias|danke|grazie|konnichiwa|arigato|"
    "blah|blah blah|hello world|谢|谢谢您|感谢|非常感谢|太感谢|多谢您|谢谢老师|谢谢帮忙|感恩|爱了|爱了爱了|绝了|"
    "绝绝子|牛逼|nb|yyds|666|"
    "给力|到位|满意|很满意|非常满意|我很满意|挺好|挺好看|不赖|可以可以|就这样|就它|就用这张|就要这张|可以了|够了|"
    "收到|知道|明白|懂|"
    "太好看|真美|好美|太漂亮|真不错|很不错|非常好|非常棒|很棒|超棒|好棒|好厉害|太厉害|太强|真强|嘿嘿|呵呵|嘻嘻|"
    "哈哈|拜|回见|下次见|"
    "明天见|辛苦|辛苦您|辛苦你|对不起|抱歉|不好意思|没关系|别客气|不客气|无语|哇塞|天哪|天啊|我的天",
        "happy birthday|merry christmas|happy new year|hi|hello|hey|hi there|hello there|hey there|good morning|"
        "good evening|good afternoon|good night|bye",
    "goodbye|see you|thanks|thank you|thank you so much|thanks a lot|thx|ok|okay|k|yes|no|yeah|yep|nope|sure",
    "cool|nice|great|wow|awesome|amazing|perfect|beautiful|good|well done|good job|love it|i love it|lovely",
    "lol|lmao|haha|hahaha|hehe|test|testing|help|help me|stop|cancel|continue|go on|never mind|nevermind",
    "please|sorry|hmm|huh|what|why|who|how|and|the|a|it|so|it's nice|it's fine|that's fine|that's great",
    "looks good|looks great",
    "wait|hold on|hang on|one sec|one second|one moment|just a sec|just a second|give me a sec|give me a minute|brb|"
    "gotta go|"
    "many thanks|cheers|ty|tysm|thank u|much appreciated|appreciate it|you rock|you're the best|you are the best|"
    "brilliant|"
    "excellent|fantastic|wonderful|superb|gorgeous|stunning|so good|so cute|so nice|very nice|very good|"
    "really nice|really good|"
    "that's perfect|that's it|that's nice|that's good|that's lovely|it's perfect|it's great|it's beautiful|"
    "all good|got it|i see|"
    "understood|fine|alright|right|indeed|exactly|of course|no problem|no worries|my bad|oops|omg|oh|ah|aww|yay|"
    "good work|great job|"
    "great work|nice work|nice job|that works|works for me|i'm happy with it|i'm done|done|that's all|see ya|"
    "see you later|cya|"
    "later|take care|have a nice day|have a good one|gn|gm|hiya|howdy|greetings|what's up|whats up|nice one|"
    "not bad|same to you|sup|yo|you there|anyone there|i like it",
))  # fmt: skip
"""Whole messages."""

TALK: Lexicon[str] = Lexicon({
    **map_words("thanks", (
        "thanks|thank|thank you|thankyou|thx|thanx|ty|tysm|cheers|appreciate|appreciated|grateful|hi|hello|hey|hiya|"
        "bye|"
        "goodbye|goodnight|good morning|good night|good evening|good afternoon|sorry|apologies|welcome|谢谢|感谢|"
        "多谢|谢|谢啦|"
        "谢了|谢过|辛苦|辛苦了|你好|您好|哈喽|嗨|再见|拜拜|晚安|早安|早上好|晚上好|下午好|中午好|抱歉|对不起|"
        "不好意思|劳烦|麻烦了|有劳",
    )),
    **map_words("praise", (
        "lovely|beautiful|nice|cool|great|awesome|amazing|perfect|perfection|wow|wonderful|love|adore|loving|cute|"
        "pretty|"
        "gorgeous|stunning|good|brilliant|fantastic|excellent|superb|impressive|adorable|neat|sweet|fabulous|splendid|"
        "magnificent|incredible|insane|sick|dope|fire|lit|lol|lmao|haha|hahaha|hehe|omg|yay|talented|clever|smart|"
        "funny|hilarious|magic|magical|cutest|best|favorite|favourite|goat|"
        "satisfied|happy|pleased|impressed|masterpiece|work of art|well done|nailed|spot on|exactly|awsome|kind|"
        "好家伙|漂亮|好看|美|美丽|好美|太可以|太可|可以可以|棒|赞|厉害|牛|强|喜欢|爱了|爱|满意|完美|可爱|不错|惊艳|绝了|绝|哈哈|哈哈哈|优秀|惊喜|"
        "神|神了|"
        "开心|高兴|给力|到位|好|好的|妙|妙啊|佩服|点赞|笑死|笑死我|太逗|逗|搞笑|可以啊|就它|就它了|666|yyds|nb|牛逼|"
        "牛批|ok|okay",
    )),
    **map_words("", (
        "bunch|tons|million|ur|assistance|support|service|efforts|effort|patience|results|outcome|swift|prompt|"
        "will|that'll|it'll|it will|now|you|u|ya|that|this|it|its|it's|is|that's|thats|this is|very|so|really|much|a|"
        "an|lot|lots|the|i|i'm|im|am|my|are|"
        "you're|youre|for|everything|job|work|look|looks|just|absolutely|pure|one|all|oh|and|too|what|how|truly|"
        "totally|quite|such|of|to|do|did|done|be|been|well|helping|help|your|with|me|them|they|today|indeed|yes|yeah|"
        "yep|still|turned out|came out|picture|image|drawing|painting|result|at|by|pic|most|very much|super|damn|af|"
        "ever|i've|seen|we|our|have|has|guess|think|say|must|can't|stop|looking|how it|here|there|we're|aw|aww|day|"
        "evening|night|"
        "你|您|你们|了|啊|呀|哇|哦|哈|嘿|很|真|真的|太|非常|超级|超|特别|挺|蛮|十分|这|那|张|个|图|图片|画|幅|得|是|"
        "我|我们|就|也|都|"
        "帮忙|画得|做得|帮助|吧|呢|嘛|哟|噢|啦|喽|呦|居然|竟然|果然|简直|真是|实在|确实|还|这么|那么|嗯|嗯嗯|对|效果|"
        "水平|技术|您的|你的|结果|令人|支持|服务|耐心|大力|"
        "今天|下班|下班了|休息|早点|先|到这|这样|就这样|完|完了|行|可以|必须|一个|一下|给|手|人",
    )),
    **map_words("vocative", (
        "dear|man|buddy|bot|friend|mate|dude|bro|boss|genius|legend|sir|madam|darling|sweetie|honey|robot|artist|"
        "my dear|"
        "老师|大师|亲|宝|宝子|姑娘|阿姨|朋友|机器人|师傅|小姐姐|小哥哥|小伙子|小伙|小朋友|大佬|大神|老铁|兄弟|亲爱的|"
        "哥|姐|叔叔|画家|"
        "孩子|同学|先生|女士|帅哥|美女|家人们|姐妹",
    )),
})  # fmt: skip
"""Words of thanks, greetings and praise, words between them, and their addressees."""

MOODS: Lexicon[bool] = Lexicon({
    **map_words(True, (
        "bored|tired|hungry|sleepy|exhausted|thirsty|stressed|starving|nervous|lonely|confused|annoyed|busy|cranky|grumpy|"
        "无聊|累|困|饿|烦|郁闷|难过|开心|emo",
    )),
    **map_words(False, (
        "i'm|im|i|am|feel|feeling|so|very|really|just|kinda|a|bit|little|today|tonight|now|rn|af|lol|lmao|tbh|ugh|haha|again|"
        "still|right|too|also|getting|of|"
        "我|好|很|太|真|有点|有些|啊|呀|了|死了|今天|现在|的|哦|呢|哎|唉|都|快|要|一天",
    )),
})  # fmt: skip
"""How the user is, and what may surround it: nothing to draw."""

GREETING = (
    "(?:is |are )?(?:any(?: ?one|body)|some(?:one|body)|you|u)(?: still| all)? (?:there|here|home|around|awake|alive|"
    "listening|ready|up)"
    "|(?:hi|hey|hello|yo|hiya)+(?: there| again| all| everyone| everybody| friend| bot| robot| painter| artist)*"
    "|(?:nice|good|great|lovely) (?:to (?:meet|see) you|job|one|work|stuff)(?: too| again)?"
    "|how(?:'s| is| are) (?:it going|you(?: doing)?|things|everything|your day)(?: today)?"
    "|(?:有人|还|你|您|大家|谁)*(?:在不在|在吗|在么|在嘛|在没|在线吗|醒着吗)|有人(?:在)?(?:吗|么|没|没有)"
    "|(?:大家|各位|老师|朋友们?|小伙伴们?)(?:早上|中午|下午|晚上)?好|(?:哈喽|哈啰|嗨|喂|嘿)+"
    "|(?:我)?(?:先)?(?:走|撤|下|溜|睡)(?:了|啦)|(?:吃|睡)(?:饭|觉)?了(?:吗|没|么)|最近(?:怎么样|好吗|还好吗|如何)"
)
"""Whole messages, by pattern."""

TAILS = split_words(
    "了|啦|呀|啊|哈|哦|呢|吧|嘛|喔|噢|哟|的|你|您|大佬|大神|大师|小助手|机器人|老铁|姐|哥|亲爱的|老师|兄弟|亲|"
    " genius| boss| friend| legend| man| dude| mate| bro| buddy| a lot| so much|"
    " again| then"
)
"""May follow a whole message."""

STARTS = Lexicon(dict.fromkeys(split_words(
    "你真|你太|你很|你不|今天好|今天很|今天真|今天太|心情|今天天气|明天天气",
    "后天天气|天气预报|天气怎|现在几点|几点|今天几号|今天星期|今天是|明天是|你是|你叫|你会",
    "你推荐|你建议|你们|你有|你在|你觉得|你认为|你知道|你喜欢|你吃|你怎么|你为什么|你多大|你的名字|我是|我叫|我很|我好|我今天",
    "我觉得|我爱你|我喜欢你|我不|我饿|我累|我困|我在|我有|我们|他是|她是|它是|这是|那是",
    "讲个|讲一个|讲讲|给我讲|说个|说一个|说说|给我说|告诉我|为什么|怎么|如何|什么是|什么叫|什么时候|谁是|谁",
    "哪里|哪个|哪儿|多少|是不是|有没有|解释|介绍一下|写一首|写首",
    "写一封|写一份|写信|写一篇|写篇|写个|写一个|写一段|写段|写代码",
    "写诗|写文|写封|翻译|计算|算一下|唱首|唱一首|唱个|播放|放首歌|放一首|搜索|搜一下|查一下|查询|打开|帮我写",
    "订张|订个|预订|预定|订机票|订酒店|订票|买一|买点|点一份|叫一辆|打个车|打车|充值|发邮件|发个|发一|查查|查快递|"
    "安装|下载|"
    "附近|哪有|哪儿有|帮我算|算算|算一算|帮我找|帮我看|找一下|定个|定一个|设个|设一个|叫个|点个|点外卖|买张|买个|"
    "股价|汇率|新闻|导航|"
    "现在是|现在多少|你几岁|你来自|你住|你能干|你能做|你可以做|你会干|能干嘛|能干什么|可以干什么|有什么用|多大|"
    "多高|多远|多久|"
    "讲讲|念|背诗|背首|唱|教我|教教我|给我讲|跟我说|陪我|帮我改简历|帮我改作文|帮我查|帮我订|帮我买|帮我翻译|推荐|"
    "提醒我|"
    "安排|召集|通知|转告|联系|帮我约|约个|给我约|打印|打个电话|打电话|发给|发送|上传|下单|付款|报销|叫醒|开灯|关灯|"
    "开空调|关空调|做饭|做个饭|总结|聊聊|聊天|陪我|背一首|怎样|请问",
    "ur |u r |youre |what|what's|whats|who|who's|whose|when|when's|where|where's|why|how|how's|which|is|are|am|do|"
    "does|did|was",
    "were|will|would|should|can|could|have you|has|i am|i'm|im|i love you|i like you|i feel|i think|i have",
    "i hate|i don't|i was|i can't|i know|we are|you are|you're|you|he is|she is|it is|it's|that is|that's",
    "this is|they are|there is",
    "flip it|flip the|flip horizontally|flip vertically|mirror it|mirror the|水平翻转|垂直翻转|左右翻转",
    "镜像翻转|翻转一下|把图翻转|把它翻转|翻转图片|flip|mirror|order |can you help",
    "undo|revert|go back to|撤销|回退|恢复到|回到上一|帮我订|给我订|订一张|订个|今天星期|现在是几",
    "fix my|check my|review my|proofread|rewrite my|improve my|install|download|open the|close the|reserve|pay|"
    "tell|tell me|say|explain|write|translate|calculate|compute|sing|search|summarize|summarise|remind|book me",
    "set an alarm|set a timer|set a reminder|convert|look up|lookup|google|find me|find a|where|who|whom|news|stock|"
    "count to|spell|pronounce|give me a joke|make me laugh|tell us|let's talk|can we talk|i'm bored|i'm hungry|"
    "i'm tired|"
    "schedule|arrange|organize|organise|wake me|wake|ring|dial|cook|clean|wash|drive|charge|turn on|turn off|switch on|"
    "switch off|deliver|pick up|call|text|email|buy|send|order me|play|listen|watch|recommend|define|solve|"
    "help me with|teach|"
    "describe|list",
    "give me a recipe|give me advice|talk to|chat|let's chat|call me|convert 1|my name|nice to meet",
    "good to see|have a|see you|debug|run|execute|print|select|sudo|hello world",
), True))  # fmt: skip
"""Starts of questions, statements about the speakers, and errands of another kind."""

ENDS = split_words(
    "等于几|等于多少|星期几|吃啥|玩啥|看啥|穿啥|买啥|喝啥|是啥|干啥|叫啥|有啥|说啥|咋样|咋办|咋整|咋回事|如何|吗|呢|什么|怎么样|多少|几点",
    "为什么|是谁|怎么办|好不好|是什么|在哪|在哪里|怎么回事|怎么走|怎么画",
)

PHRASES = split_words(
    "贵姓|有哪些|哪几个|是啥意思|什么意思|有什么|有啥|多少度|多少钱|几度|你能做什么|能做什么|有什么功能|怎么使用|使用说明|笑话|讲故事|说故事|天气怎么样|"
    "what can you do",
    "how are you|who are you|your name|a joke|the weather",
)

QUESTIONS = (
    "(?:is|was|were|are|did) (?:this|that|it|these|those|you|u)(?: all| also| really)? (?:made|generated|created|"
    "drawn|painted|"
    "done|using|use|based|running|powered|ai|a bot|a robot|human|real|free|copyrighted|licensed|royalty)\\b.*"
    "|(?:do|does|will|would|can|could) (?:this|that|it|these|those) (?:cost|work|expire|ship|count|belong)\\b.*"
    "|(?:do|will) (?:you|u|they) (?:charge|save|store|keep|ship|deliver|accept|sell|offer)\\b.*"
    "|(?:please |pls )?(?:stop|quit|no more|don't keep|dont keep) (?:sending|texting|emailing|calling|spamming|"
    "notifying|"
    "messaging|bothering|asking|pinging|the notifications|notifications|emails|spam)\\b.*|unsubscribe(?: me)?"
    "|(?:请)?(?:不要再?|别再?|停止)(?:给我|跟我|向我|老|总|一直)*(?:推送?|发(?!光)|打(?!伞|球|架|开)|弹|骚扰|联系|通知|催|寄|送|推荐|群发).{0,12}"
    "|(?:能|可以|会|有|支持)(?!.*[点些])[^画做生成来图换改调加]{1,8}(?:不|没有|没)"
    "|几(?:天|点|时|号|个工作日|个小时)(?:能|可以|会|到|发|送|开|关|下).{0,6}|.{1,12}谁(?:出|付|来|管|负责|承担|写的?|唱的?|发明的?)"
    "|.{1,12}(?:有多|多)(?:高|大|远|长|重|深|久|宽|厚|快|贵|少钱)"
    "|(?:can|could|do) (?:you|u) (?:also |even )?(?:make|do|create|write|play|generate|edit|produce|"
    "record) (?:music|videos?|"
    "animations?|gifs?|songs?|audio|code|poems?|sounds?|voices?|text|essays?|emails?)\\b.*"
    "|my [a-z]+ (?:does|did|has|had|looks?|sits?|sleeps?|acts?|always|also|is|was)\\b.*\\b(?:this|that|the same|"
    "all the time|too|"
    "as well|just like|exactly)\\b.*"
    "|我家(?:的|里|楼下)?.{0,6}也(?:有|长|是|会|这样).*(?:这样|这种|一样|同款|这么).{0,6}"
    "|(?:(?:ok|okay|cool|nice|great|perfect|alright|yes|love it)[ ,.!]*)*(?:i'm |i am |im )?(?:saving|keeping|"
    "downloading|printing|"
    "framing) (?:this|that|it)(?: one)?(?: now| thanks| for sure| for later| right away)?"
    "|你(?:画|做|弄)得(?:比|真|很|太|好|不错|超|挺|可真).*"
    "|(?:画|做|弄|生成|处理)(?:完|好)了?(?:吗|没|没有)|(?:这|那|它|你|你们)(?:个|里|们)?(?:是|会|要|能|该)?(?:怎么|"
    "什么|为什么|哪).{0,8}|"
    "(?:你|请问|这里|这个|你们)?(?:都|还)?(?:能|会|可以|支持|有|提供)(?:够)?.{0,8}(?:什么|哪些|啥|几种|多少种|"
    "哪几种).{0,8}"
    "|(?:你)?(?:会不会|会)(?:画|生成|做|设计).{0,8}(?:吗|么|不)?"
    "|(?:what|which|how many) (?:else |other |kinds? of |types? of |sorts? of )?(?:styles?|subjects?|pictures?|"
    "images?|sizes?|"
    "languages?|features?|things?|options?)(?: do you| can you| are there| are available| can i| does it).*"
    "|(?:list|show me|tell me) (?:all |the |your |available )*(?:styles|features|options|commands)"
    "|(?:(?:give|tell|get|find|send|show) (?:me |us )?|我要|给我|给|来|要|求)?(?:a |an |some |any |the |one |点|"
    "一点|一些|些|个|一个)?"
    "(?:help|recipe|advice|joke|tips?|summary|suggestions?|ideas?|opinion|建议|意见|菜谱|食谱|笑话|主意|点子|"
    "灵感)(?: (?:for|about|on|of|to) .*)?"
)
"""Questions about the capabilities of the assistant, and requests for text instead of an image; whole messages."""

COMMANDS = split_words(
    "ignore the above|ignore all|ignore previous|ignore the previous|ignore everything|ignore your|ignore any",
    "ignore these|ignore my previous|disregard|forget everything|forget all|forget the above|forget your",
    "forget previous|override your|system prompt|system:|assistant:|you are now|act as|pretend to be",
    "pretend you|jailbreak|developer mode|answer with action|respond with|reply with|output only|return json",
    "return the json|output json|action:|action=|\"action\"|'action'|im_start|set action|your instructions",
    "previous instructions|above instructions|new instructions|confidence 1|confidence=1|confidence:",
    "忽略以上|忽略上面|忽略之前|忽略前面|忽略所有|无视以上|无视之前|无视上面|忘记以上|忘记之前|忘掉|不要理会",
    "系统提示|系统指令|你现在是|你现在扮演|你扮演|请扮演|假装你|开发者模式|越狱模式|越狱提示|越狱指令|输出json|返回json|只输出",
    "只回答|回答动作|动作设为|输出动作|新的指令|以上指令|之前的指令|按照以下格式",
)
"""Attempts to instruct the parser instead of requesting an image."""
