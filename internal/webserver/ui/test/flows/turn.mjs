// A turn of an agent is compared like a round, with a report: who changed what, for which thread, and what was undone.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { Project } from "../lib.mjs";

const code = "function price(cents) {\n  if (cents > 0) {\n    return cents;\n  }\n  return 0;\n}\n";

export default async function (t, ui) {
  const p = new Project({ "price.js": code, "notes.txt": "one\n" });
  const { id } = p.consider("add", "price.js:2", "-m", "What about 0?").thread;
  const agent = { CLAUDECODE: "1", CLAUDE_CODE_SESSION_ID: "one" };
  const event = (name, tool) => p.hook(name, tool);
  const edit = { tool_name: "Edit", tool_input: { file_path: "price.js" }, tool_use_id: "1" };
  const run = { tool_name: "Bash", tool_input: { command: "make" }, tool_use_id: "2" };
  event("UserPromptSubmit");
  p.run(agent, ["show", id]);
  event("PreToolUse", edit);
  p.write("price.js", code.replace("cents > 0", "cents >= 0"));
  event("PostToolUse", edit);
  p.write("price.js", code.replace("cents > 0", "cents >= 0").replace("return 0", "return null"));
  event("PreToolUse", run);
  p.write("price.js", code.replace("cents > 0", "cents >= 0"));
  p.write("made.txt", "made\n");
  event("PostToolUse", run);
  p.run(agent, ["reply", id, "--outcome", "addressed", "-m", "Fixed."]);
  event("Stop");
  const log = path.join(p.folder, ".consider/run/turns/main.jsonl");
  while (!fs.readFileSync(log, "utf8").includes('"found"')) await new Promise((resolve) => setTimeout(resolve, 20));
  p.write("notes.txt", "later\n");

  const page = await t.open(await t.serve(p));
  await ui.ready(page);
  await ui.settled(page);
  await page.getByRole("button", { name: "Last turn of claude-code" }).click();
  const report = page.getByRole("region", { name: "Turn", exact: true });
  await report.getByText("Undid 1 line of yours in price.js").waitFor();
  await ui.settled(page);
  const seen = await report.getByRole("heading", { name: "Turn of claude-code" }).boundingBox();
  assert.ok(seen.y > 90 && seen.y < 200, `the report begins at ${seen.y}`);
  const said = await report.innerText();
  assert.match(said, /For threads \(1\)\s+price\.js by several/);
  assert.match(said, /No thread asked for \(1\)\s+made\.txt during its command/);
  assert.ok(!said.includes("notes.txt"), said);
  assert.equal(await page.locator("text=notes.txt").count(), 0, "the comparison ends with the turn");
  await ui.accessible(page, "the report");
  await t.shot(page, "light");
  await page.emulateMedia({ colorScheme: "dark" });
  await ui.accessible(page, "the report, dark");
  await t.shot(page, "dark");
  await page.getByRole("button", { name: "All changes" }).click();
  await report.waitFor({ state: "hidden" });
  await page.locator("text=notes.txt").first().waitFor();
}
