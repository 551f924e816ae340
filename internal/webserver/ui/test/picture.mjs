// The animation in the README, made of the real page and the real program's output: a comment in the browser, the
// agent's answer in the terminal, the thread on its line again. Written as numbered frames, each with its duration.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { cleanUp, launch, out, plain, program, Project } from "./lib.mjs";
import { countWork } from "./settled.mjs";
import * as ui from "./ui.mjs";

const size = { width: 960, height: 560 };
const folder = path.join(out, "picture");
fs.rmSync(folder, { recursive: true, force: true });
fs.mkdirSync(folder, { recursive: true });

const before = `// Prices come from a form.
export function parsePrice(text) {
  return 0;
}
`;
const written = before.replace("return 0;", "const value = parseInt(text);\n  return isNaN(value) ? 0 : value;");
const answered = written
  .replace("// Prices", '// Both "12.50" and "12,50" are prices.\n// Prices')
  .replace("parseInt(text)", 'Number(text.replace(",", "."))');

const times = [];
/** Keeps the page's current image for so many milliseconds. */
async function frame(page, ms) {
  const name = path.join(folder, `${String(times.length).padStart(3, "0")}.png`);
  await page.screenshot({ path: name, animations: "disabled", caret: "initial" });
  times.push(`-d ${ms} ${name}`);
}

const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
const style = `body{margin:0;background:#16181d;color:#d7dae0;font:15px/1.45 "DejaVu Sans Mono",monospace;padding:26px 30px}
pre{margin:0;white-space:pre-wrap} b{color:#7fd1a0;font-weight:600} i{color:#e3b341;font-style:normal} h1{font:600 15px sans-serif;color:#8b93a1;margin:0 0 16px}`;

const browser = await launch();
try {
  const project = new Project({ "price.js": before }, { name: "shop" });
  project.write("price.js", written);
  const server = await project.review();
  const context = await browser.newContext({ viewport: size, colorScheme: "light", reducedMotion: "reduce" });
  await context.addInitScript(countWork);
  const page = await context.newPage();
  page.setDefaultTimeout(10000);
  await page.goto(await server.address());
  await ui.ready(page);
  await frame(page, 1400);

  await ui.number(page, "price.js", 3).click({ position: { x: 60, y: 8 } });
  await ui.form(page).waitFor();
  for (const words of ['What of "12,50"?', " It becomes 12 here."]) {
    await page.keyboard.insertText(words);
    await frame(page, 700);
  }
  await page.keyboard.press("Control+Enter");
  await ui.thread(page, "12,50").waitFor();
  await frame(page, 1000);
  await ui.submit(page);
  await ui.until("the thread", () => project.threads().length === 1);
  const { id } = project.thread("12,50");

  const screen = await context.newPage();
  /** What a person or an agent types in a terminal, and the output. */
  const shown = [];
  const type = async (who, command, ms, said) => {
    const print = said ?? run(who, command);
    shown.push(`<b>${who}$</b> <i>${escaped(command.join(" "))}</i>\n${escaped(print)}\n`);
    await screen.setContent(
      `<style>${style}</style><h1>${who === "you" ? "your" : "the agent's"} terminal</h1><pre>${shown.join("")}</pre>`,
    );
    await frame(screen, ms);
  };
  const run = (who, [, ...args]) =>
    execFileSync("consider", who === "you" ? [...args, "--as", "human"] : args, {
      cwd: project.folder,
      encoding: "utf8",
      env: {
        ...plain,
        PATH: path.dirname(program) + path.delimiter + plain.PATH,
        CLAUDECODE: who === "you" ? "" : "1",
      },
    });
  await type("agent", ["consider", "context", id, "-C", "1"], 2600);
  project.write("price.js", answered);
  shown.length = 0;
  await type(
    "agent",
    ["edit", "price.js"],
    1200,
    `+ // Both "12.50" and "12,50" are prices.\n- const value = parseInt(text);\n+ const value = Number(text.replace(",", "."));\n`,
  );
  const words = "It reads both signs now.";
  shown.push(
    `<b>agent$</b> <i>consider reply ${id} --outcome addressed -m '${words}'</i>\n${escaped(run("agent", ["consider", "reply", id, "--outcome", "addressed", "-m", words]))}\n`,
  );
  await screen.setContent(`<style>${style}</style><h1>the agent's terminal</h1><pre>${shown.join("")}</pre>`);
  await frame(screen, 1800);
  shown.length = 0;
  await type("you", ["consider", "list"], 2800);

  await page.bringToFront();
  const again = await project.review();
  await page.goto(await again.address());
  await ui.ready(page);
  await page.getByText(words).first().waitFor();
  await page.getByText(words).first().scrollIntoViewIfNeeded();
  await frame(page, 3200);
  fs.writeFileSync(path.join(folder, "frames"), times.join(" "));
} finally {
  await browser.close();
  await cleanUp();
}
