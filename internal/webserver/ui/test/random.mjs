// Plays random acts on the page, in two tabs with slow answers, while an agent answers and the files change. After each
// round it looks for every thread and every typed word. Arguments: a seed, and how many rounds of eight acts.
// SCRIPT=random.mjs .ci/ui-test 7 20
import path from "node:path";
import { cleanUp, launch, out, Project, sleep, until } from "./lib.mjs";
import { countWork } from "./settled.mjs";
import * as ui from "./ui.mjs";

const seed = Number(process.argv[2] ?? 1);
const rounds = Number(process.argv[3] ?? 7);
const patience = 15000; // ms until everything has to be where it belongs

let drawn = seed >>> 0;
/** A number from 0 to n-1, the same ones for the same seed. */
function below(n) {
  drawn = (drawn + 0x6d2b79f5) >>> 0;
  let x = Math.imul(drawn ^ (drawn >>> 15), drawn | 1);
  x ^= x + Math.imul(x ^ (x >>> 7), x | 61);
  return ((x ^ (x >>> 14)) >>> 0) % n;
}
const one = (list) => list[below(list.length)];

const names = ["a.ts", "b.ts", "docs/c.md"];
const text = (name) => Array.from({ length: 30 }, (_, i) => `line ${i + 1} of ${name}\n`).join("");
const project = new Project(Object.fromEntries(names.map((n) => [n, text(n)])));
for (const n of names) project.write(n, text(n).replace("line 3 ", "line three ").replace("line 20 ", "line twenty "));

const told = []; // acts, for the report
const written = new Set(); // words that must be somewhere: in the store or in a form
let serial = 0;
const word = (what) => `${what}${seed}x${++serial}z`;

const browser = await launch();
const server = await project.review();
const context = await browser.newContext({ viewport: { width: 1280, height: 860 } });
await context.addInitScript(countWork);
const faults = [];
const tabs = [];

async function openTab() {
  const page = await context.newPage();
  page.setDefaultTimeout(4000);
  page.on("pageerror", (e) => faults.push(`script: ${e.message}`));
  await page.goto(tabs.length === 0 ? await server.address() : `${server.origin}/review`);
  await ui.ready(page);
  tabs.push(page);
}

/** Presses a button if there is one that can be pressed now. */
async function press(page, of) {
  const all = await of.all();
  if (all.length === 0) return false;
  await one(all)
    .click({ timeout: 1500 })
    .catch(() => told.push("  (not pressed)"));
  return true;
}

/** Types into the form that has the focus, if one has. */
async function type(page, what) {
  const inForm = () =>
    page.evaluate(() => {
      const { id, ariaLabel, value } = document.activeElement;
      return id.startsWith("editor-") ? { id, ariaLabel, value } : undefined;
    });
  const form = await inForm();
  if (!form) return false;
  // A person reads before writing on: what another tab has written in the same form has arrived.
  const waits = () => page.evaluate(() => Object.keys(localStorage).some((key) => key.includes("drafts")));
  await until("the drafts are saved", async () => !(await waits()), 4000).catch(() => undefined);
  await sleep(one([0, 1500]) || 500);
  const typed = word(what);
  await page.keyboard.insertText(`${typed} `);
  const now = await inForm();
  if (now?.id !== form.id || !now.value.includes(typed)) return false; // it is closed by now, or its words are on their way
  written.add(typed);
  told.push(`  typed ${typed} into "${form.ariaLabel}"`);
  return true;
}

const card = (page) => page.locator("article.thread");
const acts = {
  async comment(page) {
    await ui
      .number(page, one(names), 1 + below(26))
      .click({ position: { x: 10, y: 8 }, timeout: 1500 })
      .catch(() => undefined);
    await sleep(50);
    if (!(await type(page, "comment"))) return;
    if (below(3) > 0) await page.keyboard.press(below(2) ? "Control+Enter" : "Control+Shift+Enter");
  },
  async reply(page) {
    if (!(await press(page, card(page).locator(".reply-open")))) return;
    if (!(await type(page, "reply"))) return;
    if (below(3) > 0) await page.keyboard.press("Control+Enter");
  },
  async goOn(page) {
    const forms = await page.locator(".form textarea, article.thread textarea").all();
    if (forms.length === 0) return;
    await one(forms)
      .focus({ timeout: 1500 })
      .catch(() => undefined);
    if ((await type(page, "more")) && below(2)) await page.keyboard.press("Control+Enter");
  },
  resolve: (page) => press(page, card(page).getByRole("button", { name: /^(Resolve|Reopen)$/ })),
  async submit(page) {
    if (below(3) > 0) return;
    await page.locator(".review-button").click({ timeout: 1500 });
    const dialog = page.locator("dialog[open]");
    await dialog.waitFor({ timeout: 1500 });
    if (below(2)) await type(page, "note");
    await dialog.getByRole("button", { name: "Submit review" }).click({ timeout: 1500 });
    await sleep(300);
    await press(page, dialog.getByRole("button", { name: "Submit anyway" }));
    await page.keyboard.press("Escape");
    await page
      .locator(".submitted")
      .getByRole("button", { name: "Close" })
      .click({ timeout: 1500 })
      .catch(() => undefined);
  },
  agent() {
    const open = project.threads().filter((t) => t.workflowState === "open" && t.target !== "review");
    const said = word("agent");
    if (open.length > 0 && below(3) > 0) project.agent("reply", one(open).id, "-m", said);
    else project.agent("add", `${one(names)}:${1 + below(20)}`, "-m", said);
    written.add(said);
  },
  edit() {
    const name = one(names);
    const lines = project.read(name).split("\n");
    const at = below(lines.length);
    if (below(3)) lines.splice(at, 0, `new ${++serial}`);
    else if (lines.length > 12) lines.splice(at, 1 + below(3));
    project.write(name, lines.join("\n"));
  },
  newer: (page) => press(page, page.locator(".bar:not([hidden]) button:not([hidden])")),
  view: (page) => press(page, page.getByRole("button", { name: /^(Unified|Split|Rendered|Source)$/ })),
  viewed: (page) => press(page, page.getByLabel("Viewed")),
  async slow(page) {
    await page.unroute("**/api/**");
    const most = one([0, 300, 900]);
    if (most === 0) return;
    await page.route("**/api/**", async (route) => {
      if (/\/events/.test(route.request().url())) return route.continue().catch(() => undefined);
      await sleep(below(most));
      await route.continue().catch(() => undefined); // the tab may be closed by now
    });
  },
  async reload(page) {
    await page.reload();
    await ui.ready(page);
  },
  async another(page) {
    if (tabs.length === 1) return openTab();
    await page.close();
    tabs.splice(tabs.indexOf(page), 1);
  },
};

/** Writing is what a person does most. */
const often = [...Object.keys(acts), ..."comment comment comment reply reply goOn goOn newer".split(" ")];

async function play(name, page) {
  try {
    await acts[name](page);
  } catch (error) {
    told.push(`  (${error.message.split("\n")[0]})`); // it could not be done now, as for a person
  }
  if (!page.isClosed() && (await page.locator("dialog[open]").count()) > 0) await page.keyboard.press("Escape");
}

/** What is missing: threads of the store on a page, and words in the store or in a form. */
async function missing() {
  const threads = project.threads();
  const stored = JSON.stringify(threads);
  const lost = [];
  let forms = "";
  for (const page of tabs) {
    const seen = await page.evaluate(async () => ({
      drafts: await fetch("/api/drafts", {
        headers: { "X-Consider-Token": sessionStorage.getItem("consider.token") },
      }).then((answer) => answer.text()),
      open: [...document.querySelectorAll("section.file:not(.closed)")].map((e) => e.getAttribute("aria-label")),
      here: JSON.stringify({ ...localStorage }),
      cards: [...document.querySelectorAll("article.thread")].map((e) => e.textContent).join(" "),
      forms: [...document.querySelectorAll("textarea")].map((e) => e.value).join(" "),
    }));
    forms += Object.values(seen).join(" ");
    for (const t of threads) {
      const first = t.body.split(" ")[0];
      if (seen.open.includes(t.file) && !seen.cards.includes(first))
        lost.push(`tab ${tabs.indexOf(page)} does not show the thread "${first}"`);
    }
  }
  for (const w of written) if (!stored.includes(w) && !forms.includes(w)) lost.push(`"${w}" is nowhere`);
  const bodies = threads.flatMap((t) => [t.body, ...t.thread.map((r) => r.body)]);
  for (const w of written) if (bodies.filter((b) => b.includes(w)).length > 1) lost.push(`"${w}" was sent twice`);
  return lost;
}

let bad = 0;
try {
  await openTab();
  await openTab();
  for (let round = 1; round <= rounds && bad === 0; round++) {
    for (let i = 0; i < 8; i++) {
      const name = one(often);
      const page = one(tabs);
      told.push(`${round}.${i + 1} tab ${tabs.indexOf(page)}: ${name}`);
      await play(name, page);
    }
    for (const page of tabs) await page.unroute("**/api/**");
    let lost = [];
    await until("all is there", async () => (lost = await missing()).length === 0, patience).catch(() => undefined);
    bad = lost.length + faults.length;
    if (bad > 0) console.log(`seed ${seed}, round ${round}:\n${[...lost, ...faults].join("\n")}\n${told.join("\n")}`);
  }
  if (bad > 0)
    await Promise.all(tabs.map((page, i) => page.screenshot({ path: path.join(out, `random-${seed}-${i}.png`) })));
  else
    console.log(
      `seed ${seed}: ${told.length} acts, ${written.size} words, ${project.threads().length} threads: all there`,
    );
} finally {
  await browser.close();
  await cleanUp();
}
process.exit(bad > 0 ? 1 : 0);
