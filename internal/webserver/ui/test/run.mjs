// Tests the page in a real Chromium with the real `consider review`. Arguments: names of flows/ (all if none is given).
import fs from "node:fs";
import path from "node:path";
import { cost } from "../../../../.ci/cost.mjs";
import { cleanUp, launch, out, patience, Project } from "./lib.mjs";
import { countWork } from "./settled.mjs";
import * as ui from "./ui.mjs";

const here = import.meta.dirname;
const shots = path.join(out, "shots");
fs.mkdirSync(shots, { recursive: true });
const names = fs
  .readdirSync(path.join(here, "flows"))
  .map((f) => f.replace(/\.mjs$/, ""))
  .sort();
const only = process.argv.slice(2);
const queue = only.length ? only : names;
let passed = 0,
  failed = 0;
/** A flow takes seconds. One that waits for what has no limit of its own, as for a page that hangs, fails and is named. */
const longest = 10 * 60_000; // ms
async function inTime(flow) {
  let timer;
  const late = new Promise((_, fail) => {
    timer = setTimeout(() => fail(new Error(`not over after ${longest / 60_000} minutes`)), longest);
  });
  try {
    await Promise.race([flow, late]);
  } finally {
    clearTimeout(timer);
  }
}
const browser = await launch();
try {
  for (const name of queue) {
    const { default: flow } = await import(`./flows/${name}.mjs`);
    const took = cost("flow", name);
    const contexts = [],
      servers = [],
      problems = [];
    let shot = 0,
      last;
    const t = {
      Project,
      async serve(project, ...args) {
        const server = await project.review(...args);
        servers.push(server);
        return server;
      },
      /** A separate window. The page may contact only the server, and may run only our scripts. */
      async open(server, { sharing, allow = [], path: where, ...options } = {}) {
        const context =
          sharing?.context() ?? (await browser.newContext({ viewport: { width: 1280, height: 860 }, ...options }));
        if (!sharing) {
          contexts.push(context);
          context.setDefaultTimeout(patience);
          await context.addInitScript(countWork);
          await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: server.origin });
        }
        const page = await context.newPage();
        last = page;
        page.on("request", (r) => {
          const url = new URL(r.url());
          if (/^http/.test(url.protocol) && url.origin !== server.origin) problems.push(`asked ${r.url()}`);
        });
        page.on("pageerror", (e) => problems.push(`script: ${e.message}`));
        page.on("console", (m) => {
          const text = m.text();
          const known = allow.some((a) => a.test(text)); // provoked by the flow
          if (m.type() === "error" && !known) problems.push(`console: ${text.slice(0, 300)} ${m.location().url}`);
        });
        await page.goto(where ? server.origin + where : await server.address());
        return page;
      },
      shot: (page, what) => page.screenshot({ path: path.join(shots, `${name}-${++shot}-${what}.png`) }),
      say: (...words) => console.log("     ", ...words),
    };
    try {
      await inTime(flow(t, ui));
      if (problems.length) throw new Error(problems.join("\n"));
      passed++;
      console.log(`ok   ${name} (${took()} s)`);
    } catch (error) {
      failed++;
      console.log(`FAIL ${name}: ${error.stack}`);
      if (problems.length) console.log(problems.join("\n"));
      for (const s of servers) if (/panic|level=ERROR/.test(s.text)) console.log(s.text.slice(-2000));
      await last?.screenshot({ path: path.join(shots, `${name}-failed.png`) }).catch(() => {});
    }
    for (const c of contexts) await c.close();
    for (const s of servers) {
      const hangs = setTimeout(() => s.child.kill("SIGQUIT"), patience); // its stacks are in its text
      if (s.child.exitCode === null && s.child.signalCode === null) await s.stop();
      clearTimeout(hangs);
      if (/^goroutine /m.test(s.text)) {
        failed++;
        console.log(`FAIL ${name}: the server did not end: ${s.text.slice(-20_000)}`);
      }
    }
  }
} finally {
  await browser.close();
  await cleanUp();
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
