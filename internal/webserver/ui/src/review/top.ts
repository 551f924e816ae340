/** How much of the screen is covered by sticky elements at the top. */

let bars = 0; // px of the bars below the top bar

/** Keeps the height of the bars up to date, also for the style sheet. */
export function watchBars(element: HTMLElement): void {
  new ResizeObserver(() => {
    bars = element.offsetHeight;
    document.documentElement.style.setProperty("--bars", `${bars}px`);
  }).observe(element);
}

/** How many pixels at the top of the screen are covered. */
export function topHeight(): number {
  return (document.querySelector(".top")?.getBoundingClientRect().height ?? 0) + bars;
}
