// An uncertain place is marked as such, in the editor and in the list; one click confirms it, another rejects it.
import assert from "node:assert/strict";
import { until } from "../lib.mjs";
import * as ui from "../ui.mjs";

const item = "  - name: item\n    size: large enough\n    kind: file on disk\n";

export default async function perhaps(t) {
  const project = t.project({ "list.yml": `list:\n${item.repeat(3)}` });
  project.consider("add", "list.yml:5", "-m", "about the size");
  project.write("list.yml", `list:\n${item.repeat(2)}`); // the text does not tell which of the three is gone
  const state = () => project.thread("about the size").placement;
  assert.equal(state().perhaps, true);
  const page = await t.open(project.folder);
  await ui.openFile(page, "list.yml");
  const widget = ui.widget(page, "about the size");
  await widget.locator(".head", { hasText: "Uncertain location" }).waitFor();
  await t.shot(page, "perhaps");
  const press = (title) => widget.locator(`.head [aria-label^="${title}"]`).click();
  await press("Reject Location");
  await until("it is stale", () => state().anchorState === "stale");
  await ui.toast(page, "is now stale", "Undo");
  await until("it is taken back", () => state().perhaps === true);
  await press("Confirm Location");
  await until("it is sure", () => state().method === "manual");
  await t.shot(page, "sure");
}
