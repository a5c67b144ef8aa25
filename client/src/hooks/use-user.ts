import { useEffect } from 'react';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import * as calls from '#contract/calls/index.ts';
import type { User } from '#contract/users.ts';
import { call, isUnauthorized } from '../lib/api/api.ts';
import { keys } from '../lib/api/queries.ts';

/** Requests the current user once. The last response stays valid while the server does not answer. */
export function useUserCall(): UseQueryResult<User | null> {
  return useQuery({
    queryKey: keys.user,
    queryFn: async ({ signal }) => {
      try {
        return await call(calls.readUser, { signal });
      } catch (error) {
        if (isUnauthorized(error)) return null;
        throw error;
      }
    },
    // Another part of the page that shows the user must not repeat a failed request.
    retryOnMount: false,
    meta: { signedOutIsFine: true },
  });
}

/** Returns the current user: `undefined` while unknown, `null` if signed out. */
export const useUser = (): User | null | undefined => useUserCall().data;

/** Whether the last request for the current user got no response. */
export function useConnectionLost(): boolean {
  const { errorUpdatedAt, dataUpdatedAt } = useUserCall();
  return errorUpdatedAt > dataUpdatedAt;
}

/** Requests the user again after a failure, when the network is back or someone returns to the page. */
export function useAskAgain(): void {
  const lost = useConnectionLost();
  const { refetch } = useUserCall();
  useEffect(() => {
    if (!lost) return undefined;
    // A tab that comes to the front fires both events.
    const ask = (): void => void refetch({ cancelRefetch: false });
    const askIfVisible = (): void => (document.visibilityState === 'visible' ? ask() : undefined);
    window.addEventListener('online', ask);
    window.addEventListener('focus', ask);
    document.addEventListener('visibilitychange', askIfVisible);
    return () => {
      window.removeEventListener('online', ask);
      window.removeEventListener('focus', ask);
      document.removeEventListener('visibilitychange', askIfVisible);
    };
  }, [lost, refetch]);
}

/** Returns the full name, else the first name, else the e-mail address, else 'User' (product.md 2.20). */
export function displayName(user: User): string {
  if (user.firstName && user.lastName) return `${user.firstName} ${user.lastName}`;
  return user.firstName ?? user.email ?? 'User';
}

export function initials(user: User): string {
  const letters = user.firstName ? [user.firstName[0], user.lastName?.[0]] : [(user.email ?? 'User')[0]];
  return letters.filter(Boolean).join('').toUpperCase();
}
