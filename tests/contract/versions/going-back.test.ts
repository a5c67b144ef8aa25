import { beforeEach, describe, expect, it } from 'vitest';
import { type Editor, openEditor } from '../../helpers/data/editor.ts';
import { versionsOf } from '../../helpers/exchange/versions.ts';
import { openTestApp, openTestBackend } from '../../helpers/services/backend.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const backend = await openTestBackend();
const { db } = backend;
const app = await openTestApp(backend);

let edit: Editor;
let ids: string[];
let versions: ReturnType<typeof versionsOf>;
beforeEach(async () => {
  edit = await openEditor(backend, app);
  ids = edit.project.sections.map(({ id }) => id);
  versions = versionsOf(backend, edit);
});

/** Returns everything that a film is made from. */
const readSections = async () =>
  (await edit.read()).sections.map(
    ({ path: _path, preview: _preview, videoLink: _link, ...section }) => section,
  );

describe('restoring a version', () => {
  // product 23.7
  it('restores the state of every section as one edit, which can be undone and redone', async () => {
    await edit.update(ids[0]!, { transcription: 'पहला।' }, 'hi');
    await versions.generate();
    const id = await versions.newest();
    const was = await readSections();
    await edit.update(ids[0]!, {
      title: 'New',
      transcription: 'New.',
      startTime: 1,
      speed: 2,
      framing: 'fill',
    });
    await edit.update(ids[0]!, { transcription: 'नया।' }, 'hi');
    await edit.remove(ids[1]!);
    await edit.create({ title: 'Added' });
    await edit.call('POST', edit.path('/transitions'), { transition: 'dip', transitionSeconds: 0.5 });
    const before = await readSections();
    expect(await versions.restore(id)).toMatchObject({
      changed: true,
      lost: [],
      options: { language: 'en', quality: '720p' },
      history: { undo: 'Restore version 1', redo: null },
    });
    expect(await readSections()).toEqual(was);
    expect((await edit.read('hi')).sections[0]!.transcription).toBe('पहला।');
    expect((await versions.changes(id)).sections).toEqual([]);
    await edit.call('POST', edit.path('/undo'));
    expect(await readSections()).toEqual(before);
    expect((await edit.read('hi')).sections[0]!.transcription).toBe('नया।');
    await edit.call('POST', edit.path('/redo'));
    expect(await readSections()).toEqual(was);
  });

  it('is not an edit if nothing has changed', async () => {
    await versions.generate();
    expect(await versions.restore(await versions.newest())).toMatchObject({
      changed: false,
      history: { undo: null },
    });
  });

  // product 23.8
  itInFullTier("leaves a text that was written later in a language other than the film's", async () => {
    await versions.generate();
    await edit.update(ids[0]!, { title: 'New' });
    await edit.update(ids[0]!, { transcription: 'बाद में।' }, 'hi');
    await versions.restore(await versions.newest());
    expect((await edit.read('hi')).sections[0]).toMatchObject({
      title: 'Section 1',
      transcription: 'बाद में।',
    });
  });

  // product 23.7
  itInFullTier('restores the recognised words, and Undo those that replaced them', async () => {
    await versions.generate();
    const { words } = await edit.words(ids[0]!);
    const file = btoa('00:00:01,000 --> 00:00:02,000\nOther words');
    await edit.call('POST', `/api/sections/${ids[0]}/subtitles`, { file, scope: 'section', language: 'en' });
    const replaced = (await edit.words(ids[0]!)).words;
    expect(replaced).not.toEqual(words);
    const id = await versions.newest();
    expect((await versions.changes(id)).sections[0]!.fields.map(({ field }) => field)).toContain('heard');
    await versions.restore(id);
    expect((await edit.words(ids[0]!)).words).toEqual(words);
    await edit.call('POST', edit.path('/undo'));
    expect((await edit.words(ids[0]!)).words).toEqual(replaced);
  });

  // product 23.8
  it('creates a section again that was purged', async () => {
    await edit.update(ids[1]!, { transcription: 'दूसरा।' }, 'hi');
    await versions.generate();
    const was = await readSections();
    await edit.remove(ids[1]!);
    await db.deleteFrom('sections').where('id', '=', ids[1]!).execute();
    const id = await versions.newest();
    expect((await versions.changes(id)).sections).toMatchObject([
      { title: 'Section 2', from: 2, to: null, lost: null },
    ]);
    expect(await versions.restore(id)).toMatchObject({ changed: true, lost: [] });
    expect(await readSections()).toEqual(was);
    expect((await edit.read('hi')).sections[1]!.transcription).toBe('दूसरा।');
    expect((await edit.words(ids[1]!)).words).toHaveLength(1);
    await edit.call('POST', edit.path('/undo'));
    expect(await versions.shown()).toEqual([ids[0], ids[2]]);
  });

  // product 23.9
  it('reports which sections cannot be restored, and leaves existing ones', async () => {
    for (const id of ids.slice(0, 2)) await edit.update(id, { videoURL: await edit.upload('image') });
    await versions.generate();
    const id = await versions.newest();
    await edit.update(ids[0]!, { videoURL: await edit.upload('video'), title: 'With other media' });
    await edit.remove(ids[1]!);
    const used = db.selectFrom('sections').select('objectId').where('id', '=', ids[0]!);
    await db
      .deleteFrom('objects')
      .where('projectId', '=', edit.project.projectId)
      .where('id', 'not in', used.$castTo<{ objectId: string }>())
      .execute();
    expect((await versions.changes(id)).sections).toMatchObject([
      { title: 'With other media', lost: 'upload' },
      { title: 'Section 2', to: null, lost: 'upload' },
    ]);
    await edit.update(ids[2]!, { title: 'Another' });
    expect((await versions.restore(id)).lost).toEqual([
      { title: 'Section 1', reason: 'upload', stays: true },
      { title: 'Section 2', reason: 'upload', stays: false },
    ]);
    expect(await edit.titles()).toEqual(['With other media', 'Section 3']);
  });

  // product 23.9
  it('is refused if no section can be restored', async () => {
    await edit.call('POST', edit.path('/sections/delete'), { sectionIds: ids.slice(1) });
    await edit.update(ids[0]!, { videoURL: await edit.upload('image') });
    await versions.generate();
    await edit.remove(ids[0]!);
    await db.deleteFrom('objects').where('projectId', '=', edit.project.projectId).execute();
    const refused = await versions.goBack(await versions.newest(), []);
    expect(refused.statusCode).toBe(409);
    expect(refused.json().message).toBe(
      'None of the sections of this version can be restored, because their media was deleted.',
    );
  });

  // product 23.10
  it('refuses to restore a version if the sections are not those that were shown', async () => {
    await versions.generate();
    await edit.reorder(ids.toReversed());
    const refused = await versions.goBack(await versions.newest(), ids);
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'sections_changed']);
  });

  // product 23.10
  it('is refused while a run changes the project', async () => {
    await versions.generate();
    await edit.update(ids[0]!, { title: 'New' });
    const { user, project } = edit;
    const run = { kind: 'preparation', projectId: project.projectId, userId: user.id, input: '{}' };
    const { id } = await db.insertInto('runs').values(run).returning('id').executeTakeFirstOrThrow();
    const refused = await versions.goBack(await versions.newest(), ids);
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      'This project is still being prepared. Please try again when it is ready.',
    ]);
    await db.deleteFrom('runs').where('id', '=', id).execute();
    expect((await versions.restore(await versions.newest())).changed).toBe(true);
  });
});
