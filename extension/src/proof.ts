/** The evidence for agents' claims: shows the changes for a message in VS Code's diff editor. */
import type * as vscode from "vscode";
import { showContents } from "./changes/show";
import { clickedIn } from "./delivery/link";
import { registerTable } from "./failure";
import { inform } from "./messages";
import type { Session } from "./session";
import { excerpt, many, type Claim } from "./shown";

export function showProofs(session: Session): vscode.Disposable {
  const proof = async (...args: unknown[]): Promise<void> => {
    const { thread: id = "", reply = "" } = (clickedIn(args) ?? {}) as Partial<Claim>;
    const found = session.find(id);
    if (!found) return;
    const { project, thread } = found;
    const { hunks, others, later, why } = await project.client.ask("proof", { id, reply });
    const files = hunks.filter((h, i) => h.patch && hunks.findIndex(({ file }) => file === h.file) === i);
    const unsure = others > 0 ? `${many(others, "other change")} without a sign of belonging to this thread` : "";
    const for_ = `changed for “${excerpt(thread.body, 40)}”`;
    const words = [for_, later ? "before your later message" : "", unsure].filter(Boolean).join("; ");
    if (files.length > 0) await showContents(project, words, files);
    else void inform(`Consider: ${why ?? (unsure || "the changes are not text and cannot be shown")}.`);
  };
  return registerTable({ proof }, [], () => "could not show the changes");
}
