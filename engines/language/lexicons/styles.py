"""Names of art styles in Chinese and English, and the adjacent words with which they name no style."""

from engines.language.scanner import split_words

STYLE_NAMES = frozenset(
    split_words(
        # painting media
        "水墨|国画|中国画|山水画|工笔|写意|水彩|油画|水粉|丙烯|蜡笔|粉彩|色粉|彩铅|铅笔画|炭笔|素描|速写|钢笔画",
        "马克笔|湿壁画|壁画",
        "ink wash|ink painting|ink wash painting|chinese painting|chinese ink|sumi-e|sumi e|gongbi|watercolour",
        "watercolor",
        "watercolours|watercolors|water colour|water color|oil painting|oil paint|oils|gouache|acrylic|crayon",
        "pastel|pastels",
        "coloured pencil|colored pencil|pencil sketch|pencil drawing|pencil|charcoal|sketch",
        "pen and ink|fresco|mural|ink",
        # print, craft and line
        "版画|木刻|木版画|年画|剪纸|拼贴|马赛克|彩绘玻璃|彩色玻璃|刺绣|折纸|黏土|粘土|毛毡|乐高|皮影|涂鸦|线稿",
        "线描|简笔画|连环画|青花瓷|敦煌",
        "woodcut|linocut|engraving|etching|paper cut|papercut|paper-cut|chinese paper cut|paper cutting|collage|mosaic",
        "stained glass|embroidery|origami|clay|claymation|felt|lego|shadow puppet|graffiti|street art|line art",
        "lineart|doodle",
        "line drawing|ukiyo-e|ukiyo e|ukiyoe|blue and white porcelain|dunhuang",
        # movements and eras
        "印象派|印象主义|后印象派|点彩|点彩派|立体主义|立体派|超现实|超现实主义|抽象|抽象派|抽象表现主义|表现主义",
        "野兽派|巴洛克|洛可可|文艺复兴",
        "新艺术|装饰艺术|包豪斯|极简|极简主义|极繁|波普|波普艺术|浮世绘|哥特|维多利亚|达达|未来主义|孟菲斯|欧普",
        "写实主义|浪漫主义|古典主义|至上主义",
        "impressionism|impressionist|post-impressionism|pointillism|pointillist|cubism|cubist|surrealism",
        "surrealist|surreal",
        "abstract|abstract expressionism|expressionism|expressionist|fauvism|fauvist|baroque|rococo|renaissance",
        "art nouveau",
        "art deco|bauhaus|minimalism|minimalist|minimal|maximalist|pop art|gothic|victorian|dada|futurism",
        "memphis|op art",
        "romanticism|classicism|suprematism|constructivism",
        # digital, film and comics
        "像素|像素画|低多边形|扁平|扁平化|扁平插画|矢量|矢量插画|等距|等轴测|三维|3d|3d渲染|皮克斯|迪士尼|吉卜力",
        "宫崎骏|新海诚|动漫|动画|二次元",
        "漫画|美漫|日漫|美式漫画|日式漫画|卡通|赛璐璐|q版|插画|绘本|童话|概念艺术|数字艺术|故障艺术|全息|双重曝光",
        "体素|厚涂|二维",
        "pixel art|pixel|pixelated|8-bit|8 bit|16-bit|low poly|low-poly|lowpoly|flat design|flat illustration",
        "flat vector|flat",
        "vector art|vector|isometric|3d render|3d rendering|pixar|disney|ghibli|studio ghibli|anime|manga|comic",
        "comic book",
        "cartoon|chibi|cel shaded|cel-shaded|storybook|children's book|fairy tale|concept art|digital art",
        "glitch art|glitch",
        "holographic|double exposure|voxel|voxel art|matte painting|illustration|kawaii",
        # punk, wave and mood
        "赛博|赛博朋克|赛博庞克|蒸汽朋克|柴油朋克|太阳朋克|生物朋克|蒸汽波|合成波|霓虹|复古|怀旧|暗黑|黑暗奇幻|奇幻",
        "科幻|梦幻|治愈系|废土|末日|国潮|新中式",
        "中国风|国风|古风|日系|日式|和风|欧美风|北欧|民国风|波西米亚|嘻哈|洛丽塔|未来感|未来科技|迷幻|暗黑系",
        "洛夫克拉夫特",
        "cyberpunk|cyber punk|steampunk|dieselpunk|solarpunk|biopunk|vaporwave|vapourwave|synthwave|retrowave|neon",
        "retro|vintage",
        "dark fantasy|fantasy|sci-fi|science fiction|dreamy|dreamcore|post-apocalyptic|chinese style|psychedelic",
        "noir|film noir",
        "afrofuturism|retrofuturism|cottagecore|gothic horror|lovecraftian|rembrandt|van gogh|monet|picasso",
        "hokusai|梵高|莫奈|毕加索",
        # painters
        "塞尚|高更|雷诺阿|德加|马奈|修拉|马蒂斯|蒙克|康定斯基|克里姆特|席勒|穆夏|达利|马格利特|米罗|夏加尔|蒙德里安|"
        "波洛克|罗斯科|沃霍尔|"
        "安迪沃霍尔|利希滕斯坦|草间弥生|奈良美智|村上隆|达芬奇|米开朗基罗|拉斐尔|波提切利|丢勒|伦勃朗|卡拉瓦乔|"
        "维米尔|鲁本斯|戈雅|透纳|"
        "弗里达|埃舍尔|霍珀|北斋|葛饰北斋|广重|歌川广重|歌麿|齐白石|徐悲鸿|张大千|吴冠中|八大山人|吴昌硕|黄宾虹|"
        "潘天寿|丰子恺|王希孟|郎世宁|"
        "几米|夏卡尔|莫迪利亚尼|巴斯奎特|班克斯",
        "cezanne|cézanne|gauguin|renoir|degas|manet|seurat|matisse|munch|kandinsky|klimt|schiele|mucha|dali|dalí|"
        "magritte|miro|chagall|mondrian|pollock|rothko|warhol|andy warhol|lichtenstein|kusama|da vinci|"
        "leonardo da vinci|michelangelo|raphael|botticelli|dürer|caravaggio|vermeer|rubens|goya|frida kahlo|escher|"
        "hiroshige|utamaro|qi baishi|modigliani|basquiat|banksy|keith haring|whistler|hieronymus bosch",
        # photography
        "写实|照片级|超写实|真实感|摄影|照片|胶片|黑白摄影|黑白照片|黑白|微距|电影感|电影质感|宝丽来|航拍|人像摄影",
        "photorealistic|photo-realistic|photorealism|hyperrealistic|hyperrealism|realistic|realism|photo",
        "photograph|photography",
        "film photography|black and white|macro|macro photography|cinematic|polaroid|monochrome|aerial photography",
    )
)

_LIBRARY_NAMES = split_words(
    # names of the style library without another meaning
    "墨画|泼墨|大写意|泼彩|丹青|工笔花鸟|工笔重彩|千里江山|武侠风|仙侠风|月份牌|月份牌画|光绘|合成器浪潮|蒸气波|"
    "故障风|故障美学|透明水彩|水彩晕染|淡彩|儿童绘本|童话插画|田园风|民国画报|老上海|古典油画|刮刀画|印象风|野兽主义|"
    "表现派|行动绘画|"
    "色域绘画|滴画|哥特式|漆画|敦煌壁画|飞天壁画|像素游戏|方块世界|积木风|我的世界|企业插画|信息图|简约风|装饰主义|"
    "构成主义|风格派|"
    "新造型主义|光效应艺术|可爱风|复古海报|旅行海报|复古未来主义|民间艺术|农民画|民族风|埃及壁画|法老壁画|墓室壁画|"
    "希腊瓶画|希腊陶瓶画|"
    "线条画|白描|一笔画|单线画|铅笔素描|手绘素描|少年漫画|日本漫画|铜版画|蚀刻版画|蓝图|蓝晒|蓝晒图|氰版|火柴人|简笔|"
    "复古动漫|汉服风|"
    "儿童画|油画棒|粉画|彩色铅笔|木炭画|黑板画|粉笔画|苏绣|刺绣画|十字绣|羊毛毡|针织风|窗花剪纸|纸雕|纸艺|剪贴画|"
    "皮影戏|剪影|"
    "马赛克镶嵌|镶嵌画|拜占庭|圣像画|教堂花窗|教堂彩窗|彩窗|日本浮世绘|麻胶版画|木版年画|杨柳青年画|新艺术运动|蜡染|"
    "扎染|唐卡|细密画|"
    "波斯细密画|超写实主义|黑色电影|老照片|拍立得|单色摄影|多重曝光|三维渲染|黏土动画|定格动画|橡皮泥|低面|轴测图|"
    "未来派|点描|新印象派|"
    "普普艺术|超级英雄漫画|街头涂鸦|喷漆|孔版印刷|丝网印刷|马克笔手绘|李可染|傅抱石|徐渭|仇英|唐伯虎|赵无极|提香|"
    "委拉斯开兹|"
    "弗里德里希|德拉克罗瓦|康斯太勃尔|伊藤润二|井上雄彦|手冢治虫|鸟山明|细田守|王家卫|韦斯安德森|希区柯克|高迪|克利|"
    "卢梭",
    "woodblock print|japanese woodblock|japanese woodblock print|block print|lino print|linocut print|screen print|"
    "screenprint|silkscreen|risograph|riso print|batik|tie-dye|tie dye|thangka|mandala art|persian miniature|"
    "miniature painting|byzantine icon|byzantine mosaic|byzantine|mosaic tiles|stained glass window|silhouette|"
    "silhouette art|shadow play|shadow puppetry|blueprint|cyanotype|technical drawing|chalkboard|chalk drawing|"
    "chalkboard art|cross stitch|cross-stitch|needle felt|wool felt|felted wool|paper sculpture|papercraft|"
    "paper craft|layered paper|stop motion|clay animation|plasticine|polaroid photo|film still|movie still|film-noir|"
    "old photo|vintage photo|double-exposure|octane render|cgi|isometric view|american comic|graphic novel|"
    "superhero comic|tintin|spray paint|stencil art|trippy|marker drawing|marker sketch|art-deco|art-nouveau|"
    "travel poster|vintage poster|propaganda poster|soviet poster|constructivist|de stijl|neoplasticism|folk art|"
    "naive art|egyptian mural|egyptian art|greek vase painting|continuous line|single line drawing|coloring book|"
    "graphite drawing|copperplate|copper engraving|stick figure|90s anime|80s anime|crayons|chalk pastel|soft pastel|"
    "color pencil|colored pencils|coloured pencils|picture book|childrens book|oil on canvas|impasto|palette knife|"
    "children's picture book|children's book|"
    "action painting|drip painting|color field|chiaroscuro|ink brush|splash ink|light painting|neon sign style|"
    "minecraft|"
    "voxels|claude monet|vincent van gogh|edvard munch|egon schiele|jackson pollock|salvador dali|rene magritte|"
    "joan miro|pablo picasso|henri matisse|paul klee|piet mondrian|georges seurat|gustav klimt|alphonse mucha|"
    "takashi murakami|roy lichtenstein|titian|velazquez|caspar david friedrich|delacroix|henri rousseau|durer|"
    "albrecht durer|gustave dore|junji ito|osamu tezuka|akira toriyama|miyazaki|hayao miyazaki|makoto shinkai|"
    "wong kar wai|wes anderson|tim burton|frank frazetta|beatrix potter|eric carle|norman rockwell|edward hopper",
)

STYLE_NAMES |= frozenset(_LIBRARY_NAMES)

WEAK_STYLE_NAMES = frozenset(
    split_words(
        "flat|pencil|ink|felt|clay|oil|oils|minimal|pastel|pastels|pixel|comic|macro|mural|glitch|vector|doodle",
        "dreamy|illustration",
        "sketch|photo|photograph|realistic|retro|vintage|3d|silhouette|minecraft",
        "papercraft|paper craft|paper sculpture|cross stitch|cross-stitch|needle felt|screen print|block print",
        "剪影|老照片|橡皮泥|窗花|剪贴画|火柴人|拍立得|纸雕|纸艺|皮影戏|黑板画|粉笔画|粉画|儿童画|漆画|简笔|点描|光绘",
        "黏土|粘土|毛毡|三维|二维|抽象|童话|梦幻|动画|插画|霓虹|末日|涂鸦|折纸|照片|复古|怀旧|微距",
    )
)
"""Names that are also everyday words: a style only with a word that indicates one ("in pencil", "水彩画",
"a photo of"), directly before the subject ("a pixel dragon", "复古海报"), or by themselves between commas."""

THING_STYLE_NAMES = frozenset(
    split_words(
        "铅笔|钢笔|毛笔|圆珠笔|粉笔|彩铅笔|蓝图|蓝晒图|苏绣|十字绣|羊毛毡|彩窗|教堂花窗|教堂彩窗|蜡染|扎染|唐卡|我的世界|方块世界|油画棒|彩色铅笔|喷漆|"
        "复古海报|旅行海报|"
        "月份牌|民国画报|少年漫画|日本漫画|儿童绘本|像素游戏|老上海|信息图",
        "batik|tie-dye|tie dye|thangka|mosaic tiles|stained glass window|blueprint|chalkboard|wool felt|felted wool|"
        "plasticine|polaroid photo|film still|movie still|old photo|vintage photo|american comic|graphic novel|"
        "superhero comic|tintin|spray paint|travel poster|vintage poster|propaganda poster|soviet poster|coloring book|"
        "stick figure|crayons|color pencil|colored pencils|coloured pencils|picture book|childrens book|palette knife|"
        "ink brush|voxels|silkscreen|whistler|raphael|titian",
    )
)
"""Names of objects, materials and tools: a style only where words state it ("in batik style", "扎染风格", "用扎染画"),
as a part between commas, or before "of" at the start ("a blueprint of a castle")."""

ARTIST_STYLE_NAMES = frozenset(
    split_words(
        "塞尚|高更|德加|马奈|修拉|蒙克|席勒|穆夏|达利|米罗|透纳|霍珀|北斋|广重|歌麿|几米|戈雅|丢勒|克利|提香|高迪|"
        "卢梭|仇英|徐渭",
    )
)
"""Names of two characters that also occur within other words ("克利夫兰"): as above, or before 的 at the start."""

NOT_STYLE_BEFORE = frozenset("书店展墙本册馆家师社机布纸厂杂镜集网包屋笔盒灯颜架课班刀棒瓶碗壶罐")
"""A style name directly before one of these names a thing ("漫画书", "动漫展", "摄影师", "蜡笔盒", "青花瓷瓶")."""

NOT_STYLE_BEFORE_WORDS = frozenset(
    split_words(
        "book store|bookstore|shop|store|convention|album|frame|museum|gallery|lights|light|signs|sign|floor|tiles",
        "box|case|pot|jar|window|windows|book|books",
        "studio|camera|brick|bricks|figurine|rail|tyre|tire|earth|roof|bottle|well|door|rig|lamp|stick|sticks",
        "sharpener|sharpeners|holder|holders|eraser|erasers|tanker|tankers|barrel|barrels|drum|drums|pump|pumps|spill|can|cans",
        "collector|clothes|set|kit|paints|palette|brush|brushes|paper|pencils|markers|class|lesson|teacher|workshop|phone",
    )
)
"""The same in English: "a neon sign", "a clay pot", "an oil lamp"."""

NOT_STYLE_AFTER_WORDS = frozenset(
    split_words(
        "olive|cooking|sesame|engine|motor|essential|coconut|palm|sunflower|vegetable|chili|massage|baby|fish|crude|hair",
        "modeling|modelling|polymer|air-dry",
    )
)
"""A style name directly after one of these is a substance ("a bottle of olive oil", "modeling clay")."""

NOT_STYLE_AFTER = frozenset("看读买卖写学")
"""A style name directly after one of these is part of an activity ("看漫画的女孩")."""

NO_STYLE = frozenset(
    split_words(
        "把|将|这种|这个|那种|那个|同样|同一|同|什么|不同|其他|其它|别的|新|新的|换个|换种|换一种|一种|一个|原来|原|"
        "原有",
        "原来的|原始|当前|一样|一样的|同样的|相同|相同的|刚才|刚才的|之前|上面|现有|整体|的|画|绘画|艺术|图片|画面",
        "a|an|the|this|that|different|another|new|same|the same|your|my|any|some|other|what|which|free|life|hair",
        "high|own|no|more|less|original|current|previous|old|the original|the current|the previous",
    )
)
"""Words before "风格" or "style" that name no style."""
