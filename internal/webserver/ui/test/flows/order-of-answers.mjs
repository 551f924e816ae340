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
  const added = () => page.locator("td.d2h-ins .d2h-code-line-ctn").allInnerTexts();
  const space = async () => {
    await page.getByRole("button", { name: "View" }).first().click();
    await page.getByText("Hide whitespace changes").click();
    await page.keyboard.press("Escape");
  };
  assert.equal((await added()).length, 2);
  const diff = await ui.hold(page, "**/api/file/*ws=ignore*");
  await space();
  await diff.asked;
  await space();
  await ui.settled(page, { held: 1 });
  diff.go();
  await ui.settled(page);
  assert.equal((await added()).length, 2, "changes in white space are shown again");

  const boot = await ui.hold(page, "**/api/boot?from=&to=first*");
  const bar = page.getByRole("navigation", { name: "Rounds" });
  const point = (name) => bar.getByRole("button", { name, exact: true }).click();
  await point("HEAD");
  await point("first");
  await boot.asked;
  await point("first");
  await point("second");
  await ui.settled(page, { held: 1 });
  boot.go();
  await ui.settled(page);
  assert.match(await page.locator(".scope").innerText(), /^Changes from first to second/);
  assert.equal((await added()).join(), "three");
}
