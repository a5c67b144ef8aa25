import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import type { Run } from '#contract/runs.ts';
import type { RunKind } from '#contract/run-kinds.ts';

/** A route of the page in one of its states. */
export interface Screen {
  /** The name, as 'route: state'. */
  name: string;
  path: string;
  /** `before` changes the page beyond its answers, so that no other screen may be shown on it afterwards. */
  ownPage?: true;
  /** The size of a laptop on which the state exists, if it does not exist at 1440x900. */
  size?: { width: number; height: number };
  /** Sets the page's answers before it loads. */
  before?: (page: Page) => Promise<unknown>;
  /** Brings the page into the state. Resolves once the state is visible. */
  shown: (page: Page) => Promise<unknown>;
}

/** Describes a screen's route. */
export const routeOf = ({ name }: Screen): string => name.split(':')[0]!;

export const CONFIG = /\/api\/config$/;
export const USER = /\/api\/auth\/user$/;
export const CREDITS = /\/api\/user\/credits$/;
export const LEDGER = /\/api\/user\/credits\/ledger$/;
export const STATS = /\/api\/user\/stats$/;
export const PROJECT = /\/api\/projects\/[\w-]+(\?[^/]*)?$/;
export const VIDEOS = /\/api\/user\/videos(\?[^/]*)?$/;
export const SEARCH = /\/api\/videos\/search/;

export const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
export const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
export const text = (page: Page, words: string) => page.getByText(words, { exact: true }).first();
/** The browser's notification permission is undecided. */
export const mayAsk = (page: Page) =>
  page.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { get: () => 'default' });
  });

/** A run in progress. */
export const runOf = (kind: RunKind, projectId: string): Run => ({
  id: randomUUID(),
  kind,
  projectId,
  projectTitle: 'A project',
  language: kind === 'generation' ? 'en' : null,
  status: 'running',
  percentage: 62,
  stage: kind === 'generation' ? 'Rendering sections' : 'Generating transcriptions',
  message: '',
  errorCode: null,
  retryable: true,
  failedSectionId: null,
  estimate: { low: 40, high: 80 },
  steps: { done: 3, total: 7, reused: 1 },
  version: 1,
  createdAt: new Date().toISOString(),
  finishedAt: null,
});
