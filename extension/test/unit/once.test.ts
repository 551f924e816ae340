import assert from "node:assert/strict";
import { test } from "node:test";
import type { Event } from "vscode";
import { either, reportLate, until } from "../../src/once";

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

/** An event that a test fires. */
function fired(): { event: Event<unknown>; fire: () => void; listeners: Set<(e: unknown) => unknown> } {
  const listeners = new Set<(e: unknown) => unknown>();
  const event: Event<unknown> = (run: (e: unknown) => unknown) => {
    listeners.add(run);
    return { dispose: () => listeners.delete(run) };
  };
  return { event, fire: () => listeners.forEach((run) => void run(undefined)), listeners };
}

test("waits for a state until one of two events brings it, and listens to neither after that", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const [change, close] = [fired(), fired()];
  const both = either(change.event, close.event);
  let isSo = false;
  let isOver = false;
  const done = until(both, () => isSo, 1000).then(() => (isOver = true));
  change.fire();
  await new Promise(setImmediate);
  assert.ok(!isOver, "an event without the state");
  isSo = true;
  close.fire();
  await done;
  assert.equal(change.listeners.size + close.listeners.size, 0);
  await until(both, () => isSo, 1000); // it is so already: no event is needed
  const late = until(both, () => false, 1000);
  t.mock.timers.tick(1000);
  await late;
});
