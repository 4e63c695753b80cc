"""Things that a topic names by their own word, and that the built-in painter can paint: the cover shows them."""

from engines.language.phrase import Phrase
from engines.language.scanner import Lexicon, split_words
from services.common.text.language import Text

_OBJECTS = (
    ("桌上的番茄", "tomatoes on a table", "番茄|小番茄|西红柿|tomato|tomatoes"),
    ("桌上的耳机", "a headphone on a table", "耳机|降噪耳机|headphones|earbuds"),
    ("花园里的自行车", "a bicycle in a garden", "骑行|自行车|单车|公路车|cycling|bicycle|bike"),
    ("窗边的吉他", "a guitar by the window", "吉他|guitar|ukulele|尤克里里"),
    ("窗边的钢琴", "a piano by the window", "钢琴|piano"),
    ("草地上的跑鞋", "a running shoe on a meadow", "跑步|五公里|十公里|马拉松|半马|running|marathon|10k|5k"),
    ("桌上的相机", "a camera on a table", "相机|摄影|拍照|夜景|camera|photography|photographing"),
    ("桌上的面条", "spaghetti on a table", "意面|意大利面|面条|pasta|spaghetti|noodles"),
    ("桌上的礼物", "a gift on a table", "礼物|送礼|gift|gifts|present|presents"),
    ("桌上的面包", "bread on a table", "面包|酸种|bread|sourdough|loaf"),
    ("桌上的寿司", "sushi on a table", "寿司|sushi"),
    ("桌上的饼干", "a cookie on a table", "饼干|曲奇|cookie|cookies"),
    ("桌上的盆栽", "a potted plant on a table",
     "绿植|盆栽|龟背竹|绿萝|monstera|houseplant|houseplants|repotting|herbs|compost|composting"),
    ("桌上的牛仔裤", "jeans on a table", "牛仔裤|jeans"),
    ("窗边的外套", "a coat by the window", "外套|羽绒服|风衣|大衣|coat|jacket"),
    ("桌上的闹钟", "an alarm clock on a table", "早起|闹钟|拖延|时间管理|time management|procrastination"),
    ("桌上的笔记本", "a notebook on a table",
     "手账|手帐|笔记|记账|错题本|论文|答辩|notes|notebook|journaling|budgeting"),
    ("桌上的铅笔", "a pencil on a table", "练字|画画|素描|drawing|sketching"),
    ("桌上的蜡烛", "a candle on a table", "蜡烛|candle|candles"),
    ("桌上的毛线", "yarn on a table", "钩针|毛线|编织|knitting|crochet"),
    ("桌上的鸡蛋", "an egg on a table", "鸡蛋|早餐|egg|eggs|breakfast"),
    ("桌上的饺子", "dumplings on a table", "饺子|包子|馄饨|dumplings"),
    ("草地上的帐篷", "a tent on a meadow", "露营|帐篷|camping|tent"),
    ("草地上的篮子", "a basket on a meadow", "野餐|picnic"),
    ("桌上的西兰花", "broccoli on a table",
     "青菜|蔬菜|带饭|减脂餐|素食|vegetables|vegetarian|meal prep|batch cooking"),
    ("草地上的鸡", "a chicken on a meadow", "养鸡|chickens|hens"),
    ("窗边的仓鼠", "a hamster by the window", "仓鼠|hamster"),
    ("公园里的鸟", "a bird in a park", "观鸟|鸟|birdwatching|birds"),
    ("窗边的鱼", "a fish by the window", "金鱼|养鱼|goldfish|aquarium"),
    ("桌上的试管", "a test tube on a table", "科学实验|小实验|science experiment|science experiments"),
    ("夜空下的望远镜", "a telescope under a starry sky", "观星|星空|天文|stargazing|astronomy"),
    ("窗边的浴缸", "a bathtub by the window", "洗澡|浴室|bath|bathing"),
    ("卧室里的床", "a bed by the window", "失眠|睡眠|午觉|sleep|insomnia"),
    ("客厅里的沙发", "a couch by the window", "租房|客厅|搬家|apartment|moving|flat"),
    ("桌上的笔记本电脑", "a laptop on a table",
     "面试|简历|述职|转行|数据分析|远程办公|interview|resume|remotely|home office"),
    ("雪地里的滑雪板", "skis in a snowfield", "滑雪|skiing"),
    ("草地上的羽毛球", "a badminton racket on a meadow", "羽毛球|badminton"),
)  # fmt: skip
_SCENES = tuple(Text(zh, en) for zh, en, _ in _OBJECTS)
_KNOWN = Lexicon({word: number for number, (_, _, words) in enumerate(_OBJECTS) for word in split_words(words)})


def find_objects(topic: str) -> tuple[Text, ...]:
    """Return the scenes of the things that *topic* names, the last first: it decides what the topic is about."""
    found = [_SCENES[match.value] for match in _KNOWN.find_all(Phrase(topic).folded)]
    return tuple(dict.fromkeys(reversed(found)))
