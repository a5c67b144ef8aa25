import {
  type Narration,
  narrateSection,
  type SectionSnapshot,
  translateSection,
} from '#contract/jobs/generation.ts';
import type { Language } from '#contract/primitives.ts';
import type { VideoEncoder } from '#contract/video-encoders.ts';
import type { VoiceChoice } from '#contract/voices.ts';
import type { Excerpt } from '#contract/excerpt.ts';
import type { Executor } from '#core/db/database.ts';
import { voiceSpeed } from '#film/time/fit.ts';
import { type OfferedVoice, voiceKey, voicesFor } from '#core/film/voices.ts';
import { narrationKey, translationKey } from '#core/film/keys.ts';
import type { Backend } from '#core/backend.ts';
import { commonEncoder } from '#core/queue/common-encoder.ts';
import { recentWorkers } from '#core/queue/worker-registry.ts';
import { findArtifacts } from '#core/repositories/media/artifacts.ts';
import { readPaces } from '#core/repositories/media/voice-paces.ts';

/** How a text is translated; `in_time` limits it to the length of its video. */
export type Translates = 'freely' | 'in_time' | false;

/** The engines of the running workers, as in their artifact keys; `null` if no worker is running. */
export interface EngineNames {
  voices: readonly OfferedVoice[];
  translator: string | null;
  /** The face detector; `null` without one. */
  faces: string | null;
  /** The hardware encoder of all workers that render; `null` for x264. */
  encoder: VideoEncoder | null;
  /** Returns whether and how a text of one language, a two-letter code, can be translated into another. */
  translates(from: string, to: Language): Translates;
}

export async function readEngineNames({
  redis,
  config,
}: Pick<Backend, 'redis' | 'config'>): Promise<EngineNames> {
  const workers = await recentWorkers(redis, config.redisPrefix);
  const translating = workers.find(({ translator }) => translator !== 'none');
  const directions = translating ? (translating.directions ?? null) : [];
  return {
    voices: workers.find(({ voices = [] }) => voices.length > 0)?.voices ?? [],
    translator: translating?.translator ?? null,
    faces: workers.find(({ faces = 'none' }) => faces !== 'none')?.faces ?? null,
    encoder: commonEncoder(workers),
    translates: (from, to) => {
      if (directions !== null && !directions.includes(`${from}-${to}`)) return false;
      return translating?.heedsBudgets ? 'in_time' : 'freely';
    },
  };
}

/** Returns the voices that can be chosen, best first. */
export async function listVoices(backend: Pick<Backend, 'db' | 'redis' | 'config'>): Promise<VoiceChoice[]> {
  const [{ voices }, paces] = await Promise.all([readEngineNames(backend), readPaces(backend.db)]);
  return voices.map(({ id, name, languages, gender, engine, licence }) => ({
    id,
    name,
    languages,
    gender,
    engine,
    licence,
    pace: paces.get(id) ?? {},
  }));
}

export interface RequestedNarration {
  narration: NonNullable<SectionSnapshot['narration']>;
  excerpt: Excerpt;
  still: boolean;
}

export interface MadeNarration {
  key: string;
  data: Narration;
}

/**
 * Returns the existing narrations, as a worker would make them now; `undefined` for those that do not exist
 * yet.
 */
export async function findMadeNarrations(
  db: Executor,
  { voices, translator }: EngineNames,
  requested: RequestedNarration[],
): Promise<(MadeNarration | undefined)[]> {
  const translations = await findData(
    db,
    translateSection,
    requested.map(({ narration }) =>
      narration.translateFrom === null || translator === null
        ? undefined
        : translationKey(translator, narration),
    ),
  );
  const spoken = requested.map(({ narration }, index) => {
    if (narration.translateFrom === null) return narration;
    const text = translations[index]?.data.text;
    return text === undefined ? undefined : { ...narration, text };
  });
  const keyOf = (narration: RequestedNarration['narration'] | undefined, speed: number) => {
    const speakers = narration ? voicesFor(voices, narration) : [];
    return narration && speakers.length > 0 ? narrationKey(voiceKey(speakers), narration, speed) : undefined;
  };
  const own = await findData(
    db,
    narrateSection,
    spoken.map((narration) => keyOf(narration, 1)),
  );
  const speeds = own.map((narration, index) =>
    narration ? voiceSpeed(narration.data.durationMs, requested[index]!) : 1,
  );
  const faster = await findData(
    db,
    narrateSection,
    spoken.map((narration, index) => (speeds[index]! > 1 ? keyOf(narration, speeds[index]!) : undefined)),
  );
  return own.map((narration, index) => (speeds[index]! > 1 ? faster[index] : narration));
}

/** Returns the existing narrations of a film's sections, by section ID. */
export async function findFilmNarrations(
  db: Executor,
  engines: EngineNames,
  sections: readonly SectionSnapshot[],
): Promise<Map<string, MadeNarration>> {
  const narrated = sections.flatMap((section) => {
    const { narration, media, sectionId } = section;
    return narration ? [{ sectionId, narration, excerpt: section, still: media.kind !== 'video' }] : [];
  });
  const narrations = await findMadeNarrations(db, engines, narrated);
  return new Map(
    narrated.flatMap(({ sectionId }, index) => {
      const narration = narrations[index];
      return narration ? [[sectionId, narration] as const] : [];
    }),
  );
}

async function findData<T>(
  db: Executor,
  job: { result: { parse(data: unknown): T } },
  keys: (string | undefined)[],
): Promise<({ key: string; data: T } | undefined)[]> {
  const artifacts = await findArtifacts(db, [...new Set(keys.filter((key) => key !== undefined))]);
  return keys.map((key) => {
    const artifact = key === undefined ? undefined : artifacts.get(key);
    return artifact && { key: artifact.key, data: job.result.parse(artifact.data) };
  });
}
