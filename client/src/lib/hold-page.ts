/** Told how many entries of the history away somebody wants to go; negative for Back. */
type Ask = (steps: number) => void;

let holder: { ask: Ask; place: number } | null = null;

/** The router's count of entries, kept in each one's state. */
const placeIn = (state: unknown): number => (state as { idx?: number } | null)?.idx ?? 0;

/** Whether something is under way here that going elsewhere would stop. */
export const isPageHeld = (): boolean => holder !== null;

/** Lets Back and Forward ask before they lead away, until the function it gives is called. */
export function holdPage(ask: Ask): () => void {
  const own = { ask, place: placeIn(window.history.state) };
  holder = own;
  return () => {
    if (holder === own) holder = null;
  };
}

/** Before the router listens: a window calls its listeners in their order, and the router is not to know. */
export function watchHistory(): void {
  window.addEventListener('popstate', (event) => {
    if (!holder) return;
    event.stopImmediatePropagation();
    const steps = placeIn(event.state) - holder.place;
    // Zero is the way back that is gone here.
    if (steps === 0) return;
    window.history.go(-steps);
    holder.ask(steps);
  });
}
