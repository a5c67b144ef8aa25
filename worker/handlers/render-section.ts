import { join } from 'node:path';
import {
  type GenerationInput,
  type MediaSnapshot,
  type Narration,
  narrateSection,
  renderSection as renderJob,
  type SectionSnapshot,
  type Spoken,
} from '#contract/jobs/generation.ts';
import { scanMedia } from '#contract/jobs/processing.ts';
import { findSubjects } from '#contract/jobs/subjects.ts';
import { StepError } from '#core/lib/errors.ts';
import { MediaError, type MediaErrorCode } from '#core/ffmpeg/errors.ts';
import { IMAGE_FORMATS } from '#core/ffmpeg/inputs.ts';
import { probeMedia } from '#core/ffmpeg/probe.ts';
import { drawsCaptions } from '#film/captions/drawn-captions.ts';
import { fitSection, reportedFit } from '#film/time/fit.ts';
import { renderKey } from '#core/film/keys.ts';
import { sectionGainDb } from '#film/sound/loudness.ts';
import { spokenIn } from '#film/captions/place.ts';
import { cameraOf, withSubjects } from '#core/film/subjects.ts';
import { showsTitle } from '#film/cards/titles.ts';
import type { Backend } from '#core/backend.ts';
import type { Built } from '#core/storage/artifact-store.ts';
import { readSteps } from '#core/repositories/runs/run-steps.ts';
import { threadsEach } from '../engines/cores.ts';
import { readKeyframes } from '../media/mov-boxes.ts';
import { renderSection } from '../media/render.ts';
import type { Backdrop, SectionSource, SectionSpec } from '../media/section-spec.ts';
import { makeCues } from '#film/captions/cues.ts';
import { stepKey } from '#core/lib/step-key.ts';
import { timeWords } from '../progress/detail-words.ts';
import type { Handler, StepContext } from './handler.ts';
import { withFilmEncoder } from './film-encoder.ts';
import { encodedBy } from './film-parts.ts';
import { fetchedFile, openVideo } from './media-of.ts';
import { filmOf, notRendered } from './section-at.ts';

/** Renders one section at the film's size and frame rate: video, audio, narration, drawn text. */
export const handleRenderSection: Handler<'render-section'> = async (context) => {
  const { backend, run, input, dependencies, signal, report } = context;
  const { artifacts } = backend;
  const planned = await filmOf(context);
  const section = withSubjects(planned.sections[input.index]!, dependencies);
  const narrateStep = stepKey(narrateSection, input.index);
  const spokenKey = dependencies[narrateStep] ?? null;
  const narration = spokenKey ? await artifacts.find(narrateSection, spokenKey) : undefined;
  if (section.narration && !narration) {
    throw StepError.redo([{ key: narrateStep, message: notRendered(section.title) }]);
  }
  return withFilmEncoder(context, planned, ({ film, encoder, ffmpeg }) =>
    artifacts.build(renderJob, renderKey(section, film, spokenKey), run.userId, async (dir) => {
      const { spec, spoken } = await describeSection(backend, film, section, {
        narration,
        ownerId: run.userId,
        signal,
      });
      const { fit } = spec;
      const doing = `Rendering section ${input.index + 1} of ${film.sections.length}:`;
      const rendered = await renderSection(
        { ...spec, encoder },
        {
          ffmpeg,
          outFile: join(dir, 'section.mov'),
          signal,
          onProgress: (fraction) => report(fraction, timeWords(doing, fraction, fit.effectiveMs)),
          threads: await threadsFor(context),
        },
      ).catch((error: unknown) => {
        throw nameSection(error, section.title);
      });
      const keyframes = await readKeyframes(join(dir, 'section.mov'));
      const data = { ...rendered, fit: reportedFit(fit), spoken, keyframes, ...encodedBy(film) };
      return { data, files: ['section.mov'] };
    }),
  );
};

interface Described {
  spec: SectionSpec;
  /** Its narrated or recognised text. Times are in ms from its start in the film. */
  spoken: Spoken[];
}

/**
 * Returns everything that a section of a film is rendered from.
 * @throws StepError if its media are gone or unreadable
 */
export async function describeSection(
  backend: Backend,
  film: GenerationInput,
  section: SectionSnapshot,
  {
    narration,
    ...options
  }: { narration: Built<Narration> | undefined; ownerId: string; signal: AbortSignal },
): Promise<Described> {
  const { source, backdrop = null, scan } = await openMedia(backend, section, options);
  const fit = fitSection({
    excerpt: section,
    narration: narration?.data ?? null,
    scan,
    frameRate: film.frameRate,
    still: section.media.kind !== 'video',
  });
  const spoken = narration ? spokenIn(narration.data, fit) : section.words;
  const pages = section.media.kind === 'card' ? section.media.credits : undefined;
  const title = showsTitle(section) && !pages ? section.title : null;
  const { subtitle = '', opens = false } = section;
  const overPicture = source !== null || backdrop !== null;
  const cues = drawsCaptions(section, film) ? makeCues(spoken, fit.effectiveMs, film) : [];
  const { width, height, frameRate } = film;
  const lowerThird = section.lowerThird ?? null;
  const spec: SectionSpec = {
    source,
    backdrop,
    excerpt: section,
    placement: section,
    camera: scan && cameraOf(section, scan, await samplesOf(backend, section), film),
    fit,
    narrationPath: (await narration?.path('narration.wav')) ?? null,
    ...(pages && { credits: { title: section.title, pages } }),
    text:
      title !== null || cues.length > 0 || lowerThird
        ? { title, subtitle, overPicture, opens, cues, look: film, lowerThird }
        : null,
    width,
    height,
    frameRate,
  };
  return { spec, spoken };
}

/**
 * Returns the faces that a section follows.
 * @throws StepError if they are gone: another generation finds them again
 */
async function samplesOf({ artifacts }: Backend, { subjects, title }: SectionSnapshot) {
  if (!subjects) return [];
  const artifact = await artifacts.find(findSubjects, subjects);
  if (!artifact) throw new StepError('gone', `The faces in "${title}" are gone. Please generate again.`);
  return artifact.data.samples;
}

/** These errors do not concern the section itself. */
const NOT_OF_THE_SECTION = new Set<MediaErrorCode>(['aborted', 'disk_full']);

function nameSection(error: unknown, title: string): unknown {
  if (!(error instanceof MediaError) || NOT_OF_THE_SECTION.has(error.code)) return error;
  const { code, detail, message } = error;
  const explanation = code === 'failed' ? '' : message;
  return new MediaError(code, { message: notRendered(title, explanation), detail, cause: error });
}

/** Opens the section's media, and for a video its scan. */
async function openMedia(
  backend: Backend,
  section: SectionSnapshot,
  options: { ownerId: string; signal: AbortSignal },
) {
  const { signal } = options;
  const { media } = section;
  if (media.kind === 'card') {
    return {
      source: null,
      backdrop: media.frame && (await openFrame(backend, media.frame, options)),
      scan: undefined,
    };
  }
  const silent = { audio: null, gainDb: 0, truePeakDb: null };
  if (media.kind === 'image') {
    const { open } = await fetchedFile(backend, media.fetchKey);
    const path = await open();
    const { video, formatName } = await probeMedia(backend.ffmpeg, path, { signal, formats: IMAGE_FORMATS });
    if (!video) throw new StepError('unsupported', `The image of "${section.title}" cannot be read.`);
    const source: SectionSource = { path, imageFormat: formatName, video, formatName, ...silent };
    return { source, scan: undefined };
  }
  const scan = await backend.artifacts.find(scanMedia, media.scanKey);
  if (!scan) {
    throw new StepError('gone', `The analysis of "${section.title}" is gone. Please process it again.`);
  }
  const { path, probe } = await openVideo(backend, media.fetchKey, options);
  const { video, audio, formatName } = probe;
  if (!video) throw new StepError('unsupported', `The video of "${section.title}" has no picture.`);
  const { loudness } = scan.data;
  const source: SectionSource = {
    path,
    video,
    audio: section.muted ? null : audio,
    formatName,
    gainDb: sectionGainDb(loudness, section),
    truePeakDb: loudness?.truePeakDb ?? null,
  };
  return { source, scan: scan.data };
}

/** Opens the video of which a frame is behind a card's title. */
async function openFrame(
  backend: Backend,
  { fetchKey, atMs, bars }: NonNullable<Extract<MediaSnapshot, { kind: 'card' }>['frame']>,
  options: { ownerId: string; signal: AbortSignal },
): Promise<Backdrop> {
  const { path, probe } = await openVideo(backend, fetchKey, options);
  const { video, formatName } = probe;
  if (!video) throw new StepError('unsupported', 'The video behind a title card has no picture.');
  return { path, video, formatName, atMs, bars };
}

/**
 * Returns one thread while at least as many sections wait as there are cores, and all cores for the last
 * sections.
 */
async function threadsFor({
  backend,
  run,
}: Pick<StepContext<'render-section'>, 'backend' | 'run'>): Promise<number> {
  const steps = await readSteps(backend.db, run.id);
  const open = steps.filter((step) => step.job === renderJob.name && step.state !== 'done').length;
  return threadsEach(open);
}
