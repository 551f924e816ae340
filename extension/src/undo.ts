/** Offers to undo an action in the message that reports it. */
import { tell } from "./failure";
import { inform } from "./messages";
import type { Project } from "./project";
import type { Event } from "./protocol";

export async function offerUndo(said: string, back: () => Promise<unknown>): Promise<void> {
  if ((await inform(said, "Undo")) !== "Undo") return;
  try {
    await back();
  } catch (error) {
    void tell("could not undo", error);
  }
}

/** Undoes the last change, if it is the one that is meant: an agent or another window may have been faster. */
export async function undoLast(project: Project, isMeant: (last: Event) => boolean): Promise<void> {
  const { undone } = await project.client.ask("undo", { dryRun: true });
  if (!isMeant(undone)) throw new Error("other changes were made since then");
  await project.change("undo", {});
}
