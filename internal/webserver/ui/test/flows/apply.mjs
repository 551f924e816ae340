// A suggestion is applied by one click, and taken back by another.
import assert from "node:assert/strict";
import { someChanges } from "../lib.mjs";

export default async function (t, ui) {
  const p = someChanges();
  const name = "src/server/handler.ts";
  const text = () => p.read(name);
  const before = text();
  const line = before.split("\n")[7];
  p.agent("add", `${name}:8`, "-m", `Shorter:\n\n\`\`\`suggestion\n// shorter\n\`\`\``);
  const server = await t.serve(p);
  const page = await t.open(server);
  await ui.ready(page);
  const card = ui.thread(page, "Shorter:");
  await card.scrollIntoViewIfNeeded();
  await card.locator(".suggestion tr.ins", { hasText: "// shorter" }).waitFor();
  await t.shot(page, "apply");
  await card.getByRole("button", { name: "Apply suggestion" }).click();
  await ui.until("the file holds the suggestion", () => text().split("\n")[7] === "// shorter");
  await t.shot(page, "done");
  await page.getByRole("button", { name: "Show the new diff" }).click();
  await card.locator(".apply", { hasText: "Applied." }).waitFor();
  await t.shot(page, "applied");
  await page.getByRole("button", { name: "Undo" }).click();
  await ui.until("the line is back", () => text() === before);
  assert.equal(text().split("\n")[7], line);
  await page.getByRole("button", { name: "Show the new diff" }).click();
  await card.getByRole("button", { name: "Apply suggestion" }).waitFor();
}
