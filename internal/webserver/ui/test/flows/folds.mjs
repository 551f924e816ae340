// Mechanical changes are one row with the reason as its name. A click, keys, the search, an address and a thread open it.
import assert from "node:assert/strict";
import { Project } from "../lib.mjs";

const filler = Array.from({ length: 10 }, (_, i) => `// Filler ${i} of many.\n\n`).join("");
const file = (a, b, c) =>
  `package cart\n\nfunc a() {\n\t${a}\n}\n\n${filler}func b() {\n\t${b}\n}\n\n${filler}func c() {\n\t${c}\n}\n`;

export default async function (t, ui) {
  const p = new Project({ "cart.go": file("f( 1 )", "g( 2 )", "h(3)"), "note.txt": "one\n" });
  p.write("cart.go", file("f(1)", "g(2)", "h(4)"));
  p.write("note.txt", "two\n");
  const server = await t.serve(p);
  const page = await t.open(server);
  await ui.ready(page);
  const folds = page.locator("tr.fold");
  const name = "Reformatted: the same tokens (4 lines)";
  const button = page.getByRole("button", { name, exact: true });
  const folded = (n) => ui.until(`${n} folded rows`, async () => (await folds.count()) === n);
  const lines = { a: 4, b: 28, c: 52 };
  const shows = (n) => ui.number(page, "cart.go", n).waitFor();
  const again = async () => {
    await page.reload();
    await ui.ready(page);
    await folded(1);
  };
  await button.waitFor();
  await folded(1);
  await shows(lines.c);
  assert.equal(await ui.number(page, "cart.go", lines.a).count(), 0, "a folded line is not shown");
  await ui.accessible(page, "folded");
  await t.shot(page, "folded");

  // A click shows the lines, and the keyboard goes on there.
  await button.click();
  await folded(0);
  await shows(lines.a);
  await shows(lines.b);
  const words = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? "");
  await ui.until("the first line has the focus", async () => /^removed line 4:/.test(await words()));

  // Keys reach the row, and Enter opens it.
  await again();
  await page.evaluate(() => document.activeElement?.blur());
  await page.keyboard.press("n");
  await ui.until("the row has the focus", async () => (await words()).startsWith("Reformatted"));
  await page.keyboard.press("Enter");
  await folded(0);

  // The search opens only where the match is.
  await again();
  await page.keyboard.press("/");
  await page.keyboard.insertText("g(2)");
  await page.locator(".search [role=status]").getByText("1 match").waitFor();
  await page.keyboard.press("Enter");
  await shows(lines.b);
  await folded(1);
  assert.equal(await ui.number(page, "cart.go", lines.a).count(), 0);
  await page.keyboard.press("Escape");

  // So does an address, and the browser's own search.
  await again();
  await page.evaluate((n) => (location.hash = `#file=cart.go&line=${n}`), lines.a);
  await shows(lines.a);
  await page.evaluate(() => window.history.replaceState(null, "", location.pathname));
  await again();
  await page.evaluate(() => {
    const text = document.querySelector("tr.fold [hidden=until-found]");
    if (!text.textContent.includes("f(1)")) throw new Error("the text cannot be found");
    text.dispatchEvent(new Event("beforematch", { bubbles: true }));
  });
  await folded(0);

  // The switch shows all, and is remembered.
  await again();
  const box = page.getByLabel("Fold mechanical changes");
  await box.evaluate((e) => e.click());
  await folded(0);
  await page.reload();
  await ui.ready(page);
  await shows(lines.a);
  await box.evaluate((e) => e.click());
  await folded(1);

  // Files that no rule knows are named.
  await ui.until("what was not analysed", async () =>
    /1 file not analysed \(no rules/.test(await page.locator(".top").evaluate((e) => e.textContent)),
  );

  // A thread keeps its hunk open, and so does the command line.
  p.consider("add", `cart.go:${lines.b}`, "-m", "why two");
  await ui.thread(page, "why two").waitFor();
  await shows(lines.b);
  await page.reload();
  await ui.ready(page);
  await ui.thread(page, "why two").waitFor();
  await folded(1);
  await shows(lines.b);
  const plain = await t.open(await t.serve(p, "--no-fold"));
  await ui.ready(plain);
  await ui.number(plain, "cart.go", lines.a).waitFor();
  assert.equal(await plain.locator("tr.fold").count(), 0);
}
