import { onlineManager } from '@tanstack/react-query';
import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import * as calls from '#contract/calls/index.ts';
import type { FoundMusic, MusicSearchResult } from '#contract/found-music.ts';
import { MUSIC_DEFAULTS, type Music } from '#contract/music.ts';
import { answer, disconnect, hold, refuse, requestsOf } from '../../helpers/components/answers.ts';
import { button, dialog, lacks, press, shows, textsOf, toast } from '../../helpers/components/find.ts';
import { push } from '../../helpers/components/socket.ts';
import { answerUndo } from '../../helpers/served/edits.ts';
import { openServed, serveSpoken } from '../../helpers/served/spoken-editor.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const box = dialog('Music');
const pressIn = (name: string) => box.getByRole('button', { name, exact: true }).click();
const bodies = () => requestsOf(calls.setMusic).map(({ body }) => body);

/** Returns a link to this many seconds of silence, as 8-bit WAV. */
function silence(seconds: number): string {
  const rate = 8000;
  const samples = new Uint8Array(44 + rate * seconds).fill(128, 44);
  const view = new DataView(samples.buffer);
  const letters = (at: number, text: string) => samples.set(new TextEncoder().encode(text), at);
  letters(0, 'RIFF');
  view.setUint32(4, samples.length - 8, true);
  letters(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, rate, true);
  view.setUint32(28, rate, true);
  view.setUint16(32, 1, true);
  view.setUint16(34, 8, true);
  letters(36, 'data');
  view.setUint32(40, samples.length - 44, true);
  return URL.createObjectURL(new Blob([samples], { type: 'audio/wav' }));
}

/** A search result of the music search. */
const makeTrack = (title: string, facts: Partial<FoundMusic> = {}): FoundMusic => ({
  source: 'openverse',
  id: title,
  title,
  artist: 'Ann',
  license: { name: 'CC BY 4.0', url: 'https://creativecommons.org/licenses/by/4.0/', terms: [] },
  duration: 184,
  sourceName: 'Openverse',
  page: 'https://example.com/dawn',
  listenUrl: silence(60),
  ...facts,
});
const result = (tracks: FoundMusic[], facts: Partial<MusicSearchResult> = {}): MusicSearchResult => ({
  tracks,
  more: false,
  errors: [],
  ...facts,
});
const searches = () => requestsOf(calls.searchMusic).map(({ query }) => query);

/** Opens the search of free music for a film without music. */
async function openSearch() {
  const served = serveSpoken();
  await openServed(served);
  await press(/^Film options/);
  await press('Add music…');
  await box.getByRole('tab', { name: 'Search free music' }).click();
  return served;
}

/** Searches for words like a person. */
async function searchFor(words: string) {
  await box.getByRole('searchbox', { name: 'Search free music' }).fill(words);
  await userEvent.keyboard('{Enter}');
}

/** Opens the music of a film that has music. */
async function open() {
  const served = serveSpoken();
  const music: Music = {
    ...MUSIC_DEFAULTS,
    title: 'Dawn',
    fileName: 'Dawn.wav',
    duration: 8,
    gainDb: 0,
    url: silence(8),
  };
  served.set((project) => ({ ...project, music }));
  answer(calls.setMusic, ({ body: { objectPath, ...settings } }) => {
    expect(objectPath).toBeUndefined();
    served.set((project) => ({ ...project, music: project.music && { ...project.music, ...settings } }));
  });
  answer(calls.removeMusic, () => served.set((project) => ({ ...project, music: null })));
  await openServed(served);
  await press(/^Film options/);
  await press('Music: Dawn');
  await shows(box);
  return { served, music };
}

describe('music', () => {
  itInFullTier('shows the file and its length, and plays it until Stop', async () => {
    await open();
    await shows(box.getByText('Dawn.wav'));
    await shows(box.getByText('0:08', { exact: true }));
    await pressIn('Listen');
    await pressIn('Stop');
    await shows(box.getByRole('button', { name: 'Listen' }));
    await lacks(toast('Playback Failed'));
  });

  it('sends each changed setting of the music in a separate request', async () => {
    await open();
    await box.getByLabelText('Volume').fill('0.5');
    await expect.poll(bodies).toHaveLength(1);
    await box.getByLabelText('Fade out').fill('1.5');
    await expect.poll(bodies).toHaveLength(2);
    await box.getByLabelText('Duck under speech and other sound').click();
    await expect.poll(bodies).toHaveLength(3);
    await box.getByLabelText('Credit').fill('by Ann, CC BY 4.0');
    await userEvent.keyboard('{Enter}');
    await expect
      .poll(bodies)
      .toEqual([{ volume: 0.5 }, { fadeOut: 1.5 }, { ducked: false }, { credit: 'by Ann, CC BY 4.0' }]);
  });

  it('removes the music, and restores it on Undo', async () => {
    const { served, music } = await open();
    await pressIn('Remove music');
    await shows(toast('Music Removed'));
    await expect.poll(() => requestsOf(calls.removeMusic)).toHaveLength(1);
    await pressIn('Cancel');
    await lacks(box);
    answerUndo(served, 'Remove the music', (project) => ({ ...project, music }));
    await userEvent.keyboard('{Control>}z{/Control}');
    await press(/^Film options/);
    await shows(button('Music: Dawn'));
    await shows(page.getByText('3 sections to render'));
  });
});

describe('search of free music', () => {
  // product 22.17, 22.18
  it('searches by words and moods, and shows artist, length, licence and its terms', async () => {
    await openSearch();
    await shows(box.getByText('Search by words or pick a mood. We fill in the credit for you.'));
    const license = {
      name: 'CC BY-SA 4.0',
      url: 'https://creativecommons.org/licenses/by-sa/4.0/',
      terms: ['sharealike' as const],
    };
    answer(
      calls.searchMusic,
      result([makeTrack('<b>Dawn</b>'), makeTrack('Dusk', { license, duration: 0 })]),
    );
    await searchFor(' piano ');
    await shows(box.getByText('2 tracks found'));
    const rows = box.getByRole('list', { name: 'Music found' }).getByRole('listitem');
    const texts = textsOf(rows);
    expect(texts[0]).toMatch(/^<b>Dawn<\/b>Ann · 3:04 · OpenverseCC BY 4\.0/);
    expect(texts[1]).toContain('CC BY-SA 4.0 · Share your film under the same licence');
    const page = box.getByRole('link', { name: '“Dusk” on Openverse' });
    await expect.element(page).toHaveAttribute('href', 'https://example.com/dawn');
    await pressIn('Calm');
    await expect.element(box.getByRole('button', { name: 'Calm' })).toHaveAttribute('aria-pressed', 'true');
    await expect.poll(searches).toEqual([
      { query: 'piano', mood: undefined, page: 1 },
      { query: 'piano', mood: 'calm', page: 1 },
    ]);
    await pressIn('Calm');
    await expect.element(box.getByRole('button', { name: 'Calm' })).toHaveAttribute('aria-pressed', 'false');
  });

  // product 22.20
  itInFullTier('plays one piece at a time, and none after the dialog closed', async () => {
    const played: HTMLAudioElement[] = [];
    const play = vi.spyOn(HTMLMediaElement.prototype, 'play');
    await openSearch();
    answer(calls.searchMusic, result([makeTrack('Dawn'), makeTrack('Dusk')]));
    await searchFor('piano');
    await pressIn('Listen to “Dawn”');
    await shows(box.getByRole('button', { name: 'Stop “Dawn”' }));
    await pressIn('Listen to “Dusk”');
    await shows(box.getByRole('button', { name: 'Stop “Dusk”' }));
    await shows(box.getByRole('button', { name: 'Listen to “Dawn”' }));
    played.push(...(play.mock.contexts as HTMLAudioElement[]));
    expect(played.map(({ paused }) => paused)).toEqual([true, false]);
    await pressIn('Cancel');
    await lacks(box);
    expect(played.map(({ paused }) => paused)).toEqual([true, true]);
  });

  itInFullTier('does not offer to try again if the installation has no source of music', async () => {
    await openSearch();
    const message = 'Music search is not set up here. Upload a file instead.';
    answer(calls.searchMusic, () => result([], { errors: [{ source: 'all', message }] }));
    await searchFor('piano');
    await shows(box.getByText(message));
    await lacks(box.getByRole('button', { name: 'Try Again' }));
  });

  // product 22.19
  itInFullTier('shows which sources failed, loads more, and tries a failed search again', async () => {
    await openSearch();
    refuse(calls.searchMusic, 502);
    await searchFor('piano');
    await shows(box.getByText('None of the sources responded.'));
    const errors = [{ source: 'archive', message: 'Internet Archive is failing (500).' }];
    answer(calls.searchMusic, ({ query: { page: number } }) =>
      number === 1 ? result([makeTrack('Dawn')], { more: true, errors }) : result([makeTrack('Dusk')]),
    );
    await pressIn('Try Again');
    await shows(box.getByText('Internet Archive is failing (500).'));
    await pressIn('Show more');
    await shows(box.getByText('2 tracks found'));
    await lacks(box.getByRole('button', { name: 'Show more' }));
    answer(calls.searchMusic, result([]));
    await searchFor('zebra');
    await shows(box.getByText('No music found. Try other words or another mood.'));
  });

  // product 22.19
  it('reports immediately that the browser is offline', async () => {
    await openSearch();
    disconnect(calls.searchMusic);
    onlineManager.setOnline(false);
    try {
      await searchFor('piano');
      await shows(box.getByText('You are offline. Try again when you are back online.'));
    } finally {
      onlineManager.setOnline(true);
    }
  });

  // product 22.21
  itInFullTier('makes a chosen piece the music of the film', async () => {
    const served = await openSearch();
    answer(calls.searchMusic, result([makeTrack('Dawn'), makeTrack('Dusk')]));
    await searchFor('piano');
    const fetching = hold(calls.fetchMusic);
    await pressIn('Use “Dawn”');
    await shows(box.getByText('Downloading the music…'));
    await push('music.progressed', { projectId: served.current().id, percentage: 45 });
    await shows(box.getByText('Downloading the music… 45%'));
    await push('music.progressed', { projectId: served.current().id, percentage: 100 });
    await shows(box.getByText('Checking the music…'));
    await expect
      .element(box.getByRole('button', { name: 'Use “Dusk”' }))
      .toHaveAttribute('aria-disabled', 'true');
    fetching.release(({ body, params }) => {
      expect(params.id).toBe(served.current().id);
      expect(body).toEqual({ source: 'openverse', id: 'Dawn' });
      const file = { fileName: 'Dawn.mp3', duration: 184, gainDb: 0, url: silence(1) };
      const credit = 'by Ann, CC BY 4.0, https://example.com/dawn';
      served.set((project) => ({ ...project, music: { ...MUSIC_DEFAULTS, ...file, title: 'Dawn', credit } }));
    });
    await shows(toast('Music Added'));
    await expect
      .element(box.getByLabelText('Credit'))
      .toHaveValue('by Ann, CC BY 4.0, https://example.com/dawn');
  });

  // product 22.22
  itInFullTier('shows beside a piece why it cannot be used, and stops adding it on Cancel', async () => {
    await openSearch();
    answer(calls.searchMusic, result([makeTrack('Dawn')]));
    await searchFor('piano');
    const message = 'This music is no longer at its source. Choose other music.';
    refuse(calls.fetchMusic, 422, message);
    await pressIn('Use “Dawn”');
    await shows(box.getByRole('alert').getByText(message));
    hold(calls.fetchMusic);
    await pressIn('Use “Dawn”');
    await lacks(box.getByText(message));
    await pressIn('Cancel adding “Dawn”');
    await shows(box.getByRole('button', { name: 'Use “Dawn”' }));
    await lacks(box.getByRole('alert'));
    await lacks(toast('Music Added'));
  });
});
