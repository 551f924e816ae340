// The real agents, each in a home of its own, against consider mcp and a model that is a script (model.mjs).
// Nothing outside the loopback is needed. Arguments: the agents to run; all of them when there are none.
import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { model } from "./model.mjs";
import { body, check, consider, done, here, project } from "./project.mjs";

const modules = path.join(here, "agents/node_modules");
const server = { command: consider, args: ["mcp"] };
const ask = "Look at the review threads and answer them.";

// Each agent: how it is set up in a project, how it is started, and the name that it is known by afterwards.
const agents = {
  claude: { name: "claude-code", start: (p, url) => claude(url, server) },
  "claude --structured": { name: "claude-code", start: (p, url) => claude(url, { ...server, args: ["mcp", "--structured"] }) },
  codex: {
    name: "codex",
    start(p, url) {
      const home = path.join(p.env.HOME, ".codex");
      fs.mkdirSync(home, { recursive: true });
      fs.writeFileSync(path.join(home, "config.toml"), `model = "script"
model_provider = "script"
approval_policy = "never"
sandbox_mode = "workspace-write"
[model_providers.script]
name = "script"
base_url = "${url}/v1"
wire_api = "responses"
[mcp_servers.consider]
command = ${JSON.stringify(server.command)}
args = ${JSON.stringify(server.args)}
`);
      return { command: path.join(modules, "@openai/codex-linux-x64/vendor/x86_64-unknown-linux-musl/bin/codex"), args: ["exec", ask], env: { CODEX_HOME: home } };
    },
  },
  opencode: {
    name: "opencode",
    start(p, url) {
      fs.writeFileSync(path.join(p.dir, "opencode.json"), JSON.stringify({
        autoupdate: false,
        share: "disabled",
        model: "script/script",
        small_model: "script/script",
        provider: {
          script: {
            npm: "@ai-sdk/openai-compatible", name: "script", options: { baseURL: `${url}/v1`, apiKey: "none" },
            models: { script: { name: "script", tool_call: true, limit: { context: 100000, output: 1000 } } },
          },
        },
        mcp: { consider: { type: "local", command: [server.command, ...server.args], enabled: true } },
      }));
      return { command: path.join(modules, "opencode-linux-x64-baseline/bin/opencode"), args: ["run", ask], env: { OPENCODE_DISABLE_AUTOUPDATE: "1", OPENCODE_DISABLE_MODELS_FETCH: "1" } };
    },
  },
};

function claude(url, server) {
  return {
    command: path.join(modules, "@anthropic-ai/claude-code-linux-x64/claude"),
    args: ["-p", ask, "--mcp-config", JSON.stringify({ mcpServers: { consider: server } }), "--strict-mcp-config",
      "--allowedTools", "mcp__consider", "--output-format", "json"],
    env: { ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: "none", CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1", DISABLE_AUTOUPDATER: "1" },
  };
}

async function run(name) {
  const agent = agents[name];
  const p = project();
  const [thread] = p.list();
  const m = await model([
    { tool: "list", input: {} },
    { tool: "context", input: { id: thread.id } },
    { tool: "reply", input: { id: thread.id, message: `answered by ${name}`, outcome: "answered" } },
    { tool: "reply", input: { id: "c_ffffffff", message: "x" } },
  ]);
  const { command, args, env } = agent.start(p, m.url);
  const out = await new Promise((resolve) => {
    let text = "";
    const child = spawn(command, args, { cwd: p.dir, env: { ...p.env, ...env }, stdio: ["ignore", "pipe", "pipe"] });
    child.on("error", (e) => resolve(String(e)));
    child.stdout.on("data", (part) => (text += part));
    child.stderr.on("data", (part) => (text += part));
    const limit = setTimeout(() => child.kill("SIGKILL"), 120_000);
    child.on("close", (code) => {
      clearTimeout(limit);
      resolve(`exit ${code}\n${text}`);
    });
  });
  m.close();
  const [list, context, reply, wrong] = m.saw.results;
  check(`${name}: ${m.saw.tools.size} tools are offered to the model`, m.saw.tools.has("reply") && !m.saw.tools.has("delete"), out);
  check(`${name}: list`, list?.includes(thread.id), list ?? out);
  check(`${name}: context`, context?.includes(body) && context?.includes("func Login()"), context ?? out);
  check(`${name}: reply`, reply?.includes("r_"), reply ?? out);
  check(`${name}: the hint of an error reaches the model`, wrong?.includes("no thread"), wrong ?? out);
  check(`${name}: the instructions reach the model`, m.saw.instructions);
  const now = JSON.parse(p.run(consider, "get", thread.id, "--json")).data.thread;
  check(`${name}: the reply is recorded as ${agent.name}'s`, now.thread[0]?.authorName === agent.name && now.thread[0]?.author === "agent",
    JSON.stringify(now.thread));
  check(`${name}: and the thread as seen by it`, Object.keys(now.seenBy ?? {}).join() === agent.name, JSON.stringify(now.seenBy));
  const structured = list?.includes('workflowState');
  if (!name.includes("--structured")) check(`${name}: the model is shown the text`, !structured, list);
  console.log(`     ${name} shows its model ${structured ? "the structured content" : "the text"} (${(list ?? "").length} bytes for a list of one)`);
}

const start = Date.now();
const chosen = process.argv.slice(2);
for (const name of chosen.length ? chosen : Object.keys(agents)) await run(name);
done("agents", start);
