/** Notes what the person has had on the screen: messages, for all surfaces, and files that changed. */
import { state, tell } from "./state";
import { verb } from "./verbs";

const moment = 1500; // ms on the screen after which a message counts as read, as in VS Code
const waiting = new Map<string, ReturnType<typeof setTimeout>>();

const observer = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) wait(target.id, isIntersecting);
});

/** Watches a thread's card as long as it shows unread messages, and a file that changed. */
export function watch(element: HTMLElement, isNew: boolean): void {
  if (isNew) observer.observe(element);
  else observer.unobserve(element);
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
  const file = state.files.find((f) => `file-${f.id}` === id);
  if (file && document.hidden) wait(id, true);
  else if (file && state.unseen.delete(file.hash)) tell("viewed", undefined);
  const thread = state.threads.get(id.slice("t-".length));
  if (!thread?.unread) return;
  if (!document.hasFocus()) {
    wait(id, true);
    return;
  }
  thread.unread = false;
  // If this fails, the messages stay unread, and are noted when the page is opened again.
  const upTo = { [thread.id]: thread.thread.at(-1)?.id ?? thread.id };
  verb("seen", { ids: [thread.id], upTo }).catch(() => undefined);
}
