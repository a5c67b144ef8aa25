import { useEffect, type ReactElement, type ReactNode } from 'react';
import { ScreenFallback } from '../components/layout/ScreenFallback.tsx';
import { useConnectionLost, useUser } from '../hooks/use-user.ts';
import { sessionLost } from '../lib/api/session.ts';
import { Waiting } from './Waiting.tsx';

/** Shows a screen to signed-in users and sends others to sign in. */
export function SignedIn({ children }: { children: ReactNode }): ReactElement {
  const user = useUser();
  const lost = useConnectionLost();
  useEffect(() => {
    if (user === null) sessionLost();
  }, [user]);
  if (user) return <>{children}</>;
  return lost ? <Waiting /> : <ScreenFallback />;
}
