import type { UserSettings } from '#contract/users.ts';
import { THEME_KEY } from '../config/constants.ts';

export type Theme = UserSettings['theme'];

/** The theme of this browser's last user, or the system's for a visitor. */
export function storedTheme(): Theme {
  try {
    const value = localStorage.getItem(THEME_KEY);
    return value === 'dark' || value === 'light' ? value : 'system';
  } catch {
    return 'system';
  }
}

/** Applies the class that index.html's script sets before the first paint, and stores the choice. */
export function applyTheme(theme: Theme): void {
  const dark = theme === 'dark' || (theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.classList.toggle('dark', dark);
  try {
    localStorage.setItem(THEME_KEY, theme);
  } catch {
    // A browser without storage keeps the theme until the page is closed.
  }
}

/** Follows the system's setting while the theme is 'system'. */
export function watchSystemTheme(): void {
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
    if (storedTheme() === 'system') applyTheme('system');
  });
}
