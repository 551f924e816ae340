// Answers that arrive late do not take back what was written after they were asked for.
import { Project } from "../lib.mjs";

export default async function (t, ui) {
  const p = new Project({ "a.txt": "one\ntwo\nthree\n" });
  p.write("a.txt", "one\n2\nthree\n");
  const page = await t.open(await t.serve(p), { allow: [/404/] }); // it has no store at first
  await ui.ready(page);
  // The page asks for the pending comments when it becomes visible.
  const drafts = await ui.hold(page, "**/api/drafts?*");
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await drafts.asked;
  await ui.comment(page, "a.txt", 2, "Written meanwhile.");
  await ui.kept(page, "Written meanwhile.", "kept-");
  drafts.go();
  await ui.settled(page);
  await ui.below(page, "a.txt", 2, "Written meanwhile.");

  await ui.stopFollowing(page);
  // A new diff, with threads that were asked for before one was added.
  p.write("a.txt", "zero\none\n2\nthree\n");
  const news = page.getByRole("button", { name: "Show the new diff" });
  await news.waitFor();
  const threads = await ui.hold(page, "**/api/threads?*");
  await news.click();
  await threads.asked;
  p.consider("add", "a.txt:4", "-m", "Added meanwhile.");
  await ui
    .thread(page, "Added meanwhile.")
    .or(page.locator(".panel-button", { hasText: "1" }))
    .first()
    .waitFor();
  await ui.settled(page, { held: 1 });
  threads.go();
  await ui.settled(page);
  await ui.below(page, "a.txt", 4, "Added meanwhile.");
  await ui.below(page, "a.txt", 3, "Written meanwhile.");

  // Words that are typed while the new diff is on its way move with their line.
  p.write("a.txt", "first\nzero\none\n2\nthree\n");
  await news.waitFor();
  const boot = await ui.hold(page, "**/api/boot*");
  await news.click();
  await boot.asked;
  await ui.number(page, "a.txt", 2).click({ position: { x: 10, y: 8 } });
  await ui.form(page).waitFor();
  await page.keyboard.type("Of the line one.");
  boot.go();
  await ui.number(page, "a.txt", 5).waitFor();
  await ui.settled(page);
  await ui.below(page, "a.txt", 3, "Comment on line 3");
}
