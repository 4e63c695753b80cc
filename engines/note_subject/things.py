"""Concrete things by kind: a note on one of them does not match a request for another of the same kind.

Entries are separated by "|", names of one thing by "=". A kind has the things of the notes in the library, and other
common ones; a name for the whole kind (a pet, an instrument, vegetables) is not listed.
"""

COOKERS, PLACES, ROOMS, CARE, FESTIVALS = "cookers", "places", "appliances", "care", "festivals"
FRAMES = frozenset({"exams", FESTIVALS})
"""Kinds of things that are the frame of many subjects."""
OBJECTS = frozenset({"plants", "vehicles", "devices", ROOMS})
"""Kinds of things with many problems, each a subject of its own."""
SKILLS = frozenset({"instruments", "sports", "languages", "subjects", "games", "crafts", "exams"})
"""Ways of cooking must be named: instructions for one do not hold for another. Known places are things, too."""

THINGS = {
    "animals": (
        "狗=狗狗=犬=遛狗=小狗=幼犬=毛孩子=dog=puppy=pup|猫=猫咪=小猫=三花=cat=kitten|仓鼠=hamster|"
        "兔子=兔=rabbit=bunny|乌龟=龟=tortoise=turtle|金鱼=goldfish|孔雀鱼=guppy|斗鱼=betta|热带鱼|锦鲤=koi|"
        "鹦鹉=parrot=budgie|鸡=母鸡=养鸡=chicken=hen|鸭子=duck|鹅=goose|蜜蜂=养蜂=bee|蜗牛=snail|"
        "蜥蜴=lizard=bearded dragon=gecko|蛇=snake|刺猬=hedgehog|豚鼠=荷兰猪=guinea pig|龙猫=chinchilla|"
        "雪貂=ferret|羊驼=alpaca|马=horse=pony|猪=pig|山羊=goat|绵羊=sheep|蚂蚁=ant|蚕=silkworm|螃蟹=crab|"
        "鸟=观鸟=bird=birding=birdwatching|寄居蟹|青蛙=frog|鸽子=pigeon|松鼠=squirrel|蚊子=mosquito|蟑螂=cockroach|"
        "蚜虫=aphid|老鼠=mouse=mice=rat"
    ),
    "plants": (
        "番茄=西红柿=小番茄=tomato|草莓=strawberry|黄瓜=cucumber|辣椒=chilli=chili=pepper|薄荷=mint|罗勒=basil|"
        "土豆=马铃薯=potato|洋葱=onion|萝卜=radish|胡萝卜=carrot|生菜=lettuce|韭菜=chives|香菜=coriander=cilantro|"
        "蓝莓=blueberry|柠檬=lemon|葡萄=grape|大蒜=garlic|南瓜=pumpkin=squash|玉米=corn|茄子=eggplant=aubergine|"
        "豌豆=pea|豆芽=bean sprout|蘑菇=mushroom|迷迭香=rosemary|薰衣草=lavender|玫瑰=rose|月季|兰花=蝴蝶兰=orchid|"
        "龟背竹=monstera|绿萝=pothos|多肉=succulent|仙人掌=cactus=cacti|发财树|富贵竹|君子兰|茉莉=jasmine|"
        "郁金香=tulip|向日葵=sunflower|绣球=hydrangea|牡丹=peony|樱花=cherry blossom|银杏=ginkgo|油菜花|梧桐|"
        "盆景=bonsai|苔藓=moss|西瓜=watermelon|无花果=fig|苹果树=apple tree|海棠|栀子花|水仙=daffodil|百合=lily|"
        "蕨=fern|芦荟=aloe"
    ),
    "dishes": (
        "红烧肉=酱油肉|排骨|鸡翅=chicken wing|鸡腿=chicken thigh|烤鸡=chicken dinner=roast chicken|牛腩=牛肉=beef|"
        "牛排=steak|羊肉=lamb|三文鱼=salmon|虾=shrimp=prawn|披萨=pizza|意面=意大利面=pasta=spaghetti|拉面=ramen|"
        "米线|火锅=hotpot|麻辣烫|麻辣香锅|烧烤=barbecue=bbq|寿司=sushi|饺子=dumpling|馄饨=wonton|包子=bao|馒头|"
        "花卷|粽子|青团|汤圆|月饼=mooncake|春卷=spring roll|炒饭=fried rice|拌饭=bibimbap|咖喱=curry|汉堡=burger|"
        "三明治=sandwich|沙拉=salad|关东煮|面包=bread=loaf|酸种=sourdough|蛋糕=cake|巴斯克|提拉米苏=tiramisu|"
        "饼干=曲奇=cookie=biscuit|马卡龙=macaron|泡芙=cream puff|蛋挞=egg tart|布丁=pudding|生巧=truffle|"
        "冰淇淋=ice cream|果酱=jam|泡菜=kimchi=sauerkraut|豆腐=tofu|酸奶=yogurt=yoghurt|奶酪=cheese|板栗鸡|"
        "粥=porridge|玉米饼=taco|煎饼=pancake|冰皮|臭豆腐|螺蛳粉|酸菜鱼|水煮鱼|烤鱼|回锅肉|宫保鸡丁|糖醋里脊|"
        "早茶=dim sum|便当=bento=带饭|年夜饭|早餐=breakfast|soup|汤|risotto|lasagna|omelette|granola|ravioli"
    ),
    "drinks": (
        "咖啡=美式=拿铁=手冲=冷萃=coffee=espresso=latte=cold brew|奶茶=bubble tea=boba|啤酒=beer|"
        "红酒=葡萄酒=wine=red wine=white wine|康普茶=kombucha|鸡尾酒=cocktail|威士忌=whisky=whiskey|豆浆=soy milk|"
        "果汁=juice=smoothie|抹茶=matcha|米酒|梅酒|可可=cocoa=hot chocolate|功夫茶|围炉煮茶|柠檬茶=lemonade|cider|"
        "sake|mead"
    ),
    "instruments": (
        "钢琴=弹琴=piano|吉他=guitar|小提琴=violin=fiddle|大提琴=cello|中提琴=viola|尤克里里=ukulele|古筝|古琴|"
        "二胡|琵琶|笛子=竹笛=flute|箫|葫芦丝|口琴=harmonica|萨克斯=saxophone|架子鼓=drums=drum|手风琴=accordion|"
        "小号=trumpet|单簧管=clarinet|竖琴=harp|贝斯=bass guitar|电子琴|手碟|卡林巴|唱歌=singing|banjo|mandolin|"
        "organ"
    ),
    "sports": (
        "跑步=长跑=夜跑=慢跑=五公里=十公里=一公里=半马=马拉松=running=run=jogging=marathon=10k=5k|"
        "骑行=骑车=自行车=单车=公路车=cycling=bicycle=bike=biking|游泳=自由泳=蛙泳=swimming=swim|滑雪=skiing=ski|"
        "单板=snowboarding=snowboard|滑冰=ice skating|轮滑=旱冰=roller skating=rollerblading|"
        "滑板=skateboard=skateboarding|瑜伽=yoga|普拉提=pilates|拳击=boxing|羽毛球=badminton|网球=tennis|"
        "乒乓球=table tennis=ping pong|篮球=basketball|足球=football=soccer|排球=volleyball|高尔夫=golf|"
        "攀岩=抱石=bouldering=climbing|潜水=潜水证=diving=scuba|冲浪=surfing|跳绳=skipping|"
        "徒步=爬山=登山=古道=hiking=hike|露营=帐篷=camping=tent|钓鱼=fishing|皮划艇=kayak=kayaking|"
        "桨板=paddleboard=sup|太极=tai chi|跳舞=街舞=芭蕾=dance=dancing=ballet|击剑=fencing|柔道=judo|"
        "空手道=karate|跆拳道=taekwondo|射箭=archery|飞盘=frisbee|橄榄球=rugby|棒球=baseball|保龄球=bowling|"
        "台球=billiards=snooker|匹克球=pickleball|赛艇=rowing|骑马=马术=horse riding|蹦床|划船|"
        "力量=力量训练=strength training=lifting|杂耍=juggle=juggling"
    ),
    "vehicles": (
        "飞机=坐飞机=flight=flying=plane|高铁=动车=火车=train|轮船=邮轮=ferry=cruise|大巴=bus|"
        "地铁=subway=underground|电动车=电车=electric car|"
        "汽车=二手车=驾照=科目二=科二=上高速=开车=倒车=car=driving|房车=camper van=campervan=motorhome|"
        "摩托车=motorcycle=motorbike|自行车=bicycle=bike=second-hand bike|滑板车=scooter|van"
    ),
    ROOMS: (
        "洗碗机=dishwasher|洗衣机=washing machine|冰箱=fridge=refrigerator|扫地机器人=robot vacuum|吸尘器=vacuum|"
        "空调=air conditioner|油烟机=灶台=台面=厨房=油污=kitchen|浴室=卫生间=除霉=水垢=bathroom|沙发=sofa=couch|"
        "地毯=carpet=rug|床垫=mattress|水龙头=tap=faucet|马桶=toilet|窗帘=curtain|地板=floor|窗户=window cleaning"
    ),
    COOKERS: (
        "空气炸锅=炸锅=air fryer=airfryer|电饭煲=电饭锅=rice cooker|微波炉=microwave|高压锅=pressure cooker|"
        "面包机=bread machine|破壁机=blender"
    ),
    "devices": (
        "耳机=headphone=headphones=earphone=earbuds|相机=胶片=camera|手机=phone|平板=tablet=ipad|"
        "笔记本电脑=电脑=laptop|显示器=monitor|键盘=keyboard|鼠标=computer mouse|打印机=printer|路由器=wifi=router|"
        "音箱=speaker|投影仪=projector|无人机=航拍=drone|手表=smartwatch|电视=television|望远镜=telescope|"
        "电子书=kindle=e-reader|游戏机=console|server"
    ),
    "languages": (
        "英语=英文=四级=四六级=english|日语=jlpt=japanese|韩语=korean|法语=french|德语=german|西班牙语=spanish|"
        "意大利语=italian|俄语=russian|粤语=cantonese|葡萄牙语=portuguese|阿拉伯语=arabic|泰语=thai|"
        "普通话=mandarin=chinese|拉丁语=latin|手语=sign language"
    ),
    "subjects": (
        "数学=maths=math|政治=politics|语文|物理=physics|化学=chemistry|生物=biology|历史=history|地理=geography|"
        "英语=英文"
    ),
    "games": (
        "围棋=the game of go|象棋|国际象棋=chess|五子棋=gomoku|跳棋|麻将=mahjong|扑克=poker|桥牌=bridge cards|"
        "双陆棋=backgammon|魔方=rubik's cube=rubiks cube|塔罗=tarot|剧本杀|狼人杀|数独=sudoku|魔术=magic trick|"
        "scrabble|dominoes"
    ),
    "crafts": (
        "钩针=钩织=crochet|毛衣=棒针=织毛衣=编织=knitting|刺绣=十字绣=embroidery=cross stitch|刺子绣=sashiko|"
        "陶艺=拉坯=pottery=ceramics|蜡烛=candle|手工皂=肥皂=soap|香水=perfume|拼豆=perler beads|折纸=origami|剪纸|"
        "木工=woodwork=woodworking|皮具=皮革=leathercraft|滴胶=resin|书法=练字=硬笔=毛笔=calligraphy=handwriting|"
        "手账=手帐=journal=journaling|素描=sketching|水彩=watercolour=watercolor|油画=oil painting|"
        "插花=flower arranging|花艺|编发|珠串=beading|版画=printmaking|数字油画|灯笼=lantern|风筝=kite|泥塑=clay|"
        "纹身=tattoo|缝纫=sewing|bath bomb"
    ),
    "exams": (
        "考研=复试|高考|公务员=考公=国考|雅思=ielts|托福=toefl|教资=教师资格|四级=四六级|"
        "驾照=科目二=科二=driving test|中考|法考|注会=cpa|签证=visa|护照=passport|面试=job interview=interview|"
        "签证面试=面签=visa interview|school interview"
    ),
    CARE: (
        "洗澡=bathing=bath|剪指甲=指甲=nail trimming|剪毛=美容=grooming|绝育=neutering=spaying|"
        "刷牙=蛀牙=brushing teeth|剪头发=理发=haircut|喂药|打疫苗=疫苗=vaccination|吃青菜=青菜=vegetable|"
        "睡午觉=午睡=午觉=nap|写作业=homework|掉毛|喝水|打架|献血=donating blood|拔牙|植发|染发"
    ),
    "scenes": (
        "银杏|夜景|美食=food|雪景=下雪|银河=milky way|流星=meteor|月亮=moon|樱花|日落=落日=sunset|日出=sunrise|"
        "烟花=firework|闪电=lightning|人像=portrait|航拍|瀑布=waterfall|彩虹=rainbow|海边=beach|"
        "街拍=street photography|宠物=pet"
    ),
    "clothes": (
        "风衣=trench coat|羽绒服=down jacket|外套=coat=jacket|牛仔裤=jeans|毛衣=针织衫=sweater|西装=suit|"
        "裙子=dress|衬衫=白衣服=shirt|婚纱=wedding dress|内衣=bra|鞋=shoes|帽子=hat|围巾=scarf|汉服|旗袍|新中式|"
        "防晒衣|书包=backpack|行李箱=suitcase"
    ),
    "stains": (
        "咖啡渍=coffee stain=latte=espresso=咖啡=美式|红酒=wine stain=red wine|墨水=ink|血渍=blood stain|油渍|"
        "口红印|草渍=grass stain"
    ),
    "makeup": (
        "口红=lipstick|粉底=底妆=foundation|眼影=eyeshadow|睫毛=mascara|腮红=blush|防晒=防晒霜=sunscreen|"
        "香水=perfume|眉毛=眉=eyebrow|美甲=nail polish|眼线=eyeliner|面膜=face mask|洗发水=shampoo"
    ),
    FESTIVALS: (
        "春节=过年=春节妆|元宵|清明|端午|七夕|中秋|国庆|重阳|万圣节=halloween|圣诞=圣诞节=christmas|"
        "情人节=valentine|母亲节=mother's day|父亲节=father's day|儿童节=六一|教师节|感恩节=thanksgiving|"
        "复活节=easter|双十一|618|冬至"
    ),
    PLACES: (
        "长沙|洛阳|济南|barcelona|madrid|berlin|budapest|porto|prague|edinburgh|taipei=台北|athens|dublin|istanbul|"
        "hanoi|iceland=冰岛|scotland=highlands|morocco|egypt|dubai|milan|florence|venice|naples|seville|munich|"
        "copenhagen|stockholm|oslo|helsinki|krakow|warsaw|zurich|geneva|brussels|new york|los angeles|"
        "san francisco|mexico city|桂林|京都=kyoto|东京=tokyo|大阪=osaka|巴黎=paris|伦敦=london|罗马=rome|"
        "里斯本=lisbon|仙本那|普吉|巴厘岛=bali|首尔=seoul|曼谷=bangkok|新加坡=singapore|佛山|潮汕|珠海|黄山|泰山|"
        "华山|张家界|崇礼|吉林=jilin|滇池|长白山|九寨沟|稻城|香格里拉|西双版纳"
    ),
    "rooms": (
        "玄关=entryway=hallway|客厅=living room|卧室=次卧=主卧=bedroom|书房|儿童房|阁楼=attic|地下室=basement|"
        "车库=garage"
    ),
    "gear": "器械=哑铃=杠铃=壶铃=弹力带=equipment=dumbbell=barbell=kettlebell=resistance band",
    "speeches": ("自我介绍|述职|年终总结=年度复盘|离职原因|婚礼致辞=司仪=wedding speech|周报|简历=resume"),
}
