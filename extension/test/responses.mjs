// The page of agents' answers in a browser: the program serves it, a script plays the agent, a person marks.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { median, out, patience, program, Project, sleep, until } from "./lib.mjs";
import { Agent, hostile, tricky } from "./transcript.mjs";
import * as ui from "./ui.mjs";

const shots = path.join(out, "shots");
fs.mkdirSync(shots, { recursive: true });
const home = fs.mkdtempSync(path.join(os.tmpdir(), "answers-"));
const project = new Project({ "a.txt": "one\n" });
const agent = new Agent(path.join(home, ".claude"), project.folder);
const env = { PATH: "/usr/bin:/bin", HOME: home, GIT_CONFIG_GLOBAL: "/dev/null" };
const server = spawn(program, ["review", "--no-open", "--port", "0", "--as", "human"], { cwd: project.folder, env });
let printed = "";
for (const stream of [server.stdout, server.stderr]) stream.on("data", (d) => (printed += d));
let browser;
try {
  const address = await until("the address is printed", () => /http:\/\/\S+#ticket-\S+/.exec(printed)?.[0]);
  browser = await ui.launch();
  const ctx = await browser.newContext({ viewport: { width: 460, height: 820 } });
  await ctx.grantPermissions(["clipboard-read", "clipboard-write"], { origin: new URL(address).origin });
  const page = await ctx.newPage();
  page.setDefaultTimeout(patience);
  const outside = [],
    complaints = [];
  page.on("request", (r) => {
    if (/^http/.test(r.url()) && new URL(r.url()).origin !== new URL(address).origin) outside.push(r.url());
  });
  page.on("response", (r) => r.status() >= 400 && complaints.push(`${r.status()} ${r.request().method()} ${r.url()}`));
  page.on("pageerror", (e) => complaints.push(String(e)));
  page.on("console", (m) => m.type() === "error" && complaints.push(m.text()));
  await page.goto(address.replace("/#", "/responses#"));
  await scenario(page, (what) => page.screenshot({ path: path.join(shots, `responses-browser-${what}.png`) }));
  assert.deepEqual(outside, [], "asked other hosts");
  assert.deepEqual(complaints, [], "errors on the page");
  console.log("ok    responses in the browser; screenshots in", shots);
} finally {
  await browser?.close();
  server.kill("SIGINT");
  project.remove();
  fs.rmSync(home, { recursive: true, force: true });
}

async function scenario(page, shot) {
  // There are no answers, and no agent was here: not connected. Then the folder appears.
  await page.locator(".status", { hasText: "No agent connected" }).waitFor();
  await shot("1-empty");
  agent.hear("How do we store the seeds?");
  await page.locator(".status", { hasText: "Connected: claude-code" }).waitFor();
  agent.say(
    "## Storage\n\nKeep one map of **all** seeds, by `name` – 種 🌱.\n\n- A cache is not needed.\n- Sort the seeds when they are read.\n\n```go\nfunc sow() {}\n```",
  );
  const answer = page.locator("article.answer");
  await answer.locator("li", { hasText: "A cache is not needed." }).waitFor();
  assert.equal(await page.getByText("SECRET").count(), 0);

  // Select with the mouse, keep; select the other, drop.
  await pick(page, answer.locator("p", { hasText: "Keep one map" }));
  await shot("2-selected");
  await page.getByRole("button", { name: "Keep", exact: true }).click();
  await page.locator("mark[data-mark]").first().waitFor();
  await pick(page, answer.locator("li", { hasText: "A cache" }));
  await page.keyboard.press("d");
  await page.locator("del[data-mark]").first().waitFor();
  const copied = () => page.evaluate(() => window.navigator.clipboard.readText());
  const want =
    "[Feedback on your previous response]\n\nKEEP — I found these points valuable:\n" +
    '- "Keep one map of all seeds, by name – 種 🌱."\n\nDROP — Please disregard or reconsider:\n- "A cache is not needed."\n\n[Your message below]\n';
  await until("the feedback is in the clipboard", async () => (await copied()) === want);
  await page.locator(".said.good").waitFor();
  await shot("3-marked");
  assert.equal(
    await page.locator("mark[data-mark]").evaluateAll((m) => m.map((e) => e.textContent).join("")),
    "Keep one map of all seeds, by name – 種 🌱.",
  );
  const stored = project.list();
  assert.deepEqual(stored.map((t) => [t.target, t.response.mark, t.author]).sort(), [
    ["response", "drop", "human"],
    ["response", "keep", "human"],
  ]);

  // A note on it, from the list.
  await page.locator(".marks li", { hasText: "A cache" }).getByRole("button", { name: /^Note/ }).click();
  await page.locator("input.word").fill("it is: 40 gardens");
  await page.keyboard.press("Enter");
  await until("the note is in the clipboard", async () =>
    (await copied()).includes('- "A cache is not needed." — it is: 40 gardens'),
  );

  // A mark over both replaces them; clearing removes it.
  await page.evaluate(() => {
    const [from, to] = [document.querySelector("article p"), document.querySelector("article li")];
    window
      .getSelection()
      .setBaseAndExtent(from.firstChild.firstChild ?? from.firstChild, 0, to.querySelector("del").firstChild, 7);
  });
  // Changes by others do not affect a selection.
  const selection = () => page.evaluate(() => window.getSelection().toString());
  const chosen = await selection();
  const noted = project.list().find((t) => t.response.mark === "drop").id;
  project.consider("edit", noted, "-m", "it is: 50 gardens");
  await page.locator(".marks .note", { hasText: "50 gardens" }).waitFor();
  assert.equal(await selection(), chosen);
  await page.keyboard.press("k");
  await until("one mark stands for both", async () => (await page.locator(".marks li").count()) === 1);
  assert.equal(project.list().length, 1);
  await shot("4-overlap");
  await pick(page, answer.locator("p").first());
  await page.getByRole("button", { name: "Clear" }).click();
  await until("no mark is left", async () => (await page.locator("[data-mark]").count()) === 0);
  assert.equal(project.list().length, 0);

  // The keyboard alone: down to a paragraph, drop it.
  await answer.focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("d");
  await page.locator("del[data-mark]").first().waitFor();
  const dropped = await page.locator("del[data-mark]").allTextContents();
  assert.equal(dropped.join(""), "Keep one map of all seeds, by name – 種 🌱.");

  // The next answers do not replace the one on which the person works; then there is a history.
  agent.say("Second answer.");
  await page.getByText("2 of 2").waitFor();
  assert.equal((await page.locator("del[data-mark]").count()) > 0, true);
  await page.getByRole("button", { name: "Newest response" }).click();
  await answer.getByText("Second answer.").waitFor();
  await page.getByText("1 of 2").waitFor();

  // The agent fetches the feedback and answers; the page shows the answer.
  const id = project.list()[0].id;
  const fetched = project.agent("responses", "feedback");
  assert.match(fetched.text, /DROP — Please disregard/);
  project.agent("reply", id, "-m", "Dropped.", "--outcome", "addressed");
  await page.getByRole("button", { name: "Older response" }).click();
  await page.locator(".marks .reply", { hasText: "last by claude-code: Addressed" }).waitFor();
  await shot("5-history");
  await page.getByRole("button", { name: "Newest response" }).click();

  // Hostile words are only text.
  agent.say(hostile);
  await answer.getByText("The end of it.").waitFor();
  await page.locator("article a", { hasText: "remote" }).waitFor();
  await sleep(300);
  assert.equal(await page.evaluate(() => window.pwned), undefined);
  assert.equal(await page.locator("article :is(script, img, iframe, form, style, svg, object, embed)").count(), 0);
  const bad = await page
    .locator("article *")
    .evaluateAll((all) =>
      all.flatMap((e) =>
        [...e.attributes]
          .filter((a) => /^on|^style$|^src$/.test(a.name) || /^(javascript|data):/i.test(a.value))
          .map((a) => a.name),
      ),
    );
  assert.deepEqual(bad, []);
  await shot("6-hostile");

  // Tables, lists, code and entities: a mark over all of them stays where it was put.
  agent.say(tricky);
  await answer.getByText("end 🌱 of it").waitFor();
  for (const part of ["article td", "article li", "article pre", "article blockquote", "article"]) {
    await page.evaluate((of) => window.getSelection().selectAllChildren(document.querySelector(of)), part);
    await page.keyboard.press("k");
    const words = (text) => text.split(/\s+/).filter(Boolean).join(" ");
    const all = words(
      await page
        .locator(part)
        .first()
        .evaluate((e) => e.textContent),
    );
    await until(`the mark covers the ${part}`, async () => {
      const marked = await page.locator("mark[data-mark]").evaluateAll((m) => m.map((e) => e.textContent).join(" "));
      return marked !== "" && words(marked).replaceAll(" ", "") === all.replaceAll(" ", "");
    });
    assert.equal(await page.locator(".marks .lost").count(), 0);
    await page.locator(".marks button[title=Delete]").click();
    await until("it is off", async () => (await page.locator("[data-mark]").count()) === 0);
  }

  // How long the page takes to show an agent's message.
  const took = [];
  for (let i = 0; i < 15; i++) {
    const seen = page.evaluate(
      (word) =>
        new Promise((done) => {
          const look = () => {
            if (document.querySelector("article").textContent.includes(word)) done(Date.now());
            else window.requestAnimationFrame(look);
          };
          look();
        }),
      `word ${i}.`,
    );
    await sleep(150);
    const at = Date.now();
    agent.say(`Measured word ${i}.`);
    took.push((await seen) - at);
  }
  console.log(
    `      append to visible in the browser: median ${median(took)} ms, worst ${Math.max(...took)} ms of ${took.length}`,
  );
}

/** Selects the whole element with the mouse, as a person does with a triple click. */
async function pick(page, element) {
  await element.click({ clickCount: 3, position: { x: 12, y: 8 } });
  await page.locator(".toolbar").waitFor();
}
