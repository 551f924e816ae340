// Measures the page on thousands of files, in a range of two commits. Run directly: FILES (3575) is their number, RUNS
// (1) the number of runs; each prints one line of numbers, in ms unless it says otherwise. PROGRAM is another consider
// to measure.
import { performance } from "node:perf_hooks";
import { many } from "./changes.mjs";
import { cleanUp, launch, plain, sleep } from "./lib.mjs";
import { execFileSync } from "node:child_process";

const range = "HEAD~1..HEAD";
const middle = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
const p95 = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length * 0.95)];

/** The time that a plain `git diff` of the range takes. */
function gitDiff(project) {
  const times = [1, 2, 3].map(() => {
    const from = performance.now();
    execFileSync("git", ["diff", "-M", range], { cwd: project.folder, env: plain, maxBuffer: 1 << 30 });
    return performance.now() - from;
  });
  return middle(times);
}

/** Runs a function in the page, and returns the time until the next frame is painted. */
const timed = (page, run) =>
  page.evaluate(`(async () => {
    const frame = () => new Promise((go) => requestAnimationFrame(() => setTimeout(go)));
    await frame();
    const from = performance.now();
    ${run};
    await frame();
    return performance.now() - from;
  })()`);

/** Turns the wheel, and asks the browser how much processor time the page's main thread took for each frame. */
async function scroll(page, session) {
  const now = async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    return metrics.find((m) => m.name === "ThreadTime").value * 1000;
  };
  await page.mouse.move(700, 500);
  const frames = [];
  for (let i = 0; i < 90; i++) {
    const before = await now();
    await page.mouse.wheel(0, 400);
    await page.evaluate(() => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go))));
    frames.push((await now()) - before);
  }
  return frames;
}

/** One measurement with so many files. */
export async function measureMany(project) {
  const git = gitDiff(project);
  const server = await project.review("--range", range);
  const browser = await launch();
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  await page.goto("about:blank");
  await sleep(2000); // a browser that was just started is still busy with its own work
  const m = { listening: server.listening };
  const from = performance.now();
  await page.goto(server.url, { waitUntil: "commit" });
  await page.waitForFunction(() => document.querySelector("tr[data-r]"), null, { timeout: 60000 });
  m.firstRow = performance.now() - from;
  await sleep(2500);
  const nodes = () => page.evaluate(() => document.getElementsByTagName("*").length);
  m.nodes = await nodes();
  const chip = (name) =>
    `[...document.querySelectorAll(".tree .segmented button")].find((c) => c.textContent === "${name}").click()`;
  m.unviewed = await timed(page, chip("Unviewed"));
  m.all = await timed(page, chip("All"));
  const type = (words) =>
    `const i = document.querySelector(".tree input"); i.value = "${words}"; i.dispatchEvent(new Event("input"))`;
  m.filter = await timed(page, type("unit12"));
  await timed(page, type(""));
  const frames = await scroll(page, session);
  [m.frameP50, m.frameP95, m.frameMax] = [middle(frames), p95(frames), Math.max(...frames)];
  await sleep(500);
  m.nodesAfter = await nodes();
  const press = `
    const cell = [...document.querySelectorAll("tr[data-r] td.d2h-code-linenumber:not(.d2h-info)")].find((c) => {
      const { top } = c.getBoundingClientRect();
      return top > 200 && top < 700;
    });
    const at = { bubbles: true, button: 0, clientX: cell.getBoundingClientRect().x + 8, clientY: cell.getBoundingClientRect().y + 8 };
    cell.dispatchEvent(new PointerEvent("pointerdown", at));
    window.dispatchEvent(new PointerEvent("pointerup", at));
    document.querySelector(".form textarea").getBoundingClientRect();`;
  m.form = await timed(page, press);
  m.split = await timed(
    page,
    `[...document.querySelectorAll(".segmented button")].find((b) => /split/i.test(b.textContent)).click()`,
  );
  await browser.close();
  await server.stop();
  m.gitDiff = git;
  m.firstRowPercent = (100 * m.firstRow) / git;
  return m;
}

if (process.argv[1] === import.meta.filename) {
  try {
    const project = many(Number(process.env.FILES ?? 3575));
    for (let i = 0; i < Number(process.env.RUNS ?? 1); i++) {
      const numbers = Object.entries(await measureMany(project));
      console.log(numbers.map(([k, v]) => `${k} ${v.toFixed(0)}`).join(", "));
    }
  } finally {
    await cleanUp();
  }
}
