/* An image on which a mask can be drawn, with a pointer or with the keyboard: paths are in pixels of the image. */

import { byId, create, createButton, hint } from "./elements.js";
import { localize } from "./texts.js";

const MAX_PATHS = 100, MAX_POINTS = 10000, MIN_DISTANCE = 3;
/* Steps of the keyboard, as parts of the image. */
const STEP = 0.02, LARGE_STEP = 0.1;
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/* The mask that the next request sends, and what removes it from its image; null for none. */
export const mask = { data: null, clear: null };

export function createImage({ url, alt, details, width, height, isMasking = false }) {
  const image = create("img", { src: url, alt, width, height });
  const frame = create("div", { className: "frame" }, image);
  frame.style.setProperty("--ratio", width / height);
  const save = create("a", { href: url, download: "reflow.png", textContent: localize("save") });
  const maskButton = createButton(localize("mark"), () => toggleMask());
  let canvas = null;
  function clearMask() {
    canvas.remove();
    canvas = mask.data = mask.clear = null;
    maskButton.textContent = localize("mark");
    hint("");
  }
  function toggleMask() {
    if (canvas) { clearMask(); return; }
    if (mask.clear) mask.clear();
    canvas = createCanvas(width, height, (coordinates) => {
      mask.data = coordinates.length ? { imageUrl: url, coordinates } : null;
      hint(localize(mask.data ? "marked" : "marking"));
    }, clearMask);
    mask.clear = clearMask;
    frame.append(canvas);
    maskButton.textContent = localize("unmark");
    hint(localize("marking"));
    canvas.focus({ preventScroll: true });
  }
  const root = create("div", {}, frame, create("p", { className: "note", textContent: details }), create("div", { className: "row" }, maskButton, save));
  if (isMasking) queueMicrotask(toggleMask); // once it is on the page and can have the focus
  return root;
}

function createCanvas(width, height, onChange, onClear) {
  const canvas = create("canvas", { width, height, tabIndex: 0 });
  canvas.setAttribute("role", "application");
  canvas.setAttribute("aria-label", localize("canvas"));
  const brush = canvas.getContext("2d");
  const paths = [];
  const cursor = { x: width / 2, y: height / 2, isShown: false, corner: null };

  function add(path) {
    if (paths.push(path) > MAX_PATHS) paths.shift();
  }
  function fill(outline) {
    brush.beginPath();
    for (const point of outline) brush.lineTo(point.x, point.y);
    brush.closePath();
    brush.fill();
    brush.stroke();
  }
  function draw() {
    brush.clearRect(0, 0, width, height);
    brush.fillStyle = "rgba(251, 146, 60, .35)";
    brush.strokeStyle = "#fff";
    brush.lineWidth = Math.max(width, height) / 250;
    for (const outline of paths) fill(outline);
    if (!cursor.isShown) return;
    if (cursor.corner) fill(createRectangle(cursor.corner, cursor));
    drawCross();
  }
  function drawCross() {
    const arm = Math.max(width, height) / 30;
    for (const [color, line] of [["#000", 3], ["#fff", 1]]) {
      brush.strokeStyle = color;
      brush.lineWidth = line * Math.max(width, height) / 400;
      brush.beginPath();
      brush.moveTo(cursor.x - arm, cursor.y);
      brush.lineTo(cursor.x + arm, cursor.y);
      brush.moveTo(cursor.x, cursor.y - arm);
      brush.lineTo(cursor.x, cursor.y + arm);
      brush.stroke();
    }
  }
  drawWithPointer(canvas, { add, draw, onChange: () => { cursor.isShown = false; draw(); onChange(paths); byId("prompt").focus(); } });

  const KEYS = {
    Enter() {
      if (!cursor.corner) { cursor.corner = { x: cursor.x, y: cursor.y }; hint(localize("cornered")); return; }
      if (cursor.corner.x === cursor.x || cursor.corner.y === cursor.y) return; // no area yet
      add(createRectangle(cursor.corner, cursor));
      cursor.corner = null;
      onChange(paths);
    },
    Backspace() {
      if (cursor.corner) cursor.corner = null; else paths.pop();
      onChange(paths);
    },
  };
  canvas.addEventListener("keydown", (event) => {
    if (event.key === "Escape") { onClear(); return; }
    const direction = ARROWS[event.key], act = KEYS[event.key === " " ? "Enter" : event.key];
    if (!direction && !act) return;
    event.preventDefault();
    cursor.isShown = true;
    if (act) act();
    if (direction) {
      const step = event.shiftKey ? LARGE_STEP : STEP;
      cursor.x = clamp(cursor.x + direction[0] * step * width, width);
      cursor.y = clamp(cursor.y + direction[1] * step * height, height);
    }
    draw();
  });
  return canvas;
}

function drawWithPointer(canvas, { add, draw, onChange }) {
  let path = null;
  const at = (event) => {
    const box = canvas.getBoundingClientRect();
    return { x: (event.clientX - box.left) * canvas.width / box.width, y: (event.clientY - box.top) * canvas.height / box.height };
  };
  canvas.addEventListener("pointerdown", (event) => {
    canvas.setPointerCapture(event.pointerId);
    path = [at(event)];
    add(path);
  });
  canvas.addEventListener("pointermove", (event) => {
    if (!path || path.length >= MAX_POINTS) return;
    const point = at(event), before = path[path.length - 1];
    if (Math.hypot(point.x - before.x, point.y - before.y) >= MIN_DISTANCE) { path.push(point); draw(); }
  });
  canvas.addEventListener("pointerup", () => {
    path = null;
    onChange();
  });
}

function createRectangle(from, to) {
  return [{ x: from.x, y: from.y }, { x: to.x, y: from.y }, { x: to.x, y: to.y }, { x: from.x, y: to.y }];
}
function clamp(value, most) { return Math.min(Math.max(value, 0), most); }
