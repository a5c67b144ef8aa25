import {
  type Narration,
  narrateSection,
  type SectionSnapshot,
  translateSection,
} from '#contract/jobs/generation.ts';
import type { Excerpt } from '#contract/section-length.ts';
import type { Executor } from '#core/db/database.ts';
import { voiceSpeed } from '#core/film/fit.ts';
import { narrationKey, translationKey } from '#core/film/keys.ts';
import type { Backend } from '#core/backend.ts';
import { listWorkers } from '#core/queue/worker-registry.ts';
import { findArtifacts } from '#core/repositories/artifacts.ts';

/** The engines of the running workers, as in their artifact keys; null without one. */
export interface EngineNames {
  voice: string | null;
  translator: string | null;
}

export async function readEngineNames({
  redis,
  config,
}: Pick<Backend, 'redis' | 'config'>): Promise<EngineNames> {
  const workers = await listWorkers(redis, config.redisPrefix);
  const first = (kind: 'voice' | 'translator') =>
    workers.map((worker) => worker[kind]).find((name) => name !== 'none') ?? null;
  return { voice: first('voice'), translator: first('translator') };
}

export interface WantedNarration {
  narration: NonNullable<SectionSnapshot['narration']>;
  excerpt: Excerpt;
  still: boolean;
}

export interface MadeNarration {
  key: string;
  data: Narration;
}

/** The existing narrations, as a worker would make them now; undefined where one must still be made. */
export async function findMadeNarrations(
  db: Executor,
  { voice, translator }: EngineNames,
  wanted: WantedNarration[],
): Promise<(MadeNarration | undefined)[]> {
  if (voice === null) return wanted.map(() => undefined);
  const translations = await findData(
    db,
    translateSection,
    wanted.map(({ narration }) =>
      narration.translateFrom === null || translator === null
        ? undefined
        : translationKey(translator, narration),
    ),
  );
  const spoken = wanted.map(({ narration }, index) => {
    if (narration.translateFrom === null) return narration;
    const text = translations[index]?.data.text;
    return text === undefined ? undefined : { ...narration, text };
  });
  const own = await findData(
    db,
    narrateSection,
    spoken.map((narration) => narration && narrationKey(voice, narration, 1)),
  );
  const speeds = own.map((made, index) => (made ? voiceSpeed(made.data.durationMs, wanted[index]!) : 1));
  const faster = await findData(
    db,
    narrateSection,
    spoken.map((narration, index) =>
      narration && speeds[index]! > 1 ? narrationKey(voice, narration, speeds[index]!) : undefined,
    ),
  );
  return own.map((made, index) => (speeds[index]! > 1 ? faster[index] : made));
}

async function findData<T>(
  db: Executor,
  job: { result: { parse(data: unknown): T } },
  keys: (string | undefined)[],
): Promise<({ key: string; data: T } | undefined)[]> {
  const made = await findArtifacts(db, [...new Set(keys.filter((key) => key !== undefined))]);
  return keys.map((key) => {
    const artifact = key === undefined ? undefined : made.get(key);
    return artifact && { key: artifact.key, data: job.result.parse(artifact.data) };
  });
}
