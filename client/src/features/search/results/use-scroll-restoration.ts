import { useLayoutEffect } from 'react';
import type { SearchPlace } from '../../../lib/selection/last-search.ts';
import { readSession, writeSession } from '../../../lib/session-storage.ts';

/** A saved scroll position: its offset, and a card with its position in the window, in pixels. */
interface ScrollPlace {
  offset: number;
  card: string;
  top: number;
}

const KEY = 'cutroom.scroll';
/** The number of corrections of the card's position, since measuring new rows moves the rows below. */
const FRAMES = 20;

const places = new Map<string, ScrollPlace>(
  Object.entries(readSession<Record<string, ScrollPlace>>(KEY) ?? {}),
);
const keyOf = ({ q, duration, source, license }: SearchPlace): string =>
  [q, duration, source, license].join('|');

function note(key: string): void {
  const cards = document.querySelectorAll<HTMLElement>('[data-card]');
  const card = [...cards].find((candidate) => candidate.getBoundingClientRect().bottom > 0);
  if (!card) return;
  const top = card.getBoundingClientRect().top;
  places.set(key, { offset: window.scrollY, card: card.dataset['card']!, top });
}

function restore({ offset, card, top }: ScrollPlace): () => void {
  window.scrollTo({ top: offset, behavior: 'instant' });
  let frames = 0;
  let request = 0;
  const settle = (): void => {
    const element = document.querySelector(`[data-card=${CSS.escape(card)}]`);
    if (element) window.scrollBy({ top: element.getBoundingClientRect().top - top, behavior: 'instant' });
    else window.scrollTo({ top: offset, behavior: 'instant' });
    frames += 1;
    if (frames < FRAMES) request = requestAnimationFrame(settle);
  };
  request = requestAnimationFrame(settle);
  const stop = (): void => {
    frames = FRAMES;
    cancelAnimationFrame(request);
  };
  // A user who scrolls is not stopped.
  for (const event of ['wheel', 'touchstart', 'keydown', 'pointerdown'])
    window.addEventListener(event, stop, { once: true, passive: true });
  return stop;
}

/** A new search starts at the top. */
export function forgetScroll(search: SearchPlace): void {
  places.delete(keyOf(search));
  window.scrollTo({ top: 0, behavior: 'instant' });
}

/** Restores the scroll position of a search after a return or a reload, once its pages are loaded. */
export function useScrollRestoration(search: SearchPlace, ready: boolean): void {
  const key = keyOf(search);
  useLayoutEffect(() => {
    // The browser would restore only an offset, and only after the card was found.
    window.history.scrollRestoration = 'manual';
    return () => {
      window.history.scrollRestoration = 'auto';
    };
  }, []);
  useLayoutEffect(() => {
    const stored = places.get(key);
    if (ready && stored && stored.offset > 0) return restore(stored);
  }, [key, ready]);
  // Before the page renders without its cards, which moves it.
  useLayoutEffect(() => {
    // Until its pages are loaded, the page is shorter than before.
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
