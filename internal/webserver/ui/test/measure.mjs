// Measures what browser users wait for: the page on the small and the large change set, compared with difit from npm if
// that is available (DIFIT=path of its command), thousands of files, and an empty page. Medians of RUNS (3). Prints a
// table, and never fails.
import { spawn } from "node:child_process";
import fs from "node:fs";
import http from "node:http";
import path from "node:path";
import { large, many, small } from "./changes.mjs";
import { measureMany } from "./many.mjs";
import { cleanUp, launch, out, plain, sleep, top, until } from "./lib.mjs";

const runs = Number(process.env.RUNS ?? 3);
const targets = {
  small: { listening: 100, firstRow: 250, startToRow: 500, settled: 600, nodes: 15000 },
  large: {
    listening: 100,
    firstRow: 400,
    startToRow: 800,
    pageCpu: 600,
    serverCpu: 250,
    settled: 1000,
    longestTask: 100,
    nodes: 15000,
    heapMB: 20,
    rendererMB: 220,
    serverMB: 120,
    sentKB: 700,
    scrollP95: 40,
    framesOver200: 0,
    busyP95: 60,
    form: 150,
    end: 300,
    bigFile: 500,
  },
  // firstRowPercent: compared with git diff of the same range in the same run. Frames are processor times of the page.
  "files: 3,500": {
    firstRowPercent: 60,
    nodes: 15000,
    nodesAfter: 15000,
    unviewed: 200,
    all: 200,
    filter: 200,
    frameP95: 25,
    form: 150,
  },
};
const medians = (all) => Object.fromEntries(Object.keys(all[0]).map((k) => [k, middle(all.map((m) => m[k]))]));
const middle = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

// Measured inside the page: when the first row was painted, and what kept the page busy.
const watch = () => {
  window.measured = { row: 0, tasks: [] };
  new PerformanceObserver((list) => {
    for (const e of list.getEntries()) window.measured.tasks.push(e.duration);
  }).observe({ type: "longtask", buffered: true });
  const look = () => {
    const row = document.querySelector("tr[data-r] .d2h-code-line-ctn, tr.group td");
    const box = row?.getBoundingClientRect();
    if (box && box.height > 0) requestAnimationFrame(() => (window.measured.row = performance.now()));
    else requestAnimationFrame(look);
  };
  look();
};

async function cpu(pid) {
  try {
    const parts = fs.readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ");
    return (Number(parts[11]) + Number(parts[12])) * 10; // ticks of 10 ms
  } catch {
    return NaN;
  }
}
/** The processors' time since the start, and how much of it was work, in ticks. */
function processors() {
  const line = fs.readFileSync("/proc/stat", "utf8").split("\n")[0];
  const ticks = line.split(/\s+/).slice(1, 9).map(Number);
  const all = ticks.reduce((a, b) => a + b, 0);
  return { all, work: all - ticks[3] - ticks[4] };
}

function rss(pid) {
  const found = /VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${pid}/status`, "utf8"));
  return found ? Number(found[1]) / 1024 : NaN;
}

/** The processor time of each process of the browser, in ms, by pid; only those of one type, if given. */
async function processes(browser, type) {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  await session.detach();
  return new Map(
    await Promise.all(processInfo.filter((x) => !type || x.type === type).map(async (x) => [x.id, await cpu(x.id)])),
  );
}

/** Waits for a browser that was just started to load its own pages; a person does not open a review in that second. */
async function calm(browser) {
  let before = 0;
  await until(
    "the browser is calm",
    async () => {
      const now = [...(await processes(browser)).values()].reduce((a, b) => a + (b || 0), 0);
      const quiet = now - before < 30;
      before = now;
      await sleep(500);
      return quiet;
    },
    30000,
  );
}

async function first(server, pid, listening) {
  const browser = await launch();
  const limit = setTimeout(() => void browser.close(), 60000); // a page may be busy for longer than a person would wait
  try {
    return { browser, ...(await firstIn(browser, server, pid, listening)) };
  } catch (error) {
    await browser.close();
    throw error;
  } finally {
    clearTimeout(limit);
  }
}

async function firstIn(browser, server, pid, listening) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto("about:blank");
  await page.addInitScript(watch);
  await calm(browser);
  const before = await processes(browser, "renderer");
  const everybody = await processes(browser);
  const machine = processors();
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  let sent = 0;
  await session.send("Network.enable");
  session.on("Network.loadingFinished", (e) => (sent += e.encodedDataLength));
  const from = performance.now();
  await page.goto(server, { waitUntil: "commit" });
  const row = await page.waitForFunction(() => window.measured?.row || undefined, null, { timeout: 30000 });
  const rowAt = performance.now();
  // The browser is started after the server; its start does not count.
  const m = { firstRow: await row.jsonValue(), startToRow: listening + rowAt - from };
  // The redirect with the secret is included.
  m.firstRow = Math.max(m.firstRow, 0);
  m.wall = rowAt - from;
  m.serverCpu = await cpu(pid);
  const metrics = async () =>
    Object.fromEntries((await session.send("Performance.getMetrics")).metrics.map((x) => [x.name, x.value]));
  // The page's process is the one that took the most time since then.
  const [id, spent] = [...(await processes(browser, "renderer"))]
    .map(([pid, ms]) => [pid, ms - (before.get(pid) ?? 0)])
    .toSorted((a, b) => b[1] - a[1])[0];
  m.pageCpu = spent;
  // Settled: no request and no long task for 300 ms.
  let last = performance.now(),
    seen = -1;
  await until(
    "settled",
    async () => {
      const now = (await metrics()).TaskDuration;
      if (now - seen > 0.02) last = performance.now();
      seen = now;
      await sleep(50);
      return performance.now() - last > 300;
    },
    60000,
  );
  m.settled = last - from;
  m.othersCpu = others(machine, everybody, await processes(browser), m.serverCpu);
  m.longestTask = await page.evaluate(() => Math.max(0, ...window.measured.tasks));
  m.nodes = await page.evaluate(() => document.getElementsByTagName("*").length);
  m.sentKB = sent / 1024;
  await session.send("HeapProfiler.collectGarbage");
  m.heapMB = (await metrics()).JSHeapUsedSize / 1048576;
  m.rendererMB = rss(id);
  m.serverMB = rss(pid);
  return { page, m };
}

/** The percentage of processor time that neither the browser nor the server used. If it is high, the times say little. */
function others(machine, before, after, server) {
  const now = processors();
  const ours = [...after].reduce((sum, [pid, ms]) => sum + (ms || 0) - (before.get(pid) ?? 0), 0) + (server || 0);
  return Math.max(0, (100 * (now.work - machine.work - ours / 10)) / Math.max(1, now.all - machine.all));
}

/** How long each frame takes while the page moves from one height to another. */
const scrolled = (page, from, to) =>
  page.evaluate(
    async ([from, to]) => {
      const times = [];
      let last = performance.now();
      for (let y = from; y < to; y += 300) {
        window.scrollTo(0, y);
        await new Promise((go) => requestAnimationFrame(go));
        const now = performance.now();
        times.push(now - last);
        last = now;
      }
      window.scrollTo(0, 0);
      return times;
    },
    [from, to],
  );
const p95 = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length * 0.95)];

/**
 * The same on rows that were not shown yet, while one processor is busy with something else, such as an agent's
 * compiler.
 */
async function busy(page, m) {
  const other = spawn(process.execPath, ["-e", "for (;;);"]);
  await sleep(300);
  m.busyP95 = p95((await scrolled(page, 36000, 72000)).slice(1)); // the first step only goes there
  other.kill("SIGKILL");
}

async function moves(page, m) {
  const frames = await scrolled(page, 0, 36000);
  m.scrollP95 = p95(frames);
  m.framesOver200 = frames.filter((f) => f > 200).length;
  await sleep(300);
  m.end = await page.evaluate(async () => {
    const from = performance.now();
    window.scrollTo(0, document.documentElement.scrollHeight);
    for (;;) {
      await new Promise((go) => requestAnimationFrame(go));
      const row = [...document.querySelectorAll("tr[data-r], .file-note")].at(-1)?.getBoundingClientRect();
      if (row && row.top < window.innerHeight + 2000) return performance.now() - from;
      if (performance.now() - from > 20000) return Infinity;
    }
  });
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.locator("tr[data-r]").first().waitFor();
  await sleep(300);
  const cell = page.locator("tr[data-r] td.d2h-code-linenumber:not(.d2h-info)").nth(3);
  await cell.scrollIntoViewIfNeeded();
  // From the press of the button to the form on the screen, by the page's own clock: Playwright inspects the cell for a
  // hundred milliseconds before it presses.
  await page.evaluate(() => {
    let pressed = 0;
    document.addEventListener("pointerdown", (e) => (pressed = e.timeStamp), { capture: true, once: true });
    const look = () => {
      const box = document.querySelector(".form textarea")?.getBoundingClientRect();
      if (!box || box.height === 0) requestAnimationFrame(look);
      else requestAnimationFrame(() => setTimeout(() => (window.measured.form = performance.now() - pressed)));
    };
    look();
  });
  await cell.click({ position: { x: 10, y: 8 } });
  m.form = await (await page.waitForFunction(() => window.measured.form)).jsonValue();
  await page.keyboard.press("Escape");
}

async function bigFile(page, m) {
  const filter = page.locator(".tree input");
  await filter.fill("big/table.ts");
  m.bigFile = await filter.evaluate(async (e) => {
    const from = performance.now();
    e.dispatchEvent(new window.KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
    while (!document.querySelector("section.file[aria-label='src/big/table.ts'] tr[data-r]")) {
      await new Promise((go) => requestAnimationFrame(go));
    }
    return performance.now() - from;
  });
}

async function ours(make, full) {
  const all = [];
  for (let i = 0; i < runs; i++) {
    const p = make();
    await sleep(300);
    const server = await p.review();
    const { browser, page, m } = await first(server.url, server.child.pid, server.listening);
    m.listening = server.listening;
    await moves(page, m);
    if (full) await busy(page, m);
    if (full) await bigFile(page, m);
    all.push(m);
    await browser.close();
    await server.stop();
  }
  return medians(all);
}

/** The first row of a page with one row, our style sheet and no script: the lower bound for this machine. */
async function floor() {
  const css = fs.readFileSync(path.join(top, "internal/webserver/assets/review.css"));
  const html =
    '<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><link rel="stylesheet" href="/review.css">' +
    '<table><tr data-r="0"><td><div class="d2h-code-line-ctn">one row</div></td></tr></table>';
  const server = http.createServer((request, response) => {
    const styles = request.url === "/review.css";
    response.setHeader("Content-Type", styles ? "text/css" : "text/html");
    response.end(styles ? css : html);
  });
  await new Promise((go) => server.listen(0, "127.0.0.1", go));
  const all = [];
  for (let i = 0; i < runs; i++) {
    const { browser, m } = await first(`http://127.0.0.1:${server.address().port}/`, process.pid, 0);
    all.push(m.firstRow);
    await browser.close();
  }
  server.close();
  return middle(all);
}

async function difit(make) {
  const command = process.env.DIFIT;
  if (!command) return undefined;
  const all = [];
  for (let i = 0; i < runs; i++) {
    const p = make();
    p.git("add", "-A"); // in a separate copy; git's diff leaves out untracked files
    const diff = p.git("diff", "HEAD");
    const started = performance.now();
    const child = spawn(process.execPath, [command, "--no-open"], {
      cwd: p.folder,
      env: plain,
    });
    let text = "";
    child.stdout.on("data", (d) => (text += d));
    child.stderr.on("data", (d) => (text += d));
    child.stdin.end(diff);
    try {
      const url = await until("difit's address", () => /http:\/\/[^\s]+/.exec(text)?.[0], 20000);
      const { browser, m } = await first(url, child.pid, performance.now() - started);
      await browser.close();
      all.push(m);
    } catch (error) {
      console.log(`difit: ${error.message.split("\n")[0]} ${text.slice(0, 200)}`);
    }
    child.kill("SIGKILL");
  }
  return all.length ? medians(all) : undefined;
}

function table(name, mine, theirs) {
  const lines = [`${name}: median of ${runs}`, "| | target | here | difit | |", "|---|---|---|---|---|"];
  for (const [key, value] of Object.entries(mine)) {
    const target = targets[name][key];
    const verdict = target === undefined ? "" : value <= target ? "ok" : "MISSED";
    const other = theirs?.[key] === undefined ? "–" : theirs[key].toFixed(0);
    lines.push(`| ${key} | ${target ?? "–"} | ${value.toFixed(0)} | ${other} | ${verdict} |`);
  }
  return lines;
}

const lines = [];
try {
  const least = await floor();
  lines.push(`An empty page takes ${least.toFixed(0)} ms to its first row on this machine (median of ${runs}).`, "");
  for (const [name, make] of Object.entries({ small, large })) {
    const mine = await ours(make, name === "large");
    const theirs = await difit(make);
    lines.push(...table(name, mine, theirs));
    lines.push(`first row: ${(mine.firstRow / least).toFixed(1)} times an empty page`);
    if (theirs) lines.push(`first row: difit takes ${(theirs.firstRow / mine.firstRow).toFixed(1)} times as long`);
    lines.push("");
  }
  const project = many(3500);
  const all = [];
  for (let i = 0; i < runs; i++) all.push(await measureMany(project));
  lines.push(...table("files: 3,500", medians(all)), "");
} finally {
  await cleanUp();
}
fs.mkdirSync(out, { recursive: true });
fs.writeFileSync(`${out}/measured.md`, lines.join("\n"));
console.log(lines.join("\n"));
