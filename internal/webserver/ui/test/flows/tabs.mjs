// Two tabs of one person: what one tab has sent, the other does not send again.
import assert from "node:assert/strict";
import { Project } from "../lib.mjs";

export default async function (t, ui) {
  const p = new Project({ "a.ts": "let a = 1;\nlet b = 2;\n" });
  p.write("a.ts", "let a = 2;\nlet b = 3;\n");
  const server = await t.serve(p);
  const one = await t.open(server);
  await ui.ready(one);
  const two = await t.open(server, { sharing: one, path: "/review" });
  await ui.ready(two);

  await ui.comment(one, "a.ts", 1, "added in the first tab");
  await ui.number(two, "a.ts", 2).click({ position: { x: 10, y: 8 } });
  await ui.form(two).waitFor();
  await two.keyboard.insertText("written in the second tab");
  await ui.kept(two, "written in the second tab");
  await ui.submit(one);

  // Both were sent with the review, and the second tab knows: no form that would send it again, nothing pending.
  await ui.thread(two, "added in the first tab").waitFor();
  await ui.until("the form in the other tab is gone", async () => (await two.locator(".form").count()) === 0);
  await two.locator(".toast", { hasText: "Your comment was sent with the review from another tab." }).waitFor();
  await two.locator(".badge.pending").waitFor({ state: "detached" });
  await t.shot(two, "sent-elsewhere");

  // What is being written in another browser is not sent with the review of this one.
  const three = await t.open(server);
  await ui.ready(three);
  await ui.number(three, "a.ts", 1).click({ position: { x: 10, y: 8 } });
  await ui.form(three).waitFor();
  await three.keyboard.insertText("half");
  await ui.kept(three, "half");
  await three.route("**/api/drafts/**", () => undefined); // so that these requests never arrive
  await three.keyboard.insertText(" and whole");
  await one.locator(".submitted").getByRole("button", { name: "Close" }).click();
  await ui.submit(one);
  assert.equal(await ui.form(three).inputValue(), "half and whole");
  assert.deepEqual(
    p
      .threads()
      .map((thread) => thread.body)
      .sort(),
    ["added in the first tab", "written in the second tab"],
  );

  // A reply that is open in both tabs is sent in one: the other does not offer its words again.
  await three.unroute("**/api/drafts/**");
  const card = (page) => ui.thread(page, "added in the first tab").first();
  await card(one).locator(".reply-open").click();
  await one.keyboard.insertText("once");
  await ui.kept(one, "once");
  const four = await t.open(server, { sharing: one, path: "/review" });
  await ui.ready(four);
  const reply = card(four).locator("textarea");
  await reply.waitFor();
  assert.equal(await reply.inputValue(), "once");
  // Side by side, each shows at once what is written in the other.
  await reply.focus();
  await four.keyboard.press("End");
  await four.keyboard.insertText(", and only once");
  await ui.until(
    "the first tab has it",
    async () => (await card(one).locator("textarea").inputValue()) === "once, and only once",
  );
  await one.keyboard.press("Control+Enter");
  await card(one).getByText("once").waitFor();
  await reply.waitFor({ state: "detached" });
  await card(four).getByText("once").waitFor();
  await t.shot(four, "replied-elsewhere");
}
