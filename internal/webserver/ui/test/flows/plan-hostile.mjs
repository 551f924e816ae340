// A plan is written by an agent: nothing in it runs, hidden characters are shown, and a very long plan works.
import assert from "node:assert/strict";
import { someChanges } from "../lib.mjs";

const hostile = `# <script>window.hacked = 1</script> \u202egnp.exe

<img src=x onerror="window.hacked = 2"> [here](javascript:window.hacked=3) ![seen](https://example.invalid/x.png)

<iframe srcdoc="<script>parent.hacked = 4</script>"></iframe>

1. <a href="https://example.invalid" onclick="window.hacked = 5">a link</a>
2. \u200bhidden\u200b \u001b[31mred

\`\`\`html
</script><script>window.hacked = 6</script>
\`\`\`
`;
const many = (word) => `# Long\n\n${Array.from({ length: 100000 }, (_, i) => `${word} ${i}\n`).join("")}`;

export default async function (t, ui) {
  const p = someChanges();
  p.consider("add", "docs/guide.md:1", "-m", "there is a store");
  const show = (text) => {
    p.write("plan.md", text);
    return p.agent("plan", "plan.md").plan;
  };
  show(hostile);
  p.consider("plan", "comment", "--lines", "3", "-m", "What is <b onclick=alert(1)>this</b>?");
  const { id } = show(hostile.replace("a link", "another <script>window.hacked = 7</script>"));
  const server = await t.serve(p);
  const page = await t.open(server, { viewport: { width: 1280, height: 900 } });
  await ui.ready(page);
  await page.goto(`${server.origin}/plan`);
  await page.locator(".plan-block").first().waitFor();
  const harmless = async (what) => {
    assert.equal(await page.evaluate(() => window.hacked), undefined, what);
    const found = await page.evaluate(() => ({
      scripts: document.querySelectorAll("body script, iframe, object, embed").length,
      handlers: [...document.querySelectorAll("main *")].filter((e) =>
        e.getAttributeNames().some((name) => name.startsWith("on")),
      ).length,
      links: [...document.querySelectorAll("main a")].filter((a) => /^(javascript|data):/.test(a.href)).length,
      hides: /[\u202e\u200b]/.test(document.querySelector(".outline")?.textContent ?? ""),
    }));
    assert.deepEqual(found, { scripts: 0, handlers: 0, links: 0, hides: false }, what);
  };
  await harmless("the text");
  const entry = await page.locator(".outline button").first().boundingBox();
  const text = await page.locator("main").boundingBox();
  assert.ok(entry.x + entry.width <= text.x, "a long heading stays in the outline");
  await t.shot(page, "text");
  await page.keyboard.press("d");
  await page.locator(".plan-block.old").first().waitFor();
  await harmless("what changed, rendered");
  await page.keyboard.press("m");
  await page.locator(".plan-changes .d2h-ins").first().waitFor();
  await harmless("what changed");
  await t.shot(page, "changes");
  await ui.accessible(page, "a hostile plan");

  // 100,000 lines, all of them different in the next version.
  p.consider("plan", "approve", id);
  show(many("old"));
  await page.getByText("Long").first().waitFor();
  show(many("new"));
  await page.getByRole("status").getByText("Now showing version 2").waitFor();
  await page.locator(".plan-block", { hasText: "new 99999" }).waitFor();
  const started = Date.now();
  await page.getByRole("button", { name: "Changes", exact: true }).click();
  await page.locator(".plan-changes tr[data-r]").first().waitFor();
  t.say(`100,000 changed lines: first row after ${Date.now() - started} ms`);
  await ui.settled(page);
  assert.ok((await page.locator("*").count()) < 30000, "what is far from the screen is not drawn");
}
