/** Keeps the form with the focus at its place on the screen, whatever grows above it. */

const span = 700; // ms in which an image or fetched lines may still arrive

/** The held element. Later calls keep its first place, because the page may already have moved it. */
let held: { element: Element; top: number; end: number } | undefined;

export function keepStill(): void {
  const element = document.activeElement;
  if (!element?.closest(".editor") || element.closest("dialog")) return;
  const end = performance.now() + span;
  if (held?.element === element) {
    held.end = end;
    return;
  }
  const top = element.getBoundingClientRect().top;
  if (top < 0 || top > window.innerHeight) return;
  const hold = { element, top, end };
  held = hold;
  let moved = false;
  const stop = () => (moved = true);
  window.addEventListener("wheel", stop, { once: true, passive: true });
  window.addEventListener("touchmove", stop, { once: true, passive: true });
  window.addEventListener("keydown", stop, { once: true });
  const step = () => {
    const over = moved || held !== hold || !element.isConnected || document.activeElement !== element;
    if (!over) {
      const by = element.getBoundingClientRect().top - hold.top;
      if (Math.abs(by) >= 1) window.scrollBy({ top: by, behavior: "instant" });
    }
    if (!over && performance.now() < hold.end) afterFrame(step);
    else if (held === hold) held = undefined;
  };
  afterFrame(step);
}

/** Runs after the frame, when the browser's own scroll anchoring is done. A hidden window has no frames. */
function afterFrame(run: () => void): void {
  let done = false;
  const once = () => {
    if (!done) run();
    done = true;
  };
  requestAnimationFrame(() => setTimeout(once));
  setTimeout(once, 100);
}
