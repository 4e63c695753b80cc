"""More words for the subjects: synonyms, and kinds, for which the report names the drawn subject as a substitute.

Each line has a name of the thing, then the words. A kind is listed only if most people would accept the drawing for
it; tests/unit/engines/painter/test_substitutes.py has the list of nouns that this is measured on.
"""

_SYNONYMS = """
t-shirt: 衬衫 shirt
triangular flag: flags 小旗 旗子 小旗子
adhesive bandage: bandage sticking-plaster
watch: wristwatch
woman’s sandal: 凉鞋
youtiao: fried-dough-stick
backpack: school-bag schoolbag
umbrella on ground: 遮阳伞 沙滩伞 beach-umbrella beach-parasol
firefighter: fireman 消防队员
graduation cap: 学士帽 博士帽 mortarboard
ping pong: 乒乓球拍 ping-pong-paddle table-tennis-paddle ping-pong-ball 乒乓球桌
straight ruler: 尺子 ruler 直尺
yo-yo: 溜溜球
tennis: tennis-ball
bowling: bowling-ball bowling-pin bowling-pins 保龄球瓶
pool 8 ball: billiard-ball 8-ball 台球球
rugby football: rugby-ball 橄榄球 rugby
badminton: badminton-racket badminton-racquet 羽毛球拍
ice hockey: hockey-puck puck hockey-stick 冰球棍 曲棍球棍 hockey
ring buoy: life-ring life-preserver life-buoy
goggles: swimming-goggles swim-goggles 泳镜 safety-goggles
go board: go-board-game
water pistol: water-gun 滋水枪
nesting dolls: matryoshka-doll matryoshka russian-doll nesting-doll
video game: game-controller gamepad
musical keyboard: keyboard-instrument electronic-keyboard
maracas: 沙锤
musical score: sheet-music
telescope: 天文望远镜
flute: bamboo-flute
goat: nanny-goat billy-goat
coins: copper-coin
paifang: paifang-gate
grill: barbecue-grill bbq-grill
party popper: 礼炮筒 礼花筒 礼花
confetti ball: confetti 彩纸屑 五彩纸屑
piñata: 皮纳塔
sparkler: 仙女棒
mirror ball: 迪斯科球 迪斯科灯球
bottle with popping cork: 香槟酒
headstone: tombstone gravestone
bell: jingle-bell jingle-bells 钟 铜钟 大钟 古钟 big-bell bronze-bell church-bell
new year picture child: new-year-picture
carp streamer: koinobori
clapper board: clapperboard film-clapper
film reel: 电影胶卷
ticket: movie-ticket cinema-ticket 电影票
skull: 骷髅头 头骨
robot: toy-robot 机器人玩具 玩具机器人
red heart: valentine-heart 情人节爱心
person rowing boat: rower 赛艇运动员 划船运动员
person playing water polo: water-polo-player 水球运动员
person biking: 自行车手 自行车运动员 cyclist 骑行者 骑车人
oil lamp: camping-lantern 露营灯
yarn: 编织针 ball-of-yarn ball-of-wool wool-ball 毛线球 毛线团
paper crane: origami 折纸
puzzle piece: jigsaw-puzzle jigsaw puzzle 拼图
market stall: 摊
pizza: pizza-slice slice-of-pizza 一块披萨
golden retriever: golden-retriever-puppy golden-retriever-dog
waffle: 松饼
baguette bread: baguette 法棍
desert island: 岛 小岛 岛屿 海岛 荒岛 island
pancakes: stack-of-pancakes pancake-stack pile-of-pancakes
playground slide: playground 儿童乐园
hamburger: cheeseburger 芝士汉堡
sushi: sushi-platter 寿司拼盘
folding hand fan: 扇子 纸扇 hand-fan
front-facing baby chick: duckling 小鸭 小鸭子 小黄鸭子
crab: 大闸蟹 hairy-crab
jack-o-lantern: halloween-pumpkin carved-pumpkin 万圣节南瓜 南瓜头 pumpkin-lantern 南瓜灯
pie: apple-pie pumpkin-pie 苹果派 南瓜派 cherry-pie blueberry-pie pecan-pie
bread: loaf-of-bread bread-loaf sourdough-bread rye-bread sourdough
watermelon: watermelon-slice slice-of-watermelon sliced-watermelon
flying disc: frisbee 飞盘
passenger ship: 大游轮
ring: wedding-ring engagement-ring 婚戒
honey pot: honey jar-of-honey honey-jar pot-of-honey 一罐蜂蜜 蜂蜜罐
person lifting weights: weightlifter 举重运动员
person climbing: rock-climber 攀岩者
ear of corn: grilled-corn corn-on-the-cob roasted-corn 烤玉米
carousel horse: merry-go-round
person fencing: fencer 击剑手
cow: milk-cow dairy-cow
diya lamp: diwali-lamp
boy: little-boy young-boy small-boy 儿子 孙子 弟弟 孩童 男娃 男生 小男生 son grandson toddler teenager
girl: little-girl young-girl small-girl 小姑娘 小丫头 女儿 孙女 妹妹 闺女 女娃 女生 小女生 daughter granddaughter
old man: 老翁 老者 老汉 老伯 大爷 老大爷 老头 老头儿 老爹 姥爷 外公 elder old-gentleman
old woman: 老太太 老婆婆 老太婆 老妇人 老妇 姥姥 外婆 大妈 大娘 老大娘 granny old-lady old-woman
snowman: snowmen
tanabata tree: tanabata tanabata-festival
ribbon: bow hair-bow big-bow
vinyl record: 唱片 record stack-of-records vinyl
coffee maker: espresso-machine
mountain cableway: cable-car gondola-lift ropeway
canned food: soup-can can-of-soup can-of-tomato-soup tin-can tin-of-soup 罐头
wood: log 原木 木头桩
soccer ball: 足球
raft: 竹排
beaver: 河狸
llama: 美洲驼 草泥马
empty nest: 鸟巢 鸟窝
wine glass: 红酒杯 葡萄酒杯
blowfish: pufferfish puffer-fish
stadium: 体育场 体育馆
umbrella: oil-paper-umbrella paper-umbrella
lantern: paper-lantern
deer: 梅花鹿 小鹿
angel: 天使
black bird: crow raven 乌鸦
fire engine: fire-truck firetruck
artist palette: 调色板
bucket: 水桶
spoon: 勺子 汤匙
fork and knife: fork 叉子 餐具
kitchen knife: 刀 菜刀
jar: 罐子 玻璃罐
wine bottle: bottle 瓶子
croissant: 牛角包
high voltage: lightning-bolt 闪电 lightning thunderbolt
wrapped gift: present gift-box
christmas tree: xmas-tree
mantelpiece clock: 钟表
cooking: frying-pan pan 平底锅
clown: 小丑
man student: 学生 男学生 student
woman student: 女学生
man teacher: 老师 教师 teacher
woman teacher: 女老师
candy: 糖果 sweets
saxophone: 萨克斯 萨克斯风 sax
locked: 锁 挂锁 lock padlock
person running: 跑步 跑步的人 runner
person golfing: 高尔夫 高尔夫球手
fireworks: firework 烟花 焰火 烟火
magic wand: 魔法棒 魔杖 wand
joker: 扑克牌 纸牌 playing-card
computer mouse: 鼠标
chocolate bar: 巧克力 chocolate
game die: 骰子 dice
teddy bear: 玩具熊 泰迪熊 teddy
woman zombie: 僵尸 zombie
necktie: 领带 tie
gloves: glove 园艺手套 gardening-gloves work-gloves
socks: sock
carpentry saw: 锯子 saw handsaw
soap: 肥皂 香皂
hair pick: 梳子 comb
lipstick: 口红 唇膏
shell: 贝壳 seashell
convenience store: 超市 便利店 supermarket 杂货店 小卖部 grocery-store grocery-shop corner-shop general-store
motor scooter: moped vespa 小电驴 电瓶车 电动自行车 踏板摩托 踏板车
mahjong red dragon: 麻将
magnifying glass tilted left: 放大镜 magnifier magnifying-glass
soft ice cream: ice-cream-cone 蛋筒 冰淇淋甜筒
shortcake: strawberry-cake strawberry-shortcake 草莓蛋糕 切块蛋糕
rock: 礁石 大石头 石头 岩石 boulder
roller coaster: rollercoaster
hot beverage: 热饮
man in tuxedo: 西装 suit
page facing up: 纸 paper
world map: 地图
old key: 古钥匙
leopard: 豹
cup with straw: 可乐 汽水 cola coke soda
chains: 铁链 锁链 chain
cowboy: 牛仔
custard: 布丁
bed: 床铺
prince: 王子
person with crown: 王后 皇后 国王 king queen monarch
shinto shrine: 鸟居 torii torii-gate
moai: easter-island-statue
cheese wedge: 奶酪 cheese swiss-cheese cheese-slice slice-of-cheese parmesan
package: box cardboard-box 纸箱 盒子
bubble tea: boba-tea milk-tea
broom: 扫把
top hat: 大礼帽 tall-hat
hat: 草帽 遮阳帽 太阳帽 straw-hat sun-hat
flying saucer: unidentified-flying-object
person in lotus position: 打坐的人 冥想 meditation
person juggling: 杂耍艺人
skier: 滑雪者
hourglass: 沙漏计时器
wind chime: 风铃铛
dress: gown evening-dress 长裙 晚礼服
door: 木门 wooden-door
canoe: wooden-canoe
mount fuji: fuji
railway track: 铁路 railroad
ninja: ninja-warrior 忍者武士
sickle: scythe
peach: nectarine 油桃
tangerine: clementine mandarin-orange 砂糖橘 沙糖桔
onion: shallot
beans: kidney-beans 芸豆
cookie: chocolate-chip-cookie oatmeal-cookie
coffee: americano mocha black-coffee
tropical drink: pina-colada
curry rice: katsu-curry curry 咖喱
flatbread: pita-bread roti chapati
shaved ice: snow-cone
ice cream: sorbet
avocado: 牛油果
bell pepper: 青椒 彩椒 菜椒 甜椒 柿子椒
hot pepper: chili-pepper chilli-pepper chili-peppers
pea pod: 豌豆 豌豆荚
ginger root: 生姜 老姜
roasted sweet potato: 红薯 地瓜 番薯
peanuts: peanut
bagel: 贝果
bento box: 便当
taco: 塔可 墨西哥塔可
worm: 蚯蚓 earthworm earth-worm
t-rex: 霸王龙 暴龙 tyrannosaurus tyrannosaurus-rex
mammoth: 猛犸象 猛犸 长毛象 woolly-mammoth
water buffalo: 水牛 buffalo
spiral shell: 海螺 conch conch-shell
nut and bolt: 螺母 螺帽 螺栓 hex-nut
electric plug: 插头 电源插头 power-plug
optical disk: compact-disc cd-disc
joystick: 摇杆
thermometer: 体温计 fever-thermometer clinical-thermometer
fuel pump: 加油机 gas-pump petrol-pump
oil drum: 油桶
pickup truck: 皮卡 皮卡车
kick scooter: 电动滑板车 electric-scooter e-scooter
ear with hearing aid: 助听器
mouse trap: mousetrap
stop sign: 停车标志
x-ray: X光片 x光片 胸片
signpost: 路标
nail polish: long-nails painted-nails manicured-nails her-nails finger-nails
"""
_KINDS = """
beef noodles: 过桥米线 重庆小面
person superhero: batman spiderman spider-man 蝙蝠侠 蜘蛛侠
person vampire: dracula 德古拉
merperson: siren 海妖
yellow crane tower: 滕王阁 岳阳楼 鹳雀楼
shiba: akita 秋田犬
brick wall: stone-wall 石墙
dress: 裙子 连衣裙
folding hand fan: fan
bird: ibis wren starling cuckoo
bird: blackbird finch 雀鸟 燕雀
flower: petunia anemone gardenia
flower: 杜鹃 海棠 海棠花
bouquet: garland
town hall: city-hall
dog: poodle terrier
dog: 泰迪 贵宾犬
cat: tabby persian tomcat 橘猫 狸花猫
horse: stallion mare mustang
woman student: 女高中生 schoolgirl
dove: pigeon 鸽
goose: gander
bison: buffalo-bull 美洲野牛
donkey: donkey-head 驴头
fish: school-of-fish shoal-of-fish 鱼群 bass cod mackerel minnow 鳕鱼
squid: giant-squid 大王乌贼 巨型乌贼
beetle: longhorn-beetle 天牛
snake: rattlesnake 响尾蛇
leaf: vine-leaf 葡萄叶
tree: elm ash cedar juniper larch 槐树 榆树 香樟 桉树
lotus: lily-pads 睡莲叶
deer: stag elk fawn doe
monkey: macaque gibbon marmoset 长臂猿 猕猴
sheep: lamb 羔羊 小羊
cow: cattle 牛犊 黄牛
pig: piglet hog sow 小猪
mouse: vole shrew 田鼠 rat 鼠
hamster: gerbil
frog: bullfrog
lizard: komodo skink 蜥蜴
crocodile: alligator caiman 短吻鳄
cactus: 仙人球
church: cathedral chapel abbey monastery 教堂 修道院
house: bungalow mansion farmhouse hovel 别墅 农舍 民居
castle: citadel chateau stronghold 堡垒 要塞
hut: shack 棚屋
factory: refinery 工厂 水泥厂 造纸厂 车间
school: kindergarten college university 幼儿园 大学 学堂
boat: skiff 小艇 画舫
car: minivan sedan hatchback cab 面包车 越野车 轿车 traffic-jam 堵车 塞车
delivery truck: van lorry 货车 厢式车
bicycle: 脚踏车
violin: viola fiddle 中提琴
drum: 手鼓
light bulb: 灯泡
crown: tiara diadem coronet 皇冠 冠冕
gem stone: topaz jewel
person in tuxedo: tuxedo 燕尾服
coat: blazer 羊毛衫
running shoe: sneaker trainer loafer 运动鞋
cupcake: 马芬
guard: sentry 卫兵
woman: goddess 女神
man: hero
elf: pixie goblin
ghost: phantom spectre banshee 幽灵 鬼魂
robot: automaton droid cyborg
island: isle atoll archipelago 群岛
astronaut: spacesuit space-suit 宇航服 太空服
milky way: galaxy spiral-galaxy 星系漩涡
meteor: asteroid 小行星 流星雨
satellite antenna: radar 雷达
telephone: antique-telephone
amphora: pottery clay-pot earthenware 陶罐 陶器
milk jug: jug
framed picture: mona-lisa 蒙娜丽莎
pyramid: mayan-pyramid 玛雅金字塔
suspension bridge: tower-bridge rope-bridge 伦敦塔桥 绳桥
horse rider: cavalryman horseman 骑兵
boot: cowboy-boot 牛仔靴
beehive: honeycomb 蜂窝
old key: 铜钥匙
"""


def list_synonyms() -> dict[str, str]:
    """Return the name of the thing for each of its other names."""
    return _parse_lines(_SYNONYMS)


def list_kinds() -> dict[str, str]:
    """Return the name of the thing that is drawn for each kind."""
    return _parse_lines(_KINDS)


def _parse_lines(table: str) -> dict[str, str]:
    lines = [line.partition(":") for line in table.strip().splitlines()]
    return {word.replace("-", " "): name for name, _, words in lines for word in words.split()}
