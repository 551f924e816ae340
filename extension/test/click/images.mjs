// An image in the store is shown in its comment. One from elsewhere is a link: displaying it fetches nothing, which the
// run asserts for every scenario.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import zlib from "node:zlib";
import { until } from "../lib.mjs";
import * as ui from "../ui.mjs";

/** A PNG in one colour. */
function png(width, height, [r, g, b]) {
  const chunk = (type, data) => {
    const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
    const out = Buffer.alloc(body.length + 8);
    out.writeUInt32BE(data.length, 0);
    body.copy(out, 4);
    out.writeUInt32BE(zlib.crc32(body), body.length + 4);
    return out;
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const row = Buffer.from([0, ...Array.from({ length: width }, () => [r, g, b]).flat()]);
  const rows = Buffer.concat(Array.from({ length: height }, () => row));
  const magic = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const parts = [chunk("IHDR", head), chunk("IDAT", zlib.deflateSync(rows)), chunk("IEND", Buffer.alloc(0))];
  return Buffer.concat([magic, ...parts]);
}

export default async function images(t) {
  const project = t.project({ "a.txt": "one\ntwo\nthree\n" });
  const data = png(120, 60, [200, 40, 40]);
  const id = createHash("sha1").update(`blob ${data.length}\0`).update(data).digest("hex");
  const body = [
    `Here it is: ![the button](consider:${id})`,
    "![far](http://far.example.invalid/x.png) ![disk](file:///etc/logo.png) ![none](consider:" + "0".repeat(40) + ")",
    `![a ![b](consider:${id})](http://nested.example.invalid/y.png)`,
  ].join("\n\n");
  const at = { createdAt: "2026-01-15T10:30:00Z", author: "human", authorName: "Ann" };
  const thread = { version: 1, id: "c_11111111", target: "lines", file: "a.txt", side: "new", workflowState: "open" };
  const anchor = { startLine: 2, endLine: 2, contextBefore: ["one"], targetContent: "two", contextAfter: ["three"] };
  const doc = { version: 1, threads: [{ ...thread, ...at, body, anchor }], images: { [id]: data.toString("base64") } };
  project.write("../review.json", JSON.stringify(doc));
  project.consider("import", "../review.json", "--as", "human");

  const page = await t.open(project.folder);
  await ui.openFile(page, "a.txt");
  const widget = ui.widget(page, "Here it is");
  await widget.first().waitFor();
  const shown = () =>
    widget
      .locator("img")
      .evaluateAll((all) =>
        all.filter((e) => e.closest(".comment-body")).map((e) => [e.alt, e.naturalWidth, e.naturalHeight]),
      );
  await until("the image is drawn", async () => (await shown()).some(([, width]) => width === 120));
  await t.shot(page, "shown");
  assert.deepEqual(await shown(), [
    ["the button", 120, 60],
    ["a   b", 120, 60],
  ]);
  assert.equal(project.git("status", "--porcelain"), "", "git sees nothing of it");
}
