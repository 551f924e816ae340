import "./main.css";
import { $, h } from "../shared/dom";
import type { Boot } from "./types";
import { Page } from "./page";
import { state } from "./state";
import { applyTheme } from "./theme";

applyTheme();
const text = $("#boot")?.textContent ?? "";
let boot: Boot | undefined;
try {
  boot = JSON.parse(text) as Boot;
} catch {
  document.body.replaceChildren(
    h("main", { class: "blank failed" }, h("h1", {}, "The page did not arrive whole"), h("p", {}, "Load it again.")),
  );
}
if (boot) {
  state.start(boot);
  // In a task of its own: the browser lays the page out at the end of the one that loaded it.
  setTimeout(() => new Page().start());
}
