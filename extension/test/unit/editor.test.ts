import assert from "node:assert/strict";
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import { test } from "node:test";
import { StateFile } from "../../src/editor/file";
import { BEAT, MAX_DEPTH, MAX_NAME, MAX_TEXT, type Open, type State } from "../../src/editor/format";
import { scopesAt, type Given } from "../../src/editor/scopes";
import { sections } from "../../src/editor/sections";
import { isSecret, leadsToSecret } from "../../src/editor/secret";
import { cut, History, modeOf } from "../../src/editor/state";

const kinds = ["File", "Module", "Namespace", "Package", "Class", "Method", "Property", "Field"];
kinds[12] = "Variable";
kinds[14] = "String";
const kindOf = (kind: number): string => kinds[kind] ?? "Symbol";

/** A symbol on 1-based whole lines. */
function symbol(name: string, kind: string, start: number, end: number, ...children: Given[]): Given {
  const range = { start: { line: start - 1, character: 0 }, end: { line: end - 1, character: 80 } };
  const both = { range, location: { range } }; // as VS Code answers
  return { name, kind: kinds.indexOf(kind), ...both, children };
}

function at(symbols: Given[], line: number, character = 1): string {
  const found = scopesAt(symbols, { line: line - 1, character: character - 1 }, kindOf);
  return found.scopes.map((s) => `${s.kind}:${s.name} ${s.start}-${s.end}`).join(" > ");
}

const code = [
  symbol("top", "Variable", 2, 2),
  symbol(
    "UserService",
    "Class",
    10,
    200,
    symbol("findUser", "Method", 45, 75, symbol("query", "Variable", 50, 53)),
    symbol("save", "Method", 80, 90),
  ),
];

test("AC5: a method in a class has both, outermost first", () => {
  assert.equal(at(code, 46), "Class:UserService 10-200 > Method:findUser 45-75");
  assert.equal(at(code, 78), "Class:UserService 10-200");
});

test("AC6: a variable in a method in a class has all three", () => {
  assert.equal(at(code, 51), "Class:UserService 10-200 > Method:findUser 45-75 > Variable:query 50-53");
});

test("AC7: a heading of level 4 has the three above it", () => {
  const headings = [
    symbol(
      "# Document Title",
      "String",
      1,
      40,
      symbol(
        "## Chapter",
        "String",
        3,
        30,
        symbol("### Section", "String", 5, 20, symbol("#### 🚀 Sub", "String", 7, 9)),
      ),
      symbol("## Next", "String", 31, 40),
    ),
  ];
  assert.equal(
    at(headings, 8),
    "String:# Document Title 1-40 > String:## Chapter 3-30 > String:### Section 5-20 > String:#### 🚀 Sub 7-9",
  );
  assert.equal(scopesAt(headings, { line: 7, character: 0 }, kindOf).total, 5);
});

test("AC7: a section is all from its heading to the next one of its rank, with the heading as it is written", () => {
  const text = ["# Title", "", "Setext *one*", "---", "", "### Deep `x`", "", "## Two ##", ""];
  const heading = (name: string, line: number, ...children: Given[]): Given =>
    symbol(name, "String", line, line, ...children);
  const given = [heading("# Title", 1, heading("## Setext one", 3, heading("### Deep x", 6)), heading("## Two", 8))];
  const whole = sections(given, text.length, (line) => text[line] ?? "");
  assert.equal(at([...whole], 7), "String:# Title 1-9 > String:## Setext *one* 3-7 > String:### Deep `x` 6-7");
  assert.equal(at([...whole], 9), "String:# Title 1-9 > String:## Two ## 8-9");
  assert.equal(at([...whole], 4), "String:# Title 1-9 > String:## Setext *one* 3-7");
  const other = [symbol("a link", "String", 1, 1)];
  assert.equal(
    sections(other, 3, () => ""),
    other,
  );
});

test("AC8: a line that makes a variable of the file is in no scope, a block is", () => {
  assert.equal(at(code, 2), "");
  assert.equal(at([symbol("config", "Variable", 2, 9)], 3), "Variable:config 2-9");
  assert.equal(
    at([symbol("f", "Variable", 2, 2, symbol("x", "Variable", 2, 2))], 2),
    "Variable:f 2-2 > Variable:x 2-2",
  );
});

test("AC8: code outside of all symbols is in none, and they are counted all the same", () => {
  assert.deepEqual(scopesAt(code, { line: 0, character: 0 }, kindOf), { total: 5, scopes: [] });
});

test("where one symbol ends and the next begins, the cursor is in the next", () => {
  const area = (a: number, b: number) => ({ start: { line: 0, character: a }, end: { line: 0, character: b } });
  const pair: Given[] = [
    { name: "a", kind: 5, range: area(0, 5), children: [] },
    { name: "b", kind: 5, range: area(5, 9), children: [] },
  ];
  assert.equal(at(pair, 1, 6), "Method:b 1-1");
  assert.equal(at(pair, 1, 5), "Method:a 1-1");
});

test("symbols of the older form are nested by their ranges", () => {
  const flat = (name: string, kind: string, start: number, end: number): Given => ({
    name,
    kind: kinds.indexOf(kind),
    location: { range: { start: { line: start - 1, character: 0 }, end: { line: end - 1, character: 80 } } },
  });
  const symbols = [flat("m", "Method", 3, 5), flat("C", "Class", 1, 9), flat("D", "Class", 10, 12)];
  assert.equal(at(symbols, 4), "Class:C 1-9 > Method:m 3-5");
  assert.equal(scopesAt(symbols, { line: 3, character: 0 }, kindOf).total, 3);
});

test("a symbol that ends at the beginning of a line does not reach into it", () => {
  const given: Given = {
    name: "C",
    kind: 4,
    range: { start: { line: 0, character: 0 }, end: { line: 5, character: 0 } },
    children: [],
  };
  assert.equal(at([given], 3), "Class:C 1-5");
});

test("deep nesting, long names and many symbols stay within the bounds", () => {
  let deep = symbol("🚀".repeat(MAX_NAME), "Class", 1, 9);
  for (let i = 0; i < 100; i++) deep = symbol(`level ${i}`, "Class", 1, 9, deep);
  assert.equal(scopesAt([deep], { line: 3, character: 0 }, kindOf).scopes.length, MAX_DEPTH);
  const [long] = scopesAt([symbol("🚀".repeat(MAX_NAME), "Class", 1, 9)], { line: 3, character: 0 }, kindOf).scopes;
  assert.ok(long && long.name.length <= MAX_NAME && long.name.endsWith("🚀…"));
  let chain = symbol("end", "Class", 1, 1);
  for (let i = 0; i < 20_000; i++)
    chain = {
      name: "x",
      kind: 4,
      range: { start: { line: 9, character: 0 }, end: { line: 9, character: 1 } },
      children: [chain],
    };
  assert.equal(scopesAt([chain], { line: 0, character: 0 }, kindOf).total, 20_001);
});

test("secrets are known by their name", () => {
  for (const file of [
    ".env",
    "a/.ENV.production",
    "id_rsa",
    "x/server.pem",
    "a/.ssh/config",
    "secrets/a.txt",
    "x/.npmrc",
    "x/.docker/config.json",
    "wallet.dat",
    "src/appsettings.Production.json",
    "x.agilekeychain/a/b",
  ]) {
    assert.ok(isSecret(file), file);
  }
  for (const file of [
    "env.ts",
    "src/environment.ts",
    "key.go",
    "tokens.go",
    "ssh/config",
    "apem",
    "docs/secret-santa.md",
    "docker/config.json",
    ".docker/Dockerfile",
    "appsettings.json",
  ]) {
    assert.ok(!isSecret(file), file);
  }
});

test("the name of what a link leads to counts", () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "secret-"));
  try {
    fs.mkdirSync(path.join(folder, "src"));
    fs.writeFileSync(path.join(folder, ".env"), "");
    fs.symlinkSync("../.env", path.join(folder, "src/plain.txt"));
    fs.symlinkSync("../other.txt", path.join(folder, "src/gone.txt"));
    fs.writeFileSync(path.join(folder, "src/a.txt"), "");
    for (const [file, want] of [
      ["src/plain.txt", true],
      ["src/a.txt", false],
      ["src/gone.txt", false],
    ] as const) {
      assert.equal(leadsToSecret(file, path.join(folder, file)), want, file);
    }
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
});

test("text is cut between two characters", () => {
  assert.deepEqual(cut("short"), { text: "short", truncated: false });
  assert.deepEqual(cut("aé🚀b", 8), { text: "aé🚀b", truncated: false });
  assert.deepEqual(cut("aé🚀b", 6), { text: "aé", truncated: true });
  assert.deepEqual(cut("aé🚀b", 2), { text: "a", truncated: true });
  const much = cut("é".repeat(MAX_TEXT));
  assert.equal(Buffer.byteLength(much.text), MAX_TEXT);
  assert.ok(much.truncated);
});

test("a setting that is not known tells nothing", () => {
  assert.deepEqual([undefined, "all", 1, "off", "path", "selection"].map(modeOf), [
    "off",
    "off",
    "off",
    "off",
    "path",
    "selection",
  ]);
});

const open: Omit<Open, "changedAt"> = {
  file: "a.ts",
  languageId: "typescript",
  lineCount: 3,
  isDirty: false,
  cursor: { line: 1, character: 1 },
  symbols: { total: 0, scopes: [] },
};

test("a state is written when something changed, and from time to time", () => {
  const history = new History({ window: "w", pid: 1 });
  const read = (text: string | undefined): State | undefined =>
    text === undefined ? undefined : (JSON.parse(text) as State);
  assert.equal(read(history.next(1000, 5, [], open))?.editor?.changedAt, 1000);
  assert.equal(history.next(2000, 5, [], open), undefined, "nothing is new");
  const beat = read(history.next(1000 + BEAT, 5, [], open));
  assert.equal(beat?.heartbeatAt, 1000 + BEAT);
  assert.equal(beat.editor?.changedAt, 1000, "a heartbeat makes nothing younger");
  const focus = read(history.next(1000 + BEAT + 10, 6, [], open));
  assert.equal(focus?.focusedAt, 6);
  assert.equal(focus.editor?.changedAt, 1000);
  const moved = read(history.next(1000 + BEAT + 20, 6, [], { ...open, cursor: { line: 2, character: 1 } }));
  assert.equal(moved?.editor?.changedAt, 1000 + BEAT + 20);
  const none = read(history.next(1000 + BEAT + 30, 6, [], undefined));
  assert.ok(none && !("editor" in none), "AC4: no editor, no field");
  history.forget();
  assert.ok(history.next(1000 + BEAT + 31, 6, [], undefined), "what is gone is said again");
});

/** A folder that looks like a store. */
function store(): string {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), "cr-"));
  fs.writeFileSync(path.join(dir, "HEAD"), "ref: refs/heads/threads\n");
  return dir;
}

test("the file is private, whole, and gone with the window", async () => {
  const dir = store();
  const file = new StateFile(dir, path.dirname(dir), 42);
  const name = path.join(dir, "run", "editor-42.json");
  assert.ok(await file.write('{"a":1}'));
  assert.ok(await file.write('{"a":2}'));
  assert.equal(fs.readFileSync(name, "utf8"), '{"a":2}');
  if (process.platform !== "win32") {
    assert.equal(fs.statSync(name).mode & 0o777, 0o600);
    assert.equal(fs.statSync(path.dirname(name)).mode & 0o777, 0o700);
  }
  assert.deepEqual(fs.readdirSync(path.dirname(name)), ["editor-42.json"]);
  const writing = file.write('{"a":3}');
  file.close();
  await writing;
  assert.deepEqual(fs.readdirSync(path.dirname(name)), [], "also what was being written");
  assert.equal(await file.write('{"a":4}'), false);
});

test("a reader never sees half a file", async () => {
  const dir = store();
  const file = new StateFile(dir, path.dirname(dir), 42);
  const long = (i: number): string => JSON.stringify({ i, pad: "x".repeat(30_000) });
  await file.write(long(0));
  const reader = new AbortController();
  const seen = (async () => {
    let n = 0;
    for (; !reader.signal.aborted; n++) {
      JSON.parse(await fs.promises.readFile(path.join(dir, "run", "editor-42.json"), "utf8"));
    }
    return n;
  })();
  for (let i = 1; i <= 50; i++) await file.write(long(i));
  reader.abort();
  assert.ok((await seen) > 0);
});

test("no store is made, and no link is followed", async () => {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), "cr-"));
  assert.equal(await new StateFile(dir, path.dirname(dir), 1).write("{}"), false);
  assert.equal(await new StateFile(path.join(dir, "none"), dir, 1).write("{}"), false);
  assert.deepEqual(fs.readdirSync(dir), []);
  if (process.platform === "win32") return;
  const linked = store();
  fs.symlinkSync(dir, path.join(linked, "run"));
  await assert.rejects(new StateFile(linked, path.dirname(linked), 1).write("{}"), /is not a folder/);
  assert.deepEqual(fs.readdirSync(dir), []);
});

test("what dead windows left is removed, what live ones write is not", async () => {
  const dir = store();
  const run = path.join(dir, "run");
  fs.mkdirSync(run);
  for (const name of ["editor-1.json", "editor-2.json.0a.tmp", "editor-3.json", "other.json"]) {
    fs.writeFileSync(path.join(run, name), "{}");
    if (name !== "editor-3.json") fs.utimesSync(path.join(run, name), 1, 1);
  }
  await new StateFile(dir, path.dirname(dir), 9).write("{}");
  assert.deepEqual(fs.readdirSync(run).sort(), ["editor-3.json", "editor-9.json", "other.json"]);
});

test("a state that would be too large is not written", async () => {
  await assert.rejects(new StateFile(store(), "", 1).write("x".repeat(70_000)), /too large/);
});
