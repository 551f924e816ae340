// Checks that every line that the server sends equals git's, and so does every line of a small diff that the page
// shows; it compares with git itself. Without arguments it uses the small, large and hostile sets and 800 files; REPO
// and RANGE add a real one.
import { TextDecoder } from "node:util";
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { large, many, small } from "./changes.mjs";
import { hostileSet } from "./hostile.mjs";
import { cleanUp, launch, plain, Project } from "./lib.mjs";

const known = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** A line as the server sends it: bytes that are not UTF-8 become one letter each. */
function text(bytes) {
  try {
    return known.decode(bytes);
  } catch {
    return bytes.toString("latin1");
  }
}

function* linesOf(patch) {
  for (let at = 0; at < patch.length;) {
    const end = patch.indexOf(10, at);
    yield patch.subarray(at, end < 0 ? patch.length : end);
    at = end < 0 ? patch.length : end + 1;
  }
}

/** git's diff: for each file, its lines with their signs and numbers. */
function ofGit(folder, args) {
  const run = (...more) =>
    execFileSync("git", ["diff", "-M", "--no-color", "--no-ext-diff", ...args, ...more], {
      cwd: folder,
      env: plain,
      maxBuffer: 1 << 30,
    });
  const names = [];
  const raw = run("--raw", "-z").toString("utf8").split("\0");
  for (let i = 0; i + 1 < raw.length;) {
    const renamed = /[RC]\d+$/.test(raw[i]);
    names.push(raw[i + (renamed ? 2 : 1)]);
    i += renamed ? 3 : 2;
  }
  const files = new Map(names.map((n) => [n, []]));
  let at = -1, // a file that became a link is two files in the patch, and one here
    [o, n, left, right] = [0, 0, 0, 0],
    lines;
  const patchNames = [];
  for (const line of linesOf(run("-p"))) {
    const head = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(line.subarray(0, 80).toString("latin1"));
    if (left + right > 0) {
      const sign = String.fromCharCode(line[0]);
      if (sign === "\\") continue;
      const l = [sign, sign === "+" ? 0 : o, sign === "-" ? 0 : n, text(line.subarray(1))];
      if (sign !== "+") [o, left] = [o + 1, left - 1];
      if (sign !== "-") [n, right] = [n + 1, right - 1];
      lines.push(l);
    } else if (head && lines) {
      [o, n] = [Number(head[1]), Number(head[3])];
      [left, right] = [Number(head[2] ?? 1), Number(head[4] ?? 1)];
    } else if (line.subarray(0, 11).toString() === "diff --git ") {
      const whole = text(line);
      const same = names[at + 1] !== undefined && !(at >= 0 && whole === patchNames[at]);
      if (same) at++;
      patchNames[at] = whole;
      lines = files.get(names[at]);
    }
  }
  return files;
}

/**
 * Text in which characters that hide or reorder others look as they do on the page, whether it has marked them yet or
 * not.
 */
const seen = (line) =>
  line
    .replace(/\u{e0000}|[\u{e0001}-\u{e007f}]/gu, "◆◆")
    // eslint-disable-next-line no-control-regex -- they are what is looked for
    .replace(/[\0-\x08\x0a-\x1f]/g, (c) => String.fromCharCode(0x2400 + c.charCodeAt(0)))
    .replace(/\x7f/g, "␡")
    .replace(/[\x80-\x9f\xad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g, "◆");

const bare = (line) => line.replace(/\r$/, "");

/** Compares one review with git. Files that git does not track are compared with what is on disk. */
export async function equal(project, args, ...review) {
  const server = await project.review(...review);
  try {
    const ticket = new URL(await server.address()).hash.replace("#ticket-", "");
    const post = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ ticket }) };
    const { token } = await (await fetch(`${server.origin}/api/enter`, post)).json();
    const ask = async (where) => {
      const answer = await fetch(server.origin + where, { headers: { "X-Consider-Token": token } });
      assert.ok(answer.ok, `${where}: ${answer.status}`);
      return answer.json();
    };
    const boot = await ask("/api/boot");
    const git = ofGit(project.folder, args);
    let count = 0;
    for (const f of boot.files) {
      const { blocks, crlf } = (await ask(`/api/file/${f.id}?full=1&snapshot=${boot.snapshot}`)).data;
      const mine = (blocks ?? []).flatMap((b) => b.lines).map((l) => [l.type, l.old ?? 0, l.new ?? 0, l.text]);
      let theirs = git.get(f.path);
      if (!theirs && f.untracked) {
        const bytes = f.binary || f.unread ? Buffer.alloc(0) : contentOf(project.path(f.path));
        theirs = [...linesOf(bytes)].map((line, i) => ["+", 0, i + 1, text(line)]);
      }
      assert.ok(theirs, `${f.path} is not in git's diff`);
      const plainEnds = (all) => (crlf ? all.map(([s, o, n, t]) => [s, o, n, bare(t)]) : all);
      assert.deepEqual(plainEnds(mine), plainEnds(theirs), f.path);
      git.delete(f.path);
      count += mine.length;
    }
    assert.deepEqual([...git.keys()], [], "files of git's diff that are not shown");
    return { files: boot.files.length, lines: count };
  } finally {
    await server.stop();
  }
}

function contentOf(file) {
  return fs.lstatSync(file).isSymbolicLink() ? Buffer.from(fs.readlinkSync(file)) : fs.readFileSync(file);
}

/** Each line of a small diff as the page shows it, once all of it is drawn. */
export async function onPage(project) {
  const git = ofGit(project.folder, ["HEAD"]);
  const server = await project.review();
  const browser = await launch();
  try {
    const page = await browser.newPage();
    await page.goto(await server.address());
    await page.locator("tr[data-r]").first().waitFor();
    await page.keyboard.press("Control+f");
    await page.waitForFunction(() =>
      [...document.querySelectorAll("section.file")].every(
        (f) => !f.querySelector(".chunk:empty") && f.querySelector("tr[data-r], .file-note"),
      ),
    );
    const shown = await page.evaluate(() =>
      [...document.querySelectorAll("section.file")].map((file) => [
        file.getAttribute("aria-label"),
        [...file.querySelectorAll("tr[data-r]:not(.gap)")].map((tr) => [
          tr.querySelector(".d2h-code-line-prefix").textContent.replace("\u00a0", " "),
          Number(tr.querySelector(".line-num1").textContent),
          Number(tr.querySelector(".line-num2").textContent),
          [...tr.querySelector(".d2h-code-line-ctn").childNodes]
            .filter((c) => !c.classList?.contains("no-eol"))
            .map((c) => c.textContent)
            .join(""),
        ]),
      ]),
    );
    let count = 0;
    const byName = new Map([...git].map(([name, lines]) => [seen(name).replace(/\t/g, "␉"), lines]));
    for (const [name, rows] of shown) {
      const theirs = byName.get(name);
      if (!theirs || rows.length === 0) continue; // new to git, or folded
      // The page reads bytes that are not UTF-8 as windows-1252; the sets have one byte that Latin-1 lacks.
      const read = (line) => ([...line].every((c) => c.charCodeAt(0) < 256) ? line.replace(/\x83/g, "ƒ") : line);
      const marked = (all) => all.map(([s, o, n, line]) => [s, o, n, seen(line)]);
      assert.deepEqual(marked(rows), marked(theirs.map(([s, o, n, l]) => [s, o, n, read(l)])), `${name} on the page`);
      count += rows.length;
    }
    return { files: shown.length, lines: count };
  } finally {
    await browser.close();
    await server.stop();
  }
}

async function all() {
  const say = (name, { files, lines }) =>
    console.log(`${name}: ${files ? `${files} files, ` : ""}${lines} lines equal git's`);
  say("small", await equal(small(), ["HEAD"]));
  say("small, on the page", await onPage(small()));
  say("hostile", await equal(hostileSet(), ["HEAD"]));
  say("hostile, on the page", await onPage(hostileSet()));
  say("large, with its hostile files", await equal(large(), ["HEAD"]));
  say("800 files", await equal(many(800), ["HEAD~1..HEAD"], "--range", "HEAD~1..HEAD"));
  const { REPO: repo, RANGE: range } = process.env;
  if (!repo || !range) return;
  const copy = new Project({}, { git: false });
  fs.rmSync(copy.folder, { recursive: true });
  execFileSync("git", ["clone", "-q", "--no-hardlinks", repo, copy.folder], { env: { ...plain, HOME: os.tmpdir() } });
  say(`${path.basename(repo)} ${range}`, await equal(copy, [range], "--range", range));
}

if (process.argv[1] === import.meta.filename) {
  try {
    await all();
  } finally {
    await cleanUp();
  }
}
