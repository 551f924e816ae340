/** The evidence for an agent's claim: a line, and the changes themselves when it is opened. */
import { h, plural } from "../shared/dom";
import { PROOFS, valueOf } from "../shared/enums";
import { diffText } from "./markdown";
import { failed } from "./say";
import { shown } from "./text";
import type { ProofOutput, Reply } from "./types";
import { verb } from "./verbs";

export function proofRow(thread: string, id: string, said: Partial<Reply>): HTMLElement | null {
  if (said.unchanged && said.proof !== "before")
    return h("p", { class: "unchanged" }, "Nothing changed since your message");
  if (!said.proof) return null;
  const { word, says, badge } = valueOf(PROOFS, said.proof);
  const changes = h("div", { class: "changes" });
  const row = h(
    "details",
    { class: "proof" },
    h("summary", { title: says || null }, h("span", { class: `badge ${badge || "quiet"}` }, shown(word))),
    changes,
  );
  row.addEventListener("toggle", () => {
    if (!row.open || changes.childElementCount > 0) return;
    verb<ProofOutput>("proof", { id: thread, reply: id }).then(
      (proof) => changes.replaceChildren(...evidence(proof)),
      (error: unknown) => {
        row.open = false;
        failed("Could not show the changes", error);
      },
    );
  });
  return row;
}

function evidence(proof: ProofOutput): HTMLElement[] {
  const parts = proof.hunks.flatMap((hunk) => [
    h("h4", {}, shown(hunk.from && hunk.from !== hunk.file ? `${hunk.from} → ${hunk.file}` : hunk.file)),
    ...(hunk.patch ? [diffText(hunk.patch)] : []),
  ]);
  const note = (words: string) => parts.push(h("p", { class: "muted" }, words));
  if (proof.why) note(`Not known: ${proof.why}.`);
  if (proof.later) note("You wrote another message meanwhile, which the agent had not read.");
  if (proof.others > 0) note(`${plural(proof.others, "other change")}, without a sign that it belongs to this thread.`);
  return parts;
}
