/** In each pane: the selected row, the position of the player, the chosen tab, the selected clip. */
const ENTRY = '[aria-current=true], [role=slider], [aria-selected=true]';

/** Focuses the next or the previous pane of the workspace, around its ends. */
export function goToPane(by: 1 | -1): void {
  const panes = [...document.querySelectorAll('[data-pane]')];
  const pane = document.activeElement?.closest('[data-pane]');
  const from = pane ? panes.indexOf(pane) : by > 0 ? -1 : 0;
  const next = panes.at((from + by) % panes.length);
  // The selected row of a long list may not be rendered.
  (next?.querySelector<HTMLElement>(ENTRY) ?? next?.querySelector('button'))?.focus();
}
