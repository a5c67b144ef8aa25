import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import * as calls from '#contract/calls/index.ts';
import { answer, requestsOf } from '../../helpers/components/answers.ts';
import { button, heading, lacks, press, shows, text, textsOf, toast } from '../../helpers/components/find.ts';
import { address } from '../../helpers/components/open-app.tsx';
import {
  FILM_VIDEO,
  filmLink,
  makeFilmProject,
  makePlayableFilm,
  openFilm,
  openLibrary,
  serveFilms,
  shareByLink,
} from '../../helpers/served/films.ts';
import { makeSummary } from '../../helpers/served/project.ts';
import { recordCopies, recordSavedFiles } from '../../helpers/served/saved.ts';

const languages = page.getByRole('navigation', { name: 'Language of the video' });
const currentLanguage = (): string | null | undefined =>
  languages.element().querySelector('[aria-current=page]')?.textContent;
const terms = (language: string): string =>
  `Anyone who has the link can watch the newest ${language} version of “A project”.`;
const languagesOf = (call: typeof calls.shareFilm | typeof calls.unshareFilm | typeof calls.readVideoLink) =>
  requestsOf(call).map(({ query }) => query.language);

describe('films in several languages', () => {
  // product 4.56
  it('films in several languages are listed in the order of the languages, with the current one marked', async () => {
    await openFilm(makeFilmProject(['en', 'bn', 'hi']));
    expect(textsOf(languages.getByRole('link'))).toEqual(['English', 'Bengali', 'Hindi']);
    expect(currentLanguage()).toBe('English');
  });

  it('films in several languages have one address each, to which Back returns', async () => {
    const { current } = await openFilm(makeFilmProject(['en', 'bn', 'hi']));
    await languages.getByRole('link', { name: 'Hindi' }).click();
    await expect.poll(currentLanguage).toBe('Hindi');
    expect(address()).toBe(`/?project=${current().id}&stage=complete&lang=hi`);
    window.history.back();
    await expect.poll(currentLanguage).toBe('English');
  });

  it('open in the language of the address', async () => {
    await openFilm(makeFilmProject(['en', 'bn', 'hi']), 'hi');
    expect(currentLanguage()).toBe('Hindi');
  });

  it('films in several languages are saved separately', async () => {
    const files = recordSavedFiles();
    await openFilm(makeFilmProject(['en', 'hi']), 'hi');
    await button(/^Download \(/).click();
    await expect.poll(() => files).toMatchObject([{ name: 'A project.mp4', link: filmLink('hi') }]);
    expect(languagesOf(calls.readVideoLink)).toEqual(['hi']);
  });

  it('films in several languages are shared separately until sharing is stopped', async () => {
    const copies = recordCopies();
    await openFilm(makeFilmProject(['en', 'bn', 'hi']));
    await shareByLink();
    await shows(toast(terms('English')));
    await shows(text('Shared.'));
    await languages.getByRole('link', { name: 'Hindi' }).click();
    await lacks(text('Shared.'));
    await shareByLink();
    await shows(toast(terms('Hindi')));
    expect(languagesOf(calls.shareFilm)).toEqual(['en', 'hi']);
    expect(new Set(copies).size).toBe(2);
    await press('Stop sharing');
    await shows(toast('Sharing Stopped'));
    await shows(toast('The link of the Hindi video no longer works.'));
    await lacks(text('Shared.'));
    expect(languagesOf(calls.unshareFilm)).toEqual(['hi']);
    window.history.back();
    await shows(text('Shared.'));
  });
});

describe('card of a project with films in several languages', () => {
  const choice = page.getByRole('combobox', { name: 'Language of A project' });

  async function openCard(): Promise<void> {
    const project = makeFilmProject(['en', 'hi']);
    serveFilms(project);
    const { films, ...card } = makeSummary(project);
    await openLibrary([{ ...card, films: films.toReversed() }]);
  }

  it('saves the newest film until another language is chosen', async () => {
    const files = recordSavedFiles();
    await openCard();
    await expect.poll(() => textsOf(choice.getByRole('option'))).toEqual(['Hindi', 'English']);
    await press('Download A project in Hindi');
    await expect.poll(() => files.map(({ link }) => link)).toEqual([filmLink('hi')]);
    await choice.selectOptions('English');
    await press('Download A project in English');
    await expect.poll(() => files.map(({ link }) => link)).toEqual([filmLink('hi'), filmLink('en')]);
  });

  it('shares the film of the chosen language', async () => {
    recordCopies();
    await openCard();
    await choice.selectOptions('English');
    await shareByLink('Share A project in English');
    await shows(toast(terms('English')));
    expect(languagesOf(calls.shareFilm)).toEqual(['en']);
  });

  it('opens the sections in the chosen language', async () => {
    await openCard();
    await press('View Clips (3)');
    await shows(heading('Sections (3)'));
    expect(new URLSearchParams(address().slice(1)).get('lang')).toBe('hi');
  });

  it('plays the film of the chosen language', async () => {
    await openCard();
    await press('Play A project in Hindi');
    await shows(button('Pause'));
    await expect.poll(() => document.querySelector('video')!.currentTime).toBeGreaterThan(0);
    expect(new URLSearchParams(address().slice(1)).get('lang')).toBe('hi');
  });
});

describe('newer version of a film that plays', () => {
  const NEWER = `${FILM_VIDEO}#newer`;
  const source = (): string | null => document.querySelector('video')!.getAttribute('src');

  async function openNewer(): Promise<void> {
    const { change } = await openFilm();
    await press('Play');
    await expect.poll(() => document.querySelector('video')!.currentTime).toBeGreaterThan(0);
    await change((project) => {
      const film = makePlayableFilm(project, {
        createdAt: '2026-03-06T12:00:00.000Z',
        finalVideoLink: NEWER,
      });
      return { ...project, films: [film], finalVideoLink: NEWER };
    });
    await shows(text('A newer version of this video is ready.'));
  }

  it('is offered while the older version continues to play', async () => {
    await openNewer();
    expect(source()).toBe(FILM_VIDEO);
    await press('Show It');
    await expect.poll(source).toBe(NEWER);
    await lacks(text('A newer version of this video is ready.'));
  });

  it('is saved by Download', async () => {
    const files = recordSavedFiles();
    await openNewer();
    answer(calls.readVideoLink, { finalVideoLink: '/media/signed/newer.mp4' });
    await button(/^Download \(/).click();
    await expect.poll(() => files.map(({ link }) => link)).toEqual(['/media/signed/newer.mp4']);
    expect(source()).toBe(FILM_VIDEO);
  });
});
