import assert from "node:assert/strict";
import { test } from "node:test";
import { Marks } from "../../src/changes/marks";

test("marks arrive in the order of the clicks, and the last one is shown meanwhile", async () => {
  const marks = new Marks();
  const stored: string[] = [];
  let release = (): void => undefined;
  const slow = new Promise<void>((done) => (release = done));
  const store = (what: string, first?: Promise<void>) => async () => {
    await first;
    stored.push(what);
  };
  const on = marks.set("a", true, store("on", slow));
  const off = marks.set("a", false, store("off"));
  assert.equal(marks.isViewed("a", ["a"]), false);
  release();
  await on;
  assert.equal(marks.isViewed("a", ["a"]), false, "the second is still on its way");
  await off;
  assert.deepEqual(stored, ["on", "off"]);
  assert.equal(marks.isViewed("a", ["a"]), true, "what was read counts again");
});

test("a mark that cannot be stored is taken back, and holds up no other", async () => {
  const marks = new Marks();
  const failed = marks.set("a", true, () => Promise.reject(new Error("full")));
  const other = marks.set("b", true, () => Promise.resolve());
  assert.equal(marks.isViewed("a", []), true);
  await assert.rejects(failed, /full/);
  await other;
  assert.equal(marks.isViewed("a", []), false);
});
