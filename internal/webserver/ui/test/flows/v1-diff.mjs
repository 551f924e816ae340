// V1: run it, see the diff of the uncommitted changes as on GitHub.
import assert from "node:assert/strict";
import { someChanges } from "../lib.mjs";

export default async function (t, ui) {
  const p = someChanges();
  const before = p.git("status", "--porcelain=v2", "-z");
  const server = await t.serve(p);
  const page = await t.open(server);
  await ui.ready(page);
  assert.match(await page.title(), /project/);
  // The address no longer contains the secret.
  assert.equal(page.url(), `${server.origin}/review`);

  const files = await page.locator("section.file").evaluateAll((all) => all.map((f) => f.getAttribute("aria-label")));
  assert.deepEqual(
    files.toSorted(),
    p
      .git("status", "--porcelain", "-uall")
      .trimEnd()
      .split("\n")
      .map((l) => l.slice(3).split(" -> ").at(-1))
      .toSorted(),
  );
  await ui.file(page, "src/server/handler.ts").scrollIntoViewIfNeeded();
  await ui.number(page, "src/server/handler.ts", 7).waitFor();
  const rows = await ui
    .file(page, "src/server/handler.ts")
    .locator("tr[data-r]")
    .evaluateAll((all) =>
      all.map((tr) => [
        tr.querySelector(".d2h-code-line-prefix")?.textContent ?? "",
        tr.querySelector(".d2h-code-line-ctn")?.textContent ?? "",
      ]),
    );
  assert.ok(
    rows.some(([sign, text]) => sign === "-" && text === "    const result = await fetch(url);"),
    JSON.stringify(rows.slice(0, 9)),
  );
  assert.ok(rows.some(([sign, text]) => sign === "+" && text === "    log.debug(`fetched ${url}`);"));
  // Changed words and colours appear after the first paint.
  await page.locator(".d2h-ins .word").first().waitFor();
  await page.locator(".hljs-keyword").first().waitFor();

  const words = async (name) => {
    await ui.file(page, name).scrollIntoViewIfNeeded(); // innerText is empty for parts far from the screen
    return ui.file(page, name).innerText();
  };
  assert.match(await words("logo.bin"), /Binary file not shown \(7 bytes → 9 bytes\)/);
  assert.match(await words("run.sh"), /Mode 100644 \(plain\) → 100755 \(executable\)/);
  assert.match(await words("src/util/naming.py"), /src\/util\/names\.py → src\/util\/naming\.py/);
  assert.doesNotMatch(await words("src/util/naming.py"), /renamed/i, "it is said once");
  assert.match(await words("package-lock.json"), /Lock files are collapsed/);
  await ui.file(page, "package-lock.json").getByRole("button", { name: "Load diff" }).click();
  await ui.number(page, "package-lock.json", 1).waitFor();
  assert.match(await words("docs/guide.md"), /no newline at end of file/);
  await t.shot(page, "unified");

  // Hidden lines are shown on request, and the reader's place does not move.
  const gap = ui.file(page, "src/server/store.go").locator("tr.gap button").first();
  await gap.scrollIntoViewIfNeeded();
  assert.equal(await ui.number(page, "src/server/store.go", 2).count(), 0);
  await gap.click();
  await ui.number(page, "src/server/store.go", 2).waitFor();
  assert.match(
    await ui.number(page, "src/server/store.go", 2).locator("xpath=..").innerText(),
    /value2 := compute\(2\)/,
  );

  await page.getByRole("button", { name: "Split", exact: true }).click();
  await page.locator("table.split").first().waitFor();
  await page.locator("section.file").nth(5).scrollIntoViewIfNeeded();
  await t.shot(page, "split");
  await page.getByRole("button", { name: "Unified", exact: true }).click();

  // Viewed closes the file, also after a reload; the tree and its filter.
  await ui.file(page, "docs/guide.md").locator(".viewed input").check();
  await page.locator(".leaf.viewed", { hasText: "guide.md" }).waitFor();
  await page.reload();
  await page.locator("section.file.closed[aria-label='docs/guide.md']").waitFor();
  await page.keyboard.press("t");
  await page.keyboard.type("handler");
  await ui.settled(page);
  assert.equal(await page.locator(".leaf:visible").count(), 1);
  await page.keyboard.press("Enter");
  await ui.until("the file is at the top", async () => {
    const box = await ui.file(page, "src/server/handler.ts").boundingBox();
    return box && box.y >= 0 && box.y < 200;
  });

  const raw = await page.evaluate(async () => {
    const token = sessionStorage.getItem("consider.token");
    const answer = await fetch("/api/diff", { headers: { "X-Consider-Token": token } });
    return answer.text();
  });
  assert.match(raw, /^diff --git a\/docs\/guide\.md b\/docs\/guide\.md\n/);
  assert.equal(p.git("status", "--porcelain=v2", "-z"), before, "the repository is not touched");

  // Until the diff arrives the page says what it waits for; without scripts it says what is missing.
  const slow = await t.open(server, { path: "/assets/none", allow: [/404/] });
  let go;
  await slow.route(/review\.\w+\.js$/, (route) => new Promise((done) => (go = done)).then(() => route.continue()));
  await slow.goto(await server.address(), { waitUntil: "commit" });
  await slow.getByText("is comparing the files").waitFor();
  await t.shot(slow, "starting");
  await ui.until("the script is asked for", () => go);
  go();
  await ui.ready(slow);
  assert.equal(await slow.locator(".starting").count(), 0);
  const plain = await t.open(server, { javaScriptEnabled: false });
  await plain.locator("noscript .blank").waitFor();
  await t.shot(plain, "no-scripts");
  assert.equal(await plain.locator(".starting").isVisible(), false);
}
