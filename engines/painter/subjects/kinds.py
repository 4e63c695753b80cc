"""More words for the subjects: synonyms, and kinds, for which the report names the drawn subject as a substitute.

Each line has a name of the thing, then the words. A kind is listed only if most people would accept the drawing for
it; tests/unit/engines/painter/test_substitutes.py has the list of nouns that this is measured on.
"""

_SYNONYMS = """
t-shirt: t恤
adhesive bandage: bandage
file folder: folder
watch: wristwatch
pushpin: 图钉
safety pin: 别针
woman’s sandal: 凉鞋
youtiao: fried-dough-stick fried-dough-sticks
backpack: school-bag schoolbag
umbrella on ground: 遮阳伞 沙滩伞 beach-umbrella beach-parasol
firefighter: fireman 消防队员
graduation cap: 学士帽 博士帽 mortarboard
ping pong: 乒乓球拍 ping-pong-paddle table-tennis-paddle
straight ruler: 尺子 ruler 直尺
yo-yo: 溜溜球
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
jack-o-lantern: halloween-pumpkin carved-pumpkin 万圣节南瓜 南瓜头
pie: apple-pie pumpkin-pie 苹果派 南瓜派
bread: loaf-of-bread bread-loaf
watermelon: watermelon-slice slice-of-watermelon sliced-watermelon
flying disc: frisbee 飞盘
passenger ship: 游轮 cruise-liner ocean-liner 大游轮
ring: wedding-ring engagement-ring 婚戒
honey pot: honey jar-of-honey honey-jar pot-of-honey 一罐蜂蜜
person biking: cyclist 骑行者 骑车人
person lifting weights: weightlifter 举重运动员
person climbing: rock-climber 攀岩者
ice hockey: hockey
ear of corn: grilled-corn corn-on-the-cob roasted-corn 烤玉米
hot springs: hot-spring
carousel horse: merry-go-round
speedboat: jet-ski 摩托艇
person fencing: fencer
cow: milk-cow dairy-cow
diya lamp: diwali-lamp
boy: little-boy young-boy small-boy 儿子 孙子 弟弟 孩童 男娃 男生 小男生 son grandson toddler teenager
girl: little-girl young-girl small-girl 小姑娘 小丫头 女儿 孙女 妹妹 闺女 女娃 女生 小女生 daughter granddaughter
old man: 老翁 老者 老汉 老伯 大爷 老大爷 老头 老头儿 老爹 姥爷 外公 elder old-gentleman
old woman: 老太太 老婆婆 老太婆 老妇人 老妇 姥姥 外婆 大妈 大娘 老大娘 granny old-lady old-woman
snowman: snowmen
yarn: ball-of-yarn ball-of-wool wool-ball 毛线球 毛线团
tanabata tree: tanabata tanabata-festival
ribbon: bow hair-bow big-bow
vinyl record: 唱片 record stack-of-records vinyl
coffee maker: espresso-machine
mountain cableway: cable-car gondola-lift ropeway
canned food: soup-can can-of-soup can-of-tomato-soup tin-can tin-of-soup
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
wine bottle: bottle 瓶子 酒瓶
croissant: 牛角包
high voltage: lightning-bolt
wrapped gift: present gift-box
christmas tree: xmas-tree
jack-o-lantern: pumpkin-lantern 南瓜灯
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
high voltage: 闪电 lightning thunderbolt
person running: 跑步 跑步的人 runner
person golfing: 高尔夫 高尔夫球手
fireworks: firework 烟花 焰火 烟火
magic wand: 魔法棒 魔杖 wand
joker: 扑克牌 纸牌 playing-card
computer mouse: 鼠标
chocolate bar: 巧克力 chocolate
puzzle piece: 拼图 jigsaw
game die: 骰子 dice
teddy bear: 玩具熊 泰迪熊 teddy
woman zombie: 僵尸 zombie
necktie: 领带 tie
gloves: glove
socks: sock
carpentry saw: 锯子 saw handsaw
soap: 肥皂 香皂
hair pick: 梳子 comb
lipstick: 口红 唇膏
shell: 贝壳 seashell clam
convenience store: 超市 便利店 supermarket 杂货店 小卖部 grocery-store grocery-shop corner-shop general-store
motor scooter: moped vespa 小电驴 电瓶车 电动自行车 踏板摩托
mahjong red dragon: 麻将
magnifying glass tilted left: 放大镜 magnifier magnifying-glass
soft ice cream: ice-cream-cone 蛋筒 冰淇淋甜筒
shortcake: strawberry-cake strawberry-shortcake 草莓蛋糕 切块蛋糕
rock: 礁石 大石头 石头 岩石 boulder
roller coaster: rollercoaster
hot beverage: 热饮
t-shirt: 衬衫 T恤 shirt
man in tuxedo: 西装 suit
page facing up: 纸 paper
world map: 地图
old key: 古钥匙
books: 书堆
leopard: 豹
cup with straw: 可乐 汽水 cola coke soda
beverage box: 果汁 橙汁 juice
knot: 绳子 绳索 rope
chains: 铁链 锁链 chain
cowboy: 牛仔
metro: 地铁 subway
custard: 布丁
bed: 床铺
prince: 王子
person with crown: 王后 皇后 国王 king queen monarch
turtle: sea-turtle
bell: 钟 铜钟 大钟 古钟 big-bell bronze-bell church-bell
shinto shrine: 鸟居 torii torii-gate
moai: easter-island-statue
desert island: 小岛 岛屿
cheese wedge: 奶酪 cheese
package: box cardboard-box 纸箱 箱子 盒子
bubble tea: boba-tea
headstone: gravestone
broom: 扫把
nesting dolls: russian-doll nesting-doll
honey pot: 蜂蜜罐
ring buoy: life-buoy
top hat: 大礼帽 tall-hat
hat: 草帽 遮阳帽 太阳帽 straw-hat sun-hat
flying saucer: unidentified-flying-object
person in lotus position: 打坐的人 冥想 meditation
person juggling: 杂耍艺人
person fencing: 击剑手
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
"""
_KINDS = """
beef noodles: 螺蛳粉 酸辣粉 过桥米线 重庆小面
person superhero: superman batman spiderman spider-man 超人 蝙蝠侠 蜘蛛侠
person vampire: dracula 德古拉
merperson: siren 海妖
yellow crane tower: 滕王阁 岳阳楼 鹳雀楼
golden retriever: labrador 拉布拉多 拉布拉多犬
shiba: akita 秋田犬
pug: french-bulldog 法斗
ostrich: emu 鸸鹋
heron: egret
lily of the valley: snowdrop 雪滴花
clarinet: oboe 双簧管
tuba: french-horn trombone 圆号 长号
brick wall: stone-wall 石墙
monstera: pothos 绿萝
dress: qipao 旗袍 裙子 连衣裙
folding hand fan: 团扇 fan
bird: pelican stork toucan quail 鹌鹑 巨嘴鸟 鹈鹕 heron egret ibis
flower: orchid poppy
water buffalo: yak 牦牛
bouquet: garland
town hall: city-hall
dog: bulldog poodle husky terrier beagle dalmatian greyhound pug retriever chihuahua dachshund 金毛
dog: corgi shiba 柴犬 柯基 哈士奇 泰迪 边牧 萨摩耶 斗牛犬 贵宾犬 腊肠犬 吉娃娃
cat: tabby siamese persian tomcat 布偶猫 暹罗猫 英短 橘猫 狸花猫
horse: foal stallion mare mustang colt 驹 马驹
bird: magpie canary wren thrush starling nightingale lark cuckoo woodpecker kingfisher swallow blackbird
woman student: 女高中生 schoolgirl
bird: 喜鹊 燕子 金丝雀 百灵 夜莺 画眉 云雀 黄鹂
dove: pigeon 鸽
bird: finch hummingbird 雀鸟 燕雀 蜂鸟
eagle: vulture condor 秃鹫 秃鹰
owl: barn-owl 仓鸮 谷仓猫头鹰
goose: gander
seal: walrus sea-lion 海象
bison: buffalo-bull 美洲野牛
donkey: donkey-head 驴头
hedgehog: porcupine 豪猪
tropical fish: clownfish clown-fish 小丑鱼
fish: salmon piranha school-of-fish shoal-of-fish 三文鱼 鲑鱼 食人鱼 鱼群
squid: giant-squid 大王乌贼 巨型乌贼
honeybee: wasp hornet 黄蜂 马蜂
beetle: scarab longhorn-beetle 圣甲虫 天牛
snake: rattlesnake 响尾蛇
leaf: oak-leaf vine-leaf ginkgo-leaf 橡树叶 葡萄叶 银杏叶
tree: birch baobab fruit-tree 白桦树 桦树 猴面包树 果树 银杏 ginkgo
lotus: lily-pads 睡莲叶
herb: fern 蕨
penguin: puffin
whale: sperm-whale 抹香鲸 orca narwhal beluga 虎鲸 独角鲸 白鲸
deer: stag elk antelope reindeer caribou gazelle fawn doe 驯鹿 羚羊
leopard: snow-leopard 雪豹 panther cheetah cougar puma jaguar 猎豹 美洲豹 黑豹
monkey: baboon lemur macaque gibbon marmoset 狒狒 狐猴 长臂猿 猕猴
sheep: lamb 羔羊 小羊
cow: calf heifer cattle 牛犊 黄牛
pig: piglet hog sow 小猪
mouse: vole shrew 田鼠
hamster: gerbil guinea-pig 豚鼠 荷兰猪
frog: toad bullfrog 蟾蜍 癞蛤蟆
lizard: gecko chameleon 壁虎 守宫 变色龙 iguana komodo skink 蜥蜴 鬣蜥
crocodile: alligator caiman 短吻鳄
butterfly: moth 飞蛾 蛾子
fish: trout tuna bass cod mackerel guppy minnow sardine 鳟鱼 金枪鱼 鲈鱼 鳕鱼
tulip: crocus 番红花
flower: daffodil iris carnation marigold chrysanthemum petunia pansy dahlia anemone azalea camellia
flower: magnolia gardenia jasmine narcissus 水仙 康乃馨 杜鹃 山茶 茉莉 牵牛花 绣球 海棠 木兰 玉兰 鸢尾
flower: 桂花 水仙花 茉莉花 杜鹃花 山茶花 牵牛花 绣球花 海棠花 木兰花 玉兰花 鸢尾花 兰花 康乃馨花
sailboat: pirate-ship 海盗船
tree: elm fir spruce poplar sycamore ash cedar cypress juniper larch 杨树 槐树 梧桐 柏树 杉树 榆树 香樟 桉树
cactus: succulent 仙人球 多肉
church: cathedral chapel abbey monastery 教堂 修道院
house: bungalow mansion farmhouse hovel 别墅 农舍 民居 四合院
castle: citadel chateau stronghold 堡垒 要塞
hut: shack shed 茅屋 草屋 棚屋
factory: mill refinery 工厂 水泥厂 造纸厂 车间
school: kindergarten college university 幼儿园 大学 学堂
boat: skiff barge schooner catamaran 小艇 画舫
car: minivan sedan limousine hatchback cab 面包车 越野车 轿车
delivery truck: van lorry 货车 厢式车
bicycle: tandem 脚踏车
violin: viola cello fiddle 大提琴 中提琴
guitar: ukulele mandolin sitar 尤克里里 曼陀林
drum: bongo 手鼓 腰鼓
light bulb: 灯泡
lantern: 花灯 兔子灯 宫灯
crown: tiara diadem coronet 皇冠 冠冕
gem stone: sapphire emerald ruby topaz amethyst jewel 红宝石 蓝宝石 祖母绿
person in tuxedo: tuxedo 燕尾服
coat: blazer 羊毛衫
running shoe: sneaker trainer loafer 运动鞋
spaghetti: lasagna pasta linguine 意面
cupcake: muffin brownie 马芬
cooked rice: risotto pilaf 炒饭
hot beverage: espresso
dumpling: wonton ravioli 馄饨 锅贴
guard: sentry 卫兵
mouse: rat 鼠
woman: goddess 女神
man: hero
elf: gnome pixie goblin 地精 小矮人
ghost: phantom spectre banshee 幽灵 鬼魂
robot: automaton droid cyborg
island: isle atoll archipelago 群岛
sailboat: galleon tall-ship caravel 大帆船 古帆船
boat: rowing-skiff
small airplane: biplane 双翼机
rocket: space-shuttle 航天飞机
astronaut: spacesuit space-suit 宇航服 太空服
milky way: galaxy spiral-galaxy 星系漩涡
meteor: asteroid 小行星 流星雨
satellite antenna: radar 雷达
piano: grand-piano 三角钢琴
watch: pocket-watch 怀表
telephone: antique-telephone
chair: rocking-chair 摇椅
mantelpiece clock: cuckoo-clock 布谷鸟钟
amphora: pottery clay-pot earthenware 陶罐 陶器
cooking pot: cauldron wok 大锅 炒锅
milk jug: jug pitcher
framed picture: mona-lisa 蒙娜丽莎
castle: sand-castle sandcastle 沙堡
pyramid: mayan-pyramid 玛雅金字塔
suspension bridge: tower-bridge rope-bridge 伦敦塔桥 绳桥
oyster: 珍珠贝
curtain: stage theater-stage 舞台
world map: treasure-map 藏宝图
horse rider: cavalryman horseman 骑兵
boot: cowboy-boot 牛仔靴
potted plant: flower-pot 花盆 bonsai 盆景
leafy green: cabbage 白菜 大白菜
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
