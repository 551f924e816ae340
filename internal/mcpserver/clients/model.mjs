// A model that is a script: it calls the tools of a plan one after the other, whichever of the vendors'
// protocols it is asked in, and notes what it was shown. It listens on the loopback only.
import http from "node:http";

// model answers with one call for each step, {tool, input}, then with a word. saw has the tools that it was
// offered by their short names, and the results of its calls as it was given them.
export function model(plan) {
  const saw = { tools: new Set(), results: [], requests: 0, instructions: false };

  const short = (name) => name.replace(/^mcp__consider__|^consider_/, "");
  const step = (n) => (n < plan.length ? plan[n] : undefined);
  const offered = (names) => names.forEach((n) => saw.tools.add(short(n)));

  const vendors = {
    "/v1/messages": anthropic,
    "/v1/responses": responses,
    "/v1/chat/completions": completions,
  };

  const server = http.createServer((req, res) => {
    let text = "";
    req.on("data", (part) => (text += part));
    req.on("end", () => {
      const answer = vendors[new URL(req.url, "http://model").pathname];
      if (!answer || req.method !== "POST") return res.writeHead(404, { "content-type": "application/json" }).end("{}");
      saw.requests++;
      saw.instructions ||= text.includes("Consider stores review threads");
      if (process.env.MODEL_LOG) process.stderr.write(text + "\n");
      answer(JSON.parse(text), res);
    });
  });

  function stream(res, events, last = "") {
    res.writeHead(200, { "content-type": "text/event-stream" });
    for (const e of events) res.write(`${e.type ? `event: ${e.type}\n` : ""}data: ${JSON.stringify(e)}\n\n`);
    res.end(last);
  }

  // Anthropic's messages.
  function anthropic(ask, res) {
    const names = (ask.tools ?? []).map((t) => t.name);
    offered(names.filter((n) => n.startsWith("mcp__consider__")));
    const ours = new Map();
    const results = [];
    for (const m of ask.messages)
      for (const part of Array.isArray(m.content) ? m.content : []) {
        if (part.type === "tool_use" && part.name.startsWith("mcp__consider__")) ours.set(part.id, part.name);
        if (part.type === "tool_result" && ours.has(part.tool_use_id)) results.push(JSON.stringify(part.content));
      }
    if (results.length > saw.results.length) saw.results = results;
    const next = names.some((n) => n.startsWith("mcp__consider__")) ? step(results.length) : undefined;
    const search = !next && names.includes("ToolSearch") && !JSON.stringify(ask.messages).includes("toolu_search");
    const block = next
      ? { type: "tool_use", id: `toolu_${results.length}`, name: `mcp__consider__${next.tool}`, input: {} }
      : search
        ? { type: "tool_use", id: "toolu_search", name: "ToolSearch", input: {} }
        : { type: "text", text: "" };
    const input = next ? next.input : { query: `select:${plan.map((s) => `mcp__consider__${s.tool}`).join(",")}`, max_results: 9 };
    const call = block.type === "tool_use";
    const usage = { input_tokens: 1, output_tokens: 1 };
    const message = { id: `msg_${saw.requests}`, type: "message", role: "assistant", model: ask.model, content: [], stop_reason: null, stop_sequence: null, usage };
    if (!ask.stream) {
      const content = [call ? { ...block, input } : { type: "text", text: "done" }];
      return res
        .writeHead(200, { "content-type": "application/json" })
        .end(JSON.stringify({ ...message, content, stop_reason: call ? "tool_use" : "end_turn" }));
    }
    stream(res, [
      { type: "message_start", message },
      { type: "content_block_start", index: 0, content_block: block },
      {
        type: "content_block_delta",
        index: 0,
        delta: call ? { type: "input_json_delta", partial_json: JSON.stringify(input) } : { type: "text_delta", text: "done" },
      },
      { type: "content_block_stop", index: 0 },
      { type: "message_delta", delta: { stop_reason: call ? "tool_use" : "end_turn", stop_sequence: null }, usage },
      { type: "message_stop" },
    ]);
  }

  // OpenAI's responses, as Codex uses them: the tools of a server are a namespace.
  function responses(ask, res) {
    const space = (ask.tools ?? []).find((t) => t.type === "namespace" && t.name.startsWith("mcp__consider"));
    offered((space?.tools ?? []).map((t) => t.name));
    offered((ask.tools ?? []).map((t) => t.name ?? "").filter((n) => n.startsWith("mcp__consider__")));
    const results = ask.input.filter((i) => i.type === "function_call_output" && i.call_id.startsWith("call_ours"));
    if (results.length > saw.results.length) saw.results = results.map((r) => JSON.stringify(r.output));
    const next = saw.tools.size ? step(results.length) : undefined;
    const id = `resp_${saw.requests}`;
    const item = next
      ? {
          type: "function_call", id: `fc_${id}`, call_id: `call_ours_${results.length}`, arguments: JSON.stringify(next.input),
          ...(space ? { namespace: space.name, name: next.tool } : { name: `mcp__consider__${next.tool}` }),
        }
      : { type: "message", id: `msg_${id}`, role: "assistant", content: [{ type: "output_text", text: "done", annotations: [] }] };
    stream(res, [
      { type: "response.created", response: { id } },
      { type: "response.output_item.done", output_index: 0, item },
      {
        type: "response.completed",
        response: { id, usage: { input_tokens: 1, input_tokens_details: null, output_tokens: 1, output_tokens_details: null, total_tokens: 2 } },
      },
    ]);
  }

  // OpenAI's chat completions.
  function completions(ask, res) {
    const names = (ask.tools ?? []).map((t) => t.function.name).filter((n) => n.startsWith("consider_"));
    offered(names);
    const results = ask.messages.filter((m) => m.role === "tool" && m.tool_call_id.startsWith("call_ours"));
    if (results.length > saw.results.length) saw.results = results.map((r) => JSON.stringify(r.content));
    const next = names.length ? step(results.length) : undefined;
    const base = { id: `chat_${saw.requests}`, object: "chat.completion.chunk", created: 1, model: ask.model };
    const delta = next
      ? {
          role: "assistant",
          tool_calls: [
            {
              index: 0, id: `call_ours_${results.length}`, type: "function",
              function: { name: `consider_${next.tool}`, arguments: JSON.stringify(next.input) },
            },
          ],
        }
      : { role: "assistant", content: "done" };
    stream(
      res,
      [
        { ...base, choices: [{ index: 0, delta, finish_reason: null }] },
        {
          ...base,
          choices: [{ index: 0, delta: {}, finish_reason: next ? "tool_calls" : "stop" }],
          usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
        },
      ],
      "data: [DONE]\n\n",
    );
  }

  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () =>
      resolve({
        saw,
        url: `http://127.0.0.1:${server.address().port}`,
        close() {
          server.closeAllConnections();
          server.close();
        },
      }),
    );
  });
}
