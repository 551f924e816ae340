import assert from "node:assert/strict";
import { test } from "node:test";
import {
  asLabel,
  asText,
  askedIn,
  choiceRows,
  choiceWords,
  nobodyWords,
  receiptFor,
  receiptWord,
  receiptWords,
} from "../../src/delivery/words";
import { describe, everything, narrows, passes } from "../../src/filter";
import type { Question, Receipt, ThreadDetail } from "../../src/protocol";
import { contextOf, entriesOf, headOf } from "../../src/shown";
import { isFinding } from "../../src/threadWords";

const at = "2026-01-01T10:00:00Z";

function thread(change: Partial<ThreadDetail> = {}): ThreadDetail {
  const placement = { file: "a.ts", startLine: 4, endLine: 4, anchorState: "anchored" as const };
  return {
    ...{ id: "c_1", target: "lines", file: "a.ts", workflowState: "open", anchorState: "anchored", unseen: false },
    ...{ placement, author: "human", authorName: "Ann", createdAt: at, body: "Why?", replies: 0, thread: [] },
    checkedAt: at,
    ...change,
  };
}

const reply = (id: string, author: "human" | "agent", body = "So."): ThreadDetail["thread"][number] => ({
  ...{ id, author, body, createdAt: at },
  ...(author === "agent" ? { authorName: "codex" } : {}),
});

const question: Question = { choices: ["Keep it", "Drop it"], authorName: "codex", at, body: "Which?", version: "v1" };

test("each step of the person's words is told, with who hears them", () => {
  const words = (receipt: Receipt, agents: string[] = []): string => receiptWords(thread({ receipt }), { agents });
  assert.equal(words({ state: "waiting", at }), "Waiting: no agent has been notified; no agent is running");
  assert.equal(words({ state: "waiting", at }, ["codex"]), "Waiting: no agent has been notified; codex is running");
  assert.match(words({ state: "told", by: "codex", at }), /^Notified: codex, .*\d:\d\d/);
  assert.match(words({ state: "read", by: "codex", at }), /^Read by codex, .*\d:\d\d/);
  assert.match(words({ state: "answered", at }), /^Answered by an agent, .*\d:\d\d/);
  assert.equal(words({ state: "read", by: "codex" }), "Read by codex", "a mark of an import, whose time is not known");
  assert.equal(words({ state: "forwarded", at }), "forwarded", "one of a newer program");
  assert.equal(receiptWords(thread(), {}), "");
  assert.equal(receiptWord(thread({ receipt: { state: "told", at } })), "notified");
  assert.equal(receiptWord(thread()), "");
});

test("a receipt stands at the newest words of the person, and nowhere else", () => {
  const said = [reply("r_1", "agent"), reply("r_2", "human"), reply("r_3", "agent")];
  const t = thread({ thread: said, receipt: { state: "told", by: "codex", at } });
  assert.equal(receiptFor(t), "r_2");
  const labels = entriesOf(t).map((e) => e.label);
  assert.deepEqual(
    labels.map((l) => l.includes("Notified: codex")),
    [false, false, true, false],
  );
  assert.equal(receiptFor(thread({ receipt: { state: "told", at } })), "c_1");
  assert.equal(receiptFor(thread()), undefined);
});

test("where words wait and no agent is there, it is said what to do", () => {
  assert.match(nobodyWords(1, {}) ?? "", /^No agent is running\. Start one/);
  assert.equal(nobodyWords(1, { agents: ["codex"] }), undefined);
  assert.equal(nobodyWords(0, {}), undefined);
});

test("a question stands in an open thread, with its choices below all that was said", () => {
  const t = thread({ thread: [reply("r_1", "agent", "Which?")], question: { ...question, reply: "r_1" } });
  assert.ok(askedIn(t));
  assert.equal(askedIn({ ...t, workflowState: "resolved" }), undefined);
  const entries = entriesOf(t);
  assert.deepEqual(
    entries.map((e) => e.id),
    ["c_1", "r_1", "c_1#choices"],
  );
  assert.ok(!entries[2]?.mine && !entries[2]?.deletable);
  assert.match(headOf(t, t.placement), /Question for you/);
  assert.match(contextOf(t, t.placement), /\basks\b/);
});

test("a choice that was made is told from the words that go with it", () => {
  assert.equal(choiceWords({ body: "Keep it", choice: "Keep it" }), "Chosen");
  assert.equal(choiceWords({ body: "as it works", choice: "Keep it" }), "Chose “Keep it”");
  assert.equal(choiceWords({ body: "Keep it" }), "");
});

test("no sign of a choice means anything in Markdown", () => {
  const hostile = [
    '[a](command:x "t")',
    "<b>&lt;",
    "$(trash) `c` **b**",
    "www.example.invalid",
    "a@b.invalid",
    "\u202ea",
  ];
  const rows = choiceRows({ ...question, choices: hostile }, (n) => `command:ours?${n}`).split("\n");
  for (const [i, row] of rows.entries()) {
    const found = /^- \[((?:[\p{L}\p{N} ]|&#\d+;)*)\]\(command:ours\?(\d) "Send choice (\d) as your reply"\)$/u.exec(
      row,
    );
    assert.ok(found, row);
    assert.deepEqual([found[2], found[3]], [String(i), String(i + 1)]);
    const read = (found[1] ?? "").replaceAll(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)));
    assert.equal(read, asLabel(hostile[i] ?? ""));
  }
});

test("a label has no icon, no link, no line break and no hidden letter of an agent", () => {
  assert.equal(asText("[a](command:b) c\u202ed\ne"), "[a]\u200b(command:b) c◆d\ne");
  assert.equal(asText(asLabel("[a](b) $(trash)")), asLabel("[a](b) $(trash)"), "a label is shown as it is");
  assert.equal(asLabel("a $(trash)"), "a $\u200b(trash)");
  assert.equal(asLabel("[a](b)\nc\u202e\u200bd"), "[a]\u200b(b)◆c◆◆d");
});

test("a finding is an agent's thread in which no person has spoken", () => {
  const found = thread({ author: "agent", authorName: "codex" });
  assert.ok(isFinding(found));
  assert.ok(isFinding({ ...found, thread: [reply("r_1", "agent")] }));
  assert.ok(!isFinding({ ...found, thread: [reply("r_1", "human")] }));
  assert.ok(!isFinding({ ...found, workflowState: "resolved" }));
  assert.ok(!isFinding({ ...found, question }));
  assert.ok(!isFinding({ ...found, target: "response" }));
  assert.ok(!isFinding(thread()));
  assert.match(contextOf(found, found.placement), /\bfinding\b/);
  const filter = { ...everything, findings: true };
  assert.ok(passes(filter, found) && !passes(filter, thread()));
  assert.ok(narrows(filter) && !narrows(everything));
  assert.equal(describe(filter), "to triage");
});
