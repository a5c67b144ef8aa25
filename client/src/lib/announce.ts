import { create } from 'zustand';

/** The content of the page's only polite live region. */
export const useAnnouncement = create<{ text: string; count: number }>(() => ({ text: '', count: 0 }));

/** Announces a text to screen readers, also if the previous text was the same. */
export function announce(text: string): void {
  useAnnouncement.setState((state) => ({ text, count: state.count + 1 }));
}
