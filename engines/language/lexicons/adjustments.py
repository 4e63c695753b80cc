"""Words of adjustments, and their meanings."""

from engines.language.lexicons.meanings import (
    Amount,
    Complaint,
    Dial,
    Direction,
    Edge,
    Marker,
    Named,
    Pixels,
    Quality,
    Ratio,
    Resize,
    Word,
)
from engines.language.lexicons.spoken_adjustments import SPOKEN_WORDS
from engines.language.scanner import Lexicon, map_words

_B, _C, _S, _W, _SH, _ST = Dial

WORDS: Lexicon[Word] = Lexicon({
    **SPOKEN_WORDS,
    **map_words(Named(_B), ("亮度|明度|曝光|曝光度|光线|光|brightness|exposure|luminance|luminosity|light|lights|"
        "lighting",)),
    **map_words(Named(_C), ("对比度|对比|反差|层次|层次感|contrast|tonal range",)),
    **map_words(Named(_S), (
        "饱和度|色彩饱和度|颜色饱和度|鲜艳度|彩度|saturation|vibrance|colour intensity|color intensity",
        "vibrancy",
    )),
    **map_words(Named(_W), ("色温|暖色|warmth|colour temperature|color temperature|temperature",)),
    **map_words(Named(_SH), ("清晰度|锐度|锐化度|锐利度|sharpness|clarity|definition",)),
    **map_words(Named(_ST), (
        "风格强度|风格化|风格感|风格|风格化程度|风格化强度|画风|style|style strength|stylization|stylisation",
        "style intensity",
    )),
    **map_words(Quality(_B, 1), (
        "亮|明亮|亮堂|提亮|调亮|变亮|加亮|白|透亮|敞亮|亮起来|亮起|打亮|提提亮|提一提亮|亮亮|brighter|lighter|"
        "brighten|lighten|brighten up|lighten up",
        "brightened",
    )),
    **map_words(Quality(_B, -1), (
        "暗|黑|暗淡|灰暗|昏暗|压暗|压一压|调暗|变暗|黑暗|黑漆漆|暗沉|阴暗|黯淡|乌漆嘛黑|黑乎乎|darker|dimmer|"
        "darken|dim|dim down|darkened",
    )),
    **map_words(Quality(_B, 1, True), ("bright|blinding|glaring",)),
    **map_words(Quality(_B, -1, True), ("dark|gloomy|murky",)),
    **map_words(Quality(_B, -1, is_fault=True), ("过曝|曝光过度|过度曝光|overexposed|over-exposed",)),
    **map_words(Quality(_B, 1, is_fault=True), ("too black|pitch black|死黑|欠曝|曝光不足|underexposed|"
        "under-exposed",)),
    **map_words(Quality(_S, -1, is_fault=True), ("oversaturated|over-saturated|garish|太花哨|有点花哨|"
        "太花|有点花|艳俗|俗艳|俗气|太俗|俗|辣眼|"
        "辣眼睛|扎眼|花里胡哨|tacky|kitschy",)),
    **map_words(Quality(_S, 1, is_fault=True), ("washed out|褪色了|灰蒙蒙|灰扑扑|太灰|没精神|灰不溜秋",)),
    **map_words(Quality(_B, -1, is_fault=True), ("刺眼|太刺眼|晃眼|太亮眼",)),
    **map_words(Quality(_SH, 1, is_fault=True), ("看不清|看不清楚|不清楚|发糊|太糊",)),
    **map_words(Quality(_W, -1, is_fault=True), (
        "偏黄|发黄|泛黄|偏红|发红|泛红|too orange|so orange|too red|so red|too yellow|looks yellow|looks orange",
    )),
    **map_words(Quality(_W, 1, is_fault=True), ("冷清|太冷清|偏蓝|发蓝|泛蓝|发青|偏冷了|too blue|so blue|looks blue|"
        "bit blue",)),
    **map_words(Quality(_B, 1), ("提亮一下|暗部提亮",)),
    **map_words(Quality(_SH, -1), ("软|软一点",)),
    **map_words(Quality(_SH, -1, is_fault=True), ("oversharpened|锐化过度",)),
    **map_words(Quality(_SH, 1, is_fault=True), ("out of focus|失焦|没对上焦",)),
    **map_words(Quality(_C, 1), ("通透|立体|contrastier|punchier|pop|contrasty|more punch|punch",)),
    **map_words(Quality(_C, 1, is_fault=True), ("发灰|雾蒙蒙|灰不拉几|没层次|太平|太扁平|太平淡|looks flat|"
        "feel flat|feels flat|look flat|too flat|hazy|foggy looking",)),
    **map_words(Quality(_C, -1), ("flatter|平一点",)),
    **map_words(Quality(_C, 1, True), ("harsh",)),
    **map_words(Quality(_S, 1), (
        "livelier|饱和|鲜艳|鲜活|色彩丰富|艳|艳丽|鲜亮|浓郁|浓",
        "鲜明|花哨|饱满|more vivid|more colourful|more colorful|colourful|colorful",
        "saturate|richer|more vibrant|more saturated",
    )),
    **map_words(Quality(_S, 1, True), ("vivid|vibrant|saturated",)),
    **map_words(Quality(_S, -1), (
        "克制|restrained|more restrained|淡|素|淡雅|素雅|灰",
        "浅|素净|寡淡|褪色|less colourful|less colorful|desaturate|paler|duller|灰暗的",
    )),
    **map_words(Quality(_S, -1, True), ("muted|pale|dull|desaturated|faded|grey|gray|bland|lifeless",)),
    **map_words(Quality(_S, 1, True), ("gaudy|loud|intense",)),
    **map_words(Quality(_S, -1, fraction=1.0), (
        "去掉颜色|没有颜色|不要颜色|no color|no colour|no colors|without color|without colour|remove the color|"
        "remove the colour|remove color|colorless|黑白|去色|灰度|单色|黑白照|黑白照片|黑白片|老照片那种黑白|"
        "black and white|black-and-white|bw|"
        "black & white|b&w|grayscale|"
        "greyscale|monochrome|灰阶",
    )),
    **map_words(Quality(_W, 1), ("暖|温暖|偏暖|暖和|暖融融|暖洋洋|黄|暖色调|暖色系|warmer|warm up|yellower|"
        "more orange",)),
    **map_words(Quality(_W, -1), (
        "冷|冷色|偏冷|清冷|冷冰冰|冷色调|冷色系|蓝|冰冷|凉|cooler|colder|cool down|bluer|cool it down",
    )),
    **map_words(Quality(_W, 1, True), ("warm|yellow|yellowish|orangey|reddish",)),
    **map_words(Quality(_W, -1, True), ("cool|cold|bluish|chilly|icy",)),
    **map_words(Quality(_SH, 1), (
        "高清|超清|清晰|清楚|锐利|锐|锐化|犀利|分明|sharper|crisper|clearer|sharpen|more detailed|sharpened|clean|"
        "in focus",
    )),
    **map_words(Quality(_SH, 1, True), ("sharp|crisp|clear",)),
    **map_words(Quality(_SH, -1), ("模糊|柔和|糊|虚|朦胧|柔|虚化|柔化|柔柔|blurrier|softer|soften|blur|fuzzier|"
        "smoother",)),
    **map_words(Quality(_SH, -1, True), ("blurry|soft|fuzzy|blurred",)),
    **map_words(Quality(_ST, 1), ("风格化一点|stylised|stylized|more stylized|more stylised|stylize|stylise",)),
    **map_words(Direction(1), (
        "来点|来一点|来些|来一些|拉一拉|往上拉|往上提|提提|往上提提|拉上去|提一提|提|抬高|cranked up|up by|"
        "extra|more of|dial up|"
        "kick up|pump",
        "高|增加|提高|增强|加强|加大|加|强|大|提升|调高|升高|上调|多|拉高|调大|重|增大|强烈|明显|突出|加重|升",
        "放开|往上调|turn it up|bring it up|up|high|more|increase|raise|boost|higher",
        "turn up|stronger|bump|bump up|strengthen|enhance|increased|add|add more|crank up|intensify|pump up",
        "greater|push|improve|extra|much higher|up a notch",
    )),
    **map_words(Direction(-1), (
        "压低|压|往下拉|往下压|拉下来|降下来|toned down|ease off|ease up on|down by|pull back|bring down",
        "低|减少|降低|减弱|减小|减|弱|小|调低|下调|少|拉低|调小|轻|削弱|收|降|减轻|往下调|down|low|less",
        "less of|decrease|reduce|lower|turn down|weaker|drop|cut",
        "fewer|weaken|tone down|decreased|minus|lessen|diminish|subtler|take down|dial down|dial back",
    )),
    **map_words(Amount(0.1), ("一点点|一丢丢|一丁点|一丝|微微|a tiny bit|a touch|very slightly|a hair|a smidge|微",)),
    **map_words(Amount(0.15), (
        "一点|一点儿|点|点儿|一些|些|稍微|稍|略|略微|稍稍|些许|少许|一下下|a bit|a little|a little bit",
        "tad|slightly|somewhat|some|bit|a tad|little|just a bit|a notch",
    )),
    **map_words(Amount(0.6), (
        "quite a bit|quite a lot|a good bit|a fair bit",
        "很多|许多|得多|多多|大幅|大幅度|大大|明显地|狠狠|非常多|不少|好多|much|a lot|lots|way|far|a lot more",
        "significantly|considerably|lots more|greatly|heavily",
    )),
    **map_words(Amount(1.0), (
        "all the way|一倍|完全|彻底|fully|completely|totally|entirely|as possible|到底",
    )),
    **map_words(Amount(1.0, 1), (
        "翻倍|加倍|翻一番|翻番|最大|最高|拉满|拉到最大|twice as|twice the|double|doubled|max|max out|to the max|"
        "maximum",
    )),
    **map_words(Amount(0.5), ("一半|半|half|by half|in half",)),
    **map_words(Amount(0.5, -1), ("减半|砍半|halve|halved",)),
    **map_words(Complaint(), (
        "太|过于|过|太过|过分|too|overly|way too|far too|so|so much|too much|这么|那么|这样|太多|too many|特别",
        "超级|偏",
    )),
    **map_words(Complaint(0.15), (
        "有点|有点儿|有些|有一点|有点太|稍微有点|a bit too|a little too|slightly too|kinda|kind of",
        "a bit on the",
    )),
    **map_words(Complaint(weak=True), ("很|好|挺|真|非常|十分|very|really|quite|pretty|rather|蛮",)),
    **map_words(Marker.NOT, (
        "不要|别|勿|不用|不需要|不想|不要再|别再|不应该|不必|not|don't|do not|dont|never|shouldn't|没必要",
    )),
    **map_words(Marker.LACKING, (
        "不够|不太|不怎么|不是很|不足|缺乏|缺少|没有|没什么|没|不大|太少|不|not enough|lacks|lacking",
        "isn't very|not very|isn't|too little|needs|need",
        "could use|could do with|missing|should be|aren't|doesn't have|没那么|不是特别|还不",
    )),
    **map_words(Marker.ENOUGH, ("enough",)),
    **map_words(Marker.JOIN, ("n|和|与|及|以及|、|and|跟|&|plus|或者",)),
    **map_words(Marker.BREAK, (
        "然后|并且|并|同时|而且|但是|但|不过|另外|接着|再把|可是|and then|then|but|also|while|as well as|yet",
        "且|顺便|after that|之后|之后再|以后再|完了再|然后再",
    )),
    **map_words(Marker.TO, ("到|至|为|成|to|at|=",)),
    **map_words(Marker.CAUSE, (
        "调|调整|变|变得|弄|弄得|搞|改|改变|改得|改成|变成|设|设为|设置|调成|调得|调整得|让|使|画得|做得|处理",
        "修|修改|修整|编辑|微调|美化|润色|加工|调节|更改|变动|动一动|换成|edit|modify|tweak|retouch|alter|"
        "fine-tune|fine tune"
        "|touch up|rework|adjusting|editing|make|made|adjust|set|change|turn|get|go|p|修改",
    )),
    **map_words(Marker.STATE, (
        "colors look|colours look|they look|feel|seem|appear|is|looks|look|it's|that's|seems|are|appears|feels|its|"
            "was|came out|turned out|看上去|显得",
    )),
    **map_words(Marker.HOPE, (
        "就好了|就好啦|多好|就更好了|就完美了|i wish|if only|would be nice|would be great|would be perfect|"
        "would be better",
    )),
    **map_words(Marker.VAGUE, (
        "cooler looking|cool looking|cooler somehow|好看|美观|漂亮|美|帅|酷|高级|高级感|质感|氛围|氛围感|气氛|意境|"
        "意思|感觉|感|味道|韵味|精致|精美|自然|舒服|"
        "专业|大气|"
        "有趣|特别|不一样|对劲|对|到位|满意|理想|完美|怪|怪怪|奇怪|违和|差点|差|普通|一般|一般般|平淡|行|不行|好",
        "better|nicer|prettier|beautiful|fancier|fancy|classy|premium|professional|polished|interesting|special|cool"
        "|epic|fun|vibes|vibe|atmosphere|atmospheric|mood|moody|feeling|character|style wise|off|weird|odd|strange"
        "|boring|meh|right|there yet|quite there|improve|different|good|great|perfect|amazing|unique|stunning",
    )),
    **map_words(Marker.COLORS, (
        "颜色|色彩|colours|colors|colour|color|hues",
    )),
    **map_words(Marker.COLOR_NAME, (
        "蓝色|黄色|黑色|白色|灰色|红色|绿色|紫色|粉色|橙色|金色|棕色|彩虹色",
    )),
    **map_words(Marker.FILLER, (
        "tbh|ngl|imho|fr|btw|bruh|man|dude|mate|lol|idk|the other way|the other way around|further|a step further|"
        "something|some changes|a change|changes|几下|几处|哪里|参数|数值|parameter|parameters|settings|value|"
        "fix that|"
        "fix it|fix this|help|with that|it up|there|bit of a|looking|any|of color|那么|那样|这样|起来|比现在|版|"
        "看着|瞧着|受不了|不行|其余不变|别的不变|其他不变|拜托|帮个忙|咱|咱们|一点儿吧|啥|咋|hmm|well|actually|"
        "honestly|imo|"
        "right now"
        "|keep going|going|try making|rest|same|otherwise|too please|give it|bring|bring the|take|take the|put",
        "请|帮我|帮忙|生成|把|将|给|再|更|更加|还|还要|要|我想|我想要|想要|想|希望|我希望|我要|觉得|我觉得",
        "感觉|看起来|能|能不能|可以|可以再|可不可以|吧|呢|吗|啊|呀|了|的|得|地|整|就|都|也|又|能否",
        "我|你|麻烦|下|一下|来|些许地|应该|需要|稍稍地|谢谢|好吗|行吗|是|在|上|里|有没有办法|的话|会|好像|似乎",
        "往|向|使得|嗯|那|最好|显示|来个|来张|一个|一张|个|张|现在|即可|就好|就行|尽量|同样|哦|嘛|哈|啦|要求",
        "还是|呗|喔|噢|嘞|咯|如果|能再|可以吗",
        "wish|wish it were|were|was|tones|pls|plz|could be|kinda like|somehow|effects",
        "please|can u|u|can you|could you|would you|will you|the|a|an|of|it a|me|i|i'd like|i want|want",
        "would like|by|be|for me|thanks|thank you|even|just|overall|in|on|with|should|with more",
        "have|has|give|let's|lets|everything a|bit of|some of|think|i think|i feel|again|now|maybe|still|try",
        "making|you|can|could|as|there's|there is|also make|apply|im|my|this time|on the|from|degree of",
        "level|levels|if possible|ok|effect|around|need it|want it|like|would|look like|style a",
    )),
    **map_words(Marker.TARGET, (
        "画面|图片|图|照片|图像|整体|整个|整张|整幅|整张图|这张|这张图|这幅画|它|这个|色调|效果|版本|细节|轮廓|"
        "线条|纹理|暗部|亮部|阴影",
        "主图|头图|首图|封面图|画|全图|氛围|作品|图里|影调|刚才那张|刚才的|上一张|那张|这图|张图|幅图|上面那张|色|它的|整个画面|总体",
        "结果",
        "as a|as an|banner|avatar|header|details|detail|lines|outlines|outline|texture|textures|shadows|it|this|"
        "that|image|picture|"
        "photo|pic|everything|version|one|result|whole",
        "whole thing|whole picture|whole image|tone|tones|them|overall picture|painting|drawing|output|shot",
        "entire image|entire picture|look|lighting",
    )),
    **map_words(Marker.OFF, ("off|off of|off from",)),
    **map_words(Marker.ROTATE, ("旋转|转动|rotate|rotated|rotation|spin|旋",)),
    **map_words(Marker.WEAK_ROTATE, ("转|翻|turn|tilt|turned|倾斜|straighten|level|straighten the horizon|"
        "level the horizon|"
        "地平线拉平|拉平地平线|拉平|扶正|摆正|拉直",)),
    **map_words(Marker.FLIP_OVER, ("倒着|倒着放|倒过来|颠倒|倒转|倒置|upside down|upside-down",)),
    **map_words(Marker.FLIP, (
        "镜面翻转|镜面|翻个面|翻面|反过来|翻转|镜像|镜像翻转|左右翻转|水平翻转|左右镜像|水平镜像",
        "左右对调|左右颠倒|左右反转|对称翻转|flip|flipped|mirror|mirrored",
        "flip horizontally|mirror horizontally|horizontally|left to right|mirror image",
    )),
    **map_words(Marker.SIDEWAYS, ("左右|水平|sideways",)),
    **map_words(Marker.VERTICAL, ("上下|垂直|竖直|纵向|vertically|top to bottom",)),
    **map_words(Marker.CROP, (
        "裁|裁剪|裁切|裁掉|剪裁|剪掉|切掉|裁去|切成|截掉|截取|crop|cropped|trim|crop out|cut off",
        "crop off|trim off|shave|shave off|chop|chop off|crop in|crop in tighter|crop tighter|tighter crop|"
        "cut the blank|cut the empty|cut the extra|cut away|slice off|trimmed|crop it",
    )),
    **map_words(Edge(("crop_left",), -1), (
        "左|左边|左侧|向左|往左|朝左|左面|左半|左半边|逆时针|left|left side|left edge|left hand side|to the left|"
        "counterclockwise|counter-clockwise|anticlockwise|anti-clockwise|ccw|left half|leftwards",
    )),
    **map_words(Edge(("crop_right",), 1), (
        "右|右边|右侧|向右|往右|朝右|右面|右半|右半边|顺时针|right|right side|right edge|right hand side|to the right|"
        "clockwise|cw|right half|rightwards",
    )),
    **map_words(Edge(("crop_top",)), ("上边|上面|上方|顶部|顶上|上部|上半|上半部分|top|upper|top half|top edge",)),
    **map_words(Edge(("crop_bottom",)), (
        "下边|下面|下方|底部|底下|下部|下半|下半部分|bottom|lower part|bottom half|bottom edge",
    )),
    **map_words(Edge(("crop_left", "crop_top", "crop_right", "crop_bottom")), (
        "四周|四边|周围|边缘|中间|中心|中央|边|all sides|every side|edges|borders|center|centre|sides",
        "the middle|each side",
    )),
    **map_words(Ratio(1.0), ("正方形|方形|方图|1:1|1比1|一比一|方的|square|a square|square format|1 : 1",)),
    **map_words(Ratio(16 / 9), ("16:9|16比9|宽屏|十六比九|widescreen|wide screen",)),
    **map_words(Ratio(9 / 16), ("9:16|9比16|手机壁纸比例|手机壁纸|手机壁纸那种|手机壁纸那样|九比十六|phone format",)),
    **map_words(Ratio(4 / 3), ("4:3|4比3|四比三|横的|横着的|横过来|横版|横图|横屏|横构图|横幅|横向|landscape mode|"
        "landscape format|"
        "landscape orientation|horizontal",)),
    **map_words(Ratio(3 / 4), ("3:4|3比4|三比四|竖的|竖着的|竖过来|竖版|竖图|竖屏|竖构图|竖幅|竖向|portrait mode|"
        "portrait format|"
        "portrait orientation|vertical",)),
    **map_words(Ratio(3 / 2), ("3:2|3比2",)),
    **map_words(Ratio(2 / 3), ("2:3|2比3",)),
    **map_words(Ratio(2.0), ("2:1|2比1|二比一",)),
    **map_words(Ratio(0.5), ("1:2|1比2|一比二",)),
    **map_words(Ratio(4 / 5), ("4:5|4比5",)),
    **map_words(Ratio(5 / 4), ("5:4|5比4",)),
    **map_words(Ratio(21 / 9), ("21:9|21比9|cinema format",)),
    **map_words(Resize(1), ("放大|变大|大一点|大一些|扩大|大点|bigger|larger|enlarge|scale up|upscale|upsize",)),
    **map_words(Resize(-1), ("缩小|变小|小一点|小一些|小点|smaller|shrink|scale down|downscale|downsize|缩",)),
    **map_words(Resize(), (
        "big|large|as big|as large|as small|the size|尺寸|大小|分辨率|比例|出图尺寸|出图大小|输出尺寸|输出大小|"
        "输出分辨率|画面尺寸|画布尺寸|图的尺寸|图片尺寸|图片大小|resize|resized|squish|squash|squeeze|size|"
        "resolution|"
        "dimensions|aspect ratio|scale",
        "linkedin size|facebook size|instagram size|insta size|twitter size|youtube size|tiktok size|"
        "pinterest size|etsy size|"
        "画幅|长宽比|宽高比|format|ratio",
    )),
    **map_words(Resize(side="width"), ("宽度|宽|width|wide",)),
    **map_words(Resize(side="height"), ("高度|高为|height|tall",)),
    "4k": Pixels(3840, 2160), "2k": Pixels(2560, 1440), "1080p": Pixels(1920, 1080), "720p": Pixels(1280, 720),
})  # fmt: skip

WHOLE_IMAGE_MARKERS = frozenset(
    {Marker.TARGET, Marker.FILLER, Marker.CAUSE, Marker.STATE, Marker.JOIN, Marker.BREAK, Marker.TO}
)
"""Words that name neither a part of the image nor a change."""
