import { beforeEach, describe, expect, it } from 'vitest';
import type { GenerationInput, SectionSnapshot } from '#contract/jobs/generation.ts';
import { findSubjects } from '#contract/jobs/subjects.ts';
import { projectSubjectsSchema } from '#contract/project-subjects.ts';
import { renderKey } from '#core/film/keys.ts';
import { subjectsKey } from '#core/film/subjects.ts';
import { announceWorker } from '#core/queue/worker-registry.ts';
import { insertArtifact } from '#core/repositories/media/artifacts.ts';
import { readSteps } from '#core/repositories/runs/run-steps.ts';
import { findSections } from '#core/repositories/projects/sections.ts';
import { planGeneration } from '#core/runs/kinds/generation.ts';
import { PATIENT } from '../../helpers/patient.ts';
import { openTestApp, openTestBackend } from '../../helpers/services/backend.ts';
import { type Editor, openEditor, planFilm } from '../../helpers/data/editor.ts';

const backend = await openTestBackend();
const app = await openTestApp(backend);

const DETECTOR = 'ultraface@1-made';
const worker = { queues: [], transcriber: 'none', voice: 'none', translator: 'none', titles: 'none' };
/** Announces a worker with this detector. */
async function announce(faces: string): Promise<void> {
  const info = { ...worker, faces, warnings: [] };
  await announceWorker(backend.redis, backend.config.redisPrefix, () => info, backend.log);
  await expect
    .poll(async () => (await edit.call('GET', edit.path('/subjects'))).json().installed, PATIENT)
    .toBe(true);
}

let edit: Editor;
/** The second of three sections. */
let id: string;
beforeEach(async () => {
  edit = await openEditor(backend, app);
  id = edit.project.sections[1]!.id;
});
const TALL = { aspect: '9:16', framing: 'follow' };
const subjects = async () =>
  projectSubjectsSchema.parse((await edit.call('GET', edit.path('/subjects'))).json());
const find = (sectionIds = [id]) => edit.call('POST', edit.path('/subjects'), { sectionIds });
const scanKey = async () => (await findSections(backend.db, edit.project.projectId))[0]!.scanKey!;
async function insertFaces(samples: unknown[]): Promise<string> {
  const key = subjectsKey(await scanKey(), DETECTOR);
  const data = { scanKey: await scanKey(), samples };
  await insertArtifact(backend.db, {
    key,
    job: findSubjects.name,
    data,
    ownerId: null,
    files: [],
    version: 1,
  });
  return key;
}
const keysOf = (film: GenerationInput) => film.sections.map((section) => renderKey(section, film, null));

// These tests run before a worker with a detector is announced.
describe('a film that follows its subjects where no worker finds faces', () => {
  // product 25.26
  it('fills the frame, with the same rendered sections', async () => {
    const film = await planFilm(backend, edit, TALL);
    const filledFilm = await planFilm(backend, edit, { ...TALL, framing: 'fill' });
    expect(keysOf(film)).toEqual(keysOf(filledFilm));
    expect(film.framing).toBe('follow');
    expect(await subjects()).toMatchObject({ installed: false, videos: [{ samples: null }] });
    const refused = await find();
    expect(refused.statusCode).toBe(422);
    expect(refused.json().message).toBe('Face detection is not installed.');
  });

  // product 25.27
  it('is cropped as set by hand in those shots', async () => {
    await edit.update(id, { shotCrops: [{ atMs: 0, crop: 0.2 }] });
    const film = await planFilm(backend, edit, TALL);
    expect(film.sections.map(({ framing }) => framing)).toEqual(['fill', 'follow', 'fill']);
    expect(film.sections[1]).toMatchObject({ shotCrops: [{ atMs: 0, crop: 0.2 }] });
  });
});

describe('a film that follows its subjects', () => {
  beforeEach(() => announce(DETECTOR));

  // product 25.25
  it('finds the faces of each video once, before its sections are rendered', async () => {
    const film = await planFilm(backend, edit, TALL);
    const key = subjectsKey(await scanKey(), DETECTOR);
    const followed = { framing: 'follow', subjects: key };
    expect(film.sections).toMatchObject([followed, followed, followed]);
    expect(film.inputs[0]).toEqual({ index: 0, ...followed });
    const steps = planGeneration(film, new Set());
    const [subjectsStep, ...others] = steps.filter(({ job }) => job === findSubjects.name);
    expect(others).toEqual([]);
    const renders = steps.filter(({ job }) => job === 'render-section');
    expect(renders.map(({ dependsOn }) => dependsOn.includes(subjectsStep!.key))).toEqual([true, true, true]);
    expect(planGeneration(film, new Set([key])).filter(({ job }) => job === findSubjects.name)).toEqual([]);
  });

  // product 25.25
  it('renders only sections again that follow, or whose shots were set by hand', async () => {
    const before = await planFilm(backend, edit, { ...TALL, framing: 'fill' });
    await edit.update(id, { framing: 'follow' });
    const own = await planFilm(backend, edit, { ...TALL, framing: 'fill' });
    const changed = (a: GenerationInput, b: GenerationInput) => {
      const keys = keysOf(a);
      return keysOf(b).map((key, index) => key !== keys[index]);
    };
    expect(changed(before, own)).toEqual([false, true, false]);
    await edit.update(id, { shotCrops: [{ atMs: 0, crop: 0.2 }] });
    expect(changed(own, await planFilm(backend, edit, { ...TALL, framing: 'fill' }))).toEqual([
      false,
      true,
      false,
    ]);
    // A picture that has the shape of the film is not cropped.
    const wide = await planFilm(backend, edit, { framing: 'follow' });
    expect(wide.sections.map(({ framing }: SectionSnapshot) => framing)).toEqual(['fit', 'fit', 'fit']);
  });

  it('fills the frame with images', async () => {
    await edit.update(id, { videoURL: await edit.upload('image') });
    const film = await planFilm(backend, edit, TALL);
    expect(film.sections[1]).toMatchObject({ framing: 'fill' });
  });

  // product 25.27
  it('loses manual crops when the section gets another video', async () => {
    await edit.update(id, { shotCrops: [{ atMs: 0, crop: 0.2 }] });
    await edit.update(id, { videoURL: await edit.upload('video') });
    expect((await edit.read()).sections[1]!.shotCrops).toEqual([]);
  });
});

describe('the faces of a project', () => {
  beforeEach(() => announce(DETECTOR));

  // product 25.25
  it('the faces of a project are found by a run that costs nothing, once', async () => {
    const before = (await edit.call('GET', '/api/user/credits')).json().totalCredits;
    const { runId } = (await find()).json();
    expect((await find()).json()).toEqual({ runId });
    const steps = await readSteps(backend.db, runId);
    expect(steps.map(({ job, input }) => [job, input])).toEqual([
      [findSubjects.name, { videoId: edit.project.videoId }],
    ]);
    expect((await edit.call('GET', '/api/user/credits')).json().totalCredits).toBe(before);
    expect((await subjects()).videos[0]).toMatchObject({ samples: null });
    await backend.engine.cancel(runId, edit.user.id);
    const samples = [{ atMs: 0, faces: [{ x: 0.5, y: 0.5, width: 0.1, height: 0.2 }] }];
    await insertFaces(samples);
    expect((await find()).json()).toEqual({ runId: null });
    const { videos, installed } = await subjects();
    expect(installed).toBe(true);
    expect(videos).toEqual([
      {
        sectionIds: edit.project.sections.map((section) => section.id),
        durationMs: 60_000,
        shotsMs: [],
        picture: { width: 640, height: 360 },
        samples,
      },
    ]);
  });
});
