import { useQuery } from '@tanstack/react-query';
import type { User } from '#contract/users.ts';
import { call, isUnauthorized } from '../lib/api.ts';
import { keys } from '../lib/queries.ts';

/** Who is signed in: undefined while nobody knows, null when nobody is. */
export function useUser(): User | null | undefined {
  const { data, isError } = useQuery({
    queryKey: keys.user,
    queryFn: async ({ signal }) => {
      try {
        return await call<User>('GET', keys.user[0], { signal });
      } catch (error) {
        if (isUnauthorized(error)) return null;
        throw error;
      }
    },
    meta: { signedOutIsFine: true },
  });
  return isError ? null : data;
}

/** SPEC: full name, else first name, else e-mail, else 'User'. */
export function displayName(user: User): string {
  if (user.firstName && user.lastName) return `${user.firstName} ${user.lastName}`;
  return user.firstName ?? user.email ?? 'User';
}

export function initials(user: User): string {
  const letters = user.firstName ? [user.firstName[0], user.lastName?.[0]] : [(user.email ?? 'User')[0]];
  return letters.filter(Boolean).join('').toUpperCase();
}
