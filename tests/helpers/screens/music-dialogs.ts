import type { Page } from 'playwright-core';
import type { MusicSearchResult } from '#contract/found-music.ts';
import { type Music, MUSIC_DEFAULTS } from '#contract/music.ts';
import type { Project } from '#contract/projects.ts';
import { answer, changeAnswer } from '../browser/answers.ts';
import { button, dialog, PROJECT, type Screen } from './screen.ts';

const MUSIC: Music = {
  ...MUSIC_DEFAULTS,
  title: 'A very long title of some music that somebody made for films',
  credit: 'by Ann, CC BY 4.0',
  fileName: 'A very long name of a file of music that somebody made for films.mp3',
  duration: 184,
  gainDb: 0,
  url: '/media/signed?k=a',
};
const SEARCH = /\/api\/music\/search/;
const RESULTS: MusicSearchResult = {
  tracks: [
    {
      source: 'openverse',
      id: 'dawn',
      title: 'A very long title of some music that somebody made, withoutanyspacesinitslastwords',
      artist: 'A choir with a very long name',
      license: {
        name: 'CC BY-SA 4.0',
        url: 'https://creativecommons.org/licenses/by-sa/4.0/',
        terms: ['sharealike'],
      },
      duration: 184,
      sourceName: 'Openverse',
      page: 'https://example.com/dawn',
      listenUrl: '/media/music/preview?source=openverse&id=dawn',
    },
  ],
  more: true,
  errors: [{ source: 'archive', message: 'Internet Archive is failing (500).' }],
};

/** The states of the music dialog in the editor of a project. */
export function musicDialogs(path: string, ready: (page: Page) => Promise<unknown>): Screen[] {
  const music = (name: string, current: Music | null, act: (page: Page) => Promise<unknown>): Screen => ({
    name: `edit: dialog Music, ${name}`,
    path,
    before: async (page) => {
      await changeAnswer<Project>(page, PROJECT, (project) => ({ ...project, music: current }));
      await answer(page, SEARCH, () => ({ json: RESULTS }));
    },
    shown: async (page) => {
      await ready(page);
      await page.getByRole('button', { name: /^Film options/ }).click();
      await page.getByRole('button', { name: /^(Add music…|Music: )/ }).click();
      await act(page);
    },
  });
  const shows = (text: string) => (page: Page) => dialog(page, 'Music').getByText(text).waitFor();
  return [
    music('without a file', null, shows('MP3, M4A, WAV, FLAC or OGG; up to 100 MB and 30 minutes.')),
    music('with one', MUSIC, shows(MUSIC.fileName)),
    music('found music', null, async (page) => {
      await page.getByRole('tab', { name: 'Search free music' }).click();
      await button(page, 'Calm').click();
      await shows('1 track found')(page);
    }),
  ];
}
