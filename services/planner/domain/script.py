"""Traditional to simplified characters, one for one, for the words that wishes are made of."""

_TRADITIONAL = (
    "畫隻張個貓風賽龐龍鳥魚馬車樹雲麗夢綠藍紅黃銀鐵機戰場國圖點調對飽溫銳轉順時針裝換變樣這邊顆條麼為幫給請謝嗎講話說誰氣聽"
    "寫實攝線動蠟筆紙電腦遊戲寬縮擴減強淺鮮豔艷濃靜燈長頭髮發臉褲刪將區處裏裡補潤塗選過還沒會難應該無與並後來幾兩雙層園廣東島"
    "號壓數碼體學書門開關見視覺現傳統義藝術極簡約歐絲復複陽陰際飛艦輪遠劍俠獅豬雞鴨龜蟲貝顏臺灣鎮鄉廟橋樓巖嶺湧漢潔鏡鐘錶瑪"
    "賓萬億歲爺媽愛憂歡興樂單雜純細節質華麥傘織繪繡絨塊鑽寶礦滿濱濕熱涼霧煙殘舊廢橫豎腳膚齒聖誕節禮節慶輕鬆銹鏽鋼輛艘匹棟"
    "滄瀾滿級較懸掛飄蕩葉蘭蓮楓櫻蘋鵝鷹鶴鯨鯉駱駝驢騎紗裙裝帶帽亞內別製創設計顯隨獨壯闊親戶軟讓嘗試請級區們從書舞門"
    "於語難題麵飯餅餓業員軍師團隊導賞曬曉氈鹽黨齡鬥頂項須領頻題額顛類願顧風飲館駕驗髒魯鮑鴿鷗黑齊擋據擺擬歷曆塵壇夾奪奮婦"
    "營沖當養護購買賣價錢費貴網廳廚燒湯鍋爐灘潛衝衛掃櫃櫥牆臥檔記憶經總結練習備課專職階評測擇薦預訂約訊資訴詳標註確認識議論讀"
    "詞譯準決減運籃襪襯縫緊淨濾壺醬鹹醫藥療癒傷懶壞戀離嬰兒孫證險匯幣贏賺賬務勞辦週進達適連鄰郵採釋鋪錄鍵鎖閃間閱靈響頁頓頸餘"
    "駛驚鬧飾繞淚溝濟灑爾獎瑣畢當癢盜盡監盤睏礎禱種稱穀積穩窩競範築簽籤糧紐紓綁緒緣績繩繼續罰羅聰聯聲職腫膽臨艙莊著虛蝦衆譜"
)
_SIMPLIFIED = (
    "画只张个猫风赛庞龙鸟鱼马车树云丽梦绿蓝红黄银铁机战场国图点调对饱温锐转顺时针装换变样这边颗条么为帮给请谢吗讲话说谁气听"
    "写实摄线动蜡笔纸电脑游戏宽缩扩减强浅鲜艳艳浓静灯长头发发脸裤删将区处里里补润涂选过还没会难应该无与并后来几两双层园广东岛"
    "号压数码体学书门开关见视觉现传统义艺术极简约欧丝复复阳阴际飞舰轮远剑侠狮猪鸡鸭龟虫贝颜台湾镇乡庙桥楼岩岭涌汉洁镜钟表玛"
    "宾万亿岁爷妈爱忧欢兴乐单杂纯细节质华麦伞织绘绣绒块钻宝矿满滨湿热凉雾烟残旧废横竖脚肤齿圣诞节礼节庆轻松锈锈钢辆艘匹栋"
    "沧澜满级较悬挂飘荡叶兰莲枫樱苹鹅鹰鹤鲸鲤骆驼驴骑纱裙装带帽亚内别制创设计显随独壮阔亲户软让尝试请级区们从书舞门"
    "于语难题面饭饼饿业员军师团队导赏晒晓毡盐党龄斗顶项须领频题额颠类愿顾风饮馆驾验脏鲁鲍鸽鸥黑齐挡据摆拟历历尘坛夹夺奋妇"
    "营冲当养护购买卖价钱费贵网厅厨烧汤锅炉滩潜冲卫扫柜橱墙卧档记忆经总结练习备课专职阶评测择荐预订约讯资诉详标注确认识议论读"
    "词译准决减运篮袜衬缝紧净滤壶酱咸医药疗愈伤懒坏恋离婴儿孙证险汇币赢赚账务劳办周进达适连邻邮采释铺录键锁闪间阅灵响页顿颈余"
    "驶惊闹饰绕泪沟济洒尔奖琐毕当痒盗尽监盘困础祷种称谷积稳窝竞范筑签签粮纽纾绑绪缘绩绳继续罚罗聪联声职肿胆临舱庄着虚虾众谱"
)
_FULL_WIDTH = (
    "".join(map(chr, (*range(0xFF10, 0xFF1A), *range(0xFF21, 0xFF3B), *range(0xFF41, 0xFF5B)))) + "％＋－＊：．\u3000"
)
_HALF_WIDTH = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz%+-*:. "

_TO_SIMPLIFIED = str.maketrans(_TRADITIONAL, _SIMPLIFIED)
_TO_HALF_WIDTH = str.maketrans(_FULL_WIDTH, _HALF_WIDTH)


def simplify(text: str) -> str:
    """Return *text* of the same length with the known traditional characters made simplified."""
    return text.translate(_TO_SIMPLIFIED)


def half_width(text: str) -> str:
    """Return *text* of the same length with full-width letters, digits and number signs made ASCII."""
    return text.translate(_TO_HALF_WIDTH)


def fold(text: str) -> str:
    """Return *text* of the same length, simplified and in lower case, for looking words up."""
    return simplify(text.replace("İ", "I").lower())  # the dotted capital I alone grows when lowered


def is_chinese(text: str) -> bool:
    """Return whether *text* holds a Chinese character."""
    return any("\u3400" <= letter <= "\u9fff" for letter in text)
