import { create } from 'zustand';
import type { UserSettings } from '#contract/users.ts';

/** The unsaved changes. They outlive the screen, so that the browser's Back loses nothing. */
export const useDraft = create<{ changes: Partial<UserSettings> }>(() => ({ changes: {} }));

/** Adds a change. A value equal to the saved one removes the change instead. */
export function change(saved: UserSettings, part: Partial<UserSettings>): void {
  useDraft.setState(({ changes }) => ({ changes: differing(saved, { ...changes, ...part }) }));
}

export function differing(saved: UserSettings, changes: Partial<UserSettings>): Partial<UserSettings> {
  const entries = Object.entries(changes).filter(
    ([key, value]) => saved[key as keyof UserSettings] !== value,
  );
  return Object.fromEntries(entries);
}

export function discardDraft(): void {
  useDraft.setState({ changes: {} });
}
