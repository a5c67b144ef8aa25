import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Editor, openEditor } from '../../helpers/data/editor.ts';
import { upload } from '../../helpers/data/upload.ts';
import { versionsOf } from '../../helpers/exchange/versions.ts';
import { ffmpeg, tempFolder } from '../../helpers/media/lavfi.ts';
import { openTestApp, openTestBackend } from '../../helpers/services/backend.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const backend = await openTestBackend();
const { db } = backend;
const app = await openTestApp(backend);
const file = tempFolder();
beforeAll(() => ffmpeg('-f', 'lavfi', '-i', 'sine=f=500:r=44100:d=5', file('song.mp3')));

let edit: Editor;
let versions: ReturnType<typeof versionsOf>;
beforeEach(async () => {
  edit = await openEditor(backend, app);
  versions = versionsOf(backend, edit);
});

const LOOK = {
  captionStyle: 'boxed',
  captionPlace: 'top',
  captionSize: 'large',
  captionColor: 'pink',
} as const;
const choose = (choices: object) => edit.call('PATCH', edit.path('/film-choices'), choices);
const set = (patch: object) => edit.call('PATCH', edit.path('/music'), patch);
const add = async (fileName = 'A song.mp3') => {
  const { projectId } = edit.project;
  const objectPath = await upload(app, { cookie: edit.user.cookie, projectId, fileName }, file('song.mp3'));
  expect((await set({ objectPath })).statusCode).toBe(204);
};
const remove = () => edit.call('DELETE', edit.path('/music'));
const undo = () => edit.call('POST', edit.path('/undo'));
const music = async () => (await edit.read()).music;
const film = async (id: string, query = '') => (await versions.changes(id, query)).film;
const dropFiles = async () => {
  await db.deleteFrom('sectionEdits').where('projectId', '=', edit.project.projectId).execute();
  await db.deleteFrom('objects').where('projectId', '=', edit.project.projectId).execute();
};

describe('a version', () => {
  // product 23.7
  it('has the caption style of its film, which restoring it chooses again as one edit', async () => {
    await choose({ quality: '720p', burnSubtitles: true, ...LOOK });
    await versions.generate({ burnSubtitles: true, ...LOOK });
    const id = await versions.newest();
    await choose({ captionColor: 'white' });
    await choose({ captionSize: 'small', burnSubtitles: false });
    expect(await film(id, '?burnSubtitles=false&captionColor=white&captionSize=small')).toEqual([
      { field: 'burnSubtitles', from: true, to: false },
      { field: 'captionSize', from: 'large', to: 'small' },
      { field: 'captionColor', from: 'pink', to: 'white' },
    ]);
    expect(await versions.restore(id)).toMatchObject({
      changed: true,
      history: { undo: 'Restore version 1' },
    });
    expect((await edit.read()).filmChoices).toMatchObject({ burnSubtitles: true, ...LOOK });
    await undo();
    expect((await edit.read()).filmChoices).toMatchObject({ burnSubtitles: false, captionSize: 'small' });
  });

  // product 21.11
  it('returns a style that was stored before there were designs, and distinguishes it from a design', async () => {
    await choose({ quality: '720p', burnSubtitles: true, ...LOOK });
    await versions.generate({ burnSubtitles: true, ...LOOK });
    const id = await versions.newest();
    await db
      .updateTable('filmVersions')
      .set({ options: JSON.stringify({ language: 'en', quality: '720p', burnSubtitles: true, ...LOOK }) })
      .where('id', '=', id)
      .execute();
    const pill = { captionStyle: 'boxed', captionDesign: 'pill', captionHighlight: 'word' };
    await choose(pill);
    expect(await film(id, `?${new URLSearchParams(pill).toString()}`)).toEqual([
      { field: 'captionStyle', from: 'boxed', to: 'pill' },
      { field: 'captionHighlight', from: 'none', to: 'word' },
    ]);
    await versions.restore(id);
    const classic = { captionDesign: 'classic', captionHighlight: 'none' };
    expect((await edit.read()).filmChoices).toMatchObject({ ...LOOK, ...classic });
    await undo();
    expect((await edit.read()).filmChoices).toMatchObject(pill);
  });

  // product 23.14
  it('without drawn captions contains no caption style', async () => {
    await versions.generate(LOOK);
    await choose({ captionColor: 'green' });
    const id = await versions.newest();
    expect(await film(id, '?captionColor=green')).toEqual([]);
    await versions.restore(id);
    expect((await edit.read()).filmChoices.captionColor).toBe('green');
  });

  // product 23.7
  itInFullTier('has the music of its film, which is restored in one edit with the sections', async () => {
    await add();
    await set({ volume: 0.5, credit: 'By Ann' });
    const { url: _, ...was } = (await music())!;
    await versions.generate();
    const id = await versions.newest();
    await set({ volume: 0.9, fadeOut: 0, ducked: false });
    expect(await film(id)).toEqual([
      { field: 'musicVolume', from: 0.5, to: 0.9 },
      { field: 'musicFadeOut', from: 3, to: 0 },
      { field: 'musicDucked', from: true, to: false },
    ]);
    await remove();
    await edit.update(edit.project.sections[0]!.id, { title: 'New' });
    expect(await film(id)).toEqual([{ field: 'music', from: 'A song', to: null }]);
    expect(await versions.restore(id)).toMatchObject({ changed: true, lost: [] });
    expect(await music()).toMatchObject(was);
    expect((await edit.titles())[0]).toBe('Section 1');
    await undo();
    expect([await music(), (await edit.titles())[0]]).toEqual([null, 'New']);
  });

  // product 23.7
  itInFullTier('of a film without music removes it, and Undo restores it', async () => {
    await versions.generate();
    await add();
    const id = await versions.newest();
    expect(await film(id)).toEqual([{ field: 'music', from: null, to: 'A song' }]);
    await versions.restore(id);
    expect(await music()).toBeNull();
    await undo();
    expect(await music()).toMatchObject({ title: 'A song' });
  });

  // product 23.14
  itInFullTier('is compared with another version by its music too', async () => {
    await add();
    await versions.generate();
    const first = await versions.newest();
    await add('Another song.mp3');
    await versions.generate();
    const second = await versions.newest();
    expect(await film(first, `?with=${second}`)).toEqual([
      { field: 'music', from: 'A song', to: 'Another song' },
    ]);
  });

  // product 23.15
  itInFullTier('that was stored without music and captions leaves both unchanged', async () => {
    await versions.generate();
    const id = await versions.newest();
    await db
      .updateTable('filmVersions')
      .set({
        projectState: null,
        options: JSON.stringify({ language: 'en', quality: '720p', framing: 'blurred' }),
      })
      .where('id', '=', id)
      .execute();
    await choose({ quality: '720p', ...LOOK });
    await add();
    expect(await film(id, '?captionColor=pink')).toEqual([]);
    expect(await versions.restore(id)).toMatchObject({ changed: false, lost: [] });
    expect(await music()).toMatchObject({ title: 'A song' });
    expect((await edit.read()).filmChoices).toMatchObject(LOOK);
  });

  // product 23.16
  itInFullTier('whose music file no longer exists reports it, and leaves the current music', async () => {
    await add();
    await versions.generate();
    const id = await versions.newest();
    await remove();
    await dropFiles();
    expect((await versions.changes(id)).musicLost).toBe(true);
    const lost = { title: 'A song', reason: 'music' };
    expect((await versions.restore(id)).lost).toEqual([{ ...lost, stays: false }]);
    await add('Other.mp3');
    const restored = await versions.restore(id);
    expect([restored.changed, restored.lost]).toEqual([false, [{ ...lost, stays: true }]]);
    expect(await music()).toMatchObject({ title: 'Other' });
  });
});
