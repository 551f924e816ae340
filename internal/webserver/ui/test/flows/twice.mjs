// While words are on their way they are sent once, and none that are typed meanwhile are lost.
import assert from "node:assert/strict";
import { Project } from "../lib.mjs";

export default async function (t, ui) {
  const p = new Project({ "a.txt": "one\ntwo\nthree\n" });
  p.write("a.txt", "one\n2\nthree\n");
  p.consider("add", "a.txt:2", "-m", "Why a digit?");
  const page = await t.open(await t.serve(p), { allow: [/ERR_FAILED/] });
  await ui.ready(page);
  const reply = await ui.hold(page, "**/api/reply?*", { before: true });
  const card = ui.thread(page, "Why a digit?");
  await card.getByRole("button", { name: "Reply…" }).click();
  await page.keyboard.type("It is shorter.");
  await page.keyboard.press("Control+Enter");
  await page.keyboard.press("Control+Enter");
  await page.keyboard.type(" And more.");
  await reply.asked;
  await ui.settled(page, { held: 1 });
  assert.ok(await card.getByRole("button", { name: "Reply", exact: true }).isDisabled(), "it cannot be sent once more");
  assert.equal(await card.locator("textarea").inputValue(), "It is shorter.", "what would be lost cannot be typed");
  reply.go();
  await card.locator(".said", { hasText: "It is shorter." }).first().waitFor();
  await ui.settled(page);
  assert.equal(p.threads()[0].thread.length, 1, "it is sent once");
  assert.equal(await card.locator(".said", { hasText: "It is shorter." }).count(), 1);

  // The threads are read again after a reply. Whoever writes the next one meanwhile keeps the focus.
  const read = await ui.hold(page, "**/api/threads?*", { before: true });
  await card.getByRole("button", { name: "Reply…" }).click();
  await page.keyboard.type("One more.");
  await page.keyboard.press("Control+Enter");
  await read.asked;
  await card.getByRole("button", { name: "Reply…" }).click();
  await page.keyboard.type("And");
  read.go();
  await card.locator(".said", { hasText: "One more." }).first().waitFor();
  await ui.settled(page);
  await page.keyboard.type(" clearer.");
  assert.equal(await card.locator("textarea").inputValue(), "And clearer.");

  // An answer that is lost on its way: what is sent again from the same form is the same reply. The page closes the form
  // by itself once it has read that the reply is stored.
  const drafts = await ui.hold(page, "**/api/drafts?*", { before: true });
  const lost = async (route) => {
    await route.fetch();
    await route.abort();
  };
  await page.route("**/api/reply?*", lost, { times: 1 });
  await page.keyboard.press("Control+Enter");
  await card.getByText("Not saved: the server is not responding. Your text is kept.").waitFor();
  assert.equal(p.threads()[0].thread.length, 3);
  await page.keyboard.press("Control+Enter");
  await card.locator(".editor").waitFor({ state: "detached" });
  drafts.go();
  assert.equal(p.threads()[0].thread.length, 3, "it is one reply");
}
