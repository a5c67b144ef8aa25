import { beforeEach, describe, expect, it } from 'vitest';
import { FILM_STYLE_IDS, type FilmStyleId } from '#contract/film-styles.ts';
import { filmStyleOf, hasStyle } from '#film/styles/film-styles.ts';
import { filmOptionsOf } from '#film/styles/film-options.ts';
import type { Section } from '#contract/sections.ts';
import { renderKey } from '#core/film/keys.ts';
import { type Editor, openSpokenSection, planFilm } from '../../helpers/data/editor.ts';
import { upload } from '../../helpers/data/upload.ts';
import { ffmpeg, tempFolder } from '../../helpers/media/lavfi.ts';
import { openTestApp, openTestBackend } from '../../helpers/services/backend.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const backend = await openTestBackend();
const app = await openTestApp(backend);
const file = tempFolder();

let edit: Editor;
/** The second of three sections, in which words are spoken. */
let spokenId: string;
beforeEach(async () => {
  ({ edit, id: spokenId } = await openSpokenSection(backend, app));
});

const apply = async (style: FilmStyleId) => {
  const { statusCode, body } = await edit.call('POST', edit.path('/film-style'), { style });
  expect([statusCode, body]).toEqual([204, '']);
};
const undo = async () => (await edit.call('POST', edit.path('/undo'))).json().done as string;
const redo = async () => (await edit.call('POST', edit.path('/redo'))).json().done as string;
/** Returns everything that a film is made of, without the times of changes. */
const content = async () => {
  const { sections, filmChoices, music } = await edit.read();
  return { sections, filmChoices, volume: music?.volume };
};
const ids = async () => (await edit.read()).sections.map(({ id }) => id);
const deleted = async (): Promise<Section[]> =>
  (await edit.call('GET', edit.path('/sections/deleted'))).json();

describe('a style of a film', () => {
  // product 26.9
  it('is applied as one edit, which can be undone and redone', async () => {
    const before = await content();
    await apply('documentary');
    const { title, sections, filmChoices, history } = await edit.read();
    expect(history).toEqual({ undo: 'Apply the style Documentary', redo: null });
    expect(filmChoices).toMatchObject({ style: 'documentary', credits: 'on', endFades: true });
    expect(sections.map(({ transition, transitionSeconds }) => [transition, transitionSeconds])).toEqual(
      Array.from({ length: 4 }, () => ['crossfade', 0.8]),
    );
    expect(sections[0]).toMatchObject({
      title,
      media: 'none',
      duration: 4,
      cardStyle: 'line',
      cardFrame: 'after',
    });
    const after = await content();
    expect(await undo()).toBe('Apply the style Documentary');
    const { style, endFades, ...restored } = (await content()).filmChoices;
    expect([style, endFades, restored.credits]).toEqual([null, false, before.filmChoices.credits]);
    expect((await content()).sections).toEqual(before.sections);
    expect((await edit.read()).history.undo).toBeNull();
    await redo();
    expect(await content()).toEqual(after);
  });

  // product 26.9
  it('is not an edit if the film already has it', async () => {
    await apply('lecture');
    await edit.update(spokenId, { title: 'Another title' });
    await apply('lecture');
    expect((await edit.read()).history.undo).toMatch(/^Rename/);
  });

  // product 26.12
  itInFullTier('is detected in the film after any other style', async () => {
    for (const from of FILM_STYLE_IDS) {
      for (const to of FILM_STYLE_IDS) {
        await apply(from);
        await apply(to);
        const { sections, filmChoices, music } = await edit.read();
        const film = { options: filmOptionsOf(filmChoices, undefined, '1080p'), sections, music };
        expect([from, to, hasStyle(filmStyleOf(to), film)]).toEqual([from, to, true]);
        expect(sections.length).toBe(filmStyleOf(to).opening ? 4 : 3);
      }
    }
    // Each card that a style removed is used again the next time that a style adds one.
    expect((await deleted()).length).toBeLessThanOrEqual(FILM_STYLE_IDS.length);
  });

  // product 26.10
  it('restyles its card for another style, and removes it for a style without one', async () => {
    await apply('documentary');
    const [card] = await ids();
    await apply('interview');
    expect((await ids())[0]).toBe(card);
    expect((await edit.read()).sections[0]).toMatchObject({ duration: 3, cardPlace: 'bottom' });
    await apply('plain');
    expect(await ids()).not.toContain(card);
    await undo();
    expect((await ids())[0]).toBe(card);
  });

  // product 26.10
  it.each([
    ['title', { title: 'My film' }],
    ['subtitle', { cardSubtitle: 'A film by Maya' }],
    ['background', { background: 'red' }],
    ['length', { endTime: 6 }],
    ['text', { transcription: 'Welcome.' }],
  ])('never removes a card whose %s the creator changed', async (_, patch) => {
    await apply('documentary');
    const [card] = await ids();
    expect((await edit.update(card!, patch)).statusCode).toBe(200);
    await apply('plain');
    expect((await ids())[0]).toBe(card);
    await apply('lecture');
    expect(await ids()).toHaveLength(4);
  });

  // product 26.10
  it('adds no card if one is at the start, and does not change its text', async () => {
    const own = (await edit.create({ title: 'Hello', place: 'start' })).json() as Section;
    await apply('documentary');
    const { sections } = await edit.read();
    expect(sections).toHaveLength(4);
    expect(sections[0]).toMatchObject({ id: own.id, title: 'Hello', cardStyle: 'line', cardFrame: 'after' });
    await apply('plain');
    expect((await ids())[0]).toBe(own.id);
  });

  // product 26.10
  it('adds a card after the creator removed one', async () => {
    await apply('documentary');
    const [card] = await ids();
    await edit.remove(card!);
    await apply('documentary');
    expect(await ids()).toHaveLength(4);
  });

  // product 26.10
  it('gives a film without sections its options, and no card', async () => {
    await edit.call('POST', edit.path('/sections/delete'), { sectionIds: await ids() });
    await apply('lecture');
    expect(await ids()).toEqual([]);
    expect((await edit.read()).filmChoices).toMatchObject({ style: 'lecture', burnSubtitles: true });
  });

  // product 26.9
  itInFullTier('sets the volume of the music, which an undo restores', async () => {
    await apply('lecture');
    await ffmpeg('-f', 'lavfi', '-i', 'sine=f=500:r=44100:d=2', file('song.mp3'));
    const { projectId } = edit.project;
    const objectPath = await upload(
      app,
      { cookie: edit.user.cookie, projectId, fileName: 'song.mp3' },
      file('song.mp3'),
    );
    await edit.call('PATCH', edit.path('/music'), { objectPath, fadeOut: 1 });
    const music = async () => (await edit.read()).music;
    await apply('documentary');
    expect(await music()).toMatchObject({ volume: 0.2, fadeOut: 1, title: 'song' });
    await undo();
    expect(await music()).toMatchObject({ volume: 0.3, fadeOut: 1 });
  });

  // product 26.10
  itInFullTier('makes one card when several are applied at the same time', async () => {
    await Promise.all((['documentary', 'lecture', 'interview', 'documentary'] as const).map(apply));
    expect(await ids()).toHaveLength(4);
    const { style } = (await edit.read()).filmChoices;
    const { sections, filmChoices, music } = await edit.read();
    const film = { options: filmOptionsOf(filmChoices, undefined, '1080p'), sections, music };
    expect(hasStyle(filmStyleOf(style!), film)).toBe(true);
    while ((await edit.read()).history.undo !== null) await undo();
    expect(await ids()).toHaveLength(3);
  });

  // product 26.11
  itInFullTier('renders only the sections that show its captions or its lower thirds', async () => {
    const keys = async () => {
      const { filmChoices } = await edit.read();
      const { burnSubtitles, captionStyle, captionPlace, captionSize, captionColor } = filmChoices;
      const { captionDesign, captionHighlight } = filmChoices;
      const captionLook = {
        captionStyle,
        captionPlace,
        captionSize,
        captionColor,
        captionDesign,
        captionHighlight,
      };
      const { sections, ...plannedFilm } = await planFilm(backend, edit, { burnSubtitles, ...captionLook });
      // The credits have the project's id.
      const own = sections.filter(({ sectionId }) => sectionId !== edit.project.projectId);
      return new Map(
        own.map((section) => [section.sectionId, renderKey(section, plannedFilm, null)] as const),
      );
    };
    const [first, , third] = await ids();
    await edit.update(first!, { captions: false });
    await edit.update(third!, { captions: false, lowerName: 'Maya' });
    const rendered = async (style: FilmStyleId) => {
      const before = await keys();
      await apply(style);
      return [...(await keys())].flatMap(([id, key]) => (before.get(id) === key ? [] : [id]));
    };
    // The first section shows neither captions nor a name, so it is never rendered again.
    expect(await rendered('social')).toEqual([spokenId]);
    const [card, ...others] = await rendered('interview');
    expect([card, ...others]).toEqual([(await ids())[0], spokenId, third]);
    expect(await ids()).toContain(first);
    expect(await rendered('documentary')).toEqual([card, spokenId, third]);
    expect(await rendered('plain')).toEqual([third]);
  });

  it.each([
    { captionSize: 'large' },
    { captionPlace: 'top' },
    { burnSubtitles: false },
    { credits: 'off' },
    { endFades: false },
    { aspect: '9:16' },
    { framing: 'fill' },
  ])('keeps all other parts of the film when its creator then chooses %o', async (patch) => {
    await apply('interview');
    const before = await content();
    expect((await edit.call('PATCH', edit.path('/film-choices'), patch)).statusCode).toBe(204);
    expect(await content()).toEqual({ ...before, filmChoices: { ...before.filmChoices, ...patch } });
    await undo();
    expect((await content()).sections).toEqual(before.sections);
    expect((await content()).filmChoices).toMatchObject(before.filmChoices);
  });

  it('keeps all other parts of the film when one section is changed', async () => {
    await apply('interview');
    const before = await content();
    await edit.update(spokenId, { transition: 'dip', lowerStyle: 'boxed' });
    const { sections, ...film } = await content();
    expect({ sections: sections.filter(({ id }) => id !== spokenId), ...film }).toEqual({
      ...before,
      sections: before.sections.filter(({ id }) => id !== spokenId),
    });
  });

  // product 26.12
  it('is kept by a copy of the project', async () => {
    await apply('interview');
    const { projectId } = (await edit.call('POST', edit.path('/duplicate'))).json();
    expect((await edit.call('GET', `/api/projects/${projectId}`)).json().filmChoices.style).toBe('interview');
  });

  // product 26.9
  it('is refused if the style does not exist, and cannot be set as an option', async () => {
    const send = async (body: object) => (await edit.call('POST', edit.path('/film-style'), body)).statusCode;
    for (const body of [{}, { style: 'loud' }, { style: null }, { style: 'plain', more: 1 }]) {
      expect(await send(body)).toBe(400);
    }
    const chosen = await edit.call('PATCH', edit.path('/film-choices'), { style: 'plain' });
    expect(chosen.statusCode).toBe(400);
  });
});
