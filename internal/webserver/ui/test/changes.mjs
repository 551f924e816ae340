// The two change sets on which the page is measured, always the same: small (8 files, 300 changed lines) and large (300
// files, 60,000 changed lines, with everything that a diff can hold).
import fs from "node:fs";
import { Project } from "./lib.mjs";

/** Pseudo-random numbers, the same for each seed. */
function random(seed) {
  let state = seed;
  return (n) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state % n;
  };
}

const nouns = [
  "user",
  "order",
  "token",
  "cache",
  "route",
  "panel",
  "index",
  "event",
  "query",
  "store",
  "frame",
  "badge",
];
const verbs = ["load", "save", "find", "merge", "check", "write", "close", "split", "count", "apply", "reset", "trace"];

function code(kind, n, seed) {
  const r = random(seed);
  const word = (list) => list[r(list.length)];
  const lines = [];
  while (lines.length < n) {
    const a = word(nouns),
      b = word(verbs),
      c = word(nouns);
    if (kind === "py") {
      lines.push(`def ${b}_${a}_${lines.length}(${c}, limit=${r(100)}):`);
      lines.push(`    """${b} the ${a} of a ${c}"""`);
      lines.push(`    return [${c}.${a} for ${c} in ${a}s if ${c}.id > ${r(1000)}]`, "");
    } else if (kind === "go") {
      lines.push(`func ${b}${lines.length}(${a} *${c}) (int, error) {`);
      lines.push(`\tif err := ${b}(${a}, ${r(1000)}); err != nil {`);
      lines.push(`\t\treturn 0, fmt.Errorf("${b} ${a}: %w", err)`, "\t}");
      lines.push(`\treturn ${a}.count(${r(50)}), nil`, "}", "");
    } else {
      lines.push(`export function ${b}${lines.length}(${a}: ${c}): ${c} {`);
      lines.push(`  const next = ${a}.${b}(${r(1000)}, "${c}-${r(99)}");`);
      lines.push(`  if (next === undefined) throw new Error(\`no ${c} for \${${a}.id}\`);`);
      lines.push("  return next;", "}", "");
    }
  }
  return lines.slice(0, n);
}

/** Changes so many lines, in hunks of about ten: half replaced, the others added or removed. */
function changed(lines, n, seed) {
  const r = random(seed);
  const out = [...lines];
  let left = n;
  let at = r(10);
  while (left > 0) {
    const size = Math.min(left, 2 + r(8));
    for (let i = 0; i < size && left > 0; i++, at++) {
      const kind = r(4);
      if (at >= out.length || kind === 0) {
        out.splice(at, 0, `// added ${seed}-${left}: ${verbs[r(12)]} the ${nouns[r(12)]}`);
        left--;
      } else if (kind === 1) {
        out.splice(at, 1);
        left--;
      } else if (left >= 2) {
        out[at] = `${out[at]} /* ${verbs[r(12)]} ${left} */`;
        left -= 2;
      }
    }
    at += 8 + r(12);
    if (at > out.length) at = r(20);
  }
  return out;
}

const text = (lines) => lines.join("\n") + "\n";

export function small() {
  const names = [
    "src/app/main.ts",
    "src/app/view.ts",
    "src/server/api.go",
    "src/server/store.go",
    "tools/gen.py",
    "README.md",
  ];
  const base = Object.fromEntries(names.map((name, i) => [name, text(code(name.split(".").at(-1), 200, i + 1))]));
  base["old/gone.ts"] = text(code("ts", 40, 90));
  const p = new Project(base, { name: "small" });
  names.forEach((name, i) => p.write(name, text(changed(p.read(name).trimEnd().split("\n"), 38, i + 20))));
  p.remove("old/gone.ts");
  p.write("src/new/added.ts", text(code("ts", 32, 91)));
  return p;
}

export function large() {
  const base = {},
    after = {},
    gone = [];
  const kinds = ["ts", "go", "py"];
  for (let i = 0; i < 224; i++) {
    const kind = kinds[i % 3];
    const name = `${["src", "lib", "internal", "web"][i % 4]}/part${String(i % 23).padStart(2, "0")}/unit${i}.${kind}`;
    const lines = code(kind, 400, i + 1);
    base[name] = text(lines);
    after[name] = text(changed(lines, 156 + (i % 60), i + 500));
  }
  const big = code("ts", 9000, 7777);
  base["src/big/table.ts"] = text(big);
  after["src/big/table.ts"] = text(big.map((l, i) => (i % 9 < 4 ? `${l} // ${i}` : l)));
  for (let i = 0; i < 20; i++) after[`src/untracked/new${i}.ts`] = text(code("ts", 300 + i * 10, 2000 + i));
  for (let i = 0; i < 14; i++) {
    base[`old/gone${i}.py`] = text(code("py", 250, 3000 + i));
    gone.push(`old/gone${i}.py`);
  }
  for (let i = 0; i < 10; i++) {
    base[`img/picture${i}.bin`] = Buffer.from(Array.from({ length: 2000 }, (_, k) => (k * (i + 3)) % 256));
    after[`img/picture${i}.bin`] = Buffer.from(Array.from({ length: 2400 }, (_, k) => (k * (i + 5)) % 256));
  }
  base["win/crlf.txt"] = code("ts", 100, 41).join("\r\n") + "\r\n";
  after["win/crlf.txt"] = base["win/crlf.txt"].replace("next", "following");
  base["win/lf_to_crlf.py"] = text(code("py", 60, 42));
  after["win/lf_to_crlf.py"] = base["win/lf_to_crlf.py"].replaceAll("\n", "\r\n");
  base["odd/latin1.txt"] = Buffer.from("caf\xe9 one\nzwei\n", "latin1");
  after["odd/latin1.txt"] = Buffer.from("caf\xe9 two\nzwei \xfc\n", "latin1");
  base["odd/no newline.txt"] = "one\ntwo";
  after["odd/no newline.txt"] = "one\nthree";
  base["odd/'quoted' \"name\".txt"] = "a\n";
  after["odd/'quoted' \"name\".txt"] = "b\n";
  base["odd/日本語.md"] = "一\n";
  after["odd/日本語.md"] = "二\n";
  after["odd/-leading"] = "dash\n";
  base["dist/app.min.js"] = "var a=1;\n";
  after["dist/app.min.js"] = "x".repeat(2 << 20) + "\n";
  base["package-lock.json"] = text(Array.from({ length: 500 }, (_, i) => `  "p${i}": ${i},`));
  after["package-lock.json"] = text(Array.from({ length: 900 }, (_, i) => `  "q${i}": ${i},`));
  for (let i = 0; i < 6; i++) base[`bin/script${i}.sh`] = "#!/bin/sh\necho\n";
  for (let i = 0; i < 18; i++) base[`moved/from${i}.ts`] = text(code("ts", 120, 6000 + i));
  const p = new Project(base, { name: "large" });
  for (const [name, content] of Object.entries(after)) p.write(name, content);
  for (const name of gone) p.remove(name);
  for (let i = 0; i < 6; i++) fs.chmodSync(p.path(`bin/script${i}.sh`), 0o755);
  for (let i = 0; i < 18; i++) {
    fs.mkdirSync(p.path("moved/to"), { recursive: true });
    fs.renameSync(p.path(`moved/from${i}.ts`), p.path(`moved/to/name${i}.ts`));
    if (i % 3 === 0)
      p.write(`moved/to/name${i}.ts`, p.read(`moved/to/name${i}.ts`).replace("return next", "return await next"));
  }
  p.git("add", "-A", "moved");
  return p;
}

/** A range of two commits, HEAD~1..HEAD, with as many files as a big project changes in a month. */
export function many(files = 3575) {
  const kinds = ["ts", "go", "py"];
  const names = Array.from({ length: files }, (_, i) => {
    const folder = `${["src", "lib", "internal", "web"][i % 4]}/area${i % 31}/part${i % 257}`;
    return `${folder}/unit${i}.${kinds[i % 3]}`;
  });
  const base = {};
  for (const [i, name] of names.entries()) if (i % 9 !== 0) base[name] = text(code(kinds[i % 3], 60 + (i % 90), i + 1));
  const p = new Project(base, { name: "many" });
  for (const [i, name] of names.entries()) {
    if (i % 9 === 0) p.write(name, text(code(kinds[i % 3], 40 + (i % 300), i + 1)));
    else if (i % 17 === 0) p.remove(name);
    else p.write(name, text(changed(base[name].trimEnd().split("\n"), 10 + (i % 90), i + 5000)));
  }
  p.commit("next");
  return p;
}

/** What git says of a project's changes: files, and lines added and removed. */
export function totals(p) {
  const index = p.path(".git/consider-totals");
  fs.copyFileSync(p.path(".git/index"), index);
  const git = (...args) => p.gitWith({ GIT_INDEX_FILE: index }, ...args);
  git("add", "-A");
  const rows = git("diff", "--cached", "-M", "--numstat", "HEAD").trim().split("\n");
  fs.unlinkSync(index);
  const sum = (i) => rows.reduce((n, row) => n + (Number(row.split("\t")[i]) || 0), 0);
  return { files: rows.length, added: sum(0), removed: sum(1) };
}
