/** The end of a round: a verdict, an optional general comment, and a checkpoint of the reviewed state. */
import * as vscode from "vscode";
import { VERDICTS } from "../enums";
import { isKind } from "../kind";
import { inform, warn } from "../messages";
import type { SubmitInput, SubmitOutput } from "../protocol";
import { many } from "../shown";
import type { Changes, Listed } from "./model";
import { asked } from "./words";

/** The key of the summary of a round that could not be finished, kept for the next try. */
const unsent = "consider.roundWord";

export async function finishRound(changes: Changes): Promise<void> {
  const listed = await changes.known();
  const left = listed.list.files.length - listed.list.viewed.length;
  const unviewed = left > 0 ? `${many(left, "file")} not viewed yet` : "All files viewed";
  const picks = [...VERDICTS].map(([verdict, { word, says }]) => ({ label: word, description: says, verdict }));
  const picked = await vscode.window.showQuickPick(picks, { title: "Finish Round", placeHolder: unviewed });
  if (!picked) return;
  const memory = changes.session.context.workspaceState;
  const globalComment = await vscode.window.showInputBox({
    title: `Finish Round: ${picked.label}`,
    prompt: "Summary for the agents (optional)",
    value: memory.get<string>(unsent, ""),
    ignoreFocusOut: true,
  });
  if (globalComment === undefined) return;
  await memory.update(unsent, globalComment);
  const verdict = picked.verdict as Exclude<SubmitInput["verdict"], undefined>;
  const done = await submit(changes, listed, { verdict, ...(globalComment.trim() ? { globalComment } : {}) });
  if (!done) return;
  await memory.update(unsent, undefined);
  // The next changes are compared with this checkpoint.
  await changes.setScope(listed.project, { kind: "since", from: "last" });
  await listed.project.refresh();
  const end = done.checkpoint ? `Saved as ${done.checkpoint}` : (done.warning ?? "");
  void inform(`Consider: round finished (${picked.label.toLowerCase()}). ${end}.`);
}

/** Submits the reviewed state. If files were written since, the person is asked whether to go on. */
async function submit(
  changes: Changes,
  { project, scope, list }: Listed,
  what: SubmitInput,
): Promise<SubmitOutput | undefined> {
  const input: SubmitInput = { ...what, ...asked(scope) };
  try {
    return await project.client.ask("review submit", { ...input, snapshot: list.snapshot });
  } catch (error) {
    if (!isKind(error, "conflict")) throw error;
  }
  await changes.refresh();
  const anyway = "Finish Anyway";
  const words = "Consider: files changed while you were reviewing. The list of changes has been updated.";
  if ((await warn(words, anyway)) !== anyway) return undefined;
  return project.client.ask("review submit", input);
}
