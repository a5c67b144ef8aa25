import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import * as calls from '#contract/calls/index.ts';
import type { User } from '#contract/users.ts';
import { ASK_AGAIN_MS } from '../config/constants.ts';
import { call, isUnauthorized } from '../lib/api/api.ts';
import { keys } from '../lib/api/queries.ts';

/**
 * Requests the current user. The last response stays valid while the server does not answer, and the request is
 * repeated.
 */
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
    refetchInterval: ({ state }) => (state.status === 'error' ? ASK_AGAIN_MS : false),
    meta: { signedOutIsFine: true },
  });
}

/** The current user: undefined while unknown, null when signed out. */
export const useUser = (): User | null | undefined => useUserCall().data;

/** Whether the last request for the current user got no answer. */
export function useConnectionLost(): boolean {
  const { errorUpdatedAt, dataUpdatedAt } = useUserCall();
  return errorUpdatedAt > dataUpdatedAt;
}

/** Full name, else first name, else e-mail, else 'User' (product.md 2.20). */
export function displayName(user: User): string {
  if (user.firstName && user.lastName) return `${user.firstName} ${user.lastName}`;
  return user.firstName ?? user.email ?? 'User';
}

export function initials(user: User): string {
  const letters = user.firstName ? [user.firstName[0], user.lastName?.[0]] : [(user.email ?? 'User')[0]];
  return letters.filter(Boolean).join('').toUpperCase();
}
