"""Synonym sets of the vocabulary of image graphs in Chinese and English.

One set per line, Chinese | English; `_` joins the words of an English phrase. A word may be in several sets. The first
English word names the set in the index: types stored before a change of this table have the old sets until they are
imported again or a migration marks them (0018).
"""

from typing import NamedTuple


class SynonymSet(NamedTuple):
    """Words with a common meaning; *name* is unique."""

    name: str
    words: tuple[str, ...]


def load_synonym_sets() -> tuple[SynonymSet, ...]:
    """Return the sets of the table, their words in lower case."""
    return tuple(_parse(line) for line in _TABLE.strip().splitlines())


def _parse(line: str) -> SynonymSet:
    chinese, english = (half.split() for half in line.casefold().split("|"))
    return SynonymSet(english[0], tuple(word.replace("_", " ") for word in (*chinese, *english)))


_TABLE = """
加载 读取 载入 读入 导入 打开 读回 读出 读 开 | load open read import loader bring_in
保存 存成 存到 存下 存盘 储存 存储 导出 写入 写进 写到 落盘 存 | save store export write keep saver
硬盘 磁盘 文件 | file disk drive
文件夹 目录 | folder directory
上传 传到 | upload
下载 | download fetch
网址 链接 网络地址 网上 | url link web address internet online website
接口 请求 | api service endpoint request http
云存储 云端 存储桶 对象存储 | bucket s3 cloud
去除 去掉 移除 消除 擦掉 擦除 抹去 抹掉 清除 删掉 删除 去 | remove erase delete eliminate get_rid clean drop
添加 加上 增加 附加 加 | add attach append put
新建 创建 建立 造 生成 制作 产生 | create make generate produce build
空白 空 清空 | empty blank
放大 变大 大图 高清 超分 超分辨率 | enlarge upscale upscaling bigger larger super_resolution high_resolution
缩小 变小 减小 | shrink smaller reduce downscale
缩放 改变大小 调整大小 尺寸 大小 | resize rescale scale resample size dimension dimensions
宽高 宽度 高度 宽 高 长宽 | width height wide tall high
百万像素 总像素 | megapixel megapixels total pixels
按系数 倍数 倍 系数 按倍 两倍 几倍 | factor times twice double
画幅 宽高比 长宽比 比例 宽屏 16:9 4:3 | aspect ratio widescreen square 16:9 4:3
裁剪 裁切 裁掉 裁出 裁下 剪裁 裁小 裁 切掉 切 | crop cut trim piece
拆分 分开 切分 切成 拆成 分割成 分离 分成 切开 切 拆 | split separate divide cut
合并 拼接 连接 合成 接成 相接 接在 组合 拼 接 组成 | join merge combine concatenate concat append chain stitch connect
混合 融合 混在 调和 叠 叠在 叠加 | mix blend interpolate average overlay layer over fuse
批次 批量 一批 一组 多张 批 | batch group
重复 复制 多份 拷贝 一份 | repeat duplicate copy repetition many_times
翻转 镜像 颠倒 左右 上下 | flip mirror
旋转 转动 转 九十度 90度 | rotate turn rotation quarter degrees ninety
反转 反相 反色 取反 底片 负片 反过来 互换 | invert inverse negative opposite reverse
模糊 柔和 虚化 柔化 柔焦 | blur soft soften blurry defocus gaussian smooth
锐化 清晰 锐利 清楚 | sharpen sharp crisp clear sharpness
羽化 边缘柔和 过渡 | feather soften fade edge
边缘 轮廓 找边 硬边 软边 | edge edges outline contour
线稿 线条 素描 线描 | lineart line drawing sketch lines
涂鸦 手绘 乱画 | scribble doodle rough
描边 白边 轮廓线 | stroke outline border
加边 边框 留白 四周 外扩 | border pad padding margin canvas extend
扩图 外补 外扩 扩成 扩展画面 扩画 | outpaint outpainting extend widen
局部重绘 重绘 内补 重画 涂抹 补画 | inpaint inpainting repaint redraw
图片 图像 照片 图 画面 相片 一张 截图 | image picture photo photograph still pictures screenshot
贴图 纹理 材质 | texture
粘贴 贴到 贴上 贴 放回 贴回 放上去 | paste put onto place stamp
遮罩 蒙版 选区 选中 | mask selection select masked
区域 范围 矩形 一块 局部 部分 | region area rectangle part bounds place
形状 圆形 矩形 椭圆 | shape circle rectangle ellipse
潜图 潜空间 潜变量 latent 潜在空间 | latent latents latentspace
像素 | pixel pixels
编码 送进潜空间 进潜空间 转潜图 图片转潜图 | encode encoder encoding into_latent to_latent
解码 还原 变回 变回图片 变回像素 变成像素 潜图变 潜空间变 转图片 | decode decoder to_pixel latent_to latent_back
分块 一块一块 小块 小方块 方块 分片 切块 | tile tiles tiled tiling chunk piecewise block blocks
显存 内存 | vram memory gpu
释放 清理 清空 卸载 | free clear unload release
加速 提速 更快 快 | speed fast faster accelerate
编译 | compile
提示词 提示 咒语 | prompt prompts prompting
正向 正面 | positive
负向 反向 负面 | negative
条件 约束 | conditioning condition
引导 引导值 听从 控制力 | guidance guide guider steer
采样 去噪 | sample sampler sampling denoise denoising
采样方法 采样算法 算法 | algorithm method sampler euler heun
调度 噪声序列 噪声计划 噪声表 sigma 时间步 安排噪声 | schedule scheduler sigma timestep noise_schedule noise_level
噪声 噪点 噪波 杂讯 | noise noisy
颗粒 噪点质感 胶片 老电影 | grain film analog
随机 随便 任意取 掷骰子 | random roll pick dice
种子 | seed
步 步数 起始步 结束步 | step steps
模型 网络 权重 大模型 | model network weights checkpoint
检查点 底模 大模型 safetensors 基础模型 主模型 ckpt | checkpoint safetensors base_model ckpt
扩散模型 主干 扩散网络 unet | diffusion unet backbone
文本编码器 文本编码 clip | textencoder text_encoder clip
视觉编码 看图 视觉 图像特征 图片特征 | vision visual image_encoder features embedding
微调 低秩 lora | lora fine_tuned finetuned low rank adapter
控制网络 controlnet 控制图 控制构图 构图 | controlnet control steer
风格 画风 梵高 | style art styled look stylize
迁移 转移 模仿 | transfer imitate copy
参考图 参考 垫图 | reference ref
文字 文本 字符串 句子 一段话 字 文案 | string text words sentence letters txt
字数 长度 多少字 | length count characters letters
替换 换掉 换成 改成 改字 替换成 换 | replace substitute swap change exchange
正则 | regex regular expression
翻译 翻成 译成 | translate translation
语言 中文 英文 英语 | language chinese english
大语言模型 语言模型 大模型对话 聊天 对话 扩写 gpt | llm language_model chat gpt
描述 说明 看图说话 反推 | describe description caption captions
标签 打标 | tag tags tagger label labels booru
识别 检测 找出 找到 查找 | detect find recognize recognise detection locate
文字识别 ocr 读出来 认字 | ocr read letters recognition
二维码 | qr qr_code
条码 扫描 扫码 | barcode scan code
视频 影片 短片 片段 电影 | video clip movie footage
动画 动起来 动态 会动 动图 动作模块 | animate animated animation animating motion gif apng
帧 逐帧 | frame frames keyframe keyframes
补帧 慢动作 插帧 中间帧 流畅 顺滑 帧间 | interpolation in_between smoother insert_frame interpolate
帧率 | fps frame_rate
防抖 抖动 晃 稳定 | shake stabilize stable steady shaky
运动 动作 光流 | motion movement move moves flow
音频 声音 音轨 mp3 录音 | audio sound mp3 recording
语音 旁白 朗读 配音 念 说话 声线 读出来 | speech narration voice speak spoken aloud talk tts
转写 听写 字幕 转成字幕 转成文字 | transcribe transcription transcript subtitle subtitles
音乐 作曲 歌曲 曲子 | music song compose melody
播放 听 试听 | play listen
口型 嘴唇 嘴 开口说话 | lip lips mouth talk
人脸 脸 面部 脸部 面容 头像 | face faces facial
表情 | expression expressions
身份 长相 同一个人 人物一致 一致 | identity person consistent likeness consistency
头发 发丝 发型 | hair
眼睛 视线 眼神 | eye eyes gaze
手 手指 手部 | hand hands finger fingers
皮肤 磨皮 美颜 | skin beautify retouch
衣服 服装 裤子 换装 穿着 | clothes clothing shirt trousers garment dress outfit
人物 人像 人体 行人 路人 人 | person people portrait human passers_by body
物体 对象 东西 主体 | object objects thing things subject item
背景 底图 | background backdrop
抠图 抠出 抠 去背景 | cutout cut_out matte background removal
分割 抠出 分段 | segment segmentation segments
姿势 姿态 骨架 骨骼 | pose skeleton posture openpose
深度 远近 近处 景深 距离 | depth near far distance close
法线 | normal normals
光照 打光 光线 灯光 | light lighting relight illuminate
发光 光晕 泛光 亮部 高光 | glow bloom highlights bright
阴影 投影 | shadow
暗角 四角 四个角 变暗 压暗 | vignette corners darken
亮度 变亮 调亮 明暗 太暗 | brightness bright dark brighter darker exposure
对比度 反差 | contrast
影调 色调 色阶 曲线 黑场 白场 | tone tones levels curve curves
直方图 | histogram
颜色 色彩 彩色 上色 | color colors colour colorize
饱和度 鲜艳 | saturation vivid saturated
色温 偏暖 偏冷 暖 冷 | warm warmer cool cooler warmth temperature
色相 | hue
调色 校色 校正 | grade grading color correction correct
查找表 lut cube | lut lookup cube look_up
灰度 黑白 灰 | gray grey grayscale monochrome black_and_white
老照片 旧照片 修复 修好 变清楚 崩坏 | restore repair fix old broken
去雾 雾 雾蒙蒙 灰蒙蒙 | haze fog foggy dehaze
降噪 去噪点 | denoise noise removal
减少颜色 量化 几种颜色 抖色 | quantize dithering palette few colors
色块 海报 色调分离 | posterize poster flat levels
马赛克 像素化 打码 方块 | pixelate mosaic blocks
渐变 从左到右 | gradient fade fades linear
纯色 单色 一种颜色 全红 | solid plain color single
无缝 平铺 接缝 四方连续 | seamless seam seams tile tiling repeat
畸变 鱼眼 变形 弯曲 桶形 | distortion distort fisheye bend barrel lens
色差 色散 重影 | chromatic aberration fringes channels
透视 拉正 斜拍 四角 | perspective straighten angle corners warp
镜头 相机 推 平移 | camera lens pan zoom
全景 环景 360 | panorama 360 panoramic
视角 角度 另一个角度 | view angle viewpoint
三维 立体 3d 网格 | mesh 3d
透明 透明度 透明通道 alpha | alpha transparent transparency
通道 | channel channels
阈值 二值化 | threshold binarize black_and_white
孔洞 洞 补上 填满 填充 | hole holes fill gap gaps close
扩展 外扩 往外扩 扩大 膨胀 扩 | grow expand larger dilate enlarge
交集 并集 差集 异或 | intersection union difference xor subtract
坐标 位置 指定位置 某个位置 | position coordinates place offset
框 边框 方框 检测框 | box boxes bbox
水印 | watermark
标题 字体 写字 画字 | title font draw text caption
图层 叠加 图层模式 柔光 | layer layers soft light dodge
宫格 九宫格 行列 网格 | grid rows columns sheet contact chart
长图 长条 | strip long tall
并排 左右拼 | beside side_by_side next_to
对比 比较 前后 相比 | compare comparison before after comparer versus
相似 像不像 有多像 | similar similarity alike
评分 打分 好看 美感 | score rate beauty beautiful aesthetic rating
过滤 拦截 不适合 敏感 | filter block unsafe nsfw
显示 预览 查看 看看 | show display preview view see look viewer
画布 | canvas
备注 注释 说明文字 | note comment remark
连线 连接线 | wire wires link links
变量 名字 按名字 | variable name named store
列表 数组 第几个 取 | list item array entry index
循环 重复执行 迭代 | loop repeat iterate repetition
计数 加一 递增 | counter count increase increment
判断 条件成立 如果 真假 是否 | if condition true false yes no whether boolean logic
切换 选择 选一个 编号 挑 | switch choose select pick option number
计算 公式 运算 加减乘除 | calculate compute formula math evaluate expression
整数 取整 四舍五入 | integer whole_number round int
小数 浮点 | decimal float number
转成 变成 转换 转为 | convert turn into change to
等待 延时 等 几秒 | wait delay pause seconds sleep
随机词 通配符 变量填充 动态提示词 | wildcard wildcards dynamic random
模板 套 | template preset wrap
元数据 参数 生成参数 拍摄信息 exif 光圈 快门 | metadata settings exif parameters info
分区 分别 各自 每个区域 | regional region separate
日程 关键帧 第几帧 | keyframe schedule keyframes given frames
滑动窗口 窗口 | window context sliding
细节 画质 质量 | detail details quality
分辨率 | resolution
主体重复 人头 重复主体 | doubled duplicate duplicated heads subjects
过饱和 过曝 | oversaturated burnt burned
高清修复 二次采样 第二遍 | hires second_pass
首图 首帧 第一帧 图生视频 | firstframe first_frame first_picture img2vid image_to_video
万相 wan | wan
混元 hunyuan | hunyuan
曝光 包围曝光 | exposure exposures bracketed hdr
首尾 末尾 结束 结尾 终点 | end ending
开始 开头 起点 | start begin beginning
结果 输出 | result output
柏林噪声 云雾 云状 | perlin cloud cloudy clouds
上一次 之前 以前 生成过 输出文件夹 历史 | earlier previous previously before output_folder
名画 大师 | famous painting neural_style
与或非 都成立 逻辑 布尔 真假值 | boolean and_or both_hold
微软 多任务 | microsoft multitask florence
超网络 | hypernetwork
动漫 二次元 卡通 漫画 | anime cartoon comic manga
拼贴 | collage
"""
