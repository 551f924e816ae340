/** Tells the store which words the person has had on the screen, for all surfaces. */
import { state } from "./state";
import { verb } from "./verbs";

const moment = 1500; // ms in sight until words count as read, as in VS Code
const waiting = new Map<string, ReturnType<typeof setTimeout>>();

const observer = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) wait(target.id.slice("t-".length), isIntersecting);
});

/** Watches a thread's card as long as it shows words that are new to the person. */
export function watchCard(card: HTMLElement, isNew: boolean): void {
  if (isNew) observer.observe(card);
  else observer.unobserve(card);
}

function wait(id: string, inSight: boolean): void {
  clearTimeout(waiting.get(id));
  waiting.delete(id);
  if (inSight)
    waiting.set(
      id,
      setTimeout(() => note(id), moment),
    );
}

function note(id: string): void {
  const thread = state.threads.get(id);
  if (!thread?.unread) return;
  if (!document.hasFocus()) {
    wait(id, true);
    return;
  }
  thread.unread = false;
  // Where it fails, the words stay new, and are noted when the page is opened again.
  verb("seen", { ids: [id] }).catch(() => undefined);
}
