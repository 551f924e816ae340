/** Keeps the form that is being written in at its place on the screen, whatever grows above it. */

const span = 700; // ms in which something may still come: a body as Markdown, lines that are fetched

export function keepStill(): void {
  const element = document.activeElement;
  if (!element?.closest(".editor") || element.closest("dialog")) return;
  const top = element.getBoundingClientRect().top;
  if (top < 0 || top > window.innerHeight) return;
  const end = performance.now() + span;
  let moved = false;
  const stop = () => (moved = true);
  window.addEventListener("wheel", stop, { once: true, passive: true });
  window.addEventListener("touchmove", stop, { once: true, passive: true });
  window.addEventListener("keydown", stop, { once: true });
  const step = () => {
    if (moved || !element.isConnected || document.activeElement !== element) return;
    const by = element.getBoundingClientRect().top - top;
    if (Math.abs(by) >= 1) window.scrollBy({ top: by, behavior: "instant" });
    // After the frame: the browser's own anchoring has then done its part.
    if (performance.now() < end) requestAnimationFrame(() => setTimeout(step));
  };
  requestAnimationFrame(() => setTimeout(step));
}
