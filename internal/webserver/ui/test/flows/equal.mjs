// Every line equals git's: as the server sends it, and as the page shows it.
import { large, small } from "../changes.mjs";
import assert from "node:assert/strict";
import { equal, onPage } from "../equal.mjs";
import { hostileSet, names } from "../hostile.mjs";

export default async function (t) {
  t.say(`${(await equal(small(), ["HEAD"])).lines} lines of the small set`);
  t.say(`${(await onPage(small())).lines} lines of it on the page`);
  const hostile = await equal(hostileSet(), ["HEAD"]);
  assert.equal(hostile.files, names.length + 7);
  t.say(`${hostile.lines} lines of ${hostile.files} hostile files`);
  t.say(`${(await onPage(hostileSet())).lines} lines of them on the page`);
  t.say(`${(await equal(large(), ["HEAD"])).lines} lines of the large set`);
}
