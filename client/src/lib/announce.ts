import { create } from 'zustand';

/** The content of the page's one polite live region. */
export const useAnnouncement = create<{ text: string; count: number }>(() => ({ text: '', count: 0 }));

/** Announces something to screen readers once; the same text again is announced again. */
export function announce(text: string): void {
  useAnnouncement.setState((state) => ({ text, count: state.count + 1 }));
}
