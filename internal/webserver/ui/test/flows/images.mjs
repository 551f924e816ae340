// An image is pasted or dropped into a comment, shown in it and kept in the store, and an agent is told the path of a
// file with it.
import assert from "node:assert/strict";
import fs from "node:fs";
import { someChanges } from "../lib.mjs";

/** Pastes or drops a file: one that is drawn in the page, or one with the given content. */
function give(area, how, { name, type, text, width = 240, height = 120, noise = false }) {
  return area.evaluate(
    async (element, o) => {
      let blob = new Blob([o.text ?? ""], { type: o.type });
      if (o.text === undefined) {
        const canvas = Object.assign(document.createElement("canvas"), { width: o.width, height: o.height });
        const pen = canvas.getContext("2d");
        pen.fillStyle = "#2f6fed";
        pen.fillRect(0, 0, o.width, o.height);
        pen.fillStyle = "#fff";
        pen.font = "24px sans-serif";
        pen.fillText("the old button", 20, 60);
        if (o.noise) {
          const data = pen.getImageData(0, 0, o.width, o.height);

          for (let i = 0; i < data.data.length; i++) data.data[i] = i % 4 === 3 ? 255 : Math.random() * 256;
          pen.putImageData(data, 0, 0);
        }
        blob = await new Promise((done) => canvas.toBlob(done, o.type));
      }
      const data = new DataTransfer();
      data.items.add(new File([blob], o.name, { type: o.type }));
      const more = { bubbles: true, cancelable: true };
      const event =
        o.how === "paste"
          ? new ClipboardEvent("paste", { clipboardData: data, ...more })
          : new DragEvent("drop", { dataTransfer: data, ...more });
      element.dispatchEvent(event);
      return [blob.size, event.defaultPrevented];
    },
    { how, name, type, text, width, height, noise },
  );
}

export default async function (t, ui) {
  const p = someChanges();
  const server = await t.serve(p);
  const page = await t.open(server, { allow: [/400 \(Bad Request\)/, /404 \(Not Found\)/] });
  await ui.ready(page);
  await ui.number(page, "src/server/handler.ts", 8).click({ position: { x: 60, y: 8 } });
  const area = ui.form(page);
  await area.waitFor();
  await page.keyboard.insertText("It looked like this:");
  await give(area, "paste", { name: 'old [x](y) "button".png', type: "image/png" });
  await ui.until("the words name it", async () =>
    /^It looked like this:\n!\[old x y button\]\(consider:[0-9a-f]{40}\)\n$/.test(await area.inputValue()),
  );
  await page.locator(".form").getByRole("tab", { name: "Preview" }).click();
  const drawn = (box) => box.evaluate((i) => i.complete && i.naturalWidth);
  await ui.until("the preview draws it", async () => (await drawn(page.locator(".preview img"))) === 240);
  await t.shot(page, "preview");
  await page.locator(".form").getByRole("tab", { name: "Write" }).click();

  // A file that is not an image is refused with a message; the words stay.
  const problem = page.locator(".form .problem");
  for (const [how, name, type, text] of [
    ["drop", "a.svg", "image/svg+xml", "<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>"],
    ["drop", "a.txt", "text/plain", "hello"],
    ["paste", "fake.png", "image/png", "<script>alert(1)</script>"],
  ]) {
    const [, prevented] = await give(area, how, { name, type, text });
    assert.ok(prevented, `the browser would open ${name}`);
    await ui.until(`${name} is refused`, async () => /not added|Only images/.test(await problem.innerText()));
  }
  await t.shot(page, "refused");

  // A large image is scaled down until it fits.
  const [size] = await give(area, "drop", {
    name: "large.png",
    type: "image/png",
    width: 1600,
    height: 1200,
    noise: true,
  });
  assert.ok(size > 1 << 20, `the large one has ${size} bytes`);
  await ui.until("the large one is there", async () => (await area.inputValue()).includes("![large](consider:"));
  await page.keyboard.press("Control+Enter");
  const card = ui.thread(page, "It looked like this:");
  await ui.until("both are drawn", async () => (await card.locator(".markdown .image img").count()) === 2);
  await card.scrollIntoViewIfNeeded();
  await t.shot(page, "card");
  await page.reload();
  await ui.until(
    "they are there after a reload",
    async () => (await card.locator(".markdown .image img").count()) === 2,
  );

  await ui.submit(page);
  const { id, images, body } = p.thread("It looked like this");
  assert.equal(images.length, 2);
  const told = p.agent("get", id).thread;
  for (const image of told.images) {
    const data = fs.readFileSync(p.path(image.path));
    assert.equal(data.length, image.bytes);
    assert.ok(data.length <= 1 << 20);
  }
  assert.equal(told.images[0].type, "image/png");
  assert.equal(told.images[0].name, "old x y button");
  assert.match(body, /consider:/);
  const md = fs.readdirSync(p.path(".consider/reviews")).find((f) => f.endsWith(".md"));
  assert.match(p.read(`.consider/reviews/${md}`), /Image old x y button of c_\w+: \.consider\/cache\/image-/);

  // A click, or the keyboard, shows it in full size.
  await card.scrollIntoViewIfNeeded();
  await card.locator("button.image").first().press("Enter");
  const dialog = page.locator("dialog.full-image[open]");
  await dialog.locator("img").waitFor();
  await t.shot(page, "full");
  await ui.accessible(page, "an image in full");
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });

  // An agent's comment may name an image that does not exist or is not one: the page says so, and fetches nothing.
  const nowhere = "0".repeat(40);
  p.agent(
    "reply",
    id,
    "-m",
    `![one](consider:${nowhere}) ![two](https://example.invalid/x.png) ![<b>](consider:${nowhere})`,
  );
  const reply = card.locator(".said.agent");
  await reply.locator(".no-image", { hasText: "one: image not found" }).waitFor();
  assert.equal(await reply.locator("img").count(), 0);
  assert.equal(await reply.locator("a", { hasText: "two" }).count(), 1);
  await reply.scrollIntoViewIfNeeded();
  await t.shot(page, "missing");
  for (const colorScheme of ["light", "dark"]) {
    const other = await t.open(server, {
      colorScheme,
      viewport: { width: 400, height: 800 },
      allow: [/404 \(Not Found\)/],
    });
    await ui.ready(other);
    const there = ui.thread(other, "It looked like this:");
    await ui.until("another window draws them", async () => (await there.locator(".image img").count()) === 2);
    await there.locator(".image img").first().scrollIntoViewIfNeeded();
    assert.ok((await other.evaluate(() => document.documentElement.scrollWidth)) <= 401);
    await ui.accessible(other, `${colorScheme}, images`);
    await t.shot(other, `narrow-${colorScheme}`);
  }
}
