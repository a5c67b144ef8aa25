import { useEffect, type ReactElement, type ReactNode } from 'react';
import { ScreenFallback } from '../components/layout/ScreenFallback.tsx';
import { useUser } from '../hooks/use-user.ts';
import { sessionLost } from '../lib/session.ts';

/** Shows a screen to who is signed in; sends everybody else to sign in. */
export function SignedIn({ children }: { children: ReactNode }): ReactElement {
  const user = useUser();
  useEffect(() => {
    if (user === null) sessionLost();
  }, [user]);
  return user ? <>{children}</> : <ScreenFallback />;
}
