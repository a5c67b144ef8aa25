import { LOGIN_REDIRECT_MS, SETTINGS_LOGIN_REDIRECT_MS } from '../../config/constants.ts';
import { rememberPlace } from './return-place.ts';
import { toast, toastsReady } from '../toast.ts';

const LONGEST_WAIT_MS = 1500;
let leaving = false;

/**
 * Reports that the session is over, then opens the sign-in (product.md 6.3, 6.4). Does so once, however many
 * calls failed. The settings word it differently and wait longer. Afterwards the tab returns to its place.
 */
export function sessionLost(): void {
  if (leaving) return;
  leaving = true;
  rememberPlace();
  const onSettings = window.location.pathname === '/settings';
  toast({
    title: onSettings ? 'Authentication Required' : 'Unauthorized',
    description: 'You are logged out. Logging in again...',
    variant: 'destructive',
  });
  const wait = onSettings ? SETTINGS_LOGIN_REDIRECT_MS : LOGIN_REDIRECT_MS;
  const go = (): void => {
    setTimeout(() => window.location.assign('/api/login'), wait);
  };
  // The redirect waits until the message can be read, but not forever if it cannot be shown.
  const timeLimit = new Promise<void>((resolve) => {
    setTimeout(resolve, LONGEST_WAIT_MS);
  });
  void Promise.race([toastsReady, timeLimit]).then(go);
}
