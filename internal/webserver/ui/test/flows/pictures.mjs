// Pictures are side by side, before and after; an SVG is an image next to its text, and nothing in it runs.
import assert from "node:assert/strict";
import zlib from "node:zlib";
import { Project } from "../lib.mjs";

/** A PNG of one colour. */
function png(width, height, rgb) {
  const chunk = (name, data) => {
    const body = Buffer.concat([Buffer.from(name, "latin1"), data]);
    const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    size.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc(body));
    return Buffer.concat([size, body, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const row = Buffer.from([0, ...Array(width).fill(rgb).flat()]);
  const data = zlib.deflateSync(Buffer.concat(Array(height).fill(row)));
  const mark = Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]);
  return Buffer.concat([mark, chunk("IHDR", head), chunk("IDAT", data), chunk("IEND", Buffer.alloc(0))]);
}

function crc(bytes) {
  let sum = ~0;
  for (const b of bytes) {
    sum ^= b;
    for (let i = 0; i < 8; i++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return ~sum >>> 0;
}

const svg = (inside) => `<svg xmlns="http://www.w3.org/2000/svg" width="80" height="40">\n${inside}\n</svg>\n`;

export default async function (t, ui) {
  const evil =
    "<script>parent.pwned = 1</script><image href='http://example.invalid/x.png' onload='parent.pwned = 2'/>";
  const p = new Project({
    "logo.png": png(30, 20, [200, 0, 0]),
    "gone.png": png(5, 5, [0, 0, 0]),
    "drawing.svg": svg('<rect width="10" height="10"/>'),
    "false.png": "not a picture\n",
  });
  p.write("logo.png", png(60, 40, [0, 0, 200]));
  p.write("drawing.svg", svg(`<rect width="20" height="10"/>${evil}`));
  p.write("new.png", png(8, 9, [0, 99, 0]));
  p.write("false.png", "not a picture either\n");
  p.remove("gone.png");
  const page = await t.open(await t.serve(p));
  await ui.ready(page);
  const said = (name, ...want) =>
    ui.until(`${name}: ${want}`, async () => {
      const got = await ui.file(page, name).locator(".pictures figcaption").allInnerTexts();
      return JSON.stringify(got) === JSON.stringify(want);
    });
  await said("logo.png", "Before: 30 × 20 px", "After: 60 × 40 px");
  const boxes = await ui
    .file(page, "logo.png")
    .locator("img")
    .evaluateAll((all) => all.map((e) => e.getBoundingClientRect().top));
  assert.equal(boxes[0], boxes[1], "side by side");
  await said("new.png", "After: 8 × 9 px");
  await said("gone.png", "Before: 5 × 5 px");
  await said("drawing.svg", "Before: 80 × 40 px", "After: 80 × 40 px");
  await ui.number(page, "drawing.svg", 2).waitFor();
  await said("false.png", "Before: the browser cannot display it", "After: the browser cannot display it");
  assert.equal(await page.evaluate(() => window.pwned), undefined);
  assert.equal(await page.locator(".pictures svg, .pictures object, .pictures iframe, .pictures embed").count(), 0);
  await ui.accessible(page, "pictures");
  await t.shot(page, "side-by-side");
  await page.emulateMedia({ colorScheme: "dark" });
  await t.shot(page, "dark");
}
