import { z } from 'zod';
import { FILM_FRAME_RATE, framesToMs, msToFrames, msToFramesUp } from './frames.ts';
import { ms } from './jobs/job.ts';
import { speedSchema } from './section-settings.ts';

/**
 * The range of the source that a section plays, and its speed. All lengths and times of a section in its film follow
 * from it, here. `@__PURE__` lets the page take the functions without zod.
 */
export const excerptSchema = z.object({
  startMs: ms,
  endMs: ms,
  speed: /* @__PURE__ */ speedSchema.default(1),
});
export type Excerpt = z.infer<typeof excerptSchema>;

/** The fields of an excerpt beside its range, each optional. */
export const unusualSchema = z.object({ speed: speedSchema }).partial();

/** The length of an excerpt in the film by itself, in ms. */
export const lengthMs = ({ startMs, endMs, speed }: Excerpt): number => Math.round((endMs - startMs) / speed);

/** The time in the film of a moment of the source, in ms from the section's start. */
export const sinceStart = ({ startMs, speed }: Excerpt, sourceMs: number): number =>
  Math.round((sourceMs - startMs) / speed);

/** The length of the source that plays in this many ms of the film, in ms. */
export const sourceMs = ({ speed }: Excerpt, filmMs: number): number => filmMs * speed;

/** A voice's reading speed, in characters a second: for lengths before the narration is made. */
const SPEAKING_RATE = 14;
/** A narration starts this long after its section starts, and the section ends this long after the narration (ms). */
export const NARRATION_LEAD_MS = 150;
export const NARRATION_TAIL_MS = 150;
/** Both together, in ms. */
export const AROUND_MS = NARRATION_LEAD_MS + NARRATION_TAIL_MS;
/** The highest speed at which a recording is played. */
export const MAX_TEMPO = 1.2;

/** The estimated time in which a voice reads a text, in ms. */
export const readingMs = (text: string): number => Math.round((text.trim().length / SPEAKING_RATE) * 1000);

/** The fields of an excerpt that differ from their defaults, without its range, for artifact keys and steps. */
export function unusualOf(excerpt: Excerpt): z.infer<typeof unusualSchema> {
  const { startMs, endMs, ...how } = excerptSchema.parse(excerpt);
  const usual: Record<string, unknown> = excerptSchema.parse({ startMs, endMs });
  return unusualSchema.parse(
    Object.fromEntries(Object.entries(how).filter(([name, value]) => value !== usual[name])),
  );
}

interface Narrated {
  /** Length of the excerpt in the film, in ms. */
  sectionMs: number;
  /** Length of the recording, in ms. */
  narrationMs: number;
  /** Frames a second of the film. */
  frameRate: number;
  /** An image or a title card: its narration is never played faster. */
  still: boolean;
}

/** The speed at which a recording is played, 1 to 1.2, and how many frames its section then lasts. */
export function narratedLength({ sectionMs, narrationMs, frameRate, still }: Narrated): {
  tempo: number;
  frames: number;
} {
  let tempo = 1;
  if (!still && narrationMs + AROUND_MS > sectionMs) {
    const wanted = sectionMs > AROUND_MS ? narrationMs / (sectionMs - AROUND_MS) : MAX_TEMPO;
    tempo = Math.min(MAX_TEMPO, Math.ceil(wanted * 1000) / 1000);
  }
  const needed = msToFramesUp(narrationMs / tempo + AROUND_MS, frameRate);
  return { tempo, frames: Math.max(1, msToFrames(sectionMs, frameRate), needed) };
}

/**
 * A section's length in the film, in ms, before a narration of its text is made; `text` is null where nothing is
 * narrated.
 */
export function estimatedLengthMs({
  excerpt,
  text,
  still,
}: Pick<Narrated, 'still'> & { excerpt: Excerpt; text: string | null }): number {
  const frameRate = FILM_FRAME_RATE;
  const sectionMs = lengthMs(excerpt);
  if (text === null) return framesToMs(Math.max(1, msToFrames(sectionMs, frameRate)), frameRate);
  return framesToMs(
    narratedLength({ sectionMs, narrationMs: readingMs(text), frameRate, still }).frames,
    frameRate,
  );
}
