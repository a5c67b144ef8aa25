import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { exportSchema } from '#contract/export.ts';
import type { FilmChoices } from '#contract/film-choices.ts';
import { projectSchema } from '#contract/projects.ts';
import { filmKey, renderKey } from '#core/film/keys.ts';
import { type Editor, openEditor, planFilm } from '../../helpers/data/editor.ts';
import { addFilm } from '../../helpers/data/film.ts';
import { versionsOf } from '../../helpers/exchange/versions.ts';
import { openTestApp, openTestBackend } from '../../helpers/services/backend.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const backend = await openTestBackend();
const app = await openTestApp(backend);
const { db } = backend;

let edit: Editor;
beforeEach(async () => {
  edit = await openEditor(backend, app);
});

const choose = async (choices: FilmChoices) => {
  const answer = await edit.call('PATCH', edit.path('/film-choices'), choices);
  expect([answer.statusCode, answer.body]).toEqual([204, '']);
};
const chosen = async () => (await edit.read()).filmChoices;
const undo = async () => (await edit.call('POST', edit.path('/undo'))).json();
const redo = async () => (await edit.call('POST', edit.path('/redo'))).json();

describe('the options of a film', () => {
  it.each([
    ['a null character', 'a\0b'],
    ['half of a surrogate pair', 'a\ud800b'],
  ])(
    'the options of a film are refused with %s in a voice, which no database accepts',
    async (_, speaker) => {
      const answer = await edit.call('PATCH', edit.path('/film-choices'), { speaker });
      expect([answer.statusCode, answer.body]).toEqual([
        400,
        expect.stringContaining('The voice contains invalid characters.'),
      ]);
    },
  );

  // product 26.1
  itInFullTier(
    'the options of a film are undone and redone in one order with the edits of sections',
    async () => {
      const title = async () => (await edit.titles())[0];
      const id = edit.project.sections[0]!.id;
      await edit.update(id, { title: 'First' });
      await choose({ aspect: '9:16' });
      await edit.update(id, { title: 'Second' });
      await choose({ captionColor: 'yellow' });
      await choose({ aspect: '1:1' });
      expect(await undo()).toEqual({
        done: 'Change the aspect ratio of the film',
        undo: 'Change the colour of the captions',
        redo: 'Change the aspect ratio of the film',
      });
      expect(await chosen()).toMatchObject({ aspect: '9:16', captionColor: 'yellow' });
      await undo();
      expect(await chosen()).toMatchObject({ aspect: '9:16', captionColor: 'white' });
      expect(await title()).toBe('Second');
      await undo();
      expect(await title()).toBe('First');
      await undo();
      expect(await chosen()).toMatchObject({ aspect: '16:9', captionColor: 'white' });
      expect(await title()).toBe('First');
      for (let step = 0; step < 4; step++) await redo();
      expect(await chosen()).toMatchObject({ aspect: '1:1', captionColor: 'yellow' });
      expect(await title()).toBe('Second');
    },
  );

  // product 26.2
  it('return to their values before an undone choice, even after a film was made with it', async () => {
    await choose({ quality: '720p', burnSubtitles: true });
    await versionsOf(backend, edit).generate({ quality: '720p', burnSubtitles: true });
    expect((await undo()).done).toBe('Change the options of the film');
    expect(await chosen()).toEqual({ credits: 'auto', quality: '1080p', burnSubtitles: false });
  });

  // product 26.2
  it('the options of a film do not count as an edit if they are already set', async () => {
    await choose({
      aspect: '16:9',
      framing: 'blurred',
      speaker: null,
      gender: 'male',
      captionSize: 'medium',
    });
    expect((await edit.read()).history.undo).toBeNull();
    await choose({ aspect: '16:9', framing: 'fit' });
    expect((await edit.read()).history.undo).toBe('Change the framing of the film');
    await choose({ gender: 'female', speaker: 'someone' });
    expect((await edit.read()).history.undo).toBe('Change the voice of the film');
  });

  // product 26.3
  it('leave a film unchanged, which only its sections outdate', async () => {
    const { projectId } = edit.project;
    await addFilm(backend, { userId: edit.user.id, projectId, bytes: randomBytes(9) });
    await db.updateTable('films').set({ snapshotAt: new Date() }).execute();
    await choose({ aspect: '9:16' });
    await undo();
    await redo();
    expect((await edit.read()).films[0]!.edited).toBe(false);
    await edit.update(edit.project.sections[0]!.id, { title: 'New' });
    expect((await edit.read()).films[0]!.edited).toBe(true);
  });

  // product 26.8
  it('fade the audio at the ends of a film, without rendering a section again', async () => {
    const plain = await planFilm(backend, edit);
    await choose({ endFades: true });
    const faded = await planFilm(backend, edit);
    expect([plain.endFades, faded.endFades]).toEqual([false, true]);
    expect((await planFilm(backend, edit, { endFades: false })).endFades).toBe(false);
    const keysOf = ({ sections, ...film }: typeof plain) =>
      sections.map((section) => renderKey(section, film, null));
    expect(keysOf(faded)).toEqual(keysOf(plain));
    const nothing = keysOf(plain).map(() => null);
    expect(filmKey(faded, keysOf(faded), nothing)).not.toBe(filmKey(plain, keysOf(plain), nothing));
    expect((await edit.read()).history.undo).toBe('Change the audio fades of the film');
  });

  // product 26.4
  it('the options of a film are copied to a duplicate, an export and an import', async () => {
    const choices = { aspect: '9:16', captionStyle: 'words', speaker: 'someone', credits: 'on' } as const;
    await choose(choices);
    const { projectId: copyId } = (await edit.call('POST', edit.path('/duplicate'))).json();
    const copy = projectSchema.parse((await edit.call('GET', `/api/projects/${copyId}`)).json());
    expect(copy.filmChoices).toEqual(choices);
    const { body } = await edit.call('GET', '/api/user/export');
    expect(exportSchema.parse(JSON.parse(body)).projects.map((one) => one.filmChoices)).toEqual([
      choices,
      choices,
    ]);
    const other = await openEditor(backend, app);
    const headers = { cookie: other.user.cookie, 'content-type': 'application/json' };
    await app.inject({ method: 'POST', url: '/api/user/import', headers, payload: body });
    const imported = await db
      .selectFrom('projects')
      .select('filmChoices')
      .where('userId', '=', other.user.id)
      .where('id', '<>', other.project.projectId)
      .execute();
    expect(imported.map((row) => row.filmChoices)).toEqual([choices, choices]);
  });

  it('the options of a film are refused if they do not exist, or none is named', async () => {
    for (const body of [{}, { aspect: '3:2' }, { size: 'large' }, { speaker: '' }]) {
      expect((await edit.call('PATCH', edit.path('/film-choices'), body)).statusCode).toBe(400);
    }
  });
});
