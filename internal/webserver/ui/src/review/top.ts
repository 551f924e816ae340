/** How much of the screen is under what sticks to its top. */

let bars = 0; // px of what stands below the bar of the page

/** Keeps the height of the bars, for the style sheet too, whatever they say. */
export function watchBars(element: HTMLElement): void {
  new ResizeObserver(() => {
    bars = element.offsetHeight;
    document.documentElement.style.setProperty("--bars", `${bars}px`);
  }).observe(element);
}

/** What sticks to the top of the screen hides so many pixels. */
export function topHeight(): number {
  return (document.querySelector(".top")?.getBoundingClientRect().height ?? 0) + bars;
}
