import { Suspense, useEffect, type ReactElement } from 'react';
import { Route, Routes, useLocation } from 'react-router-dom';
import { ScreenFallback } from '../components/layout/ScreenFallback.tsx';
import { useAskAgain, useConnectionLost, useUser } from '../hooks/use-user.ts';
import { startRealtime, stopRealtime } from '../lib/runs/realtime.ts';
import { applyTheme } from '../lib/theme.ts';
import {
  BillingPage,
  ConfirmLinkPage,
  ConnectAppPage,
  LandingPage,
  NotAdmittedPage,
  ProfilePage,
  SettingsPage,
  SignInPage,
} from './lazy-screens.ts';
import { LoginErrorPage } from './LoginErrorPage.tsx';
import { NotFoundPage } from './NotFoundPage.tsx';
import { SignedIn } from './SignedIn.tsx';
import { useReturn } from './use-return.ts';
import { useRunOutcomes } from './use-run-outcomes.ts';
import { Waiting } from './Waiting.tsx';
import { WorkflowPage } from './WorkflowPage.tsx';

export function AppRoutes(): ReactElement {
  const user = useUser();
  const lost = useConnectionLost();
  useAskAgain();
  const userId = user?.id;
  const theme = user?.settings.theme;
  useRunOutcomes();
  useReturn(user);
  const { search } = useLocation();
  // The user is not known yet. Someone who opens a project's URL is not shown the marketing page meanwhile.
  const unknownWork = lost && user === undefined && search !== '';

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
        <Route path="/" element={user ? <WorkflowPage /> : unknownWork ? <Waiting /> : <LandingPage />} />
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
        <Route
          path="/oauth/authorize"
          element={
            <SignedIn>
              <ConnectAppPage />
            </SignedIn>
          }
        />
        <Route path="/sign-in" element={<SignInPage />} />
        <Route path="/sign-in/email" element={<ConfirmLinkPage />} />
        <Route path="/not-admitted" element={<NotAdmittedPage />} />
        <Route path="/login-error" element={<LoginErrorPage />} />
        <Route path="*" element={<NotFoundPage />} />
      </Routes>
    </Suspense>
  );
}
