import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { remainingParts } from '#film/time/cuts.ts';
import { framesToMs } from '#film/frames.ts';
import type { Excerpt } from '#contract/excerpt.ts';
import { lengthMs } from '#film/time/section-length.ts';
import { framesToSamples } from '#film/time/timing.ts';
import type { DrawnText } from '../subtitles/ass.ts';
import { layOutFonts } from '../subtitles/fonts.ts';
import { sectionAss } from '../subtitles/title.ts';
import { evenTimes } from './encode-args.ts';
import type { SectionSpec } from './section-spec.ts';
import { ownSoundGraph } from './sound-filters.ts';
import { type FrameWindow, originalSound, seekInput, sourceGraph } from './source-graph.ts';

const FONTS_DIR = 'fonts';

/** Adds an input to an ffmpeg command and returns its number. */
type AddInput = (args: string[]) => number;

/**
 * Returns the filter chain of a range of a section's frames, rendered from its source as in the section, with
 * its title and its lower third, but without captions.
 * @param textFile a name in ffmpeg's working folder, to which the text is written
 */
export async function edgeGraph(
  spec: SectionSpec,
  window: FrameWindow,
  {
    addInput,
    threads,
    workDir,
    textFile,
  }: { addInput: AddInput; threads: number; workDir: string; textFile: string },
): Promise<string> {
  const { picture } = sourceGraph(spec, threads, addInput, window);
  const exact = `trim=end_frame=${window.frames},${evenTimes(spec.frameRate)}`;
  const textFilter = await drawnText(spec, window, { workDir, textFile });
  return `${picture},${exact}${textFilter}`;
}

/** Returns the filters that draw a section's title and lower third at their times in the section. */
async function drawnText(
  { text, width, height, frameRate, fit, placement }: SectionSpec,
  { from }: FrameWindow,
  { workDir, textFile }: { workDir: string; textFile: string },
): Promise<string> {
  const third = text?.lowerThird ?? null;
  if (!text || (text.title === null && third === null)) return '';
  // Times must not be negative.
  const leadMs = framesToMs(Math.max(0, -from), frameRate);
  const shifted: DrawnText = {
    ...text,
    cues: [],
    lowerThird: third && later(third, leadMs),
    startMs: leadMs,
  };
  const picture = { width, height, lengthMs: fit.effectiveMs };
  await writeText(shifted, picture, placement, { workDir, textFile });
  return drawAt(textFile, Math.max(0, from), frameRate);
}

const later = <T extends { startMs: number; endMs: number }>(one: T, ms: number): T => ({
  ...one,
  startMs: one.startMs + ms,
  endMs: one.endMs + ms,
});

/** Returns the filters that draw a text file whose times begin this many frames before the video. */
function drawAt(textFile: string, from: number, frameRate: number): string {
  const shift = (sign: '+' | '-') => (from > 0 ? `,setpts=PTS${sign}${from}/${frameRate}/TB` : '');
  return `${shift('+')},ass=filename=${textFile}:fontsdir=${FONTS_DIR}:shaping=complex${shift('-')}`;
}

async function writeText(
  text: DrawnText,
  picture: { width: number; height: number; lengthMs: number },
  placement: SectionSpec['placement'],
  { workDir, textFile }: { workDir: string; textFile: string },
): Promise<void> {
  await writeFile(join(workDir, textFile), sectionAss(text, picture, placement));
  await layOutFonts(join(workDir, FONTS_DIR));
}

/**
 * Returns the filters that draw those captions of a section that a transition shows, if any.
 * @param text the section's, with the captions as the film shows them
 * @param from the section's frame at the transition's first one
 */
export async function captionFilters(
  { text, width, height, frameRate, fit, placement }: SectionSpec,
  { from, frames }: Pick<FrameWindow, 'from' | 'frames'>,
  { workDir, textFile }: { workDir: string; textFile: string },
): Promise<string> {
  if (!text) return '';
  const [startMs, endMs] = [framesToMs(from, frameRate), framesToMs(from + frames, frameRate)];
  const leadMs = Math.max(0, -startMs);
  const cues = text.cues
    .filter((cue) => cue.startMs < endMs && cue.endMs > startMs)
    .map((cue) => ({ ...later(cue, leadMs), words: cue.words.map((word) => later(word, leadMs)) }));
  if (cues.length === 0) return '';
  const lowerThird = text.lowerThird ? later(text.lowerThird, leadMs) : null;
  const picture = { width, height, lengthMs: fit.effectiveMs };
  await writeText({ ...text, cues, lowerThird, onlyCaptions: true }, picture, placement, {
    workDir,
    textFile,
  });
  return drawAt(textFile, Math.max(0, from), frameRate);
}

/**
 * Returns the moment of its source that a section plays after this time of the film, also before its start or
 * after its end.
 */
function sourceAt(excerpt: Excerpt, filmMs: number): number {
  const remaining = remainingParts(excerpt);
  let remainingMs = filmMs * excerpt.speed;
  for (const { startMs, endMs } of remaining.slice(0, -1)) {
    if (remainingMs < endMs - startMs) return startMs + remainingMs;
    remainingMs -= endMs - startMs;
  }
  return (remaining.at(-1)?.startMs ?? excerpt.startMs) + remainingMs;
}

/**
 * Whether a section's own audio can be rendered beyond this end: not under a narration, and not after a fade.
 */
export const hasSoundBeyond = (
  { source, excerpt, narrationPath }: SectionSpec,
  end: 'start' | 'end',
): boolean =>
  source?.audio != null &&
  excerpt.volume > 0 &&
  narrationPath === null &&
  (end === 'start' ? excerpt.fadeIn : excerpt.fadeOut) === 0;

/**
 * Returns the filter graph of a section's own audio in a range of its frames, which may be beyond its ends.
 */
export function edgeSoundGraph(
  spec: SectionSpec,
  { from, frames }: Pick<FrameWindow, 'from' | 'frames'>,
  { addInput, threads, output }: { addInput: AddInput; threads: number; output: string },
): string {
  const source = spec.source!;
  const inMs = (count: number) => (count * 1000) / spec.frameRate;
  const startMs = Math.max(0, sourceAt(spec.excerpt, inMs(from)));
  const endMs = sourceAt(spec.excerpt, inMs(from + frames));
  const cuts = spec.excerpt.cuts.filter((cut) => cut.startMs > startMs && cut.endMs < endMs);
  const excerpt = { ...spec.excerpt, startMs, endMs, cuts, fadeIn: 0, fadeOut: 0 };
  const fit = { ...spec.fit, extendMs: 0, effectiveMs: lengthMs(excerpt) };
  const { args, leadMs } = seekInput(source, startMs, threads);
  const label = `${addInput(args)}:${source.audio!.index}`;
  const original = originalSound({ excerpt, fit }, source, { label, leadMs });
  return ownSoundGraph(original, framesToSamples(frames, spec.frameRate), output);
}
