import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import * as calls from '#contract/calls/index.ts';
import { answer } from '../../helpers/components/answers.ts';
import { heading, shows, textsOf } from '../../helpers/components/find.ts';
import { address, openApp, resize } from '../../helpers/components/open-app.tsx';
import { hrefsOf } from '../../helpers/components/read-links.ts';
import { push } from '../../helpers/components/socket.ts';
import { makeCredits } from '../../helpers/served/account.ts';
import { makeProject, withFilm } from '../../helpers/served/project.ts';
import { serveProject } from '../../helpers/served/serve-project.ts';

const banner = page.getByRole('banner');
const badge = (credits: number) => banner.getByRole('link', { name: `${credits} Credits`, exact: true });
const steps = page.getByRole('navigation', { name: 'Steps' }).getByRole('listitem');

/** A balance of this many credits. */
const balance = (totalCredits: number) => ({ ...makeCredits(10), totalCredits });

describe('account menu', () => {
  // product 2.19, 2.20, 2.21, 2.22, 2.23, 2.24
  it('names the user, and links to the profile, the settings and the sign-out', async () => {
    await openApp('/');
    const avatar = page.getByRole('button', { name: 'Account: Test User' });
    await expect.element(avatar).toHaveTextContent(/^TU/);
    await avatar.click();
    const menu = page.getByRole('menu');
    await shows(menu.getByText('Test User', { exact: true }));
    await shows(menu.getByText('test@example.com', { exact: true }));
    expect(hrefsOf(menu.getByRole('menuitem'))).toEqual([
      ['Profile', '/profile'],
      ['Settings', '/settings'],
      ['Log out', '/api/logout'],
    ]);
  });
});

describe('credits badge', () => {
  // product 2.25, 4.2, 4.3, 4.4, 9.2
  it.each<[credits: number, links: string[]]>([
    [0, ['Buy Credits']],
    [1, ['Buy More']],
    [4, ['Buy More']],
    [5, []],
    [12, []],
  ])('shows %i credits with the links %j to the billing', async (credits, links) => {
    answer(calls.readCredits, balance(credits));
    await openApp('/profile');
    await expect.element(badge(credits)).toHaveAttribute('href', '/billing');
    const buys = hrefsOf(banner.getByRole('link', { name: /^Buy/ }));
    expect(buys).toEqual(links.map((name) => [name, '/billing']));
  });

  // product 4.2, 9.2
  it('is red without credits, and has one colour for every other number', async () => {
    answer(calls.readCredits, balance(0));
    await openApp('/profile');
    const colourAt = async (credits: number): Promise<string> => {
      await shows(badge(credits));
      return getComputedStyle(badge(credits).element().querySelector('span')!).backgroundColor;
    };
    const red = await colourAt(0);
    const others = [];
    for (const credits of [1, 4, 5, 12]) {
      answer(calls.readCredits, balance(credits));
      await push('credits.changed', { totalCredits: credits });
      others.push(await colourAt(credits));
    }
    expect(new Set(others)).toEqual(new Set([others[0]]));
    expect(others).not.toContain(red);
  });
});

describe('step indicator', () => {
  // product 2.31, 2.32
  it.each([
    ['search', 'Search & Select'],
    ['edit', 'Edit Sections'],
    ['complete', 'Generate Video (done)'],
  ])('marks, in the stage %s, the step %s', async (stage, step) => {
    const project = withFilm(makeProject());
    serveProject(project);
    answer(calls.readFilmCheck, { run: null, result: null });
    answer(calls.readVideoLink, { finalVideoLink: '/media/films/film.mp4' });
    await openApp(stage === 'search' ? '/' : `/?project=${project.id}&stage=${stage}`);
    const marked = () => steps.elements().filter((item) => item.getAttribute('aria-current') === 'step');
    await expect
      .poll(() => marked().map((item) => item.textContent))
      .toEqual([expect.stringContaining(step)]);
    expect(textsOf(steps).map((text) => text.replace(/^\d/, '').replace(' (done)', ''))).toEqual([
      'Search & Select',
      'AI Processing',
      'Edit Sections',
      'Generate Video',
    ]);
  });

  it('leaves room for the controls of a user without credits from 1024 px on', async () => {
    answer(calls.readCredits, balance(0));
    await openApp('/');
    await shows(banner.getByRole('link', { name: 'Buy Credits' }));
    const overlaps: number[] = [];
    for (const width of [1024, 1280, 1440, 1536]) {
      await resize([width, 800]);
      const edge = steps.last().element().getBoundingClientRect().right;
      const next = banner.getByRole('button', { name: 'My Videos', exact: true }).element();
      if (next.getBoundingClientRect().left < edge) overlaps.push(width);
    }
    expect(overlaps).toEqual([]);
  });

  // product 2.26
  it('accompanies links to the home page and to the library', async () => {
    answer(calls.listProjects, []);
    await openApp('/');
    await shows(banner.getByRole('link', { name: 'Cutroom, home' }));
    await banner.getByRole('button', { name: 'My Videos', exact: true }).click();
    await shows(heading('My Video Compilations'));
    expect(address()).toBe('/?stage=videolist');
  });
});
