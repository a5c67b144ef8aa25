import type { AppConfig } from '#contract/app-config.ts';
import { FOOTAGE_SOURCE } from '#contract/footage.ts';
import { LANGUAGES, QUALITIES } from '#contract/primitives.ts';
import { SITES } from '#core/media-sources/registry.ts';
import type { Backend } from '#core/backend.ts';
import type { WorkerInfo } from '#core/queue/worker-registry.ts';
import type { PaymentProvider } from '../../payments/payment-provider.ts';

/** A page of the stand-ins. */
const EXAMPLES = '/standins/media/';
/** Production has no such page. */
const OUTBOX = 'Email: kept in an outbox at /api/outbox, nothing is sent.';

/** Returns what this installation can do, and which stand-ins it uses. */
export async function readAppConfig(
  backend: Backend,
  payments: PaymentProvider | null,
  workers: WorkerInfo[],
): Promise<AppConfig> {
  const { config, sources } = backend;
  const first = workers[0];
  const translator = first?.translator ?? 'none';
  return {
    mode: config.mode,
    sources: listSources(sources),
    topics: config.searchTopics,
    languages: [...LANGUAGES],
    qualities: [...QUALITIES],
    engines: {
      transcriber: first?.transcriber ?? 'none',
      voice: first?.voice ?? 'none',
      translator,
      titles: first?.titles ?? 'none',
    },
    channel: { available: config.channel.available, standIn: config.channel.standIn },
    signIn: {
      providers: config.signIn.providers.map(({ id, name }) => ({ id, name })),
      email: config.signIn.email,
    },
    payment: payments && { standIn: payments.standIn },
    standIns: standIns(backend, payments, translator),
    warnings: [
      ...(workers.length === 0 ? ['No worker is running, so nothing is processed until you start one.'] : []),
      ...new Set(workers.flatMap((worker) => worker.warnings)),
    ],
    welcomeCredits: config.welcomeCredits,
    footer: {
      terms: config.footer.terms ?? null,
      privacy: config.footer.privacy ?? null,
      contact: config.footer.contact ?? null,
    },
    links: {
      pages: await sources.pages.version(),
      runtime: await sources.pages.runtime(),
      examples: config.links.rules.aliases.length > 0 ? EXAMPLES : null,
    },
    limits: {
      maxVideos: config.maxVideos,
      maxTotalSeconds: config.maxTotalMs / 1000,
      channelUploadBytes: config.channelUploadMaxBytes,
      footageBytes: config.footageMaxBytes,
    },
  };
}

/**
 * Returns the entries of the page's filter: the fixed ones (product.md 2.38), whether or not configured, then
 * other searchable sources.
 */
function listSources({ all }: Backend['sources']): AppConfig['sources'] {
  const listed = SITES.filter(({ alwaysListed }) => alwaysListed).map(({ id, name }) => {
    const source = all.find((candidate) => candidate.id === id);
    return { id, name, available: source !== undefined, standIn: source?.standIn ?? false };
  });
  const others = all.filter(({ id }) => listed.every((entry) => entry.id !== id));
  return [
    ...listed,
    // The user's own videos are not a source, and always available.
    { id: 'manual', name: 'Manual', available: true, standIn: false },
    ...others.map(({ id, name, standIn }) => ({ id, name, available: true, standIn })),
    { id: FOOTAGE_SOURCE, name: 'Your footage', available: true, standIn: false },
  ];
}

function standIns(
  { config, sources }: Backend,
  payments: PaymentProvider | null,
  translator: string,
): string[] {
  return [
    ...(config.signIn.providers.some(({ standIn }) => standIn)
      ? ['Sign-in: simulated, no Google account needed.']
      : []),
    ...searchStandIns(sources),
    ...(config.music?.standIn ? ['Music search: simulated, with music made on this machine.'] : []),
    ...(config.channel.standIn ? ['YouTube channels: simulated, nothing is published.'] : []),
    ...(payments?.standIn ? ['Payment: simulated, nothing is charged.'] : []),
    ...(config.mail ? [] : [config.mode === 'local' ? OUTBOX : 'Email: not set up, nothing is sent.']),
    ...(translator === 'none' ? ['Translation: not set up, so texts are read as written.'] : []),
  ];
}

function searchStandIns(sources: Backend['sources']): string[] {
  const names = sources.all.filter((source) => source.standIn).map(({ name }) => name);
  if (names.length > 0) {
    const all = new Intl.ListFormat('en').format(names);
    return [`Search: ${all} are simulated with the sample videos.`];
  }
  const isAlone = sources.all.every(({ id }) => id === 'library');
  return isAlone ? ['Search: the library on this machine, not YouTube or Vimeo.'] : [];
}
