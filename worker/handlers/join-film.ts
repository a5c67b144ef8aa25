import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type GenerationInput,
  generationInputSchema,
  joinFilm as joinJob,
  renderSection,
} from '#contract/jobs/generation.ts';
import type { Gender } from '#contract/primitives.ts';
import { StepError } from '#core/errors.ts';
import { framesToMs } from '#contract/frames.ts';
import { artifactKey } from '#core/artifact-key.ts';
import { joinFilm, UnfitSectionsError } from '../media/join.ts';
import { type Cue, makeCues } from '../subtitles/cues.ts';
import { toSrt, toVtt } from '../subtitles/formats.ts';
import { timeWords } from '../detail-words.ts';
import type { Handler } from './handler.ts';
import { notRendered } from './section-at.ts';

/** Joins the rendered sections into the film, with chapters and subtitles. */
export const handleJoinFilm: Handler<'join-film'> = async (context) => {
  const { backend, run, dependencies, signal, report, log } = context;
  const { artifacts, ffmpeg } = backend;
  const film = generationInputSchema.parse(run.input);
  const stepOf = (place: number) => `${renderSection.name}-${place}`;
  const renderAgain = (places: number[]) =>
    StepError.redo(
      places.map((place) => ({ key: stepOf(place), message: notRendered(film.sections[place]!.title) })),
    );
  const keys: string[] = [];
  const gone: number[] = [];
  for (const [place] of film.sections.entries()) {
    const made = dependencies[stepOf(place)];
    if (made) keys.push(made);
    else gone.push(place);
  }
  if (gone.length > 0) throw renderAgain(gone);
  const titles = film.sections.map((section) => section.title);
  const ids = film.sections.map((section) => section.sectionId);
  const key = artifactKey(joinJob, [film.title, film.language, keys, titles, ids]);
  return artifacts.build(joinJob, key, run.user_id, async (dir) => {
    const rendered = await Promise.all(keys.map((made) => artifacts.find(renderSection, made)));
    const missing = rendered.flatMap((part, place) => (part ? [] : [place]));
    if (missing.length > 0) throw renderAgain(missing);
    const parts = [];
    const sections = [];
    const cues: Cue[] = [];
    let framesBefore = 0;
    for (const [index, { sectionId, title }] of film.sections.entries()) {
      const part = rendered[index]!;
      const { frames, fit, spoken } = part.data;
      const startMs = framesToMs(framesBefore, film.frameRate);
      framesBefore += frames;
      const effectiveMs = framesToMs(framesBefore, film.frameRate) - startMs;
      parts.push({ path: part.files['section.mov']!, frames, sectionId, title });
      sections.push({ sectionId, title, startMs, effectiveMs, fit });
      for (const cue of makeCues(spoken, effectiveMs)) {
        cues.push({ ...cue, startMs: cue.startMs + startMs, endMs: cue.endMs + startMs });
      }
    }
    const subtitlesPath = join(dir, 'film.srt');
    if (cues.length > 0) {
      await writeFile(subtitlesPath, toSrt(cues));
      await writeFile(join(dir, 'film.vtt'), toVtt(cues));
    }
    const joined = await joinFilm({
      ffmpeg,
      sections: parts,
      subtitlesPath: cues.length > 0 ? subtitlesPath : null,
      width: film.width,
      height: film.height,
      frameRate: film.frameRate,
      title: film.title,
      language: film.language,
      outFile: join(dir, 'film.mp4'),
      workDir: dir,
      signal,
      onProgress: (fraction) =>
        report(fraction, timeWords('Joining', fraction, framesToMs(framesBefore, film.frameRate))),
    }).catch(async (error: unknown) => {
      if (!(error instanceof UnfitSectionsError)) throw error;
      log.warn({ detail: error.detail }, 'sections are rendered again');
      for (const place of error.places) await artifacts.discard(renderSection, rendered[place]!);
      throw renderAgain(error.places);
    });
    const files = ['film.mp4', ...(cues.length > 0 ? ['film.srt', 'film.vtt'] : [])];
    return { data: { ...joined, gender: genderOf(film), subtitles: cues.length, sections }, files };
  });
};

function genderOf({ sections }: GenerationInput): Gender | null {
  const genders = new Set(sections.flatMap(({ narration }) => narration?.gender ?? []));
  return genders.size === 1 ? [...genders][0]! : null;
}
