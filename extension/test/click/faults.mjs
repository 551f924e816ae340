// A back end that cannot start says why, and what to do; one of another version is replaced; one that never answers
// is left by a restart; a store that lost its newest state is reported once; a deleted one can be restored from its backup.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { until } from "../lib.mjs";
import * as ui from "../ui.mjs";

const files = { "a.txt": "one\ntwo\nthree\n" };

export default async function faults(t) {
  await blocked(t);
  await tooOld(t);
  await silent(t);
  await unproven(t);
  await recovered(t);
  await deleted(t);
  await foreign(t);
}

/** A file in the store's place: reported, also when the comment key is pressed, until it is moved away. */
async function blocked(t) {
  const project = t.project(files);
  project.write(".consider", "mine");
  const page = await t.open(project.folder);
  const said = /\.consider" is a regular file.*rename or move the existing file/s;
  const toast = await ui.toast(page, "Consider cannot start");
  assert.match(await toast.innerText(), said);
  for (const button of ["Restart", "Show Log", "Choose Program…"])
    await toast.locator(".monaco-button", { hasText: button }).waitFor();
  const status = page.locator(".statusbar-item.error-kind", { hasText: "Consider" });
  await status.waitFor();
  assert.match(await status.locator("a").getAttribute("aria-label"), said);
  await t.shot(page, "blocked");
  await toast.hover();
  await toast.locator(".codicon-notifications-clear").click();

  await status.click();
  const view = page.locator(".sidebar");
  assert.match(await view.locator(".tree-explorer-viewlet-tree-view .message").first().innerText(), said);
  for (const row of ["Restart", "Show Log", "Choose Program…"]) await ui.rows(page, row).waitFor();
  const changes = view.locator('.pane:has(.pane-header[aria-label^="Changes"])');
  await ui.says(changes.locator(".tree-explorer-viewlet-tree-view .message"), said);
  await ui.counts(changes.getByText("Consider is starting"), 0);
  await t.shot(page, "blocked-view");
  await ui.openFile(page, "a.txt");
  await page.locator(".editor-group-container .view-line", { hasText: "two" }).click();
  await page.keyboard.press("Control+K");
  await page.keyboard.press("Control+Alt+M");
  await ui.toast(page, "regular file");

  fs.rmSync(project.path(".consider"));
  await ui.rows(page, "Restart").click();
  await page.locator(".editor-group-container .comment-range-glyph").first().waitFor();
  await status.waitFor({ state: "detached" });
  await ui.rows(page, "Restart").waitFor({ state: "detached" });
  await t.shot(page, "runs-again");
}

/** A program of another version: the bundled one replaces it, with a message. */
async function tooOld(t) {
  const project = t.project(files);
  const old = path.join(path.dirname(project.folder), "old-consider");
  const answer =
    '{"jsonrpc":"2.0","id":0,"result":{"version":"0","protocol":0,"root":"/","store":"","hasStore":false,"git":true}}';
  fs.writeFileSync(
    old,
    `#!${process.execPath}
if (process.argv[2] === "version") console.log("consider old");
else process.stdin.once("data", () => process.stdout.write("Content-Length: ${answer.length}\\r\\n\\r\\n" + ${JSON.stringify(answer)}));
`,
    { mode: 0o755 },
  );
  const page = await t.open(project.folder, { on: await t.server({ extraSettings: { "consider.path": old } }) });
  const toast = await ui.toast(page, "is too old for this extension");
  await ui.says(toast, /old-consider is too old.*came with the extension is used instead/s);
  await ui.openFile(page, "a.txt");
  await page.locator(".editor-group-container .comment-range-glyph").first().waitFor();
  await t.shot(page, "too-old");
}

/** A back end that never answers is left by a restart. */
async function silent(t) {
  const project = t.project(files);
  project.consider("add", "a.txt:2", "-m", "about two");
  const [own, mark, go] = ["own", "pid", "go"].map((name) => path.join(path.dirname(project.folder), name));
  const srv = await t.server({});
  const bundled = fs.readdirSync(srv.exts).find((f) => f.startsWith("consider.consider-"));
  const program = path.join(srv.exts, bundled, "bin", "consider");
  const mute = `if [ "$1" = serve -a ! -e '${go}' ]; then echo $$ >'${mark}'; exec sleep 600; fi`;
  fs.writeFileSync(own, `#!/bin/sh\n${mute}\nexec '${program}' "$@"\n`, { mode: 0o755 });
  srv.set({ "consider.path": own });

  const page = await t.open(project.folder, { on: srv });
  await ui.openFile(page, "a.txt");
  await until("it was started", () => fs.existsSync(mark) && fs.readFileSync(mark, "utf8") !== "");
  fs.writeFileSync(go, "");
  await ui.command(page, "Consider: Restart");
  await ui.widget(page, "about two").waitFor();
  const pid = Number(fs.readFileSync(mark, "utf8"));
  await until("the mute one has ended", () => {
    try {
      process.kill(pid, 0); // only asks whether it is there
      return false;
    } catch {
      return true;
    }
  });
}

/** A back end that a script has another shell start does not count as the user's: one sentence says why, and what to do. */
async function unproven(t) {
  const project = t.project(files);
  project.consider("add", "a.txt:2", "-m", "about two");
  const own = path.join(path.dirname(project.folder), "waiting");
  const srv = await t.server({});
  const bundled = fs.readdirSync(srv.exts).find((f) => f.startsWith("consider.consider-"));
  const program = path.join(srv.exts, bundled, "bin", "consider");
  fs.writeFileSync(own, `#!/bin/sh\nsh -c '"$0" "$@"; exit $?' '${program}' "$@"\n`, { mode: 0o755 });
  srv.set({ "consider.path": own });

  const page = await t.open(project.folder, { on: srv });
  const toast = await ui.toast(page, "consider.path");
  t.say(await toast.innerText());
  await toast.locator(".monaco-button", { hasText: "Choose Program…" }).waitFor();
  await t.shot(page, "unproven");
  await ui.openFile(page, "a.txt");
  await ui.widget(page, "about two").waitFor(); // reading goes on
}

/** The newest commit of the store cannot be read. */
async function recovered(t) {
  const project = t.project(files);
  for (const words of ["first words", "last words"]) project.consider("add", "a.txt:2", "-m", words);
  const tip = project.read(".consider/refs/heads/threads").trim();
  const object = project.path(`.consider/objects/${tip.slice(0, 2)}/${tip.slice(2)}`);
  fs.chmodSync(object, 0o644);
  fs.writeFileSync(object, "torn");
  const page = await t.open(project.folder);
  const toasts = page.locator(".notifications-toasts .notification-list-item", { hasText: "the latest review data" });
  await toasts.first().waitFor();
  await t.shot(page, "recovered");
  await toasts.first().locator(".monaco-button", { hasText: "Check Review Data" }).click();
  await page.locator(".view-line", { hasText: "The review data is damaged" }).first().waitFor();
  await t.shot(page, "checked");
  await ui.toast(page, "the review data is damaged in 1 place", "Acknowledge");
  await until("noted", () => project.consider("fsck").sound || !project.consider("fsck").lost);
  assert.equal(await toasts.count(), 0, "it is told once");
}

/** The store is deleted while its threads are shown: the backup is offered, and one click restores them. */
async function deleted(t) {
  const project = t.project(files);
  project.consider("add", "a.txt:1", "-m", "so that the window knows the store");
  const page = await t.open(project.folder);
  await ui.openFile(page, "a.txt");
  await ui.clickPlus(page, 2);
  await ui.writeComment(page, ui.freshForm(page), "kept elsewhere too", "Add Comment");
  await project.waitFor("kept elsewhere too");
  await ui.widget(page, "kept elsewhere too").waitFor();
  await ui.settled(page); // a change is copied before it is answered
  fs.rmSync(project.path(".consider"), { recursive: true });
  const toast = await ui.toast(page, "ahead of this project");
  await ui.widget(page, "kept elsewhere too").waitFor({ state: "detached" });
  await t.shot(page, "backup");
  await toast.locator(".monaco-button", { hasText: "Restore" }).click();
  await ui.widget(page, "kept elsewhere too").waitFor();
  await project.waitFor("kept elsewhere too");
}

/**
 * A store of another user is not read, and a message says so. Only root can give a folder away, so only root can test
 * this.
 */
async function foreign(t) {
  if (process.getuid() !== 0) return t.say("not root: a store of another user cannot be made");
  const project = t.project(files);
  project.consider("add", "a.txt:2", "-m", "whose words");
  for (const name of ["", ...fs.readdirSync(project.folder, { recursive: true })])
    fs.lchownSync(project.path(name), 12345, 12345);
  const page = await t.open(project.folder);
  const toast = await ui.toast(page, "Consider cannot read the threads");
  await ui.says(toast, /belongs to another user, 12345/);
  await page.locator(".statusbar-item.error-kind", { hasText: "Consider" }).waitFor();
  await t.shot(page, "foreign");
}
