import { beforeEach, describe, expect, it } from 'vitest';
import { exportSchema } from '#contract/export.ts';
import { SECTION_DEFAULTS, type SectionSettings, SETTINGS } from '#contract/section-settings.ts';
import type { Section } from '#contract/sections.ts';
import { openTestApp, openTestBackend } from '../../helpers/services/backend.ts';
import { createUser } from '../../helpers/data/user.ts';
import { type Editor, openEditor, planFilm } from '../../helpers/data/editor.ts';
import { renderKey } from '#core/film/keys.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const backend = await openTestBackend();
const app = await openTestApp(backend);

interface Value<Name extends keyof SectionSettings> {
  other: SectionSettings[Name];
  wrong: unknown;
  /** The words in the label of Undo, if they are not 'of' and the name. */
  words?: string;
  /** The part that keeps the setting after a split, if not both do. */
  staysWith?: 'first' | 'second';
}

/** For each setting, a value that is not its default, and an invalid one. */
const VALUES: { [Name in keyof SectionSettings]: Value<Name> } = {
  sound: { other: 'muted', wrong: 'loud' },
  volume: { other: 0.4, wrong: -0.1 },
  fadeIn: { other: 1.5, wrong: -0.1, words: 'fade in of', staysWith: 'first' },
  fadeOut: { other: 5, wrong: 5.1, words: 'fade out of', staysWith: 'second' },
  speed: { other: 2, wrong: 2.01 },
  speaker: { other: 'supertonic-3-4', wrong: '' },
  framing: { other: 'fill', wrong: 'stretched' },
  crop: { other: 0.25, wrong: 1.01 },
  shotCrops: {
    other: [
      { atMs: 11_000, crop: 0.2 },
      { atMs: 13_000, crop: 1 },
    ],
    wrong: [
      { atMs: 11_000, crop: 0.2 },
      { atMs: 11_000, crop: 1 },
    ],
    words: 'framing of a shot of',
  },
  zoom: { other: 'in', wrong: 'sideways' },
  background: { other: 'blue', wrong: '#ffffff' },
  cardPlace: { other: 'top', wrong: 'left', words: 'title position of' },
  cardStyle: { other: 'line', wrong: 'loud', words: 'title style of' },
  cardFrame: { other: 'after', wrong: 'beside', words: 'background of' },
  cardSubtitle: { other: 'নদীর রানি', wrong: 'a\nb', words: 'subtitle of' },
  titled: { other: true, wrong: 'yes', words: 'title over the image of' },
  cuts: {
    other: [{ startMs: 11_000, endMs: 12_500 }],
    wrong: [
      { startMs: 11_000, endMs: 12_500 },
      { startMs: 12_000, endMs: 13_000 },
    ],
  },
  captions: { other: false, wrong: 'none' },
  lowerName: {
    other: 'নদীর রানি',
    wrong: 'x'.repeat(61),
    words: 'name in the lower third of',
    staysWith: 'first',
  },
  lowerDetail: {
    other: 'Boat builder',
    wrong: 'a\nb',
    words: 'second line in the lower third of',
    staysWith: 'first',
  },
  lowerStyle: { other: 'line', wrong: 'loud', words: 'lower third style of' },
  lowerStart: { other: 2, wrong: -1, words: 'lower third start of' },
  lowerSeconds: { other: 6.5, wrong: 0.5, words: 'lower third length of' },
  localized: {
    other: { hi: { title: { text: 'नाव', of: null } } },
    wrong: { hi: { title: 'नाव' } },
    words: 'text in other languages of',
  },
  transition: { other: 'dip', wrong: 'wipe', words: 'transition after', staysWith: 'second' },
  transitionSeconds: { other: 0.5, wrong: 2.1, words: 'transition after' },
};

let edit: Editor;
/** The ID of the second of three sections. */
let id: string;
beforeEach(async () => {
  edit = await openEditor(backend, app);
  id = edit.project.sections[1]!.id;
});

describe.each(SETTINGS)('the %s of a section', (name) => {
  const usual = SECTION_DEFAULTS[name];
  const { other, wrong, words = `${name} of` } = VALUES[name];
  const set = (value: unknown) => edit.update(id, { [name]: value });
  const values = (sections: Section[]) => sections.map((section) => section[name]);
  const now = async () => values((await edit.read()).sections);

  // product 4.74, 21.6, 25.9, 25.22
  it('is changed, undone and redone by its name, and refused with an invalid value', async () => {
    expect((await set(other)).json()).toMatchObject({ [name]: other, changed: true });
    expect((await edit.read()).history.undo).toBe(`Change the ${words} "Section 2"`);
    await edit.call('POST', edit.path('/undo'));
    const { sections } = await edit.read();
    expect(sections[1]).toMatchObject({ [name]: usual, changed: false });
    await edit.call('POST', edit.path('/redo'));
    expect(await now()).toEqual([usual, other, usual]);
    expect((await set(wrong)).statusCode).toBe(400);
    // A change to something else does not affect it.
    await edit.update(id, { title: 'Another' });
    expect(await now()).toEqual([usual, other, usual]);
  });
});

describe('all settings of a section', () => {
  type Settings = Partial<Record<keyof SectionSettings, unknown>>;
  const settingsOf = (sections: Settings[]) =>
    sections.map((section) => Object.fromEntries(SETTINGS.map((name) => [name, section[name]])));
  const usual = SECTION_DEFAULTS as Settings;
  const other: Settings = Object.fromEntries(SETTINGS.map((name) => [name, VALUES[name].other]));
  const staysWith = (part: 'first' | 'second'): Settings =>
    Object.fromEntries(
      SETTINGS.map((name) => [name, (VALUES[name].staysWith ?? part) === part ? other[name] : usual[name]]),
    );
  beforeEach(async () => {
    await edit.update(id, other);
  });

  // product 4.75, 19.5, 25.12, 25.27
  it('all settings of a section are kept by a split, a copy and a restored section, and reset by Reset', async () => {
    const parts = (await edit.split(id, 14)).json() as Section[];
    const split = [usual, staysWith('first'), staysWith('second'), usual];
    expect(settingsOf(parts)).toEqual(split);
    await edit.remove(id);
    expect(settingsOf([(await edit.restore(id)).json()])).toEqual([staysWith('first')]);
    const { projectId } = (await edit.call('POST', edit.path('/duplicate'))).json();
    const copied = (await edit.call('GET', `/api/projects/${projectId}`)).json();
    expect(settingsOf(copied.sections)).toEqual(split);
    const clips = (await edit.call('GET', edit.path('/clips?force_refresh=true'))).json();
    expect(settingsOf(clips)).toEqual([usual, usual, usual]);
    await edit.call('POST', edit.path('/sections/reset'));
    expect(settingsOf((await edit.read()).sections)).toEqual([usual, usual, usual]);
  });

  it('all settings of a section are exported and imported, and omitted for a section without any', async () => {
    const file = exportSchema.parse((await edit.call('GET', '/api/user/export')).json());
    const { sections } = file.projects[0]!;
    expect(settingsOf(sections)[1]).toEqual(other);
    expect(SETTINGS.filter((name) => name in sections[0]! || name in sections[2]!)).toEqual([]);
    const person = await createUser(backend);
    const headers = { cookie: person.cookie };
    const imported = await app.inject({ method: 'POST', url: '/api/user/import', headers, payload: file });
    expect(imported.json()).toEqual({ projects: 1, skipped: 0 });
    const rows = await backend.db
      .selectFrom('sections')
      .innerJoin('projects', 'projects.id', 'sections.projectId')
      .selectAll('sections')
      .where('userId', '=', person.id)
      .orderBy('position')
      .execute();
    expect(settingsOf(rows)).toEqual([usual, other, usual]);
  });
});

const film = (options = {}) => planFilm(backend, edit, options);

describe('the length of a section', () => {
  const listed = async () => {
    const projects = (await edit.call('GET', '/api/user/videos')).json();
    return projects.find(({ id: one }: { id: string }) => one === edit.project.projectId).duration;
  };

  it('depends on its speed in the film, the list of projects and the captions', async () => {
    await edit.update(id, { sound: 'original' });
    const before = await film();
    expect(before.inputs).toEqual([{ index: 0 }, { index: 1 }, { index: 2 }]);
    expect(await listed()).toBe(30);
    expect((await edit.update(id, { speed: 0.5 })).json()).toMatchObject({
      duration: 10,
      effectiveDuration: 20,
      effectiveEstimated: false,
    });
    expect(await listed()).toBe(40);
    const after = await film();
    expect(after.inputs).toEqual([{ index: 0 }, { index: 1, speed: 0.5 }, { index: 2 }]);
    const times = ({ sections }: typeof after) =>
      sections[1]!.words.flatMap(({ startMs, endMs }) => [startMs, endMs]);
    // The second word was not recognized: it ends when it could have been read.
    expect(times(before).slice(0, 3)).toEqual([500, 900, 900]);
    expect(times(after).slice(0, 3)).toEqual([1000, 1800, 1800]);
    // The other sections have the same keys as before. An input without a speed has the key that versions
    // without speeds computed.
    const keys = ({ sections }: typeof after) => sections.map((section) => renderKey(section, after, null));
    expect(keys(after)[0]).toBe(keys(before)[0]);
    expect(keys(after)[1]).not.toBe(keys(before)[1]);
  });

  // product 19.1, 19.2, 19.4
  itInFullTier('is what its cuts leave, in the film, the list of projects and the captions', async () => {
    await edit.update(id, { sound: 'original' });
    const before = await film();
    // The section plays from 10 to 20 s, and its second word was not recognized.
    const cuts = [
      { startMs: 9000, endMs: 10_400 },
      { startMs: 12_000, endMs: 14_000 },
    ];
    expect((await edit.update(id, { cuts })).json()).toMatchObject({
      duration: 10,
      effectiveDuration: 7.6,
      cuts,
    });
    expect(await listed()).toBe(27.6);
    const after = await film();
    const within = [{ startMs: 10_000, endMs: 10_400 }, cuts[1]];
    expect(after.inputs).toEqual([{ index: 0 }, { index: 1, cuts: within }, { index: 2 }]);
    expect(before.sections[1]!.words[0]).toMatchObject({ startMs: 500, endMs: 900 });
    expect(after.sections[1]!.words[0]).toMatchObject({ startMs: 100, endMs: 500 });
    const keys = ({ sections }: typeof after) => sections.map((section) => renderKey(section, after, null));
    expect(keys(after)[0]).toBe(keys(before)[0]);
    expect(keys(after)[1]).not.toBe(keys(before)[1]);
    // A cut outside the range has no effect: the rendered section is found again.
    await edit.update(id, { cuts: [{ startMs: 30_000, endMs: 31_000 }] });
    expect(keys(await film())).toEqual(keys(before));
    // A word that was cut is not in the captions.
    await edit.update(id, { cuts: [{ startMs: 10_500, endMs: 10_900 }] });
    const playedWords = (await film()).sections[1]!.words.map(({ text }) => text);
    expect(playedWords).toEqual(before.sections[1]!.words.slice(1).map(({ text }) => text));
  });

  // product 19.1
  it('is never less than half a second after its cuts', async () => {
    const tooMuch = await edit.update(id, { cuts: [{ startMs: 10_000, endMs: 19_501 }] });
    expect([tooMuch.statusCode, tooMuch.json().message]).toEqual([
      422,
      '"Section 2" must last at least half a second.',
    ]);
    expect((await edit.update(id, { cuts: [{ startMs: 10_000, endMs: 19_500 }] })).statusCode).toBe(200);
    expect((await edit.update(id, { endTime: 19.9 })).statusCode).toBe(422);
    expect((await edit.split(id, 15)).statusCode).toBe(422);
  });

  // product 19.3, 19.8
  it('is cut in several sections as one edit, or in none', async () => {
    const [one, two] = edit.project.sections.map((section) => section.id);
    const cutAll = (sections: object[]) => edit.call('POST', edit.path('/sections/cut'), { sections });
    const cuts = [{ startMs: 2000, endMs: 4000 }];
    const later = [{ startMs: 12_000, endMs: 15_000 }];
    const cutsOfTwo = [
      { sectionId: one, cuts },
      { sectionId: two, cuts: later },
    ];
    expect((await cutAll(cutsOfTwo)).statusCode).toBe(204);
    const { sections, history } = await edit.read();
    expect(sections.map(({ effectiveDuration }) => effectiveDuration)).toEqual([8, 7, 10]);
    expect(history.undo).toBe('Cut 2 sections');
    await edit.call('POST', edit.path('/undo'));
    expect((await edit.read()).sections.map((section) => section.cuts)).toEqual([[], [], []]);
    // Too much of the second section would be cut.
    const short = [cutsOfTwo[0]!, { sectionId: two, cuts: [{ startMs: 10_000, endMs: 19_900 }] }];
    expect((await cutAll(short)).statusCode).toBe(422);
    const other = await openEditor(backend, app);
    const foreign = [cutsOfTwo[0]!, { sectionId: other.project.sections[0]!.id, cuts }];
    expect((await cutAll(foreign)).statusCode).toBe(409);
    expect((await edit.read()).sections.map((section) => section.cuts)).toEqual([[], [], []]);
  });

  it('ignores cuts of a video that was replaced', async () => {
    await edit.update(id, { cuts: [{ startMs: 12_000, endMs: 14_000 }] });
    await edit.update(id, { videoURL: await edit.upload('video') });
    expect((await edit.read()).sections[1]).toMatchObject({ cuts: [], duration: 20, effectiveDuration: 20 });
    await edit.call('POST', edit.path('/undo'));
    expect((await edit.read()).sections[1]).toMatchObject({ effectiveDuration: 8 });
  });

  it('does not depend on a speed for an image or a title card', async () => {
    const card = (await edit.create({})).json() as Section;
    expect((await edit.update(card.id, { speed: 2 })).json()).toMatchObject({ effectiveDuration: 3 });
    await edit.update(id, { speed: 2, videoURL: await edit.upload('image') });
    const { sections } = await edit.read();
    expect(sections.map(({ effectiveDuration }) => effectiveDuration)).toEqual([10, 3, 10, 3]);
    expect(await listed()).toBe(26);
    const zoom = [{}, { zoom: 'in' }, {}, {}];
    expect((await film({ framing: 'fit' })).inputs).toEqual(zoom.map((how, index) => ({ index, ...how })));
  });
});
