// Hostile names, contents and words: nothing of them runs, and nothing is hidden.
import assert from "node:assert/strict";
import { evil, names, reversed } from "../hostile.mjs";
import { Project } from "../lib.mjs";

export default async function (t, ui) {
  const p = new Project({ "plain.ts": "const a = 1;\n", "trojan.js": "if (isAdmin) { /* begin */\n" });
  for (const name of names) p.write(name, evil.map((e) => `${e}\n`).join("") + reversed);
  p.write("plain.ts", `const a = 1;\n${evil.join("\n")}\n`);
  p.write("trojan.js", "/*\u202e } \u2066if (isAdmin)\u2069 \u2066 begin admins only */\n");
  const server = await t.serve(p);
  const page = await t.open(server);
  await ui.ready(page);
  // Parts far from the screen are removed from the page again, so each file counts once it was there.
  const loaded = new Set();
  await ui.until("all files are loaded", async () => {
    await page.mouse.wheel(0, 300);
    const there = page.locator("section.file:has(tr[data-r])");
    for (const name of await there.evaluateAll((all) => all.map((e) => e.id))) loaded.add(name);
    return loaded.size >= names.length + 2;
  });
  await page.evaluate(() => window.scrollTo(0, 0));
  for (const words of evil) {
    p.consider(
      "add",
      "plain.ts:1",
      "-m",
      `${words}\n\n[link](javascript:window.pwned=7) ![i](http://example.invalid/x.png)\n\n\`\`\`suggestion\n${words}\n\`\`\``,
    );
  }
  p.agent("reply", p.threads()[0].id, "-m", evil.join("\n\n"));
  await ui.until("the threads are shown", async () => (await page.locator("article.thread").count()) === evil.length);
  // The same for text typed here, and for the preview.
  await ui.number(page, "plain.ts", 3).click({ position: { x: 60, y: 8 } });
  await ui.form(page).waitFor();
  await page.keyboard.insertText(evil.join("\n"));
  await page.locator(".form").getByRole("tab", { name: "Preview" }).click();
  await ui.settled(page);
  await page.locator(".form").getByRole("tab", { name: "Write" }).click();
  await page.keyboard.press("Control+Enter");
  // Characters that would reorder the words of a comment are shown.
  p.consider("add", "plain.ts:2", "-m", "call \u202egpj.exe\u202c **now \u2066\u2069**\n\n`x\u200by` 👩\u200d💻");
  const turned = ui.thread(page, "gpj.exe").locator(".markdown");
  await turned.locator("strong .odd").first().waitFor();
  assert.equal((await turned.innerText()).trim(), "call ◆gpj.exe◆ now ◆◆\n\nx◆y 👩\u200d💻");
  assert.equal(await turned.locator(".odd").first().getAttribute("title"), "U+202E");
  await turned.scrollIntoViewIfNeeded();
  await t.shot(page, "turned");
  await ui.openPanel(page);
  await t.shot(page, "threads");
  assert.equal(await page.evaluate(() => window.pwned), undefined, "something ran");
  const made = await page.evaluate(() => ({
    scripts: document.querySelectorAll("body script:not(#boot)").length,
    images: document.querySelectorAll("img, iframe, object, embed, form").length,
    handlers: [...document.querySelectorAll("*")].filter((e) => e.getAttributeNames().some((n) => n.startsWith("on")))
      .length,
    links: [...document.querySelectorAll("a")].map((a) => a.protocol).filter((x) => !/^https?:$/.test(x)).length,
  }));
  assert.deepEqual(made, { scripts: 0, images: 0, handlers: 0, links: 0 });
  // Characters that would hide text are shown.
  const shown = await page.locator("section.file[aria-label='trojan.js'] tr[data-r]").allInnerTexts();
  assert.ok(!/[\u202e\u2066\u2069]/.test(shown.join("")), "a bidi control is on the page");
  assert.ok(shown.join("").includes("◆"));
  await page.locator(".odd[title='U+202E']").first().waitFor();
  await page.locator("section.file[aria-label='trojan.js']").scrollIntoViewIfNeeded();
  await t.shot(page, "odd");

  // A name cannot pass for another one.
  const names2 = await page.locator(".tree .leaf .name, .path").allInnerTexts();
  assert.ok(!/[\u202e\n\t]/.test(names2.join("")), "a name hides something");
  assert.ok(names2.includes("◆gpj.exe.ts") && names2.includes("line␊feed.js"), names2.join());
  assert.ok(names2.includes("a b␉c.txt"), "a tab in a name is seen");

  // The server refuses requests from pages of other sites.
  const token = await page.evaluate(() => sessionStorage.getItem("consider.token"));
  const ask = (headers, init = {}) => fetch(`${server.origin}/api/boot`, { ...init, headers }).then((r) => r.status);
  assert.equal(await ask({ "X-Consider-Token": token }), 200);
  assert.equal(await ask({}), 403, "a missing secret");
  assert.equal(await ask({ "X-Consider-Token": token.slice(1) }), 403, "a wrong secret");
  assert.equal(await ask({ "X-Consider-Token": token, Origin: "http://example.invalid" }), 403, "CSRF: another origin");
  const post = await fetch(`${server.origin}/api/comments`, {
    method: "POST",
    headers: { "X-Consider-Token": token, "Content-Type": "text/plain", Origin: "http://example.invalid" },
    body: "{}",
  });
  assert.ok(post.status >= 400, "CSRF: a form");
}
