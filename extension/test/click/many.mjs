// A store of 3,000 threads.
import { manyThreads, median, until } from "../lib.mjs";
import * as ui from "../ui.mjs";

export default async function many(t) {
  const { texts, store } = manyThreads(3000, 30);
  const project = t.project(texts);
  project.write("../store.json", store);
  project.consider("import", "../store.json", "--as", "human");
  const page = await t.open(project.folder);
  const opened = performance.now();
  await ui.command(page, "Consider: Show All Comments");
  await ui.rows(page, "unit.txt").first().waitFor();
  t.say(`3,000 threads: tree filled ${((performance.now() - opened) / 1000).toFixed(1)} s after the window`);
  await page.locator(".statusbar-item", { hasText: "2400" }).waitFor();
  await t.shot(page, "tree");
  await ui.rows(page, "part00").first().click();
  await ui.rows(page, "remark 0 on unit 0").first().click();
  await page.locator(".review-widget", { hasText: "remark 0 on unit 0" }).first().waitFor();
  await until("marks in the gutter", async () => (await ui.markedLines(page)).includes(3));
  await t.shot(page, "file");
  const id = project.list("--file", "src/part00/unit.txt").find((x) => x.placement.startLine === 3).id;
  const times = [];
  for (let i = 1; i <= 5; i++) {
    const seen = await ui.watchFor(page, ".review-comment", new RegExp(`in the crowd ${i}\\.`));
    project.agent("reply", id, "-m", `in the crowd ${i}.`);
    const returned = Date.now();
    times.push((await seen()) - returned);
  }
  t.measure("3,000 threads: agent's reply visible after the command returned, median of 5", median(times), 250);
  await ui.command(page, "Consider: Hide Resolved Threads");
  await until("the toggle holds", async () => /20|80/.test(await ui.rows(page, "part00").first().innerText()));
  await t.shot(page, "open-only");
}
