// An agent waits for a decision on its plan: the real hook opens the page, a person comments by clicks and requests
// changes; the next version has the comments in their places, and is approved with a note.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { plain, program, someChanges } from "../lib.mjs";

const first =
  "# A shed in the garden\n\nWe build a shed, *by hand*.\n\n## Steps\n\n1. Draw **the walls** first\n2. Dig the ground\n3. Paint the roof red\n\n" +
  `\`\`\`go\nfunc roof() { ${"tiles ".repeat(30)}}\n\`\`\`\n\n| Part | Width |\n|---|---|\n| roof | ${"m".repeat(120)} |\n\n` +
  "## When\n\nIt is done in May.\n";
const second = first
  .replace("We build", "First of all: nails.\n\nWe build")
  .replace("roof red", "roof blue")
  .replace("It is done in May.\n", "");

/**
 * Claude Code, which calls its hook and waits. What opens addresses at this desktop lies beside the program, in a build for
 * tests, and only writes down the address.
 */
class Waiting {
  constructor(p, plan) {
    this.address = path.join(p.folder, "../address");
    fs.rmSync(this.address, { force: true });
    const opener = path.join(path.dirname(program), "xdg-open");
    fs.writeFileSync(
      opener,
      `#!/bin/sh\nprintf '%s' "$1" > ${this.address}.new && mv ${this.address}.new ${this.address}\n`,
    );
    fs.chmodSync(opener, 0o755);
    const home = path.join(p.folder, "../home");
    fs.mkdirSync(home, { recursive: true });
    this.child = spawn(program, ["hook", "claude", "PermissionRequest"], {
      cwd: p.folder,
      env: { ...plain, HOME: home, DISPLAY: ":0", CLAUDECODE: "1" },
    });
    this.out = "";
    this.child.stdout.on("data", (chunk) => (this.out += chunk));
    this.ended = new Promise((r) => this.child.on("exit", r));
    const said = { session_id: "s1", cwd: p.folder, permission_mode: "plan", hook_event_name: "PermissionRequest" };
    this.child.stdin.end(
      JSON.stringify({ ...said, tool_name: "ExitPlanMode", tool_input: { plan, planFilePath: "x" } }),
    );
  }

  async open(t, ui, options = {}) {
    const address = await ui.until(
      "the browser is started",
      () => fs.existsSync(this.address) && fs.readFileSync(this.address, "utf8"),
    );
    const { origin } = new URL(address);
    const page = await t.open(
      { origin, url: address, address: () => address },
      {
        viewport: { width: 1280, height: 900 },
        allow: [/ERR_CONNECTION_REFUSED/, /ERR_INCOMPLETE_CHUNKED/, /ERR_CONNECTION_RESET/],
        ...options,
      },
    );
    await page.locator(".plan-block").first().waitFor();
    return page;
  }

  async answer() {
    await this.ended;
    return this.out === "" ? undefined : JSON.parse(this.out).hookSpecificOutput.decision;
  }
}

export default async function (t, ui) {
  const p = someChanges();
  p.consider("add", "docs/guide.md:1", "-m", "there is a store");

  // Version 1: comments on a block, on words, on a line of code and on the whole plan; changes requested.
  let agent = new Waiting(p, first);
  let page = await agent.open(t, ui);
  await ui.accessible(page, "a plan");
  const block = (words) => page.locator(".plan-block", { hasText: words });
  await page.getByRole("navigation", { name: "Outline" }).getByText("Steps").waitFor();
  await page.locator(".plan-block code .hljs-keyword", { hasText: "func" }).waitFor();
  await block("the walls").hover();
  await block("the walls").getByRole("button", { name: "Comment on line 7" }).click();
  const form = page.locator(".form");
  await page.keyboard.type("Who draws **them**?");
  await form.getByRole("tab", { name: "Preview" }).click();
  await form.locator(".preview strong", { hasText: "them" }).waitFor();
  await form.getByRole("tab", { name: "Write" }).click();
  await form.getByRole("button", { name: "± Suggestion" }).click();
  assert.match(await form.locator("textarea").inputValue(), /```suggestion\n1\. Draw \*\*the walls\*\* first\n```/);
  await form.locator("textarea").fill("Who draws them?");
  assert.deepEqual(await form.locator(".editor-foot button").allInnerTexts(), ["Cancel", "Comment"]);
  await page.getByRole("button", { name: "Comment", exact: true }).click();
  await page.locator("article.thread", { hasText: "Who draws them?" }).waitFor();
  await block("Paint the roof").locator("li").selectText();
  await page.keyboard.press("c");
  await page.keyboard.type("blue");
  await page.keyboard.press("Control+Enter");
  await page.locator("article.thread", { hasText: "Paint the roof red" }).waitFor();
  await block("done in May").getByRole("button").click();
  await page.keyboard.type("In June.");
  await page.keyboard.press("Control+Enter");
  await page.getByRole("button", { name: "Comment on the whole plan" }).click();
  await page.keyboard.type("Smaller steps.");
  await page.keyboard.press("Control+Enter");
  await page.locator(".whole article.thread", { hasText: "Smaller steps." }).waitFor();
  await ui.until("no form is open", async () => (await page.locator(".form").count()) === 0);
  await t.shot(page, "comments");
  await page.getByRole("button", { name: "Request changes…" }).click();
  await ui.accessible(page, "the word on a plan");
  await page.getByRole("textbox", { name: "Note" }).fill("Once more, please.");
  await page.keyboard.press("Control+Enter");
  const denied = await agent.answer();
  assert.equal(denied.behavior, "deny");
  for (const words of [
    "Once more, please.",
    'line 7, "1. Draw **the walls** first" — Who draws them?',
    "— blue",
    "— In June.",
    "— Smaller steps.",
  ]) {
    assert.ok(denied.message.includes(words), `${words} in ${denied.message}`);
  }
  await page.getByRole("status").getByText("you can close this page").waitFor();
  await page.context().close();

  // The agent answers one, and presents version 2.
  const [, blue] = /(c_[0-9a-f]{8})[^\n]*— blue/.exec(denied.message);
  p.agent("reply", blue, "--outcome", "addressed", "-m", "Blue it is.");
  agent = new Waiting(p, second);
  page = await agent.open(t, ui);
  const card = (words) => page.locator("article.thread", { hasText: words });
  assert.match(await card("Who draws them?").innerText(), /Line 9[\s\S]*Kept[\s\S]*Not answered/);
  assert.match(await card("Blue it is.").innerText(), /Line 11[\s\S]*Edited[\s\S]*Addressed/);
  assert.match(await page.locator(".lost").innerText(), /In June\./);
  await t.shot(page, "second");
  await page.getByRole("button", { name: "Changes", exact: true }).click();
  await page.locator(".plan-block.old", { hasText: "Paint the roof red" }).waitFor();
  await t.shot(page, "changes");
  await page.keyboard.press("d");
  await block("the walls").waitFor();
  await page.setViewportSize({ width: 420, height: 800 });
  await ui.accessible(page, "a plan on a narrow screen");
  // Code and tables that are wider than the screen scroll in their own boxes, also by keys.
  for (const box of ["pre", "table"]) {
    const wide = page.locator(`.plan-block ${box}`).first();
    await wide.focus();
    await page.keyboard.press("ArrowRight");
    await ui.until(`the ${box} scrolls`, () => wide.evaluate((e) => e.scrollLeft > 0));
  }
  const fits = () => document.documentElement.scrollWidth <= window.innerWidth;
  assert.ok(await page.evaluate(fits), "the page scrolls sideways");
  const acts = await page
    .locator(".verdict button")
    .evaluateAll((all) => all.map((b) => ({ name: b.textContent, at: b.getBoundingClientRect().toJSON() })));
  const [main] = acts.toSorted((a, b) => a.at.top - b.at.top || a.at.left - b.at.left);
  assert.equal(acts.length, 3);
  assert.match(main.name, /^Approve/, JSON.stringify(acts));
  await t.shot(page, "narrow");
  await page.emulateMedia({ colorScheme: "dark" });
  await page.setViewportSize({ width: 1280, height: 900 });
  await t.shot(page, "dark");
  await ui.accessible(page, "a plan, dark");
  await page.keyboard.press("a");
  await page.getByRole("textbox", { name: "Note" }).fill("Mind the rain.");
  await page.getByLabel("After approval").selectOption({ label: "Accept edits" });
  await page.getByRole("button", { name: "Approve", exact: true }).click();
  const allowed = await agent.answer();
  assert.equal(allowed.behavior, "allow");
  assert.ok(
    allowed.updatedInput.plan.startsWith(second.trimEnd()) && allowed.updatedInput.plan.includes("Mind the rain."),
  );
  assert.equal(allowed.updatedPermissions[0].mode, "acceptEdits");
  await page.context().close();

  // Version 3 is left to the terminal by a key. For version 4 the hook is killed; the unfinished comment is there in
  // the next one.
  agent = new Waiting(p, `${second}\nA door.\n`);
  page = await agent.open(t, ui);
  await page.keyboard.press("t");
  assert.equal(await agent.answer(), undefined);
  await page.context().close();
  agent = new Waiting(p, `${second}\nTwo doors.\n`);
  page = await agent.open(t, ui);
  await block("Two doors").getByRole("button").click();
  await page.keyboard.type("half a w");
  const drafts = p.path(".consider/private/drafts");
  const whole = () => fs.readdirSync(drafts).filter((name) => !name.includes(".tmp-")); // others are being written
  const kept = () => whole().map((name) => fs.readFileSync(path.join(drafts, name), "utf8"));
  await ui.until("the whole draft is kept", () => fs.existsSync(drafts) && kept().some((d) => d.includes("half a w")));
  agent.child.kill("SIGTERM");
  assert.equal(await agent.answer(), undefined);
  await page.getByRole("status").getByText("answered in the terminal").waitFor();
  assert.equal(await page.getByRole("button", { name: "Approve…" }).count(), 0);
  await page.context().close();
  agent = new Waiting(p, `${second}\nTwo doors.\n`);
  page = await agent.open(t, ui);
  assert.equal(await page.locator(".form textarea").inputValue(), "half a w");
  await page.keyboard.press("Escape");
  agent.child.kill("SIGTERM");
  await agent.ended;
}
