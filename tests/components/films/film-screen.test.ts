import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import * as calls from '#contract/calls/index.ts';
import { answer, refuse, requestsOf, respond } from '../../helpers/components/answers.ts';
import {
  button,
  heading,
  lacks,
  press,
  region,
  shows,
  textsOf,
  toast,
} from '../../helpers/components/find.ts';
import { address } from '../../helpers/components/open-app.tsx';
import { filmLink, makeFilmProject, openFilm } from '../../helpers/served/films.ts';
import { makeProject, makeVideo, PIXEL } from '../../helpers/served/project.ts';
import { recordSavedFiles } from '../../helpers/served/saved.ts';
import { setSelection } from '../../../client/src/lib/selection/selection.ts';

const chapters = page.getByRole('navigation', { name: 'Chapters' });
const currentChapter = (): string => chapters.element().querySelector('[aria-current]')?.textContent ?? '';

describe('film screen', () => {
  // product 2.82
  it('shows the sections, the duration, the sources and a player of a film', async () => {
    await openFilm();
    await shows(heading('Video Generated Successfully!'));
    const figures = [...document.querySelectorAll('dl > div')].map((figure) => figure.textContent);
    expect(figures).toEqual(expect.arrayContaining(['Sections3', 'Total duration0:12.00', 'Source1']));
    await shows(region('Film: A project').getByRole('button', { name: 'Play', exact: true }));
  });

  // product 2.80
  it('is headed Video Generated Successfully! if the project has a final link', async () => {
    const { current } = await openFilm();
    expect(current().finalVideoLink).not.toBeNull();
    await shows(heading('Video Generated Successfully!'));
    await lacks(heading('Video Generation In Progress'));
  });

  // product 2.80
  it('has the name of the project as its headline', async () => {
    await openFilm();
    await shows(page.getByRole('heading', { name: 'A project', level: 1 }));
  });

  // product 2.81
  it('is headed Video Generation In Progress if the project has no final link', async () => {
    const { current } = await openFilm(makeProject());
    expect(current().finalVideoLink).toBeNull();
    await shows(heading('Video Generation In Progress'));
    await lacks(heading('Video Generated Successfully!'));
  });

  // product 2.83
  it('disables Share and Download while there is no film', async () => {
    await openFilm(makeProject());
    await shows(heading('Video Generation In Progress'));
    await expect.element(button('Share')).toHaveAttribute('aria-disabled', 'true');
    await expect.element(button('Download')).toHaveAttribute('aria-disabled', 'true');
  });

  // product 9.21
  it('saves the film under the title of its project and shows its size', async () => {
    const files = recordSavedFiles();
    await openFilm();
    await press('Download (977 KB)');
    await expect.poll(() => files).toMatchObject([{ name: 'A project.mp4', link: filmLink() }]);
  });

  it('lists the chapters with their starts', async () => {
    await openFilm();
    await shows(chapters);
    expect(textsOf(chapters.getByRole('button'))).toEqual([
      '0:00Section 1',
      '0:04Section 2',
      '0:08Section 3',
    ]);
  });

  it('goes to a chapter by its entry and by the buttons of the player, and marks it', async () => {
    await openFilm();
    await chapters.getByRole('button', { name: 'Section 2' }).click();
    await expect.poll(currentChapter).toContain('Section 2');
    await press('Pause');
    await press('Next chapter');
    await expect.poll(currentChapter).toContain('Section 3');
    await press('Previous chapter');
    await expect.poll(currentChapter).toContain('Section 2');
  });

  // product 2.84, 4.11
  it('returns to the editor by Back to Edit', async () => {
    const { current } = await openFilm();
    await press('Back to Edit');
    await shows(heading('Sections (3)'));
    expect(address()).toBe(`/?project=${current().id}&stage=edit`);
  });

  // product 2.85, 4.8
  it.each(['View All My Videos', 'My Videos'])('opens My Videos by %s', async (name) => {
    await openFilm();
    answer(calls.listProjects, []);
    await press(name);
    await shows(heading('My Video Compilations'));
  });

  // product 2.86
  it('starts a new compilation with an empty selection', async () => {
    setSelection([makeVideo()]);
    await openFilm();
    await press('Create New Compilation');
    await shows(heading('Find Videos to Include'));
    await lacks(button(/^Process/));
    expect(address()).toBe('/');
  });
});

describe('film toolbar', () => {
  // product 14.1
  it('exports the edit with the options of the film', async () => {
    const files = recordSavedFiles();
    const project = makeFilmProject();
    const films = project.films.map((film) => ({
      ...film,
      quality: '720p' as const,
      aspect: '9:16' as const,
    }));
    await openFilm({ ...project, films });
    const disposition = 'attachment; filename="A project en.edl"';
    answer(calls.exportFilm, () =>
      respond(calls.exportFilm, 'TITLE: A project', { 'content-disposition': disposition }),
    );
    await press('Export');
    await press('EDL, CMX 3600 (.edl)');
    await shows(toast('Exported'));
    expect(files.map(({ name }) => name)).toEqual(['A project en.edl']);
    expect(requestsOf(calls.exportFilm)).toMatchObject([
      {
        params: { id: project.id, format: 'edl' },
        query: { language: 'en', quality: '720p', aspect: '9:16' },
      },
    ]);
  });

  it('saves the subtitles under the title of the project', async () => {
    const files = recordSavedFiles();
    const project = makeFilmProject();
    const subtitles = { vtt: '/media/signed/en.vtt', srt: '/media/signed/en.srt' };
    await openFilm({ ...project, films: project.films.map((film) => ({ ...film, subtitles })) });
    await press('Download subtitles as .srt');
    await expect.poll(() => files).toMatchObject([{ name: 'A project.srt', link: subtitles.srt }]);
  });

  // product 14.26
  it('saves the sound of the film alone', async () => {
    const files = recordSavedFiles();
    await openFilm();
    answer(calls.readSoundLink, { soundLink: '/media/signed/sound.m4a' });
    await press('Export');
    await press('Sound only (.m4a)');
    await expect
      .poll(() => files)
      .toMatchObject([{ name: 'A project.m4a', link: '/media/signed/sound.m4a' }]);
    refuse(calls.readSoundLink, 409, 'There is no film yet. Generate it first.');
    await press('Sound only (.m4a)');
    await shows(toast('There is no film yet. Generate it first.'));
  });

  it('has only Download and Share while there is no film', async () => {
    await openFilm(makeProject());
    await shows(button('Download'));
    for (const name of ['Export', 'Poster…', 'Download subtitles as .srt']) await lacks(button(name));
  });
});

describe('poster dialog', () => {
  const film = (): HTMLVideoElement => region('Film: A project').element().querySelector('video')!;
  const dialog = page.getByRole('dialog', { name: 'Poster' });

  // product 20.11
  it('sets the frame at the position of the player as the poster', async () => {
    await openFilm({ ...makeFilmProject(), thumbnail: '/media/usual.jpg' });
    answer(calls.setPoster, { poster: PIXEL });
    await chapters.getByRole('button', { name: 'Section 2' }).click();
    await press('Pause');
    expect(film().getAttribute('poster')).toBe('/media/usual.jpg');
    await press('Poster…');
    await dialog.getByRole('button', { name: /^Use the frame at 0:0/ }).click();
    await shows(toast('Poster Changed'));
    await lacks(dialog);
    await expect.poll(() => film().getAttribute('poster')).toBe(PIXEL);
    const requests = requestsOf(calls.setPoster).map(({ query, body }) => [
      query.language,
      'at' in body && body.at,
    ]);
    // A busy machine pauses the film some seconds after the beginning of the chapter.
    expect(film().currentTime).toBeGreaterThanOrEqual(4);
    expect(requests).toEqual([['en', expect.closeTo(film().currentTime, 1)]]);
  });

  // product 20.11
  it('shows the chosen poster and removes it', async () => {
    const project = makeFilmProject();
    const films = project.films.map((film) => ({ ...film, poster: PIXEL }));
    await openFilm({ ...project, films, thumbnail: '/media/usual.jpg' });
    answer(calls.setPoster, { poster: null });
    await press('Poster…');
    await expect.element(dialog.getByAltText('Current poster')).toHaveAttribute('src', PIXEL);
    await dialog.getByRole('button', { name: 'Remove poster' }).click();
    await expect.poll(() => film().getAttribute('poster')).toBe('/media/usual.jpg');
    await expect.poll(() => requestsOf(calls.setPoster).map(({ body }) => body)).toEqual([{ at: null }]);
  });
});
