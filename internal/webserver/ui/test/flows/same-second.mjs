// Comments that an agent makes on one line are in the order of the server: by their second, then by their IDs. They keep
// it when others arrive and after a reload.
import assert from "node:assert/strict";
import { someChanges } from "../lib.mjs";

export default async function (t, ui) {
  const p = someChanges();
  const name = "src/server/handler.ts";
  const add = (i) => {
    p.agent("add", `${name}:8`, "-m", `Note ${i} on the line`);
    p.agent("add", "--review", "-m", `Note ${i} on the whole`);
  };
  for (let i = 0; i < 6; i++) add(i);
  const page = await t.open(await t.serve(p));
  await ui.ready(page);
  const shows = async (n) => {
    await ui.thread(page, `Note ${n - 1} on the line`).waitFor();
    await ui.thread(page, `Note ${n - 1} on the whole`).waitFor();
    await ui.settled(page);
    for (const [where, words] of [
      [".file tr.attached article.thread", "on the line"],
      [".whole article.thread", "on the whole"],
    ]) {
      const all = Array.from({ length: n }, (_, i) => p.thread(`Note ${i} ${words}`));
      const want = all.map((t) => `${t.createdAt} ${t.id}`).sort();
      const ids = await page.locator(where).evaluateAll((cards) => cards.map((c) => c.id.replace("t-", "")));
      assert.deepEqual(
        ids,
        want.map((word) => word.split(" ")[1]),
        where,
      );
    }
  };
  await shows(6);
  add(6);
  await shows(7);
  await page.reload();
  await ui.ready(page);
  await shows(7);
}
