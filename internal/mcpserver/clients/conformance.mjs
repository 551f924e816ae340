// The protocol's own conformance suite. It speaks HTTP, so that a bridge stands in between, and most of its
// scenarios ask for a server that is made for them: those of any server with tools are run.
import { spawn } from "node:child_process";
import path from "node:path";
import { bridge } from "./bridge.mjs";
import { check, consider, done, here, node, project } from "./project.mjs";

const scenarios = ["server-initialize", "ping", "tools-list", "resources-list", "prompts-list"];
const start = Date.now();
const p = project();
const suite = path.join(here, "node_modules/@modelcontextprotocol/conformance/dist/index.js");
const between = await bridge(consider, ["mcp"], { cwd: p.dir, env: p.env });

for (const scenario of scenarios) {
  const out = await new Promise((resolve) => {
    let text = "";
    const child = spawn(node(), [suite, "server", "--url", between.url, "--scenario", scenario], { cwd: p.base, env: p.env });
    child.stdout.on("data", (part) => (text += part));
    child.stderr.on("data", (part) => (text += part));
    child.on("close", (code) => resolve({ code, text }));
  });
  const passed = /Passed: (\d+)\/(\d+)/.exec(out.text);
  check(`${scenario}${passed ? `, ${passed[1]} of ${passed[2]} checks` : ""}`, out.code === 0, out.text);
}
between.close();
done("conformance", start);
