import { Suspense, useEffect, type ReactElement } from 'react';
import { Route, Routes } from 'react-router-dom';
import { ScreenFallback } from '../components/layout/ScreenFallback.tsx';
import { useUser } from '../hooks/use-user.ts';
import { startRealtime, stopRealtime } from '../lib/realtime.ts';
import { applyTheme } from '../lib/theme.ts';
import { BillingPage, LandingPage, ProfilePage, SettingsPage } from './lazy-screens.ts';
import { LoginErrorPage } from './LoginErrorPage.tsx';
import { NotFoundPage } from './NotFoundPage.tsx';
import { SignedIn } from './SignedIn.tsx';
import { useRunOutcomes } from './use-run-outcomes.ts';
import { WorkflowPage } from './WorkflowPage.tsx';

export function AppRoutes(): ReactElement {
  const user = useUser();
  const userId = user?.id;
  const theme = user?.settings.theme;
  useRunOutcomes();

  useEffect(() => {
    if (userId) void startRealtime();
    else if (userId === undefined) stopRealtime();
  }, [userId]);
  useEffect(() => {
    if (theme) applyTheme(theme);
  }, [theme]);

  return (
    <Suspense fallback={<ScreenFallback />}>
      <Routes>
        <Route path="/" element={user ? <WorkflowPage /> : <LandingPage />} />
        <Route
          path="/profile"
          element={
            <SignedIn>
              <ProfilePage />
            </SignedIn>
          }
        />
        <Route
          path="/settings"
          element={
            <SignedIn>
              <SettingsPage />
            </SignedIn>
          }
        />
        <Route
          path="/billing"
          element={
            <SignedIn>
              <BillingPage />
            </SignedIn>
          }
        />
        <Route path="/login-error" element={<LoginErrorPage />} />
        <Route path="*" element={<NotFoundPage />} />
      </Routes>
    </Suspense>
  );
}
