import { useLayoutEffect } from 'react';
import type { SearchPlace } from '../../lib/last-search.ts';
import { readSession, writeSession } from '../../lib/session-storage.ts';

/** Where a page was left: its offset, and a card with the place in the window that it had, in pixels. */
interface Left {
  offset: number;
  card: string;
  top: number;
}

const KEY = 'cutroom.scroll';
/** Rows that come into sight are measured, and what is below them moves: so often the card is looked for again. */
const FRAMES = 20;

const places = new Map<string, Left>(Object.entries(readSession<Record<string, Left>>(KEY) ?? {}));
const keyOf = ({ q, duration, source }: SearchPlace): string => [q, duration, source].join('|');

function note(key: string): void {
  const cards = document.querySelectorAll<HTMLElement>('[data-card]');
  const card = [...cards].find((known) => known.getBoundingClientRect().bottom > 0);
  if (!card) return;
  const top = card.getBoundingClientRect().top;
  places.set(key, { offset: window.scrollY, card: card.dataset['card']!, top });
}

function restore({ offset, card, top }: Left): () => void {
  window.scrollTo({ top: offset, behavior: 'instant' });
  let frames = 0;
  let request = 0;
  const settle = (): void => {
    const known = document.querySelector(`[data-card=${CSS.escape(card)}]`);
    if (known) window.scrollBy({ top: known.getBoundingClientRect().top - top, behavior: 'instant' });
    else window.scrollTo({ top: offset, behavior: 'instant' });
    frames += 1;
    if (frames < FRAMES) request = requestAnimationFrame(settle);
  };
  request = requestAnimationFrame(settle);
  const stop = (): void => {
    frames = FRAMES;
    cancelAnimationFrame(request);
  };
  // Whoever scrolls by themselves is not held.
  for (const event of ['wheel', 'touchstart', 'keydown', 'pointerdown'])
    window.addEventListener(event, stop, { once: true, passive: true });
  return stop;
}

/** A search that is begun anew is seen from its beginning. */
export function forgetScroll(search: SearchPlace): void {
  places.delete(keyOf(search));
  window.scrollTo({ top: 0, behavior: 'instant' });
}

/** Coming back to a search, or loading it anew, the page stands where it was left once its pages are there. */
export function useKeptScroll(search: SearchPlace, ready: boolean): void {
  const key = keyOf(search);
  useLayoutEffect(() => {
    // The browser knows an offset alone, and would come to it after the card was found.
    window.history.scrollRestoration = 'manual';
    return () => {
      window.history.scrollRestoration = 'auto';
    };
  }, []);
  useLayoutEffect(() => {
    const left = places.get(key);
    if (ready && left && left.offset > 0) return restore(left);
  }, [key, ready]);
  // Before the page is drawn without its cards, which moves it.
  useLayoutEffect(() => {
    // Until its pages are there, the page is shorter than it was.
    if (!ready) return;
    let request = 0;
    const soon = (): void => {
      cancelAnimationFrame(request);
      request = requestAnimationFrame(() => note(key));
    };
    const keep = (): void => {
      note(key);
      writeSession(KEY, Object.fromEntries(places));
    };
    window.addEventListener('scroll', soon, { passive: true });
    window.addEventListener('pagehide', keep);
    return () => {
      cancelAnimationFrame(request);
      window.removeEventListener('scroll', soon);
      window.removeEventListener('pagehide', keep);
    };
  }, [key, ready]);
}
