/* What the page says, in both languages, and which of them it speaks. */

const TEXTS = {
  zh: {
    tagline: "说说想画什么，看它一步步完成", welcome: "想画什么？可以这样说：", prompt: "想画什么", send: "画", upload: "上传图片",
    placeholder: "例如：画一只赛博朋克风格的猫", planner: "理解", rag: "风格", executor: "绘制", critic: "评审", orchestrator: "运行",
    log: "过程", mark: "圈出区域", unmark: "清除圈选", apply: "应用调整", save: "保存图片", stop: "停止", retry: "立即重试",
    marked: "已圈出区域：写下要改成什么再发送，留空则补全画面。",
    marking: "用鼠标或手指圈出要修改的部分；用键盘：方向键移动，回车定下一角，再按回车定下对角。",
    cornered: "已定下一角：用方向键移到对角处，再按回车。",
    canvas: "圈选区域：方向键移动（按住 Shift 移得更快），回车定角，退格删除上一块，Esc 清除。",
    lost: (seconds) => `连接断开，${seconds} 秒后重试，并从断点继续。`,
    unreachable: "连不上服务，请确认服务正在运行，然后再试；您写的内容还在。", score: "评分", alt: "画好的图：",
    filling: "（补全圈出的区域）", uploaded: "图片已上传：圈出区域，或直接写下要怎么改。", cancelled: "已停止。", fresh: "会话已过期，已开始新的会话，请再发送一次。",
    used: (requests, tokens, images) => ["模型用量：" + requests + " 次请求", tokens && tokens + " 词元", images && images + " 张图"],
    examples: ["画一只赛博朋克风格的猫", "水墨山水，清晨有雾", "像素风的海边小屋", "水彩风格的花"],
  },
  en: {
    tagline: "Describe it, and watch it take shape", welcome: "What would you like to see? For example:", prompt: "Your prompt", send: "Paint", upload: "Upload",
    placeholder: "For example: a cat in cyberpunk style", planner: "Read", rag: "Style", executor: "Paint", critic: "Review", orchestrator: "Run",
    log: "Log", mark: "Mark an area", unmark: "Clear the mask", apply: "Apply", save: "Save the image", stop: "Stop", retry: "Retry now",
    marked: "An area is marked: describe the change and send, or send nothing to fill it.",
    marking: "Circle the part to change with the mouse or a finger. By keyboard: move with the arrow keys, press Enter at one corner and again at the opposite one.",
    cornered: "One corner is set: move to the opposite one with the arrow keys and press Enter.",
    canvas: "Mask: arrow keys move (Shift: faster), Enter sets a corner, Backspace removes the last area, Escape clears.",
    lost: (seconds) => `Connection lost. Retrying in ${pluralize(seconds, "second")}, from where it stopped.`,
    unreachable: "The service cannot be reached. Check that it is running and try again; what you wrote is kept.", score: "Score", alt: "The image: ",
    filling: "(fill the marked area)", uploaded: "Uploaded: mark an area, or describe the change.", cancelled: "Stopped.", fresh: "The session has expired and a new one was started; please send again.",
    used: (requests, tokens, images) => ["Models: " + pluralize(requests, "request"), tokens && pluralize(tokens, "token"), images && pluralize(images, "image")],
    examples: ["a cat in cyberpunk style", "misty mountains, ink wash", "a house by the sea, pixel art", "flowers in watercolor"],
  },
};
const CHOSEN = "reflow.language";

function pluralize(number, what) { return `${number} ${what}${number === 1 ? "" : "s"}`; }

/* What was chosen on this page before, else the first language of the browser that the page speaks. */
function detectLanguage() {
  const preferred = [localStorage.getItem(CHOSEN), ...navigator.languages].map((tag) => (tag || "").slice(0, 2).toLowerCase());
  return preferred.find((tag) => tag in TEXTS) || "en";
}

export let language = detectLanguage();

export function switchLanguage() {
  language = language === "zh" ? "en" : "zh";
  localStorage.setItem(CHOSEN, language);
}
export function localize(key) { return TEXTS[language][key]; }
export function joinChanges(changes) { return changes.join(language === "zh" ? "，" : ", "); }
