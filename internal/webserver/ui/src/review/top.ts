/** How much of the screen is covered by sticky elements at the top. */

let bars = 0; // px of the bars below the top bar

/** Keeps the heights of the top bar, which wraps in a narrow window, and of the bars up to date, also for the styles. */
export function watchBars(top: HTMLElement, below: HTMLElement): void {
  const observer = new ResizeObserver(() => {
    bars = below.offsetHeight;
    document.documentElement.style.setProperty("--top", `${top.offsetHeight}px`);
    document.documentElement.style.setProperty("--bars", `${bars}px`);
  });
  observer.observe(top);
  observer.observe(below);
}

/** How many pixels at the top of the screen are covered. */
export function topHeight(): number {
  return (document.querySelector(".top")?.getBoundingClientRect().height ?? 0) + bars;
}
