"""The table of roles: names in both languages, the usual kind of person, pose, parts and surroundings."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from engines.painter.subjects.people.model import Kind

PartName = tuple[str, str]
"""Name of a part, and its color, '#rrggbb', or "" for its usual one."""

_ROLES = """
blacksmith | 铁匠, 打铁匠, 锻造师, 铁匠师傅, blacksmith, smith, forger | man | work_raise stand | shirt#8a3f2f trousers boots apron#4a3226 bandana beard anvil forge hammer | studio
barista | 咖啡师, 咖啡师傅, barista, coffee maker | woman | hold_both stand | shirt#2f2f36 trousers apron#6a8f5a bob pitcher coffee_bar | studio
samurai | 武士, 日本武士, 浪人, samurai, samurai warrior, ronin | man | raise apart | plates#8a2430 baggy#34343e boots#2b2320 samurai_helmet goatee katana | meadow
monk | 僧人, 和尚, 僧侣, 高僧, 小和尚, 沙弥, monk, buddhist monk | man | pray stand | monk_robe shoes#6a4327 beads bald | meadow
professor | 教授, 大学教授, professor, lecturer | old_man | hold_both stand | suit#6a5a48 trousers#4a4038 shoes wild glasses moustache#e4e2dd blackboard book_held pointer | studio
gladiator | 角斗士, 斗士, gladiator | man | raise_hold apart | gladiator boots#6a4327 gladiator_helmet shield short_sword | desert
tailor | 裁缝, 裁缝师傅, 裁缝师, tailor, dressmaker | man | work stand | shirt#e8e4da vest#4a5a7a trousers short moustache glasses tape sewing_machine dummy | studio
seamstress | 女裁缝, 缝纫女工, seamstress | woman | work stand | dress#4f7fa8 bun#5a3522 tape sewing_machine dummy | studio
surgeon | 外科医生, 手术医生, 主刀医生, surgeon | man | work_raise stand | shirt#3fa39a trousers#3fa39a shoes scrub_cap surgical_mask operating_table surgical_lamp scalpel | studio
nurse | 护士, 护理员, 白衣天使, nurse | woman | raise stand | dress#fbfcfc tights shoes#fbfcfc bun#4a2f1e nurse_cap stethoscope syringe | studio
dentist | 牙医, 牙科医生, dentist | woman | hold_both stand | lab_coat trousers#7fb8c8 bun#4a2f1e surgical_mask dentist_chair tooth | studio
veterinarian | 兽医, 宠物医生, vet, veterinarian | woman | center stand | lab_coat trousers#4a6a8a ponytail#5a3522 stethoscope cat | studio
pharmacist | 药剂师, 药师, pharmacist, chemist | woman | hold stand | lab_coat trousers#4a6a8a bob glasses flasks | studio
soldier | 士兵, 军人, 战士, 大兵, 解放军, soldier, infantryman, trooper | man | center stand | camouflage trousers#66744a boots#2b2320 helmet short rifle | meadow
king | 国王, 老国王, 君王, king, monarch | man | hold stand | gown#a82434 boots ermine cape#7a1f34 crown beard scepter | studio
queen | 女王, 王后, 皇后, queen, empress | woman | hold stand | gown#7a3a9a ermine cape#a82434 long#5a3522 crown scepter | studio
emperor | 皇帝, 帝王, 天子, 秦始皇, 汉武帝, emperor, chinese emperor | man | pray sit | dragon_robe boots#2b2320 mian goatee throne | studio
qing_princess | 格格, 清朝格格, 清朝公主, 宫女, 嫔妃, 妃子, 贵妃, manchu princess | woman | hold stand | hanfu#d8607a bun qing_headdress round_fan | studio
pirate | 海盗, 海盗船长, 海贼, pirate, pirate captain, buccaneer | man | raise apart | stripes#c8312c baggy#4a3a32 boots vest#34343e tricorn beard#2b2320 eye_patch saber | sea
cowboy | 牛仔, 西部牛仔, cowboy, cowgirl, wrangler | man | hips apart | shirt#c8503a vest#7a4a26 trousers#3a5f8a boots#7a4a26 neckerchief#d8a02f cowboy_hat moustache#6a4327 | desert
geisha | 艺伎, 艺妓, 舞伎, geisha, maiko | woman | raise stand | kimono#c8364a geisha_hair white_face parasol | meadow
kimono | 和服女子, 和服少女, 和服女孩, kimono girl, kimono woman | woman | hold stand | kimono#4a6fc0 bun round_fan | meadow
hanfu | 汉服女孩, 汉服少女, 汉服女子, 汉服姑娘, 汉服小姐姐, 古装美女, 古风少女, 古风女子, 古装女子, 仕女, 古代美女, hanfu girl, hanfu woman | woman | hold stand | hanfu hanfu_hair round_fan | garden
scholar | 书生, 秀才, 文人, 儒生, 古代诗人, 诗人, 李白, 杜甫, 才子, 公子, scholar, chinese scholar, ancient poet | man | center stand | scholar_robe boots#2b2320 topknot scholar_hat scroll | garden
official | 县官, 官员, 古代官员, 县令, 包公, 大臣, mandarin, chinese official | man | center stand | scholar_robe#b8302f boots#2b2320 official_hat goatee scroll | studio
swordsman | 侠客, 剑客, 剑侠, 大侠, 游侠, 侠女, 女侠, 武侠, 少侠, swordsman, swordswoman, wuxia hero | man | raise lunge | scholar_robe#2f4a5a boots#2b2320 topknot cone_hat cape#1f2f3a sword | mountains
general | 将军, 古代将军, 武将, 大将军, 关羽, 花木兰, 穆桂英, chinese general, chinese warrior, mulan | man | hold apart | plates#4a5a6a baggy#8a2430 boots#2b2320 cape general_helmet goatee halberd | desert
modern_general | 军官, 上将, 司令, military officer, army general | man | hold stand | uniform#4a5a3a trousers#4a5a3a boots#2b2320 peaked_cap#4a5a3a moustache medals baton | studio
dancer | 舞蹈演员, 舞蹈家, 舞者, 舞女, dancer | woman | dance arabesque | gown#d8486a pointe_shoes bun ribbon | studio
ballerina | 芭蕾舞者, 芭蕾舞演员, 芭蕾女孩, 芭蕾, ballerina, ballet dancer | woman | ballet tiptoe | tights tutu pointe_shoes bun tiara | studio
flamenco | 弗拉明戈舞者, 弗拉明戈, flamenco dancer, flamenco | woman | dance lunge | gown#d8202f bun flower_crown#d8202f fan | studio
tea_farmer | 茶农, 采茶女, 采茶姑娘, 采茶人, 采茶工, tea farmer, tea picker, tea grower | woman | work stand | shirt#4f7fb8 apron#d8607a headscarf#e8e4f0 cone_hat back_basket tea_bushes | mountains
courier | 快递员, 快递小哥, 送货员, 快递, courier, delivery man, deliveryman, delivery woman, delivery guy, parcel carrier | man | center walk | shirt#e07a2a trousers#34343e shoes cap#e07a2a parcel | city
rider | 外卖小哥, 外卖员, 外卖骑手, 外卖, 送餐员, 骑手小哥, food courier, delivery rider, food delivery rider | man | wheel ride | shirt#f6c52d trousers#34343e shoes bike_helmet scooter | city
postman | 邮递员, 邮差, postman, mailman, postwoman, mail carrier, letter carrier | man | hold walk | uniform#2f6b45 trousers#2f6b45 shoes cap#2f6b45 mail_bag letter | city
busker | 街头艺人, 街头歌手, 卖艺人, 流浪歌手, busker, street performer, street musician | man | strum stand | shirt#c8503a vest#3a3a44 trousers#4a5a7a boots fedora beard guitar open_case notes | city
skateboarder | 滑板少年, 滑板少女, 滑板手, 滑板男孩, 滑板女孩, 滑板小子, skateboarder, skater, skater boy, skater girl | boy | open skate | shirt#f0a02a trousers#3a5f8a shoes#d8322f cap#d8322f skateboard | city
waiter | 服务员, 侍者, 男服务员, 服务生, waiter | man | raise stand | shirt#fbfbfb vest#24242c trousers#24242c shoes short bow_tie#24242c tray | studio
waitress | 女服务员, 女侍者, 女招待, waitress | woman | raise stand | shirt#fbfbfb skirt#24242c shoes apron#d8607a ponytail#5a3522 tray | studio
butler | 管家, butler, footman | man | raise stand | tuxedo trousers#24242c shoes short#8b8b88 platter | studio
maid | 女仆, 女佣, maid, housemaid | woman | hold stand | dress#2b2b34 apron#ffffff shoes bob maid_band duster | studio
baker | 面包师, 面包师傅, 烘焙师, 糕点师, 西点师, baker, pastry chef, bread maker | man | work stand | shirt#fbfbf6 apron#c98a4a trousers toque moustache rolling_pin baker_table | studio
butcher | 屠夫, 屠户, 肉贩, 肉铺老板, butcher | man | work_raise stand | shirt#fbfbf6 apron#b8302f trousers sailor_cap moustache meat_counter cleaver | studio
sushi_chef | 寿司师傅, 寿司大厨, 日料师傅, sushi chef, sushi master | man | work_raise stand | shirt#fbfbf6 apron#2f4a7a headband#d8322f sushi_counter kitchen_knife | studio
ramen_chef | 拉面师傅, 面馆老板, 炒菜师傅, ramen chef, noodle chef, wok chef | man | work_raise stand | shirt#26262c apron#b8302f headband#fbfbf6 stove spoon | studio
carpenter | 木匠, 木工, 木匠师傅, carpenter, woodworker, joiner | man | work_raise stand | shirt#c8503a overalls#5a4a3a trousers#5a4a3a cap#d8a02f beard workbench saw | studio
plumber | 水管工, 管道工, plumber, repairman, handyman | man | hold stand | shirt#c8312c overalls#2f5fa8 trousers#2f5fa8 boots cap#c8312c moustache wrench | studio
electrician | 电工, 修理工, electrician | man | hold stand | shirt#e8a02a overalls#34406a trousers#34406a boots hard_hat wrench | studio
welder | 焊工, 电焊工, welder | man | hold stand | shirt#5a6a7a apron#6a4327 trousers boots welding_mask torch | studio
miner | 矿工, 煤矿工人, 挖煤工, miner, coal miner | man | raise apart | shirt#5a4a40 overalls#34405a trousers#34405a boots miner_helmet beard#2b2320 mine_cart pickaxe | desert
lumberjack | 伐木工, 伐木工人, 樵夫, 砍柴人, lumberjack, woodcutter, logger | man | raise apart | shirt#c8312c trousers#3a5f8a boots beanie beard logs axe | forest
potter | 陶艺师, 陶艺家, 陶工, 陶匠, 制陶人, potter, ceramist, pottery maker | woman | guard sit | shirt#4f7f9a trousers#4a4640 shoes apron#d9c9a8 bun#5a3522 potter_wheel | studio
weaver | 织女, 织布女, 纺织女工, 织工, 织布工, 织布的女人, weaver | woman | work sit | shirt#3f6f9a long_skirt#8a2f4a headscarf loom | studio
gardener | 园丁, 园艺师, 花匠, 花农, gardener | woman | hold stand | shirt#e8a04a overalls#3a7a5a trousers#3a7a5a boots#d8503a straw_hat long#8a5a32 watering_can flower_bed | garden
florist | 花店老板, 卖花姑娘, 卖花女, 花艺师, florist, flower girl, flower seller | woman | center stand | dress#6a9a8a apron#f2efe6 ponytail#5a3522 flowers flower_bed | garden
hairdresser | 理发师, 美发师, 剃头匠, 发型师, hairdresser, barber, hairstylist | man | hold_both stand | shirt#2f2f36 trousers#4a4640 shoes short#5a3522 goatee barber_chair comb scissors | studio
photographer | 摄影师, 摄影家, photographer, cameraman, paparazzo | man | face stand | shirt#4a6a5a vest#8a7a54 trousers#4a4640 shoes beret#3a3a44 camera | meadow
plein_air | 街头画家, 油画家, 画师, 水彩画家, 画画的人, 画画的人, easel painter, landscape painter, portrait painter, oil painter | man | hold_both stand | shirt#f2efe6 apron#4f7fa8 trousers#4a4640 shoes beret goatee#5a3522 easel palette brush | meadow
violinist | 小提琴手, 小提琴家, 小提琴演奏家, violinist, fiddler | woman | violin stand | gown#26262e bun#4a2f1e violin notes | studio
cellist | 大提琴手, 大提琴家, cellist | woman | violin sit | gown#7a2f3a long#2b2320 stool cello notes | studio
guitarist | 吉他手, 吉他弹唱, guitarist, guitar player | man | strum stand | shirt#4a7a5a trousers#3a4f7a shoes short#5a3522 guitar notes | studio
rocker | 摇滚歌手, 摇滚明星, 摇滚乐手, 乐队主唱, rock star, rock singer, rock musician, rocker, electric guitarist | man | strum apart | shirt#26262c vest#5a2a6a trousers#26262c boots wild#2b2320 sunglasses electric_guitar stand_microphone | studio
pianist | 钢琴家, 钢琴手, 钢琴师, 钢琴演奏家, pianist, piano player | man | work sit | tuxedo trousers#24242c short bow_tie#24242c piano notes | studio
drummer | 鼓手, 架子鼓手, drummer | man | work_raise sit | shirt#c8503a trousers#34343e shoes wild#5a3522 headband drum_kit | studio
flutist | 长笛手, 吹笛人, 笛子演奏家, 牧童, 长笛演奏家, flutist, flautist, flute player, piper | woman | flute stand | hanfu#8fb86a hanfu_hair flute notes | meadow
saxophonist | 萨克斯手, 爵士乐手, 萨克斯演奏家, saxophonist, sax player, jazz musician, jazzman | man | strum stand | suit#34406a trousers#34406a shoes fedora#34406a sunglasses saxophone notes | city
trumpeter | 小号手, 号手, trumpeter, bugler | man | flute stand | uniform#b8302f trousers#34343e shoes peaked_cap#b8302f trumpet notes | studio
accordionist | 手风琴手, 拉手风琴的人, accordionist | man | guard stand | shirt#f2efe6 vest#3a5f4a trousers#5a4a3a shoes beret moustache accordion notes | city
conductor | 指挥家, 乐队指挥, 指挥, orchestra conductor, maestro | man | up stand | tuxedo trousers#24242c shoes wild bow_tie#ffffff baton notes | studio
dj | 打碟师, 唱片骑师, dj, disc jockey, 电音师 | man | work stand | shirt#7a3ac0 trousers#26262c headphones sunglasses turntables | studio
erhu_player | 二胡演奏家, 二胡手, 拉二胡的人, 拉二胡的老人, erhu player | old_man | violin sit | scholar_robe#4a5a7a boots#2b2320 short long_beard stool erhu notes | studio
guqin_player | 琴师, 古琴师, 抚琴人, 弹琴人, 古琴演奏家, 古筝演奏家, guqin player, zither player | woman | work cross | hanfu#b8d0e0 hanfu_hair zither notes | garden
pipa_player | 琵琶女, 琵琶演奏家, 弹琵琶的女子, pipa player | woman | strum sit | hanfu#d87a8a hanfu_hair stool pipa notes | garden
opera_singer | 京剧演员, 戏曲演员, 花旦, 青衣, 京剧, 刀马旦, 名角, 戏子, peking opera singer, chinese opera singer, peking opera performer, peking opera actor, beijing opera singer | woman | open stand | opera_robe opera_crown opera_face bun | studio
diva | 歌剧演员, 歌剧女高音, 女高音, opera singer, soprano, diva | woman | open stand | gown#a82434 bun#5a3522 tiara singing notes | studio
magician | 魔术师, 魔法大师, 变戏法的, magician, illusionist, conjurer | man | raise_hold stand | tuxedo trousers#24242c shoes cape#7a1f5a top_hat goatee bow_tie wand_and_rabbit | studio
mime | 默剧演员, 哑剧演员, mime, mime artist | man | guard stand | stripes#26262c trousers#26262c shoes#26262c bow_tie#d8322f beret mime_face | city
puppeteer | 杂技演员, 杂耍演员, acrobat, circus performer | woman | up tiptoe | tutu#7a3ac0 tights#f0b92f pointe_shoes#f0b92f ponytail#5a3522 balls | studio
boxer | 拳击手, 拳手, 拳王, 拳击运动员, boxer, prizefighter | man | guard apart | bare_chest shorts#d8322f boots#fbfbfb headgear gloves | studio
footballer | 足球运动员, 足球队员, 球员, 足球小子, football player, soccer player, footballer | man | open kick | shirt#d8322f shorts#fbfbfb shoes short number football | meadow
tennis_player | 网球运动员, 网球手, 网球选手, tennis player | woman | raise walk | shirt#fbfbfb skirt#fbfbfb shoes#fbfbfb ponytail#8a5a32 headband#e8486a racket | meadow
archer | 弓箭手, 射手, 弓手, 射箭运动员, archer, bowman | man | archer apart | shirt#4a7a4a vest#6a4327 trousers#5a4a3a boots hood#3a5f3a quiver bow | forest
sumo | 相扑选手, 相扑手, 相扑力士, 相扑, sumo wrestler, sumo, rikishi | man | open squat | bare_chest loincloth#34406a topknot big_belly | studio
kungfu | 功夫大师, 武术家, 太极大师, 拳师, 功夫少年, 太极拳, 武僧, kung fu master, martial artist, tai chi master, kung fu fighter | man | tai_chi lunge | kungfu_suit baggy#26262c shoes short headband | mountains
cheerleader | 啦啦队员, 啦啦队, 啦啦队女孩, cheerleader | girl | up apart | shirt#d8322f skirt#fbfbfb shoes#fbfbfb ponytail#8a5a32 number pompoms | meadow
figure_skater | 花样滑冰运动员, 花滑运动员, 滑冰运动员, 滑冰选手, figure skater, ice skater | woman | open arabesque | dress#5fa8e0 tights shoes#fbfbfb bun#5a3522 tiara skates | snowfield
viking | 维京人, 维京战士, 北欧海盗, 维京, viking, viking warrior, norseman | man | raise_hold apart | fur#7a5a3a trousers#5a4a3a boots fur_collar viking_helmet beard#c8742a shield#3a6a9a axe | snowfield
roman_soldier | 罗马士兵, 古罗马士兵, 罗马军团士兵, 百夫长, 斯巴达战士, 斯巴达勇士, roman soldier, legionary, centurion, spartan, roman legionary, spartan warrior, hoplite | man | hold_both apart | breastplate boots#6a4327 cape gladiator_helmet tall_shield spear | desert
crusader | 十字军, 圣殿骑士, crusader, templar | man | raise_hold apart | robe#fbfbf6 boots#4a4a52 hood#8b97a5 cross#c8312c tall_shield#fbfbf6 sword | desert
pharaoh | 法老, 埃及法老, 古埃及法老, 埃及艳后, 克利奥帕特拉, pharaoh, cleopatra, egyptian queen, egyptian king, tutankhamun | man | pray stand | toga_plain#fbf6e4 jewel_collar nemes goatee#254a9a crook_and_flail | desert
philosopher | 哲学家, 苏格拉底, 柏拉图, 亚里士多德, 古希腊哲学家, 希腊人, philosopher, greek philosopher, socrates, plato | old_man | center stand | toga shoes#8a5a32 short beard#e4e2dd laurel scroll | studio
poseidon | 海神, 波塞冬, poseidon, neptune | old_man | hold stand | toga#4fa8c0 long#e4e2dd long_beard crown trident | sea
priest | 神父, 牧师, 修士, 传教士, priest, pastor, clergyman, vicar | man | center stand | robe#26262e shoes cross short clerical_collar book | studio
pope | 教皇, 主教, 大主教, pope, bishop, cardinal | old_man | hold stand | robe#fbfbf6 cape#b8302f mitre cross crook#f0b92f | studio
nun | 修女, 嬷嬷, nun | woman | pray stand | robe#26262e veil cross | studio
taoist | 道士, 道长, 老道, 仙人, 神仙, taoist, taoist priest, daoist | old_man | hold stand | scholar_robe#4a6a8a topknot long_beard#e4e2dd duster#fbfbf6 | mountains
librarian | 图书管理员, 图书馆员, librarian, bookseller | woman | center stand | shirt#7a9a6a long_skirt#6a4a3a shoes bun#5a3522 glasses shelves book | studio
sailor | 水手, 海员, 水兵, sailor, seaman, navy sailor | man | hips stand | shirt#fbfbfb sailor_collar trousers#2f4a8a shoes sailor_cap beard | sea
captain | 船长, 舰长, 海军上将, ship captain, sea captain, skipper, admiral | man | hold stand | uniform#24365f trousers#fbfbfb shoes peaked_cap beard#e4e2dd spyglass | sea
flight_attendant | 空姐, 空乘, 空中小姐, 乘务员, 空少, stewardess, flight attendant, air hostess | woman | hold stand | suit#2f4a8a skirt#2f4a8a tights shoes bun#3a2a20 beret#2f4a8a neckerchief suitcase#d8322f | studio
diver | 潜水员, 潜水者, diver, scuba diver, frogman | man | open apart | shirt#26343f trousers#26343f air_tank fins diving_mask | underwater
lifeguard | 救生员, lifeguard | man | hips stand | bare_chest shorts#d8322f short#c8a05a whistle sunglasses lifebuoy | beach
cleaner | 清洁工, 环卫工人, 环卫工, 扫地工, 保洁阿姨, 保洁员, 扫地僧, street sweeper, cleaner, janitor, street cleaner | man | pole stand | shirt#e8832a reflectors trousers#34405a shoes cap#e8832a broom | city
vendor | 小贩, 摊贩, 摊主, 水果摊主, 卖水果的, 卖水果的人, 菜贩, 水果贩, 卖菜的, street vendor, vendor, fruit seller, market seller, greengrocer, stallholder | woman | work stand | shirt#4f7fa8 apron#e8b04a headscarf#d8607a stall | city
haws_seller | 卖糖葫芦的, 卖糖葫芦的人, 卖糖葫芦的老人, 糖葫芦小贩, 卖冰糖葫芦的, candied haws seller, tanghulu seller | old_man | hold stand | shirt#4a5a6a vest#8a2f2f trousers#4a4640 shoes short earflaps scarf candy_haws | city
porter | 挑夫, 挑担人, 挑担子的人, 货郎, 挑山工, 棒棒军, porter, carrying pole porter | man | shoulder walk | shirt#5a7a9a trousers#4a4640 shoes#c99a5f cone_hat carrying_pole | mountains
rice_farmer | 老农, 稻农, 种田人, 庄稼汉, 农夫, 农民伯伯, 插秧的农民, 菜农, 果农, rice farmer, peasant, paddy farmer | man | hold stand | shirt#8a9a6a trousers#5a5a4a bare_feet cone_hat hoe crops | meadow
beekeeper | 养蜂人, 蜂农, beekeeper, apiarist | man | center stand | lab_coat#fbf6e4 trousers#e8e0c8 boots bee_veil honey_pot beehives | meadow
shepherd | 牧羊人, 牧羊女, 放羊娃, 牧羊少年, 羊倌, shepherd, shepherdess, goatherd | boy | hold stand | shirt#b8a07a vest#6a4327 trousers#6a5a44 boots straw_hat sheep crook | meadow
hunter | 猎人, 猎手, hunter, huntsman | man | center apart | coat#5a6a3a trousers#4a4a32 boots fur_hat beard rifle | forest
angler | 钓鱼者, 钓客, 钓鱼少年, 钓鱼爱好者, 老渔民, 捕鱼人, fisher, old fisherman | man | hold sit | shirt#4f7fa8 vest#8a7a54 trousers#4a5a4a boots#3a5f4a straw_hat stool fishing_rod | lake
straw_fisher | 蓑衣渔夫, 蓑衣翁, 蓑笠翁, 披蓑衣的渔夫, straw cape fisherman | man | hold stand | robe#5a6a5a straw_cape cone_hat long_beard#e4e2dd fishing_rod | lake
traveler | 旅行者, 背包客, 旅人, 徒步旅行者, 游客, 驴友, 登山者, traveler, traveller, backpacker, tourist, wanderer | man | hold walk | shirt#4a7fb0 trousers#8a7a54 boots sun_hat#c8b07a backpack hanging_camera staff | mountains
tour_guide | 导游, tour guide | woman | raise stand | shirt#e8503a shorts#4a5a7a shoes cap#e8503a ponytail#4a2f1e hanging_camera flag | city
explorer | 探险家, 冒险家, 考古学家, explorer, adventurer, archaeologist | man | raise apart | shirt#c8b07a shorts#a8905a boots pith_helmet moustache backpack#8a5a32 torch_fire | desert
pupil | 小学生, 学童, 上学的孩子, schoolboy, schoolgirl, pupil, school kid | boy | hold walk | shirt#fbfbfb shorts#2f4a8a shoes cap#f6c52d red_scarf backpack | city
graduate | 毕业生, 大学毕业生, 博士, 硕士, graduate, college graduate | woman | raise stand | robe#26262e mortarboard long#4a2f1e diploma | meadow
businessman | 商人, 上班族, 企业家, 老板, 总裁, 经理, 西装男, 推销员, businessman, businesswoman, salaryman, manager, salesman, boss, ceo | man | hold walk | suit trousers#34405a shoes short suitcase#5a3a22 | city
lawyer | 律师, lawyer, attorney, barrister | man | center stand | suit#26262e trousers#26262e shoes short glasses book#8a2f2f shelves | studio
reporter | 记者, 新闻记者, 主持人, reporter, journalist, interviewer | woman | hold stand | suit#d8503a trousers#34405a shoes bob microphone | city
anchor | 新闻主播, 主播, 播音员, news anchor, newsreader, anchorman | man | work stand | suit#34406a short glasses news_desk | studio
speaker | 演讲者, 政治家, 总统, 演说家, 演讲家, speaker, politician, president, orator | man | raise stand | suit#26365f short lectern | studio
fortune_teller | 占卜师, 算命先生, 算命师, 女巫师, 吉普赛女郎, 塔罗师, fortune teller, gypsy, seer, oracle | woman | guard stand | gown#7a2f8a long bandana#e8b02f chain crystal_ball | studio
alchemist | 炼金术士, 炼金师, 炼丹师, alchemist, potion maker | old_man | work_raise stand | robe#4a2f7a wizard_hat long_beard flasks | studio
bride | 新娘, 新娘子, bride | woman | center stand | gown#fbf6f0 bun#4a2f1e bride_veil flowers#f3a3bd | garden
groom | 新郎, 新郎官, groom, bridegroom | man | down stand | tuxedo trousers#24242c shoes short bow_tie#24242c boutonniere | garden
chinese_bride | 中式新娘, 凤冠霞帔, 古代新娘, chinese bride | woman | pray stand | opera_robe bun opera_crown_small | studio
punk | 朋克, 朋克青年, 朋克少年, punk, punk rocker, punk girl | man | hips apart | shirt#26262c vest#3a3a44 trousers#3a3a44 boots#26262c mohawk chain sunglasses | city
rapper | 说唱歌手, 嘻哈歌手, rapper, hip hop singer, hip hop artist | man | hold apart | shirt#7a3ac0 baggy#3a4f7a shoes#fbfbfb cap#26262c sunglasses chain microphone | city
caveman | 原始人, 野人, 穴居人, 史前人类, caveman, cavewoman, prehistoric man, neanderthal | man | raise apart | fur wild#4a2f1e beard club campfire | desert
chief | 印第安酋长, 酋长, 印第安人, 部落首领, native american chief, tribal chief, indian chief, chieftain | man | hold stand | shirt#b8813f trousers#8a5a32 boots#6a4327 braids feathers jewel_collar spear | desert
sultan | 苏丹, 阿拉伯王子, 阿拉丁, 阿拉伯人, sultan, arabian prince, aladdin, maharaja | man | hips stand | robe#3a6fc0 sash turban beard saber | desert
detective_full | 福尔摩斯, sherlock holmes, private detective, private eye, 私家侦探 | man | raise stand | coat#8a6a45 trousers#5a4a3a shoes deerstalker magnifier pipe | city
spy | 特工, 间谍, secret agent, spy | man | raise apart | tuxedo trousers#24242c shoes short sunglasses bow_tie#24242c pistol | city
bodyguard | 保镖, 门卫, 保安, bodyguard, security guard, bouncer | man | down apart | suit#26262e trousers#26262e shoes short sunglasses earpiece | city
engineer | 工程师, 建筑师, 监理, engineer, architect, civil engineer | man | center stand | shirt#4f8fd0 reflectors trousers#4a5a7a boots hard_hat#fbfbfb blueprint | city
crane_worker | 搬运工, 码头工人, 装卸工, docker, stevedore, mover | man | center walk | shirt#4a6a8a overalls#5a4a3a trousers#5a4a3a boots cap#5a4a3a parcel | city
chef | - | man | hold stand | shirt#fbfbf6 apron#e8e4da trousers#4a4a52 shoes toque moustache neckerchief spoon | kitchen
firefighter | - | man | hold stand | coat#d8502a reflectors#d8502a trousers#d8502a boots fire_helmet short axe | city
teacher | - | woman | raise stand | shirt#4f8fb8 long_skirt#34405a shoes glasses blackboard pointer | classroom
policeman | - | man | down stand | uniform#24407a trousers#24407a boots peaked_cap#24407a short | city
doctor | - | man | hold stand | lab_coat trousers#4a5a7a shoes stethoscope clipboard | studio
scientist | - | woman | work stand | lab_coat trousers#4a5a7a shoes glasses flasks | studio
astronaut | - | man | open stand | space_suit trousers#f4f6f8 boots#d8dde2 space_helmet air_tank#d8dde2 | space
student | 高中生, 女高中生, 男高中生, 中学生, 大学生, 女大学生, 男大学生, high school student, high school girl, highschool girl, high-school girl, college student, university student | girl | hold walk | shirt#fbfbfb sailor_collar skirt#2f4a8a shoes ponytail#3a2a20 mail_bag#5a3a2a book_held | city
wizard | - | old_man | hold stand | robe#4a3f9a wizard_hat long_beard staff | forest
ninja | - | man | guard lunge | kungfu_suit#26262e baggy#26262e boots#26262e hood#26262e headband katana | city
santa | - | old_man | down stand | coat#c8202a trousers#c8202a boots#26262c beanie#c8202a fur_collar#fbfbf6 long_beard | snowfield
princess | - | woman | down stand | gown#f08ab0 long#d8a04a tiara | garden
prince | - | man | down stand | uniform#fbfbf6 trousers#34406a boots#2b2320 cape crown short#8a5a32 | garden
judge | - | old_man | work_raise stand | robe#26262e short clerical_collar lectern hammer | studio
knight | - | man | raise_hold apart | plates#aab2bd baggy#8b97a5 boots#8b97a5 knight_helmet shield sword | meadow
"""
_PREFIXES: Mapping[str, Mapping[Kind, tuple[str, ...]]] = {
    "zh": {
        Kind.WOMAN: ("女",), Kind.MAN: ("男",), Kind.OLD_MAN: ("老", "老年"), Kind.OLD_WOMAN: ("老年女", "女老"),
        Kind.BOY: ("小", "少年", "男孩"), Kind.GIRL: ("女孩", "少女"),
    },
    "en": {
        Kind.WOMAN: ("female ", "woman ", "lady "), Kind.MAN: ("male ", "man "),
        Kind.OLD_MAN: ("old ", "elderly ", "aged "), Kind.OLD_WOMAN: ("old female ", "old woman "),
        Kind.BOY: ("boy ",), Kind.GIRL: ("girl ",),
    },
}  # fmt: skip
"""Words before the name of a role that name the kind of person."""
_OLD = {Kind.MAN: Kind.OLD_MAN, Kind.BOY: Kind.OLD_MAN, Kind.WOMAN: Kind.OLD_WOMAN, Kind.GIRL: Kind.OLD_WOMAN}


@dataclass(frozen=True, slots=True)
class PersonRole:
    """A role: its names, the usual kind of person, the poses of arms and legs, parts, and the surroundings."""

    key: str
    names: tuple[str, ...]
    kind: Kind
    arms: str
    legs: str
    parts: tuple[PartName, ...]
    setting: str


@cache
def load_roles() -> Mapping[str, PersonRole]:
    """Return all roles by key."""
    roles = (_parse_role(line) for line in _ROLES.strip().splitlines())
    return {role.key: role for role in roles}


def _parse_role(line: str) -> PersonRole:
    key, names, kind, pose, parts, setting = (column.strip() for column in line.split("|"))
    arms, legs = pose.split()
    named = () if names == "-" else tuple(name.strip() for name in names.split(","))
    return PersonRole(key, named, Kind(kind), arms, legs, tuple(map(_parse_part, parts.split())), setting)


def _parse_part(text: str) -> PartName:
    name, mark, color = text.partition("#")
    return name, mark + color


def list_names() -> Iterator[tuple[str, str, Kind]]:
    """Yield every name of a role, its key, and the kind of person: 女铁匠 and "female blacksmith" are women."""
    for role in load_roles().values():
        for name in role.names:
            for kind, prefixes in _PREFIXES["en" if name.isascii() else "zh"].items():
                meant = _OLD.get(role.kind, role.kind) if kind is Kind.OLD_MAN else kind
                yield from ((f"{prefix}{name}", role.key, meant) for prefix in prefixes)
    for role in load_roles().values():
        # After the others: 女侠 and 老渔民 are names of their own.
        yield from ((name, role.key, _find_kind(name, role.kind)) for name in role.names)


def _find_kind(name: str, usual: Kind) -> Kind:
    """Return the kind of person that *name* itself tells: cowgirl, 剑侠 and 女侠."""
    if name.startswith(("女", "小女")) or name.endswith(("woman", "girl", "女", "姑娘", "阿姨", "少女", "女孩", "ess", "艳后")):
        is_child = name.endswith(("girl", "女孩")) and usual.is_child
        return Kind.GIRL if is_child else Kind.WOMAN
    if name.endswith((" boy", "男孩", "小和尚", "沙弥")):
        return Kind.BOY
    if name.endswith(("老人", "老道", "old fisherman")) or name.startswith("老渔"):
        return Kind.OLD_MAN
    return Kind.WOMAN if name in _WOMEN else usual


_WOMEN = frozenset(("花木兰", "穆桂英", "mulan", "cleopatra", "shepherdess", "egyptian queen", "elderly nurse"))
