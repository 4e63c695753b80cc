/* One run on the page: the request, the four agents, and their results. A card is built from the events of its run. */

import { byId, create, createButton, hint, reveal } from "./elements.js";
import { createImage } from "./mask.js";
import { forgetSession, storeSession } from "./memory.js";
import { joinChanges, localize } from "./texts.js";

const NODES = ["planner", "rag", "executor", "critic"];
const SESSION_ERRORS = ["SESSION_UNKNOWN", "SESSION_EXPIRED"];

/* `send` receives the text of a suggestion, or of changed parameters. */
export function createCard(text, send) {
  const steps = Object.fromEntries(NODES.map((node) => [node, create("li", { textContent: localize(node) })]));
  const message = create("p", { className: "message" });
  message.setAttribute("aria-live", "polite");
  const log = create("ol");
  const notes = create("div");
  const parts = create("div");
  const root = create("article", { className: "card" },
    create("p", { className: "prompt", textContent: text || localize("filling") }),
    create("ol", { className: "steps" }, ...Object.values(steps)), message, notes, parts,
    create("details", {}, create("summary", { textContent: localize("log") }), log));
  byId("welcome").hidden = true;
  byId("feed").append(root);
  return { root, steps, message, log, notes, parts, send, components: new Map(), attempts: new Map(), replies: new Map(), uses: [], image: null, stop: null, thinking: "", runId: null, last: 0, ended: false, paused: false };
}

export function handleEvent(view, event) {
  if (HANDLERS[event.type]) HANDLERS[event.type](view, event.data, event);
}

const HANDLERS = {
  connection(view, data, event) {
    storeSession(event.sessionId);
    if (view.stop) return;
    view.stop = createButton(localize("stop"), () => fetch(data.cancelUrl, { method: "POST" }).catch(() => hint(localize("unreachable"))));
    view.root.append(view.stop);
  },
  thought_log(view, data) {
    renderLog(view, data);
    if (data.level === "warning") appendNote(view, data.message);
    if (data.kind === "usage") view.uses.push(data.usage);
  },
  progress(view, data) { view.paused = data.phase === "paused"; renderProgress(view, data); renderLog(view, data); },
  quality_check(view, data) {
    view.steps.critic.className = data.passed ? "done" : "failed";
    renderLog(view, { ...data, message: data.feedback || `${localize("score")} ${Math.round(data.score * 100)}%` });
  },
  gen_ui_component(view, data) {
    const widget = WIDGETS[data.widgetType] && WIDGETS[data.widgetType](view, data.props);
    if (!widget) return;
    const before = view.components.get(data.id);
    if (before) before.replaceWith(widget); else view.parts.append(widget);
    view.components.set(data.id, widget);
    if (data.widgetType === "ImageResult") view.image = widget;
    reveal(view.image || widget);
  },
  error(view, data) { renderError(view, data); },
  stream_end(view, data) {
    view.ended = true;
    if (data.status === "cancelled") view.message.textContent = localize("cancelled");
    if (view.uses.length) renderUsage(view);
    if (view.stop) view.stop.remove();
  },
};

/* An image under the page's own address, wherever its absolute URL leads: behind a proxy the two may differ. */
const toPath = (url) => url && new URL(url, location.href).pathname;

const WIDGETS = {
  AgentMessage(view, props) {
    if (props.isThinking) view.thinking = props.text;
    view.message.textContent = props.text;
    view.message.classList.toggle("failed", props.state === "failed");
  },
  ImageResult(view, { imageUrl, metadata, score }) {
    const { width, height } = metadata.size;
    const details = [metadata.model, `${width}×${height}`, `seed ${metadata.seed}`];
    if (score !== null) details.push(`${localize("score")} ${Math.round(score * 100)}%`);
    return createImage({ url: toPath(imageUrl), alt: localize("alt") + (metadata.prompt || ""), details: details.join(" · "), width, height });
  },
  ParameterPanel(view, props) {
    const sliders = props.parameters.map((parameter) => createSlider(parameter));
    const apply = createButton(localize("apply"), () => {
      const changes = sliders.map((one) => one.change()).filter(Boolean);
      if (changes.length) view.send(joinChanges(changes));
    });
    return create("div", {}, create("div", { className: "sliders" }, ...sliders.map((one) => one.element)), apply);
  },
  SuggestionChips(view, props) {
    return create("div", { className: "row" }, ...props.suggestions.map((text) => createButton(text, () => view.send(text))));
  },
  MaskRequest(view, { text, imageUrl }) {
    const root = create("div", {}, create("p", { textContent: text }));
    const url = toPath(imageUrl);
    if (url) loadSize(url).then((size) => root.append(createImage({ url, alt: localize("alt"), details: "", ...size, isMasking: true }))).catch(() => {});
    return root;
  },
};

/* The size of an image in pixels, which a request for a mask does not state. */
async function loadSize(url) {
  const image = create("img", { src: url });
  await image.decode();
  return { width: image.naturalWidth, height: image.naturalHeight };
}

function renderLog(view, data) {
  if (!data.message) return;
  const key = `${data.step}/${data.attempt}`;
  if (data.kind === "message") { appendReply(view, data, key); return; }
  appendLogEntry(view, data, key);
  if (data.superseded) for (const entry of view.attempts.get(key).slice(0, -1)) entry.classList.add("void");
}
function appendLogEntry(view, data, key) {
  const entry = create("li", { textContent: `${localize(data.node) || data.node}: ${data.message}` });
  view.log.append(entry);
  // Usage counts also when its attempt fails.
  if (data.step && data.kind !== "usage") view.attempts.set(key, [...(view.attempts.get(key) || []), entry]);
  return entry;
}

/* A reply arrives in chunks, with other entries between them: it is one entry, and displayed above as it arrives. */
function appendReply(view, data, key) {
  const before = view.replies.get(key);
  if (before) before.entry.append(data.message); else view.replies.set(key, { entry: appendLogEntry(view, data, key), text: "" });
  const reply = view.replies.get(key);
  reply.text += data.message;
  view.message.textContent = reply.text;
}
function appendNote(view, message) { view.notes.append(create("p", { className: "note", textContent: message })); }

/* The total usage of models in the run. */
function renderUsage(view) {
  const sum = (of) => view.uses.reduce((total, use) => total + of(use), 0);
  const costs = new Map();
  for (const { cost } of view.uses) if (cost) costs.set(cost.currency, (costs.get(cost.currency) || 0) + cost.amount);
  const paid = [...costs].map(([currency, amount]) => `${amount > 0 && amount < 0.0001 ? "<0.0001" : amount.toFixed(4)} ${currency}`);
  const counts = localize("used")(sum((use) => use.requests), sum((use) => use.inputTokens + use.outputTokens), sum((use) => use.images));
  appendNote(view, [...counts, ...paid].filter(Boolean).join(" · "));
}

function renderProgress(view, data) {
  if (data.phase === "reflowed") for (const node of NODES.slice(1)) view.steps[node].className = "";
  const step = view.steps[data.node];
  if (step) step.className = { finished: "done", failed: "failed" }[data.phase] || "working";
  if (data.phase === "failed" && view.replies.has(`${data.step}/${data.attempt}`)) view.message.textContent = view.thinking;
}

export function renderError(view, error) {
  view.message.textContent = error.message;
  view.message.classList.add("failed");
  reveal(view.message);
  if (SESSION_ERRORS.includes(error.code)) {
    forgetSession();
    hint(localize("fresh"));
  }
}

function createSlider(parameter) {
  const input = create("input", { type: "range", min: parameter.minimum, max: parameter.maximum, step: 0.05 });
  input.value = parameter.value;
  const percent = () => Math.round((input.value - parameter.value) * 100);
  const output = create("output", { textContent: "0%" });
  input.addEventListener("input", () => { output.textContent = `${percent() > 0 ? "+" : ""}${percent()}%`; });
  const change = () => percent() && `${parameter.label} ${percent() > 0 ? "+" : ""}${percent()}%`;
  return { element: create("label", {}, create("span", { textContent: parameter.label }), input, output), change };
}
