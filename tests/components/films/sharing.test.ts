import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import * as calls from '#contract/calls/index.ts';
import type { Share } from '#contract/sharing.ts';
import { answer, hold, refuse, requestsOf, serve } from '../../helpers/components/answers.ts';
import { button, dialog, lacks, press, shows, text, toast } from '../../helpers/components/find.ts';
import { openApp } from '../../helpers/components/open-app.tsx';
import { disconnectSocket } from '../../helpers/components/socket.ts';
import {
  makeFilmProject,
  makeShare,
  openFilm,
  openLibrary,
  serveFilms,
  watchPath,
} from '../../helpers/served/films.ts';
import { recordCopies } from '../../helpers/served/saved.ts';

const linkOf = (path: string): string => window.location.origin + path;

/** A shared film's project, and its link's terms behind the calls. */
async function openShared(changes: Partial<Share> = {}) {
  const project = makeFilmProject();
  const films = project.films.map((film) => ({ ...film, watchUrl: watchPath() }));
  const served = serveFilms({ ...project, films });
  let share = makeShare(project, changes);
  answer(calls.listShares, () => [share]);
  answer(calls.updateShare, ({ body: { password, ...terms } }) => {
    share = { ...share, ...terms, ...(password !== undefined && { hasPassword: password !== null }) };
    return share;
  });
  await openApp(`/?project=${project.id}&stage=complete`);
  await shows(text('Shared.'));
  return served;
}

describe('new link of a film', () => {
  const terms = dialog('Share video');
  const lastSent = () => requestsOf(calls.shareFilm).map(({ body }) => body);

  // product 20.13
  it('is made with the chosen terms', async () => {
    const copies = recordCopies();
    await openFilm();
    await press('Share');
    await shows(
      terms.getByText('Anyone who has the link can watch the newest English version of this video.', {
        exact: true,
      }),
    );
    await terms.getByLabelText('Password').fill('river stone');
    await terms.getByRole('combobox', { name: 'Expires' }).selectOptions('In 1 week');
    await terms.getByRole('checkbox', { name: 'Viewers can download the file' }).click();
    expect(lastSent()).toEqual([]);
    await press('Create link');
    await lacks(terms);
    await shows(toast('Link Copied'));
    expect(copies).toEqual([linkOf(watchPath())]);
    const [{ expiresAt, ...others }] = lastSent() as [{ expiresAt: string }];
    expect(others).toEqual({ password: 'river stone', downloads: false });
    expect((Date.parse(expiresAt) - Date.now()) / 86_400_000).toBeCloseTo(7, 2);
    const sentence =
      /^Anyone who has the link and its password can watch .* until .*\. Viewers cannot download it\.$/;
    await shows(page.getByRole('main').getByText(sentence));
  });

  // product 20.13
  it('is not made when the dialog is cancelled', async () => {
    await openFilm();
    await press('Share');
    await terms.getByRole('button', { name: 'Cancel' }).click();
    await lacks(terms);
    await expect.element(button('Share')).toHaveFocus();
    await lacks(text('Shared.'));
    expect(lastSent()).toEqual([]);
  });

  it('is not made again for a film that already has a link', async () => {
    const copies = recordCopies();
    await openShared();
    await press('Share');
    await shows(toast('Link Copied'));
    await lacks(terms);
    expect(copies).toEqual([linkOf(watchPath())]);
    expect(lastSent()).toEqual([{}]);
  });
});

describe('panel of a shared film', () => {
  // product 20.13
  it.each([
    [
      'a password',
      { hasPassword: true },
      /^Anyone who has the link and its password can watch .* of this video\.$/,
    ],
    ['an end', { expiresAt: '2030-03-12T12:00:00.000Z' }, /^Anyone .* until Mar 12, 2030, .*\.$/],
    [
      'an end in the past',
      { expiresAt: '2020-03-12T12:00:00.000Z' },
      /^This link has expired \(.*\)\. It no longer works\.$/,
    ],
    ['no download', { downloads: false }, /^Anyone .* of this video\. Viewers cannot download it\.$/],
  ])('explains who can watch by a link with %s', async (_, changes, sentence) => {
    await openShared(changes);
    await shows(page.getByText(sentence));
  });

  it('copies the link of the film', async () => {
    const copies = recordCopies();
    await openShared();
    await press('Copy link');
    await shows(toast('Link Copied'));
    expect(copies).toEqual([linkOf(watchPath())]);
  });

  it('copies no link that another tab has ended while the socket is disconnected', async () => {
    const copies = recordCopies();
    const { set } = await openShared();
    await disconnectSocket();
    set((project) => ({ ...project, films: project.films.map((film) => ({ ...film, watchUrl: null })) }));
    serve(/^\/media\/share\//, () => new Response(null, { status: 404 }));
    await press('Copy link');
    await shows(toast('Link Not Copied'));
    await lacks(text('Shared.'));
    expect(copies).toEqual([]);
  });
});

describe('link settings', () => {
  const settings = dialog('Link settings');

  // product 20.14
  it('copies the code for the sites that can embed the film', async () => {
    const copies = recordCopies();
    await openShared();
    await press('Link settings');
    const sites = settings.getByLabelText('Sites that can embed this video');
    await sites.fill('example.com\nnot a site');
    await shows(settings.getByText('“not a site” is not the address of a site.'));
    await expect
      .element(settings.getByRole('button', { name: 'Save sites' }))
      .toHaveAttribute('aria-disabled');
    await sites.fill('Example.com/page\nblog.example.com');
    await settings.getByRole('button', { name: 'Save sites' }).click();
    await settings.getByRole('button', { name: 'Copy embed code' }).click();
    await expect.element(sites).toHaveValue('https://example.com\nhttps://blog.example.com');
    expect(sent()).toEqual([{ embedOrigins: ['https://example.com', 'https://blog.example.com'] }]);
    expect(copies).toEqual([
      expect.stringContaining(`<iframe src="${linkOf(watchPath())}/embed" width="960" height="540"`),
    ]);
  });
  const downloads = settings.getByRole('checkbox', { name: 'Viewers can download the file' });
  const sent = () => requestsOf(calls.updateShare).map(({ body }) => body);

  it('restores a term whose change is refused', async () => {
    await openShared();
    await press('Link settings');
    await expect.element(downloads).toBeChecked();
    refuse(calls.updateShare, 422);
    await downloads.click();
    // The open dialog hides the region of notifications from roles.
    await shows(text('Link Not Changed'));
    await expect.element(downloads).toBeChecked();
    await expect.poll(() => sent()).toEqual([{ downloads: false }]);
  });

  it('sends changes one after another, in order', async () => {
    await openShared();
    const { release } = hold(calls.updateShare);
    await press('Link settings');
    await downloads.click();
    await downloads.click();
    await downloads.click();
    await expect.element(downloads).not.toBeChecked();
    await settings.getByLabelText('Password').fill('river stone');
    await settings.getByRole('button', { name: 'Set password' }).click();
    await expect.poll(() => sent()).toEqual([{ downloads: false }]);
    release();
    await shows(settings.getByText('Viewers must enter a password.'));
    await expect
      .poll(() => sent())
      .toEqual([
        { downloads: false },
        { downloads: true },
        { downloads: false },
        { password: 'river stone' },
      ]);
  });

  it('makes the link expire in a week, and shows the date', async () => {
    await openShared();
    await press('Link settings');
    const end = settings.getByRole('combobox', { name: 'Expires' });
    await end.selectOptions('In 1 week');
    await expect.element(end).toHaveTextContent(/^On /);
    await expect.poll(() => sent().length).toBe(1);
    const [{ expiresAt }] = sent() as [{ expiresAt: string }];
    expect((Date.parse(expiresAt) - Date.now()) / 86_400_000).toBeCloseTo(7, 2);
  });
});

describe('list of shared videos', () => {
  const list = dialog('Shared videos');
  const item = (language: string) => list.getByRole('listitem').filter({ hasText: language });

  async function openList(): Promise<void> {
    const project = makeFilmProject(['en', 'hi']);
    const expiresAt = '2030-03-12T12:00:00.000Z';
    let shares = [
      makeShare(project, { language: 'hi', expiresAt, hasPassword: true, downloads: false }),
      makeShare(project),
    ];
    answer(calls.listShares, () => shares);
    answer(calls.unshareFilm, ({ query }) => {
      shares = shares.filter(({ language }) => language !== query.language);
    });
    serve(/^\/media\/share\//, () => new Response());
    await openLibrary([]);
    await press('Shared');
    await shows(item('English'));
  }

  // product 20.9
  it('shows the terms of each link', async () => {
    await openList();
    await shows(
      item('Hindi').getByText(/^Hindi · expires Mar 12, 2030, .* · with a password · no download$/),
    );
    await shows(item('English').getByText('English · no expiry · without a password', { exact: true }));
  });

  it('copies the link of a film', async () => {
    const copies = recordCopies();
    await openList();
    await list.getByRole('button', { name: 'Copy link of A project in English' }).click();
    await expect.poll(() => copies).toEqual([linkOf(watchPath('en'))]);
  });

  // product 20.9
  it('stops sharing a film', async () => {
    await openList();
    await list.getByRole('button', { name: 'Stop sharing A project in English' }).click();
    await lacks(item('English'));
    await list.getByRole('button', { name: 'Stop sharing A project in Hindi' }).click();
    await shows(list.getByText('No shared videos.'));
    await expect
      .poll(() => requestsOf(calls.unshareFilm).map(({ query }) => query.language))
      .toEqual(['en', 'hi']);
    await userEvent.keyboard('{Escape}');
    await lacks(page.getByRole('dialog'));
  });
});
