import { isUnauthorized, userMessage } from '../../lib/api.ts';
import { sessionLost } from '../../lib/session.ts';
import { toast } from '../../lib/toast.ts';

/** SPEC 8: a failure under its own title, or the hint to log in again. */
export function failToast(title: string, error: unknown, fallback: string): void {
  if (isUnauthorized(error)) sessionLost();
  toast({
    title: isUnauthorized(error) ? 'Authentication Failed' : title,
    description: isUnauthorized(error)
      ? 'Please refresh the page or log in again.'
      : userMessage(error, fallback),
    variant: 'destructive',
    error,
  });
}
