// What is compared is chosen in the bar: what git knows, a branch, a round, or any commit. The address has it.
import assert from "node:assert/strict";
import { Project } from "../lib.mjs";

export default async function (t, ui) {
  const p = new Project({ "a.ts": "zero\n", "b.ts": "b\n" });
  p.git("branch", "older");
  p.git("branch", "older-too", "HEAD");
  p.write("a.ts", "one\n");
  p.commit("second");
  p.write("a.ts", "two\n");
  p.git("add", "a.ts");
  p.write("a.ts", "three\n");
  const server = await t.serve(p);
  const page = await t.open(server, { allow: [/status of 500/] });
  await ui.ready(page);
  const scope = page.locator(".scope-button");
  const menu = page.getByRole("group", { name: "Comparisons" });
  const lines = (kind) => page.locator(`td.d2h-${kind} .d2h-code-line-ctn`).allInnerTexts();
  const shows = (label, plus, minus) =>
    ui.until(`${label}: +${plus} -${minus}`, async () => {
      const [name, a, b] = [await scope.innerText(), await lines("ins"), await lines("del")];
      return name.startsWith(label) && a.join() === plus && b.join() === minus;
    });
  const choose = async (name) => {
    await scope.click();
    await menu.getByRole("button", { name }).click();
    await menu.waitFor({ state: "hidden" });
  };
  await shows("Uncommitted changes", "three", "one");
  await ui.comment(page, "a.ts", 1, "on all changes");

  await scope.click();
  await menu.getByRole("button", { name: "older-too" }).waitFor();
  assert.equal(await menu.locator("[aria-current]").innerText(), "Uncommitted changes");
  await ui.accessible(page, "menu of scopes");
  await t.shot(page, "menu");
  await page.keyboard.press("Escape");
  await menu.waitFor({ state: "hidden" });

  // What cannot be read is named, and the rest is still offered.
  const failure = { ok: false, error: { kind: "io", message: "git does not respond" } };
  await page.route("**/api/branches*", (route) => route.fulfill({ status: 500, json: failure }));
  await scope.click();
  await menu.getByText("Branches could not be read: git does not respond").waitFor();
  await menu.getByRole("button", { name: /^Staged/ }).waitFor();
  await page.keyboard.press("Escape");
  await page.unroute("**/api/branches*");
  await choose(/^Staged/);
  await shows("Staged changes", "two", "one");
  await choose(/^Unstaged/);
  await shows("Unstaged changes", "three", "two");
  await choose(/^Changes since older(?!-)/);
  await shows("Changes since older", "three", "zero");

  // By the keyboard: a commit that is typed, and one that does not exist.
  await scope.focus();
  await page.keyboard.press("Enter");
  await menu.waitFor();
  await page.keyboard.type("older");
  await menu.getByRole("button", { name: "older-too" }).waitFor();
  const [exact] = await menu.getByRole("button").allInnerTexts();
  assert.match(exact, /^Changes since older\s+branch$/, "Enter takes the exact name");
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type("HEAD~1");
  await page.keyboard.press("Enter");
  await shows("Changes since HEAD~1", "three", "zero");
  await scope.click();
  await page.keyboard.type("--output=made");
  await page.keyboard.press("Enter");
  await page.locator(".toast", { hasText: "unknown revision" }).waitFor();
  await shows("Changes since HEAD~1", "three", "zero");
  assert.equal(p.git("status", "--short", "made").trim(), "");

  // The address names it: for a reload, another tab, and the way back.
  assert.match(await page.evaluate(() => location.hash), /scope=kind%3Dbase%26from%3DHEAD/);
  await page.reload();
  await ui.ready(page);
  await shows("Changes since HEAD~1", "three", "zero");
  await page.goBack();
  await shows("Changes since older", "three", "zero");
  const other = await t.open(server, { sharing: page });
  await ui.ready(other);
  assert.match(await other.locator(".scope-button").innerText(), /^Uncommitted/);
  await other.close();

  // A page hears of changes in what it shows.
  await choose(/^Staged/);
  await shows("Staged changes", "two", "one");
  p.git("add", "a.ts");
  await shows("Staged changes", "three", "one");

  // A pending comment counts everywhere, and is sent where its lines are.
  p.git("reset", "-q");
  await choose(/^Staged/);
  await page.locator(".blank").getByRole("button", { name: "Compare something else" }).click();
  await menu.getByRole("button", { name: /^Unstaged/ }).waitFor();
  await page.keyboard.press("Escape");
  assert.match(await page.locator(".review-button").innerText(), /1/);
  await page.locator(".review-button").click();
  await page.locator(".submit-dialog", { hasText: "1 comment on “Uncommitted changes” will stay pending." }).waitFor();
  await page.locator(".submit-dialog").getByRole("button", { name: "Show" }).click();
  await shows("Uncommitted changes", "three", "one");
  await page.getByRole("region", { name: "Changed files" }).waitFor({ state: "hidden" }); // a.ts was on the screen
  await ui.submit(page);
  await ui.thread(page, "on all changes").first().waitFor();
}
