import { beforeEach, expect, it } from 'vitest';
import { generationInputSchema, renderJoin, renderSection } from '#contract/jobs/generation.ts';
import { joinsOf } from '#film/transitions/transitions.ts';
import { divideFilm } from '#film/transitions/film-parts.ts';
import { joinKey, renderKey } from '#core/film/keys.ts';
import { insertArtifact } from '#core/repositories/media/artifacts.ts';
import { readSteps } from '#core/repositories/runs/run-steps.ts';
import { openTestApp, openTestBackend } from '../../helpers/services/backend.ts';
import { type Editor, openEditor } from '../../helpers/data/editor.ts';

const backend = await openTestBackend();
const app = await openTestApp(backend);
const { db } = backend;

let edit: Editor;
let ids: string[];
beforeEach(async () => {
  edit = await openEditor(backend, app);
  ids = edit.project.sections.map(({ id }) => id);
});

const transitions = async () =>
  (await edit.read()).sections.map(({ transition, transitionSeconds }) => [transition, transitionSeconds]);
const useForAll = (body: object) => edit.call('POST', edit.path('/transitions'), body);
const plan = async () => (await edit.call('GET', edit.path('/generation-plan?quality=720p'))).json();

/** Returns the steps of a film generated now, and what they are made from. */
async function film() {
  const { runId } = (await edit.call('POST', edit.path('/generate'), { quality: '720p' })).json();
  const { input } = await db
    .selectFrom('runs')
    .select('input')
    .where('id', '=', runId)
    .executeTakeFirstOrThrow();
  const steps = await readSteps(db, runId);
  await backend.engine.cancel(runId, edit.user.id);
  return { input: generationInputSchema.parse(input), steps };
}

// product 4.76
it('is set for all joins by one edit, which one Undo reverts', async () => {
  await edit.update(ids[0]!, { transition: 'dip', transitionSeconds: 0.4 });
  const before = await transitions();
  expect(before).toEqual([
    ['dip', 0.4],
    ['cut', 1],
    ['cut', 1],
  ]);
  expect((await useForAll({ transition: 'crossfade', transitionSeconds: 1.5 })).statusCode).toBe(204);
  expect(await transitions()).toEqual([
    ['crossfade', 1.5],
    ['crossfade', 1.5],
    ['crossfade', 1.5],
  ]);
  expect((await edit.read()).history.undo).toBe('Change all transitions');
  await edit.call('POST', edit.path('/undo'));
  expect(await transitions()).toEqual(before);
  for (const wrong of [
    { transition: 'crossfade' },
    { transition: 'wipe', transitionSeconds: 1 },
    { transition: 'dip', transitionSeconds: 3 },
  ])
    expect((await useForAll(wrong)).statusCode).toBe(400);
});

it('is rendered from the sections around it in a separate step before the film is joined', async () => {
  const cuts = (await film()).steps;
  expect(cuts.filter(({ job }) => job === 'render-join')).toEqual([]);
  expect(cuts.at(-1)).toMatchObject({ job: 'join-film', input: {} });
  await edit.update(ids[0]!, { transition: 'crossfade' });
  // The last section's transition leads nowhere.
  await edit.update(ids[2]!, { transition: 'dip' });
  const { steps, input } = await film();
  expect(input.sections.map(({ transition }) => transition)).toEqual(['crossfade', 'cut', 'dip']);
  const renders = ['render-section-0', 'render-section-1', 'render-section-2'];
  expect(steps.filter(({ job }) => job === 'render-join')).toMatchObject([
    { key: 'render-join-0', input: { index: 0 }, dependsOn: renders },
  ]);
  // Workers of versions without transitions leave this step alone.
  expect(steps.at(-1)).toMatchObject({
    job: 'join-film',
    input: { transitions: true },
    dependsOn: [...renders, 'render-join-0'],
  });
});

// product 4.78
it('counts as one step to render when it changes, and its sections do not', async () => {
  await useForAll({ transition: 'crossfade', transitionSeconds: 1 });
  expect(await plan()).toMatchObject({ sections: 3, toRender: 3, transitions: 2, transitionsToRender: 2 });
  const fit = { applied: [], speed: 1, tempo: 1, extend: 0, slow: 1, freeze: 0 };
  const data = { frames: 300, samples: 480_000, fit, spoken: [], keyframes: [0, 60, 120, 180, 240] };
  const artifact = { ownerId: null, files: [] };
  const { input } = await film();
  const keys = input.sections.map((section) => renderKey(section, input, null));
  for (const key of keys)
    await insertArtifact(db, {
      ...artifact,
      key,
      job: renderSection.name,
      version: renderSection.version,
      data,
    });
  expect(await plan()).toMatchObject({ toRender: 0, transitions: 2, transitionsToRender: 2 });
  const sized = input.sections.map((section) => ({ ...section, ...data }));
  const parts = divideFilm(sized, joinsOf(sized, 30)).joins;
  for (const [index, part] of parts.entries()) {
    const key = joinKey(keys[index]!, keys[index + 1]!, part!);
    await insertArtifact(db, {
      ...artifact,
      key,
      job: renderJoin.name,
      version: renderJoin.version,
      data: {},
    });
  }
  expect(await plan()).toMatchObject({ toRender: 0, transitions: 2, transitionsToRender: 0 });
  for (const patch of [{ transitionSeconds: 0.5 }, { transition: 'dip', transitionSeconds: 1 }]) {
    await edit.update(ids[0]!, patch);
    expect(await plan()).toMatchObject({ toRender: 0, transitions: 2, transitionsToRender: 1 });
  }
  await edit.update(ids[0]!, { transition: 'cut' });
  expect(await plan()).toMatchObject({ toRender: 0, transitions: 1, transitionsToRender: 0 });
});

it('uses the same ends of its sections on the page and in the film', async () => {
  await edit.update(ids[0]!, { transition: 'crossfade' });
  const [first, second, third] = (await edit.read()).sections;
  // The video has words but no measured silences, so nothing is mixed.
  const whole = { handleMs: 1000, insideMs: 0, outsideMs: 0 };
  expect(first!.edges).toEqual({ start: { ...whole, handleMs: 0 }, end: whole });
  const { input } = await film();
  expect(input.sections.map(({ edges }) => edges)).toEqual([first!.edges, second!.edges, undefined]);
  expect(third!.edges).toEqual({ start: whole, end: whole });
});
