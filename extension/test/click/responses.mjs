// The view of agents' answers: a script plays the agent in its terminal, a person highlights and strikes out text, and
// the feedback is in the clipboard and in the store.
import assert from "node:assert/strict";
import path from "node:path";
import { median, until } from "../lib.mjs";
import { Agent, hostile } from "../transcript.mjs";
import * as ui from "../ui.mjs";

export default async function responses(t) {
  const project = t.project({ "src/seeds.txt": "poppy\nlarkspur\n" });
  const agent = new Agent(path.join(path.dirname(t.srv.data), "home", ".claude"), project.folder);
  const page = await t.open(project.folder);
  await ui.openFile(page, "seeds.txt");
  await ui.command(page, "Consider: Show Agent Responses");
  let view = await inside(page);
  await view.locator(".status", { hasText: /connected|Waiting/i }).waitFor();
  await t.shot(page, "empty");

  agent.hear("How do we store the seeds?");
  agent.say(
    "## Storage\n\nKeep one map of **all** seeds, by `name`.\n\n- A cache is not needed.\n- Sort the seeds when they are read.",
  );
  const answer = () => view.locator("article.answer");
  await answer().locator("li", { hasText: "A cache" }).waitFor();
  assert.equal(await view.getByText("SECRET").count(), 0);
  await view.locator(".status", { hasText: "Connected: claude-code" }).waitFor();
  await t.shot(page, "rendered");

  await answer()
    .locator("p")
    .first()
    .click({ clickCount: 3, position: { x: 10, y: 8 } });
  await view.getByRole("button", { name: "Keep", exact: true }).click();
  await view.locator("mark[data-mark]").first().waitFor();
  await answer()
    .locator("li", { hasText: "A cache" })
    .click({ clickCount: 3, position: { x: 10, y: 8 } });
  await t.shot(page, "selected");
  await view.getByRole("button", { name: "Drop", exact: true }).click();
  await view.locator("del[data-mark]").first().waitFor();
  const want =
    "[Feedback on your previous response]\n\nKEEP — I found these points valuable:\n" +
    '- "Keep one map of all seeds, by name."\n\nDROP — Please disregard or reconsider:\n- "A cache is not needed."\n\n[Your message below]\n';
  const copied = () => page.evaluate(() => window.navigator.clipboard.readText());
  await until("the feedback is in the clipboard", async () => (await copied()) === want);
  await view.locator(".said.good").waitFor();
  await t.shot(page, "marked");
  const stored = project.list();
  assert.deepEqual(stored.map((s) => [s.target, s.response.mark, s.author]).sort(), [
    ["response", "drop", "human"],
    ["response", "keep", "human"],
  ]);

  // VS Code destroys a hidden page; when shown again it is as before.
  await ui.command(page, "View: Show Explorer");
  await page
    .locator("iframe.webview")
    .first()
    .waitFor({ state: "hidden" })
    .catch(() => undefined);
  agent.say("Second answer.");
  await ui.command(page, "Consider: Show Agent Responses");
  view = await inside(page);
  await view.getByText("1 of 2").waitFor();
  await answer().getByText("Second answer.").waitFor();
  await view.getByRole("button", { name: "Older response" }).click();
  await view.locator("mark[data-mark]").first().waitFor();
  await ui.counts(view.locator("del[data-mark]"), 1);

  // The agent fetches it, with the IDs to reply to, and answers.
  const [keep, drop] = ["keep", "drop"].map((mark) => stored.find((s) => s.response.mark === mark).id);
  const fetched = want.replace('by name."', `$& [${keep}]`).replace('not needed."', `$& [${drop}]`);
  assert.equal(project.agent("responses", "feedback").text, fetched);
  project.agent("reply", drop, "-m", "Dropped.", "--outcome", "addressed");
  await view.locator(".marks .reply", { hasText: "last by claude-code: Addressed" }).waitFor();
  await t.shot(page, "answered");
  await view.getByRole("button", { name: /^Delete: A cache/ }).click();
  await until("the mark is off", async () => (await view.locator("del[data-mark]").count()) === 0);
  assert.equal(project.list().length, 1);

  // Hostile words are only text.
  await view.getByRole("button", { name: "Newer response" }).click();
  agent.say(hostile);
  await answer().getByText("The end of it.").waitFor();
  await answer().evaluate(() => new Promise((done) => window.requestAnimationFrame(() => setTimeout(done))));
  assert.equal(await answer().evaluate(() => window.pwned), undefined);
  assert.equal(await view.locator("article :is(script, img, iframe, form, style, svg, object, embed)").count(), 0);
  await t.shot(page, "hostile");

  const took = [];
  for (let i = 0; i < 15; i++) {
    const seen = await answer().evaluateHandle((article, word) => {
      const at = new Promise((done) => {
        const look = () => (article.textContent.includes(word) ? done(Date.now()) : window.requestAnimationFrame(look));
        look();
      });
      return { at };
    }, `word ${i}.`);
    const at = Date.now();
    agent.say(`Measured word ${i}.`);
    took.push((await seen.evaluate((there) => there.at)) - at);
  }
  t.measure("append to visible in the sidebar, median of 15", median(took), 500, `worst ${Math.max(...took)} ms`);
}

/** The frame of the view's page. */
async function inside(page) {
  const outer = page.locator("iframe.webview.ready").last();
  await outer.waitFor({ state: "attached" });
  const frame = outer.contentFrame().locator("#active-frame").contentFrame();
  await frame.locator("body[class*=in-vscode] header.top").waitFor();
  return frame;
}
