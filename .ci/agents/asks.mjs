// A person's own clicks, in a real VS Code and on the page in a real browser, beside an idle session of an agent in a terminal of its
// own. A comment wakes it; it asks with choices and ends its turn; the person clicks the second choice; it is woken, and its model
// reads what was chosen.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { fact, others, patience } from "./others.mjs";
import { served } from "./surfaces.mjs";
import { endings, settled, terminal } from "./wake.mjs";

const top = path.resolve(import.meta.dirname, "../..");
const program = ".consider/bin/consider-cli";
const [first, second] = ["keep it", "drop it"];

const claude = {
  id: "claude",
  args: (p) => {
    settled(p);
    return ["hello"];
  },
  says: ({ messages }) => JSON.stringify(messages.slice(messages.findLastIndex((message) => message.role === "assistant") + 1)),
  idle: (_, session) => endings(session),
};

// lacking is what keeps the screens from this machine; "" where nothing does.
function lacking(vsix) {
  if (spawnSync("script", ["--version"]).error) return "script(1) is not installed";
  for (const folder of ["extension/test", "internal/webserver/ui/test"]) if (!fs.existsSync(path.join(top, folder, "node_modules"))) return `${folder} has no packages`;
  return fs.existsSync(vsix) ? "" : `${vsix} was not made`;
}

// screens are a VS Code with the packaged extension and a browser with the page, both with the project open.
async function screens(p, vsix) {
  const [server, code, web] = await Promise.all(["extension/test/server.mjs", "extension/test/ui.mjs", "internal/webserver/ui/test/ui.mjs"].map((file) => import(path.join(top, file))));
  const ends = [];
  const end = async () => {
    for (const each of ends.reverse()) await each();
  };
  try {
    const editor = await server.start({ install: [vsix] });
    ends.push(() => editor.stop());
    const browser = await code.launch();
    ends.push(() => browser.close());
    const { page: window } = await code.open(await browser.newContext({ viewport: { width: 1280, height: 900 } }), editor, p.dir);
    await code.openFile(window, "auth.go");
    const review = await served(p);
    ends.push(review.end);
    const page = await browser.newPage();
    await page.goto(review.address);
    await web.ready(page);
    // A comment returns when it was sent.
    const inVSCode = {
      name: "VS Code",
      comment: async (words) => {
        await code.clickPlus(window, 3);
        await code.type(window, code.freshForm(window), words);
        await code.send(code.freshForm(window), "Add Comment");
        return Date.now();
      },
      choose: (words) => code.widget(window, words).locator("a", { hasText: second }).click(),
      shows: (words, answer) => code.widget(window, words).locator(".review-comment", { hasText: answer }).first().waitFor(),
      shot: (file) => window.screenshot({ path: file }),
    };
    const onPage = {
      name: "the page",
      comment: async (words) => {
        await web.number(page, "auth.go", 4).click({ position: { x: 10, y: 8 } });
        await web.form(page).fill(words);
        await page.getByRole("button", { name: "Comment now" }).click();
        return Date.now();
      },
      choose: (words) => web.thread(page, words).getByRole("button", { name: second }).click(),
      shows: (words, answer) => web.thread(page, words).getByText(answer).first().waitFor(),
      shot: (file) => page.screenshot({ path: file }),
    };
    return { each: [inVSCode, onPage], end };
  } catch (error) {
    await end();
    throw error;
  }
}

async function asks({ agent, project, model, check, until }, { id, args, keys = async () => true, says, idle, ended }) {
  const version = JSON.parse(fs.readFileSync(path.join(top, "extension/package.json"), "utf8")).version;
  const vsix = path.join(top, `dist/consider-${version}-linux-x64.vsix`);
  const why = lacking(vsix);
  if (why) return console.log(`--   ${id}: the clicks in VS Code and the browser are left out: ${why}`);
  const p = project();
  fs.writeFileSync(path.join(p.dir, "auth.go"), "package auth\n\nfunc Login() error {\n\treturn nil\n}\n"); // lines to comment on, on the page too
  p.run(p.consider, "setup", id, "--hooks", "wake", "--allow", "--yes", "--as", "human");
  const { log, url, end, woken } = await model(p);
  const session = terminal(p, agent, url, args(p, agent));
  const data = (...words) => JSON.parse(p.run(p.consider, ...words, "--json", "--as", "human")).data;
  // news are what the model was told or read anew, a request each.
  const news = () => fs.readFileSync(log, "utf8").split("\n").filter((text) => text.includes(fact)).map((text) => JSON.parse(text).body).filter((body) => body.tools?.length).map(says);
  const turns = () => news().filter((text) => text.includes(fact)).length;
  let hands;
  try {
    const there = (await keys(session, until)) && (await until(() => idle(p, session) > 0 && data("summary").listeners?.some((each) => each.agent === agent.name), patience));
    check(`${id}: an idle session is there to hear, beside VS Code and the page`, there, session.screen.slice(-3000));
    if (there) hands = await screens(p, vsix);
    for (const screen of hands?.each ?? []) await roundTrip({ id, screen, all: hands.each, woken, news, turns, data, check, until, ended: () => idle(p, session) });
  } catch (error) {
    check(`${id}: what is clicked is there`, false, `${error.stack} ${session.screen.slice(-500)}`);
  } finally {
    await hands?.end();
    end(session);
    await ended?.(p);
  }
}

// roundTrip is a comment, the agent's question and its answer, on one screen; the other one shows each of them too.
async function roundTrip({ id, screen, all, woken, news, turns, data, check, until, ended }) {
  const { name } = screen;
  const words = `a comment from ${name}`;
  const question = `which way, asked in ${name}?`;
  let [turned, over] = [turns(), ended()];
  woken(`${program} reply <id> -m "${question}" --outcome blocked --ask "${first}|${second}"`);
  const at = await screen.comment(words);
  const hears = await until(() => turns() > turned, patience);
  check(`${id}: a comment written in ${name} begins a turn`, hears, news().at(-1));
  console.log(`     ${id}: woken ${((Date.now() - at) / 1000).toFixed(1)} s after it was sent`);
  const stands = () => data("list").threads.some((each) => each.body === words && each.question);
  check(`${id}: it asks, and ends its turn`, await until(() => stands() && ended() > over, patience), news().at(-1));
  for (const each of all) await each.shows(words, question);
  if (process.env.TEST_OUT) await screen.shot(path.join(process.env.TEST_OUT, `asks-${id}-${all.indexOf(screen)}.png`));

  [turned, over] = [turns(), ended()];
  woken(`${program} context <id>`);
  const since = Date.now();
  await screen.choose(words);
  const reads = (text) => text.includes(question) && new RegExp(`chose \\\\+"${second}`).test(text);
  const heard = await until(() => news().some(reads), patience);
  check(`${id}: a click on "${second}" in ${name} wakes it, and its model reads the choice`, heard && turns() === turned + 1, `${turns() - turned} turns; ${news().at(-1)}`);
  console.log(`     ${id}: its model read the choice ${((Date.now() - since) / 1000).toFixed(1)} s after the click`);
  await until(() => ended() > over, patience);
  for (const each of all) await each.shows(words, second);
}

export const asksClaude = (tools) => asks(tools, claude);
export const asksCodex = (tools) => asks(tools, others.codex);
export const asksOpenCode = (tools) => asks(tools, others.opencode);
