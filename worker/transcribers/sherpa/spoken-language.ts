import { z } from 'zod';
import type { InstalledModel } from '#core/models/installed.ts';
import { threadsEach } from '../../engines/cores.ts';
import type { Span } from '../chunks.ts';
import { askSherpa, SHERPA_VERSION, sherpaSound, SPEECH_RATE } from './sherpa.ts';
import type { IDENTIFIERS } from './sherpa-models.ts';
import { problemOf } from './sherpa-recogniser.ts';

const ENGINE_VERSION = 1;
/** The number of spans that are examined, and the most of each, in ms. */
const STRETCHES = 3;
const LISTENED_MS = 28_000;
/** Urdu and Hindi sound alike. Only their scripts differ, and the Hindi recogniser writes that of Hindi. */
const TRANSCRIBED_AS: Partial<Record<string, string>> = { ur: 'hi' };

/** Detects the spoken language. */
export interface LanguageIdentifier {
  readonly id: string;
  readonly version: string;
  /** Returns a sentence about what is missing, or `null`. */
  unavailable(): Promise<string | null>;
  /**
   * Returns the language of most of the longest spans, ISO 639-1; `null` without speech.
   * @throws the signal's reason if aborted; EngineUnavailableError; EngineFailedError
   */
  identify(input: {
    wavPath: string;
    speech: readonly Span[];
    /** The processor threads that it may use; all by default. */
    threads?: number;
    signal?: AbortSignal;
  }): Promise<string | null>;
}

const languageSchema = z.object({ language: z.string() });

/** Uses Whisper for the language only. */
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
    version: `${SHERPA_VERSION}.${ENGINE_VERSION}-${model.hash}`,
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
      const detected = await askSherpa({ ...requestFor(threads), sound, stretches }, languageSchema, {
        signal,
      });
      const votes = detected.map(({ language }) => TRANSCRIBED_AS[language] ?? language);
      // The longest span decides a tie.
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
