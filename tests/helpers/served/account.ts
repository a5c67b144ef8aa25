import type { ApiKey } from '#contract/api-keys.ts';
import type { AppConfig } from '#contract/app-config.ts';
import type { CreditEntry, Credits } from '#contract/credits.ts';
import type { Models } from '#contract/models.ts';
import type { Identity } from '#contract/sign-in.ts';
import { LANGUAGES, QUALITIES } from '#contract/primitives.ts';
import { DEFAULT_SETTINGS, type User, type UserStats } from '#contract/users.ts';
import type { Webhook, WebhookDelivery } from '#contract/webhooks.ts';

export const NOW = '2026-03-05T12:00:00.000Z';

export const makeUser = (changes: Partial<User> = {}): User => ({
  id: crypto.randomUUID(),
  firstName: 'Test',
  lastName: 'User',
  email: 'test@example.com',
  profileImageUrl: null,
  createdAt: NOW,
  youtubeChannelName: null,
  youtubeAllowsCaptions: true,
  settings: DEFAULT_SETTINGS,
  ...changes,
});

/** A way to sign in: by Google. */
export const makeIdentity = (changes: Partial<Identity> = {}): Identity => ({
  id: crypto.randomUUID(),
  provider: 'Google',
  email: 'test@example.com',
  createdAt: NOW,
  ...changes,
});

/** A user with some settings other than the defaults. */
export const makeUserWith = (settings: Partial<User['settings']>): User =>
  makeUser({ settings: { ...DEFAULT_SETTINGS, ...settings } });

export const makeStats = (changes: Partial<UserStats> = {}): UserStats => ({
  totalProjects: 0,
  totalVideos: 0,
  storedBytes: 0,
  maxStoredBytes: 100 * 2 ** 30,
  ...changes,
});

/** Purchased, unused packs of these sizes. */
export function makeCredits(...sizes: number[]): Credits {
  const packs = sizes.map((packSize) => ({
    id: crypto.randomUUID(),
    kind: 'purchase' as const,
    packSize,
    purchaseDate: NOW,
    creditsRemaining: packSize,
    totalCredits: packSize,
  }));
  const totalCredits = sizes.reduce((sum, size) => sum + size, 0);
  return { totalCredits, availablePacks: packs, allPacks: packs, failedPurchases: [] };
}

export const makeModels = (changes: Partial<Models> = {}): Models => ({
  offered: false,
  models: [],
  sets: [],
  extras: [],
  download: null,
  ...changes,
});

/** A local installation with every engine. */
export const makeConfig = (changes: Partial<AppConfig> = {}): AppConfig => ({
  mode: 'local',
  sources: [
    { id: 'youtube', name: 'YouTube', available: true, standIn: true },
    { id: 'vimeo', name: 'Vimeo', available: true, standIn: true },
    { id: 'manual', name: 'Manual', available: true, standIn: false },
    { id: 'library', name: 'Library', available: true, standIn: false },
  ],
  topics: ['bicycle', 'night train'],
  languages: [...LANGUAGES],
  qualities: [...QUALITIES],
  engines: { transcriber: 'pocketsphinx', voice: 'flite', translator: 'bergamot', titles: 'phrases' },
  payment: { standIn: true },
  channel: { available: true, standIn: true },
  signIn: { providers: [{ id: 'google', name: 'Google' }], email: false },
  standIns: [],
  warnings: [],
  welcomeCredits: 3,
  footer: { terms: null, privacy: null, contact: null },
  links: { pages: null, runtime: null, examples: null },
  limits: {
    maxVideos: 20,
    maxTotalSeconds: 4 * 3600,
    channelUploadBytes: 2 * 2 ** 30,
    footageBytes: 2 * 2 ** 30,
  },
  ...changes,
});

/** A line of the credit history; by default the purchase of a pack of ten. */
export const makeEntry = (changes: Partial<CreditEntry> = {}): CreditEntry => ({
  id: crypto.randomUUID(),
  kind: 'purchase',
  amount: 10,
  balanceAfter: 10,
  createdAt: NOW,
  projectId: null,
  projectTitle: null,
  packSize: 10,
  ...changes,
});

/** A key that only reads, never expires and was never used. */
export const makeApiKey = (changes: Partial<ApiKey> = {}): ApiKey => ({
  id: crypto.randomUUID(),
  name: 'Nightly films',
  prefix: 'ck_Ab12Cd',
  scopes: ['read'],
  creditBudget: null,
  creditsSpent: 0,
  createdAt: NOW,
  expiresAt: null,
  lastUsedAt: null,
  app: null,
  ...changes,
});

/** An enabled webhook for finished films that works. */
export const makeWebhook = (changes: Partial<Webhook> = {}): Webhook => ({
  id: crypto.randomUUID(),
  url: 'https://hooks.example.com/cutroom',
  events: ['film.ready'],
  createdAt: NOW,
  disabled: null,
  failingSince: null,
  oldSecretUntil: null,
  ...changes,
});

/** A delivery that arrived in its first attempt. */
export const makeDelivery = (changes: Partial<WebhookDelivery> = {}): WebhookDelivery => ({
  id: crypto.randomUUID(),
  eventId: 'msg_0123456789abcdef0123456789abcdef',
  type: 'film.ready',
  state: 'delivered',
  attempts: 1,
  createdAt: NOW,
  lastAttemptAt: NOW,
  nextAttemptAt: null,
  responseStatus: 200,
  error: null,
  ...changes,
});
