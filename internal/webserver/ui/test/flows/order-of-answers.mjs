// What was chosen last is shown, in whatever order the answers come.
import assert from "node:assert/strict";
import { Project } from "../lib.mjs";

export default async function (t, ui) {
  const p = new Project({ "a.txt": "one\ntwo\n" });
  p.write("a.txt", "one\n  two\n");
  p.consider("checkpoint", "create", "first");
  p.write("a.txt", "one\n  two\nthree\n");
  p.consider("checkpoint", "create", "second");
  const page = await t.open(await t.serve(p));
  await ui.ready(page);
  /** Holds back the next answer to such a request. */
  const hold = async (url) => {
    let go;
    const late = new Promise((done) => (go = done));
    await page.route(
      url,
      async (route) => {
        const response = await route.fetch();
        await late;
        await route.fulfill({ response });
      },
      { times: 1 },
    );
    return go;
  };
  const added = () => page.locator("td.d2h-ins .d2h-code-line-ctn").allInnerTexts();
  const space = async () => {
    await page.getByRole("button", { name: "View" }).first().click();
    await page.getByText("Hide changes in white space").click();
    await page.keyboard.press("Escape");
  };
  assert.equal((await added()).length, 2);
  const diff = await hold("**/api/file/*ws=ignore*");
  await space();
  await page.waitForTimeout(300);
  await space();
  await page.waitForTimeout(300);
  diff();
  await page.waitForTimeout(2000);
  assert.equal((await added()).length, 2, "changes in white space are shown again");

  const boot = await hold("**/api/boot?from=&to=first");
  const bar = page.getByRole("navigation", { name: "Rounds" });
  const point = (name) => bar.getByRole("button", { name, exact: true }).click();
  await point("HEAD");
  await point("first");
  await page.waitForTimeout(300);
  await point("first");
  await point("second");
  await page.waitForTimeout(1000);
  boot();
  await page.waitForTimeout(2000);
  assert.match(await page.locator(".scope").innerText(), /^Changes from first to second/);
  assert.equal((await added()).join(), "three");
}
