import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type GenerationInput,
  generationInputSchema,
  joinFilm as joinJob,
  renderSection,
} from '#contract/jobs/generation.ts';
import type { Gender } from '#contract/primitives.ts';
import { FinalStepError } from '#node/errors.ts';
import { framesToMs } from '#node/film/timing.ts';
import { artifactKey } from '#node/storage/artifact-store.ts';
import { joinFilm } from '../media/join.ts';
import { type Cue, makeCues } from '../subtitles/cues.ts';
import { toSrt, toVtt } from '../subtitles/formats.ts';
import { timeWords } from '../detail-words.ts';
import type { Handler } from './handler.ts';

/** Joins the rendered sections into the film, with chapters and subtitles. */
export const handleJoinFilm: Handler<'join-film'> = async (context) => {
  const { platform, run, dependencies, signal, report } = context;
  const { artifacts, ffmpeg } = platform;
  const film = generationInputSchema.parse(run.input);
  const keys = film.sections.map((_, index) => dependencies[`${renderSection.name}-${index}`]!);
  const titles = film.sections.map((section) => section.title);
  const ids = film.sections.map((section) => section.sectionId);
  const key = artifactKey(joinJob, [film.title, film.language, keys, titles, ids]);
  return artifacts.build(joinJob, key, run.user_id, async (dir) => {
    const parts = [];
    const sections = [];
    const cues: Cue[] = [];
    let framesBefore = 0;
    for (const [index, { sectionId, title }] of film.sections.entries()) {
      const part = await artifacts.find(renderSection, keys[index]!);
      if (!part) {
        throw new FinalStepError('gone', `The rendered section "${title}" is gone. Please try again.`);
      }
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
      frameRate: film.frameRate,
      title: film.title,
      language: film.language,
      outFile: join(dir, 'film.mp4'),
      workDir: dir,
      signal,
      onProgress: (fraction) =>
        report(fraction, timeWords('Joining', fraction, framesToMs(framesBefore, film.frameRate))),
    });
    const files = ['film.mp4', ...(cues.length > 0 ? ['film.srt', 'film.vtt'] : [])];
    return { data: { ...joined, gender: genderOf(film), subtitles: cues.length, sections }, files };
  });
};

function genderOf({ sections }: GenerationInput): Gender | null {
  const genders = new Set(sections.flatMap(({ narration }) => narration?.gender ?? []));
  return genders.size === 1 ? [...genders][0]! : null;
}
