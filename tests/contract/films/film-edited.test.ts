import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { addFilm } from '../../helpers/data/film.ts';
import { openEditor } from '../../helpers/data/editor.ts';
import { openTestApp, openTestBackend } from '../../helpers/services/backend.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const backend = await openTestBackend();
const app = await openTestApp(backend);

// product 4.41, 4.42
itInFullTier(
  'counts every add, edit, reorder, delete and reset as an edit of the film, until a new film is made',
  async () => {
    const editor = await openEditor(backend, app);
    const { user, project } = editor;
    const ids = project.sections.map((section) => section.id);
    const isEdited = async () => (await editor.read()).films.map((film) => film.edited);
    const edits = {
      add: async () => {
        const answer = await editor.create({ title: 'Own' });
        ids.push(answer.json().id);
        return answer;
      },
      edit: () => editor.update(ids[0]!, { transcription: 'Another text.' }),
      'reset of one': () => editor.reset(ids[0]!),
      reorder: () => editor.reorder(ids.toReversed()),
      delete: () => editor.remove(ids[1]!),
      reset: () => editor.call('POST', editor.path('/sections/reset')),
    };
    for (const [name, make] of Object.entries(edits)) {
      const bytes = Buffer.from(randomUUID());
      await addFilm(backend, { userId: user.id, projectId: project.projectId, bytes });
      expect([name, await isEdited()]).toEqual([name, [false]]);
      expect([name, Math.floor((await make()).statusCode / 100)]).toEqual([name, 2]);
      expect([name, await isEdited()]).toEqual([name, [true]]);
    }
  },
);

it('gives narrated sections with equal frame counts the same length at every position', async () => {
  const editor = await openEditor(backend, app);
  const { user, project } = editor;
  const [first, second] = project.sections.map((section) => section.id);
  for (const id of [first!, second!]) await editor.update(id, { sound: 'narrated' });
  const fit = { applied: [], speed: 1, tempo: 1, extend: 0, slow: 1, freeze: 0 };
  // 145 frames each, so that the times of their ends in the film are rounded.
  await addFilm(backend, {
    userId: user.id,
    projectId: project.projectId,
    bytes: Buffer.from(randomUUID()),
    sections: [
      { sectionId: first!, title: 'First', startMs: 0, effectiveMs: 4833, fit },
      { sectionId: second!, title: 'Second', startMs: 4833, effectiveMs: 4834, fit },
    ],
  });
  const lengths = (await editor.read()).sections.map((section) => section.effectiveDuration);
  expect(lengths.slice(0, 2)).toEqual([4.833, 4.833]);
});
