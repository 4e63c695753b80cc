// Talks to an AG-UI agent with the protocol's own client, one turn a line.
//
//   node converse.mjs URL THREAD LANGUAGE
//
// Each line of stdin is a turn: {"say": TEXT or PARTS, "resume": [...], "runId": ID, "forwardedProps": {...}}, all of
// them optional. Each line of stdout says what the client made of it: {"events", "messages", "state", "interrupts",
// "result", "failure"}; failure is null, or {"message", "status", "payload"} where the call itself was refused.
import { createInterface } from "node:readline";
import { HttpAgent } from "@ag-ui/client";

const [url, threadId, language] = process.argv.slice(2);
const agent = new HttpAgent({ url, threadId, headers: { "Accept-Language": language } });
// The client reports what it refuses or strips here; a conforming stream makes it say nothing.
const complaints = [];
console.warn = console.error = (...said) => complaints.push(said.map(String).join(" "));

for await (const line of createInterface({ input: process.stdin })) {
  const { say, resume, runId, forwardedProps } = JSON.parse(line);
  const events = [];
  let result = null;
  let failure = null;
  complaints.length = 0;
  if (say !== undefined) {
    agent.messages.push({ id: `user-${agent.messages.length}`, role: "user", content: say });
  }
  try {
    const parameters = { ...(runId && { runId }), ...(resume && { resume }), forwardedProps: forwardedProps ?? {} };
    const subscriber = { onEvent: ({ event }) => void events.push(event) };
    ({ result = null } = await agent.runAgent(parameters, subscriber));
  } catch (error) {
    failure = { message: String(error.message), status: error.status ?? null, payload: error.payload ?? null };
  }
  const told = {
    events,
    messages: agent.messages,
    state: agent.state,
    interrupts: agent.pendingInterrupts,
    result,
    failure,
    complaints,
  };
  process.stdout.write(`${JSON.stringify(told)}\n`);
}
