import { LOGIN_REDIRECT_MS, SETTINGS_LOGIN_REDIRECT_MS } from '../config/constants.ts';
import { toast } from './toast.ts';

let leaving = false;

/** SPEC 6: says that the session is over, then goes to sign in. Once, however many calls failed. */
export function sessionLost(screen?: 'settings'): void {
  if (leaving) return;
  leaving = true;
  const onSettings = screen === 'settings';
  toast({
    title: onSettings ? 'Authentication Required' : 'Unauthorized',
    description: 'You are logged out. Logging in again...',
    variant: 'destructive',
  });
  const wait = onSettings ? SETTINGS_LOGIN_REDIRECT_MS : LOGIN_REDIRECT_MS;
  setTimeout(() => window.location.assign('/api/login'), wait);
}
