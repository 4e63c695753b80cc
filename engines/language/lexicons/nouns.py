"""Names of things that read like a command, a style or an opinion: they are things where they stand alone."""

import re

from engines.language.scanner import split_words

NOUN_AFTER_VERB = re.compile(
    "面(?:包(?![含括围])|条(?![纹理])|具(?!体)|粉(?![一点些嫩色红])|霜|膜|人|团|馆|塑|糊|皮(?!肤))|"
    "风(?:筝|车|铃|衣|扇|帆|笛|琴|信子|暴|力发电|火轮|干)|布(?:丁|偶|鞋|娃娃|老虎|谷鸟|袋|朗尼|包|艺)|笔(?:记本|筒|架|袋|盒|洗)|"
    "卷(?:尺|心菜|发|笔刀|轴|毛|纸|饼|帘)|廊桥|架子鼓|板(?:球|凳|栗|车|鸭|擦|砖)|画(?:架|家|板|笔|眉|框|筒|册)|"
    "(?:杯|盘|篮|盆|瓶|罐|锅|碗|桶|笼|扇|箱|袋|匣|盒|池|车|轮)子|篮(?:球|筐|板)|锅(?:铲|贴|盖|包肉|巴|炉)|盆(?:景|栽|地)|壶铃|碗(?:架|柜|莲)|"
    "座(?:头鲸|钟|椅|机)|台(?:灯|历|秤|球|阶)|条(?:凳|桌)|对(?:讲机|联)|轮(?:椅|船|胎|滑)|罐(?:头|车)|瓶(?:盖|塞)|桶装水|盘(?:山路|羊|扣)|"
    "出租车|上班族|老师|(?:牛|碗|锅|杯|盆|盘|篮|床|球|伞|扇|门|塔|钟)$"
)
"""Nouns whose start reads like an opener, or with the verb before it like another word: 画|面条 is no 画面|条."""

THINGS = frozenset(
    split_words(
        "围巾|围裙|围兜|围棋|围栏|围墙|加油站|加油机|加湿器|唱片机|打印机|打火机|打蛋器|打气筒|披萨|披风|披肩|念珠|牛|挂钟|挂衣架|挂历|挂毯|"
        "旋转木马|旋转楼梯|旋转餐厅|画架|画板|画笔|画筒|图钉|图章|铺盖|贴纸|贴画|扎啤|绑带|系带凉鞋|撒尿牛丸|插座|插头|插花|点心|点火器|搁板|"
        "摆钟|摆件|摆渡船|配电箱|添加剂|使馆|换气扇|换鞋凳|戴胜|穿山甲|穿衣镜|擦鞋匠|减速带|升降机|升旗台|降落伞|放大镜|缩微景观|调色板|"
        "调料瓶|剪刀|裁缝|裁判|删除键|新闻主播|翻斗车|翻盖手机|转经筒|转椅|转盘|镜子|火|灯|反光镜|"
        "goat|mirror|lighter|fire|set square|crop circle|crop field|flip phone|flip chart|mirror ball|undo button|"
        "spinning wheel|spinning top|turntable|turnstile|sharpener|pencil sharpener|blender|enlarger|copier|cutter|"
        "clipper|warmer|cooler|dimmer|brightener|hoop|embroidery hoop|milky way",
    )
)
"""A request of only one of these, where there is no image to change, is for an image of it."""
