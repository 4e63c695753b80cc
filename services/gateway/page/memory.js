/* What a reload of the page must not lose: the session, its runs, and the request that is not accepted yet. */

const MAX_RUNS = 20;
const SESSION = "reflow.session", RUNS = "reflow.runs", REQUEST = "reflow.request";

function read(key) {
  try { return JSON.parse(sessionStorage.getItem(key)); } catch { return null; }
}
function write(key, value) { sessionStorage.setItem(key, JSON.stringify(value)); }

export function readSession() { return read(SESSION); }
export function storeSession(sessionId) { write(SESSION, sessionId); }
export function forgetSession() { sessionStorage.removeItem(SESSION); }

/* The runs of this page, oldest first, each `{runId, text}`. */
export function readRuns() { return read(RUNS) || []; }
export function storeRun(runId, text) {
  write(RUNS, [...readRuns().filter((run) => run.runId !== runId), { runId, text }].slice(-MAX_RUNS));
}
export function forgetRun(runId) { write(RUNS, readRuns().filter((run) => run.runId !== runId)); }

/* The key of a request: the same one while the same body has no answer, so that repeating it starts nothing twice. */
export function requestKey(body) {
  const before = readRequest();
  const key = before && before.body === body ? before.key : createKey();
  write(REQUEST, { body, key, isLost: false });
  return key;
}
/* The request without an answer, `{body, key, isLost}`; null for none. Of one that is lost the person knows. */
export function readRequest() { return read(REQUEST); }
export function markRequestLost() { write(REQUEST, { ...readRequest(), isLost: true }); }
export function forgetRequest() { sessionStorage.removeItem(REQUEST); }

function createKey() { return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join(""); }
