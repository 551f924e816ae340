/** Keeps the focus near what was just closed: on the page's body, keys no longer know their thread or their line. */

/** After a person's act in a card: if it removed or hid what had the focus, the card gets it. */
export function refocus(card: HTMLElement): void {
  const now = document.activeElement;
  if (!now || now === document.body || (card.contains(now) && now.closest("[hidden]"))) {
    card.focus({ preventScroll: true });
  }
}

/**
 * Runs an act that may remove an element below a line, by default the one with the focus. If the focus is gone then, the
 * line gets it, or the head of the file.
 */
export function keepPlace(act: () => void, element = document.activeElement): void {
  const file = element?.closest("section.file");
  let row = element?.closest("tr");
  while (row && !row.matches("[data-r]")) row = row.previousElementSibling as HTMLTableRowElement | null;
  act();
  if (!file || document.activeElement !== document.body) return;
  const cell = row?.isConnected ? row.cells[1] : undefined;
  if (cell) cell.tabIndex = -1;
  (cell ?? file.querySelector<HTMLElement>(".file-head button"))?.focus({ preventScroll: true });
}
