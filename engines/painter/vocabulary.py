"""The words that the parser knows, Chinese and English, lower case. English words also match with a plural s or es."""

from engines.painter.scene import Setting, Subject, TimeOfDay, Weather
from services.common.contract.image_chat import Medium

SUBJECTS: dict[Subject, str] = {
    Subject.CAT: "猫 猫咪 小猫 喵 cat kitten kitty",
    Subject.DOG: "狗 小狗 犬 dog puppy puppies",
    Subject.TIGER: "虎 老虎 tiger",
    Subject.FOX: "狐狸 狐 fox",
    Subject.PANDA: "熊猫 大熊猫 panda",
    Subject.BEAR: "熊 bear",
    Subject.RABBIT: "兔 兔子 rabbit bunny bunnies hare",
    Subject.HORSE: "马 骏马 horse pony ponies",
    Subject.BIRD: "鸟 小鸟 bird",
    Subject.OWL: "猫头鹰 owl",
    Subject.FISH: "鱼 fish",
    Subject.WHALE: "鲸 鲸鱼 whale",
    Subject.BUTTERFLY: "蝴蝶 蝶 butterfly butterflies",
    Subject.DRAGON: "龙 巨龙 神龙 中国龙 金龙 青龙 dragon",
    Subject.WOMAN: (
        "女孩 女人 女子 少女 女士 姑娘 美女 美人 佳人 女郎 贵妇 女性 妈妈 阿姨 大婶 妇女 妇人 妻子 太太 姐姐 小姐 主妇 "
        "母亲 woman women girl lady mother mom mum mommy wife aunt auntie housewife sister"
    ),
    Subject.MAN: (
        "叔叔 大叔 小伙子 小伙 青年 年轻人 丈夫 先生 哥哥 汉子 男人 男子 少年 男士 男性 爸爸 父亲 "
        "man men gentleman father dad daddy guy lad uncle husband brother"
    ),
    Subject.PERSON: "人 人像 人物 肖像 头像 自画像 person people portrait face human",
    Subject.ASTRONAUT: "宇航员 航天员 太空人 astronaut cosmonaut spaceman",
    Subject.ROBOT: "机器人 机甲 robot android mech cyborg",
    Subject.SUNFLOWER: "向日葵 sunflower",
    Subject.ROSE: "玫瑰 蔷薇 rose",
    Subject.TULIP: "郁金香 tulip",
    Subject.LOTUS: "荷花 莲花 莲 荷 睡莲 lotus waterlily",
    Subject.BLOSSOM: "樱花 梅 sakura blossom cherryblossom",
    Subject.FLOWER: "花 花朵 鲜花 花卉 flower floral bloom",
    Subject.TREE: "树 大树 老树 树木 tree",
    Subject.BAMBOO: "竹 竹子 bamboo",
    Subject.CACTUS: "仙人掌 cactus cacti",
    Subject.MUSHROOM: "蘑菇 mushroom",
    Subject.APPLE: "苹果 apple",
    Subject.HOUSE: "房子 房屋 小屋 木屋 屋 house cottage cabin home villa",
    Subject.CASTLE: "城堡 宫殿 castle palace fortress",
    Subject.LIGHTHOUSE: "灯塔 lighthouse",
    Subject.PAGODA: "塔 宝塔 寺 寺庙 楼阁 古建筑 pagoda shrine",
    Subject.BRIDGE: "桥 石桥 拱桥 小桥 bridge stonebridge archbridge",
    Subject.BOAT: "船 小船 帆船 轮船 舟 boat ship sailboat",
    Subject.CAR: "汽车 车 轿车 car automobile vehicle",
    Subject.TRAIN: "火车 列车 train",
    Subject.ROCKET: "火箭 飞船 太空船 rocket spaceship spacecraft",
    Subject.BALLOON: "热气球 hotairballoon",
    Subject.COFFEE: "咖啡 咖啡杯 coffee cup mug 杯子",
    Subject.CAKE: "蛋糕 甜点 cake dessert",
    Subject.BOOK: "书 书本 书籍 book",
    Subject.UMBRELLA: "伞 雨伞 油纸伞 umbrella parasol",
    Subject.LANTERN: "灯笼 纸灯笼 lantern",
    Subject.TEAPOT: "茶壶 茶 teapot tea",
    Subject.MAPLE: "枫树 枫 枫叶林 红枫 mapletree maple",
    Subject.CHERRY_TREE: "樱花树 樱树 桃树 桃花树 樱桃树 cherrytree",
    Subject.DRAGONFLY: "蜻蜓 dragonfly damselfly",
    Subject.GUQIN: "古琴 古筝 筝 七弦琴 guqin zither guzheng",
    Subject.EIFFEL_TOWER: "埃菲尔铁塔 巴黎铁塔 艾菲尔铁塔 eiffeltower",
    Subject.GREAT_WALL: "长城 万里长城 greatwall",
    Subject.WINDMILL: "风车 风车房 windmill",
    Subject.VILLAGE: "村庄 村子 村落 小村 小村庄 山村 渔村 小镇 古镇 村镇 炊烟 village hamlet town",
    Subject.WATERFALL: "瀑布 waterfall cascade",
    Subject.PAVILION: "亭 亭子 凉亭 亭台 pavilion gazebo",
    Subject.BUN: "包子 肉包 baozi steamedbun",
    Subject.CANDIED_HAWS: "糖葫芦 冰糖葫芦 tanghulu",
    Subject.DRAGON_BOAT: "龙舟 龙船 赛龙舟 划龙舟 dragonboat",
    Subject.TEMPLE_OF_HEAVEN: "天坛 祈年殿 templeofheaven",
    Subject.PEARL_TOWER: "东方明珠 东方明珠塔 电视塔 广播塔 orientalpearltower pearltower tvtower televisiontower",
    Subject.BIG_BEN: "大本钟 伊丽莎白塔 bigben clocktower 钟楼",
    Subject.SUSPENSION_BRIDGE: "吊桥 悬索桥 金门大桥 斜拉桥 大桥 suspensionbridge goldengatebridge",
    Subject.ROAD: "公路 道路 马路 高速公路 路 盘山公路 road highway",
    Subject.KENNEL: "狗屋 狗窝 狗舍 doghouse kennel",
    Subject.SOFA: "沙发 长沙发 sofa couch",
    Subject.VASE: "花瓶 瓷瓶 青花瓷 青花瓷瓶 青花瓶 vase flowervase porcelainvase",
    Subject.GRANDFATHER_CLOCK: "落地钟 落地座钟 老爷钟 座钟 摆钟 grandfatherclock pendulumclock longcaseclock",
    Subject.CAGE: "鸟笼 笼子 笼 birdcage cage",
    Subject.BOWL: "碗 bowl",
    Subject.BASKET: "篮子 竹篮 提篮 花篮 篮 basket wickerbasket",
    Subject.FISHBOWL: "鱼缸 金鱼缸 玻璃鱼缸 水族箱 fishbowl fishtank goldfishbowl",
    Subject.MACARON: "马卡龙 macaron macaroon",
    Subject.COLORED_PENCIL: "彩色铅笔 彩铅笔 彩笔 coloredpencil colouredpencil colorpencil",
    Subject.DAISY: "雏菊 小雏菊 daisy daisies",
    Subject.DANDELION: "蒲公英 dandelion",
    Subject.WISTERIA: "紫藤 紫藤花 wisteria",
    Subject.FIREFLY: "萤火虫 firefly fireflies lightningbug",
    Subject.FISHERMAN: "渔夫 渔翁 渔民 钓鱼的人 钓鱼的老人 钓鱼人 fisherman fishermen angler",
    Subject.KNIGHT: "骑士 铠甲骑士 盔甲 knight knights suitofarmor",
    Subject.LION_DANCE: "舞狮 舞狮子 醒狮 狮子舞 liondance",
    Subject.CRANE: "仙鹤 丹顶鹤 白鹤 鹤 redcrownedcrane cranebird",
    Subject.GULL: "海鸥 seagull gull",
    Subject.STARFISH: "海星 starfish",
    Subject.PERSIMMON: "柿子 persimmon",
    Subject.POMEGRANATE: "石榴 pomegranate",
    Subject.IGLOO: "冰屋 igloo",
    Subject.LAVENDER: "薰衣草 lavender lavenderflower",
    Subject.LILY: "百合 百合花 lily lilies",
    Subject.WILLOW: "柳树 垂柳 杨柳 willow willowtree",
    Subject.CLIFF: "悬崖 峭壁 断崖 cliff",
    Subject.GATE_TOWER: "天安门 故宫 紫禁城 城楼 午门 城门 forbiddencity citygate",
    Subject.COLOSSEUM: "斗兽场 罗马斗兽场 古罗马斗兽场 colosseum",
    Subject.CHINESE_KNOT: "中国结 chineseknot",
    Subject.HARP: "竖琴 harp",
    Subject.PIPA: "琵琶 pipa",
    Subject.CITY: (
        "城市 都市 大厦 天际线 街景 上海 北京 东京 "
        "纽约 city cities skyline metropolis downtown cityscape tokyo shanghai"
    ),
    Subject.MOUNTAINS: (
        "山 群山 山脉 山峰 雪山 高山 山水 山水画 山谷 半山腰 山腰 山间 mountain alps peak valley mountainside"
    ),
    Subject.SEA: "海 大海 海洋 海浪 波浪 海景 浪 sea ocean wave seascape",
    Subject.FOREST: "森林 树林 丛林 林 forest woods jungle woodland",
    Subject.MOON: "月亮 月 满月 明月 圆月 moon fullmoon",
    Subject.SUN: "太阳 日出 sun sunrise",
    Subject.PLANET: "星球 行星 地球 土星 planet earth saturn",
}

SETTINGS: dict[Setting, str] = {
    Setting.GARDEN: "花园 花海 花丛 公园 庭院 garden park flowerbed",
    Setting.MEADOW: (
        "大草原 热带草原 苔原 草地 草原 田野 草坪 田园 meadow grassland field prairie countryside savanna savannah "
        "steppe tundra pasture"
    ),
    Setting.HILLSIDE: "山坡 山丘 小山坡 坡上 hill hillside hilltop slope",
    Setting.TERRACES: "梯田 稻田梯田 梯田风光 riceterrace terracedfield terracedricefield",
    Setting.CANYON: "峡谷 大峡谷 科罗拉多大峡谷 canyon grandcanyon gorge",
    Setting.KITCHEN: "厨房 灶台 kitchen",
    Setting.BEDROOM: "卧室 睡房 bedroom",
    Setting.BATHROOM: "浴室 卫生间 洗手间 bathroom",
    Setting.LIVING_ROOM: "客厅 起居室 livingroom",
    Setting.CLASSROOM: "教室 课堂 classroom",
    Setting.LIBRARY: "图书馆 书房 library",
    Setting.ROOFTOP: "屋顶 楼顶 天台 房顶 rooftop roof",
    Setting.CITY: "街道 街头 大街 街 城里 小巷 巷子 巷口 巷子口 胡同 弄堂 street alley avenue urban",
    Setting.BEACH: "海滩 沙滩 海边 海岸 beach seaside shore coast",
    Setting.UNDERWATER: "水下 海底 水底 深海 underwater undersea reef aquarium",
    Setting.POND: "池塘 水池 荷塘 荷花池 荷花塘 莲池 莲花池 睡莲池 鱼塘 pond pool waterlilypond lilypond lotuspond",
    Setting.LAKE: (
        "湖 湖泊 湖边 湖畔 湖面 湖水 湖上 西湖 河 河边 河畔 河面 河上 江 江边 江面 江上 "
        "水里 水中 浅水 水面 shallowwater thewater lake lakeside lakeshore river riverside riverbank"
    ),
    Setting.FIELD: (
        "麦田 金色麦田 金色的麦田 金黄的麦田 金黄色的麦田 稻田 金色的稻田 罂粟花田 罂粟田 红色的罂粟花田 "
        "绿色的茶园 金黄的稻田 金黄色的稻田 金黄的油菜花田 黄色的油菜花田 油菜花田 油菜花海 薰衣草田 紫色的薰衣草田 "
        "薰衣草花田 茶园 茶田 花田 农田 玉米田 郁金香花田 郁金香田 向日葵花田 向日葵田 "
        "wheatfield lavenderfield ricefield rapeseedfield cornfield teafield tulipfield sunflowerfield "
        "poppyfield farmland"
    ),
    Setting.NORTHERN_LIGHTS: "极光 北极光 northernlights aurora auroras",
    Setting.DESERT: "沙漠 戈壁 沙丘 desert dune",
    Setting.SNOWFIELD: "雪地 雪景 雪原 冰原 冰面 冰上 浮冰 snowfield snowy arctic icy icefield icefloe",
    Setting.SPACE: "太空 宇宙 银河 星系 外太空 space galaxy universe cosmos nebula outerspace",
    Setting.SKY: "天空 空中 天上 云端 sky clouds",
    Setting.TABLE: "桌 桌上 桌子 静物 室内 房间 窗边 table desk indoors indoor room",
    Setting.BAMBOO_GROVE: "竹林 bamboogrove",
}

TIMES_OF_DAY: dict[TimeOfDay, str] = {
    TimeOfDay.NIGHT: (
        "夜 夜晚 晚上 夜里 夜间 夜景 夜色 深夜 午夜 夜空 星空 霓虹 月光 月下 "
        "night midnight nighttime starry neon moonlight moonlit dark"
    ),
    TimeOfDay.SUNSET: (
        "日落 夕阳 夕阳西下 黄昏 晚霞 傍晚 落日 黎明 拂晓 日出时 早晨 早上 清晨 "
        "sunset dusk twilight evening sundown dawn daybreak atsunrise morning"
    ),
    TimeOfDay.DAY: "白天 中午 正午 阳光 晴天 day daytime noon midday sunny sunlight",
}

WEATHERS: dict[Weather, str] = {
    Weather.RAIN: "雨 下雨 雨天 雨中 暴雨 暴风雨 rain rainy raining storm stormy thunderstorm",
    Weather.SNOW: "雪 下雪 雪天 雪花 冬天 冬季 冬 snow snowing snowfall winter snowflake",
    Weather.PETALS: "春 春天 春季 花瓣 spring springtime petal",
    Weather.LEAVES: "秋 秋天 秋季 落叶 红叶 autumn fall",
    Weather.STARS: "星空 星星 繁星 star starry stars",
    Weather.FOG: "雾 薄雾 云雾 雾气 fog foggy mist misty",
}

MEDIA: dict[Medium, str] = {
    Medium.NEON: (
        "赛博朋克 赛博 霓虹 蒸汽波 科幻 未来主义 全息 "
        "cyberpunk cyber neon synthwave vaporwave outrun futuristic hologram"
    ),
    Medium.INK_WASH: "水墨 水墨画 国画 中国画 写意 山水画 泼墨 墨 ink inkwash sumi sumie",
    Medium.WATERCOLOR: "水彩 水彩画 淡彩 watercolor watercolour aquarelle",
    Medium.OIL: "油画 梵高 印象派 莫奈 厚涂 油彩 巴洛克 oil impasto gogh impressionist impressionism monet",
    Medium.PIXEL: "像素 像素画 像素风 像素艺术 8位 8bit 8-bit 16-bit 16bit pixel pixelart",
    Medium.FLAT: "扁平 扁平化 扁平风 平涂 矢量 插画 极简 孟菲斯 flat vector minimal minimalist",
    Medium.LINE_ART: "线稿 线描 线条 素描 白描 简笔画 铅笔画 速写 lineart line-art outline sketch pencil linework",
    Medium.ANIME: "动漫 动画 二次元 日漫 漫画 吉卜力 宫崎骏 新海诚 卡通 anime manga ghibli cartoon cel",
    Medium.CRAYON: "蜡笔 蜡笔画 儿童画 彩铅 粉笔 色粉 crayon pastel chalk childlike",
    Medium.PAPER_CUT: "剪纸 纸雕 折纸 纸艺 papercut paper-cut origami papercraft",
    Medium.MOSAIC: "马赛克 镶嵌 mosaic tessellated",
    Medium.STAINED_GLASS: "彩色玻璃 彩绘玻璃 花窗 stainedglass",
    Medium.WOODBLOCK: "浮世绘 版画 木刻 葛饰北斋 ukiyo-e ukiyoe ukiyo woodblock woodcut linocut hokusai",
    Medium.PHOTO: (
        "写实 照片 摄影 真实 逼真 胶片 电影感 photo photograph photography photorealistic photoreal realistic cinematic"
    ),
    Medium.LOW_POLY: "低多边形 多边形 lowpoly low-poly polygonal polygon",
    Medium.POINTILLISM: "点彩 点彩派 点描 点画 修拉 pointillism pointillist seurat stippling",
    Medium.POP_ART: "波普 波普艺术 美漫 沃霍尔 popart pop-art warhol lichtenstein halftone comic",
}

PHRASES: dict[str, str] = {
    "water lily pond": "waterlilypond",
    "lily pond": "lilypond",
    "lotus pond": "lotuspond",
    "stone bridge": "stonebridge",
    "arch bridge": "archbridge",
    "(rose|lotus|tulip|lily|iris|orchid|peony|poppy|daisy|lavender|jasmine|magnolia|hydrangea) flower": r"\1",
    "orange tabby (cat|kitten)": r"orange \1",
    "tabby (cat|kitten)": r"\1",
    "big ben": "bigben",
    "forbidden city": "forbiddencity",
    "chinese knot": "chineseknot",
    "willow tree": "willowtree",
    "crane bird": "cranebird",
    # A crane is the bird, unless a word states that it lifts loads or is folded.
    "(?<!paper )(?<!origami )(?<!tower )(?<!construction )(?<!building )(?<!harbor )(?<!port )(?<!mobile )(?<!crowned )"
    "crane(s?)(?! truck| lift| operator| machine| on (?:a |the )?(?:construction|building)| lifting)": r"cranebird\1",
    "red crowned crane": "redcrownedcrane",
    "red-crowned crane": "redcrownedcrane",
    "fish tank": "fishtank",
    "fish bowl": "fishbowl",
    "goldfish bowl": "goldfishbowl",
    "clock tower": "clocktower",
    "temple of heaven": "templeofheaven",
    "oriental pearl tower": "orientalpearltower",
    "pearl tower": "pearltower",
    "tv tower": "tvtower",
    "television tower": "televisiontower",
    "suspension bridge": "suspensionbridge",
    "golden gate bridge": "goldengatebridge",
    "flower vase": "flowervase",
    "porcelain vase": "porcelainvase",
    "grandfather clock": "grandfatherclock",
    "pendulum clock": "pendulumclock",
    "longcase clock": "longcaseclock",
    "bird cage": "birdcage",
    "wicker basket": "wickerbasket",
    "colored pencil": "coloredpencil",
    "coloured pencil": "colouredpencil",
    "color pencil": "colorpencil",
    "lightning bug": "lightningbug",
    "suit of armor": "suitofarmor",
    "lion dance": "liondance",
    "living room": "livingroom",
    "dog house": "doghouse",
    "ink wash": "inkwash",
    "pixel art": "pixelart",
    "line art": "lineart",
    "line drawing": "lineart",
    "paper cut": "papercut",
    "paper art": "papercut",
    "low poly": "lowpoly",
    "pop art": "popart",
    "oil painting": "oil",
    "van gogh": "gogh",
    "stained glass window": "stainedglass",
    "stained glass": "stainedglass",
    "comic book": "popart",
    "outer space": "outerspace",
    "train (?=crossing (?:an?|the|over) )": "train that is ",
    "castles? (?:that is |which is )?(?:made|built) (?:out )?of sand": "sandcastle",
    "bamboo grove": "bamboogrove",
    "bamboo forest": "bamboogrove",
    "cherry blossom tree": "cherrytree",
    "cherry tree": "cherrytree",
    "cherry blossom": "cherryblossom",
    "maple tree": "mapletree",
    "eiffel tower": "eiffeltower",
    "great wall of china": "greatwall",
    "great wall": "greatwall",
    "water lily": "waterlily",
    "hot[ -]air balloons": "hotairballoons",
    "hot air balloon": "hotairballoon",
    "hot-air balloon": "hotairballoon",
    "star sky": "starry",
    "starry sky": "starry",
    "at sunrise": "atsunrise",
    "flower field": "flowerbed",
    "terraced rice (?:field|paddie|paddy)": "terracedricefield",
    "rice terrace": "riceterrace",
    "terraced (?:field|paddie|hill)": "terracedfield",
    "grand canyon": "grandcanyon",
    "golden wheat field": "wheatfield",
    "red poppy field": "poppyfield",
    "field of (?:red )?poppie": "poppyfield",
    "green tea field": "teafield",
    "tea field": "teafield",
    "wheat field": "wheatfield",
    "field of wheat": "wheatfield",
    "purple lavender field": "lavenderfield",
    "lavender field": "lavenderfield",
    "field of lavender": "lavenderfield",
    "golden rice field": "ricefield",
    "rice field": "ricefield",
    "rice paddy": "ricefield",
    "rice paddies": "ricefield",
    "rapeseed field": "rapeseedfield",
    "(?:(?:yellow rapeseed|canola) field|field of (?:rapeseed|canola))": "rapeseedfield",
    "corn field": "cornfield",
    "tea plantation": "teafield",
    "tulip field": "tulipfield",
    "field of tulips": "tulipfield",
    "sunflower field": "sunflowerfield",
    "field of sunflowers": "sunflowerfield",
    "poppy field": "poppyfield",
    "northern lights": "northernlights",
    "aurora borealis": "northernlights",
    "full moon": "fullmoon",
    "four-leaf clover": "four leaf clover",
    "four-leaved clover": "four leaf clover",
    "dragon boat race": "dragonboat",
    "dragon boat": "dragonboat",
    "steamed bun": "steamedbun",
    "candied haw": "tanghulu",
    "candied hawthorn": "tanghulu",
    "(?:shallow|calm|still|clear) water": "shallowwater",
    "deep (?:blue )?water": "underwater",
    "crystal[ -](?=clear|shallowwater)": "",
    "oak (?=table|desk|floor|door|chair|bench|shelf|cabinet|box|chest)": "wooden ",
    "(?:on|in) the sand(?! ?castle| ?dune)(?!.*desert)": "on the beach",
    "(?:emerald|jade) green": "green",
    "(?:ruby|coral) red": "red",
    "sapphire blue": "blue",
    # The name of a stone or a flower before what has its color.
    "emerald (?=lake|sea|water|eye|sky|forest|hill|valley|ocean)": "green ",
    "sapphire (?=lake|sea|water|eye|sky|ocean)": "blue ",
    "amber (?=eye|sky|sunset|light|glow|sea)": "golden ",
    "lilac (?=eye|sky|sunset|light|dress|wall|cloud)": "purple ",
    "(?:deep dark|dark deep|dark) water": "dark underwater",
    "(?<=on )(?:the )?ice(?! cream| cube)": "icefield",
    "(?<!under )(?<!beneath )(?<!glass of )(?<!bottle of )the water": "thewater",
    "under the sea": "underwater",
    "beneath the sea": "underwater",
    "under the water": "underwater",
    "snow scene": "snowfield",
    "snowy (?:landscape|scene|scenery)": "snowfield",
    r"((?:cactus|plant|flower|bonsai|succulent|aloe|herb|rose|tulip|orchid|fern|basil|mint|tree)(?:s|es)?) in (?:an? )?"
    r"((?:[a-z]+ )?)pot": r"\1 in a \2flower pot",
    "frozen (?:pond|lake|river)|ice rink": "icefield",
    "ice floe": "icefloe",
    "black and white": "monochrome",
    "oak tree(?! with)": "oak",
    "cable cars": "gondola lifts",
    "cable car(?! tram)": "gondola lift",
    r"(?:st|saint)\.? george": "knight",
    "cherryblossom branch": "cherryblossom",
    "(?:(?:plum |peach )?blossom|blossoming) branch": "blossom",
    "family picnic": "family having a picnic",
    "(?:snowy |snow-capped |snow-covered |snow capped |snowcapped )?mountain peak": "mountain",
    "(?:snowy|snow-capped|snow-covered|snow capped|snowcapped) mountain": "mountain",
    r"basket of (?:(?:fruits?|mangoe?|pineapple|banana|orange|apple|papaya|melon|lemon)(?:s|es)?(?:,? and |, )?)+"
    "(?= on (?:her|his|their|the) head)": "basket of fruit",
    # What lies between "sleeping" and the animal describes the animal.
    r"(?:sleeping|sleepy) ((?:(?:little|small|cute|fluffy|big|fat|orange|ginger|black|white|brown|gr[ae]y|striped) )+)"
    "(cat|kitten|dog|puppy|fox|bear|panda|tiger|lion|rabbit|bunny)": r"\1sleeping \2",
    r"(cat|kitten|dog|puppy|fox|bear|panda|tiger|lion|rabbit|bunny) (?:is |that is |lies |lying )"
    "(?:sleeping|asleep)": r"sleeping \1",
    "tree (?:full of|(?:laden|loaded|heavy|covered) with|covered in) (?:ripe |red )?(apple|orange|lemon)": r"\1 tree",
    "blonde? (woman|girl|lady|man|boy|child|princess)": r"\1 with blond hair",
}
"""English phrases and the word that replaces each."""

_SLEEPERS_ZH = "猫咪|小猫|猫|小狗|狗狗|狗|小狐狸|狐狸|小熊|棕熊|北极熊|大熊猫|熊猫|熊|小老虎|老虎|狮子|小兔子|兔子"
"""Animals of which there is a drawing asleep."""
_PEOPLES_ZH = "苗族|藏族|维吾尔族|少数民族"
_LYING_ZH = "(?:趴|躺|蜷缩?|窝)?在[^,，。;；]{1,6}?[上里下旁边中]"
_ASLEEP_ZH = "(?:睡觉|大睡|睡着了?|熟睡|打盹|打瞌睡|酣睡)"

PHRASES_ZH: dict[str, str] = {
    "(?m)^霓虹灯(?=[,，:：])": "霓虹",
    "(冰箱|衣柜|烤箱)的?门(?:打开着?了?|开着|大开着?|敞开着?)": r"打开的\1",
    f"(?:穿着?)?({_PEOPLES_ZH})的?(?:传统|民族)?(?:服装|服饰|衣服|盛装|裙子)的(?:姑娘|女孩|少女|女子|女人)": r"\1姑娘",
    "(?:结冰|冰封|冰冻|结了冰)的?(?:湖面|河面|池塘|湖|河)": "冰面",
    "(樱花|梅花|桃花)(?:树枝|枝条?)": r"\1",
    "([白红黑蓝绿紫青粉黄])衣(女子|少女|姑娘|女孩|女人|仙女|美女)": r"穿\1裙子的\2",
    "([白红黑蓝绿紫青黄])衣(男子|少年|侠客|剑客|公子|书生|老人|道士|僧人)": r"穿\1长袍的\2",
    "(?:一头)?金(?:色头)?发的?(小?女孩|女人|女子|少女|姑娘|男孩|男人|少年|公主)": r"有金色头发的\1",
    "[结挂长]满了?[大小红青]*(苹果|橘子|橙子|柠檬)的[大老小]?树": r"\1树",
    f"(?:睡觉|睡着|熟睡|打盹|沉睡)的([大小老]?(?:橘|黑|白|灰|棕|花|黄)色?的?)({_SLEEPERS_ZH})": r"\1睡觉的\2",
    f"({_SLEEPERS_ZH})(?:正|正在)?睡在": r"睡觉的\1在",
    f"({_SLEEPERS_ZH})({_LYING_ZH})(?:正|正在|呼呼)?{_ASLEEP_ZH}": r"睡觉的\1\2",
}
"""Chinese phrases, as patterns, and the word that replaces each."""

DECOYS = (
    "开满花 开满了花 开满鲜花 满花 开花 "
    "中国 法国 英国 美国 德国 荷兰 意大利 印度 埃及 希腊 俄罗斯 韩国 泰国 西班牙 "
    "人字 一字形 烟花 海报 城墙 马虎 花纹 花样 人工 火花 书法 书签 家具 云南 "
    "ground stripe stripes 条纹 斑点 龙卷风 水龙头 报刊亭 蘑菇云 老虎机 车站 日本 树脂 山寨 上海滩 贴纸"
)
"""Words that contain a known character and mean something else."""
