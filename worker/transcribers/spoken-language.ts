import { z } from 'zod';
import type { InstalledModel } from '#core/models/installed.ts';
import { threadsEach } from '../engines/cores.ts';
import type { Span } from './chunks.ts';
import { askSherpa, SHERPA_VERSION, sherpaSound, SPEECH_RATE } from './sherpa/sherpa.ts';
import type { IDENTIFIERS } from './sherpa/sherpa-models.ts';
import { problemOf } from './sherpa/sherpa-recogniser.ts';

const OUR_VERSION = 1;
/** The stretches that are listened to, and the most of each, in ms. */
const STRETCHES = 3;
const LISTENED_MS = 28_000;
/** Urdu and Hindi sound alike; only their scripts differ, and the recogniser of Hindi writes Hindi's. */
const HEARD_AS: Partial<Record<string, string>> = { ur: 'hi' };

/** Tells which language is spoken. */
export interface LanguageIdentifier {
  readonly id: string;
  readonly version: string;
  /** A sentence about what is missing, or null. */
  unavailable(): Promise<string | null>;
  /**
   * The language of most of the longest stretches, ISO 639-1; null without speech.
   * @throws the signal's reason when aborted; EngineUnavailableError; EngineFailedError
   */
  identify(input: {
    wavPath: string;
    speech: readonly Span[];
    /** The processor's threads that it may use; all of them when omitted. */
    threads?: number;
    signal?: AbortSignal;
  }): Promise<string | null>;
}

const languageSchema = z.object({ language: z.string() });

/** Whisper, asked for the language alone. */
export function createLanguageIdentifier(
  { id, config }: (typeof IDENTIFIERS)[number],
  model: InstalledModel,
): LanguageIdentifier {
  const requestFor = (numThreads = threadsEach(1)) => ({
    task: 'identify',
    config: { ...config(model.dir), numThreads },
  });
  let usable = false;
  return {
    id,
    version: `${SHERPA_VERSION}.${OUR_VERSION}-${model.hash}`,
    async unavailable() {
      if (usable) return null;
      try {
        await askSherpa(requestFor(), z.never());
        usable = true;
        return null;
      } catch (error) {
        return problemOf(id, error);
      }
    },
    async identify({ wavPath, speech, threads, signal }) {
      const { durationMs: _, ...sound } = await sherpaSound(wavPath);
      const longest = [...speech]
        .sort((a, b) => b.endMs - b.startMs - (a.endMs - a.startMs))
        .slice(0, STRETCHES);
      if (longest.length === 0) return null;
      const samples = (ms: number) => Math.round((ms * SPEECH_RATE) / 1000);
      const stretches = longest.map(({ startMs, endMs }) => [
        samples(startMs),
        samples(Math.min(endMs, startMs + LISTENED_MS)),
      ]);
      const told = await askSherpa({ ...requestFor(threads), sound, stretches }, languageSchema, { signal });
      const votes = told.map(({ language }) => HEARD_AS[language] ?? language);
      // The longest stretch decides among equals.
      return mostFrequent(votes);
    },
  };
}

function mostFrequent(votes: readonly string[]): string | null {
  const count = (vote: string) => votes.filter((other) => other === vote).length;
  return votes.reduce<string | null>(
    (best, vote) => (best === null || count(vote) > count(best) ? vote : best),
    null,
  );
}
