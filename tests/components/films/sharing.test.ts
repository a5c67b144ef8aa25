import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import * as calls from '#contract/calls/index.ts';
import { answer, hold, refuse, requestsOf, serve } from '../../helpers/components/answers.ts';
import { dialog, lacks, press, shows, text, toast } from '../../helpers/components/find.ts';
import { disconnectSocket } from '../../helpers/components/socket.ts';
import { makeFilmProject, makeShare, openFilm, openLibrary, watchPath } from '../../helpers/served/films.ts';
import { recordCopies } from '../../helpers/served/saved.ts';

const linkOf = (path: string): string => window.location.origin + path;

/** A project whose film is shared, and its link's terms behind the calls. */
async function openShared() {
  const project = makeFilmProject();
  const films = project.films.map((film) => ({ ...film, watchUrl: watchPath() }));
  const served = await openFilm({ ...project, films });
  let share = makeShare(project);
  answer(calls.listShares, () => [share]);
  answer(calls.updateShare, ({ body: { password, ...terms } }) => {
    share = { ...share, ...terms, ...(password !== undefined && { hasPassword: password !== null }) };
    return share;
  });
  return served;
}

describe('panel of a shared film', () => {
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

  it('sends changes one after another, in their order', async () => {
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

  it('lets the link end in a week and shows the date', async () => {
    await openShared();
    await press('Link settings');
    const end = settings.getByRole('combobox', { name: 'The link ends' });
    await end.selectOptions('In a week');
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

  it('shows the terms of each link', async () => {
    await openList();
    await shows(item('Hindi').getByText(/^Hindi · ends Mar 12, 2030, .* · with a password · no download$/));
    await shows(item('English').getByText('English · does not end · without a password', { exact: true }));
  });

  it('copies the link of a film', async () => {
    const copies = recordCopies();
    await openList();
    await list.getByRole('button', { name: 'Copy link of A project in English' }).click();
    await expect.poll(() => copies).toEqual([linkOf(watchPath('en'))]);
  });

  it('stops sharing a film', async () => {
    await openList();
    await list.getByRole('button', { name: 'Stop sharing A project in English' }).click();
    await lacks(item('English'));
    await list.getByRole('button', { name: 'Stop sharing A project in Hindi' }).click();
    await shows(list.getByText('No video is shared.'));
    await expect
      .poll(() => requestsOf(calls.unshareFilm).map(({ query }) => query.language))
      .toEqual(['en', 'hi']);
    await userEvent.keyboard('{Escape}');
    await lacks(page.getByRole('dialog'));
  });
});
