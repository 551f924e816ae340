import assert from "node:assert/strict";
import { test } from "node:test";
import { ResponseError } from "vscode-jsonrpc/node";
import type { Client } from "../../src/client";
import type { Event, ThreadDetail } from "../../src/protocol";
import { Reading } from "../../src/reading";
import { subjectOf } from "../../src/shown";

/** A back end that counts the requests. */
class BackEnd {
  threads: ThreadDetail[] = [];
  damaged: object[] | undefined;
  events: Partial<Event>[] = [];
  cursor = 1;
  asked: string[] = [];
  newer: string[] = []; // threads that only a newer program can read
  knows = 1; // cursors below it belong to another store
  broken = false; // no request for a thread is answered

  client(): Client {
    return { ask: async (v: string, i: object) => (await this.answer(v, i)).data, askAll: this.answer } as never;
  }

  answer = (verb: string, input: { ids?: string[]; since?: string }): Promise<{ data: unknown; cursor: string }> => {
    this.asked.push([verb, ...(input.ids ?? [])].join(" "));
    return Promise.resolve({ data: this.data(verb, input), cursor: String(this.cursor) });
  };

  private data(verb: string, { ids, since }: { ids?: string[]; since?: string }): unknown {
    const row = (t: ThreadDetail): object => {
      const { anchor, reanchored, editedAt, seenBy, importedFrom, span, thread, checkedAt, ...rest } = t;
      return rest;
    };
    const unreadable = { damaged: this.damaged, newer: this.newer };
    switch (verb) {
      case "list":
        return { threads: this.threads.map(row), ...unreadable };
      case "log":
        if (Number(since) < this.knows) throw new ResponseError(-32010, "no such cursor", { kind: "not_found" });
        return { events: Number(since) < this.cursor ? this.events : [] };
      default: {
        if (this.broken) throw new ResponseError(-32603, "cannot", { kind: "internal" });
        // As if decoded from the wire: each time a new object, with another time.
        const whole = structuredClone(this.threads).map((t) => ({ ...t, checkedAt: String(this.asked.length) }));
        return { threads: whole.filter((t) => ids?.includes(t.id) && !t.archived), ...unreadable };
      }
    }
  }

  say(id: string, body: string): void {
    this.threads = this.threads.map((t) => {
      if (t.id !== id) return t;
      const reply = { id: `r_${body}`, author: "agent" as const, body, createdAt: "" };
      return { ...t, thread: [...t.thread, reply], replies: t.replies + 1, lastReply: reply };
    });
    this.events = [{ kind: "reply", threads: [id] }];
    this.cursor++;
  }
}

function thread(n: number, file = "a.ts"): ThreadDetail {
  const placement = { file, startLine: n, endLine: n, anchorState: "anchored" as const };
  return {
    ...{
      id: `c_${n}`,
      target: "lines",
      file,
      workflowState: "open",
      anchorState: "anchored",
      unseen: false,
      placement,
    },
    ...{ author: "human", createdAt: "", body: `number ${n}`, replies: 0, thread: [], checkedAt: "" },
  };
}

const nothing = (): Promise<void> => Promise.resolve();
const none = (): string[] => [];

test("a reading costs what has changed", async () => {
  const back = new BackEnd();
  back.threads = [thread(1), thread(2)];
  const reading = new Reading(back.client());
  await reading.all(none, nothing);
  assert.deepEqual(
    [...reading.threads.values()].map((t) => t.body),
    ["number 1", "number 2"],
  );
  const untouched = reading.threads.get("c_1");
  back.say("c_2", "so");
  back.asked = [];
  await reading.all(none, nothing);
  assert.deepEqual(back.asked, ["list", "log", "threads c_2"]);
  assert.equal(reading.threads.get("c_2")?.thread[0]?.body, "so");
  assert.equal(reading.threads.get("c_1"), untouched, "the same object: nobody draws it again");
});

test("a reading names the threads that changed, came or went, and nothing else", async () => {
  const back = new BackEnd();
  back.threads = [thread(1), thread(2), thread(3)];
  const reading = new Reading(back.client());
  await reading.all(none, nothing);
  assert.deepEqual([...reading.takeFresh()], ["c_1", "c_2", "c_3"]);
  const { version } = reading;
  await reading.all(none, nothing);
  assert.deepEqual([...reading.takeFresh()], []);
  back.say("c_2", "so");
  assert.ok(await reading.words(nothing));
  assert.deepEqual([...reading.takeFresh()], ["c_2"]);
  assert.deepEqual([...reading.takeFresh()], [], "each change once");
  back.threads = [...back.threads.slice(1), thread(4)];
  back.events = [];
  await reading.all(none, nothing);
  assert.deepEqual([...reading.takeFresh()].sort(), ["c_1", "c_4"]);
  assert.equal(reading.version, version, "nothing but threads has changed");
  back.damaged = [{ path: "threads/0/c_2.json", problem: "store damaged" }];
  await reading.all(none, nothing);
  assert.notEqual(reading.version, version);
  assert.deepEqual([...reading.takeFresh()], []);
});

test("where files are the same, only what was said is asked for", async () => {
  const back = new BackEnd();
  back.threads = [thread(1), thread(2), thread(3)];
  const reading = new Reading(back.client());
  await reading.all(none, nothing);
  back.asked = [];
  back.say("c_2", "so");
  assert.ok(await reading.words(nothing));
  assert.deepEqual(back.asked, ["log", "threads c_2"]);
  assert.equal(reading.threads.get("c_2")?.replies, 1);
  back.threads = [thread(1), { ...thread(2), archived: true }, thread(4)];
  back.events = [
    { kind: "archive", threads: ["c_2"] },
    { kind: "delete", threads: ["c_3"] },
    { kind: "thread", threads: ["c_4"] },
  ];
  back.cursor++;
  assert.ok(await reading.words(nothing));
  assert.deepEqual([...reading.threads.keys()], ["c_1", "c_4"]);
  assert.equal(reading.threads.get("c_4")?.partial, undefined);
  back.knows = 99;
  assert.equal(await reading.words(nothing), false, "of another store nothing is known");
});

test("texts are placed while the words are on their way, and only when there are any", async () => {
  const back = new BackEnd();
  back.threads = [thread(1)];
  const reading = new Reading(back.client());
  await reading.all(none, nothing);
  back.say("c_1", "so");
  let placed = 0;
  const place = (): Promise<void> => {
    placed++;
    assert.equal(reading.threads.get("c_1")?.replies, 0, "nobody waited for the words");
    return Promise.resolve();
  };
  assert.ok(await reading.words(place));
  assert.equal(placed, 1);
  back.events = [];
  assert.ok(await reading.words(place));
  assert.equal(placed, 1);
});

test("words that were edited are read though the row is the same", async () => {
  const back = new BackEnd();
  back.threads = [{ ...thread(1), thread: [{ id: "r_1", author: "human", body: "old", createdAt: "" }] }];
  const reading = new Reading(back.client());
  await reading.all(none, nothing);
  back.threads = [{ ...thread(1), thread: [{ id: "r_1", author: "human", body: "new", createdAt: "" }] }];
  back.events = [{ kind: "edit", threads: ["c_1"] }];
  back.cursor++;
  await reading.all(none, nothing);
  assert.equal(reading.threads.get("c_1")?.thread[0]?.body, "new");
});

// Fields that the list does not include were once lost when a thread moved.
test("a thread that moved is read whole", async () => {
  const back = new BackEnd();
  const more = { span: { quote: "q" }, seenBy: { codex: "then" }, reanchored: 1, importedFrom: "store.json" };
  back.threads = [{ ...thread(1), ...(more as object) }, thread(2)];
  const reading = new Reading(back.client());
  back.say("c_1", "so");
  await reading.all(none, nothing);
  const still = reading.threads.get("c_2");
  back.events = [];
  back.threads = back.threads.map((t) => (t.id === "c_1" ? { ...t, placement: { ...t.placement, startLine: 9 } } : t));
  back.asked = [];
  await reading.all(none, nothing);
  assert.deepEqual(back.asked, ["list", "log", "threads c_1"]);
  const { checkedAt: _, ...read } = reading.threads.get("c_1") ?? thread(0);
  const { checkedAt: __, ...stored } = back.threads[0] ?? thread(0);
  assert.deepEqual(read, stored);
  assert.equal(reading.threads.get("c_2"), still);
});

test("a thread that was read again and is the same stays the same object", async () => {
  const back = new BackEnd();
  back.threads = [thread(1)];
  const reading = new Reading(back.client());
  await reading.all(none, nothing);
  const before = reading.threads.get("c_1");
  back.events = [{ kind: "restore" }];
  back.cursor++;
  back.asked = [];
  await reading.all(none, nothing);
  assert.deepEqual(back.asked, ["list", "log", "threads c_1"]);
  assert.equal(reading.threads.get("c_1"), before);
});

test("what only a whole thread has stays at the readings after it: an answer's mark keeps its quote", async () => {
  const whole: ThreadDetail = {
    ...thread(1),
    ...{ target: "response", body: "Drop this: disregard or reconsider it.", editedAt: "2026-01-02T00:00:00Z" },
    ...{ reanchored: 2, seenBy: { codex: "2026-01-01T00:00:00Z" }, importedFrom: "other" },
    span: { response: "a_1", agent: "codex", at: "", mark: "drop", quote: "A cache", start: 0 },
  };
  const back = new BackEnd();
  back.threads = [whole];
  const reading = new Reading(back.client());
  await reading.all(none, nothing);
  const first = reading.threads.get("c_1");
  assert.deepEqual({ ...first, checkedAt: "" }, { ...whole, checkedAt: "" });
  await reading.all(none, nothing);
  assert.equal(reading.threads.get("c_1"), first, "nothing changed: the same object");

  // It moved: a new row, with everything else unchanged.
  const moved = { ...whole, placement: { ...whole.placement, startLine: 9 } };
  back.threads = [moved];
  await reading.all(none, nothing);
  assert.deepEqual({ ...reading.threads.get("c_1"), checkedAt: "" }, { ...moved, checkedAt: "" });
  const now = [...reading.threads.values()];
  assert.deepEqual(now.map(subjectOf), ["drop: A cache"], "as the tree shows it");
});

test("among many, the files that are open come first", async () => {
  const back = new BackEnd();
  back.threads = Array.from({ length: 60 }, (_, i) => thread(i, i < 30 ? "a.ts" : "b.ts"));
  const reading = new Reading(back.client());
  let first: (string | undefined)[] = [];
  await reading.all(
    () => ["b.ts", "without threads.ts"],
    () => {
      first = [...new Set([...reading.threads.values()].filter((t) => !t.partial).map((t) => t.file))];
      return Promise.resolve();
    },
  );
  assert.deepEqual(first, ["b.ts"]);
  const ids = (file: string): string => back.threads.flatMap((t) => (t.file === file ? [t.id] : [])).join(" ");
  assert.deepEqual(back.asked, ["list", `threads ${ids("b.ts")}`, `threads ${ids("a.ts")}`]);
  assert.ok([...reading.threads.values()].every((t) => !t.partial));
});

test("words that could not be read are asked for again", async () => {
  const back = new BackEnd();
  back.threads = [{ ...thread(1), thread: [{ id: "r_1", author: "human", body: "old", createdAt: "" }] }];
  const reading = new Reading(back.client());
  await reading.all(none, nothing);
  back.threads = [{ ...thread(1), thread: [{ id: "r_1", author: "human", body: "new", createdAt: "" }] }];
  back.events = [{ kind: "edit", threads: ["c_1"] }];
  back.cursor++;
  back.broken = true;
  await assert.rejects(reading.words(nothing));
  await assert.rejects(reading.all(none, nothing));
  assert.equal(reading.threads.get("c_1")?.thread[0]?.body, "old", "what was shown stays");
  back.broken = false;
  await reading.all(none, nothing);
  assert.equal(reading.threads.get("c_1")?.thread[0]?.body, "new");
});

test("of a store made anew everything is read", async () => {
  const back = new BackEnd();
  back.threads = [thread(1)];
  const reading = new Reading(back.client());
  await reading.all(none, nothing);
  back.threads = [{ ...thread(1), body: "other" }];
  back.cursor = back.knows = 5;
  back.asked = [];
  await reading.all(none, nothing);
  assert.deepEqual(back.asked, ["list", "log", "threads c_1"]);
  assert.equal(reading.threads.get("c_1")?.body, "other");
});

test("an event that names no threads may have changed any", async () => {
  const back = new BackEnd();
  back.threads = [thread(1)];
  const reading = new Reading(back.client());
  await reading.all(none, nothing);
  for (const [kind, asked] of [
    ["restore", 3],
    ["checkpoint", 2],
  ] as const) {
    back.events = [{ kind }];
    back.cursor++;
    back.asked = [];
    await reading.all(none, nothing);
    assert.equal(back.asked.length, asked, kind);
  }
});

test("what cannot be read is known for as long as the back end says so", async () => {
  const back = new BackEnd();
  back.threads = [thread(1)];
  back.damaged = [{ path: "threads/0/c_2.json", problem: "store damaged" }];
  const reading = new Reading(back.client());
  await reading.all(none, nothing);
  assert.deepEqual(reading.damaged, back.damaged);
  assert.equal(reading.threads.size, 1);
  back.damaged = undefined;
  await reading.all(none, nothing);
  assert.deepEqual(reading.damaged, []);
});

// One thread of a newer version once made every reading fail, so that the other threads were not updated.
test("a thread that only a newer program can read is counted, and hides no other", async () => {
  const back = new BackEnd();
  back.threads = [thread(1), thread(2)];
  const reading = new Reading(back.client());
  await reading.all(none, nothing);
  back.threads = [thread(2)];
  back.newer = ["c_1"];
  back.events = [{ kind: "reply", threads: ["c_1"] }];
  back.cursor++;
  assert.ok(await reading.words(nothing));
  assert.deepEqual([...reading.threads.keys()], ["c_2"]);
  assert.equal(reading.newer, 1);
});
