/**
 * The held place: the element that the reader went to stays where it is on the screen, even if the height above it
 * changes, until the reader scrolls, presses or types.
 */

/** Its element now: rows are drawn anew when lines are shown, and files when the diff is renewed. */
type Where = () => Element | undefined;

let held: { where: Where; top: () => number } | undefined;
let goings = 0; // how often the reader went somewhere
let scrolled = 0; // where the page was when the place was last right: px

const sizes = new ResizeObserver(() => {
  keepHeld();
  // The browser's own scroll anchoring may come after the frame. A hidden window has no frames.
  if (held) requestAnimationFrame(() => setTimeout(keepHeld));
});

function leave(): void {
  held = undefined;
}
function goAway(): void {
  goings++;
  leave();
}
for (const act of ["pointerdown", "keydown"]) window.addEventListener(act, leave, { capture: true });
for (const act of ["wheel", "touchmove"]) window.addEventListener(act, goAway, { capture: true, passive: true });
window.addEventListener("scroll", () => {
  // A scroll bar that is dragged sends nothing else. It moves the place by as much as the page, and a change above does
  // not; when the page became shorter, the browser scrolls back to its end.
  const by = window.scrollY - scrolled;
  const end = by < 0 && window.scrollY + window.innerHeight >= document.documentElement.scrollHeight - 1;
  if (by !== 0 && !end && Math.abs(off() + by) < 1) goAway();
});

/** Holds a place at so many px from the top of the screen. The result reports whether the reader has stayed since. */
export function hold(where: Where, top: () => number): () => boolean {
  held = { where, top };
  const mine = ++goings;
  keepHeld();
  return () => mine === goings;
}

/** Holds a place where it is. */
export function stay(where: Where): void {
  const top = where()?.getBoundingClientRect().top;
  if (top !== undefined) held = { where, top: () => top };
}

/** Keeps the form with the focus at its place. */
export function keepStill(): void {
  const form = document.activeElement;
  const { top = -1 } = form?.closest(".main .editor") ? form.getBoundingClientRect() : {};
  if (top >= 0 && top <= window.innerHeight)
    stay(() => (document.activeElement === form ? form : undefined) ?? undefined);
}

/** Watches an element in which, or above which, a place may be. */
export function watchSize(element: Element): void {
  sizes.observe(element);
}

/** How far the place is from where it is held: px. */
function off(): number {
  const element = held?.where();
  return held && element ? element.getBoundingClientRect().top - held.top() : 0;
}

/** Brings the held place back, after the page has changed. */
export function keepHeld(): void {
  const by = off();
  if (Math.abs(by) >= 1) window.scrollBy({ top: by, behavior: "instant" });
  scrolled = window.scrollY;
}
