/* The stream of a run: read to its end, and resumed from where it stopped for as long as the page is open. */

import { create, createButton, reveal } from "./elements.js";
import { language, localize } from "./texts.js";

const FIRST_DELAY_SECONDS = 1, MAX_DELAY_SECONDS = 15;
const NO_CONTENT = 204, NOT_FOUND = 404, GONE = 410;

/* Watch a run until it ends or pauses. `first` is a response with its stream; without it the stream is requested.
   Returns whether the service knows the run. */
export async function watchRun(view, handle, first = null) {
  let response = first;
  for (let failures = 0; ;) {
    const before = view.last;
    try {
      response ??= await fetch(`/api/runs/${view.runId}/events`, { headers: { "Accept-Language": language, "Last-Event-ID": String(view.last) } });
      if (response.ok && response.status !== NO_CONTENT) await readEvents(response, view, handle);
    } catch { /* the connection is lost: below */ }
    if (view.ended || view.paused || (response && response.status === NO_CONTENT)) return true;
    if (response && [NOT_FOUND, GONE].includes(response.status)) return false;
    failures = view.last > before ? 0 : failures + 1;
    response = null;
    await waitToRetry(view, Math.min(FIRST_DELAY_SECONDS * 2 ** failures, MAX_DELAY_SECONDS));
  }
}

/* Wait until it is time, the browser is online again, or the person wants it; the card counts down. */
async function waitToRetry(view, seconds) {
  const text = create("span");
  let retry;
  const button = createButton(localize("retry"), () => retry());
  const notice = create("p", { className: "lost row" }, text, button);
  notice.setAttribute("role", "status");
  view.root.append(notice);
  reveal(notice);
  await new Promise((resolve) => {
    retry = resolve;
    let left = seconds;
    const count = () => { text.textContent = localize("lost")(left); if (left <= 0) resolve(); left -= 1; };
    count();
    const timer = setInterval(count, 1000);
    addEventListener("online", resolve, { once: true });
    view.stopCounting = () => { clearInterval(timer); removeEventListener("online", resolve); };
  });
  view.stopCounting();
  notice.remove();
}

/* Server-sent events of a response (WHATWG HTML, 9.2.6), each handled once: the id is the cursor. */
async function readEvents(response, view, handle) {
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const blocks = (rest + value).split("\n\n");
    rest = blocks.pop();
    for (const block of blocks) {
      const fields = Object.fromEntries(block.split("\n").filter((line) => line && !line.startsWith(":")).map((line) => [line.split(": ", 1)[0], line.slice(line.indexOf(": ") + 2)]));
      if (!fields.data || (fields.id && Number(fields.id) <= view.last)) continue;
      if (fields.id) view.last = Number(fields.id);
      const event = JSON.parse(fields.data);
      handle(view, event);
    }
  }
}
