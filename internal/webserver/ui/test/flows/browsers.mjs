// Two browsers on one review: a draft belongs to the form that it was typed in. Neither replaces the words of the other,
// and one form is one thread.
import assert from "node:assert/strict";
import { Project } from "../lib.mjs";

export default async function (t, ui) {
  const p = new Project({ "a.ts": "let a = 1;\nlet b = 2;\n" });
  p.write("a.ts", "let a = 2;\nlet b = 3;\n");
  const { id } = p.consider("add", "a.ts:2", "-m", "As it was.").thread;
  const server = await t.serve(p);
  const one = await t.open(server, { allow: [/409 \(Conflict\)/] });
  const two = await t.open(server);
  await ui.ready(one);
  await ui.ready(two);
  const card = (page) => page.locator(`#t-${id}`);
  const box = (page, kind) => card(page).getByLabel(kind).locator("textarea");

  // Both edit one message, and reply to it.
  for (const [page, name] of [
    [one, "ONE"],
    [two, "TWO"],
  ]) {
    await card(page).getByRole("button", { name: "Edit" }).first().click();
    await page.keyboard.insertText(` EDIT-${name}`);
    await ui.kept(page, `As it was. EDIT-${name}`);
    await card(page).getByRole("button", { name: "Reply…" }).click();
    await page.keyboard.insertText(`REPLY-${name}`);
    await ui.kept(page, `REPLY-${name}`);
  }
  const both = async () => {
    for (const [page, mine, other] of [
      [one, "ONE", "TWO"],
      [two, "TWO", "ONE"],
    ]) {
      await ui.until("the other's words stand beside", async () => {
        const text = await card(page).locator(".beside").innerText();
        return text.includes(`EDIT-${other}`) && text.includes(`REPLY-${other}`) && !text.includes(mine);
      });
      assert.equal(await box(page, "Edit the comment").inputValue(), `As it was. EDIT-${mine}`);
      assert.equal(await box(page, "Reply to the thread").inputValue(), `REPLY-${mine}`);
    }
  };
  await both();
  await one.reload();
  await ui.ready(one);
  await box(one, "Reply to the thread").waitFor();
  await both();
  await t.shot(one, "beside");

  // An edit does not take away what the other one saved meanwhile, unless that was shown.
  const save = (page) => card(page).getByRole("button", { name: "Save", exact: true }).click();
  const heard = await ui.news(one);
  await save(two);
  await heard("the edit", ({ name }) => name === "change");
  await ui.settled(one); // the words stood beside before they were saved, and the form hides the message
  await save(one);
  await card(one).getByText("the text has changed in the meantime. Current text: As it was. EDIT-TWO").waitFor();
  assert.ok(p.thread("EDIT-TWO"));
  await save(one);
  await ui.until("it is saved", () => p.threads().some((thread) => thread.body === "As it was. EDIT-ONE"));

  // Both save at once: what the first one saved is shown to the other, whose words stay in the form.
  for (const [page, name] of [
    [one, "ONE"],
    [two, "TWO"],
  ]) {
    await card(page).locator(".said", { hasText: "As it was. EDIT-ONE" }).waitFor();
    await ui.settled(page);
    await card(page).getByRole("button", { name: "Edit" }).first().click();
    await box(page, "Edit the comment").fill(`As it was. AT-ONCE-${name}`);
  }
  const late = await ui.hold(one, "**/api/edit?*", { before: true });
  await save(one);
  await late.asked;
  await save(two);
  await ui.until("the first one is saved", () =>
    p.threads().some((thread) => thread.body === "As it was. AT-ONCE-TWO"),
  );
  late.go();
  await card(one).getByText("the text has changed in the meantime. Current text: As it was. AT-ONCE-TWO").waitFor();
  assert.equal(await box(one, "Edit the comment").inputValue(), "As it was. AT-ONCE-ONE");
  await save(one);
  await ui.until("the other is saved", () => p.threads().some((thread) => thread.body === "As it was. AT-ONCE-ONE"));
  for (const page of [one, two]) {
    await ui.settled(page); // a button that moves is not hit
    await page.locator(".thread .editor").getByRole("button", { name: "Reply", exact: true }).click();
    await page.locator(".thread .editor").waitFor({ state: "detached" });
    await card(two).locator(".said", { hasText: "REPLY-ONE" }).waitFor();
  }

  // A comment on a line: the other browser sees it while it is written, and when it was added.
  const edit = async (page, words) => {
    await page.locator(".thread.pending").getByRole("button", { name: "Edit" }).click();
    await ui.form(page).fill(words);
    await page.keyboard.press("Control+Enter");
  };
  await ui.number(one, "a.ts", 1).click({ position: { x: 10, y: 8 } });
  await ui.form(one).waitFor();
  await one.keyboard.insertText("first words");
  await two.locator(".thread.pending", { hasText: "In another browser" }).getByText("first words").waitFor();
  assert.equal(await two.locator(".form").count(), 0);
  await one.keyboard.press("Control+Enter");
  await two.locator(".thread.pending", { hasText: "sent with your review" }).waitFor();
  await edit(two, "first words and more");
  await one.locator(".thread.pending", { hasText: "first words and more" }).waitFor();
  assert.equal(await two.locator(".thread.pending").count(), 1);

  // Who continues in another browser takes the draft there, with its last words, and does not double it.
  await ui.number(one, "a.ts", 2).click({ position: { x: 10, y: 8 } });
  await ui.form(one).waitFor();
  const theirs = two.locator(".thread.pending", { hasText: "In another browser" });
  for (const part of ["mo", "ved"]) {
    await one.keyboard.insertText(part);
    await theirs.getByText(part === "mo" ? "mo" : "moved", { exact: true }).waitFor();
  }
  await two.getByRole("button", { name: "Continue here" }).click();
  await ui.until("it is in a form", async () => (await ui.form(two).inputValue()) === "moved");
  await one.locator(".form").waitFor({ state: "detached" });
  await ui.kept(two, "moved");

  // Both submit.
  await Promise.all([ui.submit(one), ui.submit(two)]);
  const said = p.threads().map((thread) => thread.body);
  assert.deepEqual(said.sort(), ["As it was. AT-ONCE-ONE", "first words and more", "moved"]);

  // What a browser left that was closed goes on in the next one.
  await one.locator(".submitted").getByRole("button", { name: "Close" }).click();
  await ui.number(one, "a.ts", 1).click({ position: { x: 10, y: 8 } });
  await ui.form(one).waitFor();
  await one.keyboard.insertText("left behind");
  await ui.kept(one, "left behind");
  await one.context().close();
  await ui.until("the server has seen it go", async () => {
    const open = await two.evaluate(async () => {
      const token = sessionStorage.getItem("consider.token");
      return (await (await fetch("/api/drafts", { headers: { "X-Consider-Token": token } })).json()).open;
    });
    return open.length === 1;
  });
  const three = await t.open(server);
  await ui.ready(three);
  await ui.until("it is in a form", async () => (await ui.form(three).inputValue()) === "left behind");
}
