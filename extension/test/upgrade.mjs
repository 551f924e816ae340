// Upgrades from one release of the extension to the next and back, in a real VS Code with an open window and a store
// with threads. Arguments: the older VSIX and the newer one, each as a server's address, as releases have them, or as a
// file.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { out, Project, until } from "./lib.mjs";
import * as server from "./server.mjs";
import * as ui from "./ui.mjs";

const shots = path.join(out, "shots");
fs.mkdirSync(shots, { recursive: true });
const downloads = fs.mkdtempSync(path.join(out, "downloads-"));

/** Downloads the file at an address, as a person does. */
async function fetched(from) {
  if (!/^https?:/.test(from)) return path.resolve(from);
  const answer = await fetch(from);
  if (!answer.ok) throw new Error(`${from}: ${answer.status}`);
  const file = path.join(downloads, path.basename(from));
  fs.writeFileSync(file, Buffer.from(await answer.arrayBuffer()));
  return file;
}
const [older, newer] = await Promise.all(process.argv.slice(2, 4).map(fetched));

/** The output of `code --list-extensions --show-versions` about it. */
function installed(srv, more = ["--list-extensions", "--show-versions"]) {
  const r = spawnSync(server.node, [server.entry, "--user-data-dir", srv.data, "--extensions-dir", srv.exts, ...more], {
    env: srv.env,
    encoding: "utf8",
  });
  assert.equal(r.status, 0, r.stdout + r.stderr);
  return r.stdout.match(/consider\.consider@(\S+)/)?.[1];
}
const install = (srv, vsix) => installed(srv, ["--install-extension", vsix, "--force"]);

/** The programs that serve this folder, by path. */
function backEnds(folder) {
  const found = [];
  for (const pid of fs.readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      if (fs.readlinkSync(`/proc/${pid}/cwd`) !== folder) continue;
      if (/consider\0serve/.test(fs.readFileSync(`/proc/${pid}/cmdline`, "utf8")))
        found.push(fs.readlinkSync(`/proc/${pid}/exe`));
    } catch {
      // it has ended since
    }
  }
  return found;
}

/** Gives the store a later version's form. */
function fromLater() {
  const git = (args, input) =>
    spawnSync("git", ["--git-dir", project.path(".consider"), ...args], { input, encoding: "utf8" }).stdout.trim();
  const tip = git(["rev-parse", "refs/heads/threads"]);
  const store = JSON.parse(git(["show", `${tip}:store.json`]));
  const blob = git(["hash-object", "-w", "--stdin"], JSON.stringify({ ...store, schema: 99 }) + "\n");
  const tree = git(["mktree"], git(["ls-tree", tip]).replace(/\S+(\tstore\.json)/, `${blob}$1`) + "\n");
  const who = ["-c", "user.name=Later", "-c", "user.email=later@example.invalid"];
  const commit = git([...who, "commit-tree", tree, "-p", tip, "-m", "a later form"]);
  git(["update-ref", "refs/heads/threads", commit]);
}

const project = new Project({ "cart.js": "let total = 0\nadd(total, 12.50)\nprint(total)\n" }, "shop");
const srv = await server.start({ install: [older] });
let browser;
try {
  const from = installed(srv);
  browser = await ui.launch();
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const { page } = await ui.open(context, srv, project.folder);
  const shot = (what) => page.screenshot({ path: path.join(shots, `upgrade-${what}.png`) });
  const again = async () => {
    await page.reload();
    await page.waitForSelector(".monaco-workbench");
    await ui.openFile(page, "cart.js");
  };
  const comment = async (line, words) => {
    await ui.clickPlus(page, line);
    await ui.writeComment(page, ui.freshForm(page), words, "Add Comment");
    await project.waitFor(words);
  };
  const said = (words) => page.locator(".review-comment", { hasText: words }).first().waitFor();
  /** The program that serves the folder is of this version, and no other one runs. */
  const servedBy = (version) =>
    until(`the program of ${version}`, () => {
      const programs = backEnds(project.folder);
      return programs.length === 1 && programs[0].includes(`consider.consider-${version}`);
    });

  await ui.openFile(page, "cart.js");
  await comment(2, "words of before");
  await servedBy(from);
  project.agent("reply", project.thread("words of before").id, "-m", "an answer of before");
  await said("an answer of before");
  await shot("1-before");

  // Installed while the window is open: the window continues with the version with which it began.
  install(srv, newer);
  const to = installed(srv);
  assert.notEqual(from, to, "two releases with one version");
  await comment(3, "said while it was being renewed");
  await shot("2-installed");
  await again();
  await servedBy(to);
  assert.deepEqual(
    await until("both threads", async () => (await ui.markedLines(page)).length === 2 && ui.markedLines(page)),
    [2, 3],
  );
  await comment(1, "words of after");
  project.agent("reply", project.thread("words of after").id, "-m", "an answer of after");
  await said("an answer of after");
  await shot("3-after");

  // And back. The older one reports what it cannot read; it calls nothing damaged.
  install(srv, older);
  await again();
  await servedBy(from);
  await until("three threads", async () => (await ui.markedLines(page)).length === 3);
  await shot("4-back");
  assert.equal(await page.locator(".notifications-toasts", { hasText: /damaged/i }).count(), 0);
  assert.equal(project.consider("fsck").sound, true);
  assert.equal(project.git("status", "--porcelain", "-uall"), "");

  // A store whose form only a later release knows: a message says so, and does not call it damaged.
  fromLater();
  await again();
  await page.locator('.activitybar [aria-label^="Consider"]').first().click();
  await page.locator(".sidebar", { hasText: /newer/i }).waitFor();
  await shot("5-newer");
  assert.equal(await page.locator("body", { hasText: /damaged/i }).count(), 0);

  installed(srv, ["--uninstall-extension", "consider.consider"]);
  assert.equal(installed(srv), undefined);
  console.log(`the extension: ${from} to ${to} and back with an open window, three threads, removed`);
} finally {
  await browser?.close();
  await srv.stop();
  project.remove();
  fs.rmSync(downloads, { recursive: true, force: true });
}
