// A click on the +, words, Enter: in the store. An agent's answer: inline.
import assert from "node:assert/strict";
import { median } from "../lib.mjs";
import * as ui from "../ui.mjs";

export default async function gutter(t) {
  const project = t.project({
    "login.txt":
      'export function login() {\n  const token = get();\n  if (!token) {\n    throw new Error("no");\n  }\n  return token;\n}\n',
  });
  const page = await t.open(project.folder);
  await ui.openFile(page, "login.txt");
  await ui.clickPlus(page, 4);
  const fresh = page.locator(".review-widget").last();
  await fresh.locator(".comment-form .monaco-editor").waitFor();
  await t.shot(page, "form");
  await ui.writeComment(page, fresh, "Return a **Result** instead.", "Add Comment");
  const thread = await project.waitFor("Return a");
  assert.equal(thread.file, "login.txt");
  assert.deepEqual([thread.placement.startLine, thread.placement.endLine], [4, 4]);
  assert.equal(thread.author, "human");
  assert.equal(thread.authorName, "Ann");
  await page.locator(".review-comment", { hasText: "Return a Result instead." }).waitFor();
  await t.shot(page, "saved");

  const times = [];
  for (let i = 1; i <= 10; i++) {
    project.agent("reply", thread.id, "-m", `answer number ${i}.`);
    const returned = performance.now();
    await page.locator(".review-comment", { hasText: `answer number ${i}.` }).waitFor();
    times.push(performance.now() - returned);
  }
  const slowest = `slowest ${Math.max(...times).toFixed(0)} ms`;
  t.measure("agent's reply visible after the command returned, median of 10", median(times), 1000, slowest);
  const last = page.locator(".review-comment", { hasText: "answer number 10." });
  assert.equal(await last.locator(".author").innerText(), "claude-code");
  await ui.says(last, /Agent/);
  await t.shot(page, "answers");
  assert.equal(project.git("status", "--porcelain"), "", "git sees nothing");
}
