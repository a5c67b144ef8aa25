import { describe, expect, it } from 'vitest';
import { comparisonSchema } from '#contract/comparison.ts';
import { insertArtifact } from '#core/repositories/media/artifacts.ts';
import { PICTURE_PRINTS, printsKeyOf } from '#core/repositories/media/picture-prints.ts';
import { openEditor } from '../../helpers/data/editor.ts';
import { createProject } from '../../helpers/data/project.ts';
import { openTestApp, openTestBackend } from '../../helpers/services/backend.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const backend = await openTestBackend();
const app = await openTestApp(backend);
const { db } = backend;

const RIVER = `A small spring on the mountain is where the river begins. It falls over stones, passes two villages and
  turns the wheels of an old mill before it reaches the valley and the sea.`;
const BREAD = `The history of bread begins a long time ago. Farmers grew wheat on their fields, and people made flour
  from it. Every morning the baker opened the shop.`;

/** Opens an editor whose three sections have these texts. */
async function openTexts(...texts: string[]) {
  const edit = await openEditor(backend, app);
  const ids = edit.project.sections.map(({ id }) => id);
  for (const [at, transcription] of texts.entries()) await edit.update(ids[at]!, { transcription });
  const compare = async () => {
    const { repeats, relevance } = comparisonSchema.parse(
      (await edit.call('GET', edit.path('/comparison'))).json(),
    );
    return {
      repeats: repeats.map(({ sectionId, otherId, by }) => [
        ids.indexOf(sectionId),
        ids.indexOf(otherId),
        by,
      ]),
      relevance: relevance.map(({ score }) => score),
      inOrder: relevance.map(({ sectionId }) => ids.indexOf(sectionId)),
    };
  };
  const rename = (title: string) => edit.call('PATCH', edit.path(''), { title });
  /** Stores the words of the search that found the project's videos. */
  const findBy = (words: string) =>
    db.updateTable('projects').set({ searchWords: words }).where('id', '=', edit.project.projectId).execute();
  return { ...edit, ids, compare, rename, findBy };
}

describe('the comparison of sections', () => {
  // product 11.13
  itInFullTier('reflects their texts, deletions and Undo', async () => {
    const { ids, call, path, update, remove, compare } = await openTexts(RIVER, BREAD, RIVER);
    const twice = [
      [0, 2, 'words'],
      [2, 0, 'words'],
    ];
    expect((await compare()).repeats).toEqual(twice);
    await remove(ids[2]!);
    expect((await compare()).repeats).toEqual([]);
    await call('POST', path('/undo'));
    expect((await compare()).repeats).toEqual(twice);
    await update(ids[0]!, { transcription: `${BREAD} It was warm.` });
    expect((await compare()).repeats).toEqual([
      [0, 1, 'words'],
      [1, 0, 'words'],
    ]);
  });

  // product 11.13
  it('finds the same images in another video, within the range that a section plays', async () => {
    const { user, project, compare } = await openTexts('', '', '');
    const other = await createProject(backend, user.id, { sections: 1 });
    const [first, repeated] = [project.sections[0]!.scanKey!, other.sections[0]!.scanKey!];
    const stills = Array.from(
      { length: 30 },
      (_, at) => (0x9e3779b97f4a7c15n * BigInt(at + 1)) & 0xffffffffffffffffn,
    );
    const print = (scanKey: string, noise: bigint) =>
      insertArtifact(db, {
        key: printsKeyOf(scanKey),
        job: PICTURE_PRINTS.name,
        version: PICTURE_PRINTS.version,
        ownerId: null,
        files: [],
        data: {
          scanKey,
          intervalMs: 2000,
          prints: stills.map((bits) => (bits ^ noise).toString(16).padStart(16, '0')),
        },
      });
    await print(first, 0n);
    await print(repeated, 0b1011n);
    // The third section plays the same part as the first one, from a copy of its video.
    await db
      .updateTable('sections')
      .set({ scanKey: repeated, startMs: 2000, endMs: 10_000 })
      .where('id', '=', project.sections[2]!.id)
      .execute();
    expect((await compare()).repeats).toEqual([
      [0, 2, 'picture'],
      [2, 0, 'picture'],
    ]);
    await db
      .updateTable('sections')
      .set({ startMs: 40_000, endMs: 50_000 })
      .where('id', '=', project.sections[2]!.id)
      .execute();
    expect((await compare()).repeats).toEqual([]);
  });

  // product 11.14
  it('scores how relevant each is to the search, in any language of its texts, and nothing if none is', async () => {
    const { ids, update, compare, findBy } = await openTexts(RIVER, BREAD, 'Bread.');
    expect(await compare()).toMatchObject({ relevance: [] });
    await findBy('The history of breads');
    const { relevance, inOrder } = await compare();
    expect(inOrder).toEqual([0, 1, 2]);
    expect(relevance[0]).toBe(0);
    expect(relevance[1]).toBeGreaterThan(relevance[2]!);
    expect(relevance[2]).toBeGreaterThan(0);
    await findBy('रोटी');
    expect((await compare()).relevance).toEqual([]);
    await update(ids[1]!, { transcription: 'यह रोटी है।' }, 'hi');
    expect((await compare()).relevance.map((score) => score > 0)).toEqual([false, true, false]);
  });

  // product 11.14
  it('ignores the title of the project, which is the choice of its creator', async () => {
    const { compare, rename, findBy } = await openTexts(RIVER, BREAD, 'Bread.');
    await rename('Bread');
    expect((await compare()).relevance).toEqual([]);
    await findBy('river');
    const comparison = await compare();
    expect(comparison.relevance.map((score) => score > 0)).toEqual([true, false, false]);
    await rename('Our weekend');
    expect(await compare()).toEqual(comparison);
  });

  it('is the same in a copy of the project', async () => {
    const { call, path, compare, findBy } = await openTexts(RIVER, BREAD, 'Bread.');
    await findBy('river');
    const { projectId } = (await call('POST', path('/duplicate'))).json();
    const { relevance } = comparisonSchema.parse(
      (await call('GET', `/api/projects/${projectId}/comparison`)).json(),
    );
    expect(relevance.map(({ score }) => score)).toEqual((await compare()).relevance);
  });

  // product 11.14
  it('counts the name of a video as spoken in all of its sections', async () => {
    const { project, compare, findBy } = await openTexts(RIVER, BREAD, 'Bread.');
    await findBy('The life of pelicans');
    expect((await compare()).relevance).toEqual([]);
    await db
      .updateTable('videos')
      .set({ title: 'A Pelican on a Post' })
      .where('id', '=', project.sections[0]!.videoId!)
      .execute();
    expect((await compare()).relevance.map((score) => score > 0)).toEqual([true, true, true]);
  });
});
