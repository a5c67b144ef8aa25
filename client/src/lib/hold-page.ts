/** Called when the user wants to leave. `leave` continues, once the page is no longer held. */
type Ask = (leave: () => void) => void;

/** All holders; the last one is asked first. */
const holders: { ask: Ask; place: number }[] = [];

/** The router's entry index, which each history state contains. */
const placeIn = (state: unknown): number => (state as { idx?: number } | null)?.idx ?? 0;

/** Whether leaving would stop or lose something here. */
export const isPageHeld = (): boolean => holders.length > 0;

/**
 * Makes every way to leave this place ask first, until the returned function is called: Back and Forward,
 * links, `leavePage`, and the browser's own ways, for which the browser itself asks.
 */
export function holdPage(ask: Ask): () => void {
  const own = { ask, place: placeIn(window.history.state) };
  holders.push(own);
  return () => {
    const at = holders.indexOf(own);
    if (at >= 0) holders.splice(at, 1);
  };
}

/** Leaves the page, immediately or when its holder permits. */
export function leavePage(leave: () => void): void {
  const holder = holders.at(-1);
  if (holder) holder.ask(leave);
  else leave();
}

/**
 * Registered before the router's listener: listeners run in order, and the router must not receive the event.
 */
export function watchHistory(): void {
  window.addEventListener('popstate', (event) => {
    const holder = holders.at(-1);
    if (!holder) return;
    event.stopImmediatePropagation();
    const steps = placeIn(event.state) - holder.place;
    // Zero is the Back that is cancelled here.
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

/** Whether an event is a plain press on a link that leads away. */
function holdLink(event: MouseEvent): void {
  if (!isPageHeld() || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link || released.has(link) || link.target === '_blank' || link.hasAttribute('download')) return;
  const { origin, pathname } = new URL(link.href);
  // A file from the server does not leave the page; signing in and out does.
  const isFile = /^\/(api|media)\//u.test(pathname) && !/^\/api\/log(in|out)$/u.test(pathname);
  if (origin !== window.location.origin || isFile) return;
  event.preventDefault();
  leavePage(() => {
    released.add(link);
    link.click();
    released.delete(link);
  });
}
