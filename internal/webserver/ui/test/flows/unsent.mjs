// Words that the server does not have yet, in two tabs of one browser: none takes or deletes those of the other, and
// those of a closed tab come back.
import { Project } from "../lib.mjs";

export default async function (t, ui) {
  const p = new Project({ "a.ts": "let a = 1;\nlet b = 2;\n" });
  p.write("a.ts", "let a = 2;\nlet b = 3;\n");
  const server = await t.serve(p);
  const one = await t.open(server);
  const all = "**/api/drafts/**";
  await one.context().route(all, () => undefined); // so that no draft arrives
  await ui.ready(one);
  const open = async () => {
    const page = await t.open(server, { sharing: one, path: "/review" });
    await ui.ready(page);
    return page;
  };
  const write = async (page, line, words) => {
    await ui.number(page, "a.ts", line).click({ position: { x: 10, y: 8 } });
    await ui.form(page).waitFor();
    await page.keyboard.insertText(words);
  };
  const forms = (page) => page.locator(".form textarea").evaluateAll((all) => all.map((box) => box.value).sort());
  const has = async (page, ...words) => {
    let now;
    await ui
      .until(`the forms hold ${words.join(", ")}`, async () => (now = await forms(page)).join() === words.join())
      .catch((error) => {
        throw new Error(`${error.message}; they hold: ${now.join()}`);
      });
  };

  const aside = await t.open(server, { sharing: one, path: "/assets/none", allow: [/404/] });
  /** Closes a tab, and waits until the browser has freed its words for others. */
  const close = async (page) => {
    const writing = () =>
      aside.evaluate(async () => (await navigator.locks.query()).held.filter((l) => l.name.includes(":tab-")).length);
    const before = await writing();
    await page.close();
    await ui.until("its words are free", async () => (await writing()) < before);
  };

  const two = await open();
  await write(one, 1, "first tab");
  await write(two, 2, "second tab");
  await one.reload();
  await ui.ready(one);
  await has(one, "first tab");
  await close(one);
  const three = await open();
  await has(three, "first tab");
  await has(two, "second tab");
  await t.shot(three, "adopted");

  await close(two);
  await close(three);
  await one.context().unroute(all);
  const four = await t.open(server, { sharing: one });
  await ui.ready(four);
  await has(four, "first tab", "second tab");
  await ui.kept(four, "first tab");
  await ui.kept(four, "second tab");
  await ui.until("nothing waits in the browser", () =>
    four.evaluate(() => !Object.keys(localStorage).some((key) => key.includes("drafts"))),
  );

  // What another tab wrote in the same form is shown, so that it is not overwritten.
  const five = await t.open(server, { sharing: four });
  await ui.ready(five);
  await has(five, "first tab", "second tab");
  await five.locator(".form textarea").first().fill("first tab, and more");
  await ui.kept(five, "first tab, and more");
  await has(four, "first tab, and more", "second tab");
}
