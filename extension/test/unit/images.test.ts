import assert from "node:assert/strict";
import { test } from "node:test";
import { isImageFile, withImages } from "../../src/images";

const id = "f191b280ce91e6cb8c387735c10ef9bc5da6c83b";
const address = (asked: string): string | undefined => (asked === id ? "file:///p/x.gif" : undefined);
const shown = (markdown: string): string => withImages(markdown, address);

test("an image that the store keeps is shown", () => {
  assert.equal(shown(`see ![the dot](consider:${id}), there`), "see ![the dot](file:///p/x.gif), there");
  assert.equal(shown(`![a](consider:${id}) ![b](consider:${id})`), "![a](file:///p/x.gif) ![b](file:///p/x.gif)");
});

test("no other image is fetched, whatever stands around one that is shown", () => {
  const other = "0".repeat(40);
  const hostile = "http://elsewhere.invalid/x.png";
  for (const words of [
    `![x](${hostile})`,
    `![x](consider:${other})`,
    `![x](consider:${id}/../../x)`,
    `![x](file:///etc/x.png)`,
    `![x](data:image/png;base64,AAAA)`,
    `![x][r]\n\n[r]: ${hostile}`,
    `https://a.invalid/![x](${hostile})`,
    `![a ![b](consider:${id})](${hostile})`,
    `![a ![b\\](consider:${id})](${hostile})`,
    `!![b](consider:${id})](${hostile})`,
    `!\u005b![b](consider:${id})](${hostile})`,
  ]) {
    const left = shown(words).replaceAll(/!\[[\p{L}\p{N} .,-]*\]\(file:\/\/\/p\/x\.gif\)/gu, "");
    assert.ok(!left.includes("!["), `${words} → ${shown(words)}`);
  }
});

test("an image in a block of code is the code that it is", () => {
  assert.equal(shown("```\n![a](consider:" + id + ")\n```"), "```\n!\u200b[a](consider:" + id + ")\n```");
});

test("the back end's files of images, and no others", () => {
  for (const path of [`.consider/cache/image-${id}.gif`, `C:\\p\\.consider\\cache\\image-${id}.png`])
    assert.ok(isImageFile(path), path);
  for (const path of [`.consider/cache/image-${id}.svg`, `image-${id}.gif/x`, `image-x.gif`, "../x.png"])
    assert.ok(!isImageFile(path), path);
});
