/** Told that somebody wants to go elsewhere, and how: `leave` does it, once the page is no longer held. */
type Ask = (leave: () => void) => void;

/** The one that held the page last is asked first. */
const holders: { ask: Ask; place: number }[] = [];

/** The router's count of entries, kept in each one's state. */
const placeIn = (state: unknown): number => (state as { idx?: number } | null)?.idx ?? 0;

/** Whether something is under way here that going elsewhere would stop or lose. */
export const isPageHeld = (): boolean => holders.length > 0;

/**
 * Lets every way out of this place ask first, until the function it gives is called: Back and Forward, links, what
 * goes elsewhere by `leavePage`, and the browser's own ways, about which it asks itself.
 */
export function holdPage(ask: Ask): () => void {
  const own = { ask, place: placeIn(window.history.state) };
  holders.push(own);
  return () => {
    const at = holders.indexOf(own);
    if (at >= 0) holders.splice(at, 1);
  };
}

/** Goes elsewhere, at once or when whoever holds the page lets it. */
export function leavePage(leave: () => void): void {
  const holder = holders.at(-1);
  if (holder) holder.ask(leave);
  else leave();
}

/** Before the router listens: a window calls its listeners in their order, and the router is not to know. */
export function watchHistory(): void {
  window.addEventListener('popstate', (event) => {
    const holder = holders.at(-1);
    if (!holder) return;
    event.stopImmediatePropagation();
    const steps = placeIn(event.state) - holder.place;
    // Zero is the way back that is gone here.
    if (steps === 0) return;
    window.history.go(-steps);
    holder.ask(() => window.history.go(steps));
  });
  document.addEventListener('click', holdLink, true);
  window.addEventListener('beforeunload', (event) => {
    if (isPageHeld()) event.preventDefault();
  });
}

const released = new WeakSet<Element>();

/** A plain press on a link that leads away. */
function holdLink(event: MouseEvent): void {
  if (!isPageHeld() || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link || released.has(link) || link.target === '_blank' || link.hasAttribute('download')) return;
  const { origin, pathname } = new URL(link.href);
  // What the server sends as a file leads nowhere; signing in and out does.
  const isFile = /^\/(api|media)\//u.test(pathname) && !/^\/api\/log(in|out)$/u.test(pathname);
  if (origin !== window.location.origin || isFile) return;
  event.preventDefault();
  leavePage(() => {
    released.add(link);
    link.click();
    released.delete(link);
  });
}
