import assert from "node:assert/strict";
import { test } from "node:test";
import type { Memento } from "vscode";
import { Drafts } from "../../src/drafts";

/** VS Code's memory: a value is there at once, and stored a moment later, or never. */
function memory(stored: Promise<void>): Memento {
  const values = new Map<string, unknown>();
  return {
    get: (name: string, other?: unknown) => values.get(name) ?? other,
    update: (name: string, value: unknown) => {
      values.set(name, value);
      return stored;
    },
  } as never;
}

test("a text that was not saved can be shown before it is stored, and also when it cannot be stored", async () => {
  const never = new Drafts(memory(new Promise(() => undefined)));
  const { draft } = never.keep({ uri: "file:///a.txt", text: "words" });
  assert.equal(draft.text, "words");
  assert.deepEqual(never.all(), [draft], "a redraw that comes now finds it under the key that is shown");

  const { draft: shown, stored } = new Drafts(memory(Promise.reject(new Error("full")))).keep({ uri: "u", text: "w" });
  assert.equal(shown.text, "w");
  await assert.rejects(async () => stored, /full/);
});
