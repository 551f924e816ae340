import assert from "node:assert/strict";
import { test } from "node:test";
import { reportLate } from "../../src/once";

test("reports what takes long, and its end; nothing about what is done in time, even if it fails", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const said: [string, boolean][] = [];
  const watch = (name: string, done: Promise<unknown>): Promise<void> =>
    reportLate(1000, done, (isLate) => said.push([name, isLate]));
  let fail = (): void => undefined;
  const slow = new Promise((_, reject) => {
    fail = () => {
      reject(new Error("the program was killed"));
    };
  });
  const late = watch("slow", slow);
  await Promise.all([watch("fast", Promise.resolve()), watch("refused", Promise.reject(new Error("no")))]);
  t.mock.timers.tick(1000);
  await new Promise(setImmediate);
  assert.deepEqual(said, [["slow", true]]);
  fail();
  await late;
  assert.deepEqual(said, [
    ["slow", true],
    ["slow", false],
  ]);
});
