import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { User } from '#contract/users.ts';
import { isAt } from '../hooks/page/use-place.ts';
import { rememberPlace, takePlace } from '../lib/api/return-place.ts';

/** Returns to the earlier place after a sign-in, which always ends at /. */
export function useReturn(user: User | null | undefined): void {
  const navigate = useNavigate();
  const location = useLocation();
  const { pathname, search } = location;
  const isHome = pathname === '/' && search === '';
  const isUserLoaded = user !== undefined;
  const signedIn = Boolean(user);
  useEffect(() => {
    if (!isUserLoaded) return;
    if (signedIn) {
      const path = takePlace();
      if (path && isHome && isAt(location)) void navigate(path, { replace: true });
    } else if (pathname === '/' && search) {
      // Otherwise the landing page would cover the work that the URL names.
      rememberPlace();
    }
  }, [isUserLoaded, signedIn, isHome, location, pathname, search, navigate]);
}
