/* The page: sends what is asked for, shows each run as a card, and shows them again after a reload. */

import { createCard, handleEvent, renderError } from "./card.js";
import { byId, create, createButton, follow, hint, reveal } from "./elements.js";
import { createImage, mask } from "./mask.js";
import { forgetRequest, forgetRun, markRequestLost, readRequest, readRuns, readSession, requestKey, storeRun } from "./memory.js";
import { watchRun } from "./stream.js";
import { language, localize, switchLanguage } from "./texts.js";

let isBusy = false;
let uploaded = null;

function setBusy(busy) { isBusy = byId("send").disabled = busy; }

function translate() {
  document.documentElement.lang = language;
  for (const element of document.querySelectorAll("[data-text]")) element.textContent = localize(element.dataset.text);
  byId("prompt").placeholder = localize("placeholder");
  byId("prompt").setAttribute("aria-label", localize("prompt"));
  byId("language").textContent = language === "zh" ? "English" : "中文";
  byId("language").lang = language === "zh" ? "en" : "zh";
  byId("examples").replaceChildren(...localize("examples").map((text) => createButton(text, () => send(text))));
}

async function send(text) {
  if (isBusy || (!text && !mask.data)) return;
  const body = { text, sessionId: readSession() || undefined };
  if (mask.data) body.maskData = mask.data; else if (uploaded) body.imageUrl = uploaded;
  await request(body);
}

/* Start a run and watch it. What was written stays in the box until the service has accepted it. */
async function request(body) {
  setBusy(true);
  hint("");
  follow();
  const view = createCard(body.text, send);
  reveal(view.root);
  const json = JSON.stringify(body);
  try {
    const headers = { "Content-Type": "application/json", "Accept-Language": language, "Idempotency-Key": requestKey(json) };
    const response = await fetch("/api/agent/chat", { method: "POST", headers, body: json });
    if (response.ok) {
      accept(view, response.headers.get("X-Run-Id"), body.text);
      await watchRun(view, handleEvent, response);
    } else {
      forgetRequest();
      renderError(view, (await response.json()).error);
    }
  } catch {
    if (view.runId) throw new Error(`run ${view.runId} cannot be shown`);
    markRequestLost();
    remove(view);
    byId("prompt").value ||= body.text;
    hint(localize("unreachable"));
  }
  setBusy(false);
  byId("prompt").focus({ preventScroll: true });
}

function accept(view, runId, text) {
  view.runId = runId;
  storeRun(runId, text);
  forgetRequest();
  uploaded = null;
  if (mask.clear) mask.clear();
  if (byId("prompt").value.trim() === text) byId("prompt").value = "";
}

/* Show the runs that this page had before it was loaded again, and the request that had no answer yet. */
async function restore() {
  const runs = readRuns(), unanswered = readRequest();
  if (!runs.length && !unanswered) return;
  setBusy(true);
  follow();
  for (const { runId, text } of runs) {
    const view = createCard(text, send);
    view.runId = runId;
    reveal(view.root);
    if (await watchRun(view, handleEvent)) continue;
    remove(view);
    forgetRun(runId);
  }
  setBusy(false);
  if (!unanswered) return;
  const body = JSON.parse(unanswered.body);
  if (unanswered.isLost) byId("prompt").value ||= body.text; else await request(body);
}

function remove(view) {
  view.root.remove();
  byId("welcome").hidden = byId("feed").children.length > 0;
}

byId("composer").addEventListener("submit", (event) => {
  event.preventDefault();
  send(byId("prompt").value.trim());
});
byId("prompt").addEventListener("keydown", (event) => {
  if (event.key === "Enter" && !event.shiftKey && !event.isComposing) { event.preventDefault(); byId("composer").requestSubmit(); }
});
byId("file").addEventListener("change", async (event) => {
  const [file] = event.target.files;
  event.target.value = "";
  if (!file) return;
  try {
    const response = await fetch("/api/assets", { method: "POST", headers: { "Content-Type": file.type || "application/octet-stream", "Accept-Language": language }, body: file });
    const asset = await response.json();
    if (!response.ok) { hint(asset.error.message); return; }
    const { url, width, height } = asset;
    const card = create("article", { className: "card" }, createImage({ url, alt: file.name, details: `${width}×${height}`, width, height }));
    byId("feed").append(card);
    follow();
    reveal(card);
    uploaded = url;
    hint(localize("uploaded"));
  } catch { hint(localize("unreachable")); }
});
byId("language").addEventListener("click", () => { switchLanguage(); translate(); });

translate();
restore();
