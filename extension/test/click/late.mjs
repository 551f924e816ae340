// A file is on the screen before its project is known: its + still appears, and so do its threads.
import fs from "node:fs";
import path from "node:path";
import { sleep, until } from "../lib.mjs";
import * as ui from "../ui.mjs";

export default async function late(t) {
  const project = t.project({ "a.txt": "one\ntwo\nthree\n" });
  project.consider("add", "a.txt:1", "-m", "about one", "--as", "human");
  // A back end that answers only when allowed to, and ends with the project.
  const beside = path.dirname(project.folder);
  const [own, asked, go] = ["own-consider", "asked", "go"].map((name) => path.join(beside, name));
  const srv = await t.server({});
  const bundled = fs.readdirSync(srv.exts).find((f) => f.startsWith("consider.consider-"));
  const program = path.join(srv.exts, bundled, "bin", "consider");
  const held = `if [ "$1" = serve ]; then : >'${asked}'; while [ -e '${asked}' -a ! -e '${go}' ]; do sleep 0.1; done; fi`;
  fs.writeFileSync(own, `#!/bin/sh\n${held}\nexec '${program}' "$@"\n`, { mode: 0o755 });
  srv.set({ "consider.path": own });

  const page = await t.open(project.folder, { on: srv });
  await ui.openFile(page, "a.txt");
  await until("the back end was started", () => fs.existsSync(asked));
  // By now VS Code has made all the requests that it makes when it shows a file.
  await page.locator(".editor-group-container .view-line", { hasText: "three" }).waitFor();
  await sleep(1500);
  await t.shot(page, "waiting");
  fs.writeFileSync(go, "");
  await ui.widget(page, "about one").waitFor();
  await ui.clickPlus(page, 3);
  await ui.writeComment(page, page.locator(".review-widget").last(), "about three", "Add Comment");
  await project.waitFor("about three");
  await t.shot(page, "there");
}
