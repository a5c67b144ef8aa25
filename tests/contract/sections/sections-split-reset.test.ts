import { beforeEach, describe, expect, it } from 'vitest';
import { type Clip, clipSchema, type Section, sectionListSchema } from '#contract/sections.ts';
import { type Editor, openEditor } from '../../helpers/data/editor.ts';
import { openTestApp, openTestBackend } from '../../helpers/services/backend.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const backend = await openTestBackend();
const app = await openTestApp(backend);
const { db } = backend;

let edit: Editor;
beforeEach(async () => {
  edit = await openEditor(backend, app);
});

describe('splitting', () => {
  it('splits one into two at the word spoken there; both play the original audio', async () => {
    const { id } = edit.project.sections[1]!;
    const words = ['One', 'two,', 'three', 'four.', 'Five', 'six.'].map((text, i) => ({
      text,
      startMs: 10_000 + i * 1500,
      endMs: 11_000 + i * 1500,
      confidence: 0.9,
    }));
    const text = 'One two, three four. Five six.';
    const original = { ...(edit.project.sections[1]!.original as object), text };
    await db
      .updateTable('sections')
      .set({ words: JSON.stringify(words), original: JSON.stringify(original) })
      .where('id', '=', id)
      .execute();
    await db.updateTable('sectionTexts').set({ text }).where('sectionId', '=', id).execute();
    await db
      .insertInto('sectionTexts')
      .values({ sectionId: id, language: 'bn', text: 'এক দুই। তিন চার। পাঁচ ছয়।', translatedFrom: text })
      .execute();
    const answer = await edit.split(id, 14.4);
    expect(answer.statusCode).toBe(200);
    const [, first, second] = sectionListSchema.parse(answer.json());
    expect(first).toMatchObject({
      id,
      title: 'Section 2 (1)',
      startTime: 10,
      endTime: 14.4,
      transcription: 'One two, three',
      textSource: 'original',
      narrated: false,
      changed: true,
      boundaries: { start: 'sentence', end: 'edited' },
    });
    expect(second).toMatchObject({
      kind: 'analysed',
      title: 'Section 2 (2)',
      startTime: 14.4,
      endTime: 20,
      transcription: 'four. Five six.',
      textSource: 'original',
      narrated: false,
      boundaries: { start: 'edited', end: 'sentence' },
      video: { id: edit.project.videoId },
    });
    const wordTexts = async (id: string) => (await edit.words(id)).words.map((word) => word.text);
    expect(await wordTexts(first!.id)).toEqual(['One', 'two,', 'three']);
    expect(await wordTexts(second!.id)).toEqual(['four.', 'Five', 'six.']);
    const bengali = (await edit.read('bn')).sections;
    expect(bengali[1]).toMatchObject({ transcription: 'এক দুই।', textSource: 'translated' });
    expect(bengali[2]).toMatchObject({ transcription: 'তিন চার। পাঁচ ছয়।', textSource: 'translated' });
    expect((await edit.split(second!.id, 17)).json()[3]).toMatchObject({ title: 'Section 2 (3)' });
  });

  it('requires half a second on both sides, and a video', async () => {
    const { id } = edit.project.sections[1]!;
    for (const at of [10.499, 19.501, 5, 25]) expect((await edit.split(id, at)).statusCode).toBe(422);
    expect((await edit.split(id, 10.5)).statusCode).toBe(200);
    const card = (await edit.create({})).json() as Section;
    expect((await edit.split(card.id, 1)).statusCode).toBe(422);
    const image = (await edit.create({ videoURL: await edit.upload('image') })).json() as Section;
    expect((await edit.split(image.id, 1)).statusCode).toBe(422);
    await edit.remove(id);
    expect((await edit.split(id, 10.2)).statusCode).toBe(404);
  });

  it('also splits an uploaded video', async () => {
    const own = (
      await edit.create({ videoURL: await edit.upload('video'), transcription: 'First. Second.' })
    ).json();
    const parts = (await edit.split(own.id, 10)).json().slice(3) as Section[];
    expect(parts).toMatchObject([
      { kind: 'custom', startTime: 0, endTime: 10, transcription: 'First.', videoURL: own.videoURL },
      { kind: 'custom', startTime: 10, endTime: 20, transcription: 'Second.', videoURL: own.videoURL },
    ]);
  });
});

describe('reset and clips', () => {
  // product 4.62
  it('restores the result of the analysis, and keeps custom sections after it', async () => {
    const [first, second, third] = edit.project.sections.map((section) => section.id);
    const before = (await edit.read()).sections;
    await edit.create({ title: 'Own', afterId: first! });
    await edit.update(first!, { title: 'New', startTime: 2, endTime: 5 });
    await edit.update(first!, { transcription: 'Anything.' });
    await edit.update(first!, { transcription: 'কিছু' }, 'bn');
    await edit.update(second!, { videoURL: await edit.upload('video') });
    await edit.split(third!, 25);
    await edit.update(third!, { transcription: 'Half.' });
    await edit.split(third!, 22);
    await edit.remove(second!);
    const order = (await edit.read()).sections.map((section) => section.id).toReversed();
    await edit.reorder(order);

    const clips = (await edit.call('GET', edit.path('/clips?force_refresh=true'))).json() as Clip[];
    expect(
      clips.map(({ videoTitle: _t, videoThumbnail: _h, videoChannel: _c, ...section }) => section),
    ).toEqual(before);
    const edited = await edit.read();

    const answer = await edit.call('POST', edit.path('/sections/reset'));
    const after = sectionListSchema.parse(answer.json());
    expect(after.slice(0, 3)).toEqual(before);
    expect(after.slice(3)).toMatchObject([{ title: 'Own', kind: 'custom' }]);
    expect((await edit.read('bn')).sections[0]).toMatchObject({ textSource: 'untranslated' });

    expect((await edit.call('POST', edit.path('/undo'))).json()).toMatchObject({ done: 'Reset' });
    expect((await edit.read()).sections).toEqual(edited.sections);
    expect((await edit.call('POST', edit.path('/redo'))).json()).toMatchObject({ done: 'Reset', redo: null });
    expect((await edit.read()).sections).toEqual(after);
  });

  itInFullTier(
    'restores one section to the result of the analysis, and leaves the others unchanged',
    async () => {
      const [first, second, third] = edit.project.sections.map((section) => section.id);
      const before = (await edit.read()).sections;
      expect((await edit.reset(second!)).statusCode).toBe(200);
      expect((await edit.read()).history).toEqual({ undo: null, redo: null });
      await edit.update(first!, { title: 'Stays' });
      await edit.update(second!, { title: 'New', startTime: 12, endTime: 18 });
      await edit.update(second!, { transcription: 'Anything.' });
      await edit.update(second!, { transcription: 'কিছু' }, 'bn');
      await edit.update(second!, { videoURL: await edit.upload('video') });
      await edit.reorder([third!, second!, first!]);
      const edited = (await edit.read()).sections;

      const answer = await edit.reset(second!);
      const after = sectionListSchema.parse(answer.json());
      expect(after).toEqual([edited[0], { ...before[1], position: 1 }, edited[2]]);
      expect((await edit.read('bn')).sections[1]).toMatchObject({
        textSource: 'untranslated',
        changed: false,
      });
      expect((await edit.call('POST', edit.path('/undo'))).json()).toMatchObject({ done: 'Reset "New"' });
      expect((await edit.read()).sections).toEqual(edited);
    },
  );

  it('makes a split section whole again, through any of its parts', async () => {
    const { id } = edit.project.sections[1]!;
    // Deleted parts stay at their places between the others.
    const readSections = async () =>
      (await edit.read()).sections.map(({ position: _p, ...section }) => section);
    const before = await readSections();
    const parts = async () => (await edit.read()).sections.slice(1, -1);
    await edit.split(id, 14);
    const last = (await parts())[1]!.id;
    await edit.split(last, 17);
    expect((await parts()).map(({ changed }) => changed)).toEqual([true, true, true]);
    await edit.reset(id);
    expect(await readSections()).toEqual(before);
    await edit.call('POST', edit.path('/undo'));
    expect(await parts()).toHaveLength(3);
    await edit.remove(id);
    await edit.reset(last);
    expect(await readSections()).toEqual(before);
    // This also works in a copy, where the parts have other IDs.
    await edit.split(id, 14);
    const { projectId } = (await edit.call('POST', edit.path('/duplicate'))).json() as { projectId: string };
    const copy = async () =>
      (await edit.call('GET', `/api/projects/${projectId}`)).json().sections as Section[];
    const [, whole, part] = await copy();
    expect((await edit.reset(part!.id)).statusCode).toBe(200);
    expect((await copy()).map((section) => section.id)).toEqual([
      expect.anything(),
      whole!.id,
      expect.anything(),
    ]);
    expect((await copy())[1]).toMatchObject({ startTime: 10, endTime: 20, changed: false });
  });

  it('refuses a custom section, a deleted one, and a part whose first part was purged', async () => {
    const own = (await edit.create({ title: 'Own' })).json() as Section;
    expect((await edit.reset(own.id)).statusCode).toBe(422);
    const { id } = edit.project.sections[1]!;
    const [, , part] = (await edit.split(id, 14)).json() as Section[];
    await db.deleteFrom('sections').where('id', '=', id).execute();
    expect((await edit.reset(part!.id)).statusCode).toBe(409);
    await edit.remove(part!.id);
    expect((await edit.reset(part!.id)).statusCode).toBe(404);
  });

  it('counts as a change if only the text in another language was written by hand', async () => {
    const { id } = edit.project.sections[0]!;
    await edit.update(id, { transcription: 'हाथ से' }, 'hi');
    expect((await edit.read('hi')).sections[0]).toMatchObject({ changed: true });
  });

  // product 3.17, 7.35
  it('writes nothing when clips are requested, and names their videos', async () => {
    const before = await edit.read();
    await edit.create({ title: 'Card' });
    const clips = clipSchema
      .array()
      .parse((await edit.call('GET', edit.path('/clips?language=Hindi'))).json());
    expect(clips).toHaveLength(4);
    expect(clips[0]).toMatchObject({
      videoTitle: 'Video 1',
      videoChannel: 'Tests',
      videoThumbnail: '/placeholder.svg',
    });
    expect(clips[3]).toMatchObject({ videoTitle: 'Custom Video', videoChannel: 'Custom' });
    await db
      .updateTable('videos')
      .set({ title: '', channel: '' })
      .where('id', '=', edit.project.videoId)
      .execute();
    const restored = (await edit.call('GET', edit.path('/clips?force_refresh=true'))).json();
    expect(restored).toHaveLength(3);
    expect(restored[0]).toMatchObject({ videoTitle: 'Unknown Video', videoChannel: 'Unknown Channel' });
    expect((await edit.read()).history).toEqual({ undo: 'Add "Card"', redo: null });
    expect(before.history).toEqual({ undo: null, redo: null });
  });
});
