import { lazy, Suspense, useState, type ReactElement } from 'react';
import type { User } from '#contract/users.ts';
import { displayName, initials } from '../../hooks/use-user.ts';
import { Avatar } from '../ui/display/Avatar.tsx';
import { loadPart } from '../../lib/missing-chunk.ts';

const load = () => import('./UserMenuContent.tsx');
const UserMenuContent = lazy(async () => ({ default: (await loadPart(load)).UserMenuContent }));

/** The avatar with the user's menu. The menu's code loads when a pointer or the focus approaches. */
export function UserMenu({ user }: { user: User }): ReactElement {
  const [requested, setRequested] = useState(false);
  const preload = (): void => void load().catch(() => undefined);
  const avatar = (
    <button
      type="button"
      aria-haspopup="menu"
      onPointerEnter={preload}
      onFocus={preload}
      onClick={() => setRequested(true)}
      className="ring-line-strong relative rounded-full hover:ring-2"
    >
      <Avatar text={initials(user)} />
      <span className="sr-only">Account: {displayName(user)}</span>
    </button>
  );
  if (!requested) return avatar;
  return (
    <Suspense fallback={avatar}>
      <UserMenuContent user={user} />
    </Suspense>
  );
}
