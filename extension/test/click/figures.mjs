// Measures the extension with 30 and 300 threads (many has 3,000): the time until all are known, beside that of VS
// Code's own Git, until a reply or a new thread appears after the writer's exit, until a letter or an Enter is on the screen, and what the processes use while
// idle.
import fs from "node:fs";
import { manyThreads, median, patience, sleep } from "../lib.mjs";
import * as ui from "../ui.mjs";

const tick = 100; // ticks of the kernel's clock in a second
const idle = 10_000; // ms

/** The processes of the server whose command line contains the words. */
function processes(words, root) {
  const all = fs.readdirSync("/proc").filter((d) => /^\d+$/.test(d));
  const of = (pid) => {
    try {
      const stat = fs.readFileSync(`/proc/${pid}/stat`, "utf8");
      const after = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      return {
        pid: Number(pid),
        parent: Number(after[1]),
        cpu: (Number(after[11]) + Number(after[12])) / tick,
        line: fs.readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " "),
        mib: Number(/VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024,
      };
    } catch {
      return undefined;
    }
  };
  const known = new Map(
    all
      .map(of)
      .filter(Boolean)
      .map((p) => [p.pid, p]),
  );
  const isBelow = (p) => p !== undefined && (p.pid === root || isBelow(known.get(p.parent)));
  return [...known.values()].filter((p) => p.line.includes(words) && isBelow(p));
}

const sum = (list, of) => list.reduce((n, p) => n + of(p), 0);

/** Polls without a pause, as it is timed, until the value differs from before. */
async function changed(ask, before) {
  for (const end = performance.now() + patience; (await ask()) === before;)
    if (performance.now() > end) throw new Error("what was typed does not appear: the editor has not the focus");
}

async function measure(t, n) {
  const { texts, store } = manyThreads(n, Math.max(1, Math.min(30, n / 10)));
  const project = t.project(texts);
  project.write("../store.json", store);
  project.consider("import", "../store.json", "--as", "human");
  const open = project.list().filter((x) => x.workflowState === "open").length;
  const page = await t.open(project.folder);
  const opened = performance.now();
  const status = (count) => page.locator(".statusbar-item", { hasText: new RegExp(`^\\s*${count}(\\s|$)`) }).first();
  const git = page
    .locator('.statusbar-item[id^="status.scm"]')
    .first()
    .waitFor()
    .then(() => performance.now() - opened);
  await status(open).waitFor();
  const known = performance.now() - opened;
  const branch = await git;
  await ui.openFile(page, "unit.txt");
  const name = (await page.locator(".tab.active").getAttribute("aria-label")) ?? "";
  const file = Object.keys(texts).find((f) => name.includes(f.split("/")[1])) ?? Object.keys(texts)[0];
  await page
    .locator(".comment-range-glyph.comment-thread-unresolved, .comment-range-glyph.comment-thread")
    .first()
    .waitFor();
  const id = project.list("--file", file).find((x) => x.placement.startLine === 3).id;
  const replies = [];
  const added = [];
  for (let i = 1; i <= 5; i++) {
    const replied = await ui.watchFor(page, ".review-comment", new RegExp(`figure ${i}\\.`));
    project.agent("reply", id, "-m", `figure ${i}.`);
    let since = Date.now();
    replies.push((await replied()) - since);
    const counted = await ui.watchFor(page, ".statusbar-item", new RegExp(`^\\s*${open + i}(\\s|$)`));
    project.consider("add", `${file}:${5 + i}`, "-m", `new ${i}`);
    since = Date.now();
    added.push((await counted()) - since);
  }
  // Typing above all threads of the file.
  await ui.goto(page, 1);
  await page.keyboard.press("Home");
  const shown = (ask) => page.evaluate(ask);
  const letters = [];
  const enters = [];
  for (let i = 0; i < 10; i++) {
    const text = () =>
      shown(() => document.querySelector(".editor-group-container.active .view-lines")?.textContent?.length ?? 0);
    let before = await text();
    let since = performance.now();
    await page.keyboard.press("-"); // not a letter: a list of suggestions would take the Enter
    await changed(text, before);
    letters.push(performance.now() - since);
    const line = () => page.locator('[id="status.editor.selection"]').innerText();
    before = await line();
    since = performance.now();
    await page.keyboard.press("Enter");
    await changed(line, before);
    enters.push(performance.now() - since);
  }
  await page.keyboard.press("Control+z");
  await sleep(3000);
  const back = () =>
    processes("consider serve", t.srv.pid)
      .concat(processes("bin/consider", t.srv.pid))
      .filter((p, i, a) => a.findIndex((q) => q.pid === p.pid) === i);
  const host = () => processes("extensionHost", t.srv.pid);
  const cpu = () => [sum(back(), (p) => p.cpu), sum(host(), (p) => p.cpu)];
  const [b0, h0] = cpu();
  await sleep(idle);
  const [b1, h1] = cpu();
  const ms = (x) => x.toFixed(0);
  t.say(
    `${n} threads: known ${ms(known)} ms after the workbench (the branch's name, by VS Code's own Git, ${ms(branch)} ms); reply visible ${ms(median(replies))} ms, new thread ${ms(median(added))} ms after the writer's exit (medians of 5);`,
    `letter ${ms(median(letters))} ms, Enter ${ms(median(enters))} ms (medians of 10, the test's own way included);`,
    `idle ${idle / 1000} s: back end ${(b1 - b0).toFixed(2)} s CPU, ${ms(sum(back(), (p) => p.mib))} MiB; extension hosts ${(h1 - h0).toFixed(2)} s, ${ms(sum(host(), (p) => p.mib))} MiB`,
  );
  if (b1 - b0 > 1) throw new Error(`the back end is busy while nothing happens: ${b1 - b0} s in ${idle / 1000} s`);
  await page.close();
}

export default async function figures(t) {
  for (const n of [30, 300]) await measure(t, n);
}
