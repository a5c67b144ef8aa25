import { expect, it } from 'vitest';
import { openEditor } from '../../helpers/data/editor.ts';
import { createUser } from '../../helpers/data/user.ts';
import { openTestApp, openTestBackend } from '../../helpers/services/backend.ts';

const backend = await openTestBackend();
const app = await openTestApp(backend);

// product 11.16
it('starts one free run for a video, whichever of its sections requests it', async () => {
  const edit = await openEditor(backend, app);
  const [first, second] = edit.project.sections.map(({ id }) => id);
  const hear = (id: string | undefined, spoken = 'hi') =>
    edit.call('POST', `/api/sections/${id}/hearing`, { spoken });
  const answers = await Promise.all([hear(first), hear(second), hear(first)]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  const { id } = answers[0]!.json();
  expect(answers.map((answer) => answer.json().id)).toEqual([id, id, id]);
  const other = await hear(second, 'bn');
  expect([other.statusCode, other.json().message]).toEqual([
    409,
    'A video of this project is being transcribed again. Wait for it or cancel it first.',
  ]);
  const steps = await backend.db
    .selectFrom('runSteps')
    .select(['job', 'input', 'dependsOn'])
    .where('runId', '=', id)
    .orderBy('position')
    .execute();
  // The file is already stored, so it is not fetched again.
  expect(steps.map(({ job }) => job)).toEqual([
    'extract-sound',
    'hear-speech',
    'transcribe-media',
    'finish-hearing',
  ]);
  expect(steps[0]).toMatchObject({ input: { spoken: 'hi' }, dependsOn: [] });
  const credits = await backend.db.selectFrom('creditEntries').select('id').where('runId', '=', id).execute();
  expect(credits).toEqual([]);
});

it('is refused for a card, an upload, a deleted section, another language and another user', async () => {
  const edit = await openEditor(backend, app);
  const [first, second, third] = edit.project.sections.map(({ id }) => id);
  const status = async (id: string | undefined, spoken = 'hi', cookie = edit.user.cookie) => {
    const url = `/api/sections/${id}/hearing`;
    return (await app.inject({ method: 'POST', url, headers: { cookie }, payload: { spoken } })).statusCode;
  };
  expect(await status((await edit.create({ title: 'A card' })).json().id)).toBe(422);
  await edit.update(first!, { videoURL: await edit.upload('video') });
  expect(await status(first)).toBe(422);
  await edit.remove(second!);
  expect(await status(second)).toBe(404);
  expect(await status(third, 'fr')).toBe(400);
  expect(await status(third, 'hi', (await createUser(backend)).cookie)).toBe(404);
  expect(await status(third)).toBe(200);
});
