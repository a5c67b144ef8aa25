import { beforeEach, describe, expect, it } from 'vitest';
import { UNFRAMED } from '#contract/placement.ts';
import type { Scan } from '#contract/jobs/processing.ts';
import type { Section } from '#contract/sections.ts';
import { renderKey } from '#core/film/keys.ts';
import { findSections } from '#core/repositories/projects/sections.ts';
import { openTestApp, openTestBackend } from '../../helpers/services/backend.ts';
import { type Editor, openEditor, planFilm } from '../../helpers/data/editor.ts';
import { SCAN } from '../../helpers/data/project.ts';

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

describe('the framing of a section', () => {
  const framed = async (options = {}) =>
    (await film(options)).sections.map(({ framing, crop }) => [framing, crop]);
  const NONE = ['fit', 0.5];

  // product 4.72
  it("is the film's unless it has its own, and not needed if the video has the film's shape", async () => {
    // The videos of these projects are 640x360.
    expect(await framed()).toEqual([NONE, NONE, NONE]);
    const tall = { aspect: '9:16' };
    expect(await framed(tall)).toEqual([
      ['blurred', 0.5],
      ['blurred', 0.5],
      ['blurred', 0.5],
    ]);
    await edit.update(id, { framing: 'fill', crop: 0.25 });
    expect(await framed(tall)).toEqual([
      ['blurred', 0.5],
      ['fill', 0.25],
      ['blurred', 0.5],
    ]);
    expect(await framed({ ...tall, framing: 'fit' })).toEqual([NONE, ['fill', 0.25], NONE]);
    expect(await framed({ framing: 'fill' })).toEqual([NONE, NONE, NONE]);
    // The position to crop at does not affect a picture that is not cropped.
    await edit.update(id, { framing: 'blurred' });
    const plannedFilm = await film(tall);
    expect(plannedFilm.inputs[1]).toEqual({ index: 1, framing: 'blurred' });
    // A section without framing has the key that versions without framings computed.
    const { framing: _, crop: _none, ...before } = plannedFilm.sections[0]!;
    const { sections, ...wide } = await film();
    expect(renderKey(sections[0]!, wide, null)).toBe(renderKey({ ...before, ...UNFRAMED }, wide, null));
    expect(renderKey(sections[0]!, wide, null)).not.toBe(renderKey(plannedFilm.sections[0]!, wide, null));
  });

  // product 25.6
  it('includes a zoom for an image, which renders no other section', async () => {
    await edit.update(id, { videoURL: await edit.upload('image') });
    const before = await film({ framing: 'fit' });
    for (const { id: one } of edit.project.sections) await edit.update(one, { zoom: 'out' });
    const after = await film({ framing: 'fit' });
    expect(after.inputs).toEqual([{ index: 0 }, { index: 1, zoom: 'out' }, { index: 2 }]);
    const keys = ({ sections, ...made }: typeof after) =>
      sections.map((section) => renderKey(section, { ...made }, null));
    const isSame = keys(after).map((key, index) => key === keys(before)[index]);
    expect(isSame).toEqual([true, false, true]);
  });

  // product 4.72, 25.7
  it('is not set for a title card, which has a colour instead', async () => {
    const card = (await edit.create({})).json() as Section;
    for (const one of [id, card.id]) await edit.update(one, { background: 'blue' });
    const { sections, inputs } = await film({ aspect: '9:16' });
    expect(sections.map(({ framing }) => framing)).toEqual(['blurred', 'blurred', 'blurred', 'fit']);
    expect(inputs[1]).toEqual({ index: 1, framing: 'blurred' });
    expect(inputs[3]).toEqual({ index: 3, background: 'blue' });
  });

  // product 25.10
  it('is not set for a title card, whose title has a position and a style', async () => {
    const card = (await edit.create({})).json() as Section;
    const before = await film();
    for (const one of [id, card.id]) await edit.update(one, { cardPlace: 'bottom', cardStyle: 'line' });
    const after = await film();
    const plain = [0, 1, 2].map((index) => ({ index }));
    expect(before.inputs).toEqual([...plain, { index: 3 }]);
    expect(after.inputs).toEqual([...plain, { index: 3, cardPlace: 'bottom', cardStyle: 'line' }]);
    const keys = ({ sections, ...made }: typeof after) =>
      sections.map((section) => renderKey(section, { ...made }, null));
    const isSame = keys(after).map((key, index) => key === keys(before)[index]);
    expect(isSame).toEqual([true, true, true, false]);
  });
});

describe('the title of a card', () => {
  const keysOf = ({ sections, ...made }: Awaited<ReturnType<typeof film>>) =>
    new Map(sections.map((section) => [section.sectionId, renderKey(section, made, null)]));

  // product 25.23
  it('is drawn from the first frame if the card opens the film, which renders only that card again', async () => {
    const card = (await edit.create({})).json() as Section;
    const own = edit.project.sections.map((section) => section.id);
    const after = await film();
    expect(after.sections.map(({ opens }) => opens)).toEqual([undefined, undefined, undefined, undefined]);
    expect((await edit.reorder([card.id, ...own])).statusCode).toBe(204);
    const opened = await film();
    expect(opened.sections.map(({ opens }) => opens)).toEqual([true, undefined, undefined, undefined]);
    expect(opened.inputs[0]).toEqual({ index: 0, opens: true });
    const changed = [card.id, ...own].filter((one) => keysOf(opened).get(one) !== keysOf(after).get(one));
    expect(changed).toEqual([card.id]);
  });
});

describe('the black bars of a video', () => {
  const BARS = { left: 0, top: 0.125, right: 0, bottom: 0.1271 };
  /**
   * Sets these shots in the scan of all sections. Without shots, the scan is one from before bars were
   * detected.
   */
  const scanWith = async (bars?: Scan['bars']) => {
    const [section] = await findSections(backend.db, edit.project.projectId);
    const data = JSON.stringify({ ...SCAN, bars });
    const { db } = backend;
    await db.updateTable('artifacts').set({ data }).where('key', '=', section!.scanKey!).execute();
  };
  const ofSections = async () => (await edit.read()).sections.map(({ bars }) => bars);
  const keys = ({ sections, ...made }: Awaited<ReturnType<typeof film>>) =>
    sections.map((section) => renderKey(section, made, null));
  const isSame = (one: string[], other: string[]) => one.map((key, index) => key === other[index]);

  // product 4.72
  it('crops bars in the sections whose shots have them, and renders only those again', async () => {
    const before = await film();
    expect(await ofSections()).toEqual([undefined, undefined, undefined]);
    await scanWith([
      { startMs: 0, endMs: 10_000, ...BARS, stable: true },
      { startMs: 10_000, endMs: 60_000, left: 0, top: 0, right: 0, bottom: 0, stable: false },
    ]);
    const shape = 640 / (360 * (1 - BARS.top - BARS.bottom));
    expect(await ofSections()).toEqual([{ ...BARS, shape }, undefined, undefined]);
    const after = await film();
    expect(after.inputs).toEqual([{ index: 0, framing: 'blurred', bars: BARS }, { index: 1 }, { index: 2 }]);
    expect(isSame(keys(after), keys(before))).toEqual([false, true, true]);
    await edit.update(edit.project.sections[0]!.id, { endTime: 12 });
    expect(await ofSections()).toEqual([undefined, undefined, undefined]);
  });

  it('the black bars of a video are excluded from the shape by which a section is framed', async () => {
    // 9:16 in the middle of 16:9.
    const bars = { left: 0.342, top: 0, right: 0.342, bottom: 0 };
    await scanWith([{ startMs: 0, endMs: 60_000, ...bars, stable: true }]);
    const tall = await film({ aspect: '9:16' });
    expect(tall.inputs).toEqual([0, 1, 2].map((index) => ({ index, bars })));
    const wide = await film({ framing: 'fill' });
    expect(wide.inputs[0]).toEqual({ index: 0, framing: 'fill', bars });
  });

  it('the black bars of a video are cropped in the frame behind the title of a card', async () => {
    const card = (await edit.create({})).json() as Section;
    await edit.update(card.id, { cardFrame: 'before' });
    const before = await film();
    await scanWith([{ startMs: 0, endMs: 60_000, ...BARS, stable: true }]);
    const after = await film();
    expect(after.sections[3]!.media).toMatchObject({ kind: 'card', frame: { bars: BARS } });
    expect(after.inputs[3]).toEqual({ index: 3, frame: true });
    expect(isSame(keys(after), keys(before))).toEqual([false, false, false, false]);
    await scanWith();
    expect(isSame(keys(await film()), keys(before))).toEqual([true, true, true, true]);
  });
});

describe('the lower third of a section', () => {
  // product 25.15, 25.28
  it('renders only its section again, and is absent without a name and on a title card', async () => {
    const card = (await edit.create({})).json() as Section;
    const keys = ({ sections, ...made }: Awaited<ReturnType<typeof film>>) =>
      sections.map((section) => renderKey(section, { ...made }, null));
    const before = await film();
    await edit.update(id, { lowerDetail: 'Boat builder', lowerSeconds: 6 });
    expect(keys(await film())).toEqual(keys(before));
    for (const one of [id, card.id]) await edit.update(one, { lowerName: 'Maya' });
    const after = await film();
    const lowerThird = { name: 'Maya', detail: 'Boat builder', startMs: 500, endMs: 6500 };
    expect(after.inputs).toEqual([{ index: 0 }, { index: 1, lowerThird }, { index: 2 }, { index: 3 }]);
    const isSame = keys(after).map((key, index) => key === keys(before)[index]);
    expect(isSame).toEqual([true, false, true, true]);
    await edit.update(id, { lowerStyle: 'line' });
    const lined = await film();
    // Workers of earlier versions refuse inputs that they do not know.
    expect(lined.inputs[1]).toEqual({
      index: 1,
      lowerThird: { ...lowerThird, style: 'line' },
      lowerStyle: true,
    });
    expect(keys(lined).map((key, index) => key === keys(after)[index])).toEqual([true, false, true, true]);
    await edit.update(id, { lowerStyle: 'boxed' });
    expect(keys(await film())).toEqual(keys(after));
    // The name is the creator's own text: a film in another language shows the same.
    expect((await film({ language: 'bn' })).sections[1]!.lowerThird).toEqual(lowerThird);
  });
});

describe('the zoom of an image', () => {
  const zooms = async () => (await edit.read()).sections.map(({ zoom }) => zoom);

  // product 25.4
  it('is an approach for a new image, and then as its creator chooses', async () => {
    await edit.create({ videoURL: await edit.upload('image') });
    expect(await zooms()).toEqual(['none', 'none', 'none', 'in']);
    await edit.update(id, { videoURL: await edit.upload('image') });
    expect(await zooms()).toEqual(['none', 'in', 'none', 'in']);
    await edit.update(id, { zoom: 'none' });
    await edit.update(id, { videoURL: await edit.upload('image') });
    expect(await zooms()).toEqual(['none', 'none', 'none', 'in']);
    for (let step = 0; step < 3; step++) await edit.call('POST', edit.path('/undo'));
    expect(await zooms()).toEqual(['none', 'none', 'none', 'in']);
    await edit.create({ videoURL: await edit.upload('video') });
    expect((await zooms()).at(-1)).toBe('none');
  });
});

describe('the subtitle of a title card', () => {
  // product 25.22
  it('renders only its card again, and is absent for a video and for an image without its title', async () => {
    const card = (await edit.create({})).json() as Section;
    const before = await film();
    for (const one of [id, card.id]) await edit.update(one, { cardSubtitle: ' By Ann ' });
    const after = await film();
    expect(after.sections.map(({ subtitle }) => subtitle)).toEqual([
      undefined,
      undefined,
      undefined,
      'By Ann',
    ]);
    // Workers of versions without subtitles leave the step alone.
    expect(after.inputs).toEqual(
      [0, 1, 2].map((index) => ({ index })).concat({ index: 3, subtitle: true } as never),
    );
    const keys = ({ sections, ...made }: typeof after) =>
      sections.map((section) => renderKey(section, made, null));
    const isSame = keys(after).map((key, index) => key === keys(before)[index]);
    expect(isSame).toEqual([true, true, true, false]);
    await edit.update(id, { videoURL: await edit.upload('image'), titled: true });
    expect((await film()).sections[1]!.subtitle).toBe('By Ann');
  });

  // product 25.22
  it('is localized for a language if its creator wrote one', async () => {
    const card = (await edit.create({ title: 'A card' })).json() as Section;
    await edit.update(card.id, { cardSubtitle: 'By Ann' });
    await edit.update(card.id, { cardSubtitle: 'आशा द्वारा' }, 'hi');
    expect((await film()).sections[3]!.subtitle).toBe('By Ann');
    expect((await film({ language: 'hi' })).sections[3]!.subtitle).toBe('आशा द्वारा');
    expect((await edit.read('hi')).sections[3]!.cardSubtitle).toBe('आशा द्वारा');
  });
});
