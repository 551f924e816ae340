// Every surface once in each kind of theme, and with a narrow side bar, as pictures to look at. It asserts that our
// text is not cut off where nothing else shows it, and that our elements have names for a screen reader.
import assert from "node:assert/strict";
import { until } from "../lib.mjs";
import * as ui from "../ui.mjs";

const go = (n) =>
  `package shop\n\nfunc Pay${n}(total int) error {\n\tif total == 0 {\n\t\treturn nil\n\t}\n\treturn charge(total)\n}\n`;

export default async function themes(t) {
  const project = t.project({ "src/pay.go": go(1), "src/refund.go": go(2), "README.md": "# Shop\n" });
  const ids = ["src/pay.go:4", "src/refund.go:4"].map(
    (p, i) => project.consider("add", p, "-m", `What of refunds ${i}?`).thread.id,
  );
  project.consider("checkpoint", "create", "round-1");
  project.write("src/pay.go", go(1).replace("total == 0", "total <= 0"));
  project.write("src/refund.go", go(2).replace("total == 0", "total < 0"));
  project.write("src/new.go", "package shop\n");
  project.agent("reply", ids[0], "-m", "Done, see `src/refund.go:4`.", "--outcome", "addressed");
  const page = await t.open(project.folder);
  await ui.command(page, "Consider: Show All Comments");
  const pane = page.locator('.pane:has(.pane-header[aria-label^="Changes"])');
  const row = (words) => pane.locator(".monaco-list-row", { hasText: words }).first();
  await row("What of refunds 0?").click();
  await page.locator(".monaco-diff-editor .review-widget", { hasText: "Done, see" }).waitFor();

  const look = async (name, kind) => {
    await until(name, async () => kind.test((await page.locator(".monaco-workbench").getAttribute("class")) ?? ""));
    await ui.still(page);
    await t.shot(page, name);
  };
  await look("light", /\bvs\b/);
  await ui.command(page, "Preferences: Toggle between Light/Dark Themes");
  await look("dark", /\bvs-dark\b/);
  await ui.command(page, "Preferences: Color Theme");
  await page.locator(".quick-input-widget .quick-input-filter input").fill("Dark High Contrast");
  await ui.choose(page, "Dark High Contrast");
  await look("contrast", /\bhc-black\b/);

  // Names and roles of our elements.
  const label = async (words) => (await row(words).getAttribute("aria-label")) ?? "";
  assert.match(await label("pay.go"), /^pay\.go, Modified, \+1 −1, 1 open thread, src/);
  assert.match(await label("What of refunds 0?"), /^What of refunds 0\?, line 4, addressed/);
  const box = row("pay.go").locator('[role="checkbox"]');
  assert.match((await box.getAttribute("aria-label")) ?? "", /pay\.go viewed/);
  assert.equal(await box.getAttribute("aria-checked"), "false");

  // The same as a screen reader gets it: the tree of roles and names.
  const tree = (selector) => page.locator(selector).first().ariaSnapshot();
  const thread = await tree(".monaco-diff-editor .review-widget");
  const changes = await tree('.pane:has(.pane-header[aria-label^="Changes"])');
  for (const [of, lines] of [
    [
      thread,
      [/button "Resolve \(/, /button "Compare with Original Code"/, /button "Delete Thread"/, /button "Reply…"/],
    ],
    [thread, [/treeitem "Ann, What of refunds 0\?"/, /treeitem "claude-code, Done, see/, /link "src\/refund\.go:4"/]],
    [
      changes,
      [/tree "Changes"/, /treeitem "pay\.go, Modified, .*" \[expanded\] \[level=1\]/, /checkbox "pay\.go viewed"/],
    ],
    [changes, [/treeitem "What of refunds 0\?, line 4, addressed" \[level=2\]/]],
  ])
    for (const line of lines) assert.match(of, line);

  // A narrow side bar.
  const edge = await page.locator(".sidebar").boundingBox();
  await page.mouse.move(edge.x + edge.width, 400);
  await page.mouse.down();
  await page.mouse.move(edge.x + 190, 400, { steps: 5 });
  await page.mouse.up();
  await until("the side bar is narrow", async () => (await page.locator(".sidebar").boundingBox()).width < edge.width);
  await row("pay.go").waitFor();
  await t.shot(page, "narrow");

  // The setup panel, from the last theme back to the first, and narrow.
  await ui.command(page, "Consider: Set Up");
  const panel = page.frameLocator("iframe.webview.ready").frameLocator("#active-frame");
  await panel.locator("h1", { hasText: "Set up Consider" }).waitFor();
  await panel.locator("#claude").check();
  await panel.locator("#try").click();
  await panel.locator("#said", { hasText: "would change:" }).waitFor();
  const fits = () =>
    panel.locator("body").evaluate((body) => body.scrollWidth <= body.ownerDocument.documentElement.clientWidth);
  await look("setup-contrast", /\bhc-black\b/);
  const edges = await panel.locator("#go, #try").evaluateAll((all) => all.map((b) => getComputedStyle(b).border));
  assert.ok(
    edges.length === 2 && edges.every((e) => /^1px solid rgb\((?!0, 0, 0\))/.test(e)),
    `buttons have an edge: ${edges}`,
  );
  for (const [theme, name, kind] of [
    ["Dark Modern", "setup-dark", /\bvs-dark\b/],
    ["Light Modern", "setup-light", /\bvs\b/],
  ]) {
    await ui.command(page, "Preferences: Color Theme");
    await page.locator(".quick-input-widget .quick-input-filter input").fill(theme);
    await ui.choose(page, theme);
    await look(name, kind);
  }
  assert.ok(await fits(), "the panel is not cut off");
  await page.setViewportSize({ width: 640, height: 900 });
  await t.shot(page, "setup-narrow");
  assert.ok(await fits(), "nor is it in a narrow window");
}
