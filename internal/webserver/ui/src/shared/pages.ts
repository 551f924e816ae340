/** The links from each page to the others, in its bar. The link to plans is shown when there is a plan. */
import type { PlanListOutput } from "../../../../../extension/src/protocol";
import { ask, verb } from "./api";
import { h, type Child } from "./dom";
import { shown } from "./odd";

type Address = "/review" | "/responses" | "/plan";

export function pages(
  here: Address,
  tell: (plan: boolean) => void = () => undefined,
): { element: HTMLElement; update: () => void } {
  const waits = h("span", { class: "badge new", hidden: true, title: "Waiting for your verdict" });
  const link = (href: Address, ...words: Child[]) =>
    h("a", { href, "aria-current": href === here ? "page" : null }, ...words);
  const plan = link("/plan", "Plan ", waits);
  plan.hidden = here !== "/plan";
  const update = () => {
    verb<PlanListOutput>("plan list", {}).then(
      ({ plans }) => {
        plan.hidden = here !== "/plan" && plans.length === 0;
        tell(plans.length > 0);
        const n = plans.filter((p) => p.state === "waiting").length;
        waits.textContent = String(n);
        waits.hidden = n === 0 || here === "/plan";
        waits.setAttribute("aria-label", `${n} waiting for your verdict`);
      },
      () => undefined, // the page says that the program does not answer
    );
  };
  update();
  const links = [link("/review", "Review"), link("/responses", "Responses"), plan];
  return { element: h("nav", { class: "pages", "aria-label": "Pages" }, ...links), update };
}

/** The heading of the bar: the name of the project, which also begins the title of the tab. */
export function projectName(page: string): HTMLElement {
  const name = h("span", { class: "project" });
  void ask<{ project: string }>("GET", "/api/enter").then(
    ({ project }) => {
      name.textContent = shown(project);
      document.title = `${shown(project)}: ${page}`;
    },
    () => undefined, // the page says that the program does not answer
  );
  return h("h1", {}, name);
}
