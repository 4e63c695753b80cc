// Talks to an AG-UI agent with the protocol's own client, one run a line.
//
//   node converse.mjs URL THREAD LANGUAGE
//
// Each line of stdin is a run: {"text": TEXT or PARTS, "resume": [...], "runId": ID, "forwardedProps": {...},
// "abortAt": TYPE}, all of them optional; abortAt aborts the run at its first event of that type. Each line of stdout is the result of the client: {"events", "messages", "state", "interrupts",
// "result", "failure", "warnings"}; failure is null, or {"message", "status", "payload"} where the call itself was rejected.
import { createInterface } from "node:readline";
import { HttpAgent } from "@ag-ui/client";

const [url, threadId, language] = process.argv.slice(2);
const agent = new HttpAgent({ url, threadId, headers: { "Accept-Language": language } });
// The client reports here what it rejects or strips; a conforming stream causes no warnings.
const warnings = [];
console.warn = console.error = (...values) => warnings.push(values.map(String).join(" "));

for await (const line of createInterface({ input: process.stdin })) {
  const { text, resume, runId, forwardedProps, abortAt } = JSON.parse(line);
  const events = [];
  let result = null;
  let failure = null;
  warnings.length = 0;
  if (text !== undefined) {
    agent.messages.push({ id: `user-${agent.messages.length}`, role: "user", content: text });
  }
  try {
    const parameters = { ...(runId && { runId }), ...(resume && { resume }), forwardedProps: forwardedProps ?? {} };
    const onEvent = ({ event }) => {
      events.push(event);
      if (event.type === abortAt) agent.abortRun();
    };
    const subscriber = { onEvent };
    ({ result = null } = await agent.runAgent(parameters, subscriber));
  } catch (error) {
    failure = { message: String(error.message), status: error.status ?? null, payload: error.payload ?? null };
  }
  const report = {
    events,
    messages: agent.messages,
    state: agent.state,
    interrupts: agent.pendingInterrupts,
    result,
    failure,
    warnings,
  };
  process.stdout.write(`${JSON.stringify(report)}\n`);
}
