// One click applies a suggestion and another undoes it, also for several at once; the diff updates by itself.
import assert from "node:assert/strict";
import { someChanges } from "../lib.mjs";

const suggesting = (text) => `Shorter:\n\n\`\`\`suggestion\n${text}\n\`\`\``;

export default async function (t, ui) {
  const p = someChanges();
  const name = "src/server/handler.ts";
  const text = () => p.read(name);
  const before = text();
  const line = (n) => text().split("\n")[n - 1];
  p.agent("add", `${name}:8`, "-m", suggesting("// shorter").replace("Shorter", "One"));
  p.agent("add", `${name}:10`, "-m", suggesting("    // ten").replace("Shorter", "Two"));
  p.agent("add", `${name}:11-12`, "-m", suggesting("    // eleven").replace("Shorter", "Three"));
  const server = await t.serve(p);
  const page = await t.open(server, { allow: [/409 \(Conflict\)/] });
  await ui.ready(page);
  const card = (word) => ui.thread(page, `${word}:`);
  const rows = () => ui.file(page, name).locator("td.d2h-ins .d2h-code-line-ctn").allInnerTexts();
  const shows = (words, yes = true) =>
    ui.until(
      `the diff ${yes ? "shows" : "does not show"} ${words}`,
      async () => (await rows()).some((r) => r.includes(words)) === yes,
    );
  await card("One").scrollIntoViewIfNeeded();
  await card("One").locator(".suggestion tr.ins", { hasText: "// shorter" }).waitFor();
  await t.shot(page, "apply");
  // A comment that is being written is still there after the diff was updated.
  await ui.number(page, name, 7).click({ position: { x: 60, y: 8 } });
  await ui.form(page).waitFor();
  await page.keyboard.insertText("half a thought");
  await card("One").getByRole("button", { name: "Apply suggestion" }).click();
  await ui.until("the file holds the suggestion", () => line(8) === "// shorter");
  await shows("// shorter");
  await card("One").locator(".apply", { hasText: "Applied by Ann, just now" }).waitFor();
  await ui.settled(page);
  // What it changed stays visible.
  const [was] = await card("One").locator(".suggestion tr.del td:last-child").allInnerTexts();
  assert.ok(was.includes(before.split("\n")[7].trim()), was);
  await card("One").locator(".suggestion tr.ins", { hasText: "// shorter" }).waitFor();
  assert.equal(await ui.form(page).inputValue(), "half a thought");
  assert.equal(await page.getByRole("button", { name: "Show the new diff" }).count(), 0);
  await t.shot(page, "applied");
  await page.locator(".toast").getByRole("button", { name: "Undo" }).click();
  await ui.until("the line is back", () => text() === before);
  await shows("// shorter", false);
  await card("One").getByRole("button", { name: "Apply suggestion" }).waitFor();

  // Applied and resolved with one click, and both undone with another.
  const state = (word) => p.thread(`${word}:`).workflowState;
  await card("One").getByRole("button", { name: "Apply and resolve" }).click();
  await ui.until("it is applied and resolved", () => line(8) === "// shorter" && state("One") === "resolved");
  await page.locator(".toast", { hasText: "and thread resolved" }).getByRole("button", { name: "Undo" }).click();
  await ui.until("both are undone", () => text() === before && state("One") === "open");
  await card("One").getByRole("button", { name: "Apply suggestion" }).waitFor();

  // Several in a batch: all or none.
  const bar = page.locator(".bar.batch");
  for (const word of ["One", "Two", "Three"]) await card(word).getByRole("button", { name: "Add to batch" }).click();
  await bar.getByText("3 suggestions in the batch").waitFor();
  await card("Two").getByRole("button", { name: "Remove from batch" }).click();
  await bar.getByText("2 suggestions in the batch").waitFor();
  await t.shot(page, "batch");
  await ui.accessible(page, "a batch");
  await bar.getByRole("button", { name: "Apply batch" }).click();
  await ui.until("the file holds both", () => line(8) === "// shorter" && line(11) === "    // eleven");
  await shows("// eleven");
  assert.notEqual(line(10), "    // ten");
  await bar.waitFor({ state: "hidden" });
  await t.shot(page, "batch-applied");
  await page.locator(".toast").getByRole("button", { name: "Undo" }).last().click();
  await ui.until("both are taken back", () => text() === before);

  // If one of them can no longer be applied, none is, and the page says so.
  await card("One").getByRole("button", { name: "Apply suggestion" }).waitFor();
  for (const word of ["One", "Two"]) await card(word).getByRole("button", { name: "Add to batch" }).click();
  await bar.getByText("2 suggestions in the batch").waitFor();
  p.write(name, before.replace(before.split("\n")[7], "  something else"));
  const wrote = text();
  await bar.getByRole("button", { name: /Apply/ }).click();
  await page.locator(".toast", { hasText: "Could not apply" }).waitFor();
  assert.equal(text(), wrote);
  await t.shot(page, "refused");
  const small = await t.open(server, { viewport: { width: 400, height: 800 }, colorScheme: "dark" });
  await ui.ready(small);
  const two = ui.thread(small, "Two:");
  await two.scrollIntoViewIfNeeded();
  await two.getByRole("button", { name: "Add to batch" }).click();
  await t.shot(small, "narrow-dark");
  assert.ok((await small.evaluate(() => document.documentElement.scrollWidth)) <= 401);
  await ui.accessible(small, "a batch, narrow");

  // Undo is refused after another change of the person: it would undo that one.
  await card("Three").getByRole("button", { name: "Apply suggestion" }).click();
  await ui.until("the file holds the third", () => line(11) === "    // eleven");
  const undo = page.locator(".toast", { hasText: "Suggestion applied." }).getByRole("button", { name: "Undo" }).last();
  await undo.waitFor();
  p.consider("reply", p.thread("Two:").id, "-m", "meanwhile");
  await undo.click();
  await page.locator(".toast", { hasText: "Could not undo: you have made other changes since" }).waitFor();
  assert.equal(line(11), "    // eleven");
  assert.equal(p.thread("Two:").thread.length, 1);
}
