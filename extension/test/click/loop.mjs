// The whole loop of the specification's section 12, steps 1 to 11, as a developer and an agent go through it.
import assert from "node:assert/strict";
import fs from "node:fs";
import { until } from "../lib.mjs";
import * as ui from "../ui.mjs";

const login = `package auth

func Login(name string) error {
	token, err := fetch(name)
	if err != nil {
		panic(err)
	}
	return check(token)
}

func Logout() {}
`;
const session = `package auth

type Session struct {
	Name string
	Age  int
}

func (s *Session) Renew() {
	s.Age = 0
}
`;
const legacy = "package auth\n\nvar Old = true\n";

export default async function loop(t) {
  const project = t.project({ "auth/login.go": login, "auth/session.go": session, "auth/legacy.go": legacy }, "shop");
  const gitSeesNothing = (also = "") =>
    assert.equal(project.git("status", "--porcelain", "-uall"), also, "git sees nothing of it");

  // 1. The developer opens VS Code and reads.
  const page = await t.open(project.folder);
  await ui.openFile(page, "login.go");
  const comment = async (line, words) => {
    await ui.clickPlus(page, line);
    const fresh = ui.freshForm(page);
    await ui.writeComment(page, fresh, words, "Add Comment");
    const thread = await project.waitFor(words);
    assert.deepEqual([thread.workflowState, thread.anchorState], ["open", "anchored"]);
    await page.locator(".review-comment", { hasText: words }).waitFor();
    return thread.id;
  };

  // 2. The developer clicks on lines and types, in several files, and selects a range.
  const panics = await comment(6, "Return the error instead of a panic.");
  await ui.openFile(page, "session.go");
  await ui.goto(page, 4);
  await page.keyboard.press("Home");
  await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("Shift+End");
  await ui.command(page, "Consider: Add Comment");
  const ranged = ui.freshForm(page);
  await ranged.waitFor();
  await ui.writeComment(page, ranged, "Why are both exported?", "Add Comment");
  const exported = (await project.waitFor("both exported")).id;
  const range = project.thread("both exported").placement;
  assert.deepEqual([range.startLine, range.endLine], [4, 5], "two lines were selected");
  await ui.openFile(page, "legacy.go");
  const old = await comment(3, "Is this still needed?");
  await t.shot(page, "step02-comments");
  gitSeesNothing();

  // 3. The agent is told, or its skill makes it check.
  const summary = project.agent("summary");
  assert.deepEqual([summary.open, summary.unseenOpen], [3, 3]);

  // 4. It lists the threads; a file that changed since then still has the right lines.
  project.write("auth/session.go", "// Sessions.\n" + session);
  const listed = project.agent("list").threads;
  assert.equal(listed.length, 3);
  assert.equal(listed.find((x) => x.id === exported).placement.startLine, 5);

  // 5. and 6. It reads each with its code, and answers.
  for (const [id, answer] of [
    [panics, "Agreed, I will return it."],
    [exported, "Name is read by the templates. Age can be hidden."],
    [old, "Nothing uses it. Shall I delete it?"],
  ]) {
    const context = project.agent("context", id);
    assert.ok(context.thread.code.lines.length > 0, "there is code around it");
    project.agent("reply", id, "-m", answer, "--outcome", "answered");
  }
  assert.equal(project.agent("list", "--unseen").threads.length, 0, "all of it was read");

  // 7. The developer sees the answers beside the comments.
  await page.locator(".review-comment", { hasText: "Shall I delete it?" }).waitFor();
  await t.shot(page, "step07-answer");
  await ui.openFile(page, "session.go");
  await page.locator(".review-comment", { hasText: "Age can be hidden" }).waitFor();
  await until("on its lines", async () => String(await ui.markedLines(page)) === "6");
  await t.shot(page, "step07-range");

  // 8. The developer resolves one, and continues with another.
  await ui.openFile(page, "legacy.go");
  await ui.writeComment(page, ui.widget(page, "Is this still needed?"), "Yes, delete it.", "Reply");
  await page.locator(".review-comment", { hasText: "Yes, delete it." }).waitFor();
  await ui.openFile(page, "session.go");
  await ui.button(ui.widget(page, "both exported"), "Resolve").click();
  await until("resolved", () => project.thread("both exported").workflowState === "resolved");
  await t.shot(page, "step08-resolved");

  // 9. The agent changes the code as agreed.
  assert.deepEqual(
    project.agent("list", "--unseen").threads.map((x) => x.id),
    [old],
  );
  await ui.openFile(page, "login.go");
  const fixed = login
    .replace("\tif err != nil {\n\t\tpanic(err)\n\t}\n\treturn check(token)\n", "\treturn verify(name, token, err)\n")
    .replace("package auth\n", 'package auth\n\nimport "log"\n\nvar _ = log.Println\n');
  project.write("auth/login.go", fixed);
  fs.rmSync(project.path("auth/legacy.go"));

  // 10. The next pass: changed code is stale, a deleted file orphaned, and both threads are still open or resolved as
  // before.
  await ui.command(page, "Consider: Show All Comments");
  await until(
    "stale and orphaned in the tree",
    async () =>
      /stale/.test(
        await ui
          .rows(page, "instead of a panic")
          .innerText()
          .catch(() => ""),
      ) &&
      /orphaned/.test(
        await ui
          .rows(page, "Is this still needed")
          .innerText()
          .catch(() => ""),
      ),
  );
  const states = Object.fromEntries(project.list().map((x) => [x.id, `${x.workflowState} ${x.anchorState}`]));
  assert.deepEqual(states, { [panics]: "open stale", [exported]: "resolved anchored", [old]: "open orphaned" });
  await t.shot(page, "step10-states");
  await ui.rows(page, "instead of a panic").click();
  await until("it says that it is stale", async () =>
    /Stale/.test(
      await page
        .locator(".review-widget", { hasText: "instead of a panic" })
        .first()
        .innerText()
        .catch(() => ""),
    ),
  );
  await t.shot(page, "step10-stale");
  const after = await comment(8, "Say in a comment what verify does.");
  assert.equal(project.thread("what verify does").anchor.targetContent.trim(), fixed.split("\n")[7].trim());

  // 11. The loop continues.
  project.agent("reply", after, "-m", "Done.", "--outcome", "addressed");
  project.write("auth/login.go", "// Login.\n" + fixed);
  await page.locator(".review-comment", { hasText: "Done." }).waitFor();
  assert.equal(project.agent("list").threads.find((x) => x.id === after).placement.startLine, 9);
  await until("it moved in the editor too", async () => (await ui.markedLines(page)).includes(9));
  await ui.button(ui.widget(page, "what verify does"), "Resolve").click();
  await until("resolved", () => project.thread("what verify does").workflowState === "resolved");
  await ui.command(page, "Consider: Archive Resolved");
  await until("archived", () => project.list().length === 2);
  await t.shot(page, "step11-next-round");
  gitSeesNothing(" D auth/legacy.go\n M auth/login.go\n M auth/session.go\n");
}
