// Checkpoints from the palette, and a thread's code then and now.
import assert from "node:assert/strict";
import { until } from "../lib.mjs";
import * as ui from "../ui.mjs";

const pay = `func Pay(cart Cart) error {
	total := cart.Sum()
	if total == 0 {
		return nil
	}
	return charge(total)
}
`;

export default async function rounds(t) {
  const project = t.project({ "pay.go": pay });
  project.consider("add", "pay.go:3", "-m", "What of refunds?", "--as", "human");
  const id = project.thread("refunds").id;
  const page = await t.open(project.folder);
  await ui.openFile(page, "pay.go");
  await ui.widget(page, "What of refunds?").waitFor();

  // The end of a round.
  await ui.command(page, "Consider: Create Checkpoint");
  await ui.answer(page, "first-look");
  await ui.toast(page, "checkpoint first-look saved: 1 thread");
  const [made] = project.consider("checkpoint", "list").checkpoints;
  assert.deepEqual([made.name, made.threads, made.author], ["first-look", 1, "human"]);

  // The agent answers and changes the code.
  project.agent("reply", id, "-m", "They are negative.", "--outcome", "addressed");
  project.write("pay.go", "package pay\n\n" + pay.replace("total == 0", "total <= 0 && !cart.Refund"));
  await page.locator(".review-comment", { hasText: "They are negative." }).waitFor();

  // The changes since then, for one thread: its code then and now.
  const widget = ui.widget(page, "What of refunds?");
  await until("it says so", async () => /Code edited/.test(await widget.innerText()));
  await ui.button(widget, "Compare with Original Code").click();
  const side = (name) => page.locator(`.monaco-diff-editor .editor.${name} .view-lines`);
  await side("original").locator(".view-line", { hasText: "total == 0" }).waitFor();
  await side("modified").locator(".view-line", { hasText: "total <= 0 && !cart.Refund" }).waitFor();
  await side("modified").locator(".view-line", { hasText: "charge(total)" }).waitFor();
  const title = await page.locator(".tab.active").innerText();
  assert.match(title, /pay\.go: original .*current /);
  await t.shot(page, "then-and-now");

  // It has the file's line numbers, and the right side is the file itself, thread and all.
  const numbers = await page.locator(".monaco-diff-editor .editor.modified .line-numbers").allInnerTexts();
  assert.ok(numbers.includes("5"), `the numbers of the file, not ${numbers}`);
  await page.locator(".monaco-diff-editor .review-widget", { hasText: "What of refunds?" }).waitFor();

  // The changes of all files.
  await ui.command(page, "Consider: Choose Changes…");
  await ui.choose(page, "first-look");
  await ui.command(page, "Consider: Open All Changes");
  await page.locator(".multiDiffEntry", { hasText: "pay.go" }).waitFor();
  await ui.says(page.locator(".tab.active"), /Changes since first-look/);
  await t.shot(page, "compared");

  // Opened again, they are those of now, although no view of them is shown that would follow the files.
  project.write("later.go", "package pay\n");
  await ui.command(page, "View: Close All Editors");
  await page.locator(".editor-group-container .tab").first().waitFor({ state: "detached" });
  await ui.command(page, "Consider: Open All Changes");
  await page.locator(".multiDiffEntry", { hasText: "later.go" }).waitFor();
  project.git("clean", "-fq");

  // Back to the threads of the checkpoint. What was said since is named before anything happens.
  project.consider("add", "pay.go:1", "-m", "A second thought", "--as", "human");
  await until("three words", () => project.list().length === 2);
  const back = async () => {
    await ui.command(page, "Consider: Restore Threads from Checkpoint");
    await ui.choose(page, "first-look");
    await page.locator(".monaco-dialog-box", { hasText: "A second thought" }).waitFor();
  };
  await back();
  await t.shot(page, "asked");
  await ui.dialog(page, "Cancel");
  assert.equal(project.list().length, 2, "asked only");
  await back();
  await ui.dialog(page, "Restore Threads");
  await until("as it was", () => project.list().length === 1 && project.thread("refunds").thread.length === 0);
  assert.match(project.read("pay.go"), /Refund/, "no file is touched");
  await ui.toast(page, "restored", "Undo");
  await until("there again", () => project.list().length === 2 && project.thread("refunds").thread.length === 1);
  assert.equal(project.git("status", "--porcelain"), " M pay.go\n", "git sees only the agent's change");
}
