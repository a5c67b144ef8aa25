import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import { loadPart } from '../lib/missing-chunk.ts';

/** Loads a screen's code as a separate chunk. */
function screen<Name extends string>(
  name: Name,
  load: () => Promise<Record<Name, ComponentType>>,
): LazyExoticComponent<ComponentType> {
  return lazy(async () => ({ default: (await loadPart(load))[name] }));
}

export const LandingPage = screen('LandingPage', () => import('../features/landing/LandingPage.tsx'));
export const SignInPage = screen('SignInPage', () => import('../features/sign-in/SignInPage.tsx'));
export const ConfirmLinkPage = screen(
  'ConfirmLinkPage',
  () => import('../features/sign-in/ConfirmLinkPage.tsx'),
);
export const ConnectAppPage = screen(
  'ConnectAppPage',
  () => import('../features/connect-app/ConnectAppPage.tsx'),
);
export const NotAdmittedPage = screen(
  'NotAdmittedPage',
  () => import('../features/sign-in/NotAdmittedPage.tsx'),
);
export const SearchStage = screen('SearchStage', () => import('../features/search/SearchStage.tsx'));
export const ProcessingStage = screen(
  'ProcessingStage',
  () => import('../features/processing/ProcessingStage.tsx'),
);
export const ProcessingSteps = screen(
  'ProcessingSteps',
  () => import('../features/processing/ProcessingSteps.tsx'),
);
export const EditStage = screen('EditStage', () => import('../features/edit/EditStage.tsx'));
export const CompleteStage = screen('CompleteStage', () => import('../features/complete/CompleteStage.tsx'));
export const LibraryStage = screen('LibraryStage', () => import('../features/library/LibraryStage.tsx'));
export const ProfilePage = screen('ProfilePage', () => import('../features/profile/ProfilePage.tsx'));
export const SettingsPage = screen('SettingsPage', () => import('../features/settings/SettingsPage.tsx'));
export const BillingPage = screen('BillingPage', () => import('../features/billing/BillingPage.tsx'));
