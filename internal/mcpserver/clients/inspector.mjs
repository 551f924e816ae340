// The MCP inspector's command line in strict mode: lists the tools and calls some, in both eras of the protocol.
import { spawnSync } from "node:child_process";
import path from "node:path";
import { body, check, consider, done, here, node, project } from "./project.mjs";

const start = Date.now();
const p = project();
const [thread] = p.list();
const program = path.join(here, "node_modules/@modelcontextprotocol/inspector/package.json");
const bin = path.join(path.dirname(program), (await import(program, { with: { type: "json" } })).default.bin["mcp-inspector"]);

function inspect(era, ...args) {
  const run = spawnSync(node(), [bin, "--cli", consider, "mcp", "--structured", "--tools", "all", "--protocol-era", era, "--format", "json", ...args], {
    cwd: p.dir, env: p.env, encoding: "utf8", timeout: 60_000,
  });
  let out = {};
  try {
    out = JSON.parse(run.stdout);
  } catch {
    // the exit code says enough
  }
  return { code: run.status, out: out.result ?? out, all: run.stdout + run.stderr };
}

const call = (era, tool, input) =>
  inspect(era, "--method", "tools/call", "--tool-name", tool, "--tool-args-json", JSON.stringify(input));

for (const era of ["legacy", "modern"]) {
  const list = inspect(era, "--strict", "--method", "tools/list");
  const names = (list.out.tools ?? []).map((t) => t.name);
  check(`${era}: tools/list --strict, ${names.length} tools`, list.code === 0 && names.includes("reply"), list.all);
  check(`${era}: no tool deletes`, names.every((n) => !/delete|setup|uninstall|import|^gc$/.test(n)), names);

  const context = call(era, "context", { id: thread.id });
  check(`${era}: context`, context.code === 0 && context.out.structuredContent?.data?.thread?.body === body &&
    context.out.content[0].text.includes("func Login()"), context.all);
  const reply = call(era, "reply", { id: thread.id, message: `from the ${era} era`, outcome: "answered" });
  check(`${era}: reply`, reply.code === 0 && reply.out.structuredContent?.ok === true, reply.all);
  const wrong = call(era, "reply", { id: "c_ffffffff", message: "x" });
  check(`${era}: a tool that fails says why`, wrong.code === 5 && wrong.out.structuredContent?.error?.kind === "not_found", wrong.all);
}
check("both replies are there", p.list()[0].replies === 2);
done("inspector", start);
