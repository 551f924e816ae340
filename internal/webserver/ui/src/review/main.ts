import "./main.css";
import { words } from "../shared/api";
import { h } from "../shared/dom";
import { entered } from "../shared/entered";
import type { Boot } from "./types";
import { Page } from "./page";
import { state } from "./state";
import { applyTheme } from "./theme";

applyTheme();
void entered().then(async ({ first }) => {
  let boot: Boot;
  try {
    boot = (await first) as Boot;
  } catch (error) {
    document.body.replaceChildren(
      h("main", { class: "blank failed" }, h("h1", {}, "The page did not arrive whole"), h("p", {}, words(error))),
    );
    return;
  }
  state.start(boot);
  new Page().start();
});
