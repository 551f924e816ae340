// Runs the suite in suite/ inside VS Code's own extension host, with the extension from the checkout.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { manyThreads, out, patience, Project, top } from "./lib.mjs";
import * as server from "./server.mjs";
import * as ui from "./ui.mjs";

fs.mkdirSync(out, { recursive: true });
const report = path.join(fs.mkdtempSync(path.join(os.tmpdir(), "cr-")), "report");
const lines = Array.from({ length: 10_000 }, (_, i) => `line ${i + 1} of a long file`);
const project = new Project({ "small.txt": "one\ntwo\nthree\nfour\nfive\nsix\n", "long.txt": lines.join("\n") + "\n" });
// 200 threads, spread over the long file.
const { store } = manyThreads(200, 1);
const imported = JSON.parse(store);
imported.comments.forEach((c, i) => {
  const at = i * 49 + 10;
  Object.assign(c, { file: "long.txt", workflowState: "open" });
  Object.assign(c.anchor, {
    startLine: at + 1,
    endLine: at + 1,
    targetContent: lines[at],
    contextBefore: lines.slice(at - 3, at),
    contextAfter: lines.slice(at + 1, at + 4),
  });
});
project.write("../store.json", JSON.stringify(imported));
project.consider("import", "../store.json", "--as", "human");

// As if an agent had opened the editor: what the person writes in it still counts as the person's.
const env = { TEST_REPORT: report, TEST_GREP: process.env.TEST_GREP ?? "", CLAUDECODE: "1" };
const srv = await server.start({ dev: true, env });
let browser,
  code = 1;
const noise = [];
try {
  browser = await ui.launch();
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage();
  page.setDefaultTimeout(patience);
  let done;
  const exit = new Promise((resolve) => {
    done = resolve;
  });
  await page.exposeFunction("codeAutomationLog", (type, args) => noise.push(`[${type}] ${args.join(" ")}`));
  await page.exposeFunction("codeAutomationExit", (c) => done(c));
  const answer = await page.goto(
    srv.page(project.folder, [
      ["extensionDevelopmentPath", srv.remote(path.join(top, "extension"))],
      ["extensionTestsPath", srv.remote(path.join(top, "extension/test/suite/index.cjs"))],
      ["skipWelcome", "true"],
    ]),
  );
  if (!answer.ok()) throw new Error(`workbench page: HTTP ${answer.status()}`);
  const timer = setTimeout(() => done(124), 600_000);
  code = await exit;
  clearTimeout(timer);
  if (code) await page.screenshot({ path: path.join(out, "host-failure.png") });
} finally {
  await browser?.close();
  console.log(fs.existsSync(report) ? fs.readFileSync(report, "utf8") : "no report");
  if (code) console.log(`host suite: exit ${code}`);
  fs.writeFileSync(path.join(out, "host.log"), noise.join("\n"));
  await srv.stop();
  project.remove();
  fs.rmSync(path.dirname(report), { recursive: true, force: true });
}
process.exitCode = code;
