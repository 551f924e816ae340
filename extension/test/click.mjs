// Clicks through the packaged extension in a real VS Code in a real browser. Arguments: the VSIX, then names of
// scenarios in click/ (all if none is given).
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { cost } from "../../.ci/cost.mjs";
import { out, Project } from "./lib.mjs";
import * as server from "./server.mjs";
import * as ui from "./ui.mjs";

const here = path.dirname(fileURLToPath(import.meta.url));
const [vsix, ...only] = process.argv.slice(2);
const shots = path.join(out, "shots");
fs.mkdirSync(shots, { recursive: true });
const names = fs
  .readdirSync(path.join(here, "click"))
  .map((f) => f.replace(/\.mjs$/, ""))
  .sort();
const queue = only.length ? only : names;

// As if an agent had opened the editor: what the person writes in it still counts as the person's.
const packages = { install: [path.resolve(vsix)], unpacked: [path.join(here, "rest")] };
const srv = await server.start({ ...packages, env: { CLAUDECODE: "1" } });
let browser,
  failed = 0;
const temporary = []; // removed when no process of VS Code uses them any more
try {
  browser = await ui.launch();
  for (const name of queue) {
    const { default: scenario } = await import(`./click/${name}.mjs`);
    const took = cost("scenario", name);
    const contexts = [],
      pages = [],
      outside = [],
      projects = [],
      servers = [];
    let shot = 0;
    const t = {
      srv,
      project(files, name) {
        projects.push(new Project(files, name));
        return projects.at(-1);
      },
      /** A separate window, like a person's second browser. */
      async open(folder, { sharing, on = srv } = {}) {
        const ctx = sharing ? sharing.context() : await browser.newContext({ viewport: { width: 1280, height: 900 } });
        if (!sharing) {
          contexts.push(ctx);
          await ctx.grantPermissions(["clipboard-read", "clipboard-write"], { origin: on.url });
        }
        const opened = await ui.open(
          ctx,
          on,
          folder,
          [],
          process.env.CONSOLE ? { onConsole: (m) => console.log("[c]", m.text().slice(0, 300)) } : {},
        );
        pages.push(opened.page);
        opened.page.on("close", () => outside.push(...opened.outside));
        return opened.page;
      },
      /** A separate VS Code, with the package under test. */
      async server(options) {
        servers.push(await server.start({ ...packages, ...options }));
        return servers.at(-1);
      },
      shot: (page, what) =>
        page.screenshot({ path: path.join(shots, `${name}-${String(++shot).padStart(2, "0")}-${what}.png`) }),
      say: (...words) => console.log("     ", ...words),
      /**
       * Prints a time beside its target. Exceeding the target on a busy machine is not a failure; exceeding it by far
       * is, also for the number of processes that share a processor now.
       */
      measure(what, ms, target, more = "") {
        const verdict = ms < target ? "below" : "NOT below";
        t.say(`${what}: ${ms.toFixed(0)} ms, ${verdict} ${target} ms${more && `; ${more}`}`);
        const waiting = Math.max(1, os.loadavg()[0] / os.cpus().length);
        if (ms > 10 * target * waiting)
          throw new Error(
            `${what}: ${ms.toFixed(0)} ms is more than ten times ${target} ms, at a load of ${waiting.toFixed(1)}`,
          );
      },
    };
    try {
      await scenario(t);
      for (const p of pages) await p.close();
      if (outside.length) throw new Error(`asked other hosts: ${outside.slice(0, 3)}`);
      console.log(`ok    ${name} (${took()} s)`);
    } catch (error) {
      failed++;
      console.log(`FAIL  ${name} (${took()} s): ${error.stack}`);
      for (const [i, p] of pages.entries())
        if (!p.isClosed()) await p.screenshot({ path: path.join(shots, `${name}-failure${i}.png`) });
    } finally {
      for (const ctx of contexts) await ctx.close();
      for (const s of servers) await s.stop();
      temporary.push(...projects);
    }
  }
} finally {
  await browser?.close();
  fs.copyFileSync(srv.log, path.join(out, "server.log"));
  const logs = path.join(srv.data, "logs");
  if (fs.existsSync(logs)) fs.cpSync(logs, path.join(out, "logs"), { recursive: true });
  await srv.stop();
  for (const p of temporary) p.remove();
}
console.log(
  failed
    ? `${failed} of ${queue.length} scenarios failed`
    : `${queue.length} scenarios passed; screenshots in ${path.relative(process.cwd(), shots) || "."}`,
);
process.exitCode = failed ? 1 : 0;
