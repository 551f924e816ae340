import assert from "node:assert/strict";
import { test } from "node:test";
import { Told } from "../../src/told";

test("a request waits for the one before, and the newest is the last", async () => {
  const sent: string[] = [];
  const open: (() => void)[] = [];
  const send = (method: string, params: object): Promise<void> => {
    sent.push(`${method} ${JSON.stringify(params)}`);
    return new Promise((resolve) => open.push(resolve));
  };
  const told = new Told();
  const answered = async (): Promise<void> => {
    open.shift()?.();
    await new Promise(setImmediate);
  };

  told.set("watchFiles", { files: [] });
  assert.deepEqual(sent, []);
  told.repeat(send);
  told.set("watchFiles", { files: ["memory.log"] });
  told.set("watchFiles", { files: ["memory.log", "a.go"] });
  told.set("watchFiles", { files: ["memory.log", "a.go"] });
  told.set("watchResponses", { on: true }); // another method does not wait
  assert.deepEqual(sent, ['watchFiles {"files":[]}', 'watchResponses {"on":true}']);

  await answered();
  assert.deepEqual(sent.slice(2), ['watchFiles {"files":["memory.log","a.go"]}']);
  await answered();
  await answered();
  assert.equal(sent.length, 3);

  told.set("watchFiles", { files: [] }); // this back end hangs
  assert.equal(sent.length, 4);
  told.repeat(send); // the next one does not wait for it
  assert.deepEqual(sent.slice(4), ['watchFiles {"files":[]}', sent[1]]);
});
