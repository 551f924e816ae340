// A comment on a line that HEAD lacks is on that line: with --base, --range and --since, on the page and in the list. A
// proxy's host name is accepted if a person gives it, and no other name is.
import assert from "node:assert/strict";
import http from "node:http";
import { Project } from "../lib.mjs";

const text = (...changed) =>
  Array.from({ length: 12 }, (_, i) => `${changed.includes(i + 1) ? "changed" : "line"} ${i + 1}\n`).join("");

export default async function (t, ui) {
  const p = new Project({ "a.ts": text() });
  p.git("checkout", "-qb", "work");
  p.write("a.ts", text(3));
  p.commit("third");
  // A round with text that no commit has.
  p.write("a.ts", text(3, 8));
  p.consider("checkpoint", "create", "round");
  p.write("a.ts", text(3));

  for (const [args, n, words] of [
    [["--base", "main"], 3, "said of the base"],
    [["--range", "main..work"], 3, "said of the range"],
    [["--since", "round"], 8, "said of the round"],
  ]) {
    const server = await t.serve(p, ...args);
    const page = await t.open(server);
    await ui.ready(page);
    await ui.comment(page, "a.ts", n, words, "old");
    await ui.below(page, "a.ts", n, words, "old");
    await ui.submit(page);
    await ui.thread(page, words).locator(".said").waitFor();
    await ui.below(page, "a.ts", n, words, "old");
    assert.equal(
      await ui
        .thread(page, words)
        .locator(".badge", { hasText: /stale|orphaned/i })
        .count(),
      0,
    );
    const thread = p.consider("list").threads.find((x) => x.body === words);
    assert.equal(thread.anchorState, "anchored", `${args.join(" ")}: ${thread.placement.reason}`);
    assert.equal(thread.side, "old");
    assert.equal(thread.placement.startLine, n);
    await page.reload();
    await ui.thread(page, words).waitFor();
    await ui.below(page, "a.ts", n, words, "old");
    if (n === 8) await t.shot(page, "since");
    await page.close();
  }

  const server = await t.serve(p, "--public-host", "box.example");
  const status = (host) =>
    new Promise((done, fail) => {
      const { port } = new URL(server.origin);
      http
        .get({ host: "127.0.0.1", port, path: "/review", headers: { host } }, (r) => done(r.resume().statusCode))
        .on("error", fail);
    });
  assert.equal(await status("box.example"), 200);
  assert.equal(await status("evil.example"), 403);
}
