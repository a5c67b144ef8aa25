import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import * as calls from '#contract/calls/index.ts';
import { answer, disconnect, failure, refuse, requestsOf, serve } from '../../helpers/components/answers.ts';
import { alert, button, heading, lacks, press, shows, text, toast } from '../../helpers/components/find.ts';
import { departuresOf } from '../../helpers/components/departures.ts';
import { address, openApp } from '../../helpers/components/open-app.tsx';
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
import { casesOfTier, itInFullTier } from '../../helpers/tier.ts';
import { makeProject, makeSummary } from '../../helpers/served/project.ts';
import { recordCopies, recordSavedFiles } from '../../helpers/served/saved.ts';

const download = button(/^Download \(/);
const MISSING = 'The file of this video is missing. Generate it again in the editor.';
const SIGNED = /^\/media\/signed\//;

/** Creates a project whose film's link has expired, unlike the link in the response of `readVideoLink`. */
function makeExpired() {
  const project = makeFilmProject();
  const films = [makePlayableFilm(project, { finalVideoLink: '/media/expired/film.mp4' })];
  return { ...project, films, finalVideoLink: '/media/expired/film.mp4' };
}

describe('link of a film', () => {
  itInFullTier('is renewed by Download and Share of the film', async () => {
    const files = recordSavedFiles();
    const copies = recordCopies();
    await openFilm(makeExpired());
    await download.click();
    await expect.poll(() => files.map(({ link }) => link)).toEqual([filmLink()]);
    await shareByLink();
    await shows(toast('Link Copied'));
    expect(copies).toHaveLength(1);
    await lacks(page.getByRole('alertdialog'));
  });

  it('is renewed by Download, Share and Play of its card', async () => {
    const files = recordSavedFiles();
    const copies = recordCopies();
    const project = makeExpired();
    serveFilms(project);
    await openLibrary([makeSummary(project)]);
    await press('Download A project');
    await expect.poll(() => files.map(({ link }) => link)).toEqual([filmLink()]);
    await shareByLink('Share A project');
    await shows(toast('Link Copied'));
    expect(copies).toHaveLength(1);
    answer(calls.readVideoLink, { finalVideoLink: FILM_VIDEO });
    serve(/^video\/webm/, () => new Response());
    await press('Play A project');
    await shows(button('Pause'));
    await expect.poll(() => document.querySelector('video')!.currentTime).toBeGreaterThan(0);
    expect(document.querySelector('video')!.getAttribute('src')).toContain(FILM_VIDEO);
    await lacks(page.getByRole('alertdialog'));
  });
});

/** The alert of each action, word for word. */
const ALERTS = {
  Play: 'Video is not available or still being generated. Please try again later.',
  Download: 'Video is not available for download or still being generated. Please try again later.',
  Share: 'Video is not available for sharing or still being generated. Please try again later.',
};
const WAIT = 'Video is still being generated. Please wait for completion.';

/** The reasons for an unreachable link: the server's response, and the second sentence of the alert. */
const CASES: [name: string, lose: () => void, reason: string | null][] = [
  [
    'is still being generated',
    () => answer(calls.readVideoLink, () => failure(404, 'No.', { generating: true })),
    null,
  ],
  [
    'does not exist',
    () => answer(calls.readVideoLink, () => failure(404, 'No.', { generating: false })),
    'This project has no English video yet. Generate it in the editor.',
  ],
  [
    'has a link that expired and is not renewed',
    () => serve(SIGNED, () => new Response(null, { status: 410 })),
    'The link to this video has expired. Try again to get a new one.',
  ],
  ['has no file', () => serve(SIGNED, () => new Response(null, { status: 404 })), MISSING],
  ['belongs to a deleted project', () => refuse(calls.readVideoLink, 404), 'This project was deleted.'],
  [
    'cannot be delivered',
    () => serve(SIGNED, () => new Response(null, { status: 503 })),
    'The server cannot deliver this video now. Please try again in a moment.',
  ],
  [
    'cannot be reached',
    () => disconnect(calls.readVideoLink),
    'The server could not be reached. Check your connection, then try again.',
  ],
];

/** Expects the sentences of the alert, and closes it. */
async function readAlert(): Promise<string[]> {
  const dialog = page.getByRole('alertdialog', { name: 'Video not available' });
  await shows(dialog);
  const description = document.getElementById(dialog.element().getAttribute('aria-describedby')!)!;
  const parts = description.children.length > 0 ? [...description.children] : [description];
  const sentences = parts.map((part) => part.textContent!);
  await press('OK');
  await lacks(dialog);
  return sentences;
}

describe('alert about a film that is not available', () => {
  // product 5.22, 5.23, 5.24, 7.27
  it.each(casesOfTier(CASES, 2))('names the action on a card if the film %s', async (_name, lose, reason) => {
    const project = makeFilmProject();
    serveFilms(project);
    await openLibrary([makeSummary(project)]);
    lose();
    for (const [action, sentence] of Object.entries(ALERTS)) {
      await press(`${action} A project`);
      expect([action, ...(await readAlert())]).toEqual([action, sentence, ...(reason ? [reason] : [])]);
    }
    expect(requestsOf(calls.shareFilm)).toEqual([]);
    expect(departuresOf()).toEqual([]);
  });

  // product 5.24, 5.26
  it.each(casesOfTier(CASES, 2))(
    'names the action on the complete screen if the film %s',
    async (_name, lose, reason) => {
      await openFilm();
      lose();
      await download.click();
      expect(await readAlert()).toEqual([WAIT, ...(reason ? [reason] : [])]);
      await press('Share');
      expect(await readAlert()).toEqual([ALERTS.Share, ...(reason ? [reason] : [])]);
      expect(requestsOf(calls.shareFilm)).toEqual([]);
      await lacks(text('Shared.'));
      expect(departuresOf()).toEqual([]);
    },
  );

  // product 2.95
  it('does not appear for a project that never had a film, whose actions are disabled', async () => {
    const project = makeProject();
    serveFilms(project);
    await openLibrary([makeSummary(project)]);
    for (const action of Object.keys(ALERTS)) {
      await expect.element(button(`${action} A project`)).toHaveAttribute('aria-disabled', 'true');
      (button(`${action} A project`).element() as HTMLElement).click();
    }
    await lacks(page.getByRole('alertdialog'));
    expect(requestsOf(calls.readVideoLink)).toEqual([]);
  });

  it('reports that the server cannot deliver the film and copies the ID of the request', async () => {
    const copies = recordCopies();
    const project = makeFilmProject();
    serveFilms(project);
    await openLibrary([makeSummary(project)]);
    refuse(calls.readVideoLink, 503, 'Away.');
    await press('Download A project');
    await shows(alert('The server cannot deliver this video now. Please try again in a moment.'));
    await press('Copy');
    await expect.poll(() => copies).toEqual(['request-1']);
  });

  it('reports that the link has expired and saves the film by Try Again', async () => {
    const files = recordSavedFiles();
    const project = makeFilmProject();
    serveFilms(project);
    await openLibrary([makeSummary(project)]);
    serve(SIGNED, () => new Response(null, { status: 410 }));
    await press('Download A project');
    await shows(alert('The link to this video has expired. Try again to get a new one.'));
    expect(files).toEqual([]);
    serve(SIGNED, () => new Response());
    await press('Try Again');
    await expect.poll(() => files).toMatchObject([{ name: 'A project.mp4', link: filmLink() }]);
  });

  it('reports that the project was deleted and leads to My Videos', async () => {
    const { current } = await openFilm();
    refuse(calls.readVideoLink, 404);
    await press('Share');
    await shows(alert('This project was deleted.'));
    answer(calls.listProjects, [makeSummary(makeProject({ title: `Not ${current().title}` }))]);
    await page.getByRole('alertdialog').getByRole('link', { name: 'My Videos' }).click();
    await shows(heading('My Video Compilations'));
    expect(address()).toBe('/?stage=videolist');
    expect(departuresOf()).toEqual([]);
  });
});

describe('player of a film', () => {
  it('reports once that the file of the film is missing', async () => {
    const project = makeExpired();
    serveFilms(project);
    serve(SIGNED, () => new Response(null, { status: 404 }));
    await openApp(`/?project=${project.id}&stage=complete`);
    const notice = page.getByRole('alert');
    await shows(notice.getByText(`${ALERTS.Play} ${MISSING}`, { exact: true }));
    expect(notice.elements()).toHaveLength(1);
  });
});
