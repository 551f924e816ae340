import "./main.css";
import { ask, words } from "../shared/api";
import { enter } from "../shared/door";
import { h } from "../shared/dom";
import type { Boot } from "./types";
import { Page } from "./page";
import { state } from "./state";
import { applyTheme } from "./theme";

applyTheme();
void enter().then(async () => {
  let boot: Boot;
  try {
    boot = await ask<Boot>("GET", "/api/boot");
  } catch (error) {
    document.body.replaceChildren(
      h("main", { class: "blank failed" }, h("h1", {}, "The page did not arrive whole"), h("p", {}, words(error))),
    );
    return;
  }
  state.start(boot);
  new Page().start();
});
