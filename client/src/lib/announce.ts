import { create } from 'zustand';

/** What the page's one polite live region says. */
export const useAnnouncement = create<{ text: string; count: number }>(() => ({ text: '', count: 0 }));

/** Tells screen readers something once; the same text again is told again. */
export function announce(text: string): void {
  useAnnouncement.setState((state) => ({ text, count: state.count + 1 }));
}
