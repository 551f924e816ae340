// A model that says what it is told to: for trying coding agents without a network. It speaks the protocols of
// Anthropic (/v1/messages), OpenAI (/v1/responses), what many speak (/v1/chat/completions), and Gemini.
//
//   node model.mjs LOG [WOKEN]
//
// It prints its port, and appends every request to LOG, a line of JSON each with its time. "RUN: <command>" in what
// the person says makes it call the shell with that command once, "SKILL: <name>" the tool for skills; else it says
// "done". "RUN: <one> THEN <two>" is a call after the other; "after:<file> <two>" is called once the file exists;
// "write:<file>=<text>" among them is a call of the tool that writes files, "plan:…"
// writes and shows a plan, "mcp:list limit=5" calls the tool of our server.
// Where a session was woken by a notification, it runs the command that is in the file WOKEN, if there is one; <id> is the last
// thread that the notification names. <cursor>, <after> and <all but one> stand for what the model has read by then: the newest cursor of a wait, the newest
// end of a list, and the ids of the newest answer but its last.
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";

const [log, woken] = process.argv.slice(2);
const server = createServer((request, response) => {
  const chunks = [];
  request.on("data", (chunk) => chunks.push(chunk));
  request.on("end", () => {
    let body = {};
    try {
      body = JSON.parse(Buffer.concat(chunks).toString() || "{}");
    } catch {
      // not for a model
    }
    appendFileSync(log, JSON.stringify({ at: Date.now(), url: request.url, body }) + "\n");
    const path = new URL(request.url, "http://localhost").pathname;
    if (path.endsWith("/messages")) anthropic(body, response);
    else if (path.endsWith("/responses")) responses(body, response);
    else if (path.endsWith("/chat/completions")) completions(body, response);
    else if (/:(streamG|g)enerateContent$/.test(path)) gemini(body, response, path.includes(":stream"));
    else {
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ input_tokens: 1, data: [], models: [] }));
    }
  });
});
server.listen(0, "127.0.0.1", () => process.stdout.write(server.address().port + "\n"));

const shells = ["Bash", "bash", "exec_command", "shell_command", "shell", "local_shell", "run_shell_command", "run_commands"];

// wish is the tool call that somebody asked for and that was not made yet; made is how many were.
function wish(body, tools, made) {
  const said = JSON.stringify(body.messages ?? body.input ?? body.contents ?? "");
  const find = (names) => tools.find((tool) => names.includes(tool.name));
  const messages = body.messages ?? body.input ?? [];
  const notified = JSON.stringify(messages.slice(messages.findLastIndex((message) => message.role === "assistant" || message.type === "function_call") + 1));
  if (woken && existsSync(woken) && /task-notification|Consider: the developer/.test(notified) && !notified.includes('"tool_result"')) {
    const id = (notified.match(/c_[0-9a-f]{8}\b/g) ?? []).at(-1);
    const run = find(shells);
    return run && id ? { name: run.name, input: shellInput(run, readFileSync(woken, "utf8").replaceAll("<id>", id)) } : undefined;
  }
  let step = /RUN: ([^"\\]+)/.exec(said)?.[1].split(" THEN ")[made]?.trim();
  const until = /^after:(\S+) /.exec(step ?? "");
  if (until) {
    while (!existsSync(until[1])) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
    step = step.slice(until[0].length);
  }
  const shell = find(shells);
  if (step?.startsWith("write:")) return writeTool(tools, step.slice("write:".length));
  if (step?.startsWith("plan:")) return planTool(step.slice("plan:".length), said);
  if (step?.startsWith("mcp:")) return ourTool(tools, filled(step.slice("mcp:".length), said));
  if (step && shell) return { name: shell.name, input: shellInput(shell, filled(step, said)) };
  if (made > 0) return undefined;
  const skill = /SKILL: ([a-z-]+)/.exec(said);
  const load = find(["Skill", "skill"]);
  if (skill && load) return { name: load.name, input: load.name === "Skill" ? { skill: skill[1] } : { name: skill[1] } };
  return undefined;
}

// filled is a step with what the model has read put in.
function filled(step, said) {
  const newest = (pattern) => [...said.matchAll(pattern)].at(-1)?.[1] ?? "nothing-was-read";
  return step
    .replaceAll("<cursor>", () => newest(/wait --since ([0-9a-f]{10,40})/g))
    .replaceAll("<after>", () => newest(/repeat the list with (?:--)?after (c_[0-9a-f]+@?[0-9a-f]*)/g))
    .replaceAll("<all but one>", () => {
      const answer = said.slice(Math.max(said.lastIndexOf('"tool_result"'), 0));
      return [...new Set(answer.match(/c_[0-9a-f]{8}\b/g) ?? [])].slice(0, -1).join(" ");
    });
}

// planTool writes a text, which is base64url, into the file that Claude Code has told of for its plan; "plan:show" shows it.
function planTool(step, said) {
  if (step === "show") return { name: "ExitPlanMode", input: {} };
  const file = /[^"\\\s`]*\/plans\/[\w.-]+\.md/.exec(said)?.[0] ?? "no-file-was-named";
  return { name: "Write", input: { file_path: file, content: Buffer.from(step, "base64url").toString() } };
}

// writeTool is a call of the agent's own tool that writes a file.
function writeTool(tools, step) {
  const tool = tools.find((each) => ["Write", "write", "write_file", "create"].includes(each.name));
  if (!tool) return undefined;
  const [file, text] = step.split("=");
  const known = Object.keys((tool.input_schema ?? tool.parameters ?? tool.parametersJsonSchema)?.properties ?? {});
  const name = (...names) => names.find((each) => known.includes(each)) ?? names[0];
  return { name: tool.name, input: { [name("file_path", "filePath", "path")]: file, [name("content", "file_text")]: `${text}\n` } };
}

// ourTool is a call of a tool of our server: "list limit=5". A client that defers tools lists none of them.
function ourTool(tools, step) {
  const [verb, ...fields] = step.split(" ");
  const name = tools.map((tool) => tool.name).find((each) => each.endsWith("__" + verb)) ?? `mcp__consider__${verb}`;
  return { name, input: Object.fromEntries(fields.map((field) => field.split(/=(.*)/s).slice(0, 2))) };
}

function shellInput(tool, command) {
  switch (tool.name) {
    case "exec_command":
      return { cmd: command };
    case "run_commands":
      return { commands: [command] };
    case "shell":
      return { command: ["sh", "-c", command] };
    default:
      return { command, description: "run what was asked for" };
  }
}

function send(response, events, named) {
  response.setHeader("content-type", "text/event-stream");
  for (const event of events) {
    if (named) response.write(`event: ${event.type}\n`);
    response.write(`data: ${JSON.stringify(event)}\n\n`);
  }
  if (!named) response.write("data: [DONE]\n\n");
  response.end();
}

const count = (list, what) => JSON.stringify(list ?? "").split(what).length - 1;

let calls = 0;
const id = (prefix) => `${prefix}_${process.pid}_${++calls}`;

function anthropic(body, response) {
  const call = wish(body, body.tools ?? [], count(body.messages, '"type":"tool_result"'));
  const block = call
    ? { type: "tool_use", id: id("toolu"), name: call.name, input: call.input }
    : { type: "text", text: "done" };
  const message = { id: id("msg"), type: "message", role: "assistant", model: body.model ?? "mock", stop_sequence: null };
  const usage = { input_tokens: 1, output_tokens: 1 };
  const stop_reason = call ? "tool_use" : "end_turn";
  if (!body.stream) {
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ ...message, content: [block], stop_reason, usage }));
    return;
  }
  const start = call ? { ...block, input: {} } : { ...block, text: "" };
  const delta = call
    ? { type: "input_json_delta", partial_json: JSON.stringify(call.input) }
    : { type: "text_delta", text: block.text };
  send(
    response,
    [
      { type: "message_start", message: { ...message, content: [], stop_reason: null, usage } },
      { type: "content_block_start", index: 0, content_block: start },
      { type: "content_block_delta", index: 0, delta },
      { type: "content_block_stop", index: 0 },
      { type: "message_delta", delta: { stop_reason, stop_sequence: null }, usage },
      { type: "message_stop" },
    ],
    true,
  );
}

function responses(body, response) {
  const call = wish(body, body.tools ?? [], count(body.input, '"function_call_output"'));
  const item = call
    ? { type: "function_call", id: id("fc"), call_id: id("call"), name: call.name, arguments: JSON.stringify(call.input) }
    : { type: "message", id: id("msg"), role: "assistant", content: [{ type: "output_text", text: "done" }] };
  const done = { id: id("resp"), object: "response", status: "completed", output: [item] };
  const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 };
  send(
    response,
    [
      { type: "response.created", response: { ...done, status: "in_progress", output: [] } },
      { type: "response.output_item.added", output_index: 0, item },
      { type: "response.output_item.done", output_index: 0, item },
      { type: "response.completed", response: { ...done, usage } },
    ],
    true,
  );
}

function completions(body, response) {
  const made = (body.messages ?? []).filter((message) => message.role === "tool").length;
  const tools = (body.tools ?? []).map((tool) => tool.function ?? tool);
  const call = wish(body, tools, made);
  const delta = call
    ? { tool_calls: [{ index: 0, id: id("call"), type: "function", function: { name: call.name, arguments: JSON.stringify(call.input) } }] }
    : { content: "done" };
  const chunk = (choice) => ({ id: id("chat"), object: "chat.completion.chunk", created: 1, model: body.model, choices: [{ index: 0, ...choice }] });
  if (!body.stream) {
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ id: id("chat"), object: "chat.completion", created: 1, model: body.model, choices: [{ index: 0, message: { role: "assistant", content: "done" }, finish_reason: "stop" }], usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 } }));
    return;
  }
  send(response, [
    chunk({ delta: { role: "assistant", ...delta }, finish_reason: null }),
    { ...chunk({ delta: {}, finish_reason: call ? "tool_calls" : "stop" }), usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 } },
  ]);
}

function gemini(body, response, stream) {
  const contents = body.contents ?? [];
  const tools = (body.tools ?? []).flatMap((tool) => tool.functionDeclarations ?? []);
  const call = wish(body, tools, count(contents, '"functionResponse"'));
  const part = call ? { functionCall: { name: call.name, args: call.input } } : { text: "done" };
  const answer = {
    candidates: [{ content: { role: "model", parts: [part] }, finishReason: "STOP", index: 0 }],
    usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
  };
  if (stream) {
    response.setHeader("content-type", "text/event-stream");
    response.end(`data: ${JSON.stringify(answer)}\r\n\r\n`);
    return;
  }
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify(answer));
}
