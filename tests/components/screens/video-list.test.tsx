import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import * as calls from '#contract/calls/index.ts';
import type { ProjectSummary } from '#contract/projects.ts';
import { answer, requestsOf, serve } from '../../helpers/components/answers.ts';
import { departuresOf } from '../../helpers/components/departures.ts';
import { button, heading, press, shows } from '../../helpers/components/find.ts';
import { openApp } from '../../helpers/components/open-app.tsx';
import { makeShare, shareByLink } from '../../helpers/served/films.ts';
import { makeProject, makeSummary, PIXEL, withFilm } from '../../helpers/served/project.ts';
import { recordCopies } from '../../helpers/served/saved.ts';
import { serveProject } from '../../helpers/served/serve-project.ts';

const card = (title: string) => page.getByRole('article', { name: title, exact: true });
const project = withFilm(makeProject());
const LINK = '/media/films/film.mp4';

type Changes = Omit<Partial<ProjectSummary>, 'createdAt'> & { createdAt?: string | null };

/** Opens the list with this card, which may lack the date that the contract requires. */
async function openCard(changes: Changes): Promise<void> {
  serve(/^\/api\/user\/videos$/, () => Response.json([{ ...makeSummary(project), ...changes }]));
  await openApp('/?stage=videolist');
  await shows(heading('My Video Compilations'));
}

/** Opens the list with one project, and records the methods of the requests for its film. */
async function openFilm(): Promise<string[]> {
  const methods: string[] = [];
  serveProject(project);
  answer(calls.listProjects, [makeSummary(project)]);
  answer(calls.listShares, []);
  answer(calls.readFilmCheck, { run: null, result: null });
  answer(calls.readVideoLink, { finalVideoLink: LINK });
  serve(new RegExp(`^${LINK}$`), ({ method }) => {
    methods.push(method);
    return new Response(null);
  });
  await openApp('/?stage=videolist');
  await shows(heading('My Video Compilations'));
  return methods;
}

describe('video list', () => {
  // product 2.87, 2.91, 2.93, 2.94, 2.95, 2.96
  it('shows the facts of a compilation and what can be done with it', async () => {
    await openCard({
      thumbnail: PIXEL,
      description: 'About rivers',
      createdAt: '2026-03-05T12:00:00.000Z',
      duration: 30,
    });
    for (const text of ['A project', 'About rivers', 'Created Mar 5, 2026', '0:30', 'View Clips (3)'])
      await shows(card('A project').getByText(text, { exact: true }));
    expect(card('A project').element().querySelector('img')!.getAttribute('src')).toBe(PIXEL);
    for (const action of ['Play', 'Download', 'Share']) await shows(button(`${action} A project`));
  });

  // product 2.92, 2.93, 2.96
  it('reports that a compilation has no description, date or sections', async () => {
    await openCard({ title: 'Bare', description: '', createdAt: null, sectionCount: 0 });
    for (const text of ['No description available', 'Created Unknown', 'Load Clips'])
      await shows(card('Bare').getByText(text, { exact: true }));
  });

  // product 5.25, 7.27
  it('checks the link of a film by HEAD before it downloads the film', async () => {
    const methods = await openFilm();
    await press('Download A project');
    await expect.poll(departuresOf).toEqual([LINK]);
    expect(methods).toEqual(['HEAD']);
  });

  // product 5.25
  it('checks the link of a film by HEAD before it shares the film', async () => {
    const copies = recordCopies();
    const methods = await openFilm();
    let before: string[] = [];
    answer(calls.shareFilm, () => {
      before = [...methods];
      return makeShare(project);
    });
    await shareByLink('Share A project');
    await expect
      .poll(() => requestsOf(calls.shareFilm).map(({ query }) => query))
      .toEqual([{ language: 'en' }]);
    // The end of the sharing: its message would otherwise cover the page of the next test.
    await expect.poll(() => copies).toHaveLength(1);
    expect(before).toEqual(['HEAD']);
  });

  // product 5.25
  it('checks the link of a film by HEAD before it plays the film', async () => {
    const methods = await openFilm();
    await press('Play A project');
    await shows(heading('Video Generated Successfully!'));
    expect(methods[0]).toBe('HEAD');
  });
});
