import { h, type Child } from "../shared/dom";
import type { Listed } from "./types";

/** One line that says from which agents responses arrive. */
export function statusOf(listed: Listed | undefined): Child[] {
  const dot = (state: string, words: string): Child[] => [
    h("span", { class: `dot ${state}`, "aria-hidden": "true" }),
    h("span", { class: "words" }, words),
  ];
  if (!listed) return dot("watching", "Connecting…");
  const problems = listed.sources.filter((s) => s.problem).map((s) => `${s.agent}: ${s.problem}`);
  const agents = listed.sources.filter((s) => s.state === "connected").map((s) => s.agent);
  const out =
    listed.state === "connected"
      ? dot("connected", `Connected: ${agents.join(", ")}`)
      : listed.state === "watching"
        ? dot("watching", "Waiting for responses")
        : dot("absent", "No agent connected");
  return problems.length > 0 ? [...out, h("div", { class: "problem" }, problems.join("; "))] : out;
}
