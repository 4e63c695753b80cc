"""Words of the themes, in Chinese and English. English words are written in the singular.

Strong words name the theme. Weak words are the setting of many themes (home, weekend, city) and count only if there is
no strong word.
"""

from enum import StrEnum

from engines.language.scanner import split_words


class Theme(StrEnum):
    """Theme of a note."""

    TRAVEL = "travel"
    OUTDOORS = "outdoors"
    FOOD = "food"
    DRINK = "drink"
    BEAUTY = "beauty"
    FASHION = "fashion"
    PHOTO = "photo"
    FITNESS = "fitness"
    HEALTH = "health"
    STUDY = "study"
    READING = "reading"
    WORK = "work"
    MONEY = "money"
    HOME = "home"
    PLANTS = "plants"
    PETS = "pets"
    TECH = "tech"
    PARENTING = "parenting"
    FESTIVAL = "festival"
    CRAFT = "craft"


STRONG: dict[Theme, tuple[str, ...]] = {
    Theme.TRAVEL: split_words(
        "春游|秋游|旅行|旅游|出游|自驾|日游|两日|游记|度假|古镇|酒店|民宿|迪士尼|游乐园|citywalk|城市漫步|逛街|夜市|蜜月|景点|行程|机票|高铁"
        "|签证|赏花|赏樱|赏秋|红叶|银杏|枫叶|海边|看海|赶海|海岛|沙滩|园林|博物馆|动物园|植物园|打卡地|避暑|跟团|背包客|几日游|两天一夜|三天两夜|玩几天|天两晚|旅拍|去哪玩|踏青",
        "travel|trip|itinerary|tour|vacation|getaway|hotel|hostel|citywalk|museum|sightseeing|spring outing"
        "|cherry blossom|beach|seaside|island"
        "cruise|honeymoon|airport|flight|train journey|interrail|train|theme park|old town|day in|week in"
        "|weekend in|night in|backpacking|road trip|visa|passport|packing light|weekend away"
        "|city break|food tour|food crawl|sightsee|zoo",
    ),
    Theme.OUTDOORS: split_words(
        "露营|帐篷|徒步|爬山|登山|户外|滑雪|野餐|郊游|骑行|自行车|钓鱼|攀岩|冲浪|潜水|观鸟|望远镜|观星|划船|桨板|越野|睡袋|溯溪",
        "camping|tent|hike|hiking|trek|trekking|trail|outdoor|ski|skiing|snowboard|picnic|cycling|bicycle"
        "|bike|fishing|climbing|bouldering|surfing|diving|snorkeling|birdwatching"
        "|binocular|stargazing|kayak|kayaking|paddle|sleeping bag|campsite|backpack|dolomite",
    ),
    Theme.FOOD: split_words(
        "美食|食谱|菜谱|做饭|便当|带饭|早餐|午餐|晚餐|夜宵|一人食|烘焙|面包|蛋糕|火锅|小吃|餐厅|家常菜"
        "|空气炸锅|电饭煲|辅食|番茄炒蛋|炒菜|炒|炖|蒸|甜品|减脂餐|探店|烧烤|饺子|面条|咖喱|米饭|寿司"
        "披萨|沙拉|汤|鸡翅|牛肉|羊肉|猪肉|排骨|鱼|虾|豆腐|月饼|粽子|饼干|布丁|提拉米苏|三明治|早茶|本帮菜"
        "|川菜|粤菜|湘菜|下饭|腌|泡菜|酱|零食|轻食|素食|三道菜|做菜|下厨|料理|吃什么|馒头|包子|汤圆|年夜饭|蛋"
        "|土豆|红薯|酸奶",
        "food|recipe|dinner|lunch|breakfast|brunch|cooking|cook|baking|bake|bread|sourdough|cake|meal"
        "|restaurant|pasta|noodle|rice|curry|soup|stew|salad|sushi|pizza|dumpling|cookie|dessert|pudding"
        "|sandwich|snack|lunchbox|lunch box"
        "salmon|fish|chicken|beef|pork|tofu|egg|potato|onion|bean|lentil|vegetarian|vegan|street food"
        "|shellfish|air fryer|rice cooker|slow cooker|kimchi|pickle|jam|granola|pancake|waffle|oatmeal"
        "|meal prep|leftover|cheese|spice|sauce|bbq|grill",
    ),
    Theme.DRINK: split_words(
        "咖啡|拿铁|手冲|冷萃|奶茶|下午茶|饮品|茶|泡茶|茶叶|红酒|啤酒|鸡尾酒|调酒|果汁|气泡水|米酒",
        "coffee|latte|espresso|cafe|café|cold brew|pour-over|pour over|tea|matcha|cocktail|wine|beer|smoothie"
        "|juice|kombucha|lemonade",
    ),
    Theme.BEAUTY: split_words(
        "护肤|面霜|精华|面膜|敏感肌|油皮|干皮|痘|防晒|美妆|化妆|底妆|眼妆|口红|香水|护手霜|保湿|洁面|卸妆|美甲|护发|洗头|脱发|发质|黑头|毛孔|素颜|腮红|眉毛|睫毛|沐浴",
        "skincare|skin|sunscreen|spf|makeup|make-up|lipstick|perfume|fragrance|beauty|hand cream|moisturizer"
        "|moisturiser|serum|cleanser|retinol|acne|mascara|eyeliner|eyebrow|curly hair|hair|haircare|shampoo"
        "|nail|manicure|bath bomb",
    ),
    Theme.FASHION: split_words(
        "穿搭|搭配|裙|裙子|衣橱|衣柜搭配|发型|外套|大衣|羽绒服|牛仔裤|衬衫|毛衣|鞋|鞋子|包包|首饰|耳环|帽子|显瘦|显高|小个子|ootd|旗袍|汉服|西装|通勤装|丝巾|围巾搭配|怎么穿|穿什么|t恤",
        "outfit|wardrobe|fashion|dress|skirt|jeans|coat|jacket|sweater|shirt|suit|shoe|sneaker|boot|handbag"
        "|accessory|jewelry|jewellery|hat|scarf style|clothes|clothing|what to wear|thrift|vintage clothes"
        "|capsule wardrobe|personal style",
    ),
    Theme.PHOTO: split_words(
        "拍照|摄影|写真|夜景|人像|拍摄|修图|构图|胶片|拍夜景|拍美食|手机拍|拍月亮|拍雪|航拍|vlog|剪辑|怎么拍|拍视频|拍花|拍人",
        "photo|photograph|photographing|photography|portrait|camera setting|lens|exposure|composition"
        "|film photography|photo editing|lightroom|long exposure|night photography|selfie|filming"
        "|video editing",
    ),
    Theme.FITNESS: split_words(
        "健身|跑步|跑|五公里|十公里|半马|马拉松|运动|瑜伽|瑜伽垫|普拉提|拉伸|减肥|减脂|增肌|塑形|体态"
        "|力量训练|深蹲|俯卧撑|平板支撑|游泳|自由泳|跳绳|训练|练腿|练背|练臀|练腹|腹肌|哑铃|弹力带|健身操"
        "|太极|广场舞|羽毛球|网球|篮球|足球|乒乓球|手枪腿|引体向上|燃脂|八段锦",
        "fitness|running|run a|runner|workout|work-out|yoga|pilate|exercise|stretch|stretching|strength"
        "|strength training|squat|push-up|pushup|pull-up|plank|gym|marathon|10k|5k|half marathon|swimming"
        "|swim|jump rope|dumbbell|kettlebell|core exercise|tai chi|tennis|badminton|basketball|football"
        "|weight loss|lose weight|muscle|cardio|hiit|mobility|posture|lifting",
    ),
    Theme.HEALTH: split_words(
        "健康|养生|早睡|失眠|睡眠|睡前|睡不着|助眠|熬夜|体检|颈椎|腰疼|腰痛|肩颈|过敏|鼻炎|感冒|咳嗽|发烧|牙"
        "|牙齿|洗牙|视力|眼睛|护眼|久坐|焦虑|压力|冥想|情绪|内耗|戒糖|戒烟|戒酒|控糖|糖尿病|高血压|月经|痛经"
        "|更年期|脚气|便秘|肠胃|头痛|偏头痛|扁平足|短视频|戒手机|拖延",
        "health|wellness|sleep|insomnia|bedtime|fall asleep|napping|allergy|hay fever|cold and flu|cough"
        "|migraine|headache|back pain|neck pain|eye strain|teeth|tooth|dentist|anxiety|stress|meditation"
        "|mindfulness|burnout|sugar|quit smoking|diabete|blood pressure|menopause|period pain|gut|digestion"
        "|vitamin|flat feet|knee pain|hydration|social media|digital detox|screen break",
    ),
    Theme.STUDY: split_words(
        "学习|考研|考公|考证|考试|备考|复习|英语|日语|法语|西班牙语|韩语|背单词|单词|口语|听力|四级|六级|雅思"
        "|托福|论文|查重|错题|错题本|笔记法|记笔记|高考|中考|期末|自习|图书馆学习|数学|编程|学编程|驾照"
        "|科目一|科目二|科目三|网课|留学|高数|政治",
        "study|studying|exam|revision|learning english|learning spanish|learning french|learning japanese"
        "|learn|language learning|spanish|french|german language|japanese language|vocabulary|thesis"
        "|dissertation|essay|lecture|flashcard|homework|university|college|ielt|toefl|math|maths"
        "|driving theory|theory test|coding|learning to code|note-taking|note taking|take note|taking note"
        "|scholarship|pomodoro|procrastination",
    ),
    Theme.READING: split_words(
        "读书|阅读|书单|小说|短篇小说|散文|诗集|绘本推荐|书评|好书|看书|名著|推理小说|科幻小说|电子书|书店|一本书|本书",
        "reading|book|novel|short story|fiction|nonfiction|poetry|reading list|bookshop|bookstore"
        "|library book|memoir|rereading|audiobook",
    ),
    Theme.WORK: split_words(
        "职场|上班|加班|面试|求职|简历|办公|述职|述职报告|年终总结|周报|汇报|离职|跳槽|辞职|升职|加薪|谈薪"
        "|薪水|offer|实习|转行|会议|开会|同事|领导|副业|自由职业|远程办公|居家办公|ppt|秋招|群面|新人入职"
        "|入职",
        "work from home|interview|job|resume|cv|cover letter|career|office|colleague|coworker|boss|manager"
        "|raise|promotion|salary|negotiation|meeting|standup|remote work|working remotely|remote team"
        "|freelance|freelancing|internship|presentation|linkedin|resignation|quitting a job|new job|workplace"
        "|productivity|email inbox",
    ),
    Theme.MONEY: split_words(
        "理财|存钱|存下|攒钱|攒|记账|保险|基金|股票|月薪|工资|省钱|信用卡|房贷|贷款|公积金|养老金|应急金|负债|还债|消费降级|预算表|零花钱|存款|年金|报税|个税",
        "saving|saving money|save money|savings|emergency fund|budgeting|monthly budget|household budget"
        "|invest|investing|stock|index fund|pension|mortgage|debt|credit card|tax|insurance|frugal|money"
        "|income|deposit|flea market|haggle|haggling|bank account|rent deposit",
    ),
    Theme.HOME: split_words(
        "收纳|整理|断舍离|搬家|装修|租房|出租屋|家居|软装|布置|卧室|独居|极简|清洁|打扫|油污|除霉|去渍|洗衣"
        "|洗衣机|冰箱|家务|大扫除|衣柜|厨房台面|厨房收纳|台面|浴室|客厅|书桌|宿舍|改造|甲醛|灯光|窗帘|沙发"
        "|床垫|马桶|水龙头|闲置|二手闲置|室友|合租|除味",
        "declutter|decluttering|storage|tidy|tidying|organizing|organising|moving|moving out|moving house"
        "|renting|apartment|cleaning|clean|oven|kitchen counter|kitchen|laundry|stain|mold|mould|furniture"
        "|decor|interior|bedroom|bathroom|living room|wardrobe organization|pantry|fridge|tap|leaking"
        "|plumbing|diy repair|repair|repairing|mattress|curtain|roommate|housework|vacuum|minimalism"
        "|minimalist|downsizing|wall paint|painting a room|small flat|small apartment|studio flat",
    ),
    Theme.PLANTS: split_words(
        "绿植|多肉|植物|养花|种菜|种番茄|种薄荷|种|薄荷|罗勒|园艺|盆栽|浇水|月季|玫瑰养护|绿萝|仙人掌|兰花|蚜虫|施肥|扦插|播种|水培|阳台花园|花园|龟背竹|草莓苗|养绿植",
        "plant|houseplant|succulent|gardening|garden|orchid|tomato plant|growing|grow|herb|basil|mint|rose"
        "|aphid|seedling|seed|compost|fertilizer|pruning|repotting|monstera|cactus|balcony garden|lawn"
        "|vegetable garden|bulb planting|tulip|watering|beehive",
    ),
    Theme.PETS: split_words(
        "猫|养猫|猫咪|猫砂|宠物|铲屎官|狗|养狗|狗狗|遛狗|幼犬|柯基|金毛|仓鼠|兔子|鹦鹉|乌龟|金鱼|养鱼|鱼缸|龙猫|布偶|三花|绝育|驱虫|猫粮|狗粮",
        "cat|kitten|pet|dog|puppy|senior dog|hamster|rabbit|guinea pig|parrot|budgie|turtle|goldfish"
        "|fish tank|aquarium|litter|vet|leash|litter box",
    ),
    Theme.TECH: split_words(
        "手机|耳机|电脑|笔记本电脑|数码|相机|平板|macbook|iphone|ipad|kindle|notion|软件|app|ai|吹风机|智能"
        "|手环|手表|键盘|机械键盘|鼠标|显示器|路由器|投影|音箱|充电宝|内存|存储|二手相机|excel|打印机"
        "|扫地机器人|系统|密码管理|nas|电视",
        "phone|smartphone|laptop|computer|headphone|earbud|kindle|camera|tech|gadget|app|notion|excel"
        "|spreadsheet|keyboard|mechanical keyboard|mouse|monitor|router|wifi|wi-fi|server|home server"
        "|raspberry pi|smart home|smartwatch|tablet|ipad|iphone|android|password|password manager|backup"
        "|ai assistant|projector|speaker|printer|3d printer|linux|robot vacuum",
    ),
    Theme.PARENTING: split_words(
        "亲子|带娃|孩子|娃|宝宝|婴儿|幼儿|待产|孕|幼儿园|小学|育儿|午觉|哄睡|断奶|尿布|绘本|喂奶|挑食|早教|二胎|叛逆|给婴儿洗澡|辅导作业|爱吃青菜|家长会",
        "baby|kid|child|parenting|toddler|toddler who|newborn|infant|pregnancy|pregnant|nap|potty"
        "|kindergarten|school age|screen time|tantrum|weaning|breastfeeding|first food|diaper|nappy|teenager"
        "|bedtime story|picky eater|year old|stepchild",
    ),
    Theme.FESTIVAL: split_words(
        "春节|过年|年货|新年|中秋|中秋节|元宵|端午|清明|七夕|情人节|圣诞|万圣节|庙会|灯会|春联|压岁钱|国庆|母亲节|父亲节|生日|生日派对|婚礼|礼物|送礼|跨年|重阳",
        "new year|festival|christmas|lantern|halloween|easter|thanksgiving|valentine|birthday|birthday party"
        "|wedding|mid-autumn|gift|present for|advent|mother's day|father's day|anniversary|costume|party",
    ),
    Theme.CRAFT: split_words(
        "手工|钩针|编织|毛线|围巾|刺绣|缝纫|陶艺|木工|手账|手工皂|蜡烛|香薰蜡烛|折纸|剪纸|水彩画|画画|素描|书法|拼豆|乐高|滴胶|扎染|旧t恤|布艺",
        "craft|crochet|knitting|knit|yarn|embroidery|sewing|sew|sashiko|mending|pottery|ceramic|woodworking"
        "|whittle|whittling|wood carving|candle|candle making|soap making|making soap|origami|watercolor"
        "|watercolour|drawing|sketching|calligraphy|journaling|quilting|macrame|tie-dye|upcycling|cardboard"
        "|lego|beading",
    ),
}

NEIGHBOURS = split_words(
    # pets without fur
    "鱼缸|养鱼|金鱼|孔雀鱼|水族|造景|乌龟|鹦鹉|蜥蜴|爬宠|蜗牛|昆虫|养蜂|蚂蚁",
    "fish tank|aquarium|goldfish|guppy|betta|turtle|tortoise|parrot|budgie|lizard|gecko|bearded dragon|snail|beehive",
    # repairs, and things bought or sold for a home
    "马桶|水龙头|漏水|疏通|堵了|下水道|坏了|维修|自己修|自己换|安装|甲醛|押金|退租",
    "toilet|tap|faucet|leaking|plumbing|diy repair|repair|repairing|fix|fixing|unclogging|wall paint|painting a room",
    # mixed or brewed, not cooked
    "奶茶|果茶|鸡尾酒|调酒|米酒|红酒|啤酒|气泡水|果汁|豆浆|酸奶",
    "bubble tea|boba|cocktail|wine|beer|smoothie|juice|lemonade|cider",
    # work of the hands without thread or glue
    "书法|毛笔|练字|画画|素描|水彩画|乐高|陶艺|木工|折纸|滴胶|拼豆",
    "calligraphy|drawing|sketching|watercolor|watercolour|lego|pottery|ceramic|woodworking|whittling|wood carving"
    "|origami",
    # games of a festival
    "灯谜|谜语|猜谜",
    "riddle",
)
"""At the edge of a theme and not covered by its templates, which mention fur, boxes, dishes and thread."""

WEAK: dict[Theme, tuple[str, ...]] = {
    Theme.TRAVEL: split_words(
        "公园|周末|假期|暑假|寒假|城市|爸妈去|带爸妈|玩|去|北京|上海|广州|深圳|杭州|南京|苏州|成都|重庆|西安"
        "|厦门|青岛|三亚|大理|丽江|云南|新疆|西藏|贵州|桂林|长沙|武汉|香港|澳门|台北|日本|东京|京都|大阪|泰国"
        "|曼谷|首尔|巴黎|伦敦|欧洲|莫干山|外滩|千岛湖|黄山|泉州|哈尔滨|内蒙古|四川|海南|福建|浙江|云台山"
        "|秋天的|黄河|敦煌|拉萨|洛阳",
        "city|park|holiday|weekend|lisbon|kyoto|tokyo|osaka|paris|london|rome|berlin|barcelona|madrid|vienna"
        "|prague|budapest|istanbul|edinburgh|dublin|amsterdam|germany|france|italy|spain|portugal|greece"
        "|norway|iceland|scotland|ireland|penang|bangkok|singapore|seoul|taipei|hong kong|shanghai|beijing"
        "|chengdu|vietnam|hanoi|bali|japan|china|thailand|morocco|new york|boston|chicago|seattle|canada"
        "|mexico|peru|sydney|melbourne|rainy day in|days in|autumn|foliage|mountain|lake|coast",
    ),
    Theme.HEALTH: split_words(
        "膝盖|早起|作息|自律|习惯|咖啡因|老人", "morning|habit|routine|caffeine|headache|knee|back"
    ),
    Theme.HOME: split_words(
        "厨房|居家|生活|日常|家里|阳台|在家|家", "home|house|life|everyday|everyday life|room|flat|living alone|balcony"
    ),
    Theme.WORK: split_words("工作|打工人|报告|效率|沟通", "work|remote|team|report"),
    Theme.STUDY: split_words("学|背|效率|计划|大学生|自律|笔记", "learning|course|class|student|note|test|focus"),
    Theme.PARENTING: split_words("妈妈|家庭|亲戚", "family|mother|mum|mom|dad|father|children"),
    Theme.MONEY: split_words("预算|花费|便宜|平价", "budget|cheap|cost|price|spending"),
    Theme.FOOD: split_words(
        "吃|菜|水果|苹果|锅|烤|炸|煮|饭|糖|南瓜|番茄",
        "eat|eating|sweet|apple|tomato|vegetable|fruit|pan|kitchen recipe",
    ),
    Theme.PLANTS: split_words("花|阳台种|叶子", "flower|balcony|leaf|tomato"),
    Theme.BEAUTY: split_words("皮肤|头发|脸", "face|sun"),
    Theme.FASHION: split_words("穿|衣服|包", "wear|style|bag"),
    Theme.PHOTO: split_words("拍|镜头|照片", "picture|shot"),
    Theme.FITNESS: split_words("动作|练|核心", "training|train|core|leg|sport"),
    Theme.FESTIVAL: split_words("礼品|节日", "celebration|gift idea|toast"),
}
