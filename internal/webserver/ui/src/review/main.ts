import "./main.css";
import { ask, words } from "../shared/api";
import { h } from "../shared/dom";
import { entered } from "../shared/entered";
import { firstQuery, keepFirstQuery } from "../shared/first";
import type { Boot } from "./types";
import { Page } from "./page";
import { roundsOf } from "./rounds";
import { state } from "./state";
import { applyLooks } from "./theme";

applyLooks();
// Place and Addresses restore the position after a reload; Firefox would scroll before them.
history.scrollRestoration = "manual";
void entered().then(async ({ first }) => {
  let boot: Boot;
  try {
    boot = (await first) as Boot;
    state.rounds = roundsOf(firstQuery());
    // These rounds do not exist any more, for example because another server has this address.
    if (state.rounds && boot.state === "failed") {
      state.rounds = undefined;
      keepFirstQuery("");
      boot = await ask<Boot>("GET", "/api/boot");
    }
  } catch (error) {
    document.body.replaceChildren(
      h("main", { class: "blank failed" }, h("h1", {}, "The page could not be loaded"), h("p", {}, words(error))),
    );
    return;
  }
  state.start(boot);
  new Page().start();
});
