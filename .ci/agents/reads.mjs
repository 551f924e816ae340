// What a reading of many threads costs a real agent: all 30 but one, then a wait that sleeps; 300 in parts.
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

const program = ".consider/bin/consider-cli";
const ids = (text) => [...new Set(text.match(/c_[0-9a-f]{8}\b/g) ?? [])];

// tokens counts what a model reads, where the tokenizer of tools/tokens is there; else it is undefined.
function tokens(text) {
  try {
    return createRequire(path.resolve("tools/tokens/tokens.mjs"))("gpt-tokenizer/encoding/o200k_base").countTokens(text);
  } catch {
    return undefined;
  }
}

// answers are the texts of the tool calls that Claude's model was shown, in their order, and when it was.
function answers({ requests }) {
  const asked = requests.filter((request) => request.body.tools?.some((tool) => tool.name === "Bash"));
  const results = (asked.at(-1)?.body.messages ?? [])
    .flatMap((message) => (Array.isArray(message.content) ? message.content : []))
    .filter((block) => block.type === "tool_result")
    .map((block) => (typeof block.content === "string" ? block.content : block.content.map((part) => part.text).join("")));
  return { asked, results };
}

// many is a project with n threads on lines of their own.
function many(project, n) {
  const p = project();
  const file = Array.from({ length: n }, (_, i) => `var v${i} = read(${i}) // the value of row ${i}`).join("\n");
  fs.writeFileSync(path.join(p.dir, "rows.go"), `package auth\n${file}\n`);
  p.all = Array.from({ length: n }, (_, i) => p.add(`${i}: return the error here, since the caller can not tell an empty list from a failed read of the disk`, `rows.go:${i + 2}`));
  p.run(p.consider, "setup", "claude", "--mcp", "--yes", "--as", "human");
  return p;
}

// readsAllButOne: a list, 29 of 30 threads, a wait that tells the last, and a wait that sleeps until the person speaks.
async function readsAllButOne({ agent, project, turn, check, until }) {
  const p = many(project, 30);
  const steps = [`${program} list`, `${program} context <all but one>`, `${program} wait --timeout 60s`, `${program} wait --since <cursor> --timeout 60s`];
  let spoke = 0;
  const meanwhile = async (log) => {
    const requests = () => fs.readFileSync(log, "utf8").split("\n").filter((line) => line.includes('"name":"Bash"')).length;
    await until(() => requests() >= steps.length, 60);
    await new Promise((resolve) => setTimeout(resolve, 4000));
    p.add("one more");
    spoke = Date.now();
  };
  const out = await turn(agent, p, `RUN: ${steps.join(" THEN ")}`, { meanwhile });
  const { asked, results } = answers(out);
  check("claude: of 30 threads 29 are read in two calls", results.length === steps.length && ids(results[1] ?? "").length === 29, out.said);
  const unread = p.all.filter((id) => !ids(results[1] ?? "").includes(id));
  check("claude: wait names the one that is left unread", unread.length === 1 && ids(results[2] ?? "").join() === unread.join(), results[2]);
  const slept = asked.at(-1).at - asked.at(-2).at;
  check("claude: wait --since the cursor sleeps until the person speaks, in the same turn", slept > 3500 && asked.at(-1).at - spoke < 5000 && (results[3] ?? "").includes("one more") && asked.length === steps.length + 1, `${slept} ms, ${asked.length} requests, ${results[3]}`);
  const sum = tokens(results.join("\n"));
  console.log(`     claude: ${results.length} calls in one turn, slept ${slept} ms; their answers: ${sum ?? "not counted"} tokens (${results.map((text) => tokens(text)).join(", ")})`);
}

// readsInParts: 300 threads, 30 at a time, to the last, though one is closed by the person meanwhile.
async function readsInParts({ agent, project, turn, check, until }) {
  const p = many(project, 300);
  for (const [over, first, next] of [["its shell", `${program} list --limit 30`, `${program} list --limit 30 --after <after>`], ["MCP", "mcp:list", "mcp:list after=<after>"]]) {
    const closed = p.all.pop(); // the newest, which was shown first
    const meanwhile = async (log) => {
      await until(() => fs.readFileSync(log, "utf8").split("\n").filter((line) => line.includes('"name":"Bash"')).length >= 4, 60);
      p.run(p.consider, "resolve", "--as", "human", closed);
    };
    const steps = [first, ...Array.from({ length: 9 }, () => next)];
    const out = await turn(agent, p, `RUN: ${steps.join(" THEN ")}`, { meanwhile, more: ["--allowedTools", "mcp__consider__list"] });
    const { results } = answers(out);
    const seen = new Set(results.flatMap(ids));
    const missed = p.all.filter((id) => !seen.has(id));
    check(`claude: over ${over} 300 threads are reached to the last, 30 at a time`, results.length === 10 && missed.length === 0, `${results.length} answers, ${missed.length} missed; ${results.at(-1) ?? out.said}`);
    check(`claude: over ${over} each part but the last says how many are left`, results.slice(0, -1).every((text) => /\d+ more/.test(text)) && !/\d+ more/.test(results.at(-1) ?? ""), results.at(-1));
    console.log(`     claude: over ${over} 300 threads are ${tokens(results.join("\n")) ?? "uncounted"} tokens in ${results.length} parts`);
  }
}

export async function readsMany(tools) {
  await readsAllButOne(tools);
  await readsInParts(tools);
}
