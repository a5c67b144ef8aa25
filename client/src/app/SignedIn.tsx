import { useEffect, type ReactElement, type ReactNode } from 'react';
import { ScreenFallback } from '../components/layout/ScreenFallback.tsx';
import { useUser } from '../hooks/use-user.ts';
import { sessionLost } from '../lib/session.ts';

interface SignedInProps {
  /** Settings words it differently and waits longer (SPEC 6). */
  screen?: 'settings';
  children: ReactNode;
}

/** Shows a screen to who is signed in; sends everybody else to sign in. */
export function SignedIn({ screen, children }: SignedInProps): ReactElement {
  const user = useUser();
  useEffect(() => {
    if (user === null) sessionLost(screen);
  }, [user, screen]);
  return user ? <>{children}</> : <ScreenFallback />;
}
