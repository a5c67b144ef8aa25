import { createHash, randomUUID } from 'node:crypto';
import { copyFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PLAIN_CAPTIONS } from '#contract/caption-look.ts';
import { UNFRAMED } from '#contract/placement.ts';
import { CUT } from '#film/transitions/transitions.ts';
import { checkFilm, type CheckingInput } from '#contract/jobs/checking.ts';
import { type GenerationInput, joinFilm, type SectionSnapshot } from '#contract/jobs/generation.ts';
import { scanMedia as scanJob } from '#contract/jobs/processing.ts';
import type { Fit } from '#contract/sections.ts';
import type { Finding } from '#contract/film-check.ts';
import type { Backend } from '#core/backend.ts';
import { insertRunRow } from '#core/repositories/runs/run-steps.ts';
import { X264_ONLY } from '../../../worker/encoders/machine-encoder.ts';
import type { Engines } from '../../../worker/engine-set/engine-set.ts';
import { handleCheckFilm } from '../../../worker/handlers/check-film.ts';
import type { StepContext } from '../../../worker/handlers/handler.ts';
import { scanMedia } from '../../../worker/media/scan.ts';
import { createProject } from '../data/project.ts';
import { createUser } from '../data/user.ts';
import { makeSource } from '../media/lavfi.ts';

/** Three sections of 4 s. */
export const SECONDS = 12;
export const PICTURE = `testsrc2=s=320x180:r=30:d=${SECONDS}`;
/** The filter of a tone of -16 LUFS. */
export const SOUND = `sine=f=1000:r=48000:d=${SECONDS},aformat=channel_layouts=stereo,volume=5dB`;
/**
 * Returns a lavfi source with bursts of a tone that never repeat.
 * @param level the tone's level, 0 to 1
 */
export const bursts = (level: number, seconds: number) =>
  `aevalsrc='${level}*sin(2*PI*500*t)*gt(sin(8.2*t)+sin(13.63*t+1)+sin(21.4*t+2),0.3)':s=48000:d=${seconds},aformat=channel_layouts=stereo`;
const FIT: Fit = { applied: [], speed: 1, tempo: 1, extend: 0, slow: 1, freeze: 0 };

export interface MadeFilm {
  picture?: string;
  sound?: string;
  /** A rendered film that replaces `picture` and `sound`. */
  file?: string;
  /** The file whose excerpts all sections are; without it there is no scan. */
  source?: string;
  srt?: string;
  burnSubtitles?: boolean;
  /** Deviations of the generation's plan, by index of the section. */
  planned?: Partial<Record<0 | 1 | 2, Partial<SectionSnapshot>>>;
  /** How the sections were fitted to their narrations, by index. */
  fits?: Partial<Record<0 | 1 | 2, Partial<Fit>>>;
  /** The lengths of the sections, in ms; 4 s each by default. */
  lengths?: [number, number, number];
  words?: { text: string; startMs: number; endMs: number; confidence: number }[];
  engines?: Partial<Engines>;
}

export const card = (title: string): Partial<SectionSnapshot> => ({ title, media: { kind: 'card' } });
export const narration = (text: string): Partial<SectionSnapshot> => ({
  narration: { text, language: 'en', gender: 'male', speaker: null, translateFrom: null },
});

/**
 * Returns a function that checks a generated film.
 * @param at returns a file's path in a folder of the test
 */
export function filmChecker(backend: Backend, at: (name: string) => string) {
  const { db, artifacts, ffmpeg } = backend;
  const scans = new Map<string, string>();

  /** Returns the key of a file's scan. */
  async function scanOf(source: string): Promise<string> {
    const existing = scans.get(source);
    if (existing) return existing;
    const key = createHash('sha256').update(randomUUID()).digest('hex');
    await artifacts.build(scanJob, key, null, async (outDir) => ({
      data: await scanMedia({ ffmpeg, source, outDir }),
      files: await readdir(outDir),
    }));
    scans.set(source, key);
    return key;
  }

  return async function check(overrides: MadeFilm = {}) {
    const user = await createUser(backend);
    const { projectId, videoId, sections } = await createProject(backend, user.id);
    if (overrides.words) {
      const words = JSON.stringify(overrides.words);
      await db.updateTable('sections').set({ words }).where('id', '=', sections[0]!.id).execute();
    }
    const lengths = overrides.lengths ?? [4000, 4000, 4000];
    const durationMs = lengths.reduce((sum, length) => sum + length, 0);
    const scanKey = overrides.source ? await scanOf(overrides.source) : '';
    const input: GenerationInput = {
      language: 'en',
      quality: '720p',
      width: 320,
      height: 180,
      frameRate: 30,
      aspect: '16:9',
      framing: 'fit',
      burnSubtitles: overrides.burnSubtitles ?? false,
      ...PLAIN_CAPTIONS,
      title: 'A film',
      speaker: null,
      credits: 'off',
      endFades: false,
      sections: sections.map(({ id, title }, index) => ({
        sectionId: id,
        title,
        narration: null,
        muted: false,
        captions: true,
        media: { kind: 'video', sha256: '', fetchKey: '', scanKey, videoId },
        startMs: index * 10_000,
        endMs: index * 10_000 + 4000,
        speed: 1,
        volume: 1,
        fadeIn: 0,
        fadeOut: 0,
        cuts: [],
        ...UNFRAMED,
        ...CUT,
        words: [],
        ...overrides.planned?.[index as 0 | 1 | 2],
      })),
    };
    const own = { userId: user.id, projectId, language: 'en' };
    const generation = await insertRunRow(db, { ...own, kind: 'generation', input });
    const file = overrides.file ?? at(`${randomUUID()}.mp4`);
    const { picture = PICTURE, sound = SOUND } = overrides;
    if (!overrides.file)
      await makeSource(file, { seconds: SECONDS, picture, sound, args: ['-c:a', 'aac', '-b:a', '192k'] });
    const key = createHash('sha256').update(randomUUID()).digest('hex');
    await artifacts.build(joinFilm, key, user.id, async (dir) => {
      await copyFile(file, join(dir, 'film.mp4'));
      if (overrides.srt) await writeFile(join(dir, 'film.srt'), overrides.srt);
      const data = {
        durationMs,
        bytes: 1,
        width: 320,
        height: 180,
        gender: null,
        subtitles: overrides.srt ? 1 : 0,
        sections: input.sections.map(({ sectionId, title }, index) => ({
          sectionId,
          title,
          startMs: lengths.slice(0, index).reduce((sum, length) => sum + length, 0),
          effectiveMs: lengths[index]!,
          fit: { ...FIT, ...overrides.fits?.[index as 0 | 1 | 2] },
        })),
      };
      return { data, files: ['film.mp4', ...(overrides.srt ? ['film.srt'] : [])] };
    });
    const about: CheckingInput = {
      language: 'en',
      artifactKey: key,
      generationId: generation.id,
      durationMs,
    };
    const run = await insertRunRow(db, { ...own, kind: 'checking', input: about });
    const built = await handleCheckFilm({
      backend,
      engines: { detector: null, transcribers: [], ...overrides.engines } as unknown as Engines,
      encoder: X264_ONLY,
      run,
      input: {},
      dependencies: {},
      signal: new AbortController().signal,
      report: () => {},
      log: backend.log,
    } satisfies StepContext<'check-film'>);
    const { data } = (await artifacts.find(checkFilm, built.key))!;
    return { ...data, ids: sections.map(({ id }) => id) };
  };
}

/** Returns the findings of a film by section, with their times to the tenth of a second. */
export const briefly = ({ findings, ids }: { findings: Finding[]; ids: string[] }) =>
  findings.map(({ kind, sectionId, startMs, endMs }) => [
    kind,
    sectionId && ids.indexOf(sectionId),
    Math.round(startMs / 100) / 10,
    Math.round(endMs / 100) / 10,
  ]);

/** Returns a filter option that limits the filter to these seconds. */
export const during = (from: number, to: number) => `enable='between(t,${from},${to})'`;
