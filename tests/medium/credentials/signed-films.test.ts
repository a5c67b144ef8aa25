import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { generationInputSchema, joinFilm, renderSection } from '#contract/jobs/generation.ts';
import { artifactKey } from '#core/lib/artifact-key.ts';
import { upsertVideos } from '#core/repositories/media/videos.ts';
import { insertRunRow } from '#core/repositories/runs/run-steps.ts';
import { X264_ONLY } from '../../../worker/encoders/machine-encoder.ts';
import type { Engines } from '../../../worker/engine-set/engine-set.ts';
import { handleJoinFilm } from '../../../worker/handlers/join-film.ts';
import { isFastStart } from '../../../worker/media/mov-boxes.ts';
import { emptyCard, renderSection as render } from '../../../worker/media/render.ts';
import { makeCertificate } from '../../helpers/credentials/make-certificate.ts';
import { readCredentials } from '../../helpers/credentials/read-credentials.ts';
import { createProject } from '../../helpers/data/project.ts';
import { createUser } from '../../helpers/data/user.ts';
import { filmOf } from '../../helpers/films/planned-film.ts';
import { decodeWhole } from '../../helpers/media/frames.ts';
import { ffprobe } from '../../helpers/media/lavfi.ts';
import { openTestBackend } from '../../helpers/services/backend.ts';

const SIZE = { width: 320, height: 180, frameRate: 30 };
const FRAMES = 90;
const plain = await openTestBackend();
const good = await makeCertificate();
const none = { certificate: undefined, privateKey: undefined };
const expired = await makeCertificate({ from: -9, to: -2 });

let run: Awaited<ReturnType<typeof insertRunRow>>;
let rendered: string;
beforeAll(async () => {
  const { db, artifacts, ffmpeg } = plain;
  const user = await createUser(plain);
  const { projectId, sections } = await createProject(plain, user.id, { sections: 1 });
  const [video] = await upsertVideos(db, 'archive', [
    {
      sourceId: `river-${projectId}`,
      title: 'A river',
      description: null,
      thumbnail: null,
      url: null,
      durationMs: 60_000,
      views: 'Unknown',
      channel: 'River Films',
      license: 'CC BY 4.0',
    },
  ]);
  const media = { kind: 'video' as const, sha256: '', scanKey: 'scan', videoId: video!.id };
  const [, film] = filmOf({
    sectionId: sections[0]!.id,
    media: { ...media, fetchKey: sections[0]!.fetchKey! },
  });
  const input = generationInputSchema.parse({ ...film, ...SIZE });
  run = await insertRunRow(db, { userId: user.id, projectId, language: 'en', kind: 'generation', input });
  rendered = artifactKey(renderSection, [projectId]);
  await artifacts.build(renderSection, rendered, user.id, async (dir) => {
    await render(emptyCard(SIZE, FRAMES), { ffmpeg, outFile: join(dir, 'section.mov') });
    const fit = { applied: [], speed: 1, tempo: 1, extend: 0, slow: 1, freeze: 0 };
    const data = { frames: FRAMES, samples: FRAMES * 1600, fit, spoken: [] };
    return { data, files: ['section.mov'] };
  });
});

/** An ffmpeg whose films end with bytes of no box, which players ignore. */
const untidy: typeof plain.ffmpeg = {
  ...plain.ffmpeg,
  async run(args, options) {
    const result = await plain.ffmpeg.run(args, options);
    const file = args.at(-1)!;
    if (file.endsWith('film.mp4')) await appendFile(file.replace(/^file:/, ''), 'rest');
    return result;
  },
};

/** Joins the film with this certificate. */
async function filmWith(
  c2pa: { certificate: string | undefined; privateKey: string | undefined },
  ffmpeg = plain.ffmpeg,
) {
  const backend = { ...plain, ffmpeg, config: { ...plain.config, c2pa } };
  const warnings: string[] = [];
  const log = Object.assign(Object.create(plain.log) as typeof plain.log, {
    warn: ({ err }: { err: Error }) => warnings.push(err.message),
  });
  const { key, reused } = await handleJoinFilm({
    backend,
    engines: {} as Engines,
    encoder: X264_ONLY,
    run,
    input: {},
    dependencies: { 'render-section-0': rendered },
    signal: new AbortController().signal,
    report: () => {},
    log,
  });
  const film = (await plain.artifacts.find(joinFilm, key))!;
  return {
    key,
    reused,
    data: film.data,
    path: await film.path('film.mp4'),
    bytes: film.file('film.mp4').bytes,
    warnings,
  };
}

// product 20.19
it('signs a film that plays from its start and is found again by its certificate', async () => {
  const unsigned = await filmWith(none);
  const signed = await filmWith(good);
  expect(await readCredentials(unsigned.path)).toBeNull();
  expect(await readCredentials(signed.path)).toMatchObject({
    isValid: true,
    title: 'A film',
    ingredients: [
      {
        title: 'A river',
        format: 'video/mp4',
        description: 'By River Films, CC BY 4.0',
        url: expect.stringContaining('river') as string,
      },
    ],
    actions: [
      ['c2pa.created', 'composite'],
      ['c2pa.placed', undefined],
    ],
  });
  expect(signed.data).toMatchObject({ bytes: signed.bytes, credentials: { signer: 'Studio & Co' } });
  expect(unsigned.data.credentials).toBeUndefined();

  // The same packets, found by the moved positions.
  const packets = (path: string) =>
    ffprobe(path, '-show_data_hash', 'md5', '-show_entries', 'packet=pts,data_hash');
  expect(await packets(signed.path)).toBe(await packets(unsigned.path));
  expect(await isFastStart(signed.path)).toBe(true);
  await decodeWhole(signed.path);

  expect(await filmWith(good)).toMatchObject({ key: signed.key, reused: true });
  expect((await filmWith(await makeCertificate())).key).not.toBe(signed.key);
});

it('makes a film without credentials if its certificate has expired, and signs the next one', async () => {
  const unsigned = await filmWith(none);
  const film = await filmWith(expired);
  expect(film).toMatchObject({ key: unsigned.key, warnings: [expect.stringContaining('expired')] });
  expect((await filmWith(good)).key).not.toBe(unsigned.key);
});

it('makes a film without credentials if it cannot be signed', async () => {
  const film = await filmWith(await makeCertificate(), untidy);
  expect(film).toMatchObject({
    key: (await filmWith(none)).key,
    warnings: [expect.stringContaining('The film is damaged.')],
  });
});
