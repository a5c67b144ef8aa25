import {
  type GenerationInput,
  generationInputSchema,
  joinFilm,
  narrateSection,
  renderJoin,
  renderSection,
  type SectionSnapshot,
  translateSection,
} from '#contract/jobs/generation.ts';
import { scanMedia } from '#contract/jobs/processing.ts';
import { findSubjects } from '#contract/jobs/subjects.ts';
import { lengthMs, nonDefaultsOf } from '#film/time/section-length.ts';
import type { CaptionLook } from '#contract/caption-look.ts';
import { lookIn } from '#film/captions/caption-look.ts';
import type { Executor } from '../../db/database.ts';
import { stepKey } from '../../lib/step-key.ts';
import { drawingOf, laterLook, nonDefaultLook } from '#film/captions/drawn-captions.ts';
import { subjectsStep } from '../../film/subjects.ts';
import { showsTitle } from '#film/cards/titles.ts';
import { findArtifacts } from '../../repositories/media/artifacts.ts';
import { upsertFilm } from '../../repositories/projects/films.ts';
import { orUndo, withinCaps } from '../../repositories/account/holdings.ts';
import { type PlannedStep, stampRun, type StepRow } from '../../repositories/runs/run-steps.ts';
import { moveUp } from '../../repositories/projects/projects.ts';
import { findScans } from '../../repositories/projects/scans.ts';
import { storeTranslation } from '../../repositories/projects/sections.ts';
import { type AddedText, completeVersion, moveVersion } from '../../repositories/versions/film-versions.ts';
import { facesWeight, narrateWeight, scanWeight, translateWeight } from '../weights.ts';
import { addCheck } from './checking.ts';
import { storeTitles, planTitles } from './titles.ts';
import { artifactOf, defineKind, projectOf } from './kind.ts';

/** Turns sections into a film. */
export const generation = defineKind<GenerationInput>({
  input: generationInputSchema,
  costsCredit: false,
  needsRoom: true,
  changesSections: false,
  keepsSteps: false,
  plan: async (trx, film) => planGeneration(film, await findScans(trx, film)),
  async begun(trx, { id }, retries) {
    // Later than the texts saved by the same transaction, since they are in this film.
    await stampRun(trx, id);
    if (retries) await moveVersion(trx, retries.id, id);
  },
  async completed(trx, run, steps, caps) {
    const artifact = await artifactOf(trx, steps, joinFilm.name);
    const film = generationInputSchema.parse(run.input);
    await upsertFilm(trx, {
      projectId: projectOf(run),
      language: film.language,
      quality: film.quality,
      aspect: film.aspect,
      framing: film.framing,
      burnedSubtitles: film.burnSubtitles,
      captionLook: lookIn(film),
      credits: film.credits,
      endFades: film.endFades,
      runId: run.id,
      artifactKey: artifact.key,
      snapshotAt: run.createdAt,
    });
    const account = { userId: run.userId, projectIds: [projectOf(run)] };
    const texts = await findTranslations(trx, film, steps);
    // The film exists, so it counts; only its translations are not added to the sections.
    await orUndo(trx, () => withinCaps(trx, caps, account, () => storeTranslations(trx, film, texts)));
    await storeTitles(trx, { titles: [], ...film }, steps);
    const { durationMs: lengthOfFilm } = joinFilm.result.parse(artifact.data);
    const version = { projectId: projectOf(run), runId: run.id };
    await completeVersion(trx, version, { durationMs: lengthOfFilm, texts }, caps);
    await moveUp(trx, projectOf(run));
    const { language } = film;
    const durationMs = film.sections.reduce((sum, section) => sum + lengthMs(section), 0);
    await addCheck(trx, {
      userId: run.userId,
      projectId: projectOf(run),
      input: { language, artifactKey: artifact.key, generationId: run.id, durationMs },
    });
    return { message: 'Your film is ready.', result: { artifactKey: artifact.key } };
  },
  mail: {
    completed: (title) => ({
      subject: `Your video is ready: ${title}`,
      lines: [`The video of "${title}" was generated.`, 'Watch, download or share it here:'],
      stage: 'complete',
    }),
    failed: (title, message) => ({
      subject: `Video generation failed: ${title}`,
      lines: [
        `The video of "${title}" could not be generated: ${message}`,
        'Your sections are kept; you can try again here:',
      ],
      stage: 'edit',
    }),
  },
});

/** Returns the texts that a machine translated for a film. */
async function findTranslations(
  trx: Executor,
  film: GenerationInput,
  steps: StepRow[],
): Promise<AddedText[]> {
  const translated = steps.filter(({ job }) => job === translateSection.name);
  const artifacts = await findArtifacts(
    trx,
    translated.flatMap((step) => step.artifactKey ?? []),
  );
  return translated.flatMap((step) => {
    const { sectionId, narration } = film.sections[translateSection.input.parse(step.input).index]!;
    const artifact = artifacts.get(step.artifactKey ?? '');
    if (!artifact || !narration) return [];
    return { sectionId, text: translateSection.result.parse(artifact.data).text, from: narration.text };
  });
}

/**
 * Stores machine translations as the sections' text in that language, for the creator to check and correct.
 */
async function storeTranslations(
  trx: Executor,
  { language }: GenerationInput,
  texts: AddedText[],
): Promise<void> {
  for (const { sectionId, text, from } of texts) {
    await storeTranslation(trx, sectionId, { language, text, from });
  }
}

/** Milliseconds of work per second of 1080p film on two cores. */
const RENDER_MS_PER_SECOND = 400;
/** The interval of a rendered section's keyframes, in seconds. */
const KEYFRAME_SECONDS = 2;
const FULL_HD_PIXELS = 1920 * 1080;

/**
 * Plans a generation: missing scans of uploads, translations and narrations if a text is narrated, the
 * sections in parallel, their transitions, then the join. `existingKeys` are the keys of the existing scans
 * and faces.
 */
export function planGeneration(
  film: Pick<
    GenerationInput,
    'sections' | 'titles' | 'width' | 'height' | 'music' | 'burnSubtitles' | keyof CaptionLook
  > &
    Partial<Pick<GenerationInput, 'endFades' | 'encoder'>>,
  existingKeys: ReadonlySet<string>,
): PlannedStep[] {
  const { sections, titles = [], width, height, music, endFades = false } = film;
  const encoded = film.encoder && { hardware: true };
  const size = (width * height) / FULL_HD_PIXELS;
  const seconds = (section: SectionSnapshot) => lengthMs(section) / 1000;
  const scans = new Map<string, PlannedStep>();
  for (const section of sections) {
    const { media } = section;
    if (media.kind !== 'video' || existingKeys.has(media.scanKey) || scans.has(media.scanKey)) continue;
    scans.set(media.scanKey, {
      key: stepKey(scanMedia, scans.size),
      job: scanMedia.name,
      input: { videoId: media.videoId },
      dependsOn: [],
      weight: scanWeight(lengthMs(section)),
    });
  }
  const faces = planFaces(sections, scans, existingKeys);
  const translated = planTitles(titles);
  const titlesMade = translated.map(({ key }) => key);
  const translations: PlannedStep[] = [];
  const narrations: PlannedStep[] = [];
  const renders = sections.map((section, index): PlannedStep => {
    const step = (job: { name: PlannedStep['job'] }, dependsOn: string[], weight: number) => ({
      key: stepKey(job, index),
      job: job.name,
      input: { index },
      dependsOn,
      weight,
    });
    const { narration, media, muted, noise, captions, lowerThird, subtitle, opens } = section;
    const spoken = narration?.translateFrom ? [stepKey(translateSection, index)] : [];
    const characters = narration?.text.length ?? 0;
    if (spoken.length > 0) translations.push(step(translateSection, [], translateWeight(characters)));
    if (narration) narrations.push(step(narrateSection, spoken, narrateWeight(characters)));
    const scan = media.kind === 'video' ? scans.get(media.scanKey) : undefined;
    const followed = faces.get(section);
    const needed = [
      ...(narration ? [stepKey(narrateSection, index)] : []),
      ...(scan ? [scan.key] : []),
      ...(followed ? [followed.key] : []),
      ...(showsTitle(section) ? titlesMade : []),
    ];
    const render = step(renderSection, needed, 300 + seconds(section) * RENDER_MS_PER_SECOND * size);
    const captionLook = nonDefaultLook(section, film);
    const unusual = {
      ...nonDefaultsOf(section),
      ...(muted && { muted }),
      ...(noise && { noise }),
      ...(film.burnSubtitles && !captions && { captions }),
      ...(captionLook && { captionLook }),
      ...(laterLook(section, film) && { captionDrawing: drawingOf(film) }),
      ...(lowerThird && { lowerThird }),
      ...(lowerThird?.style && { lowerStyle: true }),
      ...(media.kind === 'card' && media.frame && { frame: true }),
      ...(subtitle && { subtitle: true }),
      ...(opens && { opens }),
      ...(media.kind === 'card' && media.credits && { credits: true }),
      ...encoded,
    };
    return { ...render, input: { index, ...unusual } };
  });
  /** Returns the steps whose results a crossfade needs, beside the rendered sections. */
  const renderedFrom = (from: number, to: number) => {
    const faded = sections.slice(from, to);
    const narrated = faded.flatMap(({ narration }, place) =>
      narration ? [stepKey(narrateSection, from + place)] : [],
    );
    const faceSteps = faded.flatMap((section) => faces.get(section)?.key ?? []);
    return [...narrated, ...new Set(faceSteps), ...(faded.some(showsTitle) ? titlesMade : [])];
  };
  const joins = sections.slice(1).flatMap((_, index): PlannedStep[] => {
    const { transition, transitionSeconds } = sections[index]!;
    if (transition === 'cut') return [];
    const both = sections.slice(index, index + 2);
    return [
      {
        key: stepKey(renderJoin, index),
        job: renderJoin.name,
        input: {
          index,
          ...(both.some((section) => laterLook(section, film)) && { captionDrawing: drawingOf(film) }),
          ...(both.some(({ lowerThird }) => lowerThird?.style) && { lowerStyle: true }),
          ...encoded,
        },
        // The neighbours of its two sections determine how much of these their transitions leave.
        dependsOn: [
          ...renders.slice(Math.max(0, index - 1), index + 3).map((step) => step.key),
          ...(transition === 'crossfade' ? renderedFrom(index, index + 2) : []),
        ],
        weight: 300 + (transitionSeconds + KEYFRAME_SECONDS) * RENDER_MS_PER_SECOND * size,
      },
    ];
  });
  const total = sections.reduce((sum, section) => sum + seconds(section), 0);
  return [
    ...scans.values(),
    ...new Set(faces.values()),
    ...translated,
    ...translations,
    ...narrations,
    ...renders,
    ...joins,
    {
      key: joinFilm.name,
      job: joinFilm.name,
      input: {
        ...(joins.length > 0 && { transitions: true }),
        ...(music && { music: true }),
        ...(sections.some(({ captions }) => !captions) && { captions: false }),
        ...(sections.some(({ subtitle }) => subtitle) && { subtitles: true }),
        ...(endFades && { endFades: true }),
        ...encoded,
      },
      dependsOn: [...renders, ...joins].map((step) => step.key).concat(titlesMade),
      weight: 300 + total * 30,
    },
  ];
}

/** Returns the steps that find the faces which sections follow, one per video without known faces. */
function planFaces(
  sections: readonly SectionSnapshot[],
  scans: ReadonlyMap<string, PlannedStep>,
  existingKeys: ReadonlySet<string>,
): Map<SectionSnapshot, PlannedStep> {
  const steps = new Map<string, PlannedStep>();
  const stepBySection = new Map<SectionSnapshot, PlannedStep>();
  for (const section of sections) {
    const { media, framing, subjects } = section;
    if (media.kind !== 'video' || framing !== 'follow' || !subjects || existingKeys.has(subjects)) continue;
    const step = steps.get(media.scanKey) ?? {
      key: subjectsStep(media.scanKey),
      job: findSubjects.name,
      input: { videoId: media.videoId },
      dependsOn: [scans.get(media.scanKey)?.key ?? []].flat(),
      weight: facesWeight(section.endMs),
    };
    steps.set(media.scanKey, step);
    stepBySection.set(section, step);
  }
  return stepBySection;
}
