"""Words of adjustments in spoken language: slang, dialect, photographers' terms, and descriptions of defects."""

from engines.language.lexicons.meanings import Amount, Dial, Direction, Marker, Named, Quality, Word
from engines.language.scanner import map_words

_B, _C, _S, _W, _SH, _ST = Dial

SPOKEN_WORDS: dict[str, Word] = {
    **map_words(Named(_B), ("高光|亮部|highlights|exposure level|brightness level",)),
    **map_words(Named(_W), ("白平衡|冷暖|white balance|color temp|colour temp|temp",)),
    **map_words(Named(_SH), ("锐度感|解析度|focus",)),
    **map_words(Named(_ST), ("风格感|effect strength|stylization level",)),
    **map_words(Quality(_B, 1), (
        "open them up|open it up|lift it up|lift them up|明朗|拉亮|更亮|亮化|提亮暗部|亮一亮|亮亮的|亮亮堂堂|光亮|"
        "bring the shadows up|bring up the shadows|"
        "lift the shadows|"
        "open up the shadows|open the shadows|raise the shadows|brighten the shadows|lift the blacks|more light|"
        "lighter up|bright up|brite|brighten it up|lighten it up|brighten this up|light it up|less dark|less gloomy|"
        "brightening|lightening|暗部提|暗部提一提|暗部提一下|暗部提高|阴影提一提|暗部拉|暗部抬|阴影提|阴影拉",
    )),
    **map_words(Quality(_B, -1), (
        "拉暗|压黑|暗点|黑一点|暗下来|暗下去|deepen the shadows|darken the shadows|less bright|less light|"
        "less exposure|"
        "less exposed|darkening|dimming",
    )),
    **map_words(Quality(_B, -1, True), ("dingy|dimly lit|shadowy|underlit|unlit|darkish",)),
    **map_words(Quality(_B, 1, True), ("dazzling|overlit|brightish",)),
    **map_words(Quality(_B, -1, is_fault=True), (
        "亮瞎|亮瞎眼|闪瞎|光太强|光线太强|曝了|过爆|爆光|太爆|blown out|blown|too much light|overexposure|over exposed|"
        "burnt out|burned out",
    )),
    **map_words(Quality(_B, 1, is_fault=True), (
        "光线不足|光不够|光线不够|黑咕隆咚|黑灯瞎火|黑黢黢|黑不溜秋|乌漆麻黑|乌漆抹黑|黑成一片|黑成一团|黑压压|黑糊糊|"
        "too little light|not enough light|underexposure|under exposed",
    )),
    **map_words(Quality(_S, -1, is_fault=True), (
        "花花绿绿|五颜六色|过饱和|饱和过头|太跳|荧光感|吵|太吵|闹|太闹|刺目|screaming|shouting|screaming at me|"
        "shouting at me|too noisy|太艳俗|大红大绿|冲|太冲|too many colors|too many colours|"
        "oversaturation",
    )),
    **map_words(Quality(_S, 1, is_fault=True), (
        "washed-out|drab|没颜色|没什么颜色|没有活力|死气沉沉|死板|没色彩|没有生气|没生气|lacks colour|lacks color",
    )),
    **map_words(Quality(_W, -1, is_fault=True), (
        "偏暖了|太偏暖|有点偏暖|偏暖啦|"
        "太黄|发橙|偏橙|蜡黄|黄不拉几|黄了吧唧|黄乎乎|黄不啦叽|jaundiced|yellow cast|orange cast|yellow tint|"
        "orange tint|"
        "less orange|less yellow|less red|less warm",
    )),
    **map_words(Quality(_W, 1, is_fault=True), (
        "惨白|冷飕飕|冷嗖嗖|阴森|blue cast|blue tint|clinical|sterile|less blue|less cold|less cool",
    )),
    **map_words(Quality(_SH, -1, is_fault=True), ("crunchy|too crunchy|crispy looking|太硬|生硬",)),
    **map_words(Quality(_SH, 1, is_fault=True), (
        "模模糊糊|糊成一团|糊成一片|没焦|虚焦|糊了吧唧|糊糊的|mushy|smudgy|pixelated|not sharp|unsharp",
    )),
    **map_words(Quality(_C, 1), (
        "去雾|除雾|去去雾|立体感|冲击力|通透感|有冲击力|有立体感|dehaze|defog|more depth|stand out|stands out|"
        "pop out|contrast up|contrasted",
    )),
    **map_words(Quality(_C, -1), ("less harsh|less contrasty|不那么硬",)),
    **map_words(Quality(_C, 1, is_fault=True), (
        "平平的|平淡无奇|灰灰的|灰灰|灰突突|灰秃秃|灰了吧唧|muddy|milky|too hazy|kinda flat|kind of flat|a bit flat|"
        "a little flat|pretty flat|so flat|very flat|really flat|rather flat|it's flat|its flat|bit flat|flat looking",
    )),
    **map_words(Quality(_S, -1, True), ("dead",)),
    **map_words(Quality(_S, 1), (
        "跳|跳一点|跳脱|多彩|缤纷|鲜|more colour|more color|more colors|more colours|juicier|more lively|saturate it|"
        "less dull|less pale|less muted|less grey|less gray|less washed out|less faded",
    )),
    **map_words(Quality(_S, -1), (
        "颜色压一压|颜色压一下|颜色压压|压一压颜色|高级灰|低饱和|素一点|less color|less colour|subdued|more subdued|"
        "more muted|less vivid|quieter|安静|安静点|"
        "less vibrant|less saturated|less colorful|less colourful|less intense|less garish|less gaudy",
    )),
    **map_words(Quality(_W, 1), (
        "红一点|红点|橙一点|橘一点|暖色|暖黄|暖调|橘调|黄调|more yellow|more golden|toastier|cozier|cosier|"
        "warmer light|warmer lighting|warm light|warmer tones|warmed up|warm it up|"
        "warm this up|warm things up|warm that up|make it warm|more warm|warming",
    )),
    **map_words(Quality(_W, -1), (
        "toward blue|towards blue|to the blue side|往蓝|"
        "cool it|cool this|cool that|蓝调|冷调|冷白|冷感|清凉|more blue|icier|chillier|cooled down|more cool|cooling",
    )),
    **map_words(Quality(_SH, 1), (
        "干净|干净清楚|tack sharp|more defined|defined|crispier|more crisp|less blurry|less soft|less fuzzy|"
        "less blurred|sharpening|不那么糊|hd",
    )),
    **map_words(Quality(_SH, -1), ("柔焦|soft focus|hazier|less sharp|less crisp|less detailed|softening|blurring",)),
    **map_words(Direction(1), (
        "juice it up|juice them up|juice up|拉|拉开|拉大|提档|加码|加大力度|strong|调足|给足|丰富|往高|往上|添|"
        "crank|jack up|"
        "jack|ramp up|ramp|amp up|amp|beef up|lift|hike|hike up|step up|bring up|raise up|pull up|upped|put up|"
        "dial it up|push it|crank it up|boost it|bump it up|pump it up|lift it up|lift them|raise them|"
            "make more of|give more",
    )),
    **map_words(Direction(-1), (
        "chill it|chill it out|chill out|weak|收一收|收收|收着点|收着|降一降|降降|减一减|减减|降档|往低|往下|"
        "拉下|拉下去|调弱|弱化|knock down|"
        "back it off|back off|ease it off|"
        "wind it back|"
        "knock back|bring it down|take it down|tame|ease|ease back|calm down|calm|mute|kill|go easy on|easy on|lay off|"
        "rein in|scale back|turn it down|dial it back|dial it down|tone it down|knock it back|pull it back|"
        "rein it in|calm them down|calm it down|calm that down|calm this down|tone them down|turn them down|"
        "bring them down|"
        "dial them back|ease them off|soften up|put down|pull down|knock",
    )),
    **map_words(Amount(0.1), ("smidge|smidgen|"
        "丢丢|一丁丁|一滴滴|一咪咪|一捏捏|一小丢丢|一奶奶|a wee bit|a smidgen|a skosh|a hint|"
        "an inch",)),
    **map_words(Amount(0.15), (
        "lil|适当|适度|适量|酌情|"
        "一档|一挡|一级|一格|半档|有那么一点|那么一点|那么一丢丢|一小点|一小点点|one notch|a couple notches|"
        "a few notches|"
        "half a stop|a stop|one stop|a click",
    )),
    **map_words(Marker.CAUSE, (
        "做|转成|转为|转换成|转换为|处理成|整成|搞成|弄成|convert|converted|into|turn into|correct|render|process",
    )),
    **map_words(Marker.NOT, ("不能|not as|not quite so",)),
    **map_words(Marker.TO, ("拉到|调到|降到|加到|升到|提到|减到|设到",)),
    **map_words(Amount(1.0, -1), ("最低|最小|拉到最低|调到最低|降到最低|minimum|to the minimum|to zero|to nothing",)),
    **map_words(Marker.FLIP, ("掉个个儿|掉个个|掉个儿|调个个儿|调个个|调个儿|掉个头|调个头|掉个面|左右反一下|"
    "左右反|反一下",)),
    **map_words(Marker.WEAK_ROTATE, ("掰|拧|扳",)),
    **map_words(Marker.BREAK, ("又要|又得|又想|也要",)),
    **map_words(Marker.ROTATE, ("turn it on its side|put it on its side|lay it on its side|turn it sideways|"
                                "on its side",)),
    **map_words(Marker.STATE, ("is looking|comes across|comes out|turns out|is coming out|look a|r",)),
    **map_words(Marker.FILLER, (
        "omg|wtf|smh|damn|dang|jeez|gosh|既|既要|更为|较为|更加地|歪|歪了|a smidge of|"
        "once|one time|带一带|带带|带|靠一靠|靠|走一走|走走|偏一偏|"
        "both|them both|both of them|fix both|fix both of them|improve both|correct both|sort both out|俩|两个|两样|"
        "两者|"
        "back|might|fam|lmao|lmfao|bestie|frfr|ngl|yo|pretty please|"
        "clean it up|clean this up|shift it|shift|toward|towards|about|roughly|approximately|whoa|多余|多余的|"
        "没用的|那块|那部分|味儿|味|dial|dial the|ratchet|must|must be|"
        "has to be|"
        "needs to be|have to|has to|ought to be|ought to|only|merely|simply|straight|purely|"
        "than the last one|than the last|than before|than it is|than it was|than last time|than previously|than it|"
        "than the previous one|than this one|wanna|gonna|gotta|please do|it be|be it|taking|pull|knocking|shaving|i'm|"
        "只|仅|只要|单纯|各|分别|各自|比刚才|比上一张|比之前|比原来|比上次|比这个|比这张|快|人家|"
        "would be nicer if|would be better if|it'd be nicer if|it'd be better if|would look better if|"
        "would look nicer if|would look better|"
        "i'd prefer it|i would prefer it|prefer it|even more so|更好|会更好|发现|do|af|rn|tho|though|走|嗷|唔|诶|欸|"
        "噻|贼|老|忒|巨|可好|dear|here|my friend|sir|bro|than that|than this|than now|"
        "of it|of this|its|much of|画儿|一调|一压|一拉|一降|一减|一加|色儿|俺|呃|额|其实|那个|给俺|thank u|ty|thx|"
        "sorry|kindly|would u|cn u|plz|"
        "a favor|a favour|oh|ah|ugh|ok so|and also|too|either|as well|honest|i guess|guess|i mean|mean|sort of|"
        "do it|do that|do this|try to|want to|need to|needs to|feel like|like that|a look|看看|瞅瞅|试试|感觉上|稍微的|"
        "看上去|看起来还|有一说一|说实话|总体来说|总的来说|整体上|总体上|总觉得|老觉得|的感觉|感|的话|倒是|再来|再给|"
        "再给我|再帮我|你把|你给",
    )),
    **map_words(Marker.TARGET, ("长条|长条的|空的|空着的|多余的|多出来的|多出的|空出来的|空白的|那一条|那条|那一块|"
                                "那一截|那截|那一片|一截|"
        "strip|empty strip|blank strip|blank part|empty part|empty bit|blank bit|blank area|empty area|empty space|"
        "blank space|extra bit|extra part|空白|留白|空白处|空的地方|亮的地方|暗的地方|黑的地方|白的地方|whites|"
        "the whites|"
        "blacks|the blacks|这幅|图里头|画里|the thing|this thing|this one|that one|the last one|latest",)),
}  # fmt: skip
"""Synonyms of words of the written lexicon, which takes precedence for a word in both."""
