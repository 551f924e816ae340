// Two windows on one folder: a comment in one appears in the other.
import assert from "node:assert/strict";
import { until } from "../lib.mjs";
import * as ui from "../ui.mjs";

export default async function windows(t) {
  const project = t.project({ "a.txt": "one\ntwo\nthree\nfour\n" });
  const left = await t.open(project.folder);
  const right = await t.open(project.folder);
  for (const page of [left, right]) await ui.openFile(page, "a.txt");
  await ui.clickPlus(left, 2);
  await ui.writeComment(left, left.locator(".review-widget").last(), "said on the left", "Add Comment");
  await ui.widget(right, "said on the left").waitFor();
  await ui.writeComment(right, ui.widget(right, "said on the left").last(), "answered on the right", "Reply");
  await ui.widget(left, "answered on the right").waitFor();
  await ui.button(ui.widget(left, "said on the left"), "Resolve").click();
  await until("resolved in the store", () => project.thread("said on the left").workflowState === "resolved");
  await ui.widget(right, "said on the left").waitFor({ state: "hidden" });
  // Each window moves it separately while the texts differ.
  await ui.goto(right, 1);
  await right.keyboard.press("Home");
  await right.keyboard.type("only on the right\n");
  await until("moved on the right", async () => String(await ui.markedLines(right)) === "3");
  assert.equal(String(await ui.markedLines(left)), "2");
  await t.shot(left, "left");
  await t.shot(right, "right");
}
