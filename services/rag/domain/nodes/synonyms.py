"""Synonym sets of the vocabulary of image graphs in Chinese and English.

One set per line, Chinese | English, continued on lines that are indented; `_` joins the words of an English phrase. A
word may be in several sets. The first English word names the set in the index: types stored before a change of this
table have the old sets until they are imported again or a migration marks them (0018).
"""

from typing import NamedTuple


class SynonymSet(NamedTuple):
    """Words with a common meaning; *name* is unique."""

    name: str
    words: tuple[str, ...]


def load_synonym_sets() -> tuple[SynonymSet, ...]:
    """Return the sets of the table, their words in lower case."""
    return tuple(_parse(line) for line in _TABLE.strip().replace("\n  ", " ").splitlines())


def _parse(line: str) -> SynonymSet:
    chinese, english = (half.split() for half in line.casefold().split("|"))
    return SynonymSet(english[0], tuple(word.replace("_", " ") for word in (*chinese, *english)))


_TABLE = """
加载 读取 载入 读入 导入 打开 读回 读出 读 开 读进 读进来 调入 调取 装载 引入 挂载 | load open read import loader
  bring_in
保存 存成 存到 存下 存盘 储存 存储 导出 写入 写进 写到 落盘 存 存为 另存 存档 写成 存进 存下来 保留到 输出到 | save
  store export write keep saver
硬盘 磁盘 文件 本地 电脑 | file disk drive
文件夹 目录 路径 | folder directory
上传 传到 | upload
下载 | download fetch
网址 链接 网络地址 网上 在线 联网 | url link web address internet online website
接口 请求 | api service endpoint request http
云存储 云端 存储桶 对象存储 网盘 对象桶 | bucket s3 cloud
去除 去掉 移除 消除 擦掉 擦除 抹去 抹掉 清除 删掉 删除 去 消掉 拿掉 除去 除掉 清掉 消去 涂掉 抹除 剔除 弄掉 扣掉 |
  remove erase delete eliminate get_rid clean drop wipe strip
添加 加上 增加 附加 加 加入 加个 加一层 套上 附上 插入 | add attach append put insert
新建 创建 建立 造 生成 制作 产生 绘制 产出 画出 做出 造出 得出 | create make generate produce build
空白 空 清空 | empty blank
放大 变大 大图 高清 超分 超分辨率 拉大 增大 变高清 提升分辨率 提高分辨率 无损放大 放大器 | enlarge upscale upscaling
  bigger larger super_resolution high_resolution
缩小 变小 减小 缩到 压小 | shrink smaller reduce downscale
缩放 改变大小 调整大小 尺寸 大小 调尺寸 改尺寸 改大小 | resize rescale scale resample size dimension dimensions
宽高 宽度 高度 宽 高 长宽 宽和高 | width height wide tall high
百万像素 总像素 | megapixel megapixels total pixels
按系数 倍数 倍 系数 按倍 两倍 几倍 | factor times twice double
画幅 宽高比 长宽比 比例 宽屏 16:9 4:3 | aspect ratio widescreen square 16:9 4:3
裁剪 裁切 裁掉 裁出 裁下 剪裁 裁小 裁 切掉 切 截取 截出 剪掉 剪下 切下 切出 框出来 | crop cut trim piece
拆分 分开 切分 切成 拆成 分割成 分离 分成 切开 切 拆 拆出 拆开 分出 断开 分段 切割 分成几 | split separate divide cut
合并 拼接 连接 合成 接成 相接 接在 组合 拼 接 组成 连起来 接起来 连在一起 合在一起 相连 首尾相连 首尾相接 连成 连接起来
  拼成 拼起来 拼到 拼在 串联 串起来 串成 接到 汇合 汇总 合到 合为 | join merge combine concatenate concat append chain
  stitch connect splice glue
混合 融合 混在 调和 叠 叠在 叠加 融入 掺 叠到 叠起来 揉合 重叠 | mix blend interpolate average overlay layer over fuse
  superimpose
批次 批量 一批 一组 多张 批 成批 批处理 整批 一批一批 多个 | batch group
重复 复制 多份 拷贝 一份 复制成 再来几份 | repeat duplicate copy repetition many_times
翻转 镜像 颠倒 左右 上下 左右对调 上下对调 镜面 | flip mirror
旋转 转动 转 九十度 90度 旋转角度 转正 转向 | rotate turn rotation quarter degrees ninety
反转 反相 反色 取反 底片 负片 反过来 互换 对调 反选 选反 倒过来 反一下 反了 相反 反着 黑白颠倒 颠倒黑白 | invert
  inverse negative opposite reverse swap_black_and_white
模糊 柔和 虚化 柔化 柔焦 朦胧 变糊 弄糊 糊一点 高斯 | blur soft soften blurry defocus gaussian smooth
锐化 清晰 锐利 清楚 锐度 清晰度 | sharpen sharp crisp clear sharpness
羽化 边缘柔和 过渡 渐隐 柔边 边缘过渡 虚边 | feather soften fade edge
边缘 轮廓 找边 硬边 软边 边线 描出 勾勒 勾边 | edge edges outline contour
线稿 线条 素描 线描 勾线 线描稿 黑白线 | lineart line drawing sketch lines
涂鸦 手绘 乱画 随手画 简笔 | scribble doodle rough
描边 白边 轮廓线 | stroke outline border
加边 边框 留白 四周 外扩 留边 多留 往外留 补边 | border pad padding margin canvas extend
扩图 外补 外扩 扩成 扩展画面 扩画 补全四周 往外画 扩展画布 画面之外 往外延伸 | outpaint outpainting extend widen
  uncrop_beyond
局部重绘 重绘 内补 重画 涂抹 补画 局部修改 改画 重新画 填补 只改 | inpaint inpainting repaint redraw
图片 图像 照片 图 画面 相片 一张 截图 画作 影像 原图 | image picture photo photograph still pictures screenshot pic
贴图 纹理 材质 | texture
粘贴 贴到 贴上 贴 放回 贴回 放上去 盖到 盖在 放到 贴进 贴在 放进 | paste put onto place stamp
遮罩 蒙版 选区 选中 掩码 掩膜 蒙板 选取 | mask selection select masked
区域 范围 矩形 一块 局部 部分 地方 部位 那块 这块 一角 | region area rectangle part bounds place
形状 圆形 矩形 椭圆 | shape circle rectangle ellipse
潜图 潜空间 潜变量 latent 潜在空间 隐空间 潜层 隐变量 | latent latents latentspace
像素 | pixel pixels
编码 送进潜空间 进潜空间 转潜图 图片转潜图 编成 压到潜空间 送进潜 转成潜 | encode encoder encoding into_latent
  to_latent
解码 还原 变回 变回图片 变回像素 变成像素 潜图变 潜空间变 转图片 还原成 变成图 出像素 | decode decoder to_pixel
  latent_to latent_back
分块 一块一块 小块 小方块 方块 分片 切块 小片 切片 分区块 | tile tiles tiled tiling chunk piecewise block blocks
显存 内存 显卡 | vram memory gpu
释放 清理 清空 卸载 腾出 清出 回收 清缓存 清掉 清空缓存 | free clear unload release
加速 提速 更快 快 跑得快 省时间 变快 提高速度 | speed fast faster accelerate
编译 | compile
提示词 提示 咒语 提示语 描述词 关键词 | prompt prompts prompting
正向 正面 正 想要的 | positive
负向 反向 负面 反面 不想要 不要的 负 | negative unwanted
条件 约束 | conditioning condition
引导 引导值 听从 控制力 引导强度 听话 | guidance guide guider steer
采样 去噪 出图 跑图 去噪过程 | sample sampler sampling denoise denoising
采样方法 采样算法 算法 方法名 | algorithm method sampler euler heun
调度 噪声序列 噪声计划 噪声表 sigma 时间步 安排噪声 | schedule scheduler sigma timestep noise_schedule noise_level
噪声 噪点 噪波 杂讯 | noise noisy
颗粒 噪点质感 胶片 老电影 | grain film analog
随机 随便 任意取 掷骰子 随便挑 抽 抽取 抽一 | random roll pick dice
种子 随机数 种子号 | seed
步 步数 起始步 结束步 | step steps
模型 网络 权重 大模型 | model network weights checkpoint
检查点 底模 大模型 safetensors 基础模型 主模型 ckpt | checkpoint safetensors base_model ckpt
扩散模型 主干 扩散网络 unet | diffusion unet backbone
文本编码器 文本编码 clip | textencoder text_encoder clip
视觉编码 看图 视觉 图像特征 图片特征 | vision visual image_encoder features embedding
微调 低秩 lora 小模型 | lora fine_tuned finetuned low rank adapter
控制网络 controlnet 控制图 控制构图 构图 控制网 | controlnet control steer
风格 画风 梵高 样式 笔触 油画 水彩 画派 素描风 | style art styled look stylize
迁移 转移 模仿 搬到 套用 借用 换成同样 | transfer imitate copy
参考图 参考 垫图 样图 照着 参照 | reference ref
文字 文本 字符串 句子 一段话 字 文案 一句话 两句话 这段话 段落 词语 单词 台词 短语 语句 字句 一行字 | string text words
  sentence letters txt phrase
字数 长度 多少字 几个字 多长 多少个字 | length count characters letters
替换 换掉 换成 改成 改字 替换成 换 代替 取代 改为 换为 改掉 替代 | replace substitute swap change exchange
正则 | regex regular expression
翻译 翻成 译成 | translate translation
语言 中文 英文 英语 | language chinese english
大语言模型 语言模型 大模型对话 聊天 对话 扩写 gpt | llm language_model chat gpt
描述 说明 看图说话 反推 写说明 写描述 说出 配文 讲讲 图说 | describe description caption captions
标签 打标 打标签 | tag tags tagger label labels booru
识别 检测 找出 找到 查找 检出 圈出 框出 辨认 认出 定位 寻找 看有哪些 | detect find recognize recognise detection locate
文字识别 ocr 读出来 认字 文字读 认出文字 读取文字 读出文字 | ocr read letters recognition
二维码 扫码图 | qr qr_code
条码 扫描 扫码 | barcode scan code
视频 影片 短片 片段 电影 视频文件 录像 影像 镜头素材 短视频 | video clip movie footage
动画 动起来 动态 会动 动图 动作模块 活起来 动效 动态图 | animate animated animation animating motion gif apng
帧 逐帧 | frame frames keyframe keyframes
补帧 慢动作 插帧 中间帧 流畅 顺滑 帧间 丝滑 插值 放慢 慢放 加帧 补出中间 | interpolation in_between smoother
  insert_frame interpolate
帧率 | fps frame_rate
防抖 抖动 晃 稳定 手抖 晃动 抖 画面稳 | shake stabilize stable steady shaky
运动 动作 光流 | motion movement move moves flow
音频 声音 音轨 mp3 录音 音效 声响 声道 配乐 | audio sound mp3 recording
语音 旁白 朗读 配音 念 说话 声线 读出来 讲话 嗓音 口播 人声 念出来 读出声 念出 | speech narration voice speak spoken
  aloud talk tts
转写 听写 字幕 转成字幕 转成文字 写成文字 语音识别 听打 语音变文字 说的话 | transcribe transcription transcript
  subtitle subtitles
音乐 作曲 歌曲 曲子 配乐 伴奏 旋律 背景音乐 一首歌 | music song compose melody
播放 听 试听 | play listen
口型 嘴唇 嘴 开口说话 嘴巴 嘴型 对口型 对嘴 口形 | lip lips mouth talk
人脸 脸 面部 脸部 面容 头像 五官 脸蛋 大头照 | face faces facial
表情 笑 神情 神态 | expression expressions
身份 长相 同一个人 人物一致 一致 同一张脸 同一个角色 长得一样 保持人物 | identity person consistent likeness
  consistency
头发 发丝 发型 | hair
眼睛 视线 眼神 目光 眼珠 看镜头 看着镜头 | eye eyes gaze
手 手指 手部 手掌 六指 多指 | hand hands finger fingers
皮肤 磨皮 美颜 肤质 毛孔 痘 皱纹 瑕疵 | skin beautify retouch
衣服 服装 裤子 换装 穿着 裙子 上衣 外套 穿搭 衣物 帽子 | clothes clothing shirt trousers garment dress outfit
人物 人像 人体 行人 路人 人 模特 角色 | person people portrait human passers_by body
物体 对象 东西 主体 物件 目标 商品 产品 | object objects thing things subject item
背景 底图 | background backdrop
抠图 抠出 抠 去背景 抠像 去底 抠出来 扣图 抠下来 | cutout cut_out matte background removal
分割 抠出 分段 | segment segmentation segments
姿势 姿态 骨架 骨骼 站姿 体态 摆姿势 人体关键点 关节 | pose skeleton posture openpose
深度 远近 近处 景深 距离 离镜头 前后关系 空间层次 远处 | depth near far distance close
法线 表面朝向 凹凸 | normal normals
光照 打光 光线 灯光 布光 补光 光影 光源 照明 | light lighting relight illuminate
发光 光晕 泛光 亮部 高光 发亮 辉光 | glow bloom highlights bright
阴影 投影 影子 | shadow
暗角 四角 四个角 变暗 压暗 边角 四周变暗 四周压暗 | vignette corners darken
亮度 变亮 调亮 明暗 太暗 提亮 偏暗 偏亮 调暗 亮一点 | brightness bright dark brighter darker exposure
对比度 反差 层次感 | contrast
影调 色调 色阶 曲线 黑场 白场 明暗层次 | tone tones levels curve curves
直方图 | histogram
颜色 色彩 彩色 上色 配色 填色 染色 红绿蓝 着色 绿色 红色 蓝色 | color colors colour colorize
饱和度 鲜艳 浓淡 艳丽 | saturation vivid saturated
色温 偏暖 偏冷 暖 冷 冷暖 白平衡 | warm warmer cool cooler warmth temperature
色相 | hue
调色 校色 校正 | grade grading color correction correct
查找表 lut cube | lut lookup cube look_up
灰度 黑白 灰 灰阶 去色 灰色 | gray grey grayscale monochrome black_and_white
老照片 旧照片 修复 修好 变清楚 崩坏 翻新 复原 修补 坏掉 畸形 修正 画坏 糊掉 | restore repair fix old broken
去雾 雾 雾蒙蒙 灰蒙蒙 | haze fog foggy dehaze
降噪 去噪点 杂点 弄干净 去杂讯 | denoise noise removal
减少颜色 量化 几种颜色 抖色 | quantize dithering palette few colors
色块 海报 色调分离 | posterize poster flat levels
马赛克 像素化 打码 方块 | pixelate mosaic blocks
渐变 从左到右 渐变色 逐渐 慢慢变 | gradient fade fades linear
纯色 单色 一种颜色 全红 | solid plain color single
无缝 平铺 接缝 四方连续 接得上 拼接缝 | seamless seam seams tile tiling repeat
畸变 鱼眼 变形 弯曲 桶形 | distortion distort fisheye bend barrel lens
色差 色散 重影 | chromatic aberration fringes channels
透视 拉正 斜拍 四角 梯形 矫正 歪斜 拉直 | perspective straighten angle corners warp
镜头 相机 推 平移 | camera lens pan zoom
全景 环景 360 | panorama 360 panoramic
视角 角度 另一个角度 侧面 背面 新视角 多视角 换个角度 | view angle viewpoint
三维 立体 3d 网格 立体模型 建模 三维模型 glb obj | mesh 3d
透明 透明度 透明通道 alpha 半透明 透明底 镂空 | alpha transparent transparency
通道 | channel channels
阈值 二值化 非黑即白 黑白分明 界限 门限 二值 纯黑白 | threshold binarize black_and_white cutoff
孔洞 洞 补上 填满 填充 空洞 窟窿 漏洞 缺口 | hole holes fill gap gaps close
扩展 外扩 往外扩 扩大 膨胀 扩 胀大 往外长 往外扩张 | grow expand larger dilate enlarge
交集 并集 差集 异或 重合部分 相减 相加 | intersection union difference xor subtract
坐标 位置 指定位置 某个位置 | position coordinates place offset
框 边框 方框 检测框 矩形框 框框 锚框 | box boxes bbox
水印 | watermark
标题 字体 写字 画字 字样 写上 印字 字号 | title font draw text caption
图层 叠加 图层模式 柔光 | layer layers soft light dodge
宫格 九宫格 行列 网格 排成 表格 阵列 拼格 | grid rows columns sheet contact chart
长图 长条 | strip long tall
并排 左右拼 排在一起 放在一起看 | beside side_by_side next_to
对比 比较 前后 相比 对照 差别 横向比较 滑块 | compare comparison before after comparer versus
相似 像不像 有多像 接近程度 差多少 | similar similarity alike
评分 打分 好看 美感 打个分 好坏 优劣 多好看 | score rate beauty beautiful aesthetic rating
过滤 拦截 不适合 敏感 违规 色情 屏蔽 | filter block unsafe nsfw
显示 预览 查看 看看 看 呈现 展示 弹出 看一眼 看到 | show display preview view see look viewer
画布 | canvas
备注 注释 说明文字 便签 便笺 便条 笔记 标注 写说明 | note comment remark
连线 连接线 走线 线路 整理连线 转接 中转 | wire wires link links tidy
变量 名字 按名字 存值 取值 全局 | variable name named store
列表 数组 第几个 取 第几项 集合 清单 一串 | list item array entry index
循环 重复执行 迭代 反复 遍历 重复跑 循环体 多跑几遍 | loop repeat iterate repetition
计数 加一 递增 累加 自增 计次 每次加 | counter count increase increment
判断 条件成立 如果 真假 是否 分支 满足条件 成立 | if conditional_branch true false yes no whether boolean logic
切换 选择 选一个 编号 挑 二选一 多选一 选哪个 选出 挑选 挑一个 切到 | switch choose select pick option number
计算 公式 运算 加减乘除 求和 相加 相乘 算术 算式 四则 算一下 加减 乘除 | calculate compute formula math evaluate
  expression
整数 取整 四舍五入 | integer whole_number round int
小数 浮点 | decimal float number
转成 变成 转换 转为 转化 变为 转 变 | convert turn into change to
等待 延时 等 几秒 停顿 暂停 停 稍等 隔几秒 | wait delay pause seconds sleep
随机词 通配符 变量填充 动态提示词 随机替换 占位符 | wildcard wildcards dynamic random
模板 套 | template preset wrap
元数据 参数 生成参数 拍摄信息 exif 光圈 快门 拍摄 相机参数 工作流信息 相机型号 拍摄时间 | metadata settings exif
  parameters info
分区 分别 各自 每个区域 | regional region separate
日程 关键帧 第几帧 到第 某一帧 | keyframe schedule keyframes given frames
滑动窗口 窗口 | window context sliding
细节 画质 质量 精细 细化 更清楚 精修 | detail details quality
分辨率 | resolution
主体重复 人头 重复主体 | doubled duplicate duplicated heads subjects
过饱和 过曝 | oversaturated burnt burned
高清修复 二次采样 第二遍 | hires second_pass
首图 首帧 第一帧 图生视频 静态图 静图 单张图 一张照片变视频 照片动 | firstframe first_frame first_picture img2vid
  image_to_video
万相 wan | wan
混元 hunyuan | hunyuan
曝光 包围曝光 | exposure exposures bracketed hdr
首尾 末尾 结束 结尾 终点 | end ending
开始 开头 起点 | start begin beginning
结果 输出 返回 最终 成品 | result output
柏林噪声 云雾 云状 | perlin cloud cloudy clouds
上一次 之前 以前 生成过 输出文件夹 历史 | earlier previous previously before output_folder
名画 大师 | famous painting neural_style
与或非 都成立 逻辑 布尔 真假值 | boolean and_or both_hold
微软 多任务 | microsoft multitask florence
超网络 | hypernetwork
动漫 二次元 卡通 漫画 | anime cartoon comic manga
拼贴 | collage
提取 抽取 取出 抽出 得到 获取 求出 | extract get obtain take
估计 推算 预测 估算 推断 | estimate predict infer compute
强度 力度 程度 比重 | strength amount intensity degree
分隔符 逗号 换行 隔开 分隔 | delimiter separator comma newline
词元 词向量 token | token tokens
跳过 最后几层 倒数 层数 | skip last layer layers
格式 jpg png webp | format png jpg webp
流程 工作流 | workflow graph
图表 参数表 对照表 | plot table axis
绿幕 色键 | chroma green_screen keying
肖像 头像 大头照 | portrait headshot avatar
缝合 缝 缝回去 拼回 | stitch seam seams stitched
平均 均匀 均衡 拉开 铺开 分布 | even equalize equalization spread
多张 好几张 很多张 若干 多个 几个 | many several multiple
文件名 路径 前缀 | filename prefix
不透明度 透明度 | opacity
自己 各用各 各有各 | own individual
默认值 固定值 给一个值 | constant primitive value
回答 回复 提问 问 | reply answer ask question
上下文 前后文 | context
中值 滤波 滤镜 | median filter
注意力 | attention
"""
