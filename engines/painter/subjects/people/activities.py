"""The table of activities: what they are called, and the pose and the parts that show them."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from engines.painter.subjects.people.roles import PartName

_OF = r"(?: (?:an?|the|his|her|their|some|of))*(?: [a-z]+)?"
_ZH = "(?:着|一?[个只把张本杯碗块架支盘束盏群些壶口]|了|的)*"

_ACTIVITIES = rf"""
read_news | reading{_OF} (?:news)?paper|reads{_OF} (?:news)?paper|[看读]{_ZH}报纸?|读报 | center - | newspaper | -
read | reading(?:{_OF} (?:books?|novel|comic|story|stories|letter))?|reads(?:{_OF} (?:books?|novel|comic|story))?|with a book|(?:[看读翻捧]{_ZH}(?:小说|漫画|绘本|故事书|书本?)|阅读|念书) | center - | book | library
write_formula | (?:writing|writes)(?: [a-z]+)* (?:blackboard|chalkboard|whiteboard)|at (?:a|the) blackboard|in front of (?:a|the) blackboard|lecturing|(?:在)?黑板前?(?:上|面)?(?:写|讲|推导)[^,，。]{{0,6}}|(?:在)?黑板前|讲课|上课 | raise - | blackboard chalk | -
calligraphy | (?:writing|practicing|doing|practising) (?:chinese )?calligraphy|writes calligraphy|[写练]{_ZH}(?:毛笔字|书法|大字|春联|对联)|挥毫 | work_raise stand | calligraphy brush | -
write | writing(?:{_OF} (?:letter|diary|novel|homework|book|poem|notes))?|doing{_OF} homework|写{_ZH}(?:信|作业|日记|小说|诗|字)|做作业 | work stand | desk | -
guitar | (?:playing|plays|strumming|strums){_OF} guitar|[弹拿]{_ZH}(?:木|电)?吉他|吉他弹唱 | strum - | guitar notes | -
violin | (?:playing|plays){_OF} violin|拉{_ZH}小提琴 | violin - | violin notes | -
cello | (?:playing|plays){_OF} cello|拉{_ZH}大提琴 | violin sit | stool cello notes | -
erhu | (?:playing|plays){_OF} erhu|拉{_ZH}二胡 | violin sit | stool erhu notes | -
piano | (?:playing|plays|practicing){_OF} piano|弹{_ZH}钢?琴 | work sit | piano notes | -
guqin | (?:playing|plays){_OF} (?:guqin|guzheng|zither)|[弹抚奏]{_ZH}(?:古琴|古筝|筝)|抚琴 | work cross | zither notes | -
pipa | (?:playing|plays){_OF} pipa|[弹抱]{_ZH}琵琶 | strum sit | stool pipa notes | -
flute | (?:playing|plays){_OF} (?:flute|recorder|bamboo flute)|吹{_ZH}(?:笛子?|长笛|竹笛|箫|洞箫) | flute - | flute notes | -
saxophone | (?:playing|plays){_OF} (?:saxophone|sax)|吹{_ZH}萨克斯风? | strum - | saxophone notes | -
trumpet | (?:playing|plays|blowing|blows){_OF} (?:trumpet|horn|bugle)|吹{_ZH}(?:小号|喇叭|号角?|唢呐) | flute - | trumpet notes | -
drums | (?:playing|plays|beating|beats){_OF} drum(?:s| kit)?|drumming|[敲打]{_ZH}(?:架子鼓|爵士鼓) | work_raise sit | drum_kit | -
hand_drum | (?:敲锣)?[打敲击]{_ZH}(?:大|腰|手|小)?鼓 | work - | hand_drum | -
accordion | (?:playing|plays){_OF} accordion|拉{_ZH}手风琴 | guard - | accordion notes | -
sing | (?:singing|sings) into{_OF} microphone|holding{_OF} microphone|[拿握对]{_ZH}(?:话筒|麦克风)(?:唱歌)? | hold - | microphone notes | -
tea | (?:drinking|drinks|sipping|sips|having|enjoying|tasting){_OF} tea|[喝品饮]{_ZH}(?:早|下午)?茶|茶道 | sip sit | stool tea_cup tea_table | -
make_tea | (?:making|pouring|brewing){_OF} tea|[泡沏倒煮]{_ZH}茶 | work cross | tea_table | -
coffee | (?:drinking|drinks|sipping|sips|having|enjoying){_OF} coffee|with a cup of coffee|[喝端]{_ZH}咖啡 | mouth - | mug | -
eat_noodles | eating(?: [a-z]+)* (?:noodles|ramen|rice|soup|pho)|eats(?: [a-z]+)* (?:noodles|ramen|rice)|吃{_ZH}(?:拉面|面条|米线|泡面|米饭|火锅|面|饭) | hold_both - | bowl_food | -
make_dumplings | (?:making|wrapping|folding){_OF} (?:dumplings|wontons)|包{_ZH}(?:饺子|馄饨|粽子|包子) | work stand | dumplings | -
eat_dumplings | (?:eating|eats|sharing)(?: [a-z]+)* dumplings|吃{_ZH}(?:饺子|馄饨|汤圆|小笼包) | hold stand | dumplings chopsticks | -
eat_bento | (?:eating|eats)(?: [a-z]+)* (?:bento|lunch)|吃{_ZH}(?:便当|午饭|午餐) | hold_both - | bento | -
eat_ice_cream | (?:eating|eats|licking|licks|holding)(?: [a-z]+)* ice cream(?: cone)?|[吃舔拿]{_ZH}(?:冰淇淋|冰激凌|雪糕|冰棍|甜筒) | mouth - | ice_cream | -
eat_watermelon | (?:eating|eats)(?: [a-z]+)* watermelon|[吃啃]{_ZH}西瓜 | center - | watermelon | -
eat | (?:eating|having|eats|has)(?: [a-z]+)* (?:dinner|breakfast|supper|a meal|food)|dining|吃{_ZH}(?:晚饭|早饭|早餐|晚餐|东西|大餐) | work stand | dinner | -
cook | cooking(?:{_OF} (?:dinner|food|meal|soup|breakfast|lunch|noodles))?|cooks|stir-?frying|frying{_OF} (?:egg|eggs|fish|rice)|做饭|做菜|炒菜|烹饪|煮{_ZH}(?:饭|菜|汤|面)|下厨|颠勺 | work_raise stand | apron#fbfbf6 stove spoon | kitchen
bake | baking(?:{_OF} (?:bread|cake|cakes|cookies))?|kneading{_OF} dough|烤{_ZH}(?:面包|蛋糕|饼干)|揉{_ZH}面团?|做{_ZH}(?:面包|蛋糕) | work stand | apron#c98a4a baker_table rolling_pin | kitchen
latte | pouring{_OF} latte art|pouring{_OF} (?:milk|coffee|latte)|making{_OF} (?:coffee|latte)(?: art)?|(?:拉花|[冲煮做]{_ZH}咖啡(?:拉花)?) | hold_both stand | coffee_bar pitcher | -
skateboard | skateboarding|skateboards|riding{_OF} skateboard|on a skateboard|(?:[玩踩滑]{_ZH}滑板|滑滑板) | open skate | skateboard | city
ice_skate | ice[- ]skating|ice[- ]skates|skating|figure skating|(?:溜冰|滑冰) | open arabesque | skates | snowfield
ballet | (?:dancing|doing|practicing){_OF} ballet|跳{_ZH}芭蕾舞? | ballet tiptoe | tutu pointe_shoes bun | studio
ribbon_dance | (?:dancing|dances) with{_OF} (?:ribbons?|silk)|(?:跳{_ZH}(?:古典舞|民族舞|水袖舞|飘带舞)|舞{_ZH}(?:绸|水袖|飘带|长袖)) | dance arabesque | ribbon | -
dance | dancing|dances|跳{_ZH}(?:街舞|广场舞|舞)|起舞|舞蹈 | dance kick | notes | -
paint | painting(?:{_OF} (?:picture|canvas|landscape|portrait|painting|flowers|mountain))?(?: (?:at|on) (?:an?|the) (?:easel|canvas))?|paints(?:{_OF} (?:picture|canvas|landscape))?|sketching|(?:画画|作画|写生|绘画|画{_ZH}(?:油画|水彩|山水|风景)) | hold_both - | easel palette brush | -
garden | gardening|watering{_OF} (?:flowers|plants|garden|roses|vegetables)|waters{_OF} (?:flowers|plants|garden)|浇{_ZH}(?:花|水|菜)|园艺|养花|种花 | hold - | watering_can flower_bed | garden
plant | planting{_OF} (?:tree|trees|rice|seeds|seedlings|flowers|crops)|farming|hoeing|plowing|种{_ZH}(?:树|菜|地|田)|插秧|锄{_ZH}(?:地|草|禾)|耕{_ZH}[地田] | hold - | crops hoe | meadow
pick_tea | (?:picking|picks|harvesting|harvests){_OF} tea(?: leaves)?|采{_ZH}茶叶? | work - | tea_bushes back_basket | mountains
carry_pole | carrying{_OF} (?:shoulder|bamboo|carrying) pole|挑{_ZH}(?:担子?|扁担|水桶?|箩筐) | shoulder walk | carrying_pole | -
sleep_desk | (?:asleep|sleeping|napping|dozing)(?: off)? (?:at|on|over) (?:an?|the|his|her)(?: [a-z]+){{1,2}}|(?:dozing off|nodding off)|趴在[^,，。]{{1,5}}睡着?了?|打{_ZH}(?:瞌睡|盹) | slump slouch | asleep | -
sleep | sleeping(?: in (?:an?|the|his|her) bed)?|sleeps|asleep|napping|睡{_ZH}(?:觉|懒觉|着)|午睡|熟睡|睡在床上|躺在床上 | down stand | asleep bed | bedroom
photo | (?:taking|takes|snapping|shooting){_OF} (?:photos?|pictures?|photographs?)|photographing|with a camera|拍{_ZH}(?:照片?|照|摄影|相)|摄影|(?:拿|举)着?(?:照)?相机 | face - | camera | -
selfie | (?:taking|takes){_OF} selfies?|自拍 | raise - | phone | -
phone | (?:looking at|looks at|checking|using|staring at|scrolling|texting on|on){_OF} (?:phone|phones|smartphone|cellphone)|texting|[看玩刷用盯低头]{{1,2}}{_ZH}手机 | hold - | phone | -
call | (?:talking|speaking|shouting|calling|talks|shouts) (?:on|into|over){_OF} (?:phone|telephone)|on the phone|phoning|[打接]{_ZH}电话 | ear - | handset | -
music | listening to music|listens to music|wearing headphones|with headphones|听{_ZH}(?:音乐|歌)|戴着?耳机 | hips - | headphones notes | -
fish | fishing(?: (?:by|on|in) (?:the|a) (?:lake|river|pier|sea|bank|shore))?|fishes|angling|钓{_ZH}鱼|垂钓 | hold sit | stool fishing_rod | lake
walk_dog | walking{_OF} dogs?|walks{_OF} dogs?|(?:遛|牵)着?(?:他的|她的)?(?:一?[只条])?(?:小)?狗 | hold walk | dog_leash | -
kite | (?:flying|flies){_OF} kites?|放{_ZH}(?:风筝|纸鸢) | raise - | kite | meadow
umbrella | (?:holding|holds|under|with|carrying|opening|sharing){_OF} umbrella|[撑打举]{_ZH}(?:透明|红|油纸|花|黑)?(?:雨|纸|阳)?伞 | raise - | parasol | -
lantern | (?:holding|carrying|holds|carries|with){_OF} lantern|[提打拎举]{_ZH}(?:红)?(?:灯笼|花灯|宫灯) | hold - | lantern | -
hug_cat | (?:holding|hugging|holds|hugs|cuddling|carrying|petting|stroking){_OF} (?:cat|kitten)|[抱撸搂]{_ZH}(?:小|橘|黑|白)?猫咪? | center - | cat | -
carry_child | (?:holding|hugging|carrying|carries|holds|rescuing|saving){_OF} (?:child|kid|baby|boy|girl|infant|toddler)(?: (?:in (?:his|her) arms|out of [a-z ]+))?|抱{_ZH}(?:小孩|孩子|婴儿|宝宝|小女孩|小男孩|娃) | center - | child | -
hold_ball | (?:holding|holds|hugging|carrying){_OF} (?:basket)?ball|[抱拿]{_ZH}(?:篮球|皮球) | center - | ball | -
go | (?:playing|plays){_OF} (?:chess|go|weiqi|xiangqi|checkers)|下{_ZH}(?:围棋|象棋|棋) | work cross | go_board | -
knit | knitting(?:{_OF} (?:sweater|scarf))?|knits|织{_ZH}(?:毛衣|围巾|毛线) | guard sit | armchair knitting | -
sew | sewing(?:{_OF} (?:dress|clothes|shirt))?|sews|(?:缝{_ZH}(?:衣服|衣裳|纫|补)|踩{_ZH}缝纫机|做{_ZH}衣服) | work stand | sewing_machine | -
weave | weaving(?:{_OF} (?:cloth|carpet|rug|silk))?|weaves|织{_ZH}布|纺{_ZH}(?:织|线|纱) | work sit | loom | -
pottery | (?:making|shaping|throwing){_OF} (?:pottery|pots?|vase|clay)|做{_ZH}(?:陶艺|陶器|陶瓷|泥塑)|捏{_ZH}(?:陶|泥人) | guard sit | apron#d9c9a8 potter_wheel | -
sweep | sweeping(?:{_OF} (?:leaves|floor|street|yard|courtyard|steps|snow))?|sweeps(?:{_OF} (?:leaves|floor|street|yard|courtyard|steps|snow))?|扫{_ZH}(?:落叶|地|院子|街|雪|马路|叶子) | pole - | broom | -
hammer | hammering(?:{_OF}(?: [a-z]+)? (?:horseshoe|sword|iron|metal|anvil|steel))?|forging(?:{_OF} (?:sword|iron|horseshoe|blade))?|打铁|锻造|铸剑|敲打[^,，。]{{0,5}}(?:铁|剑|马蹄铁) | work_raise - | anvil forge hammer | -
shop | shopping|shops|carrying (?:shopping )?bags|购物|逛街|逛超市|提着?购物袋|买东西 | hips walk | shopping | city
football | (?:playing|plays|kicking|kicks){_OF} (?:football|soccer|ball)|踢{_ZH}(?:足球|球) | open kick | football | meadow
tennis | (?:playing|plays){_OF} (?:tennis|badminton)|打{_ZH}(?:网球|羽毛球) | raise walk | racket | meadow
box | boxing|打{_ZH}拳击 | guard apart | gloves | -
tai_chi | (?:doing|practicing|practising){_OF} (?:tai chi|kung fu|martial arts)|打{_ZH}(?:太极拳?|功夫)|[练习]{_ZH}(?:武|功夫|武术|太极拳?)|舞剑 | tai_chi lunge | kungfu_suit | -
archery | (?:shooting|drawing){_OF} (?:bow|arrow|arrows)|archery|with (?:a )?bow and arrows?|射{_ZH}箭|拉弓 | archer apart | quiver bow | -
jump_rope | (?:jumping|skipping|jumps|skips) (?:a )?rope|跳{_ZH}绳 | hold_both stand | rope | -
swing | (?:on|swinging on){_OF} swing|swinging|荡{_ZH}秋千|坐在秋千上 | up sit | swing | garden
bubbles | blowing{_OF} bubbles|blows{_OF} bubbles|吹{_ZH}(?:泡泡|肥皂泡) | hold - | bubbles | -
balloons | (?:holding|holds|with|carrying){_OF} balloons?|[拿牵举]{_ZH}(?:红|彩色)?气球 | raise - | balloons | -
flowers | (?:holding|holds|with|carrying|picking){_OF}(?: [a-z]+)? (?:flowers|bouquet|roses)|[捧拿抱]{_ZH}(?:鲜花|花束|玫瑰花?|花) | center - | flowers | -
gift | (?:holding|giving|opening|holds|carrying|with){_OF} (?:gift|present|presents|gifts)|[捧拿抱送拆]{_ZH}(?:礼物|礼盒) | center - | gift | -
sell_potatoes | (?:selling|sells|roasting)(?: [a-z]+)* (?:sweet potatoes|chestnuts|corn)|卖{_ZH}(?:烤红薯|烤地瓜|糖炒栗子|烤玉米|红薯)|烤{_ZH}(?:红薯|地瓜) | work - | cart | city
sell | (?:selling|sells)(?: [a-z]+){{1,2}}|摆{_ZH}(?:地)?摊|卖{_ZH}(?:水果|蔬菜|菜|橘子|苹果|橙子|瓜|东西) | work - | stall | city
feed_birds | feeding{_OF} (?:pigeons|birds|doves|ducks|chickens)|喂{_ZH}(?:鸽子|鸟|鸭子|鸡) | hold - | birds | -
operate | (?:operating|performing surgery)(?: on{_OF}(?: patient)?)?|做{_ZH}手术|动{_ZH}手术 | work_raise - | operating_table surgical_lamp scalpel | -
conduct | conducting{_OF} orchestra|指挥{_ZH}(?:乐队|交响乐团?) | up - | baton notes | -
pray | praying|prays|祈祷|祷告|拜佛|合十|许愿 | pray - | - | -
wave | waving(?: (?:hello|goodbye|his hand|her hand))?|waves|挥手|招手|打招呼 | raise - | - | -
laptop | (?:working|typing|coding|programming)(?: (?:on|at){_OF} (?:laptop|computer))?|(?:用|玩|敲){_ZH}(?:电脑|键盘|代码)|写代码|加班 | work stand | laptop | -
game | (?:playing|plays)(?: [a-z]+)* (?:video games?|games?)|gaming|[打玩]{_ZH}(?:电子|电脑|电玩)?游戏 | center sit | armchair gamepad | -
jump | jumping(?: for joy)?|jumps|跳起来|蹦跳 | up leap | - | -
mop | mopping(?:{_OF} floor)?|拖{_ZH}地 | pole - | mop | -
camp | (?:sitting by|around|at) (?:a |the )?(?:camp)?fire|camping|围着?篝火|烤火|露营 | center cross | campfire | -
magic | (?:doing|performing) magic(?: tricks)?|变魔术 | raise_hold - | wand_and_rabbit | -
treasure_map | (?:reading|studying|holding|looking at){_OF} map|[看拿]{_ZH}地图 | center - | map | -
travel | (?:pulling|carrying|with){_OF} suitcase|hiking|backpacking|[拖拉提]{_ZH}行李箱?|徒步|背着?(?:大)?背包|旅行 | hold walk | backpack staff | -
snowball | (?:playing|plays) with{_OF} (?:snow|snowballs?)|snowball fight|打{_ZH}雪仗 | raise - | snowball | snowfield
meditate | meditating|meditates|打坐|冥想|坐禅|参禅 | pray cross | - | -
sit | sitting(?: (?:down|alone|cross-legged))?|sits|seated|坐着|坐下 | - sit | stool | -
"""
_RAW = "-"


@dataclass(frozen=True, slots=True)
class PersonActivity:
    """An activity: the words for it, poses and parts that show it ("" for unchanged ones), and surroundings."""

    key: str
    pattern: re.Pattern[str]
    arms: str
    legs: str
    parts: tuple[PartName, ...]
    setting: str


@cache
def load_activities() -> Mapping[str, PersonActivity]:
    """Return all activities by key."""
    activities = (_parse_activity(line) for line in _ACTIVITIES.strip().splitlines())
    return {activity.key: activity for activity in activities}


def _parse_activity(line: str) -> PersonActivity:
    key, words, pose, parts, setting = (column.strip() for column in re.split(r" \| ", line))
    arms, legs = ("" if name == _RAW else name for name in pose.split())
    named = [part.partition("#") for part in parts.split() if part != _RAW]
    pattern = re.compile(rf"(?<![a-z])(?:{words})(?![a-z])")
    parted = tuple((name, mark + color) for name, mark, color in named)
    return PersonActivity(key, pattern, arms, legs, parted, "" if setting == _RAW else setting)
