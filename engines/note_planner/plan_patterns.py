"""Patterns of a reviewer's feedback on planned images, in Chinese and English."""
# ruff: noqa: E501  (patterns are easier to read as one line for each language)

import re

from engines.note_planner.clause_images import NUMBER

BREAK = re.compile(
    r"[，。；！!？?\n,;]+|但是?|\.(?:\s|$)|(?<!\ball)(?<!\bany)(?<!thing)(?<!\bnone)\sbut\s|\sand then\s|\sand (?=(?:no|without)\s)|\sand (?=(?:swap|switch|turn|move|take|get|make|put|drop|remove|cut|kill|ditch|delete|change|keep|leave|use|write|add|replace|lose|crop|zoom)\b)"
)
SWAP = re.compile(
    rf"(?:swap|switch|exchange|reverse|交换|对调|调换|互换).*?({NUMBER}).*?({NUMBER})|({NUMBER}).*?({NUMBER}).*(?:other way (?:a)?round|trade places|reverse|switch(?:ed)?|swap(?:ped)?|the wrong way|对换|对调|互换|反过来|倒过来|调个?换?)|第?({NUMBER})[张幅]?(?:和|跟|与|、)第?({NUMBER})[张幅]?的?(?:图的?)?(?:顺序|位置)?(?:交换|对调|调换|互换|换|调|颠倒)"
)
PRO_FORM = re.compile(r"(?<=first|third|fifth) one\b|(?<=second|fourth) one\b|(?<=last) one\b")
"""An image in place of its noun, and no number: the third one."""
SWAPS, PAIR = re.compile(r"\b(?:swap|switch|exchange|reverse)\b(?!.*\bfor\b)|交换|对调|调换|互换|换一?下"), 2
MOVE = re.compile(
    rf"(?:(?P<zh_last>最后[一那]*张|末张)|第(?P<zh>{NUMBER})[张幅])(?:图)?(?:挪|移|放|提|调|搬|排)到?(?:(?P<zh_end>最后|末尾)|第(?P<zh_to>{NUMBER})[张幅位]?|最?(?:前面?|开头|封面))"
    rf"|\b(?:move|put|bring|use|make) (?:the )?(?:(?P<en_last>last)|(?:(?:image|picture|photo|pic) )?(?P<en>{NUMBER}))(?: (?:one|image|picture|photo|pic))? (?:to |as |at )?(?:the )?(?:very )?(?:(?P<en_end>last|end|back)|(?:place|position) (?P<en_to>{NUMBER})|(?:first|front|start|top|cover))\b"
)
"""One image to another place."""
ADD = re.compile(
    r"(?:再|多)?(?:加|来|补|添|增加|多)(?:上)?([一两二三四五])?(?:张|幅)(?:图|配图|照片)?|多(?:一|几)?张|\b(?:add (?:one|another|an?)|one|another) (?:more )?(?:picture|image|photo)(?: more)?\b(?! fewer)|\b(?:one more|another one)\b(?=$| at | in | of )|\bmore (?:pictures|images)"
)
REMOVE = re.compile(
    r"[张幅](?:图|配图)?(?:是|就|有点|很)?(?:多余|没必要)|[张幅](?:图|配图)?(?:可以|都|就)?(?:删|去|不要|拿)(?:掉|了|吧)*$|(?:去掉|删掉?|删除|减少|少|不要)(?:最后)?(?:一|第?[一二三四五六七八九\d])?(?:张|幅)|\b(?:fewer|less)\b.*(?:picture|image|photo)|(?:picture|image|photo)s? (?:fewer|less)|\b(?:remove|drop|delete|lose|ditch|scrap|cut|skip|bin|axe|chuck|get rid of|take out|leave out) (?:the |that )?(?:(?:\w+ )?(?:picture|image|photo|pic|one)\b|(?:first|second|third|fourth|last)$)|\b(?:picture|image|photo|pic|one) (?:can|should|must) go\b"
)
NO_TEXT = re.compile(
    r"(?:不要|去掉|别|不加|不用|删掉|没有|别放)(?:再)?(?:写|加|放|有|印)?(?:任何)?(?:文字|字(?!体|号)|标题)|(?:文字|字|标题)(?:都|也|就|全部?|可以)*(?:去掉|删|不要|拿掉)|\b(?:no|without|(?:remove|drop|lose|delete|cut|ditch|get rid of|take off|scrap)(?: the| any| all)*) (?:text|words|writing|captions?|letters|lettering|title)\b"
)
LACK = re.compile(
    r"(?:不要|别[画要用放拍]?|去掉|没有|删掉)(?:有|画|出现)?(?!了|吧)([^，]{1,20})$|^([^，]{1,10}?)(?:都|也|全部?|可以|就)*(?:去掉|删掉?|拿掉|不要)(?:了|吧)*$|\b(?:no|without|not|remove|drop|(?:shouldn['’]t|should not) (?:be|show))(?: an?| the| any)? ([a-z][a-z -]{1,40})"
)
COUNTER = r"(?:一?[只个张朵座棵条辆些点])?"
INSTEAD = re.compile(
    rf"(?:换成|改成|改为|换|变成|画(?![风面质])成?|来|展示|(?<!不)用|[放拍](?!什么)|^要(?!有)){COUNTER}([^，]{{1,30}})$"
    r"|\b(?:replace|swap) (?!.*\b(?:and|it)\b)[a-z].{1,50}? (?:with|for)(?: an?| the| some)? ([a-z][\w' -]{1,60})$"
    r"|\b(?:should (?:show|be)|show|change (?:it )?to|replace (?:it )?with|use|make it|be)(?: an?| the| some)? ([a-z][\w' -]{1,80})$"
    r"|\bmake (?:the )?(?:[a-z0-9]+ )?(?:one|image|picture|photo|pic|cover) (?:an?|some) ([a-z][\w' -]{1,80})$"
    rf"|^(?:rather|instead|just|only|simply)[,:]? (?:an?|the|some)? ?([a-z][\w' -]{{1,80}})$|^(?:而是|就画|只画){COUNTER}([^，]{{1,30}})$"
    r"|^(?:[Ii] want )?(?:an?|the|some) ([a-z][\w' -]{1,80}?)(?: instead(?: of .*)?)?$|: ?(?:an? )?([^:]{2,80})$|([a-z][\w' -]{1,60}) instead(?: of .*)?$",
    re.IGNORECASE,
)
"""What an image shows in place of its subject."""
REPLACES = re.compile(r"\b(?:replace|swap|change)\b.*\b(?:with|for|to)\b|换成|改成|换为")
SHOULD_BE = re.compile(
    r"\b(?:should (?:show|be)|make it|be)(?: an?| the| some)? ([a-z][\w' -]{1,80})$",
    re.IGNORECASE,
)
"""The same, next to what the image shows now."""
CONTRAST = re.compile(r"\b(?:be|show|is) .+ not (?:an?|the|some)?\b|(?:画|放|拍|是).+(?:而不是|不是)")
"""Names what an image shows next to what it must not."""
BARE_SUBJECT = re.compile(
    r"^(?!.*\b(?:good|fine|nice|great|ok|okay|sad|dull|boring|ugly|dark|bright|lovely|perfect|wrong|bad|weird|odd|cold|flat|off|is|are|was|looks?|too|very|so|not|no|needs?|again|please|same|less|more|closer|further|bigger|smaller|larger|higher|lower|better|different|ones?|all|both|this|that|those|them|it|two|three)\b)(?:an? |the |some )?([a-z][\w'-]+(?: [a-z][\w'-]+){1,3}|[a-z]{3,}s)$"
)
"""All that is left of a clause next to its place: third one paint cans."""
JOINS = re.compile(r"^and (?:an?|some) |^还有")
"""Before what joins the subject of an image, and does not replace it."""
SETTING = re.compile(r"^(?:at|in|by|under|during|with) [a-z][\w' -]{2,40}$")
COLOR_NAME = re.compile(
    r"[浅淡深暗米]?[红绿蓝黄橙橘紫粉白黑灰棕金]色?|red|green|blue|yellow|orange|purple|pink|white|black|gr[ae]y|brown|beige|gold"
)
COLOR = re.compile(
    r"\b(?:make|want|turn|in) .*\b(red|green|blue|yellow|orange|purple|pink|white|black|grey|gray|brown|beige|gold)$"
    r"|(?:底色?|背景|颜色|换|改|变|要)(?:换|改|变|用|要)?(?:成|为)?([浅淡深暗米]?[红绿蓝黄橙橘紫粉白黑灰棕金]色?)的?$|^([浅淡深暗米]?[红绿蓝黄橙橘紫粉白黑灰棕金]色)的?(?:背景|底色?)$"
)
ALSO = re.compile(
    rf"(?:多画|再画|要?有|加上?|添上?|多(?![余了])|出现|带上?){COUNTER}([^，]{{1,30}})$|(背景(?:换成|改成|用|是|要|为).{{1,20}})$"
    r"|\b(?:have|has|with|add|include)(?: an?| the| some)? ([a-z][\w' -]{1,80})$"
)
"""An addition to the subject of an image."""
ANOTHER = re.compile(
    r"(?<![不别用要])(?:换|重新?画|改)(?:一?[张个幅下]|掉)?(?:图|吧)?$|\b(?:another|a different|a new) (?:one|picture|image|photo)$"
)
USE_FOR_COVER = re.compile(
    rf"封面(?:图)?(?:用|换成|改成)第({NUMBER})[张幅]|use (?:the )?({NUMBER}) (?:one|picture|image|photo) (?:as|for) the cover"
)
IMAGE_OF = re.compile(
    r"\b(?:photo|picture|image|pic|shot|one more|another)s? of (?:an? |the |some )?([a-z][\w' -]{1,60}?)(?: (?:for|in|on|as) .*)?$|[张幅]([^，图]{1,30}?)(?:的|的?(?:图片?|照片|画面))?$"
)
PLACE = re.compile(
    r"第 ?[一二三四五六七八九\d] ?[张幅个](?:图)?(?:里|上|中)?(?:的)?|封面(?:图)?(?:上|里)?|(?:in|on|of) the (?:\w+ )?(?:picture|image|photo|cover|one)\b|(?:the )?(?:first|second|third|fourth|fifth|last|[1-9](?:st|nd|rd|th))(?: (?:picture|image|photo|one))?\b"
)
PHOTOGRAPHED = re.compile(r"真人|实拍|真实拍摄|real photos?|photographs?|photoreal")
AFTER_SUBJECT = re.compile(
    r"(?:,? (?:instead of|rather than|in place of|and not|not) .*|(?:而不是|不要|代替).*|的(?:图|图片|画面)?|吧|呢|[在到]| instead| please| in it| on it| there| in (?:all|each|every|both)(?: (?:of )?(?:them|two|three|four|one|pictures?|images?))?)$",
    re.IGNORECASE,
)
NO_SUBJECT = re.compile(
    r"(?:一|下|个|点|的|位置|顺序|种|些|别的|风格|better|different|another|new|one)*", re.IGNORECASE
)
ONLY = re.compile(r"^(?:rather|instead|just|only|simply)\b", re.IGNORECASE)
SHOWS_ONLY = re.compile(r"^(?:rather|instead|just|only|simply)\b|^(?:就|只)(?:画|要|拍)", re.IGNORECASE)
JUDGED = re.compile(
    r"^(?:that |this )?(?:cover|image|picture|photo|first|second|third|last|one)s?\b"
    r"|\b(?:needs?|is|are|was|looks?|seems?|should|could|must|does|isn['’]t|doesn['’]t)\b",
    re.IGNORECASE,
)
"""Phrases after "only" or "just" that are judgments, not subjects: only the cover needs work."""
ORDERS_DESCRIBED = re.compile(
    r"\b(?:put|move|have|want|make|use) (?:the |that )?(?:one|image|picture|photo|pic) (?:with|of|showing) .* (?:first|last|on top|to the (?:front|start|end))$"
)
"""Asks for another place of the image that shows something."""
COVER_TITLE = re.compile(
    r"封面(?:图)?(?:上|里)?(?:的)?(?:标题|文字|大?字)?(?:再|还要?|也)*(?:写|印|加|放|用|叫|改成|换成|改为)(?:上)?(?:[一二三四五六七八九十\d]+个?)?(?:大|小)?字?[:：]?[“\"「『]([^”\"」』]{1,40})[”\"」』]"
    r"|封面(?:标题|文字|字)[:：]([^“\"「]{1,40})$|\bcover (?:title|text)[:] ?([^“\"]{1,60})$"
    r"|\bcover (?:title|text|should say|says?|to say)(?: should be| to be|:)? ?[“\"]([^”\"]{1,60})[”\"]|\b(?:put|write) [“\"]([^”\"]{1,60})[”\"] on the cover\b",
    re.IGNORECASE,
)
"""The title on the cover, in the reviewer's words."""
WRITES = re.compile(
    r"^(?:就|只|直接|改|请|把|封面|上|的|字|标题|文字)*(?:写|印|改成|换成|改为|写成|叫)[“\"「『]"
    r"|^(?:(?:and|then|just|please|so|instead|the|text|words|title|on|cover|should|must|to|it|needs) )*(?:says?|reads?|write|put|use|change it to|make it):? [“\"]",
    re.IGNORECASE,
)
"""Before a text of the reviewer, in a clause on the cover."""
OWN_PHOTO = re.compile(
    r"(?:用|换成|换|放)(?!.*(?:风格|效果)).{0,16}?(?:拍|发|传|存|给|画)的(?!.*(?:感觉|风格)).{0,8}(?:照|图|那张)|(?:手机|相册|电脑|网盘|上次|之前|去年|昨天|上周)里?的?.{0,6}(?:照片|图)|我(?:自己)?(?:有|的)(?:照片|图)|(?:店里|公司|我们|家里)的?.{0,4}(?:logo|商标|实拍照?|照片)"
    r"|\b(?:photo|picture|image|shot|selfie|snap|one|pic)s? (?:that )?(?:i|we|my \w+|our \w+|he|she) (?:\w+ )?(?:sent|uploaded|took|gave|have|shot|made|emailed)\b|\b(?:my|our) (?:own |real |actual )?(?:\w+ )?(?:photo|picture|selfie|snap|logo|pic|shot)s?\b|\bfrom (?:my|our) (?:phone|camera|album|shop|website|shoot|gallery)\b"
    r"|我.{0,6}(?:发|传|拍|给)(?:给?你|过|上去?|的)+.{0,4}(?:照片|图)"
    r"|\b(?:photo|picture|image)s? (?:that )?i (?:sent|uploaded|took|gave)|\bmy own (?:photo|picture|image)"
)
"""An image of the user, which the plan of a new image cannot contain."""

COMPLAINT = re.compile(
    r"太[艳鲜]|(?:风格|画风)\S{0,4}不(?:统一|一致|搭|一样)|\b(?:is|are|was|looks?|feels?|seems?)\b.*\b(?:a bit|a little|kind of|kinda|sort of|rather|pretty|quite)\b|"
    r"(?:照片|实拍|插画|水彩|油画|卡通|手绘|漫画|风格|画风)\S{0,6}(?:太|不好|不行|不搭|不适合|不喜欢|难看|显得)|(?:不喜欢|讨厌|受不了|别用|不要).{0,6}(?:照片|实拍|插画|水彩|油画|卡通|手绘|漫画)(?!改|换)"
    r"|\blooks? (?:just )?like an? (?:stock |bad |cheap )?(?:photo|picture|cartoon|drawing)"
    r"|\b(?:photos?|photographs?|watercolou?rs?|oil|cartoons?|drawings?|illustrations?|style) (?:\w+ )?(?:is|are|looks?|feels?|seems?) (?:\w+ )?(?:too|wrong|off|cheap|ugly|childish|cold|tacky|bad)|\b(?:hate|don['’]t like|not a fan of|tired of|no more) (?:the |these |this )?(?:photos?|photographs?|watercolou?rs?|oil|cartoons?|drawings?|illustrations?)"
)
"""An excluded style."""
BARE_REMOVAL = re.compile(
    r"(?:就)?(?:不要|删掉?|去掉|拿掉)(?:它|了|吧)*|(?:just )?(?:remove|drop|delete|lose|cut|bin|scrap|get rid of) (?:it|that|that one)"
)
"""Repeats the clause before, which names the removed image."""
COUNT = re.compile(
    r"(?:一共|总共|共|只要|就要|最多|至多|要)?(?P<zh>[一二两三四五六七八九\d]) ?张(?:图|图片|照片)?(?:就[行够好]了?|顶天|以内|封顶)?"
    r"|(?:only |just |max(?:imum)? |at most |exactly |no more than |make it )*(?P<en>one|two|three|four|five|six|seven|eight|nine|[1-9]) (?:pics|pictures|images|photos)(?: in total| total| altogether| max(?:imum)?| tops| at most| only| please)*(?P<more> (?:not counting|excluding|besides|plus) the cover)?"
)
"""The number of images, and nothing else."""
MAXIMUM = re.compile(r"最多|至多|顶天|以内|封顶|\b(?:max(?:imum)?|tops|at most|no more than)\b")
CONDITION = re.compile(r"^(?:and )?(?:if|unless) |^(?:如果|要是|万一|没有的话)")
DESCRIBED = re.compile(
    r"^(?:and )?the (?!same|whole|next|other|new)[a-z-]+ (?:pic|picture|image|photo|one|shot) (?:needs?|should|must|has to)\b|^[一每]张[只都]"
)
"""Names an image by what it shows, or each one: the clauses before do not name it."""
LETTERED = re.compile(
    r"[步流示结][骤程意构]图|图解|图表|[写印标]上|[带标加有][上个一]*数字|\b(?:diagram|flow ?chart|chart|infographic|step-by-step)\b|\bwith (?:\w+ )?numbers\b|\bnumbered\b"
)
"""Images that state something in letters or numbers, which a painted image does not have."""
PHOTOS = re.compile(
    r"^(?:and |but )?(?:all |only |just |real )*(?:photos?|photographs)(?: only| please| all)*$|^(?:全部?|都|只)?[要用]照片$|\blook (?:more )?like photos\b"
)
"""Images in the style of photos."""
DRAWN = re.compile(
    r"插画|水彩|油画|卡通|手绘|漫画|绘画|画作|[线素]描|\b(?:cartoon|drawing|painting|illustration|watercolou?r|sketch|artwork)s?\b"
)
"""Names of what is painted or drawn."""
RETAINS_ONLY = re.compile(r"(?:只|就)(?:保留|留下?|要)(?!动)|\b(?:keep only|only keep|just keep|keep just)\b")
"""Retains the named images, and no others."""
LEFT_EMPTY = re.compile(r"留白|留空|空出|\b(?:empty|blank|free|space|room|clear)\b")
"""A place within the image that is to be empty, and no image that stays."""
STATEMENT = re.compile(
    r"^(?!.*\b(?:should|must|want|need|needs|too|please|make)\b)[a-z' ]*\b(?:is|are|looks?|feels?|seems?)\b"
)
"""States how images are, and not how they should be."""
STATES = re.compile(
    r"^(?:the )?(?:(?:image|picture|photo|pic|number) (?:[1-9]|one|two|three|four|five)|(?:first|second|third|fourth|fifth|last)(?: (?:one|image|picture|photo|pic))?|cover(?: (?:image|picture|photo))?) (?:only |just |still |now )*(?:(?:has|have|had)(?! to\b)|shows?|is showing)\b"
    r"|^第.张(?:图)?(?:里面?|上)?(?:只|才|就|怎么|居然)有"
    r"|^(?:all|both|each|every(?:thing)?|they|most)(?: of)?(?: (?:them|these|those|the|two|three|four|five|images?|pictures?|photos?|pics?|ones?|covers?))* (?:all |already |only |just |still )*(?:have|has|had|shows?)\b(?! to\b)"
    r"|^(?:[一二两三四五]张|它们|每张|全部)(?:图)?(?:里面?|上)?(?:都|全)(?:是|有)(?!(?:[^，]*(?:吧|才好|最好))$)"
)
"""States what an image shows now, and requests nothing by itself."""
COVER_AND = re.compile(
    r"(?:留|要|保留)(?:一张)?封面(?:和|加上?|跟|外加)(?:另外|其他)?([一二两三四五])张|\bcover (?:and|plus|with) (one|two|three|four|five)(?: (?:others?|more|images?|pictures?))?$"
)
"""The cover and a number of other images."""
