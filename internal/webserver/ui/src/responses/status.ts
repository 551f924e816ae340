import { h, type Child } from "../shared/dom";
import type { Listed } from "./types";

/** One line that says from which agents responses arrive. */
export function statusOf(listed: Listed | undefined): Child[] {
  const { sources = [], state = "watching" } = listed ?? {};
  const agents = sources.filter((s) => s.state === "connected").map((s) => s.agent);
  const problems = sources.filter((s) => s.problem).map((s) => `${s.agent}: ${s.problem}`);
  const words: Record<string, string> = {
    connected: `Connected: ${agents.join(", ")}`,
    watching: listed ? "Waiting for responses" : "Connecting…",
  };
  return [
    h("span", { class: state === "connected" ? "live" : "live idle" }, words[state] ?? "No agent connected"),
    problems.length > 0 && h("div", { class: "problem" }, problems.join("; ")),
  ];
}
