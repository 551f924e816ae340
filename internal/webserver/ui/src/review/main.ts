import "./main.css";
import { ask, words } from "../shared/api";
import { h } from "../shared/dom";
import { entered } from "../shared/entered";
import { firstQuery } from "../shared/first";
import { dropDraft, saveDraft } from "./drafts";
import { keepBy } from "./editor";
import type { Boot } from "./types";
import { Page } from "./page";
import { toast } from "./say";
import { roundsOf } from "./scopes";
import { state } from "./state";

// Place and Addresses restore the position after a reload; Firefox would scroll before them.
history.scrollRestoration = "manual";
void entered().then(async ({ first }) => {
  let boot: Boot;
  let gone: string | undefined;
  try {
    boot = (await first) as Boot;
    state.rounds = roundsOf(firstQuery());
    // It does not exist any more, for example because another server has this address.
    if (state.rounds && boot.state === "failed") {
      state.rounds = undefined;
      gone = boot.message;
      const { backup } = boot;
      boot = await ask<Boot>("GET", "/api/boot");
      if (backup) boot.backup = backup; // it is sent once
    }
  } catch (error) {
    document.body.replaceChildren(
      h("main", { class: "blank failed" }, h("h1", {}, "The page could not be loaded"), h("p", {}, words(error))),
    );
    return;
  }
  state.start(boot);
  keepBy({ body: (key) => state.drafts.get(key)?.body, save: saveDraft, drop: dropDraft });
  new Page().start();
  if (gone !== undefined) toast(`The comparison in the address is not available: ${gone}.`);
});
