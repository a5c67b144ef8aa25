import { beforeEach, describe, expect, it } from 'vitest';
import type { Scan } from '#contract/jobs/processing.ts';
import type { Section } from '#contract/sections.ts';
import { renderKey } from '#core/film/keys.ts';
import { findSections } from '#core/repositories/projects/sections.ts';
import { frameOfCard } from '../../../client/src/features/edit/section/framing.ts';
import { openTestApp, openTestBackend } from '../../helpers/services/backend.ts';
import { type Editor, openEditor, planFilm } from '../../helpers/data/editor.ts';
import { SCAN } from '../../helpers/data/project.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const backend = await openTestBackend();
const app = await openTestApp(backend);

let edit: Editor;
/** The second of three sections. */
let id: string;
beforeEach(async () => {
  edit = await openEditor(backend, app);
  id = edit.project.sections[1]!.id;
});
const film = (options = {}) => planFilm(backend, edit, options);

/** Sets the black parts in the scan of all sections. */
async function scanWith(blanks: Scan['blanks']): Promise<void> {
  const [section] = await findSections(backend.db, edit.project.projectId);
  const data = JSON.stringify({ ...SCAN, blanks });
  const { db } = backend;
  await db.updateTable('artifacts').set({ data }).where('key', '=', section!.scanKey!).execute();
}

describe('the background of a title card', () => {
  const keys = ({ sections, ...made }: Awaited<ReturnType<typeof film>>) =>
    sections.map((section) => renderKey(section, made, null));

  // product 25.18
  itInFullTier(
    'is a frame of the next video, and renders the card again when that frame changes',
    async () => {
      const card = (await edit.create({})).json() as Section;
      await edit.update(card.id, { cardFrame: 'before', title: 'A card' });
      const before = await film();
      // The third section, the last with a video, plays from 20 to 30 s.
      expect(before.sections[3]!.media).toMatchObject({ kind: 'card', frame: { atMs: 29_933 } });
      expect(before.inputs.slice(2)).toEqual([{ index: 2 }, { index: 3, frame: true }]);
      const last = edit.project.sections[2]!.id;
      await edit.update(last, { endTime: 29 });
      const after = await film();
      expect(after.sections[3]!.media).toMatchObject({ frame: { atMs: 28_933 } });
      expect(keys(after).map((key, index) => key === keys(before)[index])).toEqual([
        true,
        true,
        false,
        false,
      ]);
      // No section comes after it.
      await edit.update(card.id, { cardFrame: 'after' });
      expect((await film()).sections[3]!.media).toEqual({ kind: 'card' });
    },
  );

  // product 25.17, 25.18
  it('is not a frame of a black part of the video, in the film and in the preview', async () => {
    const card = (await edit.create({})).json() as Section;
    await edit.update(card.id, { cardFrame: 'before' });
    const readFrames = async () => {
      const { sections } = await edit.read();
      const preview = frameOfCard(sections[3]!, sections);
      return {
        film: (await film()).sections[3]!.media,
        preview: preview && Math.round(preview.second * 1000),
      };
    };
    const frame = (atMs: number) => ({ film: { frame: { atMs } }, preview: atMs });
    // The third section plays from 20 to 30 s.
    await scanWith([{ startMs: 28_250, endMs: 60_000 }]);
    expect(await readFrames()).toMatchObject(frame(28_249));
    // A scan of an earlier version does not name black parts.
    await scanWith(undefined);
    expect(await readFrames()).toMatchObject(frame(28_933));
  });

  // product 25.19
  itInFullTier('is an image with its title over it, which is rendered again when it is renamed', async () => {
    await edit.update(id, { videoURL: await edit.upload('image'), lowerName: 'Maya' });
    const bare = await film();
    await edit.update(id, { titled: true, cardPlace: 'top' });
    const titled = await film();
    expect(titled.inputs[1]).toEqual({
      index: 1,
      framing: 'blurred',
      zoom: 'in',
      titled: true,
      cardPlace: 'top',
    });
    await edit.update(id, { title: 'Another title' });
    const renamed = await film();
    const renderKeys = [bare, titled, renamed].map((one) => keys(one)[1]);
    expect(new Set(renderKeys).size).toBe(3);
    expect(keys(renamed)[0]).toBe(keys(bare)[0]);
  });
});
