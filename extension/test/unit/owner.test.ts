import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { Again } from "../../src/again";
import { Later } from "../../src/owner";

test("requests during a run lead to one more run, and end with it", async () => {
  let runs = 0;
  let end = (): void => undefined;
  const again = new Again(() => {
    runs++;
    return new Promise((resolve) => (end = resolve));
  });
  const first = again.now();
  const others = [again.now(), again.now()];
  end();
  await Promise.resolve();
  await Promise.resolve();
  assert.equal(runs, 2);
  assert.ok(again.isRunning);
  end();
  await Promise.all([first, ...others]);
  assert.equal(runs, 2);
  assert.ok(!again.isRunning);
});

test("a task that fails runs again when it is asked for", async () => {
  let runs = 0;
  const again = new Again(() => (++runs === 1 ? Promise.reject(new Error("no")) : Promise.resolve()));
  await assert.rejects(again.now());
  await again.now();
  assert.equal(runs, 2);
});

test("what is to run later runs once for all requests, and not after its end", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  let runs = 0;
  const later = new Later(50, () => runs++);
  later.soon();
  mock.timers.tick(40);
  later.soon();
  mock.timers.tick(10);
  assert.equal(runs, 1, "since the first request");
  later.anew();
  mock.timers.tick(40);
  later.anew();
  mock.timers.tick(40);
  assert.equal(runs, 1, "since the last request");
  later.dispose();
  mock.timers.tick(100);
  assert.equal(runs, 1);
  mock.timers.reset();
});

test("a request with less time comes first, and requests that follow do not delay it", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  let runs = 0;
  const later = new Later(50, () => runs++);
  later.soon(5000);
  mock.timers.tick(100);
  later.soon();
  mock.timers.tick(40);
  later.soon();
  later.soon(5000);
  mock.timers.tick(10);
  assert.equal(runs, 1);
  mock.timers.tick(5000);
  assert.equal(runs, 1, "once for all");
  mock.timers.reset();
});
