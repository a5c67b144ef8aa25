import { readFile } from 'node:fs/promises';
import { checkFilm, checkingInputSchema } from '#contract/jobs/checking.ts';
import type { CheckResult, Finding } from '#contract/film-check.ts';
import { type GenerationInput, generationInputSchema, joinFilm } from '#contract/jobs/generation.ts';
import { artifactKey } from '#core/lib/artifact-key.ts';
import { StepError } from '#core/lib/errors.ts';
import { readGlyphs } from '#core/fonts/glyphs.ts';
import { OverCapError } from '#core/repositories/account/holdings.ts';
import { findShownVideos } from '#core/repositories/media/videos.ts';
import { findRunRow } from '#core/repositories/runs/run-steps.ts';
import { findWordsAcross } from '#core/repositories/projects/section-words.ts';
import { edgesOf, judgeEdges } from '../check/edges.ts';
import { transcribeNarrations } from '../check/transcribe-narrations.ts';
import { compareWithSources } from '../check/sources/compare.ts';
import { measureFilm } from '../check/measure-film.ts';
import { judgeNarrations } from '../check/narrations.ts';
import { judgeMeasured } from '../check/picture-and-sound.ts';
import { planOf } from '../check/plan.ts';
import { comparePromises } from '../check/sources/promises.ts';
import { openSources, unreadable } from '../check/sources/proxies.ts';
import { judgeGlyphs, judgeReadingSpeed } from '../check/texts.ts';
import { timeWords } from '../progress/detail-words.ts';
import { nameOf } from '../engine-set/engine-set.ts';
import { parseSubtitles } from '#text/subtitles/parse-subtitles.ts';
import { transcriberFor } from '../engine-set/transcribers.ts';
import type { Handler, StepContext } from './handler.ts';
import { proxyOf } from './make-proxy.ts';

/** A cut of less than this from a word is not a fault, in ms: recognisers' times are not exact. */
const WORD_MARGIN_MS = 80;
const MAX_FINDINGS = 100;
/** The part of the work that is done once the film is measured. */
const MEASURED = 0.6;

/** Inspects a film as a careful viewer would, and reports what was not planned. */
export const handleCheckFilm: Handler<'check-film'> = async (context) => {
  const { backend, engines, run, signal, report, log } = context;
  const { artifacts, db, ffmpeg } = backend;
  const input = checkingInputSchema.parse(run.input);
  const { language } = input;
  const film = await artifacts.find(joinFilm, input.artifactKey);
  const path = await film?.path('film.mp4');
  if (!film || !path) throw new StepError('gone', 'The film no longer exists.');
  const generation = await generationOf(context, input.generationId);
  const sections = planOf(film.data, generation);
  const crossing = await findWordsAcross(db, run.projectId!, edgesOf(sections), WORD_MARGIN_MS);
  const { detector } = engines;
  const isNarrated = sections.some(({ narrated }) => narrated);
  const transcriber = isNarrated && detector ? transcriberFor(engines.transcribers, language) : undefined;

  const words = crossing.map(({ videoId, ms, word }) => [videoId, ms, word]);
  const key = artifactKey(checkFilm, [film.key, nameOf(transcriber ?? null), words]);
  return artifacts.build(checkFilm, key, run.userId, async (workDir) => {
    const { durationMs } = film.data;
    const progressOf = (from: number, to: number) => (part: number) => {
      const fraction = from + part * (to - from);
      report(fraction, timeWords('Checking', fraction, durationMs));
    };
    const measuredTo = transcriber ? MEASURED : 1;
    const measuring = { ffmpeg, path, film: generation, durationMs, workDir, signal };
    const measured = await measureFilm({ ...measuring, onProgress: progressOf(0, measuredTo) });
    const srt = await film.pathIfAny('film.srt');
    const captions = srt ? parseSubtitles(await readFile(srt)) : [];
    const makeProxy = (scanKey: string) => proxyFor(context, generation, scanKey);
    const sources = openSources({ ffmpeg, artifacts, film: generation, makeProxy, signal });
    const judged = await compareWithSources(
      judgeMeasured(measured, sections, { durationMs, captions }),
      sections,
      { ...sources, captions },
    );
    const options = { ffmpeg, sources, durationMs, found: judged, workDir, signal };
    const findings: Finding[] = [
      ...judged,
      ...(await comparePromises(measured, sections, options)),
      ...judgeEdges(sections, crossing),
      ...judgeReadingSpeed(captions, sections, language),
      ...judgeGlyphs(sections, generation.burnSubtitles ? captions : null, await readGlyphs()),
    ];
    if (transcriber && detector) {
      const onProgress = progressOf(measuredTo, 1);
      const hearing = { ffmpeg, detector, transcriber, path, sections, language, workDir, signal, log };
      const recognized = await transcribeNarrations({ ...hearing, onProgress });
      findings.push(...judgeNarrations(sections, { captions, recognized, rough: transcriber.rough }));
    }
    const narrations = !isNarrated ? 'none' : transcriber ? 'heard' : 'unheard';
    return { data: inOrder(findings, narrations), files: [] };
  });
};

/** Returns the sections and options from which a film was made. */
async function generationOf(
  { backend, run }: Pick<StepContext<'check-film'>, 'backend' | 'run'>,
  generationId: string,
): Promise<GenerationInput> {
  const row = await findRunRow(backend.db, generationId, run.userId);
  if (!row) throw new StepError('gone', 'How this film was made is no longer known.');
  return generationInputSchema.parse(row.input);
}

/**
 * Returns the path of the proxy with which a film is compared. It is made now if necessary; `null` if its
 * video no longer exists.
 */
async function proxyFor(
  { backend, signal }: Pick<StepContext<'check-film'>, 'backend' | 'signal'>,
  { sections }: GenerationInput,
  scanKey: string,
): Promise<string | null> {
  const media = sections.map((section) => section.media);
  const medium = media.find((one) => one.kind === 'video' && one.scanKey === scanKey);
  if (medium?.kind !== 'video') return null;
  const [video] = await findShownVideos(backend.db, [medium.videoId]);
  if (!video) return null;
  try {
    const proxy = await proxyOf(backend, { ...video, fetchKey: medium.fetchKey }, { signal });
    return await proxy.open();
  } catch (error) {
    // The film can be checked without it.
    const isMissing = error instanceof StepError && error.code === 'gone';
    return isMissing || error instanceof OverCapError ? null : unreadable(error);
  }
}

function inOrder(findings: Finding[], narrations: CheckResult['narrations']): CheckResult {
  const sorted = findings.toSorted((a, b) => a.startMs - b.startMs || a.endMs - b.endMs);
  const first = sorted.slice(0, MAX_FINDINGS);
  return { findings: first, more: sorted.length - first.length, narrations };
}
