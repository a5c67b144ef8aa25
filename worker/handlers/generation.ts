import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import {
  generationInputSchema,
  joinFilm as joinJob,
  narrateSection,
  renderSection as renderJob,
  type SectionSnapshot,
} from '#contract/jobs/generation.ts';
import { scanMedia } from '#contract/jobs/processing.ts';
import { FinalStepError } from '#node/errors.ts';
import { probeMedia } from '#node/ffmpeg/probe.ts';
import { planFit } from '#node/film/fit.ts';
import { narrationKey, renderKey } from '#node/film/keys.ts';
import { loudnessGainDb } from '#node/film/loudness.ts';
import { framesToMs } from '#node/film/timing.ts';
import { readSteps, type RunRow } from '#node/repositories/run-steps.ts';
import { artifactKey } from '#node/storage/artifact-store.ts';
import { nameOf } from '../engines/engines.ts';
import { joinFilm } from '../media/join.ts';
import { renderSection } from '../media/render.ts';
import { normaliseNarration } from '../media/voice-loudness.ts';
import type { Handler, StepContext } from './handler.ts';
import { fetchedFile } from './media-of.ts';

function sectionAt(run: RunRow, index: number): SectionSnapshot {
  return generationInputSchema.parse(run.input).sections[index]!;
}

/** Reads a section's text aloud. */
export const handleNarrateSection: Handler<'narrate-section'> = async ({
  platform,
  engines,
  run,
  input,
  signal,
}) => {
  const { narration } = sectionAt(run, input.index);
  if (!narration) throw new Error('A section without a text to read has no narration.');
  const { voice } = engines;
  if (!voice)
    throw new FinalStepError(
      'no_voice',
      'No voice is installed on the worker, so no text can be read aloud.',
    );
  const key = narrationKey(nameOf(voice), narration);
  return platform.artifacts.build(narrateSection, key, run.user_id, async (dir) => {
    const raw = join(dir, 'raw.wav');
    await voice.speak({ ...narration, speed: 1, outFile: raw, signal });
    const output = join(dir, 'narration.wav');
    const { durationMs } = await normaliseNarration({ ffmpeg: platform.ffmpeg, input: raw, output, signal });
    return { data: { durationMs }, files: ['narration.wav'] };
  });
};

/** Renders one section at the film's size and rate: picture, sound, narration. */
export const handleRenderSection: Handler<'render-section'> = async (context) => {
  const { platform, run, input, dependencies, signal, report } = context;
  const { artifacts, ffmpeg } = platform;
  const film = generationInputSchema.parse(run.input);
  const section = film.sections[input.index]!;
  const spokenKey = dependencies[`${narrateSection.name}-${input.index}`] ?? null;
  const key = renderKey(section, film, spokenKey);
  return artifacts.build(renderJob, key, run.user_id, async (dir) => {
    const { path } = await fetchedFile(platform, section.media.fetchKey);
    const scan = await artifacts.find(scanMedia, section.media.scanKey);
    if (!scan)
      throw new FinalStepError(
        'gone',
        `The analysis of "${section.title}" is gone. Please process it again.`,
      );
    const spoken = spokenKey ? await artifacts.find(narrateSection, spokenKey) : undefined;
    const { video, audio, formatName } = await probeMedia(ffmpeg, path, { signal });
    if (!video) throw new FinalStepError('unsupported', `The video of "${section.title}" has no picture.`);
    const { loudness } = scan.data;
    const data = await renderSection(
      {
        source: {
          path,
          video,
          audio,
          formatName,
          gainDb: loudnessGainDb(loudness),
          truePeakDb: loudness?.truePeakDb ?? null,
        },
        startMs: section.startMs,
        endMs: section.endMs,
        fit: planFit({
          sectionMs: section.endMs - section.startMs,
          narrationMs: spoken?.data.durationMs ?? null,
          availableAfterMs: 0,
          frameRate: film.frameRate,
        }),
        narrationPath: spoken?.files['narration.wav'] ?? null,
        width: film.width,
        height: film.height,
        frameRate: film.frameRate,
      },
      {
        ffmpeg,
        outFile: join(dir, 'section.mov'),
        signal,
        onProgress: report,
        threads: await threadsFor(context),
      },
    );
    return { data, files: ['section.mov'] };
  });
};

/** One thread while as many sections wait as there are cores; all cores for the last ones. */
async function threadsFor({
  platform,
  run,
}: Pick<StepContext<'render-section'>, 'platform' | 'run'>): Promise<number> {
  const steps = await readSteps(platform.db, run.id, run.attempt);
  const open = steps.filter((step) => step.job === renderJob.name && step.state !== 'done').length;
  const cores = availableParallelism();
  return Math.max(1, Math.floor(cores / Math.max(1, open)));
}

/** Joins the rendered sections into the film. */
export const handleJoinFilm: Handler<'join-film'> = async ({
  platform,
  run,
  dependencies,
  signal,
  report,
}) => {
  const { artifacts, ffmpeg } = platform;
  const film = generationInputSchema.parse(run.input);
  const keys = film.sections.map((_, index) => dependencies[`${renderJob.name}-${index}`]!);
  const titles = film.sections.map((section) => section.title);
  const ids = film.sections.map((section) => section.sectionId);
  const key = artifactKey(joinJob, [film.title, film.language, keys, titles, ids]);
  return artifacts.build(joinJob, key, run.user_id, async (dir) => {
    const parts = [];
    for (const [index, section] of film.sections.entries()) {
      const part = await artifacts.find(renderJob, keys[index]!);
      if (!part)
        throw new FinalStepError(
          'gone',
          `The rendered section "${section.title}" is gone. Please try again.`,
        );
      const { sectionId, title } = section;
      parts.push({ path: part.files['section.mov']!, frames: part.data.frames, sectionId, title });
    }
    const joined = await joinFilm({
      ffmpeg,
      sections: parts,
      frameRate: film.frameRate,
      title: film.title,
      language: film.language,
      outFile: join(dir, 'film.mp4'),
      workDir: dir,
      signal,
      onProgress: report,
    });
    let framesBefore = 0;
    const sections = parts.map(({ sectionId, title, frames }) => {
      const startMs = framesToMs(framesBefore, film.frameRate);
      framesBefore += frames;
      return { sectionId, title, startMs, effectiveMs: framesToMs(framesBefore, film.frameRate) - startMs };
    });
    return { data: { ...joined, sections }, files: ['film.mp4'] };
  });
};
