import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Section, sectionSchema } from '#contract/sections.ts';
import { findArtifacts, insertArtifact } from '#core/repositories/media/artifacts.ts';
import { scanKeyOf } from '#core/repositories/projects/sections.ts';
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

describe('a custom section', () => {
  // product 4.64
  it('is a title card, an image or a video, with its text in its language, at the requested position', async () => {
    const [first] = edit.project.sections;
    const card = await edit.create({ title: ' Card ', transcription: ' নমস্কার ', afterId: first!.id }, 'bn');
    expect(card.statusCode).toBe(201);
    expect(sectionSchema.parse(card.json())).toMatchObject({
      kind: 'custom',
      title: 'Card',
      transcription: 'নমস্কার',
      textSource: 'written',
      media: 'none',
      videoURL: null,
      startTime: 0,
      endTime: 3,
      narrated: true,
      changed: false,
      boundaries: { start: 'start', end: 'end' },
    });
    const image = await edit.upload('image');
    expect((await edit.create({ title: 'Image', videoURL: image, afterId: first!.id })).json()).toMatchObject(
      {
        media: 'image',
        videoURL: image,
        endTime: 3,
      },
    );
    const video = await edit.upload('video');
    expect((await edit.create({ title: 'Video', videoURL: video })).json()).toMatchObject({
      media: 'video',
      videoURL: video,
      endTime: 20,
      narrated: false,
    });
    expect((await edit.create({ title: 'Opening', place: 'start' })).statusCode).toBe(201);
    const titles = ['Opening', 'Section 1', 'Image', 'Card', 'Section 2', 'Section 3', 'Video'];
    expect(await edit.titles()).toEqual(titles);
    expect((await edit.read()).sections.map((section) => section.position)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });

  itInFullTier(
    'is refused without a title, after a section that no longer exists, and as the 1001st',
    async () => {
      expect((await edit.create({ title: '  ' })).statusCode).toBe(400);
      expect((await edit.create({ afterId: randomUUID() })).statusCode).toBe(409);
      await edit.remove(edit.project.sections[1]!.id);
      expect((await edit.create({ afterId: edit.project.sections[1]!.id })).statusCode).toBe(409);
      const row = { projectId: edit.project.projectId, kind: 'custom', title: 'x', startMs: 0, endMs: 3000 };
      await db
        .insertInto('sections')
        .values(
          Array.from({ length: 998 }, (_, i) => ({
            ...row,
            position: 10 + i,
            startReason: 'start',
            endReason: 'end',
          })),
        )
        .execute();
      expect((await edit.create({})).statusCode).toBe(422);
      expect((await edit.restore(edit.project.sections[1]!.id)).statusCode).toBe(422);
      expect((await edit.split(edit.project.sections[0]!.id, 5)).statusCode).toBe(422);
    },
  );

  it('is created once per key, however often it is requested', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const answers = await Promise.all(Array.from({ length: 5 }, () => edit.create({}, 'en', headers)));
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 200, 200, 200, 201]);
    expect(new Set(answers.map((answer) => answer.json().id)).size).toBe(1);
    expect(await edit.titles()).toHaveLength(4);
    expect((await edit.create({ title: 'Other' }, 'en', headers)).statusCode).toBe(422);
  });
});

describe('changing a section', () => {
  // product 4.64
  it('plays replacement media from 0 to its end, without the words of the old media', async () => {
    const { id } = edit.project.sections[1]!;
    const videoURL = await edit.upload('video');
    expect((await edit.update(id, { videoURL })).json()).toMatchObject({
      videoURL,
      media: 'video',
      startTime: 0,
      endTime: 20,
      wordsKey: null,
      saysWords: false,
      changed: true,
      preview: null,
      transcription: 'Text 2.',
      narrated: false,
    });
    expect((await edit.update(id, { endTime: 20.01 })).statusCode).toBe(422);
    expect((await edit.update(id, { startTime: 5, endTime: 19 })).statusCode).toBe(200);
    const image = await edit.upload('image');
    expect((await edit.update(id, { videoURL: image })).json()).toMatchObject({
      media: 'image',
      endTime: 3,
      narrated: true,
    });
  });

  it('ends where the scan of replacement media ends, once it exists', async () => {
    const videoURL = await edit.upload('video');
    const [section] = edit.project.sections;
    const { sha256 } = await db
      .selectFrom('objects')
      .select('sha256')
      .where('id', '=', videoURL.slice('/objects/'.length))
      .executeTakeFirstOrThrow();
    const { data } = (await findArtifacts(db, [section!.scanKey!])).get(section!.scanKey!)!;
    await insertArtifact(db, {
      key: scanKeyOf(sha256!),
      job: 'scan-media',
      version: 1,
      ownerId: null,
      data: { ...(data as object), durationMs: 19_900 },
      files: [],
    });
    const replaced = (await edit.update(section!.id, { videoURL })).json();
    expect(replaced).toMatchObject({ endTime: 19.9, preview: { duration: 19.9 } });
    expect((await edit.update(section!.id, { endTime: 19.95 })).statusCode).toBe(422);
  });

  it('limits an image to half a second to 10 minutes, starting at 0', async () => {
    const { id } = (await edit.create({})).json() as Section;
    expect((await edit.update(id, { endTime: 0.5 })).json()).toMatchObject({ duration: 0.5 });
    expect((await edit.update(id, { endTime: 600 })).json()).toMatchObject({ duration: 600 });
    for (const patch of [{ endTime: 0.499 }, { endTime: 600.001 }, { startTime: 1 }]) {
      expect((await edit.update(id, patch)).statusCode).toBe(422);
    }
  });

  it('shows an image for as long as its text takes to read', async () => {
    const transcription =
      'A text that takes a while to be read aloud, longer than three seconds for certain.';
    const image = (await edit.create({ videoURL: await edit.upload('image'), transcription })).json();
    expect(image).toMatchObject({ endTime: 3, effectiveEstimated: true });
    expect(image.effectiveDuration).toBeGreaterThan(5);
  });

  it('keeps the range and the words of a section when its text is rewritten', async () => {
    const { id } = edit.project.sections[1]!;
    const { words } = await edit.words(id);
    expect((await edit.update(id, { transcription: 'Short.' })).json()).toMatchObject({
      transcription: 'Short.',
      startTime: 10,
      endTime: 20,
    });
    expect(await edit.words(id)).toMatchObject({ words });
    expect(words).not.toEqual([]);
  });

  it('does not treat a text written by hand as a translation', async () => {
    const { id } = edit.project.sections[0]!;
    const translated = { sectionId: id, language: 'hi', text: 'पाठ', translatedFrom: 'Text 1.' };
    await db.insertInto('sectionTexts').values(translated).execute();
    expect((await edit.read('hi')).sections[0]).toMatchObject({ textSource: 'translated' });
    expect((await edit.update(id, { transcription: 'अपना' }, 'hi')).json()).toMatchObject({
      textSource: 'written',
    });
  });
});

describe('deleting', () => {
  // product 4.63
  it('lists what can be restored for 30 days, and no longer', async () => {
    const [first, second] = edit.project.sections;
    await edit.remove(first!.id);
    await edit.remove(second!.id);
    expect((await edit.read()).history.undo).toBe('Delete "Section 2"');
    const deleted = async () => (await edit.call('GET', edit.path('/sections/deleted'))).json();
    expect(await deleted()).toMatchObject([
      { id: second!.id, title: 'Section 2', duration: 10, deletedAt: expect.any(String) },
      { id: first!.id, title: 'Section 1' },
    ]);
    const long = new Date(Date.now() - 30 * 86_400_000 - 1000);
    await db.updateTable('sections').set({ deletedAt: long }).where('id', '=', first!.id).execute();
    expect(await deleted()).toMatchObject([{ id: second!.id }]);
    expect((await edit.restore(first!.id)).statusCode).toBe(404);
    expect((await edit.restore(second!.id)).statusCode).toBe(200);
    expect(await edit.titles()).toEqual(['Section 2', 'Section 3']);
  });

  it('deletes several as one edit, which can be undone, and none if one is unknown', async () => {
    const [first, second, third] = edit.project.sections.map((section) => section.id);
    const removeAll = (...sectionIds: string[]) =>
      edit.call('POST', edit.path('/sections/delete'), { sectionIds });
    expect((await removeAll(first!, randomUUID())).statusCode).toBe(409);
    expect((await edit.read()).sections).toHaveLength(3);
    expect((await removeAll(first!, third!, third!)).statusCode).toBe(204);
    // Repeating the removal records no edit.
    expect((await removeAll(first!)).statusCode).toBe(204);
    const { sections, history } = await edit.read();
    expect(sections.map((section) => section.id)).toEqual([second]);
    expect(history.undo).toBe('Delete 2 sections');
    await edit.call('POST', edit.path('/undo'));
    expect((await edit.read()).sections.map((section) => section.id)).toEqual([first, second, third]);
  });

  it("keeps a deleted section's position between the others across later edits", async () => {
    const ids = edit.project.sections.map((section) => section.id);
    await edit.remove(ids[1]!);
    await edit.create({ title: 'After 1', afterId: ids[0]! });
    await edit.reorder((await edit.read()).sections.map((section) => section.id).toReversed());
    expect(await edit.titles()).toEqual(['Section 3', 'After 1', 'Section 1']);
    await edit.restore(ids[1]!);
    expect(await edit.titles()).toEqual(['Section 3', 'After 1', 'Section 2', 'Section 1']);
  });
});

it('does not reveal sections of other users', async () => {
  const stranger = await openEditor(backend, app);
  const [section] = edit.project.sections;
  const paths: ['GET' | 'POST', string, object?][] = [
    ['POST', edit.path('/sections'), { title: 'x' }],
    ['GET', edit.path('/sections/deleted')],
    ['POST', edit.path('/sections/reset')],
    ['POST', edit.path('/undo')],
    ['POST', edit.path('/redo')],
    ['GET', edit.path('/clips')],
    ['POST', `/api/sections/${section!.id}/split`, { at: 5 }],
    ['POST', `/api/sections/${section!.id}/reset`],
  ];
  for (const [method, url, body] of paths) {
    expect([url, (await stranger.call(method, url, body)).statusCode]).toEqual([url, 404]);
    const nobody = await stranger.call(method, url, body, { cookie: '' });
    expect([url, nobody.statusCode]).toEqual([url, 401]);
  }
});
